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


STAFF = frozenset({Role.DEALER, Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR})
"""Who works for the house."""

APART: tuple[frozenset[Role], ...] = (
    frozenset({Role.DEALER, Role.FLOORPERSON}),  # who deals is watched by the floor
    frozenset({Role.DEALER, Role.SUPERVISOR}),
    frozenset({Role.FLOORPERSON, Role.SUPERVISOR}),  # the cage and the inventories; a correction's two persons
    # Who checks has done none of it, and who gives roles uses none.
    *(frozenset({Role.AUDITOR, other}) for other in sorted(STAFF - {Role.AUDITOR})),
    *(frozenset({Role.ADMINISTRATOR, other}) for other in sorted(STAFF - {Role.AUDITOR, Role.ADMINISTRATOR})),
)
"""Roles that must not meet in one person, whoever gives them."""


def met(roles: frozenset[str]) -> frozenset[Role] | None:
    """Roles of one person that must not meet; None where none do."""
    return next((pair for pair in APART if pair <= roles), None)


def apart(roles: frozenset[str]) -> frozenset[str]:
    """What is left of roles that must not meet: none of the staff's, but to administrate.

    >>> [str(role) for role in apart(frozenset({"dealer", "floorperson", "player"}))]
    ['player']
    """
    return roles if met(roles) is None else roles & {Role.ADMINISTRATOR, Role.PLAYER}


class Denied(Exception):
    """Someone without the role tried something."""


class Action(StrEnum):
    """What can be done beside playing."""

    OPEN_TABLE = "open a table"
    CLOSE_TABLE = "close a table"
    CHOOSE_VERSION = "move a table to another version of its rulebook"
    FILL_TABLE = "fill or credit a table inventory"
    MOVE_MONEY = "buy a player in or out"
    MOVE_OWN_MONEY = "move one's own money between chips and game account"
    PROTECT_ONESELF = "choose limits and breaks of one's own"
    SEE_CARE = "see what a player chose for their own protection, and their statement"
    CHANGE_METER = "change the terms of a meter"
    SEE_REPORTS = "see reports"
    SEE_SHIFT = "see the close of a shift"
    SIGN_SHIFT = "sign the close of a shift"
    SEE_FIGURES = "see the figures of the server"
    EXPORT = "export the books"
    SEE_BALANCES = "see any balance"
    SEE_LEDGER = "see the ledger"
    SEE_LOG = "read the audit log"
    MANAGE_PEOPLE = "manage people and roles"
    PROPOSE_CORRECTION = "propose the correction of a round"
    DECIDE_CORRECTION = "approve or reject a correction"
    SEE_CORRECTIONS = "see corrections"
    VERIFY_PROGRAM = "have the program verified"
    SEE_APPROVALS = "see what waits for a second person"
    DECIDE_ACT = "decide what waits for a second person"
    SET_LIMITS = "set the amounts above which a second person is needed"
    SEE_PHYSICAL_HISTORY = "read the history of a table with physical cards"


ALLOWED: dict[Action, frozenset[Role]] = {
    Action.OPEN_TABLE: frozenset({Role.SUPERVISOR}),
    Action.CLOSE_TABLE: frozenset({Role.SUPERVISOR}),
    Action.CHOOSE_VERSION: frozenset({Role.SUPERVISOR}),
    Action.FILL_TABLE: frozenset({Role.SUPERVISOR}),
    Action.MOVE_MONEY: frozenset({Role.FLOORPERSON}),
    Action.MOVE_OWN_MONEY: frozenset({Role.PLAYER}),
    Action.PROTECT_ONESELF: frozenset({Role.PLAYER}),
    Action.SEE_CARE: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.CHANGE_METER: frozenset({Role.SUPERVISOR}),
    Action.SEE_REPORTS: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_SHIFT: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
    Action.SIGN_SHIFT: frozenset({Role.FLOORPERSON, Role.SUPERVISOR}),
    Action.SEE_FIGURES: frozenset({Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR}),
    Action.EXPORT: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_BALANCES: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_LEDGER: frozenset({Role.SUPERVISOR, Role.AUDITOR}),
    Action.SEE_LOG: frozenset({Role.AUDITOR}),
    Action.MANAGE_PEOPLE: frozenset({Role.ADMINISTRATOR}),
    Action.PROPOSE_CORRECTION: frozenset({Role.FLOORPERSON}),
    Action.DECIDE_CORRECTION: frozenset({Role.FLOORPERSON, Role.SUPERVISOR}),
    Action.SEE_CORRECTIONS: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR}),
    Action.VERIFY_PROGRAM: frozenset({Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR}),
    Action.SEE_APPROVALS: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.AUDITOR, Role.ADMINISTRATOR}),
    Action.DECIDE_ACT: frozenset({Role.FLOORPERSON, Role.SUPERVISOR, Role.ADMINISTRATOR}),
    Action.SET_LIMITS: frozenset({Role.SUPERVISOR}),
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


def fold_keyed_by(*, practice: bool) -> TableRole:
    """Who keys in a player's fold where the cards are physical: for real money not the dealer, who keys in all else."""
    return TableRole.DEALER if practice else TableRole.FLOORPERSON


def written_name(command: TableCommand) -> str:
    """The name of a command, or of the action it tries, as clients write it."""
    named = command.action if isinstance(command, Play) else command
    return str(named.__struct_config__.tag)
