"""Criss-Cross solved exactly: the value of best play, how it acts, what it nets, what each option is worth.

Only a fold and the least and the most that may be bet need be looked at, at each decision its own. With the cards
known up to the middle card, going on is worth an affine function of the three bets, whatever table pays each, and
folding one of the first two, so the best Middle bet is at an end, and what remains, a maximum of affine functions, is
convex in the Across and Down bets together. Sums of convex functions are convex: the sum over the Down pairs is convex
in the Down bet and so greatest at an end; its maximum over those and the fold is again convex in the Across bet,
hence so is the sum over the Across pairs. What may be bet at one decision does not depend on the bets before it, so the
ends are the same for all of them. A bet of 2x is never better than both 1x and 3x.

Where options are worth the same, the one that risks less is taken: a fold before a bet, 1x before 3x.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.class_counts import class_counts
from pitboss.mathematics.criss_cross.kernels.deals import DECK, WHOLE_DECK, Given, Hole, exposures, holes
from pitboss.mathematics.criss_cross.kernels.exposed_sums import option_sums_of_known_middle, option_sums_of_seen_down
from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ReadyPays, ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.sums import option_sums
from pitboss.mathematics.kernels.sizes import Sizes
from pitboss.program.jit import in_threads

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class StreetCounts:
    """In how many deals a decision is reached, by what is decided."""

    fold: int = 0
    least: int = 0
    most: int = 0

    def __add__(self, other: "StreetCounts") -> "StreetCounts":
        return StreetCounts(self.fold + other.fold, self.least + other.least, self.most + other.most)

    def named(self, sizes: Sizes) -> dict[str, int]:
        """The same by what is decided, for people; where there is but one size, least and most are the same."""
        counts: Counter[str] = Counter()
        for name, deals in zip(sizes.names, (self.fold, self.least, self.most), strict=True):
            counts[name] += deals
        return dict(counts)

    def __mul__(self, times: int) -> "StreetCounts":
        return StreetCounts(self.fold * times, self.least * times, self.most * times)


@dataclass(frozen=True)
class HoleValue:
    """A hole pair, for `weight` that equal it but for suits: the value in antes of each Across decision."""

    cards: tuple[int, int]
    weight: int
    fold: Fraction
    least: Fraction
    most: Fraction


@dataclass(frozen=True)
class CrissCrossSolution:
    """Best play, summed over `deals` equally likely deals; `net` is in units of the pays."""

    pays: CrissCrossPays = field(repr=False)
    deals: int
    net: int
    across: StreetCounts
    down: StreetCounts
    middle: StreetCounts
    holes: tuple[HoleValue, ...] = field(default=(), repr=False)

    @property
    def ev(self) -> Fraction:
        """What a round nets on average, in antes."""
        return Fraction(self.net, self.deals * self.pays.unit)

    @property
    def average_wager(self) -> Fraction:
        """What a round puts at risk on average, both antes included, in antes."""
        return 2 + Fraction(sum(self.staked), self.deals)

    @property
    def staked(self) -> tuple[int, int, int]:
        """What the three bets put up over all deals, in antes."""
        streets = (self.across, self.down, self.middle)
        across, down, middle = (
            sizes.antes[0] * street.least + sizes.antes[1] * street.most
            for sizes, street in zip(self.pays.sizes, streets, strict=True)
        )
        return across, down, middle

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of one ante."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return self.house_edge / self.average_wager


@dataclass(frozen=True)
class PlayedHole:
    """One hole played. Sums are over its deals, in units, relative to folding it.

    `choices` holds for each Across pair the places of its Across and Down bet, -1 for a fold; `middle`
    how many Down pairs are then played to the middle card, and how many of them with the most.
    """

    least: int
    most: int
    best: int
    choices: Int64s
    middle: Int64s


def down_options(
    game: ReadyPays, given: Given, tables: tuple[Pairs, Pairs], across_bets: Int64s, down_bets: Int64s
) -> Int64s:
    """`option_sums`, less the Down stakes: how much better than a fold the two Down bets are."""
    _, downs, middles = given.counts()
    if given.middle:
        card = given.middle.bit_length() - 1
        sums = option_sums_of_known_middle(*tables, game.returns, card, across_bets, down_bets, game.bets[2])
    else:
        sums = option_sums(*tables, game.returns, middles, across_bets, down_bets, game.bets[2])
    sums[..., 0] -= down_bets * (downs * middles * game.returns.stake)
    return sums


def _choose(worths: Int64s) -> Int64s:
    """The place of the best of the bets along the last axis, or -1 where none is better than a fold."""
    folds = np.zeros((*worths.shape[:-1], 1), dtype=np.int64)
    best: Int64s = np.argmax(np.concatenate([folds, worths], axis=-1), axis=-1)
    return best - 1


def play_hole(game: ReadyPays, given: Given, hole: Hole, tables: tuple[Pairs, Pairs], across_seen: bool) -> PlayedHole:
    """Decide for the hole. Where the Across pair is seen from the start, its bet may differ by pair."""
    _, downs, middles = given.counts()
    sums = down_options(game, given, tables, game.bets[0], game.bets[1])
    worths = np.maximum(sums[..., 0].max(axis=-1), 0) - game.bets[0] * (downs * middles * game.returns.stake)
    total = hole.across_weights @ worths
    pairs = np.arange(len(hole.across))
    across = _choose(worths if across_seen else np.broadcast_to(total, worths.shape))
    down = np.where(across < 0, -1, _choose(sums[..., 0])[pairs, across])
    best = hole.across_weights @ np.where(across < 0, 0, worths[pairs, across])
    middle = np.where((down < 0)[:, None], 0, sums[pairs, across, down, 1:])
    return PlayedHole(int(total[0]), int(total[1]), int(best), np.stack([across, down], axis=1), middle)


def _street(choices: Int64s, weights: Int64s, deals: int) -> StreetCounts:
    """The deals behind each choice, where each pair weighed stands for `deals` of them."""
    return StreetCounts(*(int(weights[choices == choice].sum()) * deals for choice in (-1, 0, 1)))


def _solve_hole(game: ReadyPays, given: Given, hole: Hole, across_seen: bool = False) -> CrissCrossSolution:
    """The solution over the deals of one hole and all that equal it."""
    result = play_hole(game, given, hole, tables_of(game, given, hole), across_seen)
    unit = game.pays.unit
    pairs, downs, middles = given.counts()
    deals = pairs * downs * middles
    weights = hole.across_weights * hole.weight
    across, down = result.choices[:, 0], result.choices[:, 1]
    staying = across >= 0
    down_street = _street(down[staying], weights[staying], downs * middles)
    played, raised = (int(count) * middles for count in weights @ result.middle)
    fold, least, most = (Fraction(worth, deals * unit) - 2 for worth in (0, result.least, result.most))
    return CrissCrossSolution(
        game.pays,
        deals=deals * hole.weight,
        net=hole.weight * (result.best - 2 * deals * unit),
        across=_street(across, weights, downs * middles),
        down=down_street,
        middle=StreetCounts(down_street.least + down_street.most - played, played - raised, raised),
        holes=(HoleValue(hole.cards, hole.weight, fold, least, most),),
    )


def _solve_hole_seeing_down(game: ReadyPays, given: Given, hole: Hole) -> CrissCrossSolution:
    """The same where the Down pair, but no other card, is seen from the start."""
    # With nothing else exposed the hole's Across and Down pairs are the same; here the weighed list is the seen.
    seen, others = tables_of(game, given, hole)
    pairs, acrosses, middles = given.counts()
    sums = option_sums_of_seen_down(seen, others, game.returns, middles, game.bets)
    worths = sums[..., 0] - game.bets[0] * (acrosses * middles * game.pays.unit)
    choices = _choose(worths)
    chosen = np.where((choices < 0)[:, None], 0, sums[np.arange(len(choices)), choices])
    weights = hole.across_weights * hole.weight
    across = _street(choices, weights, acrosses * middles)
    least, most, raised = (int(count) * middles for count in weights @ chosen[:, 1:])
    deals = hole.weight * pairs * acrosses * middles
    return CrissCrossSolution(
        game.pays,
        deals=deals,
        net=int(weights @ np.maximum(worths.max(axis=-1), 0)) - 2 * deals * game.pays.unit,
        across=across,
        down=StreetCounts(across.least + across.most - least - most, least, most),
        middle=StreetCounts(0, least + most - raised, raised),
    )


def _total(parts: Sequence[tuple[CrissCrossSolution, int]]) -> CrissCrossSolution:
    """The sum of solutions for the same pays, each counted so many times."""
    return CrissCrossSolution(
        parts[0][0].pays,
        deals=sum(part.deals * times for part, times in parts),
        net=sum(part.net * times for part, times in parts),
        across=sum((part.across * times for part, times in parts), StreetCounts()),
        down=sum((part.down * times for part, times in parts), StreetCounts()),
        middle=sum((part.middle * times for part, times in parts), StreetCounts()),
        holes=tuple(value for part, _ in parts for value in part.holes),
    )


def solve(pays: CrissCrossPays, given: Given = WHOLE_DECK) -> CrissCrossSolution:
    """Best play over all deals that what is given leaves, with the Across values of each hole."""
    game = ready_pays(pays)
    parts = in_threads(lambda hole: _solve_hole(game, given, hole), holes(given))
    return _total([(part, 1) for part in parts])


def solve_exposed(
    pays: CrissCrossPays, across: int = 0, down: int = 0, middle: int = 0, deck: int = DECK
) -> CrissCrossSolution:
    """Best play of one who sees one or two community cards from the start, whichever cards they are.

    `across`, `down` and `middle` say how many of each kind are seen. Deals that differ in which card of a
    pair is the one seen are counted apart.
    """
    if not 1 <= across + down + middle <= 2 or middle > 1:
        raise ValueError(f"{across} across, {down} down, {middle} in the middle: one card or two can be averaged over")
    if 2 in (across, down):
        # A pair seen whole needs no cases of its own: the same sums serve, decided pair by pair.
        game, given = ready_pays(pays), Given(deck)
        see = partial(_solve_hole, across_seen=True) if across else _solve_hole_seeing_down
        return replace(_total([(part, 1) for part in in_threads(partial(see, game, given), holes(given))]), holes=())
    cases = exposures(deck, across, down, middle)
    return _total([(replace(solve(pays, given), holes=()), times) for given, times in cases])


def net_counts(game: ReadyPays, given: Given, hole: Hole) -> tuple[Counter[int], Int64s]:
    """For the deals of one hole: what folds lose, in antes, and the classes of the deals played out."""
    tables = tables_of(game, given, hole)
    result = play_hole(game, given, hole, tables, across_seen=False)
    _, downs, middles = given.counts()
    weights = hole.across_weights * hole.weight
    folds: Counter[int] = Counter()
    for (across, down), (played, _), weight in zip(
        result.choices.tolist(), result.middle.tolist(), weights.tolist(), strict=True
    ):
        lost = 2 + sum(int(game.bets[bet, place]) for bet, place in ((0, across), (1, down)) if place >= 0)
        folds[lost] += weight * (downs - played) * middles
    return folds, class_counts(tables[0], weights, result.choices, tables[1], game.returns, middles, game.bets)


def distribution(pays: CrissCrossPays, given: Given = WHOLE_DECK) -> tuple[tuple[Fraction, int], ...]:
    """What a round of best play nets, in antes, ascending, and in how many deals."""
    game = ready_pays(pays)
    parts = in_threads(lambda hole: net_counts(game, given, hole), holes(given))
    nets: Counter[Fraction] = Counter()
    for folds, _ in parts:
        for lost, count in folds.items():
            nets[Fraction(-lost)] += count
    counts = np.sum([made for _, made in parts], axis=0)
    for (a, d, m, k, other), count in np.ndenumerate(counts):
        if count:
            nets[pays.net(pays.bets_at((a, d, m)), k, other)] += int(count)
    return tuple(sorted((net, count) for net, count in nets.items() if count))
