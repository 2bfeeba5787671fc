"""The cards of a program laid out for enumeration: what is given at the root, what is drawn in which order."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.kernels.enumeration import Board
from pitboss.program.evaluation import BITS
from pitboss.program.program import Program

Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Group:
    """Slots that are seen at the same street and belong to the same hands: which card lies in which is all one.

    But slots that are seen before their time are kept apart from those that are seen in it.
    """

    street: int  # at which they are first seen, counted from the root's; the last of all are never seen
    slots: tuple[int, ...]
    hands: tuple[int, ...]


@dataclass(frozen=True)
class StakeColumn:
    """What some stakes alike net: their hands, their contest and their nets."""

    hands: tuple[int, ...]
    contest: int | None
    nets: Int64s


def groups_of(program: Program, street: int = 0) -> tuple[Group, ...]:
    """The groups in the order in which they are seen, from what is seen at a street on."""
    seen = [set(later.seen) for later in program.streets[street:]] or [set(program.opening)]
    used = _used_hands(program)
    found: dict[tuple[int, tuple[int, ...], bool], list[int]] = {}
    for slot in range(program.slots):
        at = next((place for place, slots in enumerate(seen) if slot in slots), len(seen))
        hands = tuple(hand for hand in used if slot in program.hands[hand].slots)
        if hands or (program.streets and at < len(seen)):
            found.setdefault((at, hands, slot in program.early), []).append(slot)
    return tuple(
        Group(at, tuple(slots), hands) for (at, hands, _), slots in sorted(found.items(), key=lambda item: item[0][0])
    )


def columns_of(program: Program) -> tuple[tuple[StakeColumn, ...], tuple[int, ...]]:
    """The different columns, and which each stake belongs to."""
    places: dict[tuple[tuple[int, ...], int | None, bytes], int] = {}
    columns: list[StakeColumn] = []
    of_stake = []
    for stake, nets in zip(program.stakes, program.nets, strict=True):
        key = (stake.hands, stake.contest, nets.tobytes())
        if key not in places:
            places[key] = len(columns)
            columns.append(StakeColumn(stake.hands, stake.contest, nets))
        of_stake.append(places[key])
    return tuple(columns), tuple(of_stake)


def _used_hands(program: Program) -> tuple[int, ...]:
    used = {hand for stake in program.stakes for hand in stake.hands}
    used |= {hand for contest in program.contests for hand in (contest.hand, contest.against)}
    used |= {choice.needs.hand for street in program.streets for choice in street.choices if choice.needs}
    return tuple(sorted(used))


def lay_out(program: Program, deck: int, groups: Sequence[Group], given: int, least_depth: int) -> Board:
    """The board whose root has the first `given` groups; no column is settled before `least_depth`."""
    root, drawn = groups[:given], groups[given:]
    ends = np.cumsum([0, *(len(group.slots) for group in drawn)])
    finished = [_finish(drawn, ends, hand) for hand in range(len(program.hands))]
    decided = [max(finished[contest.hand], finished[contest.against]) for contest in program.contests]
    columns, _ = columns_of(program)
    settled = [
        max(
            least_depth,
            *(finished[hand] for hand in column.hands),
            0 if column.contest is None else decided[column.contest],
        )
        for column in columns
    ]
    depths = int(ends[-1]) + 1
    of_level = [group for group in drawn for _ in group.slots]
    starts = set(ends[:-1].tolist())
    used = _used_hands(program)
    return Board(
        deck=deck,
        fresh=np.array([level in starts for level in range(depths - 1)], dtype=np.bool_),
        given=_padded([group.hands for group in root]),
        touched=_padded([group.hands for group in of_level]),
        finished=_by_depth(depths, [finished[hand] if hand in used else -1 for hand in range(len(finished))]),
        decided=_by_depth(depths, decided),
        contests=np.array([(c.hand, c.against, c.qualifier) for c in program.contests], dtype=np.int64).reshape(-1, 3),
        settled=_by_depth(depths, settled),
        columns=_column_facts(columns),
        nets=np.concatenate([column.nets.ravel() for column in columns]),
        below=_below(deck.bit_count() - sum(len(group.slots) for group in root), drawn),
        **_evaluators(program)._asdict(),
    )


def _finish(drawn: Sequence[Group], ends: Int64s, hand: int) -> int:
    """The depth at which a hand is complete."""
    return max((int(ends[place + 1]) for place, group in enumerate(drawn) if hand in group.hands), default=0)


def _by_depth(depths: int, of: Sequence[int]) -> Int64s:
    return _padded([[place for place, at in enumerate(of) if at == depth] for depth in range(depths)])


def _padded(lists: Sequence[Sequence[int]]) -> Int64s:
    width = max((len(row) for row in lists), default=0)
    return np.array([[*row, *[-1] * (width - len(row))] for row in lists], dtype=np.int64).reshape(len(lists), width)


def _column_facts(columns: Sequence[StakeColumn]) -> Int64s:
    starts = np.cumsum([0, *(column.nets.size for column in columns)]).tolist()
    return _padded(
        [
            (-1 if column.contest is None else column.contest, start, column.nets.shape[1], *column.hands)
            for column, start in zip(columns, starts, strict=False)
        ]
    )


def _below(cards: int, drawn: Sequence[Group]) -> Int64s:
    """How many deals there are below each depth where a group is complete; elsewhere nothing asks."""
    counts, left = [], cards
    for group in drawn:
        counts.append(comb(left, len(group.slots)))
        left -= len(group.slots)
    below = [1]
    for group, count in zip(reversed(drawn), reversed(counts), strict=True):
        below = [below[0] * count, *[0] * (len(group.slots) - 1), *below]
    return np.array(below, dtype=np.int64)


class _Evaluators(NamedTuple):
    """The part of a board that depends on hands alone."""

    start: Int64s
    weights: Int64s
    bits: Int64s
    by_ranks: Int16s
    by_suit: Int16s
    exact: npt.NDArray[np.bool_]


@lru_cache(maxsize=8)
def _evaluators(program: Program) -> _Evaluators:
    """The tables of all hands; those of equal evaluators stand once, and a hand's sum starts where its table does."""
    tables: list[Int16s] = []
    offsets: dict[int, int] = {}
    starts = []
    for hand in program.hands:
        evaluator = hand.evaluator
        if id(evaluator) not in offsets:
            offsets[id(evaluator)] = sum(len(table) for table in tables)
            tables.append(evaluator.by_ranks)
        starts.append(evaluator.start + offsets[id(evaluator)])
    evaluators = [hand.evaluator for hand in program.hands]
    return _Evaluators(
        start=np.array(starts, dtype=np.int64),
        weights=np.array([evaluator.weights for evaluator in evaluators], dtype=np.int64),
        bits=BITS,
        by_ranks=np.concatenate(tables),
        by_suit=np.array([evaluator.by_suit for evaluator in evaluators], dtype=np.int16),
        exact=np.array([evaluator.exact for evaluator in evaluators], dtype=np.bool_),
    )
