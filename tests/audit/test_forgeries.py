"""Forgeries that hold the signing key, and tables that deal from elsewhere: each is found and named."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest
from msgspec.structs import replace

from attacks import before
from audit.logs import edited, findings, record, rewritten, small_log, tags, where
from pitboss.audit import Entry, Player, TableRecorder, read_entries
from pitboss.audit.format import EntryKind
from pitboss.audit.shuffle import RoundChance
from pitboss.audit.shuffle_format import SeedTaken
from pitboss.cards import Card
from pitboss.engine.actions import Draw
from pitboss.money import Amount
from pitboss.rulebooks import Terms, full_terms
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.library import VARIABLE


@cache
def crazy_log() -> bytes:
    return record(full_terms("ma-crazy-4"), 2).text()


def change(tag: str, nth: int = 0, **fields: object) -> Callable[[list[Entry]], list[Entry]]:
    """Changes what one entry says."""

    def changed(told: list[Entry]) -> list[Entry]:
        at = where(told, tag, nth)
        return [*told[:at], edited(told[at], **fields), *told[at + 1 :]]

    return changed


def drop(tag: str, nth: int = 0) -> Callable[[list[Entry]], list[Entry]]:
    """Leaves one entry out."""
    return lambda told: [entry for entry in told if entry.entry != where(told, tag, nth)]


def move(tag: str, before: str) -> Callable[[list[Entry]], list[Entry]]:
    """Puts an entry before another one."""

    def moved(told: list[Entry]) -> list[Entry]:
        taken = told[where(told, tag)]
        rest = [entry for entry in told if entry is not taken]
        at = next(at for at, entry in enumerate(rest) if before in tags(entry))
        return [*rest[:at], taken, *rest[at:]]

    return moved


def slip_seed_in(after: str) -> Callable[[list[Entry]], list[Entry]]:
    """A player's seed in the first round, where none was."""
    taken = builtins(SeedTaken(round="t1/1", player="ann", seed="tea"))

    def slipped(told: list[Entry]) -> list[Entry]:
        at = where(told, after)
        return [*told[: at + 1], replace(told[at], actor="ann", payload=taken), *told[at + 1 :]]

    return slipped


def other_actor(told: list[Entry]) -> list[Entry]:
    at = where(told, "place-wager")
    return [*told[:at], replace(told[at], actor="mallory"), *told[at + 1 :]]


def other_rulebook(told: list[Entry]) -> list[Entry]:
    at = where(told, "close-bets")
    return [*told[:at], replace(told[at], rulebook="0" * 64), *told[at + 1 :]]


