"""Best play as a function: what to choose at every street, with any cards seen and whatever is staked by then.

Choices are looked up in tables of all positions up to suits, made when a street is first reached with so much staked.
Where there are too many positions for a table, few deals lie below each, and they are gone through when asked.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.any_game.reach import LIMIT, estimate, refuse_far, refused
from pitboss.mathematics.any_game.solution import Solution
from pitboss.mathematics.any_game.solver import options_of, parts_of, solve
from pitboss.mathematics.any_game.tree import Stakes
from pitboss.mathematics.kernels import suit_classes
from pitboss.mathematics.kernels.enumeration import BranchSums
from pitboss.mathematics.kernels.positions import lowest, rows_of
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK, Classes
from pitboss.program.jit import in_threads
from pitboss.program.program import Program

Int64s = npt.NDArray[np.int64]

MOST_LISTED = 4_000_000
"""Positions of a table, at most."""
MOST_COUNTED = 5_000
"""Deals that are gone through for one position when it is asked about, at most."""


@dataclass(frozen=True)
class Listed:
    """The positions of a street in ascending order, and what to choose in each."""

    sets: Int64s
    chosen: Int64s

    @classmethod
    def of(cls, sets: Int64s, chosen: Int64s) -> "Listed":
        """From positions in any order."""
        order = np.lexsort(sets.T[::-1])
        return cls(sets[order], chosen[order])

    def choose(self, sets: Int64s) -> Int64s:
        """What to choose in any positions."""
        chosen: Int64s = self.chosen[rows_of(self.sets, lowest(sets))]
        return chosen


@dataclass(frozen=True, eq=False)
class Policy:
    """Best play of a program with the whole deck."""

    program: Program
    _listed: dict[tuple[int, Stakes], Listed] = field(default_factory=dict, init=False, repr=False)
    _lock: Lock = field(default_factory=Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        """`Refused` in one line where the game, or one of its streets, is out of reach."""
        estimate(self.program)
        for street in range(1, len(self.program.streets)):
            plan = plan_of(self.program, street, self.program.antes)
            positions = positions_of(plan)
            if not is_listed(plan) and plan.deals_below > MOST_COUNTED:
                raise refused(plan, f"{positions:,} positions of {self.program.streets[street].name}", "fewer of them")
            refuse_far(plan, positions * plan.deals_below if is_listed(plan) else plan.deals_below, LIMIT)

    @cached_property
    def solution(self) -> Solution:
        """What best play is worth, and how often it chooses what."""
        return solve(self.program)

    def slots(self, street: int) -> list[tuple[int, ...]]:
        """The slots whose cards make up each set of a position."""
        return [group.slots for group in plan_of(self.program, street, self.program.antes).groups if group.street == 0]

    def choose(self, street: int, stakes: Stakes, sets: Int64s) -> Int64s:
        """The places of the best choices in positions, given as sets of cards, with so much staked."""
        plan = plan_of(self.program, street, stakes)
        if street and not is_listed(plan):
            return counted(plan, sets)
        with self._lock:
            if (street, stakes) not in self._listed:
                self._listed[street, stakes] = self._first() if not street else _all(plan)
        return self._listed[street, stakes].choose(sets)

    def play(self, plan: Plan, sets: Int64s) -> Int64s:
        """The same in positions of another plan of the game, whose player may know more: what is known is not used."""
        at_hand = [group for group in plan.groups if group.street == 0]
        usual = [
            sum(sets[:, place] for place, group in enumerate(at_hand) if set(group.slots) <= set(slots))
            for slots in self.slots(plan.street)
        ]
        return self.choose(plan.street, plan.stakes, np.column_stack(usual))

    def _first(self) -> Listed:
        openings = self.solution.openings
        return Listed.of(openings.sets, openings.chosen)


@lru_cache(maxsize=256)
def plan_of(program: Program, street: int, stakes: Stakes) -> Plan:
    """A program from a street on, with so much staked."""
    return Plan(program, WHOLE_DECK, street, stakes, many=True)


def positions_of(plan: Plan) -> int:
    """About how many positions there are up to suits."""
    return plan.deals // plan.deals_below // len(suit_classes.PERMUTATIONS)


def is_listed(plan: Plan) -> bool:
    """Whether a street has few enough positions for a table."""
    return positions_of(plan) <= MOST_LISTED


def counted(plan: Plan, sets: Int64s) -> Int64s:
    """The places of the best choices, by all deals below each position."""
    return options_of(plan, below(plan, sets)).chosen


def below(plan: Plan, sets: Int64s) -> BranchSums:
    """The sums over all deals below each position."""
    ones = np.ones(len(sets), dtype=np.int64)
    return plan.below(Classes(sets, suit_classes.stabilizers(plan.deck, sets), ones, np.arange(len(sets))))


def _all(plan: Plan) -> Listed:
    """The table of a street."""
    positions = plan.positions()
    plan.prepare()
    parts = in_threads(lambda part: options_of(plan, plan.below(part)).chosen, parts_of(positions))
    return Listed.of(positions.sets, np.concatenate(parts))
