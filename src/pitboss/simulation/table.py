"""A table whose rounds are rows of arrays: dealt, decided and settled in batches."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.refusing import refused
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.simulation.kernels.dealing import deal
from pitboss.simulation.layout import slots_of
from pitboss.simulation.paying import MOST_CENTS
from pitboss.simulation.staking import Seating

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

MAIN, ALL = "main game", "all wagers"
"""Rows of a result that are sums over wagers."""


class Column(NamedTuple):
    """A column of the settlement: the line's name and the wager it belongs to, itself or the one it rides on."""

    name: str
    wager: str


@dataclass(frozen=True)
class Deals:
    """Rounds dealt: a row of cards each, and what wheel or draws brought.

    Cards are in the columns of the table's layout: the cross (top, left, middle, right, bottom) and the covered cards
    where there are any, or the dealer's five; then each seat's own.
    """

    first: int
    cards: Bytes
    chance: Int8s

    def __len__(self) -> int:
        return len(self.cards)


class Table(ABC):
    """One table under fixed terms, stakes and meters. Every round of it is a function of seed and round number."""

    columns: tuple[Column, ...]
    own_cards: int  # how many cards a seat holds
    first_own: int  # the column of the first seat's first card

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.slots = slots_of(seating.terms, seating.seats)

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
        """The bets made in turn."""
        return tuple(decision.bet for decision in self.terms.rulebook.decisions)

    @property
    def meters(self) -> tuple[str, ...]:
        """The meters in play, in the order of every array of meters."""
        return tuple(self.seating.meters)

    def deal(self, seed: int, first: int, count: int) -> Deals:
        """The rounds from number `first` on, as the seed deals them."""
        cards = np.empty((count, len(self.slots)), np.uint8)
        deal(np.uint64(seed), np.uint64(first), self.slots, cards)
        return Deals(first, cards, self.chance(seed, first, cards))

    def from_decks(self, decks: Bytes, chance: Int8s) -> Deals:
        """Rounds dealt from given decks, a row each, in the rulebook's order of the deal."""
        cards = np.empty((len(decks), len(self.slots)), np.uint8)
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
        """An array of bets to be filled: round, seat, decision."""
        return np.zeros((count, self.seats, len(self.decisions)), np.int8)

    def settle(self, deals: Deals, bets: Int8s) -> tuple[Int64s, Int64s]:
        """What each column brings each seat in each round, stakes deducted, and what each meter paid and how often.

        `bets[i, s, k]` is in antes, 0 from a fold on. The first result is indexed by seat, column and round; all
        amounts are cents.
        """
        net = np.zeros((self.seats, len(self.columns), len(deals)), np.int64)
        paid = np.zeros((max(1, len(self.meters)), 2), np.int64)
        self.settle_into(deals, bets, net, paid)
        return net, paid

    @abstractmethod
    def chance(self, seed: int, first: int, cards: Bytes) -> Int8s:
        """What comes to the cards: wheel stops or draws."""

    @abstractmethod
    def settle_into(self, deals: Deals, bets: Int8s, net: Int64s, paid: Int64s) -> None:
        """`settle` into arrays that may be used again: columns not in play stay as they are."""

    @abstractmethod
    def bounds(self, deals: Deals, seat: int, decision: int) -> tuple[Int8s, Int8s]:
        """The least and the most a seat may bet at a decision, in antes, for each round."""

    def stake(self, seat: int, wager: str) -> int:
        """What a seat stakes on a wager, in cents; of a bet made in turn, one ante."""
        bases = {decision.bet: decision.base for decision in self.terms.rulebook.decisions}
        return self.seating.stakes[seat].get(bases.get(wager, wager), Amount.ZERO).cents

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

    def _refuse_large(self, *amounts: Int64s) -> None:
        """The sums of a round are bounded by the most of every wager at every seat at once."""
        largest = self.seats * sum(int(one.max(initial=0)) for one in amounts)
        if largest >= MOST_CENTS:
            tried = f"up to {Amount(largest).dollars()} in one round"
            raise refused(self.terms, "stakes and meters", tried, f"less than {Amount(MOST_CENTS).dollars()}")