FORGERIES: dict[str, tuple[Callable[[list[Entry]], list[Entry]], str, str]] = {
    "an empty line": (change("line-settled", move={"line": {}}), "line-settled", "missing required field"),
    "an event left out": (drop("bets-closed"), "seeds-closed", "'bets-closed' should follow"),
    "a command left out": (drop("close-bets"), "bets-closed", "it follows from no command"),
    "a refusal left out": (
        lambda told: [entry for entry in told if entry.kind is not EntryKind.REFUSAL],
        "place-wager",
        "the refusal",
    ),
    "another wager": (change("place-wager", action={"amount": "6.00"}), "wager-placed", "amount=6.00"),
    "an unlawful wager": (change("place-wager", action={"amount": "0.01"}), "wager-placed", "is refused"),
    "another commitment": (
        change("seed-committed", commitment="0" * 64),
        "seed-committed",
        "it is not the seed before",
    ),
    "another player's seed": (change("seed-taken", seed="coffee"), "seed-taken", "not the one pledged"),
    "another server seed": (change("seed-revealed", server_seed="0" * 64), "seed-revealed", "committed to in entry"),
    "a garbled server seed": (change("seed-revealed", server_seed="tea"), "seed-revealed", "64 hexadecimal digits"),
    "another round": (change("seed-committed", round="table/1/7"), "seed-committed", "one after the other"),
    "no commitment": (drop("seed-committed"), "seed-pledged", "nothing was committed to"),
    "a seed taken late": (move("seed-taken", "deal"), "seeds-fixed", "not those that were shown"),
    "a seed before the close": (move("seeds-closed", "seeds-fixed"), "seed-taken", "pledges close first"),
    "cards before the seeds are fixed": (move("seeds-fixed", "seed-revealed"), "cards-dealt", "not closed yet"),
    "a seed revealed early": (move("seed-revealed", "reveal"), "seed-revealed", "the round is not over"),
    "a seed never revealed": (drop("seed-revealed"), "seed-committed", "it is not the seed before"),
    "a deeper cut": (change("deck-cut", depth=30), "deck-cut", "'deck-cut' follows"),
    "another seat's player": (other_actor, "place-wager", "entered by mallory"),
    "another rulebook": (other_rulebook, "close-bets", "is played by rulebook"),
    "another rulebook's table": (change("table-opened", hash="0" * 64), "table-opened", "the one at hand"),
    "an unlawful submission": (change("table-opened", submission={"decks": 9}), "table-opened", "Got 9"),
    "an unknown rulebook": (change("table-opened", rulebook="x"), "table-opened", "none of"),
    "a table never opened": (drop("table-opened"), "chain-opened", "no table was opened"),
    "unknown meters": (change("table-opened", meters={"x": "y"}), "table-opened", "the table has"),
    "a field too many": (change("seeds-closed", extra=1), "seeds-closed", "unknown field"),
    "a field too many at the table": (change("bets-closed", extra=1), "bets-closed", "one way to write it"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_under_the_right_key_is_found_and_named(name: str) -> None:
    forge, tag, why = FORGERIES[name]
    data = rewritten(small_log(), forge)
    found = findings(data)
    assert found, name
    told = read_entries(data)
    assert found[0].entry is not None
    assert tag in tags(told[found[0].entry])
    assert why in found[0].why


OLD_FORGERIES: dict[str, tuple[Callable[[list[Entry]], list[Entry]], str, str]] = {
    "nothing": (lambda told: told, "", ""),
    "another commitment": (change("seed-committed", commitment="0" * 64), "seed-revealed", "committed to in entry"),
    "a player's seed slipped in": (slip_seed_in("seed-committed"), "cards-dealt", "the deck has"),
    "a seed taken late": (slip_seed_in("seeds-closed"), "seed-taken", "closed before"),
    "no commitment": (drop("seed-committed"), "seeds-closed", "nothing was committed to"),
    "cards before the close": (move("seeds-closed", "seed-revealed"), "cards-dealt", "not closed yet"),
    "a seed never revealed": (drop("seed-revealed"), "round-ended", "never revealed"),
}


@pytest.mark.parametrize("name", OLD_FORGERIES)
def test_a_log_from_before_there_were_chains_is_held_to_the_order_of_its_day(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(before.FOLDER / before.RULEBOOK))
    forge, tag, why = OLD_FORGERIES[name]
    data = rewritten(before.log(), forge)
    told = read_entries(data)
    assert not any("chain-opened" in tags(entry) for entry in told)
    named = [(finding.entry, finding.why) for finding in findings(data)[:1]]
    assert [(tag in tags(told[at or 0]), why in said) for at, said in named] == [(True, True)] * bool(tag)


def test_every_settlement_line_is_held_against_the_rules() -> None:
    """A cent more on each line of the log, one at a time."""
    told = read_entries(crazy_log())
    settled = [entry.entry for entry in told if "line-settled" in tags(entry)]
    assert len(settled) > 20
    for at in settled:
        line = told[at].payload["move"]["line"]
        paid = str(Amount.parse(line["paid"]) + Amount(1))

        def forge(told: list[Entry], at: int = at, line: dict[str, object] = line, paid: str = paid) -> list[Entry]:
            return [*told[:at], edited(told[at], move={"line": {**line, "paid": paid}}), *told[at + 1 :]]

        found = findings(rewritten(crazy_log(), forge))
        assert [finding.entry for finding in found] == [at]
        assert f"paid={paid}" in found[0].what
        assert "by the rules" in found[0].why


class Marked(RoundChance):
    """Another deck than the seeds give, and every wheel and draw as they give them."""

    def deck(self) -> tuple[Card, ...]:
        return tuple(reversed(super().deck()))


class Rigged(RoundChance):
    """The deck as the seeds give it; a wheel and draws to order."""

    def stop(self, seat: int, terms: Terms) -> int:
        return 0 if super().stop(seat, terms) else 1

    def draw(self, terms: Terms) -> Draw:
        return Draw(None if super().draw(terms).magic_card else Card.parse("2c"), None)


def cheating(kind: type[RoundChance]) -> type[TableRecorder]:
    """A keeper of a table who commits and reveals as it should be, and deals from elsewhere: the rules are kept."""

    class Cheat(TableRecorder):
        def close_seeds(self, players: Sequence[Player], time: int) -> None:
            super().close_seeds(players, time)
            assert self.fairness is not None
            self.dealer.chance = kind(self.fairness.round, self.server_seed, self.fairness.seeds, b"")

    return Cheat


@pytest.mark.parametrize(
    ("id", "rounds", "kind", "tag", "why"),
    [
        ("ma-criss-cross", 1, Marked, "cards-dealt", "the deck has "),
        ("ma-crazy-4", 1, Marked, "cards-dealt", "the deck has "),
        ("ma-crazy-4", 1, Rigged, "bonus-drawn", "the seeds draw "),
        ("nj-criss-cross", 12, Rigged, "wheel-spun", "it stops at "),  # a pair in the hole comes in one of these
    ],
)
def test_only_the_seeds_can_tell_and_they_do(id: str, rounds: int, kind: type[RoundChance], tag: str, why: str) -> None:
    data = record(full_terms(id), rounds, (1, 2, 3, 4, 5, 6), cheating(kind)).text()
    found = findings(data)
    assert [finding.entry for finding in found] == [where(read_entries(data), tag)]
    assert found[0].why.startswith(why)
