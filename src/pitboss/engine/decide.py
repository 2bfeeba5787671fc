"""The one door into a round: an action becomes events, or a violation."""

from collections.abc import Callable
from typing import Any

from pitboss.engine import actions, decisions, faces, forfeits, voids, wagers
from pitboss.engine import deal as the_deal
from pitboss.engine import settle as settlement
from pitboss.engine.actions import RoundAction
from pitboss.engine.events import RoundEvent
from pitboss.engine.evolve import evolve
from pitboss.engine.state import Round
from pitboss.rulebooks import Refused, Violation

_HANDLERS: dict[type, Callable[[Round, Any], list[RoundEvent]]] = {
    actions.PlaceWager: wagers.place_wager,
    actions.TakeBack: wagers.take_back,
    actions.ReturnWagers: wagers.return_wagers,
    actions.Strike: wagers.strike,
    actions.CloseBets: wagers.close_bets,
    actions.Deal: the_deal.deal,
    actions.DiscardCard: the_deal.discard,
    actions.Bet: decisions.bet,
    actions.Check: decisions.check,
    actions.Withdraw: decisions.withdraw,
    actions.Fold: decisions.fold,
    actions.Reveal: faces.reveal,
    actions.Draw: the_deal.draw,
    actions.Abandon: forfeits.abandon,
    actions.Forfeit: forfeits.forfeit,
    actions.Settle: settlement.settle,
    actions.Spin: settlement.spin,
    actions.Validate: settlement.validate,
    actions.CallOff: voids.call_off,
    actions.Void: voids.void,
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
