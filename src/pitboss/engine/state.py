"""The state of a round: an immutable value that only events change; which wagers stand in it, and how it refuses."""

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from pitboss.cards import Card
from pitboss.engine.events import MeterPaid
from pitboss.engine.lines import SettlementLine
from pitboss.engine.once import Kept
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.parts import OWN
from pitboss.rulebooks.table_rules import ANY, Cards, Keying


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


NOW = {
    Phase.WAGERS: "wagers are still being placed",
    Phase.DEALING: "the cards are being dealt",
    Phase.DECISION: "the players are deciding",
    Phase.REVEAL: "the dealer turns cards up next",
    Phase.SETTLEMENT: "the wagers are being settled",
    Phase.VALIDATION: "a payout waits for a floorperson",
    Phase.SETTLED: "the round is over",
    Phase.VOID: "the round is void",
}


class Seat(msgspec.Struct, frozen=True, dict=True):
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
    laid: dict[str, int] = {}  # places and seats, and how many cards lie there whose faces nobody has seen
    turned: tuple[str, ...] = ()  # places and seats whose faces were keyed when they were turned up
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
    keyed: Keying | None = None  # None: not told, and either will do

    @property
    def staked(self) -> Amount:
        """All that is wagered in it."""
        return sum((amount for seat in self.seats.values() for amount in seat.wagers.values()), Amount.ZERO)

    @property
    def finished(self) -> bool:
        """Whether nothing more can happen."""
        return self.phase is Phase.SETTLED or self.phase is Phase.VOID

    @Kept
    def playing(self) -> tuple[Seat, ...]:
        """The seats that still hold cards, from the dealer's left."""
        return tuple(seat for _, seat in sorted(self.seats.items()) if seat.plays)

    @Kept
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that make the decision of this stage, from the dealer's left: all still in that may decide more."""
        made = self.terms.rulebook.decisions[: self.stage]
        ended = {decision.bet for decision in made if decision.ends}
        return tuple(seat for seat in self.playing if ended.isdisjoint(seat.wagers))

    @Kept
    def cards_out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe."""
        return tuple(self._cards_out())

    @Kept
    def out(self) -> int:
        """How many cards have left the shoe, seen or not."""
        return len(self.cards_out) + sum(self.laid.values())

    @Kept
    def lying(self) -> frozenset[str]:
        """The places and seats at which a card lies, seen or not; `OWN` stands for the seats."""
        found = {*self.laid, *(place for place, cards in self.places.items() if cards)}
        if any(seat.cards or place_of(number) in self.laid for number, seat in self.seats.items()):
            found.add(OWN)
        return frozenset(found)

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


def open_round(terms: Terms, cards_from: Cards | None = None, keyed: Keying | None = Keying.DEALT) -> Round:
    """A round before its first wager; its cards are told as they are dealt, unless it is said otherwise."""
    return Round(terms, cards_from=cards_from, keyed=keyed)


def place_of(seat: int) -> str:
    """A seat as a place that cards are dealt to."""
    return f"seat {seat}"


def refuse(round: Round, clause: str, where: str, tried: str, allowed: str, says: str = "") -> Refused:
    """A refusal to raise; `decide` turns it into a value."""
    rulebook = round.terms.rulebook.id
    return Refused(Violation(rulebook=rulebook, clause=clause, where=where, tried=tried, allowed=allowed, says=says))


def refuse_now(round: Round, clause: str, where: str, tried: str, says: str) -> Refused:
    """A refusal of what the phase leaves no room for; `says` goes on with what is done in it."""
    return refuse(
        round, clause, where, tried, f"nothing: the round is in {round.phase}", f"{says}: {NOW[round.phase]}."
    )


def stands(round: Round, seat: Seat, wager: str) -> bool:
    """Whether a wager a player made is still to be decided by the cards."""
    if seat.abandoned or seat.forfeited or wager in round.called_off or wager in seat.withdrawn:
        return False
    return seat.folded is None or round.terms.stands_on_fold(round.terms.wagers[wager])


def dealt_to(round: Round, places: tuple[str, ...]) -> bool:
    """Whether a card lies at one of some places, of a player's or of any; of no places nothing is asked."""
    return not places or bool(round.lying if ANY in places else not round.lying.isdisjoint(places))


def anything_stands(round: Round) -> bool:
    """Whether any wager at the table is still to be decided by the cards."""
    return any(stands(round, seat, wager) for seat in round.seats.values() for wager in seat.wagers)
