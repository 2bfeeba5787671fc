"""Who may do what: one table of actions and roles. What is not listed is denied."""

from enum import StrEnum

from pitboss.rulebooks.table_rules import Role as TableRole
from pitboss.rulebooks.table_rules import TableRules
from pitboss.table.commands import Attest, Play, ReportIrregularity, TableCommand
from pitboss.table.rounds import REMEDIES


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
    MOVE_OWN_MONEY = "move one's own money between chips and game account"
    CHANGE_METER = "change the terms of a meter"
    SEE_REPORTS = "see reports"
    EXPORT = "export the books"
    SEE_BALANCES = "see any balance"
    SEE_LEDGER = "see the ledger"
    SEE_LOG = "read the audit log"
    MANAGE_PEOPLE = "manage people and roles"
    PROPOSE_CORRECTION = "propose the correction of a round"
    DECIDE_CORRECTION = "approve or reject a correction"
    SEE_CORRECTIONS = "see corrections"
    SEE_PHYSICAL_HISTORY = "read the history of a table with physical cards"


ALLOWED: dict[Action, frozenset[Role]] = {
    Action.OPEN_TABLE: frozenset({Role.SUPERVISOR}),
    Action.CLOSE_TABLE: frozenset({Role.SUPERVISOR}),
    Action.FILL_TABLE: frozenset({Role.SUPERVISOR}),
    Action.MOVE_MONEY: frozenset({Role.FLOORPERSON}),
    Action.MOVE_OWN_MONEY: frozenset({Role.PLAYER}),
    Action.CHANGE_METER: frozenset({Role.SUPERVISOR}),
    Action.SEE_REPORTS: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.EXPORT: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_BALANCES: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_LEDGER: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_LOG: frozenset({Role.AUDITOR}),
    Action.MANAGE_PEOPLE: frozenset({Role.ADMINISTRATOR}),
    Action.PROPOSE_CORRECTION: frozenset({Role.FLOORPERSON}),
    Action.DECIDE_CORRECTION: frozenset({Role.FLOORPERSON, Role.SUPERVISOR}),
    Action.SEE_CORRECTIONS: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_PHYSICAL_HISTORY: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
}


def may(roles: frozenset[str], action: Action) -> bool:
    """Whether someone with these roles may do this."""
    return bool(ALLOWED[action] & roles)


def table_roles(command: TableCommand, rules: TableRules) -> tuple[TableRole, ...]:
    """As what a person at a table can give a command, by its rulebook; () for what only follows from something else."""
    if isinstance(command, Attest):
        return (TableRole.DEALER, TableRole.FLOORPERSON, TableRole.PLAYER)  # the step says which of them
    if isinstance(command, ReportIrregularity):
        rule = rules.irregularity(command.name)
        return rule.by if rule else (TableRole.DEALER, TableRole.FLOORPERSON)
    if isinstance(command, Play) and isinstance(command.action, REMEDIES):
        return ()
    authority = rules.authority_for(written_name(command))
    return authority.by if authority else ()


def written_name(command: TableCommand) -> str:
    """The name of a command, or of the action it tries, as clients write it."""
    named = command.action if isinstance(command, Play) else command
    return str(named.__struct_config__.tag)
