"""Between which bounds a wager's actual return lies after many rounds, as laboratories and auditors ask.

Bounds are those of the normal distribution. How far chances by it can be off is bounded by the theorem of Berry and
Esseen, by third moments, and stands beside them: rare large prizes need many rounds before it means anything.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.side_odds import SideOdds

ROUNDS = tuple(10**power for power in range(3, 8))
CONFIDENCES = (Fraction(90, 100), Fraction(95, 100), Fraction(99, 100))
BERRY_ESSEEN = 0.4748  # Shevtsova 2011


@dataclass(frozen=True)
class ReturnLimits:
    """After so many rounds: bounds of the return for each confidence, whose chances are off by `error` at most."""

    rounds: int
    bounds: tuple[tuple[float, float], ...]
    error: float | None


def reach(confidence: Fraction) -> float:
    """How many standard deviations either way hold with this confidence."""
    return NormalDist().inv_cdf(float(1 + confidence) / 2)


def volatility_index(deviation: float) -> float:
    """How far one round may stray from the mean with 90% confidence."""
    return reach(CONFIDENCES[0]) * deviation


def limits_of_round(spread: Distribution) -> tuple[ReturnLimits, ...]:
    """The return of a round of the main game: one ante and what it nets."""
    third = (
        sum((abs(net - spread.mean) ** 3 * count for net, count in spread.counts.items()), Fraction(0)) / spread.total
    )
    return _limits(1 + spread.mean, spread.variance, third)


def limits_of_wager(odds: SideOdds) -> tuple[ReturnLimits, ...]:
    """The return of one unit on a side wager; with bonuses on top its third moment is not known."""
    third = None
    if not any(line.bonus for line in odds.lines):
        third = sum((line.probability * abs(line.gain - odds.ev) ** 3 for line in odds.lines), Fraction(0))
    return _limits(1 + odds.ev, odds.variance, third)


def _limits(mean: Fraction, variance: Fraction, third: Fraction | None) -> tuple[ReturnLimits, ...]:
    return tuple(_after(rounds, float(mean), math.sqrt(variance), third) for rounds in ROUNDS)


def _after(rounds: int, mean: float, deviation: float, third: Fraction | None) -> ReturnLimits:
    spread = deviation / math.sqrt(rounds)
    bounds = tuple((mean - reach(one) * spread, mean + reach(one) * spread) for one in CONFIDENCES)
    error = None
    if third is not None and deviation:
        error = min(1.0, BERRY_ESSEEN * float(third) / deviation**3 / math.sqrt(rounds))
    return ReturnLimits(rounds, bounds, error)
