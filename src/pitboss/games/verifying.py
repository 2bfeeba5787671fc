"""Checks a hand history: plays the round again from what people did, and compares everything that follows from it."""

from collections.abc import Callable
from typing import Any

from pitboss.games import actions, events
from pitboss.games.actions import RoundAction
from pitboss.games.deciding import decide
from pitboss.games.event_text import write_event
from pitboss.games.events import RoundEvent
from pitboss.games.evolving import replay
from pitboss.games.history import History
from pitboss.games.lines import Result
from pitboss.games.state import Phase, Round, open_round
from pitboss.rulebooks import Violation


def verify(history: History) -> Violation | None:
    """The first event that does not follow from the rules and the actions before it; None if all do."""
    round, done = open_round(history.terms), 0
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
    """The action whose events come next."""
    first = rest[0]
    if type(first) in _CAUSES:
        return _CAUSES[type(first)](first)
    if isinstance(first, events.CardsRevealed) and round.phase is Phase.REVEAL:
        return actions.Reveal()
    if isinstance(first, events.RoundVoided) or _returns(first):
        return _void(rest)
    if isinstance(first, events.WheelSpun):
        return actions.Spin(first.seat, first.position, _meters_read(rest))
    return actions.Settle(_meters_read(rest))


def _returns(event: RoundEvent) -> bool:
    return isinstance(event, events.LineSettled) and event.line.result is Result.RETURNED


def _void(rest: tuple[RoundEvent, ...]) -> RoundAction:
    for event in rest:
        if isinstance(event, events.RoundVoided):
            return actions.Void(event.clause, event.reason)
    return actions.Void("", "")


def _meters_read(rest: tuple[RoundEvent, ...]) -> dict[str, Any]:
    """What the meters showed in the turn that begins here."""
    for event in rest:
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
    events.WagerTakenBack: lambda event: actions.TakeBack(event.seat, event.wager),
    events.BetsClosed: lambda event: actions.CloseBets(),
    events.CardsDealt: lambda event: actions.Deal(event.cards),
    events.CardDiscarded: lambda event: actions.DiscardCard(event.card),
    events.BetMade: lambda event: actions.Bet(event.seat, event.amount),
    events.Folded: lambda event: actions.Fold(event.seat),
    events.SeatAbandoned: lambda event: actions.Abandon(event.seat),
    events.SeatForfeited: lambda event: actions.Forfeit(event.seat, event.clause),
    events.BonusDrawn: lambda event: actions.Draw(event.magic_card, event.lucky_position),
    events.PayoutValidated: lambda event: actions.Validate(event.seat, event.wager, event.document),
}
