"""The state of a round: an immutable value that only events change; which wagers stand in it, and how it refuses."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

import msgspec

from pitboss.cards import Card
from pitboss.engine.events import MeterPaid
from pitboss.engine.lines import SettlementLine
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.parts import OWN
from pitboss.rulebooks.table_rules import ANY, Cards


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
    folded: str | None = None  # the decision at which the player folded
    withdrawn: tuple[str, ...] = ()  # wagers taken back in turn
    abandoned: str | None = None  # the clause by which all wagers lose
    forfeited: str | None = None  # the clause by which all wagers are taken
    racked: bool = False  # the cards have left play

    @property
    def plays(self) -> bool:
        """Whether the player still holds cards."""
        return not (self.folded or self.abandoned or self.forfeited)


class Round(msgspec.Struct, frozen=True, dict=True):
    """A round of any game. What follows from its fields is asked for again and again, and worked out once."""

    terms: Terms
    phase: Phase = Phase.WAGERS
    closed: bool = False  # "no more bets" was said
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
    dealer_sharers: int = 0
    step: int = 0  # turns of the settlement done
    held: tuple[SettlementLine, ...] = ()
    lines: tuple[SettlementLine, ...] = ()
    payments: tuple[MeterPaid, ...] = ()  # what meters have paid
    called_off: dict[str, str] = {}  # wagers that can no longer be decided, and the clause
    void_clause: str | None = None
    cards_from: Cards | None = None  # None: not told

    @cached_property
    def finished(self) -> bool:
        """Whether nothing more can happen."""
        return self.phase is Phase.SETTLED or self.phase is Phase.VOID

    @cached_property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that still hold cards, from the dealer's left."""
        return tuple(seat for _, seat in sorted(self.seats.items()) if seat.plays)

    @cached_property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that make the decision of this stage, from the dealer's left: all still in that may decide more."""
        made = self.terms.rulebook.decisions[: self.stage]
        ended = {decision.bet for decision in made if decision.ends}
        return tuple(seat for seat in self.playing if ended.isdisjoint(seat.wagers))

    @cached_property
    def cards_out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe."""
        return tuple(self._cards_out())

    def _cards_out(self) -> Iterator[Card]:
        for cards in self.places.values():
            yield from cards
        for seat in self.seats.values():
            yield from seat.cards
        yield from self.discards

    def settled(self, seat: int, wager: str) -> bool:
        """Whether a stake has been paid, returned or collected, and that was not undone."""
        stakes = [line.stake for line in self.lines if line.seat == seat and line.wager == wager]
        return bool(stakes) and sum(stakes, Amount.ZERO) > Amount.ZERO


def open_round(terms: Terms, cards_from: Cards | None = None) -> Round:
    """A round before its first wager."""
    return Round(terms, cards_from=cards_from)


def refuse(round: Round, clause: str, where: str, tried: str, allowed: str) -> Refused:
    """A refusal to raise; `decide` turns it into a value."""
    rulebook = round.terms.rulebook.id
    return Refused(Violation(rulebook=rulebook, clause=clause, where=where, tried=tried, allowed=allowed))


def stands(round: Round, seat: Seat, wager: str) -> bool:
    """Whether a wager a player made is still to be decided by the cards."""
    if seat.abandoned or seat.forfeited or wager in round.called_off or wager in seat.withdrawn:
        return False
    return seat.folded is None or round.terms.stands_on_fold(round.terms.wagers[wager])


def dealt_to(round: Round, places: tuple[str, ...]) -> bool:
    """Whether a card lies at one of some places, of a player's or of any; of no places nothing is asked."""
    own = any(seat.cards for seat in round.seats.values())
    lying = {place for place, cards in round.places.items() if cards} | ({OWN} if own else set())
    return not places or bool(lying if ANY in places else lying & set(places))


def anything_stands(round: Round) -> bool:
    """Whether any wager at the table is still to be decided by the cards."""
    return any(stands(round, seat, wager) for seat in round.seats.values() for wager in seat.wagers)
