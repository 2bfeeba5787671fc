"""Side wagers on one hand: published edges, counts known by arithmetic, and what a fold forfeits."""

from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from mathematics.strengths import FiveCard
from pitboss.cards import parse_cards
from pitboss.mathematics.crazy_four.kernels.main import FOLD, CrazyFourPays, CrazyFourSolution, Pays, solve
from pitboss.mathematics.crazy_four.kernels.pairings import mask_of
from pitboss.mathematics.crazy_four.kernels.sides import (
    SideWager,
    draw_bonus_chances,
    joint_distribution,
    side_counts,
)
from pitboss.mathematics.kernels.batch_eval import FourCard

HANDS = comb(52, 5)
SUPER_BONUS = Pays(
    (
        (FourCard.FOUR_ACES, Fraction(200)),
        (FourCard.FOUR_OF_A_KIND, Fraction(30)),
        (FourCard.STRAIGHT_FLUSH, Fraction(15)),
        (FourCard.THREE_OF_A_KIND, Fraction(2)),
        (FourCard.FLUSH, Fraction(3, 2)),
        (FourCard.STRAIGHT, Fraction(1)),
    )
)


@pytest.fixture(scope="module")
def solution() -> CrazyFourSolution:
    return solve(CrazyFourPays(SUPER_BONUS))


def queens_up(four: int, straight_flush: int, three: int) -> SideWager:
    return SideWager(
        Pays(
            (
                (FourCard.FOUR_OF_A_KIND, Fraction(four)),
                (FourCard.STRAIGHT_FLUSH, Fraction(straight_flush)),
                (FourCard.THREE_OF_A_KIND, Fraction(three)),
                (FourCard.FLUSH, Fraction(4)),
                (FourCard.STRAIGHT, Fraction(3)),
                (FourCard.TWO_PAIR, Fraction(2)),
                (FourCard.PAIR_OF_QUEENS, Fraction(1)),
            )
        )
    )


def for_one(cards: str, *lines: tuple[int, int]) -> SideWager:
    """A wager paid "for 1", which does not come back itself, on "four" or "five" cards."""
    pays = Pays(tuple((floor, Fraction(pay - 1)) for floor, pay in lines))
    return SideWager(pays, 4 if cards == "four" else 5)


@pytest.mark.clause("ma-crazy-4", "10(b)(1)", "10(d)", "11(c)")
@pytest.mark.parametrize(
    ("straight_flush", "three", "edge"),
    [
        # Relative to table B, each line changes the edge by its number of hands (2,072 and 58,656) over all.
        (30, 9, Fraction(45203, 10**6) - Fraction(58_656 - 10 * 2_072, HANDS)),
        (40, 8, Fraction(45203, 10**6)),
        (30, 8, Fraction(45203, 10**6) + Fraction(10 * 2_072, HANDS)),
        (40, 7, Fraction(45203, 10**6) + Fraction(58_656, HANDS)),
    ],
    ids=["A", "B", "C", "D"],
)
def test_queens_up(solution: CrazyFourSolution, straight_flush: int, three: int, edge: Fraction) -> None:
    counts = side_counts(solution, queens_up(50, straight_flush, three))
    assert abs(-counts.ev - edge) < Fraction(5, 10**7)  # published to four decimals of a per cent


@pytest.mark.clause("ma-crazy-4", "10(b)(1)", "11(c)")
def test_no_hand_that_queens_up_pays_is_ever_folded(solution: CrazyFourSolution) -> None:
    counts = side_counts(solution, queens_up(50, 40, 8))
    assert [line.folded for line in counts.lines] == [0] * 7
    assert [line.hands for line in counts.lines[:6]] == [624, 2_072, 58_656, 114_616, 101_808, 123_552]


