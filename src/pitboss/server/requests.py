"""What clients send. Whatever is not listed here is refused."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
from litestar import Request
from msgspec import Meta

from pitboss.audit import Cards
from pitboss.books.table_spec import Clock, refused
from pitboss.engine.actions import Deal, Draw, RoundAction, kebab
from pitboss.money import Amount, Rate
from pitboss.rulebooks import Refused
from pitboss.rulebooks.codec import from_plain
from pitboss.rulebooks.parts import Account
from pitboss.rulebooks.table_rules import Role as TableRole
from pitboss.server.people.permissions import Role
from pitboss.table.commands import Attest, Leave, Play, Sit, TableCommand
from pitboss.table.rounds import REMEDIES

LONGEST_ID = 64
LONGEST_NAME = 64
LONGEST_PASSWORD = 256
MOST_COMMANDS = 32

Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
Reason = Annotated[str, Meta(min_length=3, max_length=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request carries."""


class SignIn(Body, frozen=True):
    """A name and a password."""

    name: Name
    password: Password


class NewPassword(Body, frozen=True):
    """Another password for oneself."""

    old: Password
    new: Password


class NewPerson(Body, frozen=True):
    """Someone who can sign in from now on."""

    name: Name
    password: Password
    roles: list[Role]


class PersonChange(Body, frozen=True):
    """Other roles, shut out or let in again, another password; what is left out stays as it is."""

    roles: list[Role] | None = None
    disabled: bool | None = None
    password: Password | None = None


class NewToken(Body, frozen=True):
    """An API token for a program, with a label to tell it by."""

    label: Annotated[str, Meta(max_length=LONGEST_NAME)]


class NewTable(Body, frozen=True):
    """A table to open: its rulebook, and what its submission changes of the default."""

    name: str
    rulebook: str
    submission: dict[str, Any] = {}
    cards: Cards = Cards.VIRTUAL
    practice: bool = False
    clock: Clock = Clock()
    links: dict[str, str] = {}  # meters that are there already, by the table's names for them
    inventory: Amount | None = None


class InventoryMove(Body, frozen=True):
    """Chips into a table inventory or out of it, and why."""

    id: Id
    amount: Amount
    reason: Reason


class MeterChange(Body, frozen=True):
    """Other terms for a meter, and why; what is left out stays. `reserve` is kept hidden for the next reset."""

    id: Id
    reason: Reason
    rate: Rate | None = None
    reset: Amount | None = None
    reserve: Rate | None = None


class CorrectedFacts(Body, frozen=True):
    """The facts of a round as they are now known, as `pitboss settle` takes them."""

    facts: dict[str, Any]


class NewCorrection(Body, frozen=True):
    """A correction to propose: the facts as they are now known, and why."""

    id: Id
    facts: dict[str, Any]
    reason: Reason


class Approval(Body, frozen=True):
    """A second person approves a correction."""

    id: Id


class Rejection(Body, frozen=True):
    """A second person rejects a correction, or whoever proposed it takes it back, and why."""

    id: Id
    reason: Reason


class MoneyMove(Body, frozen=True):
    """Chips for cash, or cash for chips."""

    id: Id
    player: Name
    amount: Amount


class GameAccountMove(Body, frozen=True):
    """A player's money from the chips to the game account, or back."""

    id: Id
    player: Name
    amount: Amount
    to: Account


class OwnMoneyMove(Body, frozen=True):
    """One's own money from the chips to the game account, or back; `practice` for play money."""

    id: Id
    amount: Amount
    to: Account
    practice: bool = False


# Commands at a table are the table's own, without what the server says: by whom, when, and what the meters show.


class Ready(Body, frozen=True, tag_field="command", tag=kebab):
    """A seated player makes no more wagers in this round."""


class Seed(Body, frozen=True, tag_field="command", tag=kebab):
    """A seated player adds to the shuffle of a virtual round while wagers are open."""

    seed: str


class SetWagers(Body, frozen=True, tag_field="command", tag=kebab):
    """Exactly these wagers stand at a seat before "no more bets": others are placed, changed and taken back for it."""

    seat: int
    wagers: dict[str, Amount]
    player: str = ""


