"""What best play of a program is worth, how it acts, and what every option is worth with every deal of cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import overload

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK, Card
from pitboss.mathematics.any_game.plan import Plan

Int64s = npt.NDArray[np.int64]
Shares = Mapping[str, Fraction]


@dataclass(frozen=True)
class SeenDeal:
    """What a player sees at the first decision, for `weight` deals that equal it but for suits.

    `cards` are by place, the player's own first. `options` are what each choice open to the hand is worth, in antes.
    """

    cards: Mapping[str, tuple[Card, ...]]
    weight: int
    options: Shares

    @property
    def best(self) -> str:
        """The option worth most; of equal ones that which risks least."""
        return max(self.options, key=lambda option: self.options[option])


class SeenDeals(Sequence[SeenDeal]):
    """All deals up to suits, made when asked for."""

    def __init__(
        self, plan: Plan, sets: Int64s, weights: Int64s, worths: Int64s, open_to: npt.NDArray[np.bool_]
    ) -> None:
        self._plan, self._sets, self._weights = plan, sets, weights
        self._worths, self._open = worths, open_to

    def __len__(self) -> int:
        return len(self._sets)

    @overload
    def __getitem__(self, place: int) -> SeenDeal: ...

    @overload
    def __getitem__(self, place: slice) -> list[SeenDeal]: ...

    def __getitem__(self, place: int | slice) -> SeenDeal | list[SeenDeal]:
        if isinstance(place, slice):
            return [self._deal(row) for row in range(len(self))[place]]
        return self._deal(range(len(self))[place])

    def __iter__(self) -> Iterator[SeenDeal]:
        return map(self._deal, range(len(self)))

    @property
    def sets(self) -> Int64s:
        """By deal: the cards of every group as bits."""
        return self._sets

    @property
    def chosen(self) -> Int64s:
        """By deal: the place of the best choice among those of the first street."""
        best: Int64s = np.where(self._open, self._worths, np.iinfo(np.int64).min).argmax(axis=1)
        return best

    def _deal(self, row: int) -> SeenDeal:
        plan = self._plan
        cards: dict[str, tuple[Card, ...]] = {}
        for group, held in zip(plan.groups, self._sets[row].tolist(), strict=False):
            place = next(one for one in plan.program.places if group.slots[0] in one.slots)
            cards[place.name] = cards.get(place.name, ()) + tuple(card for card in DECK if held >> card.index & 1)
        whole = plan.deals_below * plan.program.unit
        names = option_names(plan)
        options = {
            name: Fraction(int(worth), whole)
            for name, worth, is_open in zip(names, self._worths[row], self._open[row], strict=True)
            if is_open
        }
        return SeenDeal(cards, int(self._weights[row]), options)


def option_names(plan: Plan) -> list[str]:
    """The choices of the first street, by name."""
    streets = plan.program.streets[plan.street :]
    return [choice.name for choice in streets[0].choices] if streets else ["stand"]


@dataclass(frozen=True)
class Solution:
    """What optimal play is worth, in antes, over all deals."""

    name: str
    deals: int
    ev: Fraction
    average_wager: Fraction
    actions: Mapping[str, Shares]  # by street: the share of each choice among the rounds that reach it
    reached: Shares  # by street: the share of rounds that reach it
    openings: SeenDeals = field(repr=False)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps, per one ante."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return self.house_edge / self.average_wager