@pytest.mark.clause("ma-crazy-4", "10(b)(2)", "11(d)(1)", "11(e)(1)", "11(f)(1)", "13(f)")
def test_hands_of_the_progressives_are_never_folded(solution: CrazyFourSolution) -> None:
    four = side_counts(
        solution,
        for_one(
            "four",
            (FourCard.FOUR_ACES, 5000),
            (FourCard.FOUR_OF_A_KIND, 300),
            (FourCard.STRAIGHT_FLUSH, 100),
            (FourCard.THREE_OF_A_KIND, 9),
        ),
    )
    five = side_counts(
        solution,
        for_one(
            "five",
            (FiveCard.ROYAL_FLUSH, 10_000),
            (FiveCard.STRAIGHT_FLUSH, 1_000),
            (FiveCard.FOUR_OF_A_KIND, 300),
            (FiveCard.FULL_HOUSE, 50),
            (FiveCard.FLUSH, 40),
            (FiveCard.STRAIGHT, 30),
            (FiveCard.THREE_OF_A_KIND, 9),
        ),
    )
    assert [line.hands for line in four.lines] == [48, 576, 2_072, 58_656]
    assert [line.hands for line in five.lines] == [4, 36, 624, 3_744, 5_108, 10_200, 54_912]
    assert not any(line.folded for line in four.lines + five.lines)
    paid = 4 * 10_000 + 36 * 1_000 + 624 * 300 + 3_744 * 50 + 5_108 * 40 + 10_200 * 30 + 54_912 * 9
    assert five.ev == Fraction(paid, HANDS) - 1
    assert four.hit_frequency == Fraction(48 + 576 + 2_072 + 58_656, HANDS)


def test_a_wager_paid_on_nothing_is_forfeited_by_folds(solution: CrazyFourSolution) -> None:
    folded = solution.hands_by_play[FOLD]
    always = Pays(((FourCard.NOTHING, Fraction(1)),))
    assert side_counts(solution, SideWager(always)).ev == 1 - Fraction(2 * folded, HANDS)
    assert side_counts(solution, SideWager(always, forfeited_on_fold=False)).ev == 1


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
def test_chances_of_the_card_and_the_position_drawn() -> None:
    assert draw_bonus_chances() == (Fraction(5, 52), Fraction(1, 7))


def test_joint_distribution_has_both_margins(solution: CrazyFourSolution) -> None:
    wager = queens_up(50, 30, 9)
    joint = joint_distribution(solution, wager)
    main, side = Counter[Fraction](), Counter[Fraction]()
    for (main_net, side_net), pairings in joint.items():
        main[main_net] += pairings
        side[side_net] += pairings
    assert dict(main) == dict(solution.distribution())
    counts = side_counts(solution, wager)
    dealers = comb(47, 5)
    assert {line.win: side[line.win] for line in counts.lines} == {
        line.win: line.hands * dealers for line in counts.lines
    }
    # Four aces bring 203 or 204 in the main game and 50 besides; a fold loses two and one.
    assert {side_net for main_net, side_net in joint if main_net > 200} == {Fraction(50)}
    assert joint[Fraction(-2), Fraction(-1)] >= solution.hands_by_play[FOLD] * dealers


def test_joint_distribution_of_two_side_wagers_by_plain_counting() -> None:
    deck = mask_of([card.index for card in parse_cards("2c 2d 5s 7c 8d 9h Tc Jd Qs Kc Ah As")])
    solution = solve(CrazyFourPays(SUPER_BONUS), deck)
    lines = ((FiveCard.PAIR, Fraction(2)), (FiveCard.TWO_PAIR, Fraction(2)), (FiveCard.STRAIGHT, Fraction(7)))
    pairs = SideWager(Pays(lines), 5)
    any_hand = SideWager(Pays(((FourCard.NOTHING, Fraction(1)),)), forfeited_on_fold=False)
    joint = joint_distribution(solution, pairs, any_hand)
    played_pairs = [
        solution.plays[row] != FOLD and len({card // 4 for card in cards}) < 5
        for row, cards in enumerate(solution.counts.hands.cards.tolist())
    ]
    weight = int(solution.counts.weights[np.array(played_pairs)].sum()) * comb(7, 5)
    assert sum(n for (_, pair_net, _), n in joint.items() if pair_net == 2) == weight
    assert {kept for _, _, kept in joint} == {Fraction(1)}
    assert sum(joint.values()) == comb(12, 5) * comb(7, 5)
