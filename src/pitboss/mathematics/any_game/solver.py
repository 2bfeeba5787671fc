"""Any program solved exactly, by every deal up to suits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from threading import Lock

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.any_game.reach import LIMIT, positions_in_reach, reach_of
from pitboss.mathematics.any_game.solution import SeenDeals, Shares, Solution
from pitboss.mathematics.kernels.enumeration import CHOICES, STAKED, VALUE, BranchSums
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK, Classes
from pitboss.program.jit import in_threads
from pitboss.program.program import Program

Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Progress = Callable[[int, int], None]
"""Is told how many positions are done, and of how many."""

_PARTS = 200  # at least so many, where there are positions enough, so that progress shows
_LARGEST_PART = 4096


@dataclass(frozen=True)
class FirstOptions:
    """By position and choice of the first street: what it is worth and whether it is open; the best, and its worths."""

    worths: Int64s
    open_to: Bools
    chosen: Int64s
    best: Int64s


@dataclass(frozen=True)
class OptionsPart:
    """The options of some positions, and the sums of best play over them."""

    worths: Int64s
    open_to: Bools
    totals: list[int]


def solve(program: Program, deck: int = WHOLE_DECK, limit: int = LIMIT, progress: Progress | None = None) -> Solution:
    """Best play of a program; `Refused` in one line where more than `limit` evaluations would be needed."""
    plan = whole_plan(program, deck)
    positions = positions_in_reach(plan, limit)
    reach_of(plan, positions, limit)
    return solution_of(plan, positions, _solved(plan, positions, progress))


@lru_cache(maxsize=8)
def whole_plan(program: Program, deck: int) -> Plan:
    """All of a program, from its first decision on."""
    return Plan(program, deck, 0, program.antes, many=True)


def _solved(plan: Plan, positions: Classes, progress: Progress | None) -> list[OptionsPart]:
    """The options of all positions, part by part, in threads."""
    done, lock = 0, Lock()

    def work(part: Classes) -> OptionsPart:
        nonlocal done
        found = solve_part(plan, part)
        with lock:
            done += len(part)
            if progress is not None:
                progress(done, len(positions))
        return found

    plan.prepare()
    return in_threads(work, parts_of(positions))


def solve_part(plan: Plan, part: Classes) -> OptionsPart:
    """The options of some positions: parts may be worked on anywhere, in any order."""
    options = options_of(plan, plan.below(part))
    totals = [_exact_dot(part.weights, column) for column in options.best.T]
    return OptionsPart(options.worths, options.open_to, totals)


def parts_of(positions: Classes) -> Iterator[Classes]:
    """The positions in parts that are worked on apart."""
    size = max(1, min(_LARGEST_PART, len(positions) // _PARTS))
    for start in range(0, len(positions), size):
        part = slice(start, start + size)
        yield Classes(
            *(rows[part] for rows in (positions.sets, positions.stabilizers, positions.weights, positions.parents))
        )


def options_of(plan: Plan, sums: BranchSums) -> FirstOptions:
    """What each choice of the first street is worth, and the worths of the best."""
    tree, deals = plan.tree, plan.deals_below
    certain = np.full((len(sums.columns), 1), deals, dtype=np.int64)
    if not plan.streets:
        stakes = tree.stakes[0]
        value = np.hstack([sums.columns, certain]) @ stakes[:-1]
        best = np.column_stack([value, deals * stakes[-1] * np.ones_like(value)])
        return FirstOptions(value[:, None], np.ones((len(value), 1), dtype=np.bool_), np.zeros_like(value), best)
    width = len(plan.program.streets[plan.street].choices)
    worths = np.zeros((len(certain), width), dtype=np.int64)
    open_to = np.zeros((len(certain), width), dtype=np.bool_)
    ends = np.zeros((len(certain), width, CHOICES + len(plan.lines.choices)), dtype=np.int64)
    for move in range(tree.moves[0], tree.moves[1]):
        choice, (hand, least) = tree.choice[move], tree.needs[move]
        if tree.child[move] >= 0:
            ends[:, choice] = sums.worths[:, tree.child[move]]
        else:
            stakes = tree.stakes[tree.row[move]]
            ends[:, choice, VALUE] = np.hstack([sums.columns, certain]) @ stakes[:-1]
            ends[:, choice, STAKED] = deals * stakes[-1]
        ends[:, choice, CHOICES + choice] = deals
        worths[:, choice] = ends[:, choice, VALUE]
        open_to[:, choice] = True if hand < 0 else sums.strengths[:, hand] >= least
    chosen = np.where(open_to, worths, np.iinfo(np.int64).min).argmax(axis=1)
    return FirstOptions(worths, open_to, chosen, ends[np.arange(len(ends)), chosen])


def solution_of(plan: Plan, positions: Classes, parts: Sequence[OptionsPart]) -> Solution:
    """What all parts come to together, in the order of the positions."""
    totals = [sum(column) for column in zip(*(part.totals for part in parts), strict=True)]
    worths = np.concatenate([part.worths for part in parts])
    open_to = np.concatenate([part.open_to for part in parts])
    actions, reached = _shares(plan, totals[CHOICES:])
    return Solution(
        name=plan.program.name,
        deals=plan.deals,
        ev=Fraction(totals[VALUE], plan.deals * plan.program.unit),
        average_wager=Fraction(totals[STAKED], plan.deals),
        actions=actions,
        reached=reached,
        openings=SeenDeals(plan, positions.sets, positions.weights, worths, open_to),
    )


def _shares(plan: Plan, counts: list[int]) -> tuple[dict[str, Shares], Shares]:
    actions: dict[str, Shares] = {}
    reached: dict[str, Fraction] = {}
    for at, street in enumerate(plan.program.streets):
        made = [count for count, (place, _) in zip(counts, plan.lines.choices, strict=True) if place == at]
        total = sum(made)
        actions[street.name] = {
            choice.name: Fraction(count, total) if total else Fraction(0)
            for choice, count in zip(street.choices, made, strict=True)
        }
        reached[street.name] = Fraction(total, plan.deals)
    return actions, reached


def _exact_dot(weights: Int64s, values: Int64s) -> int:
    """The sum of products as a Python integer: the halves of the values apart, so that nothing overflows."""
    high, low = values >> 31, values & ((1 << 31) - 1)
    return (int(weights @ high) << 31) + int(weights @ low)
