"""A progressive meter: what it shows, what feeds it, what it pays and what it goes back to.

A meter counts in microcents (a cent is a million of them), so a rate of progression takes its exact share of every
wager and nothing is ever rounded away: what is too small to show stays on the meter.
"""

import msgspec

from pitboss.money import MICROCENTS_PER_CENT, Amount, Rate
from pitboss.rulebooks.terms import MeterFigures, Terms


class Meter(msgspec.Struct, frozen=True):
    """One meter at one moment."""

    name: str
    microcents: int
    reset: Amount
    rate: Rate

    @property
    def shows(self) -> Amount:
        """The amount displayed: whole cents."""
        return Amount(self.microcents // MICROCENTS_PER_CENT)

    def plus(self, microcents: int) -> "Meter":
        """The meter after contributions (or, below zero, after a payment)."""
        return msgspec.structs.replace(self, microcents=self.microcents + microcents)


def open_meters(terms: Terms, shown: dict[str, Amount] | None = None) -> dict[str, Meter]:
    """The meters of a table, at their seeds or at the amounts they are known to show."""
    shown = shown or {}
    return {name: _open(figures, shown.get(name, figures.seed)) for name, figures in terms.meters.items()}


def _open(figures: MeterFigures, amount: Amount) -> Meter:
    return Meter(figures.name, amount.cents * MICROCENTS_PER_CENT, figures.reset, figures.rate)


def feed(meter: Meter, wager: Amount) -> int:
    """What a wager adds to a meter, in microcents."""
    return meter.rate.of(wager)


def pay(meter: Meter, amount: Amount, emptied: bool) -> Meter:
    """The meter after a payment; one that was won whole starts again at its reset, what could not be paid besides."""
    back = meter.reset if emptied else Amount.ZERO
    return meter.plus((back - amount).cents * MICROCENTS_PER_CENT)


def unpay(meter: Meter, amount: Amount, emptied: bool) -> Meter:
    """The meter after it got a payment back; the reset that came with it is undone."""
    back = meter.reset if emptied else Amount.ZERO
    return meter.plus((amount - back).cents * MICROCENTS_PER_CENT)
