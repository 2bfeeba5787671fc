"""The main game settled by a dealer who misreads hands.

Every hand that is paid by how strong it is, is read with a given chance as the next kind above or below, a kind being
hands that are paid alike; and with the same chance every comparison with a dealer who qualifies is read the wrong way
round. Folds and ties are read right, and each hand is read once, whatever wagers are decided by it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

import numpy as np
import numpy.typing as npt

from pitboss.program.program import Event, Program, Stake
from pitboss.program.settlement import events, strengths
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.studies.report import refuse
from pitboss.simulation.table import Deals, Int8s

Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]
Outcomes = Iterable[tuple[Fraction, Fraction, int]]
"""Net result, chance that it is settled so, and number of deals."""

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

    @property
    def steps(self) -> dict[int, Fraction]:
        """By how many kinds a hand is read too high, and how likely; the same of a comparison."""
        steps = {0: 1 - self.rate, 1: self.rate * self.upwards, -1: self.rate * (1 - self.upwards)}
        return {step: chance for step, chance in steps.items() if chance}

    def drawn(self, rounds: int, chance: np.random.Generator) -> Int64s:
        """Such steps for so many rounds."""
        steps, chances = zip(*self.steps.items(), strict=True)
        return chance.choice(np.array(steps), rounds, p=[float(one) for one in chances])

    def readings(self, kind: int, kinds: int) -> dict[int, Fraction]:
        """What a hand of a kind is taken for, and how likely; the highest and the lowest have a neighbour less."""
        found: defaultdict[int, Fraction] = defaultdict(Fraction)
        for step, chance in self.steps.items():
            found[min(max(kind + step, 0), kinds - 1)] += chance
        return dict(found)


@dataclass(frozen=True)
class SettledResults:
    """Results as settled, in antes, and their chances."""

    chances: dict[Fraction, Fraction]

    @classmethod
    def of(cls, outcomes: Outcomes) -> "SettledResults":
        """From all deals."""
        sums: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for net, chance, count in outcomes:
            sums[net] += chance * count
        total = sum(sums.values())
        return cls({net: weight / total for net, weight in sums.items() if weight})

    @property
    def mean(self) -> Fraction:
        """The player's expected result, exactly."""
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    def arrays(self) -> tuple[Floats, Floats]:
        """Results and chances as floats; the chances sum to 1."""
        nets, chances = zip(*sorted(self.chances.items()), strict=True)
        weights = np.array([float(chance) for chance in chances])
        return np.array([float(net) for net in nets]), weights / weights.sum()


@dataclass(frozen=True, eq=False)
class Readings:
    """What a dealer can misread in a program: its paid hands, each in kinds of its own, and its contests."""

    program: Program

    @cached_property
    def families(self) -> tuple[tuple[int, ...], ...]:
        """The hands that are paid by how strong they are; those of which the best counts are sorted alike."""
        found: list[set[int]] = []
        for stake, nets in zip(self.program.stakes, self.program.nets, strict=True):
            if (nets != nets[:, :1]).any():
                joined = set(stake.hands).union(*(one for one in found if one & set(stake.hands)))
                found = [one for one in found if not one & joined] + [joined]
        return tuple(tuple(sorted(one)) for one in found)

    def kinds(self, family: tuple[int, ...]) -> Int64s:
        """By strength: the kind of hand; a new one begins wherever what any wager nets changes."""
        decided = [
            nets
            for stake, nets in zip(self.program.stakes, self.program.nets, strict=True)
            if set(stake.hands) <= set(family)
        ]
        nets = np.concatenate(decided)
        kinds: Int64s = np.concatenate([[0], np.cumsum((nets[:, 1:] != nets[:, :-1]).any(axis=0))])
        return kinds

    def games(self, dealer: Dealer) -> Iterator[tuple[Program, Fraction]]:
        """For every set of mistakes the game that is then settled, and how likely it is."""
        for family in self.families:
            if len(family) > 1:
                tried = f"the better of {' and '.join(self.program.hands[hand].name for hand in family)}"
                raise refuse("misread hands", tried, "wagers on one hand each, in a game without a fast solver")
        for steps in product(dealer.steps, repeat=len(self.families) + len(self.program.contests)):
            stakes = tuple(
                replace(stake, nets=tuple(map(tuple, self._read(place, stake, steps).tolist())))
                for place, stake in enumerate(self.program.stakes)
            )
            chance = prod((dealer.steps[step] for step in steps), start=Fraction(1))
            yield replace(self.program, stakes=stakes), chance

    def _read(self, place: int, stake: Stake, steps: tuple[int, ...]) -> Floats:
        """What a stake nets with some mistakes, in fractions."""
        rows = self.program.nets[place]
        if stake.contest is not None:
            rows = rows[turned(np.arange(len(Event)), steps[len(self.families) + stake.contest])]
        for family, step in zip(self.families, steps, strict=False):
            if set(stake.hands) <= set(family):
                kinds = self.kinds(family)
                rows = rows[:, first_of(kinds)[np.clip(kinds + step, 0, kinds[-1])]]
        exact: Floats = rows.astype(object) * Fraction(1, self.program.unit)
        return exact

    def settle(
        self, table: AnyGameTable, deals: Deals, bets: Int8s, dealer: Dealer, chance: np.random.Generator
    ) -> Int64s:
        """What the first seat nets in rounds that are read hand by hand, in parts of a cent as the program has them."""
        program, rounds = self.program, len(deals)
        cards = table.seen_by(deals, 0)
        stakes, folded = table.staked_by(bets, 0, len(table.decisions))
        read: dict[int, Int64s] = {}
        for family in self.families:
            kinds = self.kinds(family)
            for hand in family:
                steps = dealer.drawn(rounds, chance)
                read[hand] = first_of(kinds)[np.clip(kinds[strengths(program, hand, cards)] + steps, 0, kinds[-1])]
        ended = [
            turned(
                events(one, strengths(program, one.hand, cards), strengths(program, one.against, cards)),
                dealer.drawn(rounds, chance),
            )
            for one in program.contests
        ]
        total = np.zeros(rounds, np.int64)
        for place, stake in enumerate(program.stakes):
            best = np.maximum.reduce([read.get(hand, np.zeros(rounds, np.int64)) for hand in stake.hands])
            staked = stakes[:, place if stake.on is None else stake.on]
            nets = program.nets[place][0 if stake.contest is None else ended[stake.contest], best]
            lost = folded & (not stake.stands_on_fold)
            total += staked * np.where(lost, 0 if stake.is_bonus else -program.unit, nets)
        return total


def first_of(kinds: Int64s) -> Int64s:
    """By kind: the lowest strength of it."""
    return np.unique(kinds, return_index=True)[1].astype(np.int64)


def turned(ended: Int64s, steps: Int64s | int) -> Int64s:
    """How contests are read to end: against one who qualifies, a lower hand may be taken for the higher, or the other
    way round."""
    up, down = (ended == Event.LOWER) & (np.asarray(steps) > 0), (ended == Event.HIGHER) & (np.asarray(steps) < 0)
    found: Int64s = np.where(up, Event.HIGHER, np.where(down, Event.LOWER, ended))
    return found
