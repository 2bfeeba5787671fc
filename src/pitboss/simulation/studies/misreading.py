"""The main game settled by a dealer who misreads hands: its exact mean and its whole distribution.

In Criss-Cross each of the two hands is read, with a given chance, as the next kind above or below in the main
paytable. In Crazy 4 the Super Bonus is read one line too high or too low with that chance, and with the same chance
the comparison with a qualified dealer is read the wrong way round. Folds and ties are read right.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.crazy_four.kernels import main as crazy_four_main
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays, pairings_of
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.played import main_counts
from pitboss.mathematics.kernels.batch_eval import best_four, five_card
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.mathematics.shape import CrazyFourShape, fast_shape
from pitboss.rulebooks import Terms
from pitboss.simulation import Batch, Simulation

Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]
Chances = dict[Fraction, Fraction]

HALF = Fraction(1, 2)


class Favour(StrEnum):
    """Whom mistakes favour."""

    NEITHER = "neither"
    PLAYER = "player"
    HOUSE = "house"


@dataclass(frozen=True)
class Dealer:
    """How often a dealer misreads, and how often upwards when so."""

    rate: Fraction
    favour: Favour = Favour.NEITHER

    @property
    def upwards(self) -> Fraction:
        """The chance that a mistake is in the player's favour."""
        return {Favour.NEITHER: HALF, Favour.PLAYER: Fraction(1), Favour.HOUSE: Fraction(0)}[self.favour]

    def readings(self, kind: int, kinds: int) -> dict[int, Fraction]:
        """What a hand of a kind is taken for, and how likely; the highest and the lowest have a neighbour less."""
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        found[kind] += 1 - self.rate
        found[min(kind + 1, kinds - 1)] += self.rate * self.upwards
        found[max(kind - 1, 0)] += self.rate * (1 - self.upwards)
        return {reading: chance for reading, chance in found.items() if chance}

    def misread(self, kinds: Int64s, most: int, chance: np.random.Generator) -> Int64s:
        """The same for whole arrays, by chance."""
        wrong = chance.random(len(kinds)) < float(self.rate)
        step = np.where(chance.random(len(kinds)) < float(self.upwards), 1, -1)
        read: Int64s = np.clip(kinds + wrong * step, 0, most - 1)
        return read


@dataclass(frozen=True)
class SettledResults:
    """Results as settled, in antes, and their chances."""

    chances: Chances

    @property
    def mean(self) -> Fraction:
        """The player's expected result, exactly."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    def arrays(self) -> tuple[Floats, Floats]:
        """Results and chances as floats; the chances sum to 1."""
        nets, chances = zip(*sorted(self.chances.items()), strict=True)
        weights = np.array([float(chance) for chance in chances])
        return np.array([float(net) for net in nets]), weights / weights.sum()


def settled(terms: Terms, dealer: Dealer) -> SettledResults:
    """A round of best play under these terms, as this dealer settles it."""
    crazy_four = isinstance(fast_shape(terms, "misreading"), CrazyFourShape)
    outcomes = (
        _crazy_four(crazy_four_pays(terms), dealer) if crazy_four else _criss_cross(criss_cross_pays(terms), dealer)
    )
    sums: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for net, chance, count in outcomes:
        sums[net] += chance * count
    total = sum(sums.values())
    return SettledResults({net: weight / total for net, weight in sums.items() if weight})


# Rounds are settled again and again, by dealers of different care.
_counted = lru_cache(maxsize=2)(main_counts)

Outcomes = Iterator[tuple[Fraction, Fraction, int]]
"""Net result, chance that it is settled so, and number of deals."""


def _criss_cross(pays: CrissCrossPays, dealer: Dealer) -> Outcomes:
    counts = _counted(pays)
    readings = [dealer.readings(kind, pays.kinds) for kind in range(pays.kinds)]
    for lost, count in enumerate(counts.folded[:, 0].tolist()):
        yield Fraction(-lost), Fraction(1), count
    for (a, d, m, k, other), count in np.ndenumerate(counts.made[..., 0]):
        if count:
            for (first, chance), (second, also) in product(readings[k].items(), readings[other].items()):
                net = pays.net(pays.bets_at((a, d, m)), first, second)
                yield net, chance * also, int(count)


PLAIN, OUTRANKING, LOWER, EQUAL, HIGHER = range(5)
"""The dealer's hand: not qualified; not qualified but the higher hand; qualified and lower, equal, higher."""
REVERSED = {LOWER: HIGHER, HIGHER: LOWER}


