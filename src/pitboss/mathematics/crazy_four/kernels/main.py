"""Crazy 4 Poker's Ante, Play and Super Bonus under optimal play: exact values, strategy and distribution.

Values are sums over equally likely dealer hands, in whole multiples of one `unit`-th of the Ante, and come out
as fractions of one Ante. A Play Wager wins or loses in proportion to its size, whatever odds it pays, so its value is
linear in the size and no size between the least and the largest allowed beats both ends: only the ends are looked at,
the least, the most that any hand may play, and the most that a hand strong enough may. Where two decisions are worth
the same, the smaller wager is taken.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import lcm
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.crazy_four.kernels.pairings import (
    FULL_DECK,
    ONE_SUIT,
    OutcomeCounts,
    mask_of,
    outcome_counts,
    outcome_counts_of,
)
from pitboss.mathematics.kernels.batch_eval import FourCard, Strengths
from pitboss.mathematics.kernels.sizes import Sizes

Integers: TypeAlias = NDArray[Any]  # int64, or Python integers where 64 bits might not hold the sums

FOLD = 0


Fates = tuple[Fraction, Fraction, Fraction, Fraction, Fraction]
"""What a wager of one unit nets by the dealer's hand: not qualified, not qualified but outranking the player's,
qualified and lower, equal, higher."""
WINS, PUSHES, LOSES = Fraction(1), Fraction(0), Fraction(-1)
ONE_ANTE = Sizes((1,))
EVEN_OR_BACK: Fates = (PUSHES, PUSHES, WINS, PUSHES, LOSES)
EVEN: Fates = (WINS, WINS, WINS, PUSHES, LOSES)
BACK_UNLESS_BEATEN: Fates = (PUSHES, PUSHES, PUSHES, PUSHES, LOSES)


@dataclass(frozen=True)
class Pays:
    """A paytable by strength: each line says from which strength up it pays, and what one unit wins net.

    "3 to 2" wins 3/2 and "300 for 1" wins 299. The highest line that a hand reaches counts; None for what it wins says
    that hands from there up are not paid.
    """

    lines: tuple[tuple[int, Fraction | None], ...]

    @property
    def unit(self) -> int:
        """The common denominator of all wins."""
        return lcm(*(win.denominator for _, win in self.lines if win is not None))

    def reached(self, strengths: Strengths) -> NDArray[np.int64]:
        """The number of the line that each hand reaches, counted upwards from 1; 0 where it reaches none."""
        return np.searchsorted(sorted(floor for floor, _ in self.lines), strengths, "right").astype(np.int64)

    def results(self, unpaid: Fraction | int) -> tuple[Fraction, ...]:
        """What one unit wins by number of the line, `unpaid` where that does not pay; it begins with none reached."""
        wins = (win for _, win in sorted(self.lines, key=lambda line: line[0]))
        return (Fraction(unpaid), *(Fraction(unpaid) if win is None else win for win in wins))


@dataclass(frozen=True)
class CrazyFourPays:
    """What the main game's value depends on; strengths are those of the best four cards.

    `sizes` are the Play Wagers open to every hand, in times their base; from the strength `raising` up they go to
    `largest_play`. `ante` and `play` say what these wagers net by the dealer's hand, `unpaid` what the Super Bonus
    does where its table does not pay.
    """

    super_bonus: Pays
    qualifying: int = FourCard.KING_HIGH
    raising: int = FourCard.PAIR_OF_ACES
    largest_play: int = 3
    unpaid: Fates = BACK_UNLESS_BEATEN
    ante: Fates = EVEN_OR_BACK
    play: Fates = EVEN
    sizes: Sizes = ONE_ANTE

    @cached_property
    def unit(self) -> int:
        """How many whole units make an ante, so that all results are whole."""
        return lcm(self.super_bonus.unit, *(net.denominator for net in (*self.unpaid, *self.ante, *self.play)))

    @property
    def plays(self) -> tuple[int, ...]:
        """The decisions that may be best, in times the base, ascending: a fold, the least, the most, the largest."""
        return tuple(dict.fromkeys((FOLD, *self.sizes.ends, self.largest_play)))

    def most(self, strengths: Strengths) -> NDArray[np.int64]:
        """The most that each hand may play, in times the base."""
        return np.where(strengths >= self.raising, self.largest_play, self.sizes.ends[1])

    def whole(self, nets: Sequence[Fraction]) -> Integers:
        """These results in `unit`-ths, in 64 bits where all sums are sure to fit."""
        tables = (*self.super_bonus.results(0), *self.unpaid)
        largest = max(map(abs, tables)) + max(map(abs, self.ante)) + 2
        largest += self.largest_play * self.sizes.base * max(map(abs, self.play))
        # Of all pairings there are fewer than 2**42, and no result of a round reaches 2**20 units.
        return np.array([int(net * self.unit) for net in nets], np.int64 if largest * self.unit < 1 << 20 else object)

    def super_bonus_nets(self, strengths: Strengths) -> Integers:
        """What the Super Bonus nets by the dealer's hand, with each of the player's, a column each, in `unit`-ths."""
        nets = np.stack([self.whole(self.super_bonus.results(unpaid)) for unpaid in self.unpaid])
        return nets[:, self.super_bonus.reached(strengths)]


@dataclass(frozen=True)
class CrazyFourSolution:
    """The main game solved: a decision for every row of `counts`.

    `plays` is the Play Wager in times its base, 0 for a fold. All values are per Ante of one.
    """

    game: CrazyFourPays
    counts: OutcomeCounts
    plays: NDArray[np.int64]

    @cached_property
    def ev(self) -> Fraction:
        """The player's expected net result."""
        return self.ante_ev + self.play_ev + self.super_bonus_ev

    @cached_property
    def ante_ev(self) -> Fraction:
        """The part of `ev` that the Ante Wager contributes."""
        return self._mean(_fate_sums(self.game, self.game.ante, self.counts), -1)

    @cached_property
    def play_ev(self) -> Fraction:
        """The part of `ev` that the Play Wager contributes."""
        staked = self.plays * self.game.sizes.base
        return self._mean(staked * _fate_sums(self.game, self.game.play, self.counts), 0)

    @cached_property
    def super_bonus_ev(self) -> Fraction:
        """The part of `ev` that the Super Bonus Wager contributes."""
        return self._mean(_super_bonus_sums(self.game, self.counts), -1)

    @property
    def house_edge(self) -> Fraction:
        """What the house expects to win, per Ante."""
        return -self.ev

    @cached_property
    def average_wager(self) -> Fraction:
        """Ante, Super Bonus and Play together."""
        staked = int((self.plays * self.counts.weights).sum()) * self.game.sizes.base
        return 2 + Fraction(staked, int(self.counts.weights.sum()))

    @property
    def element_of_risk(self) -> Fraction:
        """What the house expects to win, per unit wagered."""
        return self.house_edge / self.average_wager

    @cached_property
    def hands_by_play(self) -> dict[int, int]:
        """How many player hands fold (0) and how many make a Play Wager of each size."""
        weights, plays = self.counts.weights, self.plays
        return {size: int(weights[plays == size].sum()) for size in self.game.plays}

    def outcomes(self) -> tuple[Integers, NDArray[np.int64]]:
        """Net results in `unit`-ths of an Ante and their numbers of pairings.

        Both have a column for every row of `counts` and a row for each kind of outcome: not qualified, not
        qualified but outranking, lower, equal, higher. A fold brings the same whatever the dealer's hand.
        """
        game, counts = self.game, self.counts
        bonus = game.super_bonus_nets(counts.hands.strengths)
        ante, play = game.whole(game.ante), game.whole(game.play)
        nets = bonus + ante[:, None] + play[:, None] * (self.plays * game.sizes.base)
        return np.where(self.plays == FOLD, -2 * game.unit, nets), pairings_of(counts) * counts.weights

    def distribution(self) -> tuple[tuple[Fraction, int], ...]:
        """Each net result, in Antes, lowest first, and how many of all pairings bring it."""
        nets, pairings = self.outcomes()
        values, group = np.unique(nets, return_inverse=True)
        totals = np.zeros(len(values), np.int64)
        np.add.at(totals, group.ravel(), pairings.ravel())
        unit = self.game.unit
        return tuple((Fraction(int(net), unit), int(n)) for net, n in zip(values, totals, strict=True) if n)

    def _mean(self, played: Integers, folded: int) -> Fraction:
        """Mean over all pairings of what `played` sums up by row over the dealer's hands, or of `folded` antes."""
        unit = self.game.unit
        sums = np.where(self.plays == FOLD, folded * unit * self.counts.dealer_hands, played)
        return Fraction(int((sums * self.counts.weights).sum()), self.counts.pairings * unit)


