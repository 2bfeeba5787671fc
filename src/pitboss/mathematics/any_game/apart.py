"""A dealer apart: where nothing is hidden at the last decision but cards of the dealer's hand alone.

Then the deals need not be gone through one by one. How often the dealer's hand is weaker than some strength is counted
from lists of all hands, and what every column nets follows from the counts of the contest's events.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import HandValue, Ranking
from pitboss.mathematics.any_game.board import Group, columns_of
from pitboss.mathematics.kernels.subset_counts import HandLists, count_events, hand_lists
from pitboss.program.evaluation import evaluator
from pitboss.program.program import Contest, Event, Program

Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_MOST_CARDS = 5  # of the dealer's hand, so that the lists of all hands stay below a few hundred megabytes


@dataclass(frozen=True, eq=False)
class Apart:
    """The contest of a program, and the groups of a position, of which some lie with the dealer."""

    program: Program
    deck: int
    groups: tuple[Group, ...]
    hidden: int

    @property
    def contest(self) -> Contest:
        """The one contest there is."""
        return self.program.contests[0]

    @property
    def _dealer_cards(self) -> int:
        return len(self.program.hands[self.contest.against].slots)

    @cached_property
    def listed(self) -> int:
        """How long the lists of all hands are together."""
        return comb(self.deck.bit_count(), self._dealer_cards) << self._dealer_cards

    @cached_property
    def counted(self) -> int:
        """How many sets of cards are looked up for each position."""
        gone = sum(len(group.slots) for group in self.groups if self.contest.against not in group.hands)
        return sum(comb(gone, held) for held in range(min(gone, self.hidden) + 1))

    def lists(self) -> HandLists:
        """The lists of all hands of the dealer."""
        return _lists(self.program.hands[self.contest.against].ranking, self._dealer_cards, self.deck)

    def events(self, sets: Int64s, strengths: Int64s) -> Int64s:
        """By position and event: in how many deals the contest ends so."""
        known = np.array([self.contest.against in group.hands for group in self.groups], dtype=np.bool_)
        counts = np.zeros((len(sets), len(Event)), dtype=np.int64)
        own = strengths[:, self.contest.hand].copy()
        count_events(self.lists(), sets, known, own, self.contest.qualifier, self.hidden, counts)
        return counts

    def nets(self, strengths: Int64s) -> Int64s:
        """By position, column and event: what one unit nets."""
        columns, _ = columns_of(self.program)
        found = np.zeros((len(strengths), len(columns), len(Event)), dtype=np.int64)
        for place, column in enumerate(columns):
            best = strengths[:, list(column.hands)].max(axis=1)
            rows = column.nets if column.contest is not None else np.repeat(column.nets, len(Event), axis=0)
            found[:, place] = rows[:, best].T
        return found


def apart_of(program: Program, deck: int, groups: tuple[Group, ...]) -> Apart | None:
    """The dealer apart of a program from a position on; None where there is none."""
    position = tuple(group for group in groups if group.street == 0)
    below = [group for group in groups if group.street > 0]
    if len(program.contests) != 1 or len(below) != 1:
        return None
    against = program.contests[0].against
    shared = any(against in stake.hands for stake in program.stakes)
    if below[0].hands != (against,) or shared or len(program.hands[against].slots) > _MOST_CARDS:
        return None
    return Apart(program, deck, position, len(below[0].slots))


@lru_cache(maxsize=2)
def _lists(ranking: Ranking[HandValue[Any]], size: int, deck: int) -> HandLists:
    return hand_lists(evaluator(ranking, size), size, deck)
