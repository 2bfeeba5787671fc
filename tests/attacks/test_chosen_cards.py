"""Whoever would choose the cards of a virtual table: what is tried, and who finds it."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.logs import edited, findings, record, rewritten, where
from pitboss.audit import (
    Chain,
    Entry,
    Fairness,
    advance,
    chain,
    chance,
    fresh_seed,
    verify_log,
    virtual_dealer,
)
from pitboss.audit.chain import linked, open_chain
from pitboss.audit.commitment import pledge
from pitboss.audit.fairness import next_link
from pitboss.audit.format import SeedSealed
from pitboss.audit.shuffle import digest_of
from pitboss.audit.shuffle_format import FairnessEvent, SeedPledged, SeedsClosed, SeedTaken
from pitboss.audit.witness import Forked, Witness
from pitboss.cli.witness import Shower, open_witness
from pitboss.money import Amount
from pitboss.rulebooks import Refused, terms_for
from pitboss.rulebooks.codec import builtins
from pitboss.server.office import Office, open_office
from pitboss.server.people.accounts import Person
from pitboss.server.people.permissions import Denied
from pitboss.server.tables.house import SEED_SECONDS, WITNESS_SECONDS
from pitboss.server.tables.views import encode
from server.rooms import HandClock, PlainRoom, open_at, place, plain, player, room_in, run
from server.test_snapshots import play


@pytest.mark.parametrize("depth", [10, 25, 27])
def test_a_house_that_chooses_the_cut_after_the_seeds_is_found(monkeypatch: pytest.MonkeyPatch, depth: int) -> None:
    """It knows every seed, and tries the cuts until one suits it; log and shuffle agree with each other."""
    monkeypatch.setattr(virtual_dealer, "HALF", depth)
    found = findings(record(terms_for("ma-criss-cross"), 1).text())
    assert [finding.what for finding in found[:1]] == [f"a deck cut at {depth}"]


def test_nobody_has_a_virtual_deck_cut_again(tmp_path: Path) -> None:
    """Two cuts in the middle are none: an order at the right moment would choose between two decks."""
    room = room_in(tmp_path, HandClock())
    open_at(room, "ma-criss-cross")
    ann = player(room, "ann")
    run(room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}]))
    run(room.tick())
    run(room.perform(ann, "t1", "ante", [place(1, "ante_across", "10"), place(1, "ante_down", "10")]))
    deck = room.live("t1").table.in_play
    floor = Person("fay", frozenset({"floorperson", "dealer"}))
    again = {"command": "order-recut", "deck": deck, "reason": "because"}
    with pytest.raises(Refused, match="A virtual deck is cut once"):
        run(room.perform(floor, "t1", "again", [again]))
    with pytest.raises(Denied, match="at a virtual table the house deals"):
        run(room.perform(floor, "t1", "deeper", [{"command": "cut-deck", "deck": deck, "depth": 12}]))
    room.store.close()


def house(folder: Path, clock: HandClock) -> Office:
    """A house with one table."""
    office = open_office(f"sqlite:///{folder / 'house.db'}", folder, clock)
    open_at(plain(office.room), "ma-crazy-4")
    return office


def text(office: Office) -> bytes:
    office.published.catch_up()
    return b"".join(office.published.lines(office.room.now))


def night(folder: Path, rounds: int = 2) -> bytes:
    """The log of some rounds of two players."""
    office = house(folder, HandClock())
    run(play(plain(office.room), [player(office.room, "ann"), player(office.room, "bob")], rounds))
    log = text(office)
    office.close()
    return log


def forged(log: bytes, change: Callable[[list[Entry]], list[Entry]]) -> list[str]:
    """What is found in a log that the house has written anew, with its own key."""
    return [f"{finding.what}: {finding.why}" for finding in findings(rewritten(log, change))[:1]]


def test_every_server_seed_follows_from_the_anchor_that_opened_the_table(tmp_path: Path) -> None:
    log = night(tmp_path)
    report = verify_log(log)
    assert (report.findings, report.shuffles_checked, report.shuffles_chained) == ((), 2, 2)
    assert forged(log, lambda entries: entries) == []
    events = [line["entry"]["payload"] for line in map(json.loads, log.splitlines()[:-1])]
    names = [event.get("event") for event in events]
    assert names.index("chain-opened") < names.index("player-sat")
    shown = [events[names.index("chain-opened")]["anchor"]]
    shown += [event["server_seed"] for event in events if event.get("event") == "seed-revealed"]
    assert len(shown) == 3
    for before, seed in itertools.pairwise(shown):
        assert linked("t1/chain/1", bytes.fromhex(seed)).hex() == before


def test_a_house_that_draws_its_chain_again_until_it_suits_is_found(tmp_path: Path) -> None:
    """It knows what seeds its players will send, or that they send none: a chain of its choice for the second round."""
    again = open_chain("t1/chain/2", fresh_seed())

    def redrawn(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "seed-committed", 1)
        opened = replace(entries[at], payload=builtins(again))
        sealed = replace(entries[at], payload=builtins(SeedSealed(round=again.chain, sealed="")))
        bound = edited(entries[at], commitment=again.anchor, chain=again.chain, link=1)
        return [*entries[:at], opened, sealed, bound, *entries[at + 1 :]]

    assert forged(night(tmp_path), redrawn) == ["a new chain of seeds, t1/chain/2: t1/chain/1 has 999 seeds left"]


def test_a_house_that_leaves_its_chain_is_found(tmp_path: Path) -> None:
    """A seed drawn for the round as before, or one further down the chain: each could be tried until it suits."""
    log = night(tmp_path)

    def drawn(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "seed-committed", 1)
        payload = {"event": "seed-committed", "round": "t1/2", "commitment": "00" * 32}
        return [*entries[:at], replace(entries[at], payload=payload), *entries[at + 1 :]]

    def skipped(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "seed-committed", 1)
        return [*entries[:at], edited(entries[at], link=3), *entries[at + 1 :]]

    def swapped(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "seed-committed", 1)
        return [*entries[:at], edited(entries[at], commitment="00" * 32), *entries[at + 1 :]]

    assert forged(log, drawn) == ["round t1/2 by a seed of no chain: the chain is t1/chain/1"]
    assert forged(log, skipped) == ["round t1/2 by seed 3 of t1/chain/1: 1 are used"]
    assert forged(log, swapped) == ["the commitment of round t1/2: it is not the seed before in t1/chain/1"]


def test_a_chain_that_is_used_up_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain.open_chain, "__defaults__", (2,))
    report = verify_log(night(tmp_path, 5))
    assert (report.findings, report.shuffles_chained) == ((), 5)


WAGERS = ("ante", "super_bonus")


def joined(room: PlainRoom, people: dict[int, Person], seeds: dict[int, str]) -> None:
    """Everybody sits, wagers and pledges a seed, and is ready: "no more bets"."""
    number = room.live("t1").rounds
    for seat, person in people.items():
        if room.live("t1").seat_of(person.name) is None:
            run(room.perform(person, "t1", f"sit {seat}", [{"command": "sit", "seat": seat}]))
    run(room.tick())
    round = room.live("t1").shuffled_round
    assert round is not None
    for seat, person in people.items():
        told = [{"command": "pledge", "pledge": pledge(round.round, person.name, seeds[seat])}] if seat in seeds else []
        placed = [place(seat, wager, "10") for wager in WAGERS]
        run(room.perform(person, "t1", f"in {number} {seat}", [*told, *placed, {"command": "ready"}]))


def show(room: PlainRoom, person: Person, seed: str) -> None:
    run(room.perform(person, "t1", f"show {room.live('t1').rounds} {person.name}", [{"command": "seed", "seed": seed}]))


def fairness(room: PlainRoom) -> Fairness:
    found = room.live("t1").shuffled_round
    assert found is not None
    return found


def dealt(room: PlainRoom) -> bool:
    running = room.live("t1").table.running
    return running is not None and bool(running.cards_out)


def test_an_insider_who_sits_last_is_bound_before_he_knows_the_others_seeds(tmp_path: Path) -> None:
    """He has the house's seed, and would try seeds of his own until the deck suits him: he can show only one."""
    clock = HandClock()
    office = house(tmp_path, clock)
    room = plain(office.room)
    ann, eve = player(room, "ann"), player(room, "eve")
    run(room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}]))
    with pytest.raises(Refused, match="a player's seed while taking players' seeds"):  # as it was: a seed at once
        show(room, ann, "x")
    joined(room, {1: ann, 6: eve}, {1: "secret of ann", 6: "first choice"})
    assert fairness(room).seeds == ()
    show(room, ann, "secret of ann")
    assert not dealt(room)
    for number in range(20):
        with pytest.raises(Refused, match="was not pledged"):
            show(room, eve, f"try {number}")
    again = {"command": "pledge", "pledge": pledge("t1/1", "eve", "another")}
    with pytest.raises(Refused, match="a pledge while players show their seeds"):
        run(room.perform(eve, "t1", "again", [again]))
    show(room, eve, "first choice")
    assert [seed.player for seed in fairness(room).seeds] == ["ann", "eve"]
    assert dealt(room)
    office.close()


