"""What is said at the table while a round is played."""

from collections.abc import Callable
from typing import Any

from pitboss.cli.felt import title
from pitboss.games import RoundEvent, events
from pitboss.rulebooks import Terms

_PLACES = {"dealer": "the dealer's hand", "burn": "the covered cards"}


def announcement(event: RoundEvent, terms: Terms) -> str | None:
    """The words for what happened; None for what needs none."""
    says = _SAYS.get(type(event))
    return says(event, terms) if says else None


def _held(event: events.PayoutHeld, terms: Terms) -> str:
    line = event.line
    payout = f"{title(terms, line.wager)} pays seat {line.seat} {line.paid.dollars()}"
    return f"{payout}: a floorperson must validate it first ({event.clause})."


def _drawn(event: events.BonusDrawn, terms: Terms) -> str:
    card = f"Magic Card {event.magic_card}" if event.magic_card else "no Magic Card"
    return f"The table system draws: {card}, lucky position {event.lucky_position or 'none'}."


_SAYS: dict[type, Callable[[Any, Terms], str]] = {
    events.BetsClosed: lambda event, terms: "“No more bets.”",
    events.BetMade: lambda event, terms: (
        f"Seat {event.seat} makes the {title(terms, event.wager)}: {event.amount.dollars()}."
    ),
    events.Folded: lambda event, terms: f"Seat {event.seat} folds at the {title(terms, event.bet)}.",
    events.CardsRevealed: lambda event, terms: (
        f"The dealer turns up {' and '.join(_PLACES.get(place, f'the {place} card') for place in event.places)}."
    ),
    events.BonusDrawn: _drawn,
    events.WheelSpun: lambda event, terms: f"Seat {event.seat} spins the wheel: it stops at position {event.position}.",
    events.MeterPaid: lambda event, terms: f"{terms.meters[event.meter].title} pays {event.amount.dollars()}.",
    events.PayoutHeld: _held,
    events.PayoutValidated: lambda event, terms: (
        f"A floorperson validates {title(terms, event.wager)} of seat {event.seat}."
    ),
}
