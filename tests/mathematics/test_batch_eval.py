"""The batch evaluators give the strengths of `pitboss.cards`, and the kinds begin where they should."""

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathematics.strengths import FiveCard
from pitboss import cards
from pitboss.cards import parse_cards
from pitboss.mathematics.kernels.batch_eval import (
    RANK_KEYS,
    Cards,
    FourCard,
    Strengths,
    all_hands,
    best_four,
    five_card,
)

FIVE_CARDS = st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True)


@pytest.fixture(scope="module")
def every_hand() -> Cards:
    return all_hands()


@settings(deadline=None)  # the first call compiles
@given(st.lists(FIVE_CARDS, max_size=40))
def test_batches_agree_with_the_evaluators_of_single_hands(hands: list[list[int]]) -> None:
    batch = np.array(hands, np.uint8).reshape(-1, 5)
    in_cards = [[cards.DECK[index] for index in hand] for hand in hands]
    assert best_four(batch).tolist() == [cards.best_four(hand).value.strength for hand in in_cards]
    assert five_card(batch).tolist() == [cards.evaluate(hand).strength for hand in in_cards]


def test_no_two_sets_of_five_ranks_have_the_same_sum_of_keys() -> None:
    sums = [
        sum(RANK_KEYS[rank] for rank in ranks)
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    ]
    assert len(set(sums)) == len(sums) == 6175  # C(17,5) less 13 times five of a rank


def test_every_hand_is_listed_once(every_hand: Cards) -> None:
    assert len(every_hand) == 2_598_960
    assert (every_hand[:, 1:] > every_hand[:, :-1]).all()
    as_numbers = every_hand @ np.array([52**4, 52**3, 52**2, 52, 1])
    assert (as_numbers[1:] > as_numbers[:-1]).all()


@pytest.mark.clause("ma-crazy-4", "5(b)", "10(c)(2)")
def test_best_four_of_five_in_published_numbers(every_hand: Cards) -> None:
    strengths = best_four(every_hand)
    assert _hands_between(strengths, FourCard.FOUR_OF_A_KIND, 2535) == 624
    assert _hands_between(strengths, FourCard.STRAIGHT_FLUSH, FourCard.FOUR_OF_A_KIND) == 2_072
    assert _hands_between(strengths, FourCard.THREE_OF_A_KIND, FourCard.STRAIGHT_FLUSH) == 58_656
    assert _hands_between(strengths, FourCard.FLUSH, FourCard.THREE_OF_A_KIND) == 114_616
    assert _hands_between(strengths, FourCard.STRAIGHT, FourCard.FLUSH) == 101_808
    assert _hands_between(strengths, FourCard.TWO_PAIR, FourCard.STRAIGHT) == 123_552
    assert _hands_between(strengths, FourCard.PAIR, FourCard.TWO_PAIR) == 1_047_552
    assert strengths.max() == 2534


@pytest.mark.clause("ma-crazy-4", "5(d)")
def test_five_card_hands_in_the_well_known_numbers(every_hand: Cards) -> None:
    strengths = five_card(every_hand)
    known = {
        FiveCard.ROYAL_FLUSH: 4,
        FiveCard.STRAIGHT_FLUSH: 36,
        FiveCard.FOUR_OF_A_KIND: 624,
        FiveCard.FULL_HOUSE: 3_744,
        FiveCard.FLUSH: 5_108,
        FiveCard.STRAIGHT: 10_200,
        FiveCard.THREE_OF_A_KIND: 54_912,
        FiveCard.TWO_PAIR: 123_552,
        FiveCard.PAIR: 1_098_240,
        FiveCard.NOTHING: 1_302_540,
    }
    above = 7462
    for kind, number in known.items():
        assert _hands_between(strengths, kind, above) == number
        above = kind
    assert len(np.unique(strengths)) == 7462 == strengths.max() + 1


@pytest.mark.clause("ma-crazy-4", "5(a)", "5(b)", "5(c)")
@pytest.mark.parametrize(
    ("kind", "lowest", "just_below"),
    [
        (FourCard.KING_HIGH, "Kc 4d 3h 2s", "Qc Jd Th 8s"),
        (FourCard.PAIR, "2c 2d 4h 3s", "Ac Kd Qh Ts"),
        (FourCard.PAIR_OF_QUEENS, "Qc Qd 3h 2s", "Jc Jd Ah Ks"),
        (FourCard.PAIR_OF_ACES, "Ac Ad 3h 2s", "Kc Kd Ah Qs"),
        (FourCard.TWO_PAIR, "3c 3d 2h 2s", "Ac Ad Kh Qs"),
        (FourCard.STRAIGHT, "Ac 2d 3h 4s", "Ac Ad Kh Ks"),
        (FourCard.FLUSH, "6c 4c 3c 2c", "Ac Kd Qh Js"),
        (FourCard.THREE_OF_A_KIND, "2c 2d 2h 3s", "Ac Kc Qc Tc"),
        (FourCard.STRAIGHT_FLUSH, "Ac 2c 3c 4c", "Ac Ad Ah Ks"),
        (FourCard.ROYAL_FLUSH, "Ac Kc Qc Jc", "Kc Qc Jc Tc"),
        (FourCard.FOUR_OF_A_KIND, "2c 2d 2h 2s", "Ac Kc Qc Jc"),
        (FourCard.FOUR_ACES, "Ac Ad Ah As", "Kc Kd Kh Ks"),
    ],
)
def test_where_the_kinds_of_four_card_hands_begin(kind: FourCard, lowest: str, just_below: str) -> None:
    assert cards.best_four(parse_cards(lowest)).value.strength == kind
    assert cards.best_four(parse_cards(just_below)).value.strength == kind - 1


@pytest.mark.parametrize(
    "hands",
    [np.zeros((1, 4), np.uint8), np.zeros(5, np.uint8), np.full((2, 5), 52, np.uint8)],
    ids=["four cards", "one dimension", "no such card"],
)
def test_anything_but_rows_of_five_cards_is_refused(hands: Cards) -> None:
    with pytest.raises(ValueError, match="rows of five cards numbered 0 to 51"):
        best_four(hands)


def _hands_between(strengths: Strengths, lowest: int, above: int) -> int:
    return int(np.count_nonzero((strengths >= lowest) & (strengths < above)))
