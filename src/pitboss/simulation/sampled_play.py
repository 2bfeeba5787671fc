"""Play of a game that is too large to be solved: exact counting where little lies below a position, else sampled deals.

What is chosen is a function of the position alone, up to suits, and of what is staked: the sampled deals of a position
are drawn from numbers of its own, which no round of a simulation uses. So the policy is fixed before any round is
dealt, a simulation's mean is an honest estimate of its value, and best play is worth at least as much.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.any_game.board import Group, lay_out
from pitboss.mathematics.any_game.plan import Plan
from pitboss.mathematics.any_game.policy import MOST_COUNTED, MOST_LISTED, below, counted, plan_of, positions_of
from pitboss.mathematics.any_game.reach import LIMIT, refuse_far
from pitboss.mathematics.any_game.solver import options_of
from pitboss.mathematics.any_game.tree import Stakes, lines_of, staked_after, tree_of
from pitboss.mathematics.kernels.enumeration import CHOICES, BranchSums, at_root, sum_below
from pitboss.mathematics.kernels.positions import lowest
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK
from pitboss.program.program import Program
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.best_play import choose_all, main_program
from pitboss.simulation.kernels.any_game import sample_sets
from pitboss.simulation.table import Deals, Int8s, Int64s, SimulatedTable

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

AT_ONCE = 1 << 13
"""Samples of several positions that are looked into together."""


@dataclass(frozen=True)
class Effort:
    """How much is gone through: deals where they are counted, samples of a position where they are not.

    Samples are doubled from `first` on until the best choice leads by `sure` standard errors, to `most` of them, or to
    `more` at a street of `few` positions. Positions that lie below one which is sampled have `further` samples each.
    """

    all_deals: int = 1_000_000_000  # below all positions of a street together, to be counted at most
    deals: int = MOST_COUNTED  # below one position
    first: int = 32
    most: int = 128
    few: int = 10_000
    more: int = 1024
    further: int = 16
    sure: float = 2.5


@dataclass(frozen=True, eq=False)
class SampledPolicy:
    """What to choose at every street of a program, for the whole deck."""

    program: Program
    effort: Effort = field(default_factory=Effort)
    _kept: dict[tuple[int, Stakes], dict[bytes, int]] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """`Refused` where sums would be too large."""
        for street in range(len(self.program.streets)):
            plan = plan_of(self.program, street, self.program.antes)
            if self.counts(plan):
                refuse_far(plan, plan.deals_below, LIMIT)

    def counts(self, plan: Plan) -> bool:
        """Whether the deals below a position are all gone through."""
        if positions_of(plan) * plan.deals_below <= self.effort.all_deals:
            return True
        return plan.deals_below <= self.effort.deals or (plan.apart is not None and self.effort.deals > 0)

    def slots(self, street: int) -> list[tuple[int, ...]]:
        """The slots whose cards make up each set of a position."""
        return [group.slots for group in _position(plan_of(self.program, street, self.program.antes))]

    def choose(self, street: int, stakes: Stakes, sets: Int64s) -> Int64s:
        """The places of what is chosen; positions that come up again are not thought over again."""
        plan, positions = plan_of(self.program, street, stakes), lowest(sets)
        if positions_of(plan) > MOST_LISTED:
            return self._decided(plan, positions)
        kept = self._kept.setdefault((street, stakes), {})
        keys = [row.tobytes() for row in positions]
        unknown = {key: row for row, key in enumerate(keys) if key not in kept}
        if unknown:
            chosen = self._decided(plan, positions[list(unknown.values())])
            kept.update(zip(unknown, chosen.tolist(), strict=True))
        return np.array([kept[key] for key in keys], np.int64)

    def _decided(self, plan: Plan, positions: Int64s) -> Int64s:
        if self.counts(plan):
            return counted(plan, positions)
        found = np.empty(len(positions), np.int64)
        size = max(1, AT_ONCE // self.effort.first)
        for start in range(0, len(positions), size):
            part = slice(start, start + size)
            found[part] = self._sampled(plan, positions[part])
        return found

    def _sampled(self, plan: Plan, positions: Int64s) -> Int64s:
        """Twice as many samples again and again, of the positions where it is not sure yet what is best."""
        found, left = np.empty(len(positions), np.int64), np.arange(len(positions))
        worths = np.empty((len(positions), 0, len(self.program.streets[plan.street].choices)))
        effort = self.effort
        samples, most = effort.first, effort.more if positions_of(plan) < effort.few else effort.most
        while len(left):
            first = worths.shape[1]
            _, (more,) = self._samples([plan], positions[left], first, samples - first)
            worths = np.concatenate([worths, more], axis=1)
            best, sure = _best(worths, effort.sure)
            found[left] = best
            left, worths = left[~sure], worths[~sure]
            if samples >= most:
                break
            samples *= 2
        return found

    def _samples(self, plans: Sequence[Plan], sets: Int64s, first: int, samples: int) -> tuple[Floats, list[Floats]]:
        """By position and sample: what every column nets; for each history what every choice is worth, if open."""
        plan = plans[0]
        following = list(dict.fromkeys(after for one in plans for after in _goes_on(one).values()))
        dealt = _dealt_on(plan, sets, first, samples)
        values: list[Floats] = []
        if plan.streets > 1:
            columns, values = self._values(plan.street + 1, following, dealt)
        else:
            columns = _ends(plan, dealt)
        strengths = np.zeros((len(sets), len(self.program.hands)), np.int64)
        at_root(plan.board_below, sets, strengths)
        held = np.repeat(strengths, samples, axis=0)
        worth_after = dict(zip(following, values, strict=True))
        shape = len(sets), samples
        options = [_worths(one, columns, worth_after, held).reshape(*shape, -1) for one in plans]
        return columns.reshape(*shape, -1), options

    def _values(self, street: int, histories: Sequence[Stakes], sets: Int64s) -> tuple[Floats, list[Floats]]:
        """By position: what every column nets, and what play from each history seems worth."""
        plans = [plan_of(self.program, street, stakes) for stakes in histories]
        if self.counts(plans[0]):
            columns, options = _counted(plans, sets)
        else:
            by_sample, samples = self._samples(plans, sets, 0, self.effort.further)
            columns, options = by_sample.mean(axis=1), [worths.mean(axis=1) for worths in samples]
        return columns, [worths.max(axis=1) for worths in options]


@dataclass(frozen=True, eq=False)
class SampledPlay:
    """A policy fixed beforehand, of the main game alone; what it is worth is only estimated."""

    remark: ClassVar = (
        "sampled: a way of play fixed beforehand, by counting where little is left and by sampled deals elsewhere; "
        "the estimate is of its value, and best play is worth as much or more"
    )

    table: AnyGameTable
    name: str = "sampled"
    exact: Mapping[str, Fraction] = field(default_factory=dict)
    _policies: dict[Stakes, SampledPolicy] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """One policy for all seats that stake in the same proportions."""
        for stakes, _ in map(self.table.main_stakes, range(self.table.seats)):
            if stakes not in self._policies:
                self._policies[stakes] = SampledPolicy(main_program(self.table.terms, stakes))

    def decide(self, table: SimulatedTable, seed: int, deals: Deals, bets: Int8s) -> None:
        """Every seat by what it sees."""
        for seat in range(self.table.seats):
            stakes, _ = self.table.main_stakes(seat)
            choose_all(self.table, seat, self._policies[stakes], deals, bets)


def _position(plan: Plan) -> list[Group]:
    return [group for group in plan.groups if group.street == 0]


def _goes_on(plan: Plan) -> dict[int, Stakes]:
    """The places of the choices after which more is decided, and what is then staked."""
    choices, found = plan.program.streets[plan.street].choices, {}
    for move in plan.lines.streets[0][0]:
        place = plan.lines.choices[move.choice][1]
        after = staked_after(choices[place], plan.stakes)
        if move.child >= 0 and after is not None:
            found[place] = after
    return found


def _counted(plans: Sequence[Plan], sets: Int64s) -> tuple[Floats, list[Floats]]:
    """The options by all deals below; at the last street those are the same whatever is staked."""
    first = below(plans[0], sets)
    found = []
    for plan in plans:
        options = options_of(plan, first if plan is plans[0] or plan.streets < 2 else below(plan, sets))
        found.append(np.where(options.open_to, options.worths / plan.deals_below, -np.inf))
    return first.columns / plans[0].deals_below, found


def _dealt_on(plan: Plan, sets: Int64s, first: int, samples: int) -> Int64s:
    """Positions of the next street, or whole deals, so many drawn for each position."""
    new = [group for group in plan.groups if group.street == 1]
    drawn = np.empty((len(sets) * samples, len(new)), np.int64)
    sample_sets(sets, np.array([len(group.slots) for group in new], np.int64), first, samples, drawn)
    both = np.column_stack([np.repeat(sets, samples, axis=0), drawn])
    if plan.streets < 2:
        return both
    following = _position(plan_of(plan.program, plan.street + 1, plan.stakes))
    groups = [*_position(plan), *new]
    merged = [
        both[:, [place for place, group in enumerate(groups) if set(group.slots) <= set(whole.slots)]].sum(axis=1)
        for whole in following
    ]
    return np.column_stack(merged)


def _ends(plan: Plan, deals: Int64s) -> Floats:
    """What every column nets in whole deals."""
    board = lay_out(plan.program, WHOLE_DECK, plan.groups, len(plan.groups), 0)
    tree = tree_of(lines_of(plan.program, len(plan.program.streets), plan.stakes), ())
    sizes = (len(board.columns),), (0, CHOICES), (len(plan.program.hands),)
    sums = BranchSums(*(np.zeros((len(deals), *size), np.int64) for size in sizes))
    sum_below(board, tree, 0, deals, sums)
    return sums.columns.astype(np.float64)


def _best(worths: Floats, lead: float) -> tuple[Int64s, Bools]:
    """By position, from the worths of its choices by sample: the best on average, and whether it leads by enough."""
    best = worths.mean(axis=1).argmax(axis=1)
    with np.errstate(invalid="ignore"):  # what is not open is worth less than anything, itself included
        leads = np.take_along_axis(worths, best[:, None, None], axis=2) - worths
        errors = leads.std(axis=1) / np.sqrt(worths.shape[1])
    others = np.arange(worths.shape[2]) != best[:, None]
    close = others & np.isfinite(errors) & (leads.mean(axis=1) < lead * errors)
    return best, ~close.any(axis=1)


def _worths(plan: Plan, columns: Floats, worth_after: Mapping[Stakes, Floats], strengths: Int64s) -> Floats:
    """What every choice of a street is worth, and less than anything where it is not open."""
    goes_on = _goes_on(plan)
    found = np.full((len(columns), len(plan.program.streets[plan.street].choices)), -np.inf)
    for move in plan.lines.streets[0][0]:
        place = plan.lines.choices[move.choice][1]
        row = plan.lines.rows[move.row]
        worth = worth_after[goes_on[place]] if place in goes_on else columns @ np.array(row[:-2]) + row[-2]
        is_open = strengths[:, move.needs.hand] >= move.needs.least if move.needs else True
        found[:, place] = np.where(is_open, worth, -np.inf)
    return found
