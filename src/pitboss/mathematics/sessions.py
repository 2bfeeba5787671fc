"""What many rounds add up to, from the exact distribution of one: exact convolution, not simulation.

Results lie on a lattice: whole multiples of some step above the worst loss. One rare result between its points, such
as a jackpot of odd cents, would make the lattice of all fifty times finer. Results are therefore parted: the usual
ones lie on the widest lattice that pays; the rare ones are counted by how often a session brings them, and every number
of them moves the sum of the usual rounds that are left. Numbers so large that they are all but impossible are left out,
and the stated error says so.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.powers import EPSILON, LONGEST, Floats, Int64s, TooFine, Window, once, power, product

LEFT_OUT = 1e-13
"""Sessions with more rare results than are followed are less likely than this."""
MOST_HITS = 20
MOST_MOVES = 1 << 22
"""So many ways to add one rare result to the others are tried at most."""


@dataclass(frozen=True)
class Moved:
    """Sums of usual results, moved by what a number of rare ones brought, each move with its chance.

    All in steps of the fine lattice; usual results are `width` of them apart, the lowest at `lowest`.
    """

    lowest: int
    width: int
    chances: Floats
    moves: Int64s
    weights: Floats

    @cached_property
    def _cumulated(self) -> Floats:
        return np.concatenate([[0.0], np.cumsum(self.chances)])

    def at_most(self, place: int) -> float:
        """The chance of a sum up to this place."""
        last = (place - self.lowest - self.moves) // self.width + 1
        return float(self.weights @ self._cumulated[np.clip(last, 0, len(self.chances))])

    def spread_at_most(self, place: float) -> float:
        """The same with the chances of every sum spread over its width."""
        places = (place - self.lowest - self.moves) / self.width
        return float(self.weights @ np.interp(places, np.arange(len(self.chances)) + 0.5, self._cumulated[1:]))


@dataclass(frozen=True)
class SessionSums:
    """The result of so many rounds, in places of `step` above the worst; results above `top` are left out.

    `error` bounds how far any sum of chances may be off.
    """

    worst: Fraction
    step: Fraction
    top: int
    parts: tuple[Moved, ...]
    error: float

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
        low, high = (float((one - self.worst) / self.step) for one in (Fraction(0), result))
        return sum(part.spread_at_most(low) - part.spread_at_most(high) for part in self.parts)

    def _up_to(self, place: int) -> float:
        return min(1.0, sum(part.at_most(min(place, self.top)) for part in self.parts))

    def quantile(self, share: Fraction) -> Fraction:
        """The least result that so large a share of all results does not exceed."""
        low, high = 0, self.top
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._up_to(middle) >= float(share) else (middle + 1, high)
        return self.worst + low * self.step


@dataclass(frozen=True)
class _Parting:
    """The usual results, `width` places apart, and the rare ones; at most so many rare ones are followed."""

    width: int
    usual: dict[int, int]
    rare: dict[int, int]
    hits: int

    @property
    def share(self) -> float:
        """The chance of a rare result."""
        rare = sum(self.rare.values())
        return rare / (rare + sum(self.usual.values()))

    @property
    def cost(self) -> Fraction:
        """The terms that are followed, next to those of the finest lattice."""
        return Fraction(self.hits + 1, self.width)


def sums(spread: Distribution, rounds: int) -> SessionSums:
    """The result of so many independent rounds, up to 32 standard deviations above the mean.

    By Cantelli's inequality no more than 1 in 1,025 results lies above that, so every quantile to 99.9% is there.
    """
    worst, step, counts = lattice(spread)
    top = spread.mean * rounds + 32 * Fraction(spread.standard_deviation) * Fraction(math.sqrt(rounds))
    highest = math.ceil((max(top, Fraction(0)) - worst * rounds) / step)
    for parting in sorted(_partings(counts, rounds), key=lambda one: one.cost):
        if (moves := _moves(parting, rounds)) is not None:
            break
    assert moves is not None, "where nothing is rare there is one move"
    try:
        parts, error = _parts(parting, moves, rounds, highest)
    except TooFine as fault:
        raise TooFine(f"{rounds} rounds in steps of {float(step)} have {fault}") from fault
    return SessionSums(worst * rounds, step, highest, parts, error)


def lattice(spread: Distribution) -> tuple[Fraction, Fraction, dict[int, int]]:
    """The worst result, the step of the lattice, and how often each of its places comes up."""
    worst = spread.largest_loss
    distances = [net - worst for net in spread.counts]
    step = common_step(distances)
    return worst, step, {int(one / step): n for one, n in zip(distances, spread.counts.values(), strict=True)}


def common_step(distances: list[Fraction]) -> Fraction:
    """The largest number of which all distances are whole multiples."""
    denominator = math.lcm(*(distance.denominator for distance in distances))
    return Fraction(math.gcd(*(int(distance * denominator) for distance in distances)) or denominator, denominator)


def _partings(counts: dict[int, int], rounds: int) -> Iterator[_Parting]:
    """The finest lattice with all results, and every wider one that lacks some which are rare enough."""
    yield _Parting(1, counts, {}, 0)
    for width, first in usual_widths(counts):
        usual = {place: n for place, n in counts.items() if (place - first) % width == 0}
        rare = {place: n for place, n in counts.items() if place not in usual}
        if rare and (hits := _most_hits(_Parting(width, usual, rare, 0).share, rounds)) is not None:
            yield _Parting(width, usual, rare, hits)


def usual_widths(counts: dict[int, int]) -> list[tuple[int, int]]:
    """Widths of the lattices through the likeliest place and those next to it in likelihood, and that place."""
    first, *others = sorted(counts, key=lambda place: -counts[place])
    widths, width = [], 0
    for place in others:
        width = math.gcd(width, place - first)
        widths.append(width)
    return [(width, first) for width in dict.fromkeys(widths)]


def _most_hits(share: float, rounds: int) -> int | None:
    """So many rare results are not exceeded but with a chance below `LEFT_OUT`; None if that is more than `MOST_HITS`.

    Beyond the mean the chances of a number fall faster than in a geometric series.
    """
    for hits in range(min(MOST_HITS, rounds) + 1):
        if hits == rounds:
            return hits
        ratio = (rounds - hits - 1) / (hits + 2) * share / (1 - share)
        if ratio < 0.5 and 2 * _chance_of(hits + 1, share, rounds) < LEFT_OUT:
            return hits
    return None


def _chance_of(hits: int, share: float, rounds: int) -> float:
    """The binomial chance of so many rare results."""
    if not share:
        return float(hits == 0)
    ways = math.log(math.comb(rounds, hits))
    return math.exp(ways + hits * math.log(share) + (rounds - hits) * math.log1p(-share))


def _moves(parting: _Parting, rounds: int) -> list[tuple[Int64s, Floats]] | None:
    """For every number of rare results what they add up to, and the chances; None if that is too much to write down."""
    found: list[tuple[Int64s, Floats]] = [(np.zeros(1, np.int64), np.ones(1))]
    total = sum(parting.rare.values())
    places = np.array(list(parting.rare), np.int64)
    chances = np.array([n / total for n in parting.rare.values()])
    for hits in range(1, parting.hits + 1):
        moves, weights = found[-1]
        if len(moves) * len(places) > MOST_MOVES:
            return None
        together, where = np.unique(np.add.outer(moves, places), return_inverse=True)
        added: Floats = np.bincount(where.ravel(), np.multiply.outer(weights, chances).ravel()).astype(np.float64)
        # What is dropped here is missed, and counted, in all that follow.
        kept = added * _chance_of(hits, parting.share, rounds) > LEFT_OUT / 1000 / len(added)
        found.append((together[kept], added[kept]))
    return found


def _parts(
    parting: _Parting, moves: list[tuple[Int64s, Floats]], rounds: int, top: int
) -> tuple[tuple[Moved, ...], float]:
    """For every number of rare results the sums of the others; and the error of all together.

    The sums of every number are off by no more than their own error, so weighted they are off by no more than the
    largest. The logarithms of weights are sums of terms below 1,000, which are right to a few EPSILON of their size.
    What was left out is missed.
    """
    total = sum(parting.usual.values())
    base = min(parting.usual)
    places = np.array([(place - base) // parting.width for place in parting.usual], np.int64)
    chances = np.array([n / total for n in parting.usual.values()])
    least = min((int(of_hits.min()) for of_hits, _ in moves if len(of_hits)), default=0)
    fewest = rounds - parting.hits
    window = Window(places, chances, fewest, (top - least - fewest * base) // parting.width + 1)
    length = (window.highest(rounds) - window.lowest(rounds)) * (parting.hits + 1)
    if length > LONGEST:
        raise TooFine(f"{length} results; {LONGEST} can be held")
    single = once(places, chances)
    usual = power(single, fewest, window)
    parts, missed, worst = [], LEFT_OUT if parting.hits < rounds and parting.rare else 0.0, 0.0
    for hits in range(parting.hits, -1, -1):
        weight = _chance_of(hits, parting.share, rounds)
        of_hits, weights = moves[hits]
        missed += weight * max(0.0, 1.0 - float(weights.sum()))
        worst = max(worst, usual.error)
        lowest = (rounds - hits) * base + usual.lowest * parting.width
        parts.append(Moved(lowest, parting.width, usual.chances, of_hits, weights * weight))
        if hits:
            usual = product(usual, single, window)
    return tuple(parts), worst + missed + (4000 * EPSILON if parting.rare else 0.0)
