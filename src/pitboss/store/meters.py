"""Progressive meters as the store keeps them: all that ever went in and out, in microcents.

`seeded + contributed = displayed + reserve + paid` holds after every move, and the meter's account in the ledger holds
the whole cents of what is displayed and in reserve.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from pitboss.games import RoundEvent
from pitboss.games.events import MeterFed, MeterPaid, MetersRead
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.store.accounts import HOUSE, RoundAccounts, meter_account
from pitboss.store.errors import Conflict
from pitboss.store.ledger import Entry


class MoveKind(StrEnum):
    """What happens to a meter."""

    READ = "read"  # nothing: it must show what the payment was worked out from
    SEED = "seed"  # the house puts money in: at the start, and again when the meter was won whole
    CONTRIBUTION = "contribution"  # a finished round's share of its wagers
    PAYMENT = "payment"
    RESERVE = "reserve"  # from what is displayed into the reserve, or, below zero, back


class MeterMove(msgspec.Struct, frozen=True):
    """One move of one meter; `account` is the other side in the ledger."""

    meter: str
    kind: MoveKind
    microcents: int
    account: str = HOUSE


class MeterState(msgspec.Struct, frozen=True):
    """A meter at one moment."""

    name: str
    displayed: int = 0
    reserve: int = 0
    seeded: int = 0
    contributed: int = 0
    paid: int = 0

    @property
    def shows(self) -> Amount:
        """The amount displayed: whole cents."""
        return Amount(self.displayed // MICROCENTS_PER_CENT)

    @property
    def holds(self) -> Amount:
        """The whole cents of display and reserve: the balance of the meter's account."""
        return Amount((self.displayed + self.reserve) // MICROCENTS_PER_CENT)

    @property
    def reconciles(self) -> bool:
        """Whether nothing was lost and nothing came from nowhere."""
        return self.seeded + self.contributed == self.displayed + self.reserve + self.paid

    def after(self, move: MeterMove) -> "MeterState":
        """The meter after a move; `Conflict` if it no longer shows what was read, `Refused` if it cannot pay."""
        amount = move.microcents
        match move.kind:
            case MoveKind.READ:
                shown = Amount(amount // MICROCENTS_PER_CENT)
                if shown != self.shows:
                    raise Conflict(f"meter {self.name} shows {self.shows} by now, not {shown}")
                moved = self
            case MoveKind.SEED:
                moved = replace(self, seeded=self.seeded + amount, displayed=self.displayed + amount)
            case MoveKind.CONTRIBUTION:
                moved = replace(self, contributed=self.contributed + amount, displayed=self.displayed + amount)
            case MoveKind.PAYMENT:
                moved = replace(self, paid=self.paid + amount, displayed=self.displayed - amount)
            case MoveKind.RESERVE:
                moved = replace(self, reserve=self.reserve + amount, displayed=self.displayed - amount)
        if moved.displayed < 0 or moved.reserve < 0 or (amount < 0 and move.kind is not MoveKind.RESERVE):
            raise Refused(_violation(self, move))
        return moved


def _violation(meter: MeterState, move: MeterMove) -> Violation:
    holds = f"it displays {meter.displayed} and keeps {meter.reserve}"
    tried = f"a {move.kind} of {move.microcents} microcents"
    return Violation(
        rulebook="", clause="", where=f"meter {meter.name}", tried=tried, allowed=f"what is there: {holds}"
    )


def move_entry(before: MeterState, after: MeterState, account: str) -> Entry | None:
    """The ledger's side of a move: the whole cents by which the meter came to hold more or less."""
    more = after.holds - before.holds
    if not more:
        return None
    meter = meter_account(after.name)
    if more > Amount.ZERO:
        return Entry(account, meter, more, "to the meter")
    return Entry(meter, account, -more, "from the meter")


def seed(meter: str, amount: Amount) -> MeterMove:
    """The house puts an amount on a meter; the first one opens it."""
    return MeterMove(meter, MoveKind.SEED, amount.cents * MICROCENTS_PER_CENT)


def to_reserve(meter: str, microcents: int) -> MeterMove:
    """Moves part of what a meter displays into its reserve, or, below zero, back."""
    return MeterMove(meter, MoveKind.RESERVE, microcents)


def meter_moves(accounts: RoundAccounts, terms: Terms, events: Iterable[RoundEvent]) -> list[MeterMove]:
    """The moves of meters that a round's events bring, in their order."""
    return [move for event in events for move in _moves(accounts, terms, event)]


def _moves(accounts: RoundAccounts, terms: Terms, event: RoundEvent) -> Iterator[MeterMove]:
    match event:
        case MetersRead(meters):
            for name, shown in meters.items():
                yield MeterMove(accounts.meter(name), MoveKind.READ, shown.cents * MICROCENTS_PER_CENT)
        case MeterPaid(name, amount, emptied):
            meter, paid = accounts.meter(name), amount.cents * MICROCENTS_PER_CENT
            yield MeterMove(meter, MoveKind.PAYMENT, paid, accounts.pending(name))
            if emptied:
                yield seed(meter, terms.meters[name].reset)
        case MeterFed(name, microcents):
            yield MeterMove(accounts.meter(name), MoveKind.CONTRIBUTION, microcents, accounts.inventory)
