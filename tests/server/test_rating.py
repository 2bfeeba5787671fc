"""Player rating: the exact loss to be expected of what was wagered and decided."""

from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.books.rating import PlayerRating, comp_rate, ratings
from pitboss.cards import DECK, parse_cards
from pitboss.engine import open_round, play
from pitboss.engine.actions import Bet, CloseBets, Deal, Fold, PlaceWager, Reveal, RoundAction, Settle
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, full_terms
from server.rigged import Rig, open_rigged, rigged_room
from server.rooms import HandClock, bet, place, player
from server.rooms import run as finish

LAW = "ma-criss-cross"
QUARTER = comp_rate("25%")
EDGE = Fraction(579091, 6689228)  # of an ante, as the counted game has it
CROSS, OWN = "9c Qh 2d 4h 7s", "Ks Jd"  # top, left, middle, right, bottom


def last_decision_cost(terms: Terms, tried: str) -> Fraction:
    """What a choice at the last decision gives away, in antes: played on with every card the middle may be."""
    cross, own = parse_cards(CROSS), parse_cards(OWN)
    seen = {card for card in (*cross, *own) if card != cross[2]}
    totals: dict[str, list[Fraction]] = {"fold": [], "1x": [], "2x": [], "3x": []}
    one = Amount.parse("5")
    for middle in DECK:
        if middle in seen:
            continue
        dealt = [*cross[:2], middle, *cross[3:], *own]
        for name, nets in totals.items():
            choice: RoundAction = Fold(1) if name == "fold" else Bet(1, one * int(name[0]))
            steps: list[RoundAction] = [PlaceWager(1, "ante_across", one), PlaceWager(1, "ante_down", one), CloseBets()]
            round = play(open_round(terms), *steps, *(Deal((card,)) for card in dealt))
            round = play(round, Bet(1, one), Reveal(), Bet(1, one), Reveal(), choice)
            round = play(round, Reveal()) if name != "fold" else round
            while not round.finished:
                round = play(round, Settle())
            net = sum(line.returned.cents - line.stake.cents for line in round.lines)
            nets.append(Fraction(net, one.cents))
    means = {name: sum(nets, Fraction(0)) / len(nets) for name, nets in totals.items()}
    return max(means.values()) - means[tried]


async def evening(folder: Path, last: str) -> list[PlayerRating]:
    rig, clock = Rig(), HandClock()
    room = rigged_room(folder, rig, clock)
    open_rigged(room, "t1", LAW)
    ann = player(room, "ann")
    rig.criss_cross(CROSS, {1: OWN})
    await room.perform(ann, "t1", "sit", [{"command": "sit", "seat": 1}])
    await room.tick()
    wagers = [place(1, "ante_across", "5"), place(1, "ante_down", "5"), {"command": "ready"}]
    await room.perform(ann, "t1", "wagers", wagers)
    clock.seconds += 90
    for number, amount in enumerate(("5", "5", last)):
        await room.perform(ann, "t1", f"bet {number}", [bet(1, amount)])
    found = ratings(room.store, QUARTER)
    later = datetime(1970, 1, 13, tzinfo=UTC)
    assert ratings(room.store, QUARTER, since=later) == []
    assert ratings(room.store, QUARTER, player="ann", until=later) == found
    assert ratings(room.store, QUARTER, player="bob") == []
    room.store.close()
    return found


def test_a_round_with_a_mistake_is_rated_by_its_edge_and_what_the_mistake_gave_away(tmp_path: Path, run: Run) -> None:
    (row,) = finish(evening(tmp_path, "15"))
    terms = full_terms(LAW)
    given = last_decision_cost(terms, "3x")
    assert given > 0
    assert Fraction(row.edge) == EDGE * 500
    assert (row.player, row.rounds, row.decisions, row.practice) == ("ann", 1, 3, False)
    assert row.wagered == Amount.parse("35")
    assert row.hours == pytest.approx(90 / 3600)
    best = finish(evening(_made(tmp_path / "better"), "5"))[0]
    assert Fraction(row.given_away) - Fraction(best.given_away) == (given - last_decision_cost(terms, "1x")) * 500
    loss = Fraction(row.edge) + Fraction(row.given_away)
    assert row.theoretical_loss == Amount(round(loss))
    assert row.comp == Amount(int(loss / 4))
    code, shown, _ = run("rating", "--database", f"sqlite:///{tmp_path / 'room.db'}", "--comp", "25%")
    assert code == 0
    assert "ann" in shown


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


@pytest.mark.parametrize(("text", "allowed"), [("a lot", "such as 25%"), ("101%", "at most 100%")])
def test_a_comp_that_is_none_is_refused(text: str, allowed: str) -> None:
    with pytest.raises(Refused, match=allowed):
        comp_rate(text)
