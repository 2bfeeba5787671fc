"""How far a program is to be gone through: how many deals, about how long, and where it is too far."""

import os
from dataclasses import dataclass

from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.kernels import suit_classes
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK, Classes
from pitboss.program.program import Program
from pitboss.rulebooks.violation import Refused, Violation

LIMIT = 200_000_000_000
"""How many deals are gone through at most, unless more is asked for."""
AT_ONCE = 300_000_000
"""The same for one position: whoever asks what to do now waits for seconds, not for minutes."""

_POSITIONS = 20_000_000  # which are held in memory
_LARGEST = 1 << 62
_SECONDS = 12e-9  # for each hand that is looked up, on one processor
_SECONDS_LISTED, _SECONDS_COUNTED = 20e-9, 300e-9  # for each hand in a list, and for each set looked up there


@dataclass(frozen=True)
class Reach:
    """What it takes: positions of the first street up to suits, what is looked up for them, and about how long.

    `evaluations` are deals that are gone through or, with a dealer apart, sets of cards whose hands are counted;
    `deals` are all that they stand for.
    """

    positions: int
    evaluations: int
    deals: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.positions:,} positions, {self.evaluations:,} evaluations, about {self.seconds:,.0f} s"


def estimate(program: Program, deck: int = WHOLE_DECK, limit: int = LIMIT) -> Reach:
    """What it takes to solve a program; `Refused` in one line where it is out of reach."""
    plan = Plan(program, deck, 0, program.antes, many=True)
    return reach_of(plan, positions_in_reach(plan, limit), limit)


def positions_in_reach(plan: Plan, limit: int) -> Classes:
    """The positions of the first street; `Refused` where they, or the deals below them, are too many."""
    alike = int(suit_classes.given(plan.deck).stabilizers[0]).bit_count()
    positions = plan.deals // plan.deals_below // alike
    refuse_far(plan, positions * (plan.apart.counted if plan.apart else plan.deals_below), limit)
    if positions > _POSITIONS:
        raise refused(plan, f"{positions:,} positions", f"at most {_POSITIONS:,}")
    return plan.positions()


def refuse_far(plan: Plan, deals: int, limit: int) -> None:
    """Refuse in one line what takes so many deals, or sums that are too large."""
    if deals > limit:
        tried = f"an exact solution by {deals:,} evaluations"
        raise refused(plan, tried, f"at most {limit:,} (pitboss simulate --strategy sampled gives an estimate)")
    largest = plan.deals_below * max(sum(map(abs, row)) for row in plan.lines.rows) * _largest_net(plan.program)
    if largest >= _LARGEST:
        raise refused(plan, f"sums of {largest:.1e} units", f"less than {_LARGEST:.1e} (use odds of smaller numbers)")


def reach_of(plan: Plan, positions: Classes, limit: int) -> Reach:
    """What it takes from these positions on."""
    if plan.apart is not None:
        evaluations = len(positions) * plan.apart.counted
        seconds = plan.apart.listed * _SECONDS_LISTED + evaluations * _SECONDS_COUNTED / (os.cpu_count() or 1)
    else:
        evaluations = _deals_up_to_suits(plan, positions)
        looked_up = 1 + int((plan.board.finished[-1] >= 0).sum())
        seconds = evaluations * looked_up * _SECONDS / (os.cpu_count() or 1)
    refuse_far(plan, evaluations, limit)
    return Reach(len(positions), evaluations, plan.deals, seconds)


def _deals_up_to_suits(plan: Plan, positions: Classes) -> int:
    """How many deals are gone through."""
    roots, cards = positions, plan.ahead
    for size in cards[:-1]:
        roots = suit_classes.chosen(roots, plan.deck, size)
    items = suit_classes.count_chosen(roots, plan.deck, cards[-1]) if cards else len(roots)
    return items * int(plan.board.below[0])


def _largest_net(program: Program) -> int:
    return max(int(abs(nets).max()) for nets in program.nets)


def refused(plan: Plan, tried: str, allowed: str) -> Refused:
    """A refusal to raise: one line that says what was tried and what is allowed."""
    return Refused(Violation(rulebook=plan.program.name, clause="", where="solving", tried=tried, allowed=allowed))
