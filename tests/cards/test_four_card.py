"""The four-card ranking of Crazy 4 Poker, clause by clause."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cards.reference import four_card_worth, plain
from pitboss.cards import DECK, Card, FourCardRank, FourCardValue, best_four, parse_cards

four_cards = st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True)
five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def value_of(cards: str) -> FourCardValue:
    return best_four(parse_cards(cards)).value


def example(clause: str, cards: str, chosen: str, rank: FourCardRank, ranks: tuple[int, ...], words: str) -> Any:
    marks = pytest.mark.clause("ma-crazy-4", clause)
    return pytest.param(cards, chosen, rank, ranks, words, marks=marks, id=cards)


@pytest.mark.parametrize(
    ("cards", "chosen", "rank", "ranks", "words"),
    [
        example("5(b)(1)", "6c 6d 6h 6s Ac", "6s 6h 6d 6c", FourCardRank.FOUR_OF_A_KIND, (4,), "four sixes"),
        example(
            *("5(b)(2)", "Ah Kh Qh Jh Th", "Ah Kh Qh Jh"),
            *(FourCardRank.STRAIGHT_FLUSH, (12,), "ace-high straight flush"),
        ),
        example(
            *("5(b)(2)", "As 2s 3s 4s Kc", "As 4s 3s 2s"),
            *(FourCardRank.STRAIGHT_FLUSH, (2,), "four-high straight flush"),
        ),
        example(
            *("5(b)(2)", "2s 3s 4s 5s 6c", "5s 4s 3s 2s"),  # the six makes only a straight
            *(FourCardRank.STRAIGHT_FLUSH, (3,), "five-high straight flush"),
        ),
        example(
            *("5(b)(3)", "9c 9d 9h 4s 4c", "9h 9d 9c 4s"),  # no full house with four cards
            *(FourCardRank.THREE_OF_A_KIND, (7, 2), "three nines"),
        ),
        example("5(b)(4)", "2c 7c Ac 9c Kd", "Ac 9c 7c 2c", FourCardRank.FLUSH, (12, 7, 5, 0), "ace-high flush"),
        example("5(b)(4)", "3h 4h 5h 7h 6c", "7h 5h 4h 3h", FourCardRank.FLUSH, (5, 3, 2, 1), "seven-high flush"),
        example("5(b)(5)", "Ac Kd Qh Js 2c", "Ac Kd Qh Js", FourCardRank.STRAIGHT, (12,), "ace-high straight"),
        example("5(b)(5)", "Ac 2d 3h 4s 9c", "Ac 4s 3h 2d", FourCardRank.STRAIGHT, (2,), "four-high straight"),
        example("5(b)(5)", "Ac 2d 3h 4s 5c", "5c 4s 3h 2d", FourCardRank.STRAIGHT, (3,), "five-high straight"),
        example("5(b)(5)", "2c 2d 3h 4s 5c", "5c 4s 3h 2d", FourCardRank.STRAIGHT, (3,), "five-high straight"),
        example(
            *("5(b)(6)", "4c Kd 4h Ks Ac", "Ks Kd 4h 4c"),
            *(FourCardRank.TWO_PAIR, (11, 2), "two pair, kings and fours"),
        ),
        example("5(b)(7)", "9c 9d Kh 7s 2c", "Kh 9d 9c 7s", FourCardRank.PAIR, (7, 11, 5), "pair of nines"),
        example("5(c)", "Kc Qd 9h 5s 2c", "Kc Qd 9h 5s", FourCardRank.HIGH_CARD, (11, 10, 7, 3), "king high"),
    ],
)
def test_the_best_four_of_each_hand(
    cards: str, chosen: str, rank: FourCardRank, ranks: tuple[int, ...], words: str
) -> None:
    best = best_four(parse_cards(cards))
    assert (best.value.rank, best.value.ranks, best.value.describe()) == (rank, ranks, words)
    assert best.cards == parse_cards(chosen)


@pytest.mark.clause("ma-crazy-4", "5(a)")
@pytest.mark.parametrize("cards", ["Kc Ad 2h 3s", "Qc Kd Ah 2s", "Kc Ad 2h 3s 9c", "Ac 2d 3h 5s"])
def test_no_straight_goes_round_the_ace(cards: str) -> None:
    assert value_of(cards).rank is FourCardRank.HIGH_CARD


LADDER = [
    *("2c 3d 4h 6s", "Qc Jd Th 8s", "Kc 2d 3h 4s", "Ac Kd Qh Ts"),
    *("2c 2d 3h 4s", "2c 2d Ah Ks", "3c 3d 2h 4s", "Ac Ad Kh Qs"),
    *("2c 2d 3h 3s", "Kc Kd Qh Qs", "Ac Ad 2h 2s", "Ac Ad Kh Ks"),
    *("Ac 2d 3h 4s", "2c 3d 4h 5s", "Tc Jd Qh Ks", "Jc Qd Kh As"),
    *("2c 3c 4c 6c", "Kc Qc Jc 9c", "Ac 2c 3c 5c", "Ac Kc Qc Tc"),
    *("2c 2d 2h 3s", "2c 2d 2h As", "3c 3d 3h 2s", "Ac Ad Ah Ks"),
    *("Ac 2c 3c 4c", "2c 3c 4c 5c", "Jc Qc Kc Ac"),
    *("2c 2d 2h 2s", "Ac Ad Ah As"),
]


@pytest.mark.clause("ma-crazy-4", "5(b)", "5(c)")
def test_each_hand_beats_the_one_before_it() -> None:
    values = [value_of(cards) for cards in LADDER]
    assert [value.strength for value in values] == sorted({value.strength for value in values})
    assert values == sorted(values)
    assert (values[0].strength, values[-1].strength) == (0, 2534)


@pytest.mark.clause("ma-crazy-4", "5(a)", "5(c)")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kd 9h 2s", "Ad Kh 9s 2c"),
        ("9c 9d Kh 7s", "9h 9s Kc 7d"),
        ("Kc Kd 4h 4s", "Kh Ks 4c 4d"),
        ("Ac 2d 3h 4s", "Ad 2h 3s 4c"),
        ("2c 7c 9c Ac", "2s 7s 9s As"),
        ("9c 9d Kh 7s 2c", "9h 9s Kc 7d 3c"),  # the fifth card is not part of the hand
    ],
)
def test_hands_that_differ_only_in_suits_tie(one: str, other: str) -> None:
    assert value_of(one) is value_of(other)


@pytest.mark.clause("ma-crazy-4", "5(c)")
@given(four_cards, four_cards)
def test_of_hands_alike_the_highest_card_not_in_the_other_hand_decides(one: list[Card], other: list[Card]) -> None:
    first, second = best_four(one).value, best_four(other).value
    assume(first.rank is second.rank)
    # Subsection (b) itself orders the kinds whose ranks it names; (c) speaks where those are the same.
    named = {FourCardRank.HIGH_CARD: 0, FourCardRank.FLUSH: 0, FourCardRank.TWO_PAIR: 2}.get(first.rank, 1)
    assume(first.ranks[:named] == second.ranks[:named])
    only_one = {card.rank for card in one} - {card.rank for card in other}
    only_other = {card.rank for card in other} - {card.rank for card in one}
    if only_one or only_other:
        assert (first > second) is (max(only_one) > max(only_other))
        assert first != second
    else:
        assert first == second


@pytest.mark.clause("ma-crazy-4", "10(c)(2)")
@given(five_cards)
def test_the_cards_chosen_make_the_value_and_no_other_four_beat_them(cards: list[Card]) -> None:
    best = best_four(cards)
    assert set(best.cards) < set(cards)
    assert best_four(best.cards).value is best.value
    assert four_card_worth(plain(best.cards)) == max(four_card_worth(plain(four)) for four in combinations(cards, 4))


def test_four_cards_are_needed_and_none_twice() -> None:
    with pytest.raises(ValueError, match="A hand of 4 cards cannot be made from 3"):
        best_four(DECK[:3])
    with pytest.raises(ValueError, match=r"The deuce of clubs \(2c\) appears twice"):
        best_four([*DECK[:4], DECK[0]])
