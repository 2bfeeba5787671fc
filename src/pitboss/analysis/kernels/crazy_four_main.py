"""Crazy 4 Poker's Ante, Play and Super Bonus under optimal play: exact values, strategy and distribution.

Values are sums over equally likely dealer hands, in whole multiples of one `unit`-th of the Ante, and come out
as fractions of one Ante. A Play Wager wins or loses in proportion to its size, so its value is linear in the
size and no size between one Ante and the largest allowed beats both ends: only the ends are looked at. Where
two decisions are worth the same, the smaller wager is taken.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.kernels.batch_eval import FourCard, Strengths
from pitboss.analysis.kernels.crazy_four import (
    FULL_DECK,
    ONE_SUIT,
    OutcomeCounts,
    mask_of,
    outcome_counts,
    outcome_counts_of,
)

Integers: TypeAlias = NDArray[Any]  # int64, or Python integers where 64 bits might not hold the sums

FOLD = 0


@dataclass(frozen=True)
class Pays:
    """A paytable by strength: each line says from which strength up it pays, and what one unit wins net.

    "3 to 2" wins 3/2 and "300 for 1" wins 299. The highest line that a hand reaches counts.
    """

    lines: tuple[tuple[int, Fraction], ...]

    @property
    def unit(self) -> int:
        """The common denominator of all wins."""
        return lcm(*(win.denominator for _, win in self.lines))

    def reached(self, strengths: Strengths) -> NDArray[np.int64]:
        """The number of the line that each hand is paid by, counted upwards from 1; 0 where it is not paid."""
        return np.searchsorted(sorted(floor for floor, _ in self.lines), strengths, "right").astype(np.int64)

    def results(self, unpaid: int) -> tuple[Fraction, ...]:
        """What one unit wins by number of the line, beginning with `unpaid` for none."""
        return (Fraction(unpaid), *(win for _, win in sorted(self.lines)))

    def nets(self, strengths: Strengths, unpaid: int) -> Integers:
        """What one unit wins with each hand, in `unit`-ths."""
        nets = [int(result * self.unit) for result in self.results(unpaid)]
        # Sums over all pairings, fewer than 2**42, of results below 2**20 are sure to fit in 64 bits.
        fits = max(abs(net) for net in nets) + 6 * self.unit < 1 << 20
        return np.array(nets, np.int64 if fits else object)[self.reached(strengths)]


@dataclass(frozen=True)
class MainGame:
    """What the main game's value depends on; strengths are those of the best four cards.

    `outranked_super_bonus_loses` says whether an unpaid Super Bonus loses to a dealer's hand that does not
    qualify but is higher; otherwise it is returned.
    """

    super_bonus: Pays
    qualifying: int = FourCard.KING_HIGH
    raising: int = FourCard.PAIR_OF_ACES
    largest_play: int = 3
    outranked_super_bonus_loses: bool = False


@dataclass(frozen=True)
class Solution:
    """The main game solved: a decision for every row of `counts`.

    `plays` is the Play Wager in Antes, 0 for a fold. All values are per Ante of one.
    """

    game: MainGame
    counts: OutcomeCounts
    plays: NDArray[np.int64]

    @cached_property
    def ev(self) -> Fraction:
        """The player's expected net result."""
        return self.ante_ev + self.play_ev + self.super_bonus_ev

    @cached_property
    def ante_ev(self) -> Fraction:
        """The part of `ev` that the Ante Wager contributes."""
        return self._mean(_ante_sums(self.counts), -self.counts.dealer_hands)

    @cached_property
    def play_ev(self) -> Fraction:
        """The part of `ev` that the Play Wager contributes."""
        return self._mean(self.plays * _play_sums(self.counts), 0)

    @cached_property
    def super_bonus_ev(self) -> Fraction:
        """The part of `ev` that the Super Bonus Wager contributes."""
        unit = self.game.super_bonus.unit
        return self._mean(_super_bonus_sums(self.game, self.counts), -unit * self.counts.dealer_hands) / unit

    @property
    def house_edge(self) -> Fraction:
        """What the house expects to win, per Ante."""
        return -self.ev

    @cached_property
    def average_wager(self) -> Fraction:
        """Ante, Super Bonus and Play together."""
        return 2 + self._mean(self.plays * self.counts.dealer_hands, 0)

    @property
    def element_of_risk(self) -> Fraction:
        """What the house expects to win, per unit wagered."""
        return self.house_edge / self.average_wager

    @cached_property
    def hands_by_play(self) -> dict[int, int]:
        """How many player hands fold (0) and how many make a Play Wager of each size."""
        weights, plays = self.counts.weights, self.plays
        return {size: int(weights[plays == size].sum()) for size in (FOLD, 1, self.game.largest_play)}

    def outcomes(self) -> tuple[Integers, NDArray[np.int64]]:
        """Net results in `unit`-ths of an Ante and their numbers of pairings.

        Both have a column for every row of `counts` and a row for each kind of outcome: not qualified, not
        qualified but outranking, lower, equal, higher. A fold brings the same whatever the dealer's hand.
        """
        game, counts, unit = self.game, self.counts, self.game.super_bonus.unit
        kept = game.super_bonus.nets(counts.hands.strengths, unpaid=0)
        lost = game.super_bonus.nets(counts.hands.strengths, unpaid=-1)
        outranked = lost if game.outranked_super_bonus_loses else kept
        play = self.plays * unit
        nets = np.stack([kept + play, outranked + play, kept + unit + play, kept, lost - unit - play])
        plainly = counts.not_qualified - counts.outranking
        pairings = np.stack([plainly, counts.outranking, counts.lower, counts.equal, counts.higher])
        return np.where(self.plays == FOLD, -2 * unit, nets), pairings * counts.weights

    def distribution(self) -> tuple[tuple[Fraction, int], ...]:
        """Each net result, in Antes, lowest first, and how many of all pairings bring it."""
        nets, pairings = self.outcomes()
        values, group = np.unique(nets, return_inverse=True)
        totals = np.zeros(len(values), np.int64)
        np.add.at(totals, group.ravel(), pairings.ravel())
        unit = self.game.super_bonus.unit
        return tuple((Fraction(int(net), unit), int(n)) for net, n in zip(values, totals, strict=True) if n)

    def _mean(self, played: Integers, folded: int) -> Fraction:
        """Mean over all pairings of what `played` (by row) or `folded` sums up over the dealer's hands."""
        sums = np.where(self.plays == FOLD, folded, played)
        return Fraction(int((sums * self.counts.weights).sum()), self.counts.pairings)