@dataclass(frozen=True)
class HandAdvice:
    """The exact value in Antes of every decision open to one hand (0 folds), and the best of them."""

    values: dict[int, Fraction]
    best: int
    counts: OutcomeCounts


def solve(game: CrazyFourPays, deck: int = FULL_DECK, exposed: int = 0) -> CrazyFourSolution:
    """Solve the main game for hands from the cards in `deck`, with `exposed` known to be the dealer's."""
    counts = outcome_counts(deck, exposed, game.qualifying)
    values = _values(game, counts)
    # The first of equal values is taken, and the sizes ascend.
    best = np.argmax(np.stack([*values.values()]), axis=0)
    return CrazyFourSolution(game, counts, np.array([*values])[best])


def advise(game: CrazyFourPays, hand: int, deck: int = FULL_DECK, exposed: int = 0) -> HandAdvice:
    """Value every decision with `hand`, a set of five cards of the deck; see `solve`."""
    counts = outcome_counts_of(hand, deck, exposed, game.qualifying)
    total = game.unit * counts.dealer_hands
    most = int(game.most(counts.hands.strengths)[0])
    values = {size: Fraction(int(value[0]), total) for size, value in _values(game, counts).items() if size <= most}
    return HandAdvice(values, max(values, key=lambda size: values[size]), counts)


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


