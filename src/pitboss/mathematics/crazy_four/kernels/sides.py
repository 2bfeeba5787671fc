"""Crazy 4 Poker's wagers on a single hand of five cards, beside the main game's strategy.

Queens Up, both Progressive Payout Wagers, the Five Card Hand Bonus and the Multi Game Link are paid by the
rank of one hand alone. A fold forfeits most of them, so the counts say how many hands of each line are folded
by the main game's optimal play. Where none of a wager's paying hands is folded, the wager does not change that
play: with a folded hand it is lost either way.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.crazy_four.kernels.main import FOLD, CrazyFourSolution, Pays
from pitboss.mathematics.crazy_four.kernels.pairings import SortedHands
from pitboss.mathematics.kernels.batch_eval import Strengths, five_card


@dataclass(frozen=True)
class SideWager:
    """A wager of one unit on the player's best four cards or on all five."""

    pays: Pays
    cards: Literal[4, 5] = 4
    forfeited_on_fold: bool = True


@dataclass(frozen=True)
class LineCount:
    """How many hands a line of a paytable pays, and how many of those the main game folds."""

    floor: int
    win: Fraction
    hands: int
    folded: int


@dataclass(frozen=True)
class SideCounts:
    """Exact counts of a side wager, highest line first, over all player hands."""

    lines: tuple[LineCount, ...]
    hands: int
    forfeited_on_fold: bool

    @property
    def ev(self) -> Fraction:
        """The expected net result of one unit; a hand that forfeits its wager loses it."""
        forfeits = self.forfeited_on_fold
        gain = sum((line.win + 1) * (line.hands - (line.folded if forfeits else 0)) for line in self.lines)
        return Fraction(gain, self.hands) - 1

    @property
    def hit_frequency(self) -> Fraction:
        """The share of hands that are paid."""
        folded = sum(line.folded for line in self.lines) if self.forfeited_on_fold else 0
        return Fraction(sum(line.hands for line in self.lines) - folded, self.hands)


def side_counts(solution: CrazyFourSolution, wager: SideWager) -> SideCounts:
    """Count the hands of every line of a side wager under the main game's play."""
    counts = solution.counts
    reached = wager.pays.reached(_strengths(counts.hands, wager.cards))
    folded = solution.plays == FOLD
    lines = sorted(wager.pays.lines, key=lambda line: line[0])
    return SideCounts(
        lines=tuple(
            LineCount(
                floor=floor,
                win=Fraction(-1) if win is None else win,
                hands=int(counts.weights[reached == number].sum()),
                folded=int(counts.weights[(reached == number) & folded].sum()),
            )
            for number, (floor, win) in reversed(list(enumerate(lines, start=1)))
        ),
        hands=int(counts.weights.sum()),
        forfeited_on_fold=wager.forfeited_on_fold,
    )


def draw_bonus_chances(positions: int = 7, deck: int = 52) -> tuple[Fraction, Fraction]:
    """Chances of the Magic Card (one of five cards is the card drawn) and of the Lucky Bonus (the position is)."""
    return Fraction(5, deck), Fraction(1, positions)


def joint_distribution(solution: CrazyFourSolution, *wagers: SideWager) -> dict[tuple[Fraction, ...], int]:
    """How many pairings bring each combination of results: the main game's net, then each side wager's."""
    nets, pairings = solution.outcomes()
    main, combination = np.unique(nets, return_inverse=True)
    combination = combination.reshape(nets.shape)
    results = [tuple(Fraction(int(net), solution.game.unit) for net in main)]
    for wager in wagers:
        reached = _paid_lines(solution, wager)
        results.append(wager.pays.results(unpaid=-1))
        combination = combination * len(results[-1]) + reached
    totals = np.zeros(np.prod([len(possible) for possible in results], dtype=int), np.int64)
    np.add.at(totals, combination.ravel(), pairings.ravel())
    joint: dict[tuple[Fraction, ...], int] = {}
    for key, total in zip(product(*results), totals, strict=True):
        if total:  # two lines of a paytable may pay the same
            joint[key] = joint.get(key, 0) + int(total)
    return joint


def _paid_lines(solution: CrazyFourSolution, wager: SideWager) -> NDArray[np.int64]:
    reached = wager.pays.reached(_strengths(solution.counts.hands, wager.cards))
    return np.where(solution.plays == FOLD, 0, reached) if wager.forfeited_on_fold else reached


def _strengths(hands: SortedHands, cards: Literal[4, 5]) -> Strengths:
    return hands.strengths if cards == 4 else five_card(hands.cards)
