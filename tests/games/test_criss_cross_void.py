"""Criss-Cross Poker: a void round gives every wager back, and cannot be declared once a wager has been paid."""

import pytest

from games.rounds import CARD_ROOM, MA, MD, NJ, case, dealt, events_of, moves, refused, table, told, wagered
from pitboss.games import Phase, Result, Round, play
from pitboss.games.actions import Bet, CloseBets, PlaceWager, Reveal, Settle, Void
from pitboss.games.events import MeterFed, MeterPaid
from pitboss.games.view import view
from pitboss.money import Amount

CHOICES: dict[str, dict[str, object]] = {
    MA: {"five_card_bonus": True},
    MD: {"five_card_bonus": True},
    NJ: {"bonus_spin": "5-progressive"},
    CARD_ROOM: {},
}
BONUS = {
    MA: "five_card_bonus 7",
    MD: "five_card_bonus 7",
    NJ: "five_card_bonus 7, bonus_spin 5",
    CARD_ROOM: "five_card_bonus 7, six_card_bonus 7",
}
LAWS = [
    case(MA, "12(c)", "12(c)"),
    case(MD, "13.C", "13.C"),
    case(NJ, "40.12(c)", "40.12(c)"),
    case(CARD_ROOM, "Irregularities 1", "Irregularities 1"),
]
# What the two players have done; None: the deal has not begun.
MOMENTS = {
    "dealing": None,
    "decision": "",
    "first reveal": "2 bets 10; 5 bets 10",
    "after a fold": "2 bets 10; 5 bets 30; reveal; 2 folds",
    "all folded": "2 folds; 5 folds",
    "before settlement": "2 bets 10; 5 bets 30; reveal; 2 bets 5; 5 bets 10; reveal; 2 bets 5; 5 bets 10; reveal",
}


def at(rulebook: str, moment: str) -> Round:
    """The round at one of these moments."""
    made = MOMENTS[moment]
    round = wagered(table(rulebook, **CHOICES[rulebook]), f"2: antes 5, {BONUS[rulebook]}; 5: antes 10")
    if made is None:
        return play(round, CloseBets())
    return play(dealt(round), *moves(made)) if made else dealt(round)


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_void_returns_every_wager_bonuses_and_folded_hands_included(rulebook: str, clause: str, moment: str) -> None:
    before = at(rulebook, moment)
    round = play(before, Void(clause, "a player was dealt three cards"))
    assert round.phase is Phase.VOID
    assert round.void_clause == clause
    assert {(line.seat, line.wager): line.returned for line in round.lines} == {
        (seat.number, wager): stake for seat in before.seats.values() for wager, stake in seat.wagers.items()
    }
    assert {(line.result, line.paid, line.clause) for line in round.lines} == {(Result.RETURNED, Amount.ZERO, clause)}
    assert round.opened == before.opened
    assert round.revealed == before.revealed


@pytest.mark.clause(MA, "12(c)")
def test_a_folded_players_wagers_come_back_to_the_cent() -> None:
    round = play(at(MA, "after a fold"), Void("12(c)", "six cards in the cross"))
    assert told(round) == [
        "5 ante_across returned 10.00",
        "5 ante_down returned 10.00",
        "5 across returned 30.00",
        "2 ante_across returned 5.00",
        "2 ante_down returned 5.00",
        "2 five_card_bonus returned 7.00",
        "2 across returned 10.00",
    ]


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
def test_a_round_is_not_void_once_a_wager_has_been_settled(rulebook: str, clause: str) -> None:
    round = play(at(rulebook, "before settlement"), Settle())
    violation = refused(round, Void(clause, "found too late"))
    assert violation.clause == clause
    assert "paid wagers stand" in violation.allowed


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
def test_nothing_follows_a_void(rulebook: str, clause: str) -> None:
    round = play(at(rulebook, "decision"), Void(clause, "a player was dealt three cards"))
    five = round.seats[5].wagers["ante_across"]
    for action in (Bet(2, five), Reveal(), Settle(), Void(clause, "again"), PlaceWager(1, "ante_across", five)):
        refused(round, action)
    assert not any(seat.cards for seat in view(round, None).seats)


@pytest.mark.clause(NJ, "40.12(c)")
def test_a_void_round_feeds_no_meter() -> None:
    events = events_of(at(NJ, "before settlement"), Void("40.12(c)", "a player was dealt three cards"))
    assert not any(isinstance(event, MeterFed | MeterPaid) for event in events)
