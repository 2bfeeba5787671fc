"""Wagers that leave a round alone: called off as a device fails, struck for want of a chip, returned if incomplete."""

import pytest

from engine.crazy_rounds import Game, Player, at_settlement, crazy_four, money
from engine.rounds import (
    CARD_ROOM,
    MA,
    MD,
    NJ,
    bet_on,
    case,
    dealt,
    events_of,
    refused,
    settled,
    table,
    told,
    usd,
    wagered,
)
from pitboss.cards import parse_cards
from pitboss.engine import Result, Round, legal, play
from pitboss.engine.actions import (
    CallOff,
    CloseBets,
    Deal,
    PlaceWager,
    ReturnWagers,
    Settle,
    Spin,
    Strike,
    TakeBack,
    Void,
)
from pitboss.engine.events import MeterFed, MeterReversed, WagersCalledOff
from pitboss.progressive import open_meters

# New Jersey: the wheel fails. Seats 2 and 6 hold pairs, seat 4 does not.
WHEEL = CallOff(("bonus_spin",), "reading wheel-failure", "the wheel does not turn")
SPINS = "cross 2c 4d 7h 9s Kc, 2 3c 3d, 4 5c Jd, 6 8c 8d"


def spinning() -> Round:
    """The round with a spin of seat 6 due."""
    stakes = "; ".join(f"{seat}: antes 5, bonus_spin 5" for seat in (2, 4, 6))
    round = bet_on(dealt(wagered(table(NJ, bonus_spin="5-progressive"), stakes), SPINS))
    while any(option.action == "settle" for option in legal(round)):
        round = play(round, Settle())
    return round


@pytest.mark.clause(NJ, "40.10(i)2", "1.13Z(e)")
def test_a_wheel_that_fails_with_a_spin_due_gives_the_wagers_back_and_the_round_ends() -> None:
    round = spinning()
    assert {option.action for option in legal(round)} == {"spin", "abandon", "void"}
    events = events_of(round, WHEEL)
    assert events[0] == WagersCalledOff(*(WHEEL.wagers, WHEEL.clause, WHEEL.reason))
    assert events[-1] == MeterFed("bonus_spin", -150_000_000)  # 10% of three wagers of 5
    before = len(round.lines)
    over = settled(play(round, WHEEL))
    assert told(over)[before:] == [f"{seat} bonus_spin returned 5.00" for seat in (6, 4, 2)]
    assert {line.clause for line in over.lines[before:]} == {"reading wheel-failure"}
    assert over.finished


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(c)")
def test_a_spin_that_was_made_stands_and_only_the_rest_is_called_off() -> None:
    round = play(spinning(), Spin(6, 6))  # 200, and 50 to each other bettor
    over = settled(play(round, WHEEL))
    spins = [line for line in told(over) if "bonus_spin" in line]
    assert spins == [
        "6 bonus_spin win 200.00",
        "4 bonus_spin_community win 50.00",
        "2 bonus_spin_community win 50.00",
        "4 bonus_spin returned 5.00",
        "2 bonus_spin returned 5.00",
    ]


@pytest.mark.clause(NJ, "40.12(c)")
def test_a_void_after_wagers_were_called_off_gives_nothing_back_twice() -> None:
    before = play(spinning(), WHEEL)
    round = play(before, Void("40.12(c)", "seat 2 holds three cards"))
    for seat in round.seats.values():
        lines = [line for line in round.lines if line.seat == seat.number]
        assert sum((line.returned for line in lines), usd("0")) == sum(seat.wagers.values(), usd("0"))
    events = events_of(before, Void("40.12(c)", "seat 2 holds three cards"))
    assert not any(isinstance(event, MeterFed) for event in events)


@pytest.mark.parametrize(
    "action",
    [
        CallOff(("ante_across",), "reading wheel-failure", "another wager"),
        CallOff(("bonus_spin", "ante_across"), "reading wheel-failure", "more than it concerns"),
        CallOff(("bonus_spin",), "40.10(i)2", "another clause"),
        CallOff(("bonus_spin",), "reading wheel-failure", " "),
    ],
)
@pytest.mark.clause(NJ, "40.10(i)2")
def test_nothing_else_is_called_off_nor_without_a_reason(action: CallOff) -> None:
    assert refused(spinning(), action).where == "the round"


@pytest.mark.clause(NJ, "40.10(i)2")
def test_nothing_is_called_off_before_no_more_bets_or_once_it_is_settled() -> None:
    open_bets = wagered(table(NJ, bonus_spin="5-progressive"), "2: antes 5, bonus_spin 5")
    assert refused(open_bets, WHEEL).allowed == "nothing: no wager can be called off"
    without = bet_on(dealt(wagered(table(NJ, bonus_spin="5-progressive"), "2: antes 5"), SPINS))
    assert refused(without, WHEEL).allowed == "it while such a wager is undecided"


# Crazy 4 Poker: the progressive system fails.

