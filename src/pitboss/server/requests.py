"""What clients send."""

from typing import Any

import msgspec

from pitboss.audit import Cards
from pitboss.server.permissions import Role
from pitboss.server.spec import Clock


class SignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: str
    password: str


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Someone who can sign in from now on."""

    name: str
    password: str
    roles: list[Role]


class PersonChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other roles, or shut out."""

    roles: list[Role] | None = None
    disabled: bool | None = None


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An API token for a program, with a label to tell it by."""

    label: str


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to open: its rulebook, and what its submission changes of the default."""

    name: str
    rulebook: str
    submission: dict[str, Any] = {}
    cards: Cards = Cards.VIRTUAL
    practice: bool = False
    clock: Clock = Clock()


class Commands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Commands of one person at one table, done together or not at all; `id` makes sending them again harmless."""

    id: str
    commands: list[dict[str, Any]]


class MoneyMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips for cash, or cash for chips; the amount in dollars, as text."""

    id: str
    player: str
    amount: str
