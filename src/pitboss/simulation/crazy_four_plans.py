"""Crazy 4 strategies as decision tables: by strength of the best four cards, and by hand where that is not enough."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from pitboss.cards import four_card_values
from pitboss.mathematics.crazy_four import strategy as strategy_crazy_four
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays, CrazyFourSolution, solve
from pitboss.mathematics.crazy_four.kernels.pairings import ONE_SUIT
from pitboss.mathematics.kernels.batch_eval import all_hands, best_four
from pitboss.mathematics.kernels.five_card_tables import HANDS, binomials
from pitboss.simulation.kernels.crazy_four import LOOK, CrazyFourPlan

Bytes = npt.NDArray[np.uint8]
Masks = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CrazyFourDecisions:
    """What a strategy does, and its exact value in Antes: in all, and `parts` of Ante, Super Bonus and Play.

    Play Wagers are in times their base, and so is what they are worth.
    """

    by_strength: Bytes
    by_hand: Bytes
    ev: Fraction
    parts: tuple[Fraction, ...] = ()

    @cached_property
    def plan(self) -> CrazyFourPlan:
        """The decisions as the kernels look them up."""
        return CrazyFourPlan(self.by_strength, self.by_hand, binomials())


@lru_cache(maxsize=4)
def optimal(game: CrazyFourPays) -> CrazyFourDecisions:
    """Best play, exactly as the solver decides."""
    return of_solution(solve(game))


@lru_cache(maxsize=4)
def strategy_card(game: CrazyFourPays) -> CrazyFourDecisions:
    """The strategy card found for a paytable."""
    return of_solution(strategy_crazy_four.evaluate(game, strategy_crazy_four.find(game)))


def of_solution(solution: CrazyFourSolution) -> CrazyFourDecisions:
    """The decisions of a solution: by strength wherever all its hands of that strength are played alike."""
    strengths, plays = solution.counts.hands.strengths, solution.plays.astype(np.uint8)
    size = len(four_card_values())
    least, most = np.full(size, LOOK, np.uint8), np.zeros(size, np.uint8)
    np.minimum.at(least, strengths, plays)
    np.maximum.at(most, strengths, plays)
    # Some strengths are never the best four of five cards: nothing is asked of them.
    by_strength = np.where(least < most, LOOK, most).astype(np.uint8)
    by_hand = np.zeros(HANDS if (by_strength == LOOK).any() else 0, np.uint8)
    if len(by_hand):
        _fill_hands(solution, by_strength, by_hand)
    parts = (solution.ante_ev, solution.super_bonus_ev, solution.play_ev / solution.game.sizes.base)
    return CrazyFourDecisions(by_strength, by_hand, solution.ev, parts)


def _fill_hands(solution: CrazyFourSolution, by_strength: Bytes, by_hand: Bytes) -> None:
    """The solution knows one hand of each kind: that with its suits in descending order."""
    cards, strengths = _hands()
    wanted = cards[by_strength[strengths] == LOOK]
    kinds = _kinds_of(wanted)
    order = np.argsort(solution.counts.hands.masks)
    places = order[np.searchsorted(solution.counts.hands.masks[order], kinds)]
    numbers = sum(binomials()[wanted[:, place], place + 1] for place in range(5))
    by_hand[numbers] = solution.plays[places]


@cache
def _hands() -> tuple[Bytes, npt.NDArray[np.uint16]]:
    cards = all_hands()
    return cards, best_four(cards)


def _kinds_of(cards: Bytes) -> Masks:
    """The hands with suits renamed so that the sets of their ranks descend."""
    masks = np.zeros(len(cards), np.int64)
    for place in range(5):
        masks |= np.left_shift(1, cards[:, place], dtype=np.int64)
    suits = np.sort(np.stack([masks >> suit & ONE_SUIT for suit in range(4)]), axis=0)[::-1]
    kinds: Masks = suits[0] | suits[1] << 1 | suits[2] << 2 | suits[3] << 3
    return kinds
