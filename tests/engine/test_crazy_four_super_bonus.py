"""Crazy 4 Poker: the Super Bonus, by every line of its table and every outcome against the dealer."""

from typing import Any

import pytest

from engine.crazy_rounds import Player, crazy_four, settled

OUTCOMES = {
    # What becomes of Ante, Play, and a Super Bonus short of a straight.
    "10(c)(3)(i)": ("push", "win", "push 0.00 back 10.00"),
    "10(c)(3)(ii)a": ("lose", "lose", "lose 0.00 back 0.00"),
    "10(c)(3)(ii)b": ("win", "win", "push 0.00 back 10.00"),
    "10(c)(3)(ii)c": ("push", "push", "push 0.00 back 10.00"),
}


def case(clause: str, player: str, dealer: str, paid: str | None, id: str) -> Any:
    super_bonus = paid or OUTCOMES[clause][2]
    marks = pytest.mark.clause("ma-crazy-4", clause, "11(b)")
    return pytest.param(clause, player, dealer, super_bonus, marks=marks, id=id)


UNQUALIFIED, BEATEN, AHEAD, LEVEL = OUTCOMES
UNQUALIFIED_READING = "super-bonus-dealer-not-qualified"
PAIR = "Tc Td 7h 4s 2c"
STRAIGHT, STRAIGHT_PAYS = "6c 7d 8h 9s 2c", "win 10.00 back 20.00"  # 1 to 1
LOW_STRAIGHT = "Ac 2d 3h 4s 9c"
FLUSH, FLUSH_PAYS = "2d 5d 9d Jd Kc", "win 15.00 back 25.00"  # 3 to 2
TRIPS, TRIPS_PAY = "Jc Jd Jh 4s 2c", "win 20.00 back 30.00"  # 2 to 1
STRAIGHT_FLUSH, STRAIGHT_FLUSH_PAYS = "5h 6h 7h 8h Kc", "win 150.00 back 160.00"  # 15 to 1
QUADS, QUADS_PAY = "8c 8d 8h 8s 3c", "win 300.00 back 310.00"  # 30 to 1
ACES, ACES_PAY = "Ac Ad Ah As 9c", "win 2000.00 back 2010.00"  # 200 to 1


@pytest.mark.parametrize(
    ("clause", "player", "dealer", "super_bonus"),
    [
        case(UNQUALIFIED, PAIR, "Qs Jh 8d 5c 3s", None, "pair, dealer queen high"),
        case(UNQUALIFIED, STRAIGHT, "Qs Jh 7s 5c 3s", STRAIGHT_PAYS, "straight, dealer queen high"),
        case(UNQUALIFIED, LOW_STRAIGHT, "Qs Jh 7s 5c 3s", STRAIGHT_PAYS, "A-2-3-4, dealer queen high"),
        case(UNQUALIFIED, FLUSH, "Qs Th 8c 6c 3s", FLUSH_PAYS, "flush, dealer queen high"),
        case(UNQUALIFIED, TRIPS, "Qs Th 8c 6c 3s", TRIPS_PAY, "three of a kind, dealer queen high"),
        case(UNQUALIFIED, STRAIGHT_FLUSH, "Qs Tc 9d 4c 3s", STRAIGHT_FLUSH_PAYS, "straight flush, dealer queen high"),
        case(UNQUALIFIED, QUADS, "Qs Tc 9d 4c 3s", QUADS_PAY, "four of a kind, dealer queen high"),
        case(UNQUALIFIED, ACES, "Qs Tc 9d 4c 3s", ACES_PAY, "four aces, dealer queen high"),
        case(BEATEN, PAIR, "Js Jh 8d 5c 3s", None, "pair, beaten"),
        case(BEATEN, "Tc Td 4h 4c 9s", "Js Jh 2d 2s 9d", None, "two pair, beaten"),
        case(BEATEN, STRAIGHT, "Tc Jd Qh Ks 3c", STRAIGHT_PAYS, "straight, beaten"),
        case(BEATEN, LOW_STRAIGHT, "2h 3s 4d 5c Kd", STRAIGHT_PAYS, "A-2-3-4, beaten"),
        case(BEATEN, FLUSH, "3s 6s 9s Qs Kd", FLUSH_PAYS, "flush, beaten"),
        case(BEATEN, TRIPS, "Qc Qd Qh 5s 3c", TRIPS_PAY, "three of a kind, beaten"),
        case(BEATEN, STRAIGHT_FLUSH, "4c 4d 4h 4s 9c", STRAIGHT_FLUSH_PAYS, "straight flush, beaten"),
        case(BEATEN, QUADS, "9c 9d 9h 9s 2c", QUADS_PAY, "four of a kind, beaten"),
        case(AHEAD, PAIR, "Ks Jh 8d 5c 3s", None, "pair, ahead"),
        case(AHEAD, "Tc Td 4h 4c 9s", "Ks Kh 8d 5c 3s", None, "two pair, ahead"),
        case(AHEAD, STRAIGHT, "Ks Jh 7s 5c 3s", STRAIGHT_PAYS, "straight, ahead"),
        case(AHEAD, LOW_STRAIGHT, "Ks Jh 7s 5c 3s", STRAIGHT_PAYS, "A-2-3-4, ahead"),
        case(AHEAD, FLUSH, "6c 7h 8s 9c 2h", FLUSH_PAYS, "flush, ahead"),
        case(AHEAD, TRIPS, "3s 6s 9s Qs Kd", TRIPS_PAY, "three of a kind, ahead"),
        case(AHEAD, STRAIGHT_FLUSH, "Qc Qd Qh 5s 3c", STRAIGHT_FLUSH_PAYS, "straight flush, ahead"),
        case(AHEAD, QUADS, "4h 5h 6h 7h Kc", QUADS_PAY, "four of a kind, ahead"),
        case(AHEAD, ACES, "Kc Kd Kh Ks 2c", ACES_PAY, "four aces, ahead"),
        case(LEVEL, PAIR, "Ts Th 7s 4c 2d", None, "pair, level: not lost on a tie"),
        case(LEVEL, "Tc Td 4h 4c 9s", "Ts Th 4d 4s 2d", None, "two pair, level"),
        case(LEVEL, STRAIGHT, "6d 7c 8s 9h 2s", STRAIGHT_PAYS, "straight, level"),
        case(LEVEL, LOW_STRAIGHT, "Ad 2h 3s 4c Td", STRAIGHT_PAYS, "A-2-3-4, level"),
        case(LEVEL, FLUSH, "2h 5h 9h Jh Ks", FLUSH_PAYS, "flush, level"),
        case(LEVEL, STRAIGHT_FLUSH, "5s 6s 7s 8s Kd", STRAIGHT_FLUSH_PAYS, "straight flush, level"),
    ],
)
def test_super_bonus_is_paid_from_a_straight_up_and_below_it_lost_only_to_a_better_qualified_hand(
    clause: str, player: str, dealer: str, super_bonus: str
) -> None:
    game = settled({1: Player(player)}, dealer)
    ante, play, _ = OUTCOMES[clause]
    assert (str(game.line(1, "ante").result), str(game.line(1, "play").result)) == (ante, play)
    assert game.line(1, "ante").clause == clause
    assert game.result(1, "super_bonus") == super_bonus


