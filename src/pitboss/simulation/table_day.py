"""A table's hour and day: seats share the dealer's or the community cards, so they win and lose together.

Of one seat all is exact, and so is the deviation of a table of Criss-Cross without side wagers, where the covariance of
two seats is counted (`shared_cards.py`). Else rounds of the whole table are dealt out and what they brought is added up
as exactly as the round of one seat is: only what a table's round brings is sampled, not the day. The dealt rounds are
cut into groups, and how the figures of the groups differ says how far those of all may be off.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import fmean, stdev

import numpy as np

from pitboss.mathematics.answers import RoundResult
from pitboss.mathematics.antes import antes
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.risk import HouseTake, house
from pitboss.money import Amount
from pitboss.program.jit import in_threads
from pitboss.rulebooks import Terms
from pitboss.simulation.criss_cross import CrissCrossTable
from pitboss.simulation.shared_cards import two_seats
from pitboss.simulation.simulation import Simulation

GROUPS = 16
BLOCKS, BLOCK = 8, 1 << 14
"""Rounds of a group, dealt so many at a time."""
TIMES_ERROR = 2.131
"""Student's t for 95% and 15 degrees of freedom: of a mean of sixteen groups, so many standard errors each way."""


@dataclass(frozen=True)
class Margins:
    """How far each figure may be off, either way, with a confidence of 95%; 0 where it is exact."""

    hold_per_hour: float = 0.0
    deviation_per_hour: float = 0.0
    worst_in_thousand: float = 0.0
    loses: float = 0.0


@dataclass(frozen=True)
class TableDay:
    """What the house keeps, how sure that is, and how many rounds of the table were dealt out to find it."""

    take: HouseTake
    margins: Margins
    seats: int
    hours: int
    rounds: int
    dealt: int

    @property
    def player_rounds(self) -> int:
        """Rounds of the day, counted for each seat."""
        return self.rounds * self.seats

    @property
    def note(self) -> str | None:
        """How the figures came about, where they are not exact."""
        if not self.dealt:
            return None
        return f"the table's day: {self.seats} seats that share cards, from {self.dealt:,} rounds dealt out; ± is 95%"


@dataclass(frozen=True)
class _Group:
    """Rounds dealt out: what they brought the table, and the mean of the squares of what they brought each seat."""

    nets: Mapping[int, int]
    seat_squares: int

    def spread(self) -> Distribution:
        return Distribution({Fraction(cents, 100): count for cents, count in self.nets.items()})


def table_day(
    terms: Terms,
    result: RoundResult,
    stakes: Mapping[str, Amount],
    meters: Mapping[str, Amount],
    *,
    seats: int,
    hours: int,
    rounds_per_hour: int,
) -> TableDay:
    """The hour and the day of a table at which every seat plays the round of `result`."""
    rounds = hours * rounds_per_hour
    if seats == 1:
        return TableDay(house(result.spread, hours, rounds_per_hour), Margins(), seats, hours, rounds, 0)
    staked = antes(terms, result.ante) | dict(stakes)
    simulation = Simulation.of(terms, seats=seats, stakes=staked, meters=dict(meters))
    groups = in_threads(lambda number: _dealt(simulation, number), range(GROUPS))
    mean = seats * result.spread.mean if _seats_alone(simulation) else None
    found = [house(group.spread(), hours, rounds_per_hour, mean) for group in groups]
    nets: Counter[int] = Counter()
    for group in groups:
        nets.update(group.nets)
    whole = house(_Group(nets, 0).spread(), hours, rounds_per_hour, mean)
    deviations = [take.deviation_per_hour for take in found]
    covariance = covariance_of(simulation, result) if mean is not None else None
    if covariance is not None:
        variance = seats * result.spread.variance + seats * (seats - 1) * covariance
        deviations = [math.sqrt(rounds_per_hour * variance)] * GROUPS
    elif mean is not None:
        deviations = [_deviation(group, result.spread, seats, rounds_per_hour) for group in groups]
    margins = Margins(
        0.0 if mean is not None else _margin([float(take.hold_per_hour) for take in found]),
        _margin(deviations),
        _margin([float(take.worst_in_thousand) for take in found]),
        _margin([take.loses for take in found]),
    )
    take = HouseTake(whole.hold_per_hour, fmean(deviations), whole.worst_in_thousand, whole.loses, whole.error)
    return TableDay(take, margins, seats, hours, rounds, GROUPS * BLOCKS * BLOCK)


def _dealt(simulation: Simulation, number: int) -> _Group:
    columns = list(simulation.rows[-1].columns)
    nets: Counter[int] = Counter()
    squares = 0
    for block in range(number * BLOCKS, (number + 1) * BLOCKS):
        by_seat = simulation.play(block * BLOCK, BLOCK).net[:, columns].sum(axis=1)
        squares += int((by_seat.astype(np.float64) ** 2).sum())
        results, counts = np.unique(by_seat.sum(axis=0), return_counts=True)
        nets.update(dict(zip(results.tolist(), counts.tolist(), strict=True)))
    return _Group(nets, squares)


def _seats_alone(simulation: Simulation) -> bool:
    """Whether no seat gets more or less for others being there: nothing rides on a wager, no meter is shared."""
    made = simulation.table.seating.wagers
    riding = (column for column in simulation.table.columns if column.wager in made and column.name != column.wager)
    return not any(riding) and not simulation.table.meters


def covariance_of(simulation: Simulation, result: RoundResult) -> Fraction | None:
    """The covariance of what two seats net, in dollars², where it can be counted: of the main game of Criss-Cross."""
    table = simulation.table
    if not isinstance(table, CrissCrossTable) or result.limited or table.main_wagers != table.seating.wagers:
        return None
    counted = two_seats(criss_cross_pays(table.terms))
    return None if counted is None else counted.covariance * Fraction(result.ante.cents, 100) ** 2


def _deviation(group: _Group, seat: Distribution, seats: int, rounds: int) -> float:
    """By the exact variance of a seat and the dealt covariance of two: what the seats' own squares are off cancels."""
    total = sum(group.nets.values())
    products = sum(net * net * count for net, count in group.nets.items()) - group.seat_squares
    covariances = products / total / 10_000 - seats * (seats - 1) * float(seat.mean) ** 2
    return math.sqrt(rounds * (seats * float(seat.variance) + covariances))


def _margin(figures: list[float]) -> float:
    return TIMES_ERROR * stdev(figures) / math.sqrt(GROUPS)