def test_a_seed_that_is_withheld_is_left_out_after_a_moment_and_told(tmp_path: Path) -> None:
    clock = HandClock()
    office = house(tmp_path, clock)
    room = plain(office.room)
    ann, eve = player(room, "ann"), player(room, "eve")
    joined(room, {1: ann, 6: eve}, {1: "a", 6: "e"})
    show(room, eve, "e")
    clock.seconds += SEED_SECONDS - 1
    run(room.tick())
    assert not dealt(room)
    clock.seconds += 1
    run(room.tick())
    assert dealt(room)
    with pytest.raises(Refused, match="a player's seed while closed"):  # too late, now that it could be chosen by
        show(room, ann, "a")
    for _ in range(10):
        clock.seconds += 31
        run(room.tick())
    report = verify_log(text(office))
    assert (report.findings, report.seeds_withheld, report.shuffles_chained) == ((), 1, 1)
    office.close()


def shown_night(folder: Path) -> bytes:
    """A round to which two players add their seeds, in another order than they pledged them."""
    clock = HandClock()
    office = house(folder, clock)
    room = plain(office.room)
    ann, eve = player(room, "ann"), player(room, "eve")
    joined(room, {1: ann, 6: eve}, {1: "a", 6: "e"})
    show(room, eve, "e")
    show(room, ann, "a")
    for _ in range(10):
        clock.seconds += 31
        run(room.tick())
    log = text(office)
    office.close()
    return log


