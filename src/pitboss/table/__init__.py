"""The table around the round: `decide` turns a command into events or a violation, `evolve` applies an event."""

from pitboss.table.commands import TableCommand
from pitboss.table.decide import check, decide, perform
from pitboss.table.decks import cut_stack
from pitboss.table.duties import all_due, duties, first_due
from pitboss.table.events import TableEvent
from pitboss.table.evolve import evolve, replay
from pitboss.table.needs import Duty
from pitboss.table.state import Deck, DeviceState, Occupant, Procedure, Shuffle, Table, open_table
from pitboss.table.voids import voids

__all__ = [
    "Deck",
    "DeviceState",
    "Duty",
    "Occupant",
    "Procedure",
    "Shuffle",
    "Table",
    "TableCommand",
    "TableEvent",
    "all_due",
    "check",
    "cut_stack",
    "decide",
    "duties",
    "evolve",
    "first_due",
    "open_table",
    "perform",
    "replay",
    "voids",
]
