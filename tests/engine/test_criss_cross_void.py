"""Criss-Cross Poker: a void round gives every wager back, until it is over and whatever was settled before."""

import pytest

from engine.rounds import CARD_ROOM, MA, MD, NJ, case, dealt, events_of, moves, refused, settled, table, told, wagered
from pitboss.cards import Card
from pitboss.engine import Phase, Result, Round, play
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, Reveal, Settle, Void
from pitboss.engine.events import MeterFed, MeterPaid, MeterReversed
from pitboss.engine.view import view
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
# What the two players have done; None: one card is dealt.
MOMENTS = {
    "dealing": None,
    "decision": "",
    "first reveal": "2 bets 10; 5 bets 10",
    "after a fold": "2 bets 10; 5 bets 30; reveal; 2 folds",
    "all folded": "2 folds; 5 folds",
    "before settlement": "2 bets 10; 5 bets 30; reveal; 2 bets 5; 5 bets 10; reveal; 2 bets 5; 5 bets 10; reveal",
}


PAID_STANDS = {"void-after-settlement": "paid-stands"}


def came_back(round: Round, seat: int) -> Amount:
    return sum((line.returned for line in round.lines if line.seat == seat), Amount.ZERO)


def at(rulebook: str, moment: str, readings: dict[str, str] | None = None) -> Round:
    """The round at one of these moments."""
    made = MOMENTS[moment]
    round = wagered(
        table(rulebook, **CHOICES[rulebook], readings=readings or {}), f"2: antes 5, {BONUS[rulebook]}; 5: antes 10"
    )
    if made is None:
        return play(round, CloseBets(), Deal((Card.parse("As"),)))
    return play(dealt(round), *moves(made)) if made else dealt(round)


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_void_returns_every_wager_bonuses_and_folded_hands_included(rulebook: str, clause: str, moment: str) -> None:
    before = at(rulebook, moment)
    round = play(before, Void(clause, "a player was dealt three cards"))
    assert round.phase is Phase.VOID
    assert round.void_clause == clause
    collected = [line for line in before.lines if line.result is Result.FORFEITED]
    assert round.lines[: len(collected)] == tuple(collected)
    undone = round.lines[len(collected) : 2 * len(collected)]
    assert undone == tuple(line.undone(clause) for line in reversed(collected))
    back = round.lines[2 * len(collected) :]
    assert {(line.seat, line.wager): line.returned for line in back} == {
        (seat.number, wager): stake for seat in before.seats.values() for wager, stake in seat.wagers.items()
    }
    assert {(line.result, line.paid, line.clause) for line in back} == {(Result.RETURNED, Amount.ZERO, clause)}
    assert round.opened == before.opened
    assert round.revealed == before.revealed


@pytest.mark.clause(MA, "12(c)")
def test_a_folded_players_wagers_come_back_to_the_cent() -> None:
    round = play(at(MA, "after a fold"), Void("12(c)", "six cards in the cross"))
    assert told(round)[6:] == [  # the three stakes that the fold gave up are collected, and that is undone
        "5 ante_across returned 10.00",
        "5 ante_down returned 10.00",
        "5 across returned 30.00",
        "2 ante_across returned 5.00",
        "2 ante_down returned 5.00",
        "2 five_card_bonus returned 7.00",
        "2 across returned 10.00",
    ]


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
def test_a_wrong_number_of_cards_found_after_the_first_seat_is_settled_voids_the_whole_round(
    rulebook: str, clause: str
) -> None:
    before = play(at(rulebook, "before settlement"), Settle())
    assert before.lines
    round = play(before, Void(clause, "seat 2 holds three cards"))
    undone = round.lines[len(before.lines) : 2 * len(before.lines)]
    assert undone == tuple(line.undone(clause) for line in reversed(before.lines))
    assert {line.result for line in undone} == {Result.REVERSED}
    for seat in round.seats.values():
        lines = [line for line in round.lines if line.seat == seat.number]
        assert sum((line.returned for line in lines), Amount.ZERO) == sum(seat.wagers.values(), Amount.ZERO)
        assert sum((line.paid for line in lines), Amount.ZERO) == Amount.ZERO


