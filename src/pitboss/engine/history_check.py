"""Checks a hand history: plays the round again from what people did, and compares everything that follows from it."""

from collections.abc import Callable
from itertools import dropwhile, takewhile
from typing import Any

from pitboss.engine import actions, events
from pitboss.engine.actions import RoundAction
from pitboss.engine.decide import decide
from pitboss.engine.decisions import to_act
from pitboss.engine.event_text import write_event
from pitboss.engine.events import RoundEvent
from pitboss.engine.evolve import replay
from pitboss.engine.history import History
from pitboss.engine.state import Phase, Round, open_round
from pitboss.rulebooks import Violation


def verify(history: History) -> Violation | None:
    """The first event that does not follow from the rules and the actions before it; None if all do."""
    round, done = open_round(history.terms, keyed=None), 0
    while done < len(history.events):
        rest = history.events[done:]
        outcome = decide(round, _action(round, rest))
        if isinstance(outcome, Violation):
            return outcome
        for number, (told, due) in enumerate(zip(rest, outcome, strict=False), start=done + 1):
            if told != due:
                return _differs(history, number, write_event(told), write_event(due))
        if len(rest) < len(outcome):
            number = len(history.events)
            return _differs(history, number, "the end of the history", write_event(outcome[len(rest)]))
        round = replay(round, outcome)
        done += len(outcome)
    return None


def _action(round: Round, rest: tuple[RoundEvent, ...]) -> RoundAction:
    """The action whose events come next: told by the first of them, or else by the one that ends such a row."""
    first = rest[0]
    if isinstance(first, events.Folded) and first.seat != to_act(round):
        return actions.Abandon(first.seat)  # where leaving the table means declining the next bet
    if isinstance(first, events.FacesKeyed):
        row = takewhile(lambda event: isinstance(event, events.FacesKeyed), rest)
        keyed = [event for event in row if isinstance(event, events.FacesKeyed)]
        together = keyed if round.phase is Phase.REVEAL else [first]  # else one hand at a time
        return actions.Reveal({event.to: event.cards for event in together})
    if type(first) in _CAUSES:
        return _CAUSES[type(first)](first)
    if isinstance(first, events.WagerTakenBack) and not round.closed:
        return actions.TakeBack(first.seat, first.wager)
    if isinstance(first, events.WheelSpun):
        return actions.Spin(first.seat, first.position, _meters_read(rest[1:]))
    return _told_later(round, rest)


def _told_later(round: Round, rest: tuple[RoundEvent, ...]) -> RoundAction:
    """The action whose first events several could have."""
    for event in rest:
        match event:
            case events.RoundVoided(clause, reason):
                return actions.Void(clause, reason)
            case events.SeatForfeited(seat, clause):
                return actions.Forfeit(seat, clause)
            case events.SeatAbandoned(seat):
                return actions.Abandon(seat)
            case events.WagerTakenBack(seat, wager):
                return actions.Strike(seat, wager)
            case events.CardsRevealed() if round.phase is Phase.REVEAL:
                return actions.Reveal()
            case events.StepSettled():
                break
    return actions.Settle(_meters_read(rest))


def _meters_read(rest: tuple[RoundEvent, ...]) -> dict[str, Any]:
    """What the meters showed in the turn that begins here, after those that passed by themselves."""
    for event in dropwhile(lambda event: isinstance(event, events.StepSettled), rest):
        if isinstance(event, events.MetersRead):
            return event.meters
        if isinstance(event, events.StepSettled):
            break
    return {}


def _differs(history: History, number: int, told: str, due: str) -> Violation:
    rulebook = history.terms.rulebook.id
    return Violation(rulebook=rulebook, clause="", where=f"event {number}", tried=told, allowed=due)


_CAUSES: dict[type, Callable[[Any], RoundAction]] = {
    events.WagerPlaced: lambda event: actions.PlaceWager(event.seat, event.wager, event.amount),
    events.BetsClosed: lambda event: actions.CloseBets(),
    events.CardsDealt: lambda event: actions.Deal(event.cards),
    events.CardsLaid: lambda event: actions.Deal(()),
    events.CardDiscarded: lambda event: actions.DiscardCard(event.card),
    events.BetMade: lambda event: actions.Bet(event.seat, event.amount),
    events.Folded: lambda event: actions.Fold(event.seat),
    events.WagersCalledOff: lambda event: actions.CallOff(event.wagers, event.clause, event.reason),
    events.SeatAbandoned: lambda event: actions.Abandon(event.seat),
    events.SeatForfeited: lambda event: actions.Forfeit(event.seat, event.clause),
    events.BonusDrawn: lambda event: actions.Draw(event.magic_card, event.lucky_position),
    events.PayoutValidated: lambda event: actions.Validate(event.seat, event.wager, event.document),
}
