"""The kernels behind the Criss-Cross solver, each against a plain version."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.mathematics.criss_cross.kernels.class_counts import class_counts
from pitboss.mathematics.criss_cross.kernels.deals import DECK, PAIR_CARDS, mask_of, pair_of
from pitboss.mathematics.criss_cross.kernels.exposed_sums import option_sums_of_known_middle
from pitboss.mathematics.criss_cross.kernels.pair_tables import HandReturns, Pairs, Returns, pair_tables
from pitboss.mathematics.criss_cross.kernels.sums import option_sums
from pitboss.mathematics.kernels.five_card_tables import binomials, representatives, strengths
from pitboss.program.jit import in_threads, njit, popcount

# Made-up pays of seven classes by strength, not rising throughout: 0 returns nothing, 4 is even money.
LINES = np.array([0, 1500, 2900, 3600, 4300, 5000, 5900])
BET, ANTE = np.array([0, 4, 9, 6, 30, 0, 80, 0]), np.array([1, 4, 0, 8, 8, 4, 12, 0])
SHARED = Returns(HandReturns(BET, ANTE, BET, False), HandReturns(BET, ANTE, BET, False), BET, 4, True)
MIDDLE = np.array([2, 0, 5, 5, 40, 7, 3, 0])
APART = Returns(
    HandReturns(BET, ANTE, MIDDLE, True),
    HandReturns(np.array([0, 0, 7, 12, 20, 9, 60, 0]), np.array([0, 4, 4, 2, 11, 4, 30, 0]), MIDDLE, True),
    MIDDLE,
    4,
    False,
)
BETS = np.array([[1, 3], [2, 5], [1, 4]])
HOLE = (21, 34)


def hand_number(hand: tuple[int, ...]) -> int:
    return sum(int(binomials()[card, place]) for place, card in enumerate(sorted(hand), start=1))


def hand_classes() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return (np.searchsorted(LINES, strengths(), side="right") - 1).astype(np.uint8)


def judged(pairs: list[tuple[int, int]], middles: int, returns: HandReturns) -> Pairs:
    cards = np.take(PAIR_CARDS, [pair_of(*pair) for pair in pairs], axis=1)
    return pair_tables(*HOLE, cards, middles, hand_classes(), binomials(), returns)


def some_pairs(step: int) -> list[tuple[int, int]]:
    """Every so many of the pairs that the hole leaves."""
    return [pair for pair in combinations(range(52), 2) if not {*pair} & {*HOLE}][::step]


def plain_class(pair: tuple[int, int], middle: int) -> int:
    strength = int(strengths()[hand_number((*HOLE, *pair, middle))])
    return int((strength >= LINES).sum()) - 1


@njit
def count_bits(word: int) -> int:
    return popcount(word)


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, (1 << 63) - 1))
def test_popcount(word: int) -> None:
    assert count_bits(word) == word.bit_count()


def test_a_kernel_that_cannot_be_cached_is_compiled_all_the_same() -> None:
    space: dict[str, object] = {"njit": njit}
    exec("@njit\ndef twice(number): return 2 * number\ndouble = twice(21)", space)
    assert space["double"] == 42


def test_threads_keep_the_order() -> None:
    assert in_threads(lambda number: number * number, range(20)) == [number * number for number in range(20)]


def test_every_strength_is_held_by_as_many_hands_as_poker_has() -> None:
    # No pair, pair, two pair, threes, straight, flush, full house, fours, straight flush: how many different
    # hands of each there are, and how many ways to hold them, by the textbook.
    kinds = [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    ways = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
    counts = np.bincount(strengths(), minlength=7462)
    ends = np.cumsum([0, *kinds])
    assert [int(counts[a:b].sum()) for a, b in pairwise(ends)] == ways


def test_representatives_have_the_strengths_they_represent() -> None:
    found = [int(strengths()[hand_number(hand)]) for hand in representatives()]
    assert found == list(range(7462))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts", "Ks Qs Js Ts 9s"),
        ("6h 5h 4h 3h 2h", "Ad 2d 3d 4d 5d"),
        ("Ah 2h 3h 4h 5h", "Ac Ad Ah As Kc"),
        ("2c 2d 2h 3c 3d", "Ac Kc Qc Jc 9c"),
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
        ("3c 3d 2c 2d Ah", "3c 3d 2c 2d 4h"),
    ],
)
def test_better_hands_are_stronger(better: str, worse: str) -> None:
    def strength(text: str) -> int:
        hand = tuple("23456789TJQKA".index(card[0]) * 4 + "cdhs".index(card[1]) for card in text.split())
        return int(strengths()[hand_number(hand)])

    assert strength(better) > strength(worse)


def test_pair_tables_judge_each_pair_with_each_middle_card() -> None:
    middles = DECK & ~mask_of(*HOLE, 0, 51)
    pairs = some_pairs(37)
    tables = judged(pairs, middles, APART.across)
    for i, pair in enumerate(pairs):
        able = [card for card in range(52) if middles >> card & 1 and card not in pair]
        made = {card: plain_class(pair, card) for card in able}
        assert {card: int(tables.classes[card, i]) for card in able} == made
        assert all(tables.classes[card, i] == 7 for card in range(52) if card not in able)
        for k in range(8):
            assert tables.at_least[k, i] == mask_of(*(card for card in able if made[card] >= k))
        assert tables.bet[i] == sum(int(BET[k]) for k in made.values())
        assert tables.ante[i] == sum(int(ANTE[k]) for k in made.values())
        assert tables.middle[i] == sum(int(MIDDLE[k]) for k in made.values())


@pytest.mark.parametrize("returns", [SHARED, APART])
def test_sums_and_counts_are_those_of_dealing_every_middle_card(returns: Returns) -> None:
    across, down = some_pairs(150), some_pairs(31)
    middles = DECK & ~mask_of(*HOLE)
    tables = judged(across, middles, returns.across), judged(down, middles, returns.down)
    sums = option_sums(*tables, returns, 46, *BETS)
    choices = np.array([[1, 0]] * len(across))
    counts = class_counts(tables[0], np.full(len(across), 2), choices, tables[1], returns, 46, BETS)

    expected, expected_counts = np.zeros_like(sums), np.zeros_like(counts)
    for i, left_right in enumerate(across):
        for top_bottom in down:
            seen = {*HOLE, *left_right, *top_bottom}
            if len(seen) < 6:
                continue
            made = [(plain_class(left_right, m), plain_class(top_bottom, m)) for m in range(52) if m not in seen]
            antes = sum(int(returns.across.ante[one] + returns.down.ante[other]) for one, other in made)
            on_across = sum(int(returns.across.bet[one]) for one, _ in made)
            on_down = sum(int(returns.down.bet[other]) for _, other in made)
            on_middle = sum(int(returns.middle[max(both)]) - returns.stake for both in made)
            raised = on_middle > 0
            for a, d in np.ndindex(2, 2):
                worth = antes + BETS[0, a] * on_across + BETS[1, d] * on_down + BETS[2, int(raised)] * on_middle
                if worth > 0:
                    expected[i, a, d] += [worth, 1, raised]
                    if (a, d) == (1, 0):
                        for one, other in made:
                            expected_counts[a, d, int(raised), one, other] += 2
    assert np.array_equal(sums, expected)
    assert np.array_equal(counts, expected_counts)
    assert 0 < sums[:, 0, 0, 1].sum() < len(across) * len(down)  # some are folded, some not


@pytest.mark.parametrize("returns", [SHARED, APART])
def test_a_known_middle_card_needs_no_loop_over_pairs_of_pairs(returns: Returns) -> None:
    middle = 40
    pairs = [pair for pair in some_pairs(1) if middle not in pair]
    tables = judged(pairs[::3], 1 << middle, returns.across), judged(pairs[::2], 1 << middle, returns.down)
    direct = option_sums(*tables, returns, 1, *BETS)
    counted = option_sums_of_known_middle(*tables, returns, middle, *BETS)
    assert np.array_equal(direct, counted)
