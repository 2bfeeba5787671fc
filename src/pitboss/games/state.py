"""The state of a round: an immutable value that only events change."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from pitboss.cards import Card
from pitboss.games.lines import SettlementLine
from pitboss.money import Amount
from pitboss.rulebooks import Terms

COMMUNITY = ("top", "left", "middle", "right", "bottom")
"""The places of the cross, in the order a stack is spread over them."""


class Phase(StrEnum):
    """Where a round stands."""

    WAGERS = "wagers"
    DEALING = "dealing"
    DECISION = "decision"
    REVEAL = "reveal"
    SETTLEMENT = "settlement"
    VALIDATION = "validation"
    SETTLED = "settled"
    VOID = "void"


class Seat(msgspec.Struct, frozen=True):
    """One player position in a round."""

    number: int
    wagers: dict[str, Amount] = {}
    cards: tuple[Card, ...] = ()
    folded: str | None = None  # the bet at which the player folded
    abandoned: str | None = None  # the clause by which all wagers lose
    forfeited: str | None = None  # the clause by which all wagers are taken

    @property
    def plays(self) -> bool:
        """Whether the player still holds cards."""
        return not (self.folded or self.abandoned or self.forfeited)


class Round(msgspec.Struct, frozen=True):
    """A round of either game."""

    terms: Terms
    phase: Phase = Phase.WAGERS
    seats: dict[int, Seat] = {}
    places: dict[str, tuple[Card, ...]] = {}
    discards: tuple[Card, ...] = ()
    deliveries: int = 0
    stage: int = 0  # which decision is being made
    acted: tuple[int, ...] = ()  # seats that have made it
    revealed: tuple[str, ...] = ()
    opened: tuple[int, ...] = ()
    drawn: bool = False
    magic_card: Card | None = None
    lucky_position: int | str | None = None
    spins: dict[int, int] = {}
    dealer_share: Amount | None = None
    step: int = 0  # turns of the settlement done
    held: tuple[SettlementLine, ...] = ()
    lines: tuple[SettlementLine, ...] = ()
    void_clause: str | None = None

    @property
    def finished(self) -> bool:
        """Whether nothing more can happen."""
        return self.phase is Phase.SETTLED or self.phase is Phase.VOID

    @property
    def playing(self) -> list[Seat]:
        """The seats that still hold cards, from the dealer's left."""
        return [seat for _, seat in sorted(self.seats.items()) if seat.plays]

    @property
    def cards_out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe."""
        return tuple(self._cards_out())

    def _cards_out(self) -> Iterator[Card]:
        for cards in self.places.values():
            yield from cards
        for seat in self.seats.values():
            yield from seat.cards
        yield from self.discards

    def place(self, name: str) -> Card:
        """The card at a community position."""
        return self.places[name][0]


def open_round(terms: Terms) -> Round:
    """A round before its first wager."""
    return Round(terms)