def _crazy_four(game: CrazyFourPays, dealer: Dealer) -> Outcomes:
    solution = crazy_four_main.solve(game)
    counts = solution.counts
    lines = game.super_bonus.reached(counts.hands.strengths)
    results = [game.super_bonus.results(unpaid) for unpaid in game.unpaid]
    kinds = len(results[0])
    for line, size in product(range(kinds), sorted(set(solution.plays.tolist()))):
        rows = (lines == line) & (solution.plays == size)
        staked = size * game.sizes.base
        for outcome, numbers in enumerate(pairings_of(counts)):
            count = int((numbers * counts.weights)[rows].sum())
            if size == 0:
                yield Fraction(-2), Fraction(1), count
                continue
            for read, chance in dealer.readings(line, kinds).items():
                for judged, also in _compared(dealer, outcome).items():
                    net = results[judged][read] + game.ante[judged] + staked * game.play[judged]
                    yield net, chance * also, count


def _compared(dealer: Dealer, outcome: int) -> dict[int, Fraction]:
    """How a comparison is read: wrong with the chance of a mistake where that is in the favour given."""
    if outcome not in REVERSED:
        return {outcome: Fraction(1)}
    wrong = dealer.rate * (dealer.upwards if outcome == HIGHER else 1 - dealer.upwards)
    return {read: chance for read, chance in ((outcome, 1 - wrong), (REVERSED[outcome], wrong)) if chance}


def dealt(simulation: Simulation, batch: Batch, dealer: Dealer, chance: np.random.Generator) -> Floats:
    """The rounds of a batch as this dealer settles them, hand by hand, in antes."""
    terms = simulation.terms
    if isinstance(fast_shape(terms, "misreading"), CrazyFourShape):
        return _dealt_crazy_four(crazy_four_pays(terms), batch, dealer, chance)
    return _dealt_criss_cross(criss_cross_pays(terms), simulation.table.first_own, batch, dealer, chance)


def _dealt_criss_cross(
    pays: CrissCrossPays, hole: int, batch: Batch, dealer: Dealer, chance: np.random.Generator
) -> Floats:
    cards, classes = batch.deals.cards, np.frombuffer(pays.classes, np.uint8)
    tables = [np.array([float(pay) for pay in table]) for table in (*pays.antes, *pays.bets)]
    lines = [[hole, hole + 1, 1, 2, 3], [hole, hole + 1, 0, 2, 4]]
    kinds = [classes[five_card(np.ascontiguousarray(cards[:, line]))].astype(np.int64) for line in lines]
    across, down = (dealer.misread(kind, pays.kinds, chance) for kind in kinds)
    bases = np.array([sizes.base for sizes in pays.sizes])
    on_across, on_down, on_middle = (batch.bets[:, 0, :] * bases).T.astype(float)
    played = tables[0][across] + tables[1][down] + on_across * tables[2][across] + on_down * tables[3][down]
    played += on_middle * tables[4][np.maximum(across, down)]
    nets: Floats = np.where(on_middle > 0, played, -2.0 - on_across - on_down)
    return nets


def _dealt_crazy_four(game: CrazyFourPays, batch: Batch, dealer: Dealer, chance: np.random.Generator) -> Floats:
    cards, play = batch.deals.cards, batch.bets[:, 0, 0].astype(float)
    his, own = (best_four(np.ascontiguousarray(cards[:, part])) for part in (slice(0, 5), slice(5, 10)))
    results = np.array([[float(net) for net in game.super_bonus.results(unpaid)] for unpaid in game.unpaid])
    ante, on_play = (np.array([float(net) for net in fates]) for fates in (game.ante, game.play))
    line = dealer.misread(game.super_bonus.reached(own), results.shape[1], chance)
    sign = np.sign(own.astype(np.int64) - his)
    outcome = np.where(his >= game.qualifying, EQUAL - sign, np.where(sign < 0, OUTRANKING, PLAIN))
    rate, upwards = float(dealer.rate), float(dealer.upwards)
    wrong = np.where(outcome == HIGHER, rate * upwards, np.where(outcome == LOWER, rate * (1 - upwards), 0.0))
    turned = chance.random(len(sign)) < wrong
    outcome = np.where(turned, LOWER + HIGHER - outcome, outcome)
    nets = results[outcome, line] + ante[outcome] + play * game.sizes.base * on_play[outcome]
    return np.where(play > 0, nets, -2.0)
