"""A Criss-Cross main paytable as the mathematics sees it, and made ready for the kernels."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.criss_cross import Pairs, Returns, pair_tables
from pitboss.analysis.kernels.criss_cross_deals import PAIR_CARDS, PAIR_MASKS, Given, Hole
from pitboss.analysis.kernels.five_card_tables import STRENGTHS, binomials, strengths

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class CrissCrossPays:
    """A main paytable as the mathematics sees it.

    `classes[s]` is the class of the five-card hand of strength s. A higher class outranks a lower one.
    `bets[k]` and `antes[k]` are what a winning wager of one unit nets with class k: -1 for a loss, 0 for
    a push. `least` and `most` are how many antes each of the three bets may be.
    """

    classes: bytes
    bets: tuple[Fraction, ...]
    antes: tuple[Fraction, ...]
    least: int = 1
    most: int = 3

    def __post_init__(self) -> None:
        if len(self.classes) != STRENGTHS:
            raise ValueError(f"{len(self.classes)} strengths are classed; there are {STRENGTHS}")
        if len(self.bets) != len(self.antes) or max(self.classes) >= len(self.bets):
            raise ValueError("bets and antes must both be given for every class")
        if min(*self.bets, *self.antes) < -1:
            raise ValueError("no wager can lose more than itself")
        if not 0 < self.least <= self.most:
            raise ValueError(f"bets of {self.least} to {self.most} antes: 1 or more, ascending, are possible")
        returned = 2 * (max(self.antes) + 1) + 3 * self.most * (max(self.bets) + 1)
        if returned * self.unit * 50 * 49 * 48 * 47 * 46 >= 1 << 62:
            raise ValueError(f"pays in units of 1/{self.unit} ante with these odds are too large to count exactly")

    @cached_property
    def unit(self) -> int:
        """How many whole units make an ante, so that all pays are whole."""
        return lcm(*(pay.denominator for pay in (*self.bets, *self.antes)))


@dataclass(frozen=True)
class Game:
    """A paytable made ready for the kernels: the class of every hand, what it returns, the two bets."""

    pays: CrissCrossPays
    hand_classes: npt.NDArray[np.uint8]
    returns: Returns
    bets: Int64s


@lru_cache(maxsize=8)
def game_of(pays: CrissCrossPays) -> Game:
    """The paytable made ready; kept, for advice is asked of the same one again and again."""

    def returned(of_class: Sequence[Fraction]) -> Int64s:
        return np.array([int((pay + 1) * pays.unit) for pay in of_class] + [0], dtype=np.int64)

    hand_classes = np.frombuffer(pays.classes, dtype=np.uint8)[strengths()]
    bets = np.array([pays.least, pays.most], dtype=np.int64)
    return Game(pays, hand_classes, Returns(returned(pays.bets), returned(pays.antes), pays.unit), bets)


def tables_of(game: Game, given: Given, hole: Hole) -> tuple[Pairs, Pairs]:
    """What the hole makes of its Across pairs and of its Down pairs."""
    middles = given.middles(int(PAIR_MASKS[hole.pair]))

    def judged(pairs: Int64s) -> Pairs:
        cards = np.take(PAIR_CARDS, pairs, axis=1)
        return pair_tables(*hole.cards, cards, middles, game.hand_classes, binomials(), game.returns)

    return judged(hole.across), judged(hole.down)
