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
from pitboss.envs.actions import CHECK, FOLD, WITHDRAW, actions_of
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

    `cards` lists the own cards, then those of the places, what lies face up first, in the order they are turned up.
    `bets` has a row for each seat, the own first, and a column for each decision: the actions taken.
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
        """A name for each card that is seen sooner or later; the dealer's hand has several."""
        turned = (place for decision in self.terms.rulebook.decisions for place in decision.reveals)
        found = dict.fromkeys((*self.face_up, *turned))
        return tuple(place for name in found for place in [name] * self._cards_at(name))

    @cached_property
    def face_up(self) -> tuple[str, ...]:
        """The places whose cards lie face up from the deal on."""
        steps = (step for step in self.terms.dealing.steps if step.face_up)
        return tuple(place for step in steps for place in step.spread or step.to if place != "players")

    @cached_property
    def opened(self) -> tuple[int, ...]:
        """How many of the cards are seen at each decision, and after the last."""
        seen, counts = set(self.face_up), []
        for decision in self.terms.rulebook.decisions:
            counts.append(self.own_cards + sum(place in seen for place in self.places))
            seen |= set(decision.reveals)
        return (*counts, self.own_cards + len(self.places))

    def _cards_at(self, place: str) -> int:
        """How many cards lie at a place; a stack that is spread leaves one at each."""
        return sum(step.cards * step.times for step in self.terms.dealing.steps if place in step.to) or 1

    @cached_property
    def bets(self) -> tuple[str, ...]:
        """The bets that are decided in turn."""
        return tuple(decision.key for decision in self.terms.rulebook.decisions)

    @cached_property
    def actions(self) -> tuple[tuple[str, ...], ...]:
        """By decision and number: what the action stands for; nothing where it is none of the decision."""
        named = [actions_of(decision) for decision in self.terms.rulebook.decisions]
        most = max(map(len, named))
        return tuple(names + ("",) * (most - len(names)) for names in named)

    @property
    def largest(self) -> int:
        """The largest number of an action."""
        return len(self.actions[0]) - 1

    def action_space(self) -> spaces.Discrete:
        """The numbers of all actions."""
        return spaces.Discrete(self.largest + 1)

    def observation_space(self) -> spaces.Dict:
        """The space of what `observe` gives."""
        cards = self.own_cards + len(self.places)
        return spaces.Dict(
            {
                "cards": spaces.Box(0, UNSEEN, (cards,), np.int8),
                "bets": spaces.Box(FOLDED, self.largest, (self.seats, len(self.bets)), np.int8),
                "stage": spaces.Box(0, len(self.bets), (1,), np.int8),
                "action_mask": spaces.MultiBinary(self.largest + 1),
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
        for decision, actions in zip(self.terms.rulebook.decisions, self.actions, strict=True):
            bet = seat.wagers.get(decision.key)
            times = bet.cents // decision.base_of(seat.wagers).cents if bet else 0
            withdrawn = decision.withdraws in seat.withdrawn
            made.append(FOLDED if seat.folded == decision.key else actions.index(WITHDRAW) if withdrawn else times)
        return made

    def mask(self, seen: RoundView) -> Int8s:
        """Which actions are open to the viewer: none out of turn."""
        mask = np.zeros(self.largest + 1, np.int8)
        choice = seen.choice
        if choice is not None:
            names = self.actions[seen.stage]
            for name, is_open in ((CHECK, choice.check), (FOLD, choice.fold), (WITHDRAW, choice.withdraw)):
                if is_open:
                    mask[names.index(name)] = 1
            for amount in choice.amounts:
                mask[amount.cents // choice.base.cents] = 1
        return mask


def one_hot(cards: npt.NDArray[np.integer[Any]]) -> Int8s:
    """Cards by number as 52 zeros and ones each, all zeros for one that is not seen; any leading shape will do.

    >>> one_hot(np.array([0, 51, UNSEEN])).sum(axis=-1).tolist()
    [1, 1, 0]
    """
    hot: Int8s = (cards[..., None] == np.arange(UNSEEN)).astype(np.int8)
    return hot
