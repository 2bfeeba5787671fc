"""Exact distributions: each net result with the number of equally likely deals that bring it."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Distribution:
    """Net results and their counts; everything but roots is exact."""

    counts: Mapping[Fraction, int]

    @cached_property
    def total(self) -> int:
        """The number of equally likely deals."""
        return sum(self.counts.values())

    def moment(self, power: int, about: Fraction = Fraction(0)) -> Fraction:
        """The mean of a power of the distance from a point."""
        return sum(((net - about) ** power * count for net, count in self.counts.items()), Fraction(0)) / self.total

    @cached_property
    def mean(self) -> Fraction:
        """The expected net result."""
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        return self.moment(2, self.mean)

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return math.sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The third standardised moment: how lopsided the results are."""
        return float(self.moment(3, self.mean)) / self.standard_deviation**3

    def chance(self, nets: Iterable[Fraction]) -> Fraction:
        """The chance of any of these results."""
        return Fraction(sum(self.counts.get(net, 0) for net in nets), self.total)

    @property
    def win_frequency(self) -> Fraction:
        """The chance to end a round ahead."""
        return self.chance(net for net in self.counts if net > 0)

    @property
    def push_frequency(self) -> Fraction:
        """The chance to end a round even."""
        return self.chance([Fraction(0)])

    @property
    def largest_win(self) -> Fraction:
        """The best result there is."""
        return max(self.counts)

    @property
    def largest_loss(self) -> Fraction:
        """The worst result there is."""
        return min(self.counts)

    def arrays(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Results, ascending, and their probabilities, for plots and notebooks."""
        nets = sorted(self.counts)
        chances = [self.counts[net] / self.total for net in nets]
        return np.array([float(net) for net in nets]), np.array(chances)
