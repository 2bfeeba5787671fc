"""How a table refuses."""

from pitboss.rulebooks import Refused, Violation
from pitboss.rulebooks.table_rules import Role
from pitboss.table.commands import Command
from pitboss.table.state import Deck, Table


def refuse(table: Table, clause: str, where: str, tried: str, allowed: str, says: str = "") -> Refused:
    """A refusal to raise; `decide` turns it into a value."""
    rulebook = table.terms.rulebook.id
    return Refused(Violation(rulebook=rulebook, clause=clause, where=where, tried=tried, allowed=allowed, says=says))


def comes_first(title: str) -> str:
    """The sentence where another step is due, by its title."""
    return f"Something else comes first: {title[:1].lower()}{title[1:]}."


def may_act(by: Role, roles: tuple[Role, ...]) -> bool:
    """Whether a role may do what these roles do. The system stands in for a dealer whose cards are virtual."""
    return by in roles or (by is Role.SYSTEM and Role.DEALER in roles)


def who_may(table: Table, name: str) -> tuple[Role, ...]:
    """Who may do what is written so; nobody where the document does not know it."""
    authority = table.rules.authority_for(name)
    return authority.by if authority else ()


def require_authority(table: Table, command: Command, name: str, tried: str, clause: str | None = None) -> None:
    """Refuse what the rulebook's table of authority gives to another role, or to nobody."""
    authority = table.rules.authority_for(name)
    if authority is None:
        allowed, says = "nothing: this document does not know it", "The rules of this game have no such step."
        raise refuse(table, clause or "", f"the {command.by}", tried, allowed, says)
    require_role(table, command, authority.by, clause or authority.clause, tried)


def require_reason(table: Table, clause: str, where: str, tried: str, reason: str) -> None:
    """Refuse an order that does not say why it is given."""
    if not reason.strip():
        says = f"{tried[:1].upper()}{tried[1:]} needs a reason."
        raise refuse(table, clause, where, f"{tried} without a reason", "the order with its reason", says)


def require_role(table: Table, command: Command, roles: tuple[Role, ...], clause: str, tried: str) -> None:
    """Refuse what another role must do."""
    if not may_act(command.by, roles):
        who = " or ".join(roles)
        says = f"This is for the {who} to do, not for the {command.by}."
        raise refuse(table, clause, f"the {command.by}", tried, f"it by the {who}", says)


def require_deck(table: Table, deck: str, tried: str) -> Deck:
    """The deck of that id, refused if it is not at the table."""
    found = table.decks.get(deck)
    if found is None:
        listed = ", ".join(table.decks) or "none: no deck is at the table"
        says = f"This deck is not at the table; {f'the decks here are {listed}' if table.decks else 'no deck is'}."
        raise refuse(table, table.rules.decks_clause, f"deck {deck}", tried, f"one of the decks {listed}", says)
    return found
