"""Crazy 4 Poker: the four-card and five-card rankings of section 5, each hand named by its clause."""

from itertools import pairwise

import pytest

from pitboss.cards import FiveCardRank, FourCardRank, best_four, evaluate, parse_cards

CRAZY = "ma-crazy-4"

# Highest to lowest within each kind, the extremes as section 5(b) names them.
FOUR_CARDS = {
    "5(b)(1)": (FourCardRank.FOUR_OF_A_KIND, ["Ac Ad Ah As", "Kc Kd Kh Ks", "2c 2d 2h 2s"]),
    "5(b)(2)": (FourCardRank.STRAIGHT_FLUSH, ["Ac Kc Qc Jc", "Kd Qd Jd Td", "2h 3h 4h 5h", "As 2s 3s 4s"]),
    "5(b)(3)": (FourCardRank.THREE_OF_A_KIND, ["Ac Ad Ah Ks", "Ac Ad Ah 2s", "Kc Kd Kh As", "2c 2d 2h 3s"]),
    "5(b)(4)": (FourCardRank.FLUSH, ["Ac Kc Qc Tc", "Ad 4d 3d 5d", "5h 4h 3h 7h"]),
    "5(b)(5)": (FourCardRank.STRAIGHT, ["Ac Kd Qc Jc", "Kd Qh Jd Td", "2h 3c 4h 5h", "As 2s 3c 4s"]),
    "5(b)(6)": (FourCardRank.TWO_PAIR, ["Ac Ad Kc Kd", "Ac Ad 2c 2d", "Kc Kd Qc Qd", "3c 3d 2c 2d"]),
    "5(b)(7)": (FourCardRank.PAIR, ["Ac Ad Kc Qd", "Ac Ad 3c 2d", "Kc Kd Ah Qd", "2c 2d 4h 3c"]),
}


@pytest.mark.clause(CRAZY, "5(b)", *FOUR_CARDS)
def test_the_kinds_of_four_cards_from_best_to_worst() -> None:
    hands = [hand for _, listed in FOUR_CARDS.values() for hand in listed]
    values = [best_four(parse_cards(hand)).value for hand in [*hands, "Ac Kd Qh Ts", "5c 4d 3h 7s"]]
    assert all(higher > lower for higher, lower in pairwise(values))


@pytest.mark.parametrize(
    ("rank", "hands"),
    [pytest.param(*item, marks=pytest.mark.clause(CRAZY, clause), id=clause) for clause, item in FOUR_CARDS.items()],
)
def test_each_kind_of_four_cards(rank: FourCardRank, hands: list[str]) -> None:
    assert {best_four(parse_cards(hand)).value.rank for hand in hands} == {rank}


@pytest.mark.clause(CRAZY, "5(a)")
def test_an_ace_is_high_or_low_and_never_in_the_middle_and_suits_are_equal() -> None:
    def four(hand: str) -> tuple[FourCardRank, int]:
        value = best_four(parse_cards(hand)).value
        return value.rank, value.ranks[0]

    ace, four_high = 12, 2
    assert four("Ac 2d 3h 4s") == (FourCardRank.STRAIGHT, four_high)
    assert four("Ac 2c 3c 4c") == (FourCardRank.STRAIGHT_FLUSH, four_high)
    assert four("Kc Ad 2h 3s") == (FourCardRank.HIGH_CARD, ace)
    assert four("Qc Kd Ah 2s") == (FourCardRank.HIGH_CARD, ace)
    assert best_four(parse_cards("Ac Kd 9h 5s")).value == best_four(parse_cards("As Kh 9d 5c")).value
    order = [best_four(parse_cards(f"{rank}c 2d 3h 5s")).value for rank in "AKQJT9876"]
    assert all(higher > lower for higher, lower in pairwise(order))


@pytest.mark.clause(CRAZY, "5(c)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ac Kd 9h 5s", "Ad Kc 9s 4h"),  # the last of four cards decides
        ("Ac Ad 9h 5s", "Ah As 9c 4h"),
        ("Kc Kd 3h 2s", "Qc Qd Ah Ks"),  # the pair itself before an ace beside it
        ("Qc Qd Qh 3s", "Jc Jd Jh As"),
        ("Kc Kd 3h 3s", "Kh Ks 2c 2d"),
        ("Ac 9c 5c 4c", "Kd Qd Jd 9d"),
    ],
)
def test_hands_of_a_kind_are_told_apart_by_the_highest_card_not_shared(higher: str, lower: str) -> None:
    assert best_four(parse_cards(higher)).value > best_four(parse_cards(lower)).value


@pytest.mark.clause(CRAZY, "5(c)")
@pytest.mark.parametrize(("one", "two"), [("Ac Ad 9h 5s", "Ah As 9c 5d"), ("Kc Qd 9h 5s", "Ks Qh 9d 5c")])
def test_hands_without_such_a_card_tie(one: str, two: str) -> None:
    assert best_four(parse_cards(one)).value == best_four(parse_cards(two)).value


FIVE_CARDS = {
    "5(d)(1)": (FiveCardRank.ROYAL_FLUSH, ["Ac Kc Qc Jc Tc"]),
    "5(d)(2)": (FiveCardRank.STRAIGHT_FLUSH, ["Kc Qc Jc Tc 9c", "Ad 2d 3d 4d 5d"]),
    "5(d)(3)": (FiveCardRank.FOUR_OF_A_KIND, ["Ac Ad Ah As 2c", "2c 2d 2h 2s Ac"]),
    "5(d)(4)": (FiveCardRank.FULL_HOUSE, ["Ac Ad Ah Ks Kc", "2c 2d 2h 3s 3c"]),
    "5(d)(5)": (FiveCardRank.FLUSH, ["Ac Kc Qc Jc 9c", "2d 3d 4d 5d 7d"]),
    "5(d)(6)": (FiveCardRank.STRAIGHT, ["Ac Kd Qc Jc Tc", "Ad 2d 3d 4d 5c"]),
    "5(d)(7)": (FiveCardRank.THREE_OF_A_KIND, ["Ac Ad Ah Ks Qc", "2c 2d 2h 4s 3c"]),
}


@pytest.mark.parametrize(
    ("rank", "hands"),
    [pytest.param(*item, marks=pytest.mark.clause(CRAZY, clause), id=clause) for clause, item in FIVE_CARDS.items()],
)
def test_each_kind_of_five_cards(rank: FiveCardRank, hands: list[str]) -> None:
    assert {evaluate(parse_cards(hand)).rank for hand in hands} == {rank}


@pytest.mark.clause(CRAZY, "5(d)", *FIVE_CARDS)
def test_the_kinds_of_five_cards_from_best_to_worst() -> None:
    values = [evaluate(parse_cards(hand)) for _, hands in FIVE_CARDS.values() for hand in hands]
    assert all(higher > lower for higher, lower in pairwise([*values, evaluate(parse_cards("Ac Ad Kh Ks Qc"))]))