SYSTEM = CallOff(
    (
        "four_card_progressive",
        "five_card_progressive",
        "link_progressive",
        "five_card_hand_bonus_player",
        "five_card_hand_bonus_dealer",
    ),
    "reading wagering-system-failure",
    "the system is down",
)
JUNK, OTHER, DEALER = "Js 9d 7c 4s 2d", "Qc Tc 7s 4d 2s", "5h 6h 7h 8h 9h"


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "13(b)")
def test_a_share_of_the_dealers_jackpot_that_nobody_can_be_paid_goes_back_to_the_meter() -> None:
    bets = "queens_up 5, five_card_hand_bonus_dealer 1"
    game = at_settlement({2: Player(JUNK, bets), 5: Player(OTHER, bets)}, DEALER).settle()
    # A tenth of 10,000.20 in two: 500.01 each. Seat 5's share waits for the floor, seat 2 has not been settled.
    game.do(SYSTEM)
    back = [event for event in game.events if isinstance(event, MeterReversed)]
    assert [(event.seats, str(event.amount), event.emptied) for event in back] == [((2,), "500.01", False)]
    game.finish()
    assert game.result(5, "five_card_hand_bonus_dealer") == "win 500.01 back 500.01"
    assert game.result(2, "five_card_hand_bonus_dealer") == "returned 0.00 back 1.00"
    assert game.line(2, "queens_up").result is Result.LOSE
    assert game.shows("five_card_hand") == "9500.09"  # 10,000.20 less 500.01, and less seat 2's ten cents


@pytest.mark.clause("ma-crazy-4", "10(e)(5)(i)", "11(d)(5)(i)")
def test_wagers_that_were_called_off_earn_no_envy() -> None:
    bets = "four_card_progressive 1"
    game = at_settlement({2: Player(JUNK, bets), 5: Player("8c 8d 8h 8s 3c", bets)}, "Qd Ts 7s 4c 3d")
    game.do(SYSTEM).finish()
    assert game.bonuses(2, "four_card_envy_bonus") == []
    assert [game.result(seat, "four_card_progressive") for seat in (2, 5)] == ["returned 0.00 back 1.00"] * 2
    assert game.meters == open_meters(game.terms)


# A chip that is missing when the wagers are counted


@pytest.mark.clause("ma-crazy-4", "7(b)", "8(a)(3)", "9(a)(2)")
def test_a_wager_without_a_chip_is_struck_before_the_first_card_with_what_it_added() -> None:
    game = Game(crazy_four()).wager(2, "ante 10, super_bonus 10, four_card_progressive 5").do(CloseBets())
    assert game.shows("four_card") == "5000.75"
    game.do(Strike(2, "four_card_progressive"))
    assert set(game.round.seats[2].wagers) == {"ante", "super_bonus"}
    assert game.meters == open_meters(game.terms)


@pytest.mark.clause("ma-crazy-4", "7(b)", "8(a)(3)", "9(a)(2)", "6(d)(1)")
def test_what_the_round_asks_for_is_not_struck_nor_anything_once_a_card_is_out_or_before_bets_close() -> None:
    game = Game(crazy_four()).wager(2, "ante 10, super_bonus 10, queens_up 5")
    assert game.refused(Strike(2, "queens_up")).allowed == "a wager made, before the first card"
    game.do(CloseBets())
    assert game.refused(Strike(2, "ante")).allowed == "an optional wager"
    assert game.refused(Strike(2, "cover_all")).allowed == "a wager made, before the first card"
    game.do(Deal(parse_cards(JUNK)))
    assert game.refused(Strike(2, "queens_up")).allowed == "a wager made, before the first card"


# A seat that lacks a wager


@pytest.mark.parametrize(
    "rulebook",
    [case(MA, "7(d)"), case(MD, ["7.E(1)", "8.D(3)"]), case(NJ, ["40.6(a)", "40.7(d)"]), case(CARD_ROOM, "Dealing 2")],
)
def test_one_lone_ante_goes_back_and_the_others_need_not_wait(rulebook: str) -> None:
    round = wagered(table(rulebook), "1: antes 5; 3: ante_across 5")
    assert refused(round, CloseBets()).where == "seat 3"
    offered = [option for option in legal(round) if option.action == "return-wagers"]
    assert [option.seat for option in offered] == [3]
    if rulebook != CARD_ROOM:
        assert offered[0].clause == "reading incomplete-wagers", "the clause only says to whom cards are dealt"
    round = play(round, ReturnWagers(3), CloseBets())
    assert list(round.seats) == [1]
    assert refused(round, ReturnWagers(1)).where == "seat 1"


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(rulebook, marks=pytest.mark.clause(rulebook, clause))
        for rulebook, clause in ((MA, "6(d)"), (MD, "7.E(1)"), (NJ, "40.6(a)"), (CARD_ROOM, "Dealing 1"))
    ],
)
def test_a_complete_seat_keeps_its_wagers(rulebook: str) -> None:
    round = wagered(table(rulebook), "1: antes 5")
    assert refused(round, ReturnWagers(1)).allowed == "nothing: every seat is complete"
    assert refused(play(round, TakeBack(1, "ante_down")), ReturnWagers(2)).allowed == "seat 1"
    half = play(round, TakeBack(1, "ante_down"), ReturnWagers(1))
    assert half.seats == {}
    assert play(half, PlaceWager(1, "ante_across", money("5"))).seats[1].wagers == {"ante_across": usd("5")}