def _values(game: CrazyFourPays, counts: OutcomeCounts) -> dict[int, Integers]:
    """For each row, the net result of each decision summed over the dealer's hands, in `unit`-ths.

    Where a raise is not open it is given the value of the most that is.
    """
    play = _fate_sums(game, game.play, counts) * game.sizes.base
    rest = _super_bonus_sums(game, counts) + _fate_sums(game, game.ante, counts)
    most = game.most(counts.hands.strengths)
    folded = np.full_like(rest, -2 * game.unit * counts.dealer_hands)
    return {size: rest + np.minimum(size, most) * play if size else folded for size in game.plays}


def pairings_of(counts: OutcomeCounts) -> NDArray[np.int64]:
    """Dealer hands by row, in the order of `Fates`."""
    plainly = counts.not_qualified - counts.outranking
    return np.stack([plainly, counts.outranking, counts.lower, counts.equal, counts.higher])


def _fate_sums(game: CrazyFourPays, fates: Fates, counts: OutcomeCounts) -> Integers:
    """A wager's net result summed over the dealer's hands, in `unit`-ths."""
    sums: Integers = (game.whole(fates)[:, None] * pairings_of(counts)).sum(axis=0)
    return sums


def _super_bonus_sums(game: CrazyFourPays, counts: OutcomeCounts) -> Integers:
    """The same for the Super Bonus."""
    sums: Integers = (game.super_bonus_nets(counts.hands.strengths) * pairings_of(counts)).sum(axis=0)
    return sums