@dataclass(frozen=True)
class Advice:
    """The exact value in Antes of every decision open to one hand (0 folds), and the best of them."""

    values: dict[int, Fraction]
    best: int
    counts: OutcomeCounts


def solve(game: MainGame, deck: int = FULL_DECK, exposed: int = 0) -> Solution:
    """Solve the main game for hands from the cards in `deck`, with `exposed` known to be the dealer's."""
    counts = outcome_counts(deck, exposed, game.qualifying)
    sizes = (FOLD, 1, game.largest_play)
    values = _values(game, counts)
    # The first of equal values is taken, and the sizes ascend.
    best = np.argmax(np.stack([values[size] for size in sizes]), axis=0)
    return Solution(game, counts, np.array(sizes)[best])


def advise(game: MainGame, hand: int, deck: int = FULL_DECK, exposed: int = 0) -> Advice:
    """Value every decision with `hand`, a set of five cards of the deck; see `solve`."""
    counts = outcome_counts_of(hand, deck, exposed, game.qualifying)
    total = game.super_bonus.unit * counts.dealer_hands
    may_raise = counts.hands.strengths[0] >= game.raising
    values = {
        size: Fraction(int(value[0]), total) for size, value in _values(game, counts).items() if may_raise or size <= 1
    }
    return Advice(values, max(values, key=lambda size: values[size]), counts)


def exposed_kinds(cards: int, deck: int) -> Counter[int]:
    """Sets of so many cards of the deck, up to exchanges of suits of which the deck holds the same ranks."""
    kinds: Counter[tuple[tuple[int, int], ...]] = Counter()
    example: dict[tuple[tuple[int, int], ...], int] = {}
    for chosen in combinations([card for card in range(52) if deck >> card & 1], cards):
        exposed = mask_of(chosen)
        kind = tuple(sorted((deck >> suit & ONE_SUIT, exposed >> suit & ONE_SUIT) for suit in range(4)))
        kinds[kind] += 1
        example[kind] = exposed
    return Counter({example[kind]: number for kind, number in kinds.items()})


def _values(game: MainGame, counts: OutcomeCounts) -> dict[int, Integers]:
    """For each row, the net result of each decision summed over the dealer's hands, in `unit`-ths.

    Where a raise is not open it is given the value of the play of one Ante.
    """
    unit = game.super_bonus.unit
    play = unit * _play_sums(counts)
    single = _super_bonus_sums(game, counts) + unit * _ante_sums(counts) + play
    may_raise = counts.hands.strengths >= game.raising
    return {
        FOLD: np.full_like(single, -2 * unit * counts.dealer_hands),
        1: single,
        game.largest_play: single + np.where(may_raise, (game.largest_play - 1) * play, 0),
    }


def _ante_sums(counts: OutcomeCounts) -> NDArray[np.int64]:
    """The Ante's net result summed over the dealer's hands: it pushes unless the dealer qualifies."""
    return counts.lower - counts.higher


def _play_sums(counts: OutcomeCounts) -> NDArray[np.int64]:
    """The same for a Play Wager of one: it wins unless the dealer qualifies."""
    return counts.not_qualified + counts.lower - counts.higher


def _super_bonus_sums(game: MainGame, counts: OutcomeCounts) -> Integers:
    """The same for the Super Bonus, in `unit`-ths: unpaid, it loses only with the hand."""
    kept = game.super_bonus.nets(counts.hands.strengths, unpaid=0)
    lost = game.super_bonus.nets(counts.hands.strengths, unpaid=-1)
    losing = counts.higher + (counts.outranking if game.outranked_super_bonus_loses else 0)
    sums: Integers = kept * (counts.dealer_hands - losing) + lost * losing
    return sums
