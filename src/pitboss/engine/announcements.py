"""What is said at the table while a round is played."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from pitboss.engine import events
from pitboss.engine.events import RoundEvent
from pitboss.engine.lines import Result
from pitboss.rulebooks import Terms

_RESULTS = {
    Result.WIN: "wins",
    Result.PUSH: "pushes",
    Result.LOSE: "loses",
    Result.FORFEITED: "is forfeited",
    Result.RETURNED: "is returned",
    Result.REVERSED: "is undone",
    Result.LIMITED: "is cut",
}
_PLACES = {"dealer": "the dealer's hand", "burn": "the covered cards"}


def announcement(event: RoundEvent, terms: Terms) -> str | None:
    """The words for what happened; None for what needs none."""
    says = _SAYS.get(type(event))
    return says(event, terms) if says else None


def wager_title(terms: Terms, wager: str) -> str:
    """A wager's name as the rulebook writes it; of bonuses that ride on one, a readable form of their own."""
    known = terms.rulebook.wager(wager)
    return known.title if known else wager.replace("_", " ").capitalize()


def said(event: RoundEvent, terms: Terms) -> str:
    """What happened, in words, also where nobody says a word at the table; of cards dealt how many, not which."""
    return announcement(event, terms) or _TELLS[type(event)](event, terms)


def _held(event: events.PayoutHeld, terms: Terms) -> str:
    line = event.line
    payout = f"{wager_title(terms, line.wager)} pays seat {line.seat} {terms.money(line.paid)}"
    return f"{payout}: a floorperson must validate it first ({event.clause})."


def _drawn(event: events.BonusDrawn, terms: Terms) -> str:
    """Which card and position stays hidden until the settlement."""
    return "The table system draws for the hand bonuses."


def _dealt(event: events.CardsDealt, terms: Terms) -> str:
    return f"{len(event.cards)} card{'s' if len(event.cards) > 1 else ''} to {_PLACES.get(event.to, event.to)}."


def _laid(event: events.CardsLaid, terms: Terms) -> str:
    return f"{event.count} card{'s' if event.count > 1 else ''} to {_PLACES.get(event.to, event.to)}, unseen."


def _keyed(event: events.FacesKeyed, terms: Terms) -> str:
    return f"The cards of {_PLACES.get(event.to, event.to)} are turned up and keyed."


def _settled(event: events.LineSettled, terms: Terms) -> str:
    line = event.line
    how = f" ({line.hand})" if line.hand else ""
    money = f"{terms.money(line.returned)} goes back for a stake of {terms.money(line.stake)}"
    return f"Seat {line.seat}'s {wager_title(terms, line.wager)} {_RESULTS[line.result]}{how}: {money}."


def _read(event: events.MetersRead, terms: Terms) -> str:
    shown = (f"{terms.meters[name].title} shows {terms.money(amount)}" for name, amount in event.meters.items())
    return f"{', '.join(shown)}."


def _fed(event: events.MeterFed, terms: Terms) -> str:
    amount = Decimal(event.microcents).scaleb(-8)
    whole, _, part = f"{abs(amount):f}".rstrip("0").partition(".")
    written = terms.rulebook.currency.written(f"{whole}.{part:0<2}")
    title = terms.meters[event.meter].title
    return f"{title} gives {written} back." if amount < 0 else f"{title} grows by {written}."


def _titles(terms: Terms, wagers: tuple[str, ...]) -> str:
    return " and ".join(wager_title(terms, wager) for wager in wagers)


_SAYS: dict[type, Callable[[Any, Terms], str]] = {
    events.BetsClosed: lambda event, terms: "“No more bets.”",
    events.BetMade: lambda event, terms: (
        f"Seat {event.seat} makes the {wager_title(terms, event.wager)}: {terms.money(event.amount)}."
    ),
    events.Checked: lambda event, terms: f"Seat {event.seat} checks.",
    events.WagerWithdrawn: lambda event, terms: f"Seat {event.seat} takes back the {wager_title(terms, event.wager)}.",
    events.Folded: lambda event, terms: f"Seat {event.seat} folds at the {wager_title(terms, event.bet)}.",
    events.CardsRevealed: lambda event, terms: (
        f"The dealer turns up {' and '.join(_PLACES.get(place, f'the {place} card') for place in event.places)}."
    ),
    events.BonusDrawn: _drawn,
    events.WheelSpun: lambda event, terms: f"Seat {event.seat} spins the wheel: it stops at position {event.position}.",
    events.MeterPaid: lambda event, terms: f"{terms.meters[event.meter].title} pays {terms.money(event.amount)}.",
    events.PayoutHeld: _held,
    events.PayoutValidated: lambda event, terms: (
        f"A floorperson validates {wager_title(terms, event.wager)} of seat {event.seat}."
    ),
}

_TELLS: dict[type, Callable[[Any, Terms], str]] = {
    events.WagerPlaced: lambda event, terms: (
        f"Seat {event.seat} puts {terms.money(event.amount)} on {wager_title(terms, event.wager)}."
    ),
    events.WagerTakenBack: lambda event, terms: f"Seat {event.seat} takes {wager_title(terms, event.wager)} back.",
    events.CardsDealt: _dealt,
    events.CardsLaid: _laid,
    events.FacesKeyed: _keyed,
    events.CardDiscarded: lambda event, terms: f"{event.card}, found face up, is set aside.",
    events.SeatAbandoned: lambda event, terms: f"Seat {event.seat} has abandoned its wagers ({event.clause}).",
    events.SeatForfeited: lambda event, terms: f"Seat {event.seat} forfeits its wagers ({event.clause}).",
    events.HandOpened: lambda event, terms: f"Seat {event.seat}'s cards are turned up.",
    events.DealerJackpotShared: lambda event, terms: f"The dealer's jackpot is shared: {terms.money(event.each)} each.",
    events.HandRacked: lambda event, terms: f"Seat {event.seat}'s cards go to the discard rack.",
    events.WagersCalledOff: lambda event, terms: (
        f"{_titles(terms, event.wagers)} cannot be decided and is returned ({event.clause}): {event.reason}."
    ),
    events.MeterReversed: lambda event, terms: (
        f"{terms.meters[event.meter].title} gets {terms.money(event.amount)} back."
    ),
    events.MetersRead: _read,
    events.LineSettled: _settled,
    events.StepSettled: lambda event, terms: "This turn of the settlement is over.",
    events.MeterFed: _fed,
    events.RoundSettled: lambda event, terms: "Every wager is settled.",
    events.RoundVoided: lambda event, terms: f"The round is void ({event.clause}): {event.reason}.",
}
