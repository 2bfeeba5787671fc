"""A table whose rounds are rows of arrays: dealt, decided and settled in batches."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.engine.places import dealt_to
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import base_of
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.simulation.kernels.dealing import DECK, deal
from pitboss.simulation.kernels.sums import add_up, count_bets
from pitboss.simulation.layout import slots_of, table_places
from pitboss.simulation.pays import MOST_CENTS
from pitboss.simulation.seating import Seating

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Counts = Sequence[Sequence[Sequence[int]]]
"""By seat, decision and number: how often it was chosen."""

FOLD, CHECK = "fold", "check"
MOST_BET = 100
"""Choices are numbered in bytes."""
MAIN, ALL = "main game", "all wagers"
"""Rows of a result that are sums over wagers."""


class LineColumn(NamedTuple):
    """A column of the settlement: the line's name and the wager it belongs to, itself or the one it rides on."""

    name: str
    wager: str


@dataclass(frozen=True)
class Deals:
    """Rounds dealt: a row of cards each, and what wheel or draws brought.

    Cards are in the columns of the table's layout: the cross (top, left, middle, right, bottom) and the covered cards
    where there are any, the dealer's five, or the places of any other game as they are dealt; then each seat's own.
    """

    first: int
    cards: Bytes
    chance: Int8s

    def __len__(self) -> int:
        return len(self.cards)


def by_column(deals: Deals, bets: Int8s) -> tuple[Bytes, Int8s, Int8s]:
    """Cards, bets and what came to them as the kernels go through them: all rounds of a column one after the other."""
    return np.asfortranarray(deals.cards), np.asfortranarray(bets), np.asfortranarray(deals.chance)


