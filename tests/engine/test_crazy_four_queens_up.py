"""Crazy 4 Poker: Queens Up by each of its four tables."""

import pytest

from engine.crazy_rounds import Player, crazy_four, settled
from pitboss.rulebooks import Refused

# Printed odds "to 1" by table A, B, C, D; a stake of 5 goes back besides.
TABLES: dict[str, tuple[str, tuple[int, int, int, int]]] = {
    "four aces": ("Ac Ad Ah As 9c", (50, 50, 50, 50)),
    "four of a kind": ("8c 8d 8h 8s 3c", (50, 50, 50, 50)),
    "straight flush": ("5h 6h 7h 8h Kc", (30, 40, 30, 40)),
    "five suited in a row": ("Ah Kh Qh Jh Th", (30, 40, 30, 40)),
    "three of a kind": ("Jc Jd Jh 4s 2c", (9, 8, 8, 7)),
    "full house": ("Jc Jd Jh 4s 4c", (9, 8, 8, 7)),
    "flush": ("2d 5d 9d Jd Kc", (4, 4, 4, 4)),
    "straight": ("6c 7d 8h 9s 2c", (3, 3, 3, 3)),
    "A-2-3-4": ("Ac 2d 3h 4s 9c", (3, 3, 3, 3)),
    "two pair": ("3c 3d 2h 2c 9s", (2, 2, 2, 2)),
    "pair of aces": ("Ac Ad 9h 6s 4c", (1, 1, 1, 1)),
    "pair of kings": ("Kc Kh 9h 6s 4c", (1, 1, 1, 1)),
    "pair of queens": ("Qc Qh 9h 6s 4c", (1, 1, 1, 1)),
}
DEALER = "Qd Ts 7c 5s 3s"  # queen high, which has no part in this wager


@pytest.mark.clause("ma-crazy-4", "10(d)", "11(c)")
@pytest.mark.parametrize("table", "ABCD")
@pytest.mark.parametrize("hand", TABLES)
def test_queens_up_pays_the_line_of_the_table_chosen(table: str, hand: str) -> None:
    cards, odds = TABLES[hand]
    won = 5 * odds["ABCD".index(table)]
    game = settled({1: Player(cards, "queens_up 5")}, DEALER, crazy_four(queens_up=table))
    assert game.result(1, "queens_up") == f"win {won}.00 back {won + 5}.00"
    assert game.line(1, "queens_up").clause == "11(c)"


@pytest.mark.clause("ma-crazy-4", "10(d)", "11(c)")
@pytest.mark.parametrize("table", "ABCD")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("Jh Jd 9h 6s Ac", id="pair of jacks with an ace"),
        pytest.param("2c 2h Ah Ks Qc", id="pair of twos"),
        pytest.param("Ac Kh Qc 9s 4c", id="ace high"),
    ],
)
def test_queens_up_loses_below_a_pair_of_queens(table: str, cards: str) -> None:
    game = settled({1: Player(cards, "queens_up 5")}, DEALER, crazy_four(queens_up=table))
    assert game.result(1, "queens_up") == "lose 0.00 back 0.00"


@pytest.mark.clause("ma-crazy-4", "10(d)")
@pytest.mark.parametrize(
    ("dealer", "ante"),
    [("Kd Kh 7s 5c 2d", "lose"), ("Js Th 7s 5c 2d", "push"), ("Qd Qs 9c 6d 2d", "push"), ("Kd Th 7s 5c 2d", "win")],
)
def test_queens_up_is_paid_whoever_beats_whom(dealer: str, ante: str) -> None:
    game = settled({1: Player("Qc Qh 9h 6s 4c", "queens_up 5")}, dealer)
    assert str(game.line(1, "ante").result) == ante
    assert game.result(1, "queens_up") == "win 5.00 back 10.00"


@pytest.mark.clause("ma-crazy-4", "11(c)")
@pytest.mark.parametrize("choice", ["E", "a", True, False])
def test_another_table_than_the_four_or_none_is_refused(choice: object) -> None:
    with pytest.raises(Refused, match="queens_up"):
        crazy_four(queens_up=choice)
