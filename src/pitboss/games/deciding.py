"""The one door into a round: an action becomes events, or a violation."""

from collections.abc import Callable
from typing import Any

from pitboss.games import actions, dealing, decisions, settling, wagering
from pitboss.games.actions import RoundAction
from pitboss.games.events import RoundEvent
from pitboss.games.evolving import evolve
from pitboss.games.state import Round
from pitboss.rulebooks import Refused, Violation

_HANDLERS: dict[type, Callable[[Round, Any], list[RoundEvent]]] = {
    actions.PlaceWager: wagering.place_wager,
    actions.TakeBack: wagering.take_back,
    actions.CloseBets: wagering.close_bets,
    actions.Deal: dealing.deal,
    actions.DiscardCard: dealing.discard,
    actions.Bet: decisions.bet,
    actions.Fold: decisions.fold,
    actions.Reveal: decisions.reveal,
    actions.Draw: decisions.draw,
    actions.Abandon: decisions.abandon,
    actions.Forfeit: decisions.forfeit,
    actions.Settle: settling.settle,
    actions.Spin: settling.spin,
    actions.Validate: settling.validate,
    actions.Void: settling.void,
}


def decide(round: Round, action: RoundAction) -> tuple[RoundEvent, ...] | Violation:
    """What follows from an action: events, or why it is refused. The round itself does not change."""
    try:
        return tuple(_HANDLERS[type(action)](round, action))
    except Refused as refused:
        return refused.violations[0]


def check(round: Round, action: RoundAction) -> Violation | None:
    """Why an action would be refused; None if it is allowed."""
    outcome = decide(round, action)
    return outcome if isinstance(outcome, Violation) else None


def play(round: Round, *steps: RoundAction) -> Round:
    """The round after some actions; raises `Refused` at the first that is not allowed."""
    for action in steps:
        outcome = decide(round, action)
        if isinstance(outcome, Violation):
            raise Refused(outcome)
        for event in outcome:
            round = evolve(round, event)
    return round
