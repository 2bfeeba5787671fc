"""Rounds as pure state machines: `decide` turns an action into events or a violation, `evolve` applies an event."""

from pitboss.games.actions import RoundAction
from pitboss.games.dealing import next_delivery
from pitboss.games.deciding import check, decide, play
from pitboss.games.decisions import bet_amounts, bet_bounds, to_act
from pitboss.games.events import RoundEvent
from pitboss.games.evolving import evolve, replay
from pitboss.games.history import History, read_histories, read_history, write_history
from pitboss.games.legal import Option, legal
from pitboss.games.lines import Result, SettlementLine, Source
from pitboss.games.settling import draw_due, spin_due
from pitboss.games.state import Phase, Round, Seat, open_round
from pitboss.games.verifying import verify
from pitboss.games.view import RoundView, view

__all__ = [
    "History",
    "Option",
    "Phase",
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
