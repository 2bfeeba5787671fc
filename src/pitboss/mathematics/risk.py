"""Risk over many rounds, from the exact distribution of one: exact convolution, not simulation.

Results lie on a lattice: whole multiples of some step above the worst loss. The sum of n rounds is then the n-th
power of a polynomial, and since no factor has negative powers, all above a chosen degree can be left out without
touching the rest: whoever is that far ahead cannot come back by losing every round to come. Probabilities are
64-bit floats; the error they may carry is bounded and stated.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.kernels.ruin import ruin_chance

Floats = npt.NDArray[np.float64]

EPSILON = 2.0**-53
DIRECT = 1 << 11
"""Up to this length products of polynomials are multiplied out, above it they are transformed."""
LONGEST = 1 << 24
"""No polynomial may have more terms: some hundred megabytes."""
UNLIKELY = 1e-15
"""A bankroll from which ruin is surely less likely than this is followed no further."""

PERCENTILES = tuple(Fraction(part, 1000) for part in (1, 10, 50, 250, 500, 750, 950, 990, 999))


class TooFine(ValueError):
    """Results on so fine a lattice, over so many rounds, that they do not fit in memory."""


@dataclass(frozen=True)
class SessionSums:
    """The result of so many rounds: `chances[k]` is that of `worst + k * step`; results above the last are left out.

    `error` bounds how far any sum of chances may be off.
    """

    worst: Fraction
    step: Fraction
    chances: Floats
    error: float

    @cached_property
    def _cumulated(self) -> Floats:
        return np.cumsum(self.chances)

    def at_most(self, result: Fraction) -> float:
        """The chance of no more than this result."""
        return self._up_to(math.floor((result - self.worst) / self.step))

    def below(self, result: Fraction) -> float:
        """The chance of less than this result."""
        return self._up_to(math.ceil((result - self.worst) / self.step) - 1)

    def above(self, result: Fraction) -> float:
        """The chance of more than this result."""
        return 1.0 - self.at_most(result)

    def between(self, result: Fraction) -> float:
        """How much likelier results up to 0 are than up to this one, the chances of a step spread over its width."""
        places = [float((one - self.worst) / self.step) for one in (Fraction(0), result)]
        low, high = np.interp(places, np.arange(len(self.chances)) + 0.5, self._cumulated)
        return float(low - high)

    def _up_to(self, place: int) -> float:
        return 0.0 if place < 0 else min(1.0, float(self._cumulated[min(place, len(self.chances) - 1)]))

    def quantile(self, share: Fraction) -> Fraction:
        """The least result that so large a share of all results does not exceed."""
        place = int(np.searchsorted(self._cumulated, float(share)))
        return self.worst + min(place, len(self._cumulated) - 1) * self.step


def sums(spread: Distribution, rounds: int) -> SessionSums:
    """The result of so many independent rounds, up to 32 standard deviations above the mean.

    By Cantelli's inequality no more than 1 in 1,025 results lies above that, so every quantile to 99.9% is there.
    """
    worst, step, single = _lattice(spread)
    top = spread.mean * rounds + 32 * Fraction(spread.standard_deviation) * Fraction(math.sqrt(rounds))
    length = math.ceil((max(top, Fraction(0)) - worst * rounds) / step) + 1
    if length > LONGEST:
        raise TooFine(f"{rounds} rounds in steps of {float(step)} have {length} results; {LONGEST} can be held")
    chances, error = _power(single[:length], rounds, length)
    return SessionSums(worst * rounds, step, chances, error)


def _lattice(spread: Distribution) -> tuple[Fraction, Fraction, Floats]:
    """The worst result, the step of the lattice and the chances of its points."""
    worst = spread.largest_loss
    step = _common_step([net - worst for net in spread.counts])
    length = int((spread.largest_win - worst) / step) + 1
    if length > LONGEST:
        raise TooFine(f"a round in steps of {float(step)} has {length} results; {LONGEST} can be held")
    chances = np.zeros(length)
    for net, count in spread.counts.items():
        chances[int((net - worst) / step)] = count / spread.total
    return worst, step, chances


def _common_step(distances: Sequence[Fraction]) -> Fraction:
    """The largest number of which all distances are whole multiples."""
    denominator = math.lcm(*(distance.denominator for distance in distances))
    return Fraction(math.gcd(*(int(distance * denominator) for distance in distances)) or denominator, denominator)


def _power(single: Floats, rounds: int, length: int) -> tuple[Floats, float]:
    """The polynomial to the power of `rounds`, cut to `length` terms, and a bound of the error of sums of terms."""
    result, error = np.ones(1), 0.0
    square, square_error = single, len(single) * EPSILON
    while True:
        if rounds & 1:
            result, error = _product((result, error), (square, square_error), length)
        rounds >>= 1
        if not rounds:
            return result, error
        square, square_error = _product((square, square_error), (square, square_error), length)


def _product(first: tuple[Floats, float], second: tuple[Floats, float], length: int) -> tuple[Floats, float]:
    """A product cut to `length` terms, and its error.

    Both factors sum to at most 1, so errors of their sums add. Multiplied out, n non-negative terms lose at most
    n EPSILON of their sum. A transform of size n loses at most 7 EPSILON log2(n) of the Euclidean length of what is
    transformed (Higham, Accuracy and Stability of Numerical Algorithms, theorem 24.2). Three of them are made, and no
    transformed factor exceeds 1 anywhere, so the product is off by so much of the three lengths together; a sum of
    k terms, by Cauchy's inequality, by at most the root of k times that. 8 instead of 7 covers the multiplication.
    """
    (left, left_error), (right, right_error) = first, second
    full = len(left) + len(right) - 1
    if min(len(left), len(right)) <= DIRECT:
        product = np.convolve(left, right)[:length]
        added = min(len(left), len(right)) * EPSILON
    else:
        size = 1 << (full - 1).bit_length()
        turned = np.fft.rfft(left, size)
        turned *= turned if right is left else np.fft.rfft(right, size)
        product = np.fft.irfft(turned, size)[: min(full, length)].copy()  # what is cut is not held on to
        np.maximum(product, 0.0, out=product)
        lengths = sum(math.sqrt(float(terms @ terms)) for terms in (left, right, product))
        added = 8 * EPSILON * math.log2(size) * lengths * math.sqrt(len(product))
    return product, left_error + right_error + added


@dataclass(frozen=True)
class Ruin:
    """The chance to lose a bankroll within so many rounds, and if play never ended."""

    bankroll: Fraction
    rounds: int
    chance: float
    error: float
    eventually: float
    """1 unless the player has the advantage; then no more than this."""


def ruin(spread: Distribution, bankroll: Fraction, rounds: int) -> Ruin:
    """The chance that the losses ever reach the bankroll after any of so many rounds; bets beyond it are let stand."""
    step = _common_step(list(spread.counts))
    nets, chances = spread.arrays()
    units = np.array([int(net / step) for net in sorted(spread.counts)], np.int64)
    held = math.ceil(bankroll / step)
    safe = _safe_bankrolls(units.astype(float), chances, rounds)
    if int(safe.max()) > LONGEST or held > LONGEST:
        raise TooFine(f"a bankroll of {held} steps of {float(step)} is more than the {LONGEST} that can be followed")
    chance = 0.0 if held > safe[-1] else ruin_chance(units, chances, held, np.append(0, safe[:-1]).astype(np.int64))
    error = UNLIKELY + rounds * (len(nets) + 2) * EPSILON * chance
    return Ruin(bankroll, rounds, chance, error, _eventual_ruin(spread, float(bankroll)))


def _safe_bankrolls(nets: Floats, chances: Floats, rounds: int) -> npt.NDArray[np.int64]:
    """For 1 to `rounds` rounds to go, a bankroll that is lost with a chance below `UNLIKELY`.

    Where M(t) is the mean of exp(-t X), exp(-t S) / M(t)^n is a martingale over rounds n, so by Doob's inequality
    a bankroll b is lost within n rounds with a chance of at most exp(-t b) max(1, M(t))^n, whatever t > 0.
    """
    spread = math.sqrt(float(chances @ nets**2))
    tilts = np.geomspace(1e-4, 10, 240) / spread
    growth = np.maximum(np.log(np.exp(-np.outer(tilts, nets)) @ chances), 0.0)
    needed = np.full(rounds, np.inf)
    to_go = np.arange(1, rounds + 1)
    for tilt, grows in zip(tilts, growth, strict=True):
        np.minimum(needed, (to_go * grows - math.log(UNLIKELY)) / tilt, out=needed)
    certain = -nets.min() * to_go
    safe: npt.NDArray[np.int64] = np.ceil(np.minimum(needed, certain)).astype(np.int64)
    return safe


def _eventual_ruin(spread: Distribution, bankroll: float) -> float:
    """Lundberg's bound exp(-t b), with t > 0 such that exp(-t X) has the mean 1; without an advantage, certainty."""
    if spread.mean <= 0:
        return 1.0
    nets, chances = spread.arrays()
    if nets[0] >= 0:
        return 0.0

    def grows(tilt: float) -> bool:
        return float(np.exp(-tilt * nets) @ chances) > 1.0

    low, high = 0.0, 1.0 / abs(float(nets[0]))
    while not grows(high):
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if grows(middle) else (middle, high)
    return math.exp(-low * bankroll)


def rounds_to_one_deviation(spread: Distribution) -> Fraction:
    """N0: after so many rounds the expected result is as large as its standard deviation."""
    return spread.variance / spread.mean**2


@dataclass(frozen=True)
class HouseTake:
    """What the house keeps at a table of so many seats; `error` bounds what was lost in computing."""

    hold_per_hour: Fraction
    deviation_per_hour: float
    worst_in_thousand: Fraction
    loses: float
    error: float


def house(table: Distribution, hours: int, rounds_per_hour: int, mean: Fraction | None = None) -> HouseTake:
    """Hold by table-hour, and the result of the day that is worse on only one day in a thousand.

    `table` is what a round brings all seats together. Where it was dealt out and its mean is known exactly, the day
    is moved by what the dealt mean is off.
    """
    rounds = hours * rounds_per_hour
    day = sums(table, rounds)
    known = table.mean if mean is None else mean
    off = rounds * (table.mean - known)
    return HouseTake(
        hold_per_hour=-known * rounds_per_hour,
        deviation_per_hour=table.standard_deviation * math.sqrt(rounds_per_hour),
        worst_in_thousand=off - day.quantile(PERCENTILES[-1]),
        loses=day.above(Fraction(0)) + day.between(off),
        error=day.error,
    )
