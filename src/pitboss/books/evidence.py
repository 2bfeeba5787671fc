"""Evidence against honest dealing that may be looked at after every round, for ever, without losing its meaning.

Someone who doubts the dealing bets against it, on paper, at odds that are fair if it is honest: before each round a
small part of what he has on "more comes back than it should", or on less. Each bet is fair by the exact distribution of
the wager, so that his money is a martingale; that it should ever grow a million times over has a chance of at most one
in a million (Ville's inequality), however often and whenever one looks. docs/fairness.md has the argument.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.books.theory import Theory

BEYOND = 1e6  # growth at which the alarm is raised: the chance of it ever, for one wager at one table, is one in this
EPOCH = 64  # rounds, after each of which new money is put in, so that who turns dishonest late is found soon
PARTS = (1 / 2, 1 / 8, 1 / 32, 1 / 128)  # of the most that can be bet without ever losing more than there is
MORE = (1 / 4, 1 / 16, 1 / 64, 1 / 256)  # shares of rounds in which a good hand might be given on top of those due
FEWER = (3 / 4, 1 / 4, 1 / 16)  # shares of those due that might be kept back
CLIPS = (1.0, 5.0, 25.0)  # results above count as this much: bets against them can be larger where a jackpot is rare
MOST = 1e280  # money beyond this is not counted on

Floats = npt.NDArray[np.float64]


class JudgedBet(NamedTuple):
    """One bet of a round: what it won of each unit, net and without meters, how much was staked, and its theory."""

    won: float
    staked: int
    theory: Theory


class Gambles(NamedTuple):
    """Bets on paper, on what a result counts: itself, but at most `limits`; or, of `steps`, one if it reaches them.

    `means` is what that is on average, and `sizes` how much is bet on more of it, below zero on less.
    """

    steps: npt.NDArray[np.bool_]
    limits: Floats
    means: Floats
    sizes: Floats

    def factors(self, won: float) -> Floats:
        """What becomes of one unit on each; on average, if the dealing is honest, one unit or less."""
        counts = np.where(self.steps, won >= self.limits - 1e-9, np.minimum(won, self.limits))
        return np.maximum(1.0 + self.sizes * (counts - self.means), 0.0)  # rounding alone could make it less


@lru_cache(maxsize=1024)
def gambles(theory: Theory, both_sides: bool) -> Gambles:
    """The bets against one wager.

    Where what comes back depends on how a player plays, only its mean is bounded, from above: then the whole result is
    bet on, and only that it is more. Where the cards alone decide, each line of the table is bet on, too: that hands
    which reach it come more often than they should, or less.
    """
    mean, least = float(theory.mean), float(theory.least)
    rows = [(False, np.inf, mean, part / (mean - least)) for part in PARTS if mean > least]
    if both_sides and theory.outcomes:
        rows += [*_cut(theory), *_reached(theory)]
    steps, limits, means, sizes = (np.array(column) for column in zip(*rows, strict=True))
    return Gambles(steps, limits, means, sizes)


Row = tuple[bool, float, float, float]


def _cut(theory: Theory) -> Iterator[Row]:
    """Bets on the result, cut at some amounts, on more and on less."""
    for clip in (*CLIPS, float(theory.most)):
        highest = min(theory.most, Fraction(clip))
        mean = sum((min(net, highest) * chance for net, chance in theory.outcomes), Fraction(0))
        if theory.least < mean < highest:
            yield from ((False, clip, float(mean), part / float(mean - theory.least)) for part in PARTS)
            yield from ((False, clip, float(mean), -part / float(highest - mean)) for part in PARTS)


def _reached(theory: Theory) -> Iterator[Row]:
    """Bets on each line: of a chance of p, one unit comes to 1 + s (1/p - 1) if it is reached, and to 1 - s if not."""
    for line, _ in theory.outcomes[1:]:
        chance = sum((each for net, each in theory.outcomes if net >= line), Fraction(0))
        yield from ((True, float(line), float(chance), share / float(chance)) for share in MORE)
        yield from ((True, float(line), float(chance), -share / float(1 - chance)) for share in FEWER)


@dataclass
class Evidence:
    """What the bets on paper against one wager at one table have come to, of one unit in all."""

    rounds: int = 0
    highest: float = 1.0
    _held: Floats | None = field(default=None, repr=False)

    def add(self, results: Sequence[JudgedBet], both_sides: bool) -> None:
        """One more round. Its seats share cards, so their bets are averaged, which is fair whatever they share."""
        staked = sum(result.staked for result in results)
        factors = sum(
            result.staked / staked * gambles(result.theory, both_sides).factors(result.won) for result in results
        )
        assert isinstance(factors, np.ndarray)
        if self._held is None or len(self._held) != len(factors):
            self._held = np.zeros(len(factors))
        epoch = self.rounds // EPOCH + 1
        if self.rounds % EPOCH == 0:  # 1/2 + 1/6 + 1/12 + …: all of it together is the one unit
            self._held += 1 / (epoch * (epoch + 1))
        self._held = np.minimum(self._held * factors, MOST)
        self.rounds += 1
        self.highest = max(self.highest, float(self._held.mean()) + 1 / (epoch + 1))

    @property
    def alert(self) -> bool:
        """Whether honest dealing hardly explains it."""
        return self.highest >= BEYOND
