"""Rounds as pure state machines: `decide` turns an action into events or a violation, `evolve` applies an event."""

from pitboss.engine.actions import PlayerChoice, RoundAction
from pitboss.engine.deal import draw_due, next_delivery
from pitboss.engine.decide import check, decide, play
from pitboss.engine.decisions import bet_amounts, bet_bounds, passive, to_act
from pitboss.engine.events import RoundEvent
from pitboss.engine.evolve import evolve, replay
from pitboss.engine.history import History, read_histories, read_history, write_history
from pitboss.engine.history_check import verify
from pitboss.engine.legal import Option, legal
from pitboss.engine.lines import Result, SettlementLine, Source
from pitboss.engine.settle import spin_due
from pitboss.engine.state import Phase, Round, Seat, open_round
from pitboss.engine.view import RoundView, view
from pitboss.rulebooks.parts import Account

__all__ = [
    "Account",
    "History",
    "Option",
    "Phase",
    "PlayerChoice",
    "Result",
    "Round",
    "RoundAction",
    "RoundEvent",
    "RoundView",
    "Seat",
    "SettlementLine",
    "Source",
    "bet_amounts",
    "bet_bounds",
    "check",
    "decide",
    "draw_due",
    "evolve",
    "legal",
    "next_delivery",
    "open_round",
    "passive",
    "play",
    "read_histories",
    "read_history",
    "replay",
    "spin_due",
    "to_act",
    "verify",
    "view",
    "write_history",
]