def test_a_house_that_rewrites_what_players_added_is_found(tmp_path: Path) -> None:
    log = shown_night(tmp_path)
    assert forged(log, lambda entries: entries) == []

    def other_seed(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "seed-taken")
        return [*entries[:at], edited(entries[at], seed="chosen"), *entries[at + 1 :]]

    def left_out(entries: list[Entry]) -> list[Entry]:
        return [entry for entry in entries if entry.entry != where(entries, "seed-taken")]

    def shown_early(entries: list[Entry]) -> list[Entry]:
        closed, bets = where(entries, "seeds-closed"), where(entries, "close-bets")
        return [*entries[:bets], entries[closed], *entries[bets:closed], *entries[closed + 1 :]]

    def late_pledge(entries: list[Entry]) -> list[Entry]:
        at = where(entries, "seeds-closed")
        late = edited(entries[where(entries, "seed-pledged")], player="bob")
        return [*entries[: at + 1], late, *entries[at + 1 :]]

    assert forged(log, other_seed) == ["a seed of eve in round t1/1: it is not the one pledged"]
    assert forged(log, left_out) == ["the seeds of round t1/1 are fixed: they are not those that were shown"]
    assert forged(log, shown_early) == ["the seeds of round t1/1 are closed: wagers can still be made"]
    assert forged(log, late_pledge) == ["a pledge of bob was taken in round t1/1: its seeds were closed before"]


def test_in_which_order_seeds_are_shown_changes_nothing(tmp_path: Path) -> None:
    """The house decides whose message it reads first: that must give it no choice among decks."""
    bound = [SeedPledged(round="r", player=name, pledge=pledge("r", name, name)) for name in ("ann", "bob", "eve")]
    opened = open_chain("c", bytes(32), 1)
    decks = set()
    for order in itertools.permutations(("ann", "bob", "eve")):
        steps: list[FairnessEvent] = [
            *bound,
            SeedsClosed(round="r"),
            *(SeedTaken(round="r", player=name, seed=name) for name in order),
        ]
        told = advance(None, next_link("r", Chain("c", opened.anchor, 1, shown=opened.anchor)))
        for step in steps:
            told = advance(told, step)
        decks.add(chance(advance(told, told.fixed), bytes(32)).deck())
    assert len(decks) == 1


class Witnessed:
    """A house with a witness, and a player."""

    def __init__(self, folder: Path) -> None:
        self.clock = HandClock()
        self.folder = folder / "witness"
        self.witness = open_witness(self.folder, bytes(32))
        key = self.witness.public_key.hex()
        self.office = open_office(f"sqlite:///{folder / 'house.db'}", folder, self.clock, witness=key)
        self.room = plain(self.office.room)
        open_at(self.room, "ma-crazy-4")
        self.shower = Shower(self.witness, self.folder)
        self.guest = Person("guest-1", frozenset({"player"}))
        self.ann = player(self.room, "ann")
        self._count = 0

    def asked(self, **changes: Any) -> dict[str, Any] | None:
        """What the witness answers to the table as it is, or as a house could make it look."""
        shown = json.loads(encode(self.room.view("t1", self.guest)))
        shown["fairness"] = {**shown["fairness"], **changes} if changes else shown["fairness"]
        return self.shower.due(shown)

    def do(self, command: dict[str, Any] | None) -> None:
        """The witness's command reaches the house."""
        assert command is not None
        self._count += 1
        run(self.room.perform(self.guest, "t1", f"witness {self._count}", [command]))

    def over(self) -> None:
        """The round runs out."""
        for _ in range(10):
            self.clock.seconds += 31
            run(self.room.tick())

    def log(self) -> bytes:
        """The log of the night."""
        found = text(self.office)
        self.office.close()
        return found