def _asked(kind: type[msgspec.Struct], left_out: Iterable[str], changed: dict[str, Any]) -> type[msgspec.Struct]:
    """A command or action as a client sends it: some fields left out, some of another type, and where cards go."""
    config = kind.__struct_config__
    fields: list[Any] = [("to", str, "")] if kind is Deal else []
    for field in msgspec.structs.fields(kind):
        if field.name in left_out:
            continue
        named = (field.name, changed.get(field.name, field.type))
        fields.append(named if field.required else (*named, field.default))
    return msgspec.defstruct(
        kind.__name__,
        fields,
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        tag_field=config.tag_field,
        tag=config.tag,
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
    )


def _union(kinds: Iterable[Any]) -> UnionType:
    found: UnionType = reduce(or_, kinds)
    return found


NOT_ASKED = (*REMEDIES, Draw)
"""What follows only from a report or a ruling, or is the system's alone."""

FOR_PLAYERS = (Sit, Leave, Play, Attest)
"""What a dealer can key in for a player, who is then named."""

ACTIONS = {kind: _asked(kind, ("meters",), {}) for kind in get_args(RoundAction) if kind not in NOT_ASKED}
"""Each action of a round, and the form in which a client asks for it."""

COMMANDS = {
    kind: _asked(
        kind,
        ("by", "at") if kind in FOR_PLAYERS else ("by", "at", "player"),
        {"action": _union(ACTIONS.values())},
    )
    for kind in get_args(TableCommand)
}
"""Each command of a table, and the form in which a client gives it."""

GIVEN: tuple[type[msgspec.Struct], ...] = (*COMMANDS.values(), Ready, Seed, SetWagers)
"""What a client can give: the commands of the table, and the server's own."""

if TYPE_CHECKING:
    CommandAsked = msgspec.Struct  # made at run time from the commands of the table
else:
    CommandAsked = _union(GIVEN)


_MEANT: dict[type, Any] = {asked: kind for kind, asked in (*COMMANDS.items(), *ACTIONS.items())}


def meant(asked: CommandAsked, at: int) -> TableCommand:
    """The command of the table that a client's stands for, as if by a player who is still to be named."""
    fields = {name: getattr(asked, name) for name in asked.__struct_fields__ if name != "player"}
    if "action" in fields:
        action = fields["action"]
        own = {name: getattr(action, name) for name in action.__struct_fields__ if name != "to"}
        fields["action"] = _MEANT[type(action)](**own)
    command: TableCommand = _MEANT[type(asked)](by=TableRole.PLAYER, at=at, **fields)
    return command


class Commands(Body, frozen=True):
    """Commands of one person at one table, done together or not at all; `id` makes sending them again harmless."""

    id: Id
    commands: Annotated[list[CommandAsked], Meta(min_length=1, max_length=MOST_COMMANDS)]


class Resync(Body, frozen=True):
    """A client has lost the thread of a stream, and asks for a snapshot."""

    resync: Literal[True]


class Unreadable(Refused):
    """A body that is not what its operation asks for."""


class StrictRequest(Request[Any, Any, Any]):
    """Reads a body as exactly what its operation asks for: a number is no text, and nothing unknown is let through."""

    async def json(self) -> Any:
        """The body, or `Refused` with the place that will not do."""
        field = self.route_handler.parsed_data_field
        return read_body(await self.body(), field.annotation if field else Any)


def read_body(body: bytes | str, kind: Any) -> Any:
    """What was sent, as exactly what is asked for; `Unreadable` with the place that will not do."""
    try:
        return msgspec.json.decode(body or b"null", type=kind, dec_hook=from_plain)
    except (msgspec.DecodeError, ValueError) as error:
        raise _unreadable(str(error)) from error


def _unreadable(error: str) -> Unreadable:
    return Unreadable(*_why(error).violations)


def _why(error: str) -> Refused:
    tried, _, where = error.partition(" - at ")
    where = where.strip("`").removeprefix("$").removeprefix(".") or "the body"
    if where.endswith("command") and tried.startswith("Invalid value"):
        return refused(where, tried, f"one of {', '.join(_tags(GIVEN))}")
    if where.endswith("action") and tried.startswith("Invalid value"):
        return refused(where, tried, f"one of {', '.join(_tags(ACTIONS.values()))}")
    return refused(where, tried, "what /api/schema/openapi.json describes")


def _tags(kinds: Iterable[type[msgspec.Struct]]) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in kinds]
