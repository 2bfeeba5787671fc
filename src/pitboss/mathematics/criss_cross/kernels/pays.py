"""A Criss-Cross main paytable as the mathematics sees it, and made ready for the kernels."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.deals import PAIR_CARDS, PAIR_MASKS, Given, Hole
from pitboss.mathematics.criss_cross.kernels.pair_tables import HandReturns, Pairs, Returns, pair_tables
from pitboss.mathematics.criss_cross.kernels.sums import NARROW
from pitboss.mathematics.kernels.five_card_tables import STRENGTHS, binomials, strengths
from pitboss.mathematics.kernels.sizes import Sizes

Int64s = npt.NDArray[np.int64]


Nets = tuple[Fraction, ...]
"""What a wager of one unit nets by class: -1 for a loss, 0 for a push."""


ONE_TO_THREE = (Sizes(), Sizes(), Sizes())


@dataclass(frozen=True)
class CrissCrossPays:
    """The paytables and bets of a main game as the mathematics sees them.

    `classes[s]` is the class of the five-card hand of strength s; hands of one class are paid alike by every table, and
    a higher class outranks a lower one. `bets` are the tables of the Across, Down and Middle Bet, `antes` those of
    Ante Across and Ante Down, `sizes` how large the three bets may be.
    """

    classes: bytes
    bets: tuple[Nets, Nets, Nets]
    antes: tuple[Nets, Nets]
    sizes: tuple[Sizes, Sizes, Sizes] = ONE_TO_THREE

    def __post_init__(self) -> None:
        if len(self.classes) != STRENGTHS:
            raise ValueError(f"{len(self.classes)} strengths are classed; there are {STRENGTHS}")
        tables = (*self.bets, *self.antes)
        if {len(table) for table in tables} != {max(self.classes) + 1}:
            raise ValueError("bets and antes must all be given for every class")
        if min(map(min, tables)) < -1:
            raise ValueError("no wager can lose more than itself")
        if self.largest * 50 * 49 * 48 * 47 * 46 >= 1 << 62:
            raise ValueError(f"pays in units of 1/{self.unit} ante with these odds are too large to count exactly")

    @cached_property
    def unit(self) -> int:
        """How many whole units make an ante, so that all pays are whole."""
        return lcm(*(pay.denominator for table in (*self.bets, *self.antes) for pay in table))

    @cached_property
    def largest(self) -> Fraction:
        """No round returns more, or puts up more, in units."""
        stakes, tables = (*(sizes.antes[1] for sizes in self.sizes), 1, 1), (*self.bets, *self.antes)
        returned = sum((stake * (max(table) + 1) for stake, table in zip(stakes, tables, strict=True)), Fraction(0))
        return (returned + sum(stakes)) * self.unit

    @property
    def kinds(self) -> int:
        """How many classes there are."""
        return len(self.bets[0])

    def bets_at(self, places: tuple[int, int, int]) -> tuple[int, int, int]:
        """The bets in antes, of which each is the least (0) or the most (1)."""
        across, down, middle = (sizes.antes[place] for sizes, place in zip(self.sizes, places, strict=True))
        return across, down, middle

    def net(self, bets: tuple[int, int, int], across: int, down: int) -> Fraction:
        """What a round nets in antes, played to its end with these bets in antes and hands of these classes."""
        return sum((stake * net for stake, net in self.wagers(bets, across, down)), Fraction(0))

    def wagers(self, bets: tuple[int, int, int], across: int, down: int) -> tuple[tuple[int, Fraction], ...]:
        """The same wager by wager, both antes, then the bets: the stake in antes, and what one unit of it nets."""
        hands = (across, down, max(across, down))
        antes = ((1, table[kind]) for table, kind in zip(self.antes, hands[:2], strict=True))
        made = ((bet, table[kind]) for bet, table, kind in zip(bets, self.bets, hands, strict=True))
        return (*antes, *made)


@dataclass(frozen=True)
class ReadyPays:
    """A paytable made ready for the kernels: the class of every hand, what it returns, least and most of each bet."""

    pays: CrissCrossPays
    hand_classes: npt.NDArray[np.uint8]
    returns: Returns
    bets: Int64s


@lru_cache(maxsize=8)
def ready_pays(pays: CrissCrossPays) -> ReadyPays:
    """The paytable made ready; kept, for advice is asked of the same one again and again."""

    def returned(of_class: Nets) -> Int64s:
        return np.array([int((pay + 1) * pays.unit) for pay in of_class] + [0], dtype=width)

    width = np.int32 if pays.largest * 52 < NARROW else np.int64

    hand_classes = np.frombuffer(pays.classes, dtype=np.uint8)[strengths()]
    middle = returned(pays.bets[2])
    shared = len(set(pays.bets)) == 1
    across, down = (
        HandReturns(returned(pays.bets[side]), returned(pays.antes[side]), middle, not shared) for side in (0, 1)
    )
    bets = np.array([sizes.antes for sizes in pays.sizes], dtype=np.int64)
    return ReadyPays(pays, hand_classes, Returns(across, down, middle, pays.unit, shared), bets)


def tables_of(game: ReadyPays, given: Given, hole: Hole) -> tuple[Pairs, Pairs]:
    """What the hole makes of its Across pairs and of its Down pairs."""
    middles = given.middles(int(PAIR_MASKS[hole.pair]))

    def judged(pairs: Int64s, returns: HandReturns) -> Pairs:
        cards = np.take(PAIR_CARDS, pairs, axis=1)
        return pair_tables(*hole.cards, cards, middles, game.hand_classes, binomials(), returns)

    return judged(hole.across, game.returns.across), judged(hole.down, game.returns.down)


def hand_returns(kinds: int) -> HandReturns:
    """Returns of nothing, where only the classes of hands are asked for."""
    nothing = np.zeros(kinds + 1, np.int64)
    return HandReturns(nothing, nothing, nothing, False)
