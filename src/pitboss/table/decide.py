"""The one door to a table: a command becomes events, or a violation."""

from collections.abc import Callable
from typing import Any

from pitboss.rulebooks import Refused, Violation
from pitboss.table import chips, commands, decks, devices, irregularities, rounds, seats
from pitboss.table.commands import TableCommand
from pitboss.table.events import TableEvent
from pitboss.table.evolve import replay
from pitboss.table.state import Table

_HANDLERS: dict[type, Callable[[Table, Any], list[TableEvent]]] = {
    commands.ReceiveDeck: decks.receive,
    commands.Attest: decks.attest,
    commands.ShuffleDeck: decks.shuffle,
    commands.CutDeck: decks.cut,
    commands.OrderShuffle: decks.order_shuffle,
    commands.OrderRecut: decks.order_recut,
    commands.EmptyRack: decks.empty_rack,
    commands.StoreDeck: decks.store,
    commands.RemoveDeck: decks.remove,
    commands.DeclareIdle: decks.declare_idle,
    commands.Sit: seats.sit,
    commands.Leave: seats.leave,
    commands.RuleOnLeaving: seats.rule_on_leaving,
    commands.OpenRound: rounds.open_round,
    commands.Play: rounds.play,
    commands.CountChips: chips.count,
    commands.RuleOnChips: chips.rule,
    commands.CountStub: rounds.count_stub,
    commands.FindMisdeal: rounds.find_misdeal,
    commands.ReportIrregularity: irregularities.report,
    commands.CoverDevice: devices.cover,
    commands.RestoreDevice: devices.restore,
    commands.ChangeMethod: devices.change_method,
}


def decide(table: Table, command: TableCommand) -> tuple[TableEvent, ...] | Violation:
    """What follows from a command: events, or why it is refused. The table itself does not change."""
    try:
        return tuple(_HANDLERS[type(command)](table, command))
    except Refused as refused:
        return refused.violations[0]


def check(table: Table, command: TableCommand) -> Violation | None:
    """Why a command would be refused; None if it is allowed."""
    outcome = decide(table, command)
    return outcome if isinstance(outcome, Violation) else None


def perform(table: Table, *steps: TableCommand) -> Table:
    """The table after some commands; raises `Refused` at the first that is not allowed."""
    for command in steps:
        outcome = decide(table, command)
        if isinstance(outcome, Violation):
            raise Refused(outcome)
        table = replay(table, outcome)
    return table
