"""The Middle decision of Criss-Cross as a map: by what a person sees of both hands, what each option is worth.

Positions that best play reaches and that look alike share a cell of the map: whether a hand is already made, the
points showing, and the outs to a straight or better. Values are means over all positions of a cell, exactly.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count

import numpy as np

from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, Given, Hole
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.solver import play_hole
from pitboss.mathematics.criss_cross.kernels.strategy import PUSHES, WINS, cell_sums, levels_of
from pitboss.mathematics.criss_cross.strategy_facts import Int64s, Observer
from pitboss.mathematics.criss_cross.strategy_words import notes
from pitboss.program.jit import in_threads


class Shape(StrEnum):
    """What the better of both hands is before the middle card."""

    WINS = "a hand that wins already"
    PUSHES = "a hand that pushes already"
    TWO_LOW_PAIRS = "a lower pair in both hands"
    LOW_PAIR = "a lower pair in one hand"
    NOTHING = "no pair"


LOW_PAIRS = (Shape.NOTHING, Shape.LOW_PAIR, Shape.TWO_LOW_PAIRS)


@dataclass(frozen=True)
class MiddleCell:
    """One cell: in how many deals it is reached, and what the two bets are worth against a fold, in antes."""

    shape: Shape
    points: int
    outs: int
    deals: int
    least: Fraction
    most: Fraction

    @property
    def best(self) -> int:
        """The best single option for the whole cell: 0 a fold, 1 the least, 2 the most; of equals what risks least."""
        values = (Fraction(0), self.least, self.most)
        return max(range(3), key=lambda option: values[option])


@dataclass(frozen=True)
class MiddleMap:
    """All cells, and how points and outs are counted; `bets` are fold, least and most, in times their base."""

    bets: tuple[int, int, int]
    cells: tuple[MiddleCell, ...]
    notes: tuple[str, ...]


def middle_map(
    pays: CrissCrossPays, report: Callable[[str], None] = lambda _: None, given: Given = WHOLE_DECK
) -> MiddleMap:
    """The map for a paytable; `report` is told how far the counting has come."""
    observer = Observer(pays, given)
    done = count(1)

    def summed(hole: Hole) -> Int64s:
        found = _sums(observer, hole)
        report(f"{next(done)} of {len(observer.holes)} starting hands")
        return found

    sums: dict[tuple[Shape, int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for hole, found in zip(observer.holes, in_threads(summed, observer.holes), strict=True):
        facts = observer.middle_facts(observer.own_ranks(hole))
        for cell in np.flatnonzero(found[:, 0]).tolist():
            made, low_pairs, outs, points = (
                int(facts[name][cell]) for name in ("made", "low_pairs", "strong", "points")
            )
            total = sums[_shape(made, low_pairs), points, outs]
            for place, part in enumerate(found[cell].tolist()):
                total[place] += part * hole.weight
    middles, sizes = given.counts()[2], pays.sizes[2]
    least, most = sizes.antes
    cells = [
        MiddleCell(
            *look,
            deals=positions * middles,
            least=Fraction(rest + least * on_middle, positions * middles * pays.unit),
            most=Fraction(rest + most * on_middle, positions * middles * pays.unit),
        )
        for look, (positions, rest, on_middle) in sums.items()
    ]
    order = list(Shape)
    cells.sort(key=lambda cell: (order.index(cell.shape), -cell.points, cell.outs))
    said = notes(levels_of(pays))
    return MiddleMap((0, *sizes.ends), tuple(cells), tuple(said[name] for name in ("points", "outs", "lower pair")))


def _sums(observer: Observer, hole: Hole) -> Int64s:
    """By cell of the kernels: positions best play reaches, what returns before the Middle bet, what a unit nets."""
    game, given = observer.game, observer.given
    tables, seen = observer.look(hole)
    played = play_hole(game, given, hole, tables, across_seen=False)
    stakes = np.where(played.choices < 0, -1, game.bets[[0, 1], played.choices])
    return cell_sums(tables, seen, observer.ranks, game.returns, given.counts()[2], hole.across_weights, stakes)


def _shape(made: int, low_pairs: int) -> Shape:
    return {WINS: Shape.WINS, PUSHES: Shape.PUSHES}.get(made) or LOW_PAIRS[low_pairs]
