"""Runs a round for its players: the steps of the dealer, the floorperson and the table system, in order.

Chance comes in from outside, as a `House`: cards from some shoe, draws and wheel stops from some machine.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from pitboss.cards import Card
from pitboss.engine.actions import Deal, Draw, Reveal, RoundAction, Settle, Spin, Validate
from pitboss.engine.deal import draw_due, next_delivery
from pitboss.engine.decide import decide
from pitboss.engine.events import MeterFed, MeterPaid, MeterReversed, RoundEvent
from pitboss.engine.evolve import replay
from pitboss.engine.lines import SettlementLine, Source
from pitboss.engine.settle import spin_due
from pitboss.engine.state import Phase, Round
from pitboss.money import Amount
from pitboss.progressive import Meter, pay, unpay
from pitboss.rulebooks import Refused, Terms, Violation

"""A player: decides by what the own seat may see, and by nothing else."""


@dataclass
class House:
    """What a round needs from outside: cards, draws and wheel stops, and the meters, which move with its events."""

    cards: Iterator[Card]
    meters: dict[str, Meter]
    draw: Callable[[Terms], Draw] = lambda _: Draw()
    stop: Callable[[Terms], int] = lambda _: 0
    document: str = "on file"  # the reference of the documentation of payments from a meter

    @property
    def shown(self) -> dict[str, Amount]:
        """What the meters show."""
        return {name: meter.shows for name, meter in self.meters.items()}

    def keep(self, events: tuple[RoundEvent, ...]) -> None:
        """Moves the meters by what happened."""
        for event in events:
            self.meters = move_meters(self.meters, event)


def move_meters(meters: dict[str, Meter], event: RoundEvent) -> dict[str, Meter]:
    """The meters after an event: payments leave them, wagers feed them, a void gives back."""
    match event:
        case MeterPaid(name, amount, emptied):
            return {**meters, name: pay(meters[name], amount, emptied)}
        case MeterReversed(name, amount, emptied):
            return {**meters, name: unpay(meters[name], amount, emptied)}
        case MeterFed(name, microcents):
            return {**meters, name: meters[name].plus(microcents)}
    return meters


def next_step(round: Round, house: House) -> RoundAction | None:
    """What the house does next; None when a player must act, wagers are open, or the round is over."""
    match round.phase:
        case Phase.DEALING:
            if draw_due(round):
                return house.draw(round.terms)
            delivery = next_delivery(round)
            assert delivery is not None
            return Deal(tuple(islice(house.cards, delivery[1])))
        case Phase.REVEAL:
            return Reveal()
        case Phase.SETTLEMENT:
            return _settle(round, house)
        case Phase.VALIDATION:
            return _validate(round.held[0], house)
    return None


def _validate(line: SettlementLine, house: House) -> Validate:
    return Validate(line.seat, line.wager, house.document if line.source is Source.METER else "")


def _settle(round: Round, house: House) -> RoundAction:
    spinner = spin_due(round)
    if spinner is not None:
        return Spin(spinner, house.stop(round.terms), house.shown)
    return Settle(house.shown)


def act(round: Round, house: House, action: RoundAction) -> tuple[Round, tuple[RoundEvent, ...]]:
    """The round after an action, and what happened; `Refused` if it is not allowed. The meters move along."""
    outcome = decide(round, action)
    if isinstance(outcome, Violation):
        raise Refused(outcome)
    house.keep(outcome)
    return replay(round, outcome), outcome
