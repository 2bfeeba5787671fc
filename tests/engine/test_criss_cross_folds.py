"""Criss-Cross Poker: what a fold forfeits at each decision, by which clause, and which wagers outlive it."""

import pytest

from engine.rounds import CARD_ROOM, CRISS_CROSS, MA, MD, NJ, case, dealt, line, moves, settled, table, usd, wagered
from pitboss.engine import Phase, Result, Round, play
from pitboss.engine.view import view
from pitboss.money import Amount

# Seat 1 folds, seat 4 stays in. The cross is a pair of 8s: a 5 Card Bonus wins 1 to 1.
# In the card room the folded 9s make three of a kind with the burns: the 6 Card Bonus wins 5 to 1.
CARDS = "cross 2c 8d Kh 8s 5c, 1 9c 9d, 4 Qc 3d, burn 9h 4s 7d Js"
UNTIL_THE_FOLD = {
    "across": "1 folds; 4 bets 10; reveal; 4 bets 10; reveal; 4 bets 10; reveal",
    "down": "1 bets 20; 4 bets 10; reveal; 1 folds; 4 bets 10; reveal; 4 bets 10; reveal",
    "middle": "1 bets 20; 4 bets 10; reveal; 1 bets 30; 4 bets 10; reveal; 1 folds; 4 bets 10; reveal",
}
FORFEITED = {
    "across": {"ante_across": "10", "ante_down": "10"},
    "down": {"ante_across": "10", "ante_down": "10", "across": "20"},
    "middle": {"ante_across": "10", "ante_down": "10", "across": "20", "down": "30"},
}


def folded_at(rulebook: str, street: str) -> Round:
    six = ", six_card_bonus 5" if rulebook == CARD_ROOM else ""
    round = wagered(table(rulebook, five_card_bonus=True), f"1: antes 10, five_card_bonus 5{six}; 4: antes 10")
    return play(dealt(round, CARDS), *moves(UNTIL_THE_FOLD[street]))


@pytest.mark.parametrize(
    ("rulebook", "street", "clause"),
    [
        case(MA, "10(b)", "across", "10(b)", id="across"),
        case(MA, "10(d)", "down", "10(d)", id="down"),
        case(MA, "10(f)", "middle", "10(f)", id="middle"),
        case(MD, ["11.B(1)(b)", "11.B(2)", "11.B(2)(a)"], "across", "11.B(2)(a)", id="across"),
        case(MD, ["11.D", "11.D(1)", "11.D(1)(a)"], "down", "11.D(1)(a)", id="down"),
        case(MD, ["11.F", "11.F(1)", "11.F(1)(a)"], "middle", "11.F(1)(a)", id="middle"),
        case(NJ, ["40.10(c)", "40.10(d)"], "across", "40.10(c)", id="across"),
        case(NJ, ["40.10(e)", "40.10(f)"], "down", "40.10(e)", id="down"),
        case(NJ, "40.10(g)", "middle", "40.10(g)", id="middle"),
        case(CARD_ROOM, ["Round 1", "5 Card Bonus 5"], "across", "Round 1", id="across"),
        case(CARD_ROOM, ["Round 3", "5 Card Bonus 5"], "down", "Round 3", id="down"),
        case(CARD_ROOM, ["Round 5", "5 Card Bonus 5"], "middle", "Round 5", id="middle"),
    ],
)
def test_a_fold_forfeits_antes_and_the_bets_made_so_far(rulebook: str, street: str, clause: str) -> None:
    round = settled(folded_at(rulebook, street))
    given_up = [item for item in round.lines if item.seat == 1 and item.result is Result.FORFEITED]
    assert {item.wager: item.stake for item in given_up} == {
        wager: usd(stake) for wager, stake in FORFEITED[street].items()
    }
    assert {(item.clause, item.hand, item.paid, item.returned) for item in given_up} == {
        (clause, f"folded at {street}", Amount.ZERO, Amount.ZERO)
    }
    assert not any(item.result is Result.FORFEITED for item in round.lines if item.seat == 4)


