"""Risk over many rounds, from the exact distribution of one: whether a bankroll lasts, and what the house keeps."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.kernels.ruin import ruin_chance
from pitboss.mathematics.powers import EPSILON, Floats, TooFine
from pitboss.mathematics.sessions import common_step, sums

LONGEST = 1 << 24
"""No bankroll of more steps is followed: some hundred megabytes."""
MOST_WORK = 1 << 40
"""So many multiplications are made at most to follow one: minutes."""
UNLIKELY = 1e-15
"""A bankroll from which ruin is surely less likely than this is followed no further."""

PERCENTILES = tuple(Fraction(part, 1000) for part in (1, 10, 50, 250, 500, 750, 950, 990, 999))


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
    step = common_step(list(spread.counts))
    nets, chances = spread.arrays()
    units = np.array([int(net / step) for net in sorted(spread.counts)], np.int64)
    held = math.ceil(bankroll / step)
    safe = _safe_bankrolls(units.astype(float), chances, rounds)
    if int(safe.max()) > LONGEST or held > LONGEST:
        raise TooFine(f"a bankroll of {held} steps of {float(step)} is more than the {LONGEST} that can be followed")
    if float(safe.sum()) * len(units) > MOST_WORK:
        raise TooFine(f"{rounds} rounds in steps of {float(step)} have bankrolls of {int(safe.max())} steps to follow")
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