class SimulatedTable(ABC):
    """One table under fixed terms, stakes and meters. Every round of it is a function of seed and round number.

    What a seat chooses at a decision is a number: 0 folds, and stands from there on for what is not decided any more;
    others are what `choices` says, what risks least first. Of a bet of every size it is how many times its base.
    """

    columns: tuple[LineColumn, ...]
    ante: str  # the wager by which the main game is measured
    own_cards: int  # how many cards a seat holds
    first_own: int  # the column of the first seat's first card

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.slots = slots_of(seating.terms, seating.seats)
        if len(self.slots) > DECK:
            raise refused(seating.terms, "seats", f"{len(self.slots)} cards a round", f"at most {DECK}")

    @property
    def terms(self) -> Terms:
        """What the table is played by."""
        return self.seating.terms

    @property
    def seats(self) -> int:
        """How many seats are taken."""
        return self.seating.seats

    @property
    def decisions(self) -> tuple[str, ...]:
        """What is decided in turn."""
        return tuple(decision.key for decision in self.terms.rulebook.decisions)

    @property
    def choices(self) -> tuple[tuple[str, ...], ...]:
        """By decision and number: what it stands for; nothing where there is no fold."""
        return ((FOLD, *(f"{times}x" for times in range(1, self.largest_bet + 1))),) * len(self.decisions)

    def goes_on(self, decision: int) -> Bools:
        """By number: whether a seat that chooses it decides again, while there are decisions."""
        return np.arange(self.largest_bet + 1) > 0

    def opens_by_cards(self, decision: int) -> bool:
        """Whether what is open at a decision hangs on the cards dealt."""
        return True

    def opens_by_choices(self, decision: int) -> bool:
        """Whether what is open at a decision hangs on what was chosen before."""
        return False

    @cached_property
    def place_columns(self) -> dict[str, range]:
        """For each place of the table, the columns of its cards."""
        dealt, found, start = dealt_to(self.terms.dealing), {}, 0
        for place in table_places(self.terms):
            found[place] = range(start, start + dealt[place])
            start += dealt[place]
        return found

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters in play, in the order of every array of meters."""
        return tuple(self.seating.meters)

    def deal(self, seed: int, first: int, count: int) -> Deals:
        """The rounds from number `first` on, as the seed deals them."""
        cards = np.empty((count, len(self.slots)), np.uint8, "F")
        deal(np.uint64(seed), np.uint64(first), self.slots, cards)
        return Deals(first, cards, self.chance(seed, first, cards))

    def from_decks(self, decks: Bytes, chance: Int8s) -> Deals:
        """Rounds dealt from given decks, a row each, in the rulebook's order of the deal."""
        cards = np.empty((len(decks), len(self.slots)), np.uint8, "F")
        cards[:, self.slots] = decks[:, : len(self.slots)]
        return Deals(0, cards, chance)

    def decks(self, deals: Deals) -> Bytes:
        """The tops of the decks that deal these rounds, in the rulebook's order."""
        tops: Bytes = deals.cards[:, self.slots]
        return tops

    def own(self, deals: Deals, seat: int) -> Bytes:
        """The cards of a seat, counted from 0."""
        start = self.first_own + seat * self.own_cards
        cards: Bytes = deals.cards[:, start : start + self.own_cards]
        return cards

    def no_bets(self, count: int) -> Int8s:
        """An array of choices to be filled: round, seat, decision."""
        return np.zeros((count, self.seats, len(self.decisions)), np.int8, "F")

    def no_counts(self) -> Int64s:
        """An array to count choices in: seat, decision, number; there are places for a multiple of three besides 0."""
        return np.zeros((self.seats, len(self.decisions), places_for(self.largest_bet)), np.int64)

    def count(self, bets: Int8s, counts: Int64s) -> None:
        """Add to the counts how often each choice was made, and whatever `staked` has to know."""
        count_bets(bets, counts)

    def staked(self, wager: str, rounds: int, counts: Counts) -> int:
        """What all seats put up on a wager in so many rounds, in cents, by what they chose."""
        if wager not in self.decisions:
            return rounds * sum(self.stake(seat, wager) for seat in range(self.seats))
        at = self.decisions.index(wager)
        return sum(
            self.stake(seat, wager) * sum(times * often for times, often in enumerate(made[at]))
            for seat, made in enumerate(counts)
        )

    def settle(self, deals: Deals, bets: Int8s) -> tuple[Int64s, Int64s]:
        """What each column brings each seat in each round, stakes deducted, and what each meter paid and how often.

        The first result is indexed by seat, column and round; all amounts are cents.
        """
        net = np.zeros((self.seats, len(self.columns), len(deals)), np.int64)
        paid = np.zeros((max(1, len(self.meters)), 2), np.int64)
        self.settle_into(deals, bets, net, paid)
        return net, paid

    def chance(self, seed: int, first: int, cards: Bytes) -> Int8s:
        """What comes to the cards: wheel stops or draws."""
        return np.empty((len(cards), 0), np.int8)

    @abstractmethod
    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        """`settle` into arrays that may be used again: columns not in play stay as they are."""

    def add_settled(
        self, deals: Deals, bets: Int8s, net: Int64s, rows: Int64s, main: Int64s, totals: Int64s, paid: Int64s
    ) -> None:
        """Settle rounds and add them to `totals`, as `add_up` does; `net` may be used in between."""
        self.settle_into(deals, bets, net, paid)
        add_up(net, rows, main, totals)

    @abstractmethod
    def shown(self, decision: int) -> dict[int, str]:
        """The columns of the table's cards seen at a decision, in the order of their turning up, and their places."""

    @abstractmethod
    def open_to(self, deals: Deals, seat: int, decision: int, bets: Int8s) -> Bools:
        """By round and number: what a seat may choose at a decision, after its choices before."""

    def allowed(self, decision: int, is_open: Bools) -> str:
        """In words: what a seat may choose, by what is open to it."""
        bets = np.flatnonzero(is_open[1:]) + 1
        return f"0, or {bets.min()} to {bets.max()} antes"

    @property
    @abstractmethod
    def largest_bet(self) -> int:
        """The largest number of a choice; of bets of every size, the most times its base."""

    @property
    def main_wagers(self) -> list[str]:
        """The wagers of the main game: those that must be made, and the bets made in turn."""
        wagers = self.terms.wagers
        return [name for name in self.seating.wagers if wagers[name].required or wagers[name].decision]

    def stake(self, seat: int, wager: str) -> int:
        """What a seat stakes on a wager, in cents; of a bet made in turn, one time its base."""
        stakes = self.seating.stakes[seat]
        if wager in self.decisions:
            return base_of(self.terms, self.decisions.index(wager), stakes).cents
        return stakes.get(wager, Amount.ZERO).cents

    def _stakes(self) -> Int64s:
        return np.array([[self.stake(s, column.name) for column in self.columns] for s in range(self.seats)], np.int64)

    def _stands(self) -> Bytes:
        wagers = self.terms.wagers
        outlive = {name for name, wager in wagers.items() if self.terms.stands_on_fold(wager)}
        return np.array([column.name in outlive for column in self.columns], np.uint8)

    def _meter_cents(self) -> tuple[Int64s, Int64s]:
        """What the meters show, and what they go back to."""
        shown = [self.seating.meters[name].cents for name in self.meters]
        return np.array(shown, np.int64), np.array(
            [self.terms.meters[name].reset.cents for name in self.meters], np.int64
        )

    def _refuse_unknown(self, wagers: list[str]) -> None:
        """A wager that is made and not known to the kernels is refused: its results would be false."""
        for name in self.seating.wagers:
            if name not in wagers:
                wager = self.terms.wagers[name]
                allowed = f"one of {', '.join(wagers)}"
                raise refused(self.terms, f"stake on {name}", "a wager that cannot be simulated", allowed, wager.clause)
        if self.largest_bet > MOST_BET:
            tried = f"bets of up to {self.largest_bet} times their base"
            raise refused(self.terms, "simulation", tried, f"at most {MOST_BET} times")

    def _refuse_large(self, *amounts: Int64s) -> None:
        """The sums of a round are bounded by the most of every wager at every seat at once."""
        largest = self.seats * sum(int(one.max(initial=0)) for one in amounts)
        if largest >= MOST_CENTS:
            tried = f"up to {self.terms.money(Amount(largest))} in one round"
            raise refused(self.terms, "stakes and meters", tried, f"less than {self.terms.money(Amount(MOST_CENTS))}")


def between(count: int, least: int, most: Int64s | int, largest: int) -> Bools:
    """By round and number, up to the largest: a fold, or a bet from the least to the most."""
    times = np.arange(largest + 1, dtype=np.int8)
    found: Bools = times <= np.asarray(most, np.int8).reshape(-1, 1)
    found[:, 1:least] = False
    return np.broadcast_to(found, (count, largest + 1))


def places_for(largest: int) -> int:
    """How many places numbers up to the largest take where three are counted at a time."""
    return 1 + 3 * -(-largest // 3)