def test_a_witness_shows_its_seed_when_all_others_are_fixed(tmp_path: Path) -> None:
    case = Witnessed(tmp_path)
    case.do(case.asked())  # its chain, before the first round
    assert case.asked() is None
    joined(case.room, {1: case.ann}, {1: "a"})
    assert case.asked() is None  # "no more bets", but ann's seed is not shown
    early = case.witness.seed_for(fairness(case.room), 1000)
    with pytest.raises(Refused, match="a witness's seed"):
        case.do({"command": "witness-seed", **{k: v for k, v in builtins(early).items() if k != "event"}})
    show(case.room, case.ann, "a")
    assert not dealt(case.room)
    case.do(case.asked())
    assert dealt(case.room)
    case.over()
    log = case.log()
    report = verify_log(log)
    assert (report.findings, report.witnessed) == ((), {case.witness.public_key.hex(): 1})

    def passed_over(entries: list[Entry]) -> list[Entry]:
        at, shown = where(entries, "seed-committed"), where(entries, "witness-shown")
        payload = {k: v for k, v in entries[at].payload.items() if not k.startswith("witness")}
        changed = [*entries[:at], replace(entries[at], payload=payload), *entries[at + 1 :]]
        return [entry for entry in changed if entry.entry != shown]

    def other_players(entries: list[Entry]) -> list[Entry]:
        """The house learns the witness's seed, then leaves ann's out: the digest fits, the signature does not."""
        at = where(entries, "seeds-fixed")
        told = edited(
            entries[at], digest=digest_of("t1/1", entries[where(entries, "chain-opened")].payload["anchor"], ())
        )
        taken = where(entries, "seed-taken")
        return [told if entry.entry == at else entry for entry in entries if entry.entry != taken]

    assert forged(log, passed_over)[0].startswith("round t1/1 by no witness's seed: seed 1 of t1/witness/")
    assert forged(log, other_players) == [
        "the witness's seed in round t1/1: the witness did not sign it for these players' seeds"
    ]


def test_a_witness_answers_for_one_set_of_seeds_only(tmp_path: Path) -> None:
    """A house that asks first with one set of players' seeds and then with another would choose among decks."""
    case = Witnessed(tmp_path)
    case.do(case.asked())
    joined(case.room, {1: case.ann}, {1: "a"})
    show(case.room, case.ann, "a")
    first = case.asked()
    assert first == case.asked()  # the same again is harmless
    for shower in (case.shower, Shower(case.witness, case.folder)):  # after a restart, too
        case.shower = shower
        with pytest.raises(Forked, match="after other seeds of players"):
            case.asked(seeds=[])
    case.office.close()


def test_without_its_witness_a_round_is_void_and_the_next_says_so(tmp_path: Path) -> None:
    """A house that could go on without would choose between a deck that it knows and another."""
    case = Witnessed(tmp_path)
    case.do(case.asked())
    joined(case.room, {1: case.ann}, {1: "a"})
    show(case.room, case.ann, "a")
    held = case.office.store.balance("player:ann")
    case.clock.seconds += SEED_SECONDS + WITNESS_SECONDS
    run(case.room.tick())
    assert case.office.store.balance("player:ann") == held + Amount.parse("20")
    case.clock.seconds += 10
    run(case.room.tick())
    assert fairness(case.room).witness == ""  # everybody sees, before a wager, that nobody witnesses
    case.do(case.asked())  # it is back
    joined(case.room, {1: case.ann}, {})
    case.over()
    run(case.room.tick())
    report = verify_log(case.log())
    assert (report.findings, report.witnessed) == ((), {})


def test_nobody_else_is_the_witness(tmp_path: Path) -> None:
    case = Witnessed(tmp_path)
    forger = Witness(bytes(32), bytes(32)).open_chain("t1/witness/1")
    told = {name: getattr(forger, name) for name in ("chain", "anchor", "links", "signature")}
    with pytest.raises(Refused, match="a chain that is not the witness's"):
        case.do({"command": "witness-chain", **told})
    case.office.close()