@pytest.mark.clause("ma-crazy-4", "10(c)(3)(i)")
@pytest.mark.parametrize(
    ("player", "returned", "lost"),
    [
        pytest.param("Jd 9d 7c 4h 2d", "push 0.00 back 10.00", "lose 0.00 back 0.00", id="outranked"),
        pytest.param("Qh Jd 8c 5d 2c", "push 0.00 back 10.00", "push 0.00 back 10.00", id="level"),
        pytest.param("Kh Jd 8c 5d 2c", "push 0.00 back 10.00", "push 0.00 back 10.00", id="ahead"),
        pytest.param("6c 7d 8c 9s 2c", "win 10.00 back 20.00", "win 10.00 back 20.00", id="straight"),
    ],
)
def test_a_dealer_without_a_king_takes_the_super_bonus_only_under_the_reading_that_says_so(
    player: str, returned: str, lost: str
) -> None:
    for reading, result in (("returned", returned), ("lost", lost)):
        terms = crazy_four(readings={UNQUALIFIED_READING: reading})
        game = settled({1: Player(player)}, "Qs Jh 8d 5c 3s", terms)
        assert game.result(1, "super_bonus") == result
        assert game.result(1, "play") == "win 10.00 back 20.00"


@pytest.mark.clause("ma-crazy-4", "10(c)(3)(i)", "11(b)")
@pytest.mark.parametrize(
    ("player", "reading", "clause"),
    [
        pytest.param("Jd 9d 7c 4h 2d", "lost", f"reading {UNQUALIFIED_READING}", id="outranked, and lost by a reading"),
        pytest.param("Jd 9d 7c 4h 2d", "returned", UNQUALIFIED, id="outranked, and returned by the clause"),
        pytest.param("Qh Jd 8c 5d 2c", "lost", UNQUALIFIED, id="level"),
        pytest.param("Kh Jd 8c 5d 2c", "lost", UNQUALIFIED, id="ahead"),
        pytest.param("6c 7d 8c 9s 2c", "lost", "11(b)", id="straight"),
    ],
)
def test_a_super_bonus_taken_by_a_dealer_without_a_king_cites_the_reading(
    player: str, reading: str, clause: str
) -> None:
    terms = crazy_four(readings={UNQUALIFIED_READING: reading})
    game = settled({1: Player(player)}, "Qs Jh 8d 5c 3s", terms)
    assert game.line(1, "super_bonus").clause == clause
    assert {game.line(1, wager).clause for wager in ("ante", "play")} == {UNQUALIFIED}, "which the reading leaves alone"


@pytest.mark.clause("ma-crazy-4", "11(b)")
@pytest.mark.parametrize(("stake", "paid"), [("1", "1.50"), ("0.50", "0.75"), ("7.50", "11.25")])
def test_three_to_two_is_paid_to_the_cent(stake: str, paid: str) -> None:
    limits = {"ante": {"minimum": "0.50", "maximum": "100", "unit": "0.50"}}
    game = settled({1: Player(FLUSH, ante=stake, play=stake)}, "Qs Th 8c 6c 3s", crazy_four(limits=limits))
    assert str(game.line(1, "super_bonus").paid) == paid


@pytest.mark.clause("ma-crazy-4", "11(b)", "10(c)(2)")
def test_five_suited_cards_in_a_row_are_a_straight_flush_of_four() -> None:
    game = settled({1: Player("Ah Kh Qh Jh Th")}, "Qs Tc 9d 4c 3s")
    assert game.result(1, "super_bonus") == STRAIGHT_FLUSH_PAYS
    assert game.line(1, "super_bonus").hand == "ace-high straight flush"