@pytest.mark.clause(MA, "12(c)")
def test_what_was_paid_returned_and_collected_is_undone_line_by_line_and_then_every_stake_goes_back() -> None:
    # Across Kc 3d Kh 9d 9s: two pair, 2 to 1. Down Kc 3d Kh 2c 5c: a pair of kings, 1 to 1. The bonus: a pair of 9s.
    round = wagered(table(MA, five_card_bonus=True), "2: antes 5; 5: antes 10, five_card_bonus 5")
    round = play(dealt(round, "cross 2c 9d Kh 9s 5c, 5 Kc 3d"), *moves("2 folds; 5 bets 10; reveal; 5 bets 20; reveal"))
    round = play(round, *moves("5 bets 30; reveal"), Settle(), Void("12(c)", "seat 2 was dealt three cards"))
    assert told(round) == [
        "2 ante_across forfeited 0.00",
        "2 ante_down forfeited 0.00",
        "5 ante_across win 20.00",
        "5 across win 30.00",
        "5 ante_down win 20.00",
        "5 down win 40.00",
        "5 middle win 90.00",
        "5 five_card_bonus win 10.00",
        "5 five_card_bonus reversed -10.00",
        "5 middle reversed -90.00",
        "5 down reversed -40.00",
        "5 ante_down reversed -20.00",
        "5 across reversed -30.00",
        "5 ante_across reversed -20.00",
        "2 ante_down reversed 0.00",
        "2 ante_across reversed 0.00",
        "5 ante_across returned 10.00",
        "5 ante_down returned 10.00",
        "5 five_card_bonus returned 5.00",
        "5 across returned 10.00",
        "5 down returned 20.00",
        "5 middle returned 30.00",
        "2 ante_across returned 5.00",
        "2 ante_down returned 5.00",
    ]
    assert {line.clause for line in round.lines[8:]} == {"12(c)"}


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
def test_by_the_other_reading_what_is_paid_stands_and_the_rest_is_void(rulebook: str, clause: str) -> None:
    before = play(at(rulebook, "before settlement", PAID_STANDS), Settle())
    round = play(before, Void(clause, "seat 2 holds three cards"))
    assert round.lines[: len(before.lines)] == before.lines
    done = {(line.seat, line.wager) for line in before.lines}
    back = {(line.seat, line.wager): (line.result, line.returned) for line in round.lines[len(before.lines) :]}
    assert back == {
        (seat.number, wager): (Result.RETURNED, stake)
        for seat in before.seats.values()
        for wager, stake in seat.wagers.items()
        if (seat.number, wager) not in done
    }


# 10(b), 11.B(3), 40.10(c) and the bonus rules of the card room let the bonuses of $7 stand on a fold; the Bonus Spin
# is given up by the reading that New Jersey's book takes.
OUTLIVES_A_FOLD = {MA: Amount(700), MD: Amount(700), NJ: Amount(700), CARD_ROOM: Amount(1400)}
MAIN = {"ante_across", "ante_down", "across"}
GIVEN_UP = {MA: MAIN, MD: MAIN, NJ: MAIN | {"bonus_spin"}, CARD_ROOM: MAIN}


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
@pytest.mark.parametrize("readings", [{}, PAID_STANDS], ids=["taken", "what is paid stands"])
def test_what_a_fold_gave_up_goes_back_and_by_the_other_reading_stays(
    rulebook: str, clause: str, readings: dict[str, str]
) -> None:
    void = Void(clause, "seat 5 holds three cards")
    whole = play(at(rulebook, "after a fold", readings), void)
    assert came_back(whole, 2) == sum(whole.seats[2].wagers.values(), Amount.ZERO)
    live = play(at(rulebook, "after a fold", readings | {"void-after-fold": "live-only"}), void)
    assert came_back(live, 2) == OUTLIVES_A_FOLD[rulebook]
    assert {line.wager for line in live.lines if line.seat == 2 and line.result is Result.FORFEITED} == GIVEN_UP[
        rulebook
    ]
    assert came_back(live, 5) == sum(live.seats[5].wagers.values(), Amount.ZERO)


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
def test_once_the_round_is_over_only_a_correction_helps(rulebook: str, clause: str) -> None:
    over = settled(at(rulebook, "before settlement"), spins={2: 1})
    assert refused(over, Void(clause, "found too late")).allowed == "a correction: the round is over"


@pytest.mark.parametrize(("rulebook", "clause"), LAWS)
def test_nothing_follows_a_void(rulebook: str, clause: str) -> None:
    round = play(at(rulebook, "decision"), Void(clause, "a player was dealt three cards"))
    five = round.seats[5].wagers["ante_across"]
    for action in (Bet(2, five), Reveal(), Settle(), Void(clause, "again"), PlaceWager(1, "ante_across", five)):
        refused(round, action)
    assert not any(seat.cards for seat in view(round, None).seats)


@pytest.mark.clause(NJ, "40.12(c)")
def test_a_void_round_gives_back_what_it_added_to_the_meter() -> None:
    # 10% of a Bonus Spin wager of 5: 50 cents came on the meter at "no more bets"
    events = events_of(at(NJ, "before settlement"), Void("40.12(c)", "a player was dealt three cards"))
    moved = [event for event in events if isinstance(event, MeterFed | MeterPaid | MeterReversed)]
    assert moved == [MeterFed("bonus_spin", -50_000_000)]
