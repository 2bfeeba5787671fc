"""What a seat may see, as small arrays: cards by number, bets in antes, and which actions are allowed.

Nothing goes in that `pitboss.engine.view` does not show to that seat.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from pitboss.engine import RoundView
from pitboss.engine.view import SeatView
from pitboss.rulebooks import Terms

Int8s = npt.NDArray[np.int8]
Observation = dict[str, Any]

UNSEEN = 52
"""Stands for a card that lies face down or is not dealt yet."""
FOLDED = -1
"""Stands in the place of the bet at which a player folded."""


@dataclass(frozen=True)
class Encoding:
    """How a round under some terms, with so many seats taken, is written as arrays.

    `cards` lists the own cards, then those of the places in the order they are turned up. `bets` has a row for each
    seat, the own first, and a column for each decision. Action 0 checks or folds, action n bets n times the base;
    where there is no bet, action 1 takes a wager back.
    """

    terms: Terms
    seats: int

    @cached_property
    def own_cards(self) -> int:
        """How many cards a player is dealt."""
        steps = self.terms.dealing.steps
        return sum(step.cards * step.times for step in steps if "players" in step.to)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """A name for each card that the decisions lead to being turned up; the dealer's hand has several."""
        found: list[str] = []
        for decision in self.terms.rulebook.decisions:
            for place in decision.reveals:
                found += [place] * self._cards_at(place)
        return tuple(found)

    def _cards_at(self, place: str) -> int:
        """How many cards lie at a place; a stack that is spread leaves one at each."""
        return sum(step.cards * step.times for step in self.terms.dealing.steps if place in step.to) or 1

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The bets that are decided in turn."""
        return tuple(decision.key for decision in self.terms.rulebook.decisions)

    @cached_property
    def largest_bet(self) -> int:
        """The most antes any decision allows."""
        return max(max(decision.raised_times, default=1) for decision in self.terms.rulebook.decisions)

    def action_space(self) -> spaces.Discrete:
        """Fold, or so many antes."""
        return spaces.Discrete(self.largest_bet + 1)

    def observation_space(self) -> spaces.Dict:
        """The space of what `observe` gives."""
        cards = self.own_cards + len(self.places)
        return spaces.Dict(
            {
                "cards": spaces.Box(0, UNSEEN, (cards,), np.int8),
                "bets": spaces.Box(FOLDED, self.largest_bet, (self.seats, len(self.bets)), np.int8),
                "stage": spaces.Box(0, len(self.bets), (1,), np.int8),
                "action_mask": spaces.MultiBinary(self.largest_bet + 1),
            }
        )

    def observe(self, seen: RoundView, seat: int) -> Observation:
        """What the seat sees."""
        order = sorted(seen.seats, key=lambda other: (other.seat != seat, other.seat))
        bets = np.array([self._bets(other) for other in order], np.int8)
        stage = np.array([min(seen.stage, len(self.bets))], np.int8)
        return {"cards": self._cards(seen, seat), "bets": bets, "stage": stage, "action_mask": self.mask(seen)}

    def _cards(self, seen: RoundView, seat: int) -> Int8s:
        cards = np.full(self.own_cards + len(self.places), UNSEEN, np.int8)
        own = [card.index for card in seen.seat(seat).cards]
        cards[: len(own)] = own
        for name in dict.fromkeys(self.places):
            place = seen.place(name)
            shown = [card.index for card in place.cards] if place else []
            first = self.own_cards + self.places.index(name)
            cards[first : first + len(shown)] = shown
        return cards

    def _bets(self, seat: SeatView) -> list[int]:
        made = []
        for decision in self.terms.rulebook.decisions:
            bet = seat.wagers.get(decision.key)
            times = (
                bet.cents // decision.base_of(seat.wagers).cents if bet else int(decision.withdraws in seat.withdrawn)
            )
            made.append(FOLDED if seat.folded == decision.key else times)
        return made

    def mask(self, seen: RoundView) -> Int8s:
        """Which actions are open to the viewer: none out of turn."""
        mask = np.zeros(self.largest_bet + 1, np.int8)
        if seen.choice is not None:
            assert seen.viewer is not None
            mask[0] = 1
            mask[1] = seen.choice.withdraw is not None
            for amount in seen.choice.amounts:
                mask[amount.cents // seen.choice.base.cents] = 1
        return mask


def one_hot(cards: npt.NDArray[np.integer[Any]]) -> Int8s:
    """Cards by number as 52 zeros and ones each, all zeros for one that is not seen; any leading shape will do.

    >>> one_hot(np.array([0, 51, UNSEEN])).sum(axis=-1).tolist()
    [1, 1, 0]
    """
    hot: Int8s = (cards[..., None] == np.arange(UNSEEN)).astype(np.int8)
    return hot