@pytest.mark.parametrize(
    ("rulebook", "street"),
    [
        case(MA, ["10(b)", "10(h)(5)"], "across", id="across"),
        case(MA, ["10(d)", "10(h)(5)"], "down", id="down"),
        case(MA, ["10(f)", "10(h)(5)"], "middle", id="middle"),
        case(MD, ["11.B(3)", "11.H(1)"], "across", id="across"),
        case(MD, ["11.D(2)", "11.H(1)"], "down", id="down"),
        case(MD, ["11.F(2)", "11.H(1)"], "middle", id="middle"),
        case(NJ, "40.11(b)", "across", id="across"),
        case(NJ, "40.11(b)", "down", id="down"),
        case(NJ, "40.11(b)", "middle", id="middle"),
        case(CARD_ROOM, ["5 Card Bonus 4", "5 Card Bonus 5"], "across", id="across"),
        case(CARD_ROOM, ["5 Card Bonus 4", "5 Card Bonus 5"], "down", id="down"),
        case(CARD_ROOM, ["5 Card Bonus 4", "5 Card Bonus 5"], "middle", id="middle"),
    ],
)
def test_the_five_card_bonus_outlives_a_fold_and_is_paid_on_the_cross(rulebook: str, street: str) -> None:
    bonus = line(settled(folded_at(rulebook, street)), 1, "five_card_bonus")
    assert (bonus.result, bonus.hand, bonus.paid, bonus.returned) == (Result.WIN, "pair of eights", usd("5"), usd("10"))


@pytest.mark.clause(CARD_ROOM, "6 Card Bonus 3")
@pytest.mark.parametrize("street", UNTIL_THE_FOLD)
def test_the_6_card_bonus_outlives_a_fold_at_any_point_with_the_folded_cards(street: str) -> None:
    bonus = line(settled(folded_at(CARD_ROOM, street)), 1, "six_card_bonus")
    assert (bonus.result, bonus.hand, bonus.paid, bonus.returned) == (Result.WIN, "three nines", usd("25"), usd("30"))


@pytest.mark.parametrize(
    ("rulebook", "street"),
    [
        case(MA, "10(b)", "across", id="across"),
        case(MA, "10(d)", "down", id="down"),
        case(MA, "10(f)", "middle", id="middle"),
        case(MD, "11.B(2)(b)", "across", id="across"),
        case(MD, "11.D(1)(b)", "down", id="down"),
        case(MD, "11.F(1)(b)", "middle", id="middle"),
        case(NJ, "40.10(d)", "across", id="across"),
        case(NJ, "40.10(f)", "down", id="down"),
        case(NJ, "40.10(g)", "middle", id="middle"),
    ],
)
def test_a_folded_hand_leaves_play_unseen(rulebook: str, street: str) -> None:
    round = settled(folded_at(rulebook, street))
    assert round.phase is Phase.SETTLED
    assert round.opened == (4,)
    assert view(round, None).seat(1).cards == ()
    assert view(round, 4).seat(1).cards == ()


@pytest.mark.clause(CARD_ROOM, "6 Card Bonus 3", "6 Card Bonus 4")
@pytest.mark.parametrize("street", UNTIL_THE_FOLD)
def test_the_card_room_opens_a_folded_hand_only_for_its_6_card_bonus(street: str) -> None:
    assert settled(folded_at(CARD_ROOM, street)).opened == (4, 1)
    without = wagered(table(CARD_ROOM), "1: antes 10, five_card_bonus 5; 4: antes 10")
    assert settled(play(dealt(without, CARDS), *moves(UNTIL_THE_FOLD[street]))).opened == (4,)


@pytest.mark.parametrize("rulebook", CRISS_CROSS)
def test_a_fold_changes_nothing_for_the_other_players(rulebook: str) -> None:
    round = settled(folded_at(rulebook, "down"))
    results = {item.wager: item.result for item in round.lines if item.seat == 4}
    # Across Qc 3d with 8d Kh 8s: a pair of 8s pushes; Down Qc 3d with 2c Kh 5c loses; the Middle pushes with Across.
    assert results == {
        "ante_across": Result.PUSH,
        "across": Result.PUSH,
        "ante_down": Result.LOSE,
        "down": Result.LOSE,
        "middle": Result.PUSH,
    }
