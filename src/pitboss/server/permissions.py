"""Who may do what: one table of actions and roles. What is not listed is denied."""

from enum import StrEnum

from pitboss.rulebooks.table_rules import Role as TableRole
from pitboss.table import commands
from pitboss.table.commands import Play, TableCommand
from pitboss.table.rounds import ROLES


class Role(StrEnum):
    """What a person is to the house."""

    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Denied(Exception):
    """Someone without the role tried something."""


class Action(StrEnum):
    """What can be done beside playing."""

    OPEN_TABLE = "open a table"
    CLOSE_TABLE = "close a table"
    FILL_TABLE = "fill or credit a table inventory"
    MOVE_MONEY = "buy a player in or out"
    CHANGE_METER = "change the terms of a meter"
    SEE_REPORTS = "see reports"
    EXPORT = "export the books"
    SEE_BALANCES = "see any balance"
    SEE_LEDGER = "see the ledger"
    SEE_LOG = "read the audit log"
    MANAGE_PEOPLE = "manage people and roles"
    SEE_PHYSICAL_HISTORY = "read the history of a table with physical cards"


ALLOWED: dict[Action, frozenset[Role]] = {
    Action.OPEN_TABLE: frozenset({Role.SUPERVISOR}),
    Action.CLOSE_TABLE: frozenset({Role.SUPERVISOR}),
    Action.FILL_TABLE: frozenset({Role.SUPERVISOR}),
    Action.MOVE_MONEY: frozenset({Role.FLOORPERSON}),
    Action.CHANGE_METER: frozenset({Role.SUPERVISOR}),
    Action.SEE_REPORTS: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.EXPORT: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_BALANCES: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_LEDGER: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_LOG: frozenset({Role.AUDITOR}),
    Action.MANAGE_PEOPLE: frozenset({Role.ADMINISTRATOR}),
    Action.SEE_PHYSICAL_HISTORY: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
}

_PLAYER, _DEALER, _FLOOR = (TableRole.PLAYER,), (TableRole.DEALER,), (TableRole.FLOORPERSON,)
_STAFF = (TableRole.DEALER, TableRole.FLOORPERSON)
_COMMANDS: dict[type, tuple[TableRole, ...]] = {
    commands.ReceiveDeck: _DEALER,
    commands.Attest: (*_STAFF, TableRole.PLAYER),
    commands.ShuffleDeck: _DEALER,
    commands.CutDeck: _DEALER,
    commands.OrderShuffle: _FLOOR,
    commands.OrderRecut: _FLOOR,
    commands.EmptyRack: _DEALER,
    commands.RemoveDeck: _STAFF,
    commands.DeclareIdle: _STAFF,
    commands.Sit: _PLAYER,
    commands.Leave: _PLAYER,
    commands.RuleOnLeaving: _FLOOR,
    commands.OpenRound: _DEALER,
    commands.CountChips: _DEALER,
    commands.CountStub: _DEALER,
    commands.FindMisdeal: _DEALER,
    commands.ReportIrregularity: _STAFF,
    commands.CoverDevice: _STAFF,
    commands.RestoreDevice: _FLOOR,
    commands.ChangeMethod: _FLOOR,
}


def may(roles: frozenset[str], action: Action) -> bool:
    """Whether someone with these roles may do this."""
    return bool(ALLOWED[action] & roles)


def table_roles(command: TableCommand) -> tuple[TableRole, ...]:
    """As what a person at a table can give a command; () for what only follows from something else."""
    if isinstance(command, Play):
        return ROLES.get(type(command.action), ())
    return _COMMANDS[type(command)]
