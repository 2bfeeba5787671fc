"""What clients give at a table: its own commands without what the server says, and the server's own.

By whom, when, and what the meters show is the server's to say.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from pitboss.engine.actions import Deal, Draw, RoundAction, kebab
from pitboss.money import Amount
from pitboss.rulebooks.table_rules import Role as TableRole
from pitboss.server.requests import Body, Id
from pitboss.table.commands import Attest, Leave, Play, Sit, TableCommand
from pitboss.table.rounds import REMEDIES

MOST_COMMANDS = 32


class Ready(Body, frozen=True, tag_field="command", tag=kebab):
    """A seated player makes no more wagers in this round."""


class Pledge(Body, frozen=True, tag_field="command", tag=kebab):
    """A seated player is bound to a seed for the shuffle of a virtual round, by its hash, while wagers are open."""

    pledge: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Seed(Body, frozen=True, tag_field="command", tag=kebab):
    """A player shows the seed they pledged, once the wagers are closed."""

    seed: str


class WitnessChain(Body, frozen=True, tag_field="command", tag=kebab):
    """The witness of the house opens a chain of seeds of its own for the shuffles of a virtual table."""

    chain: Annotated[str, Meta(max_length=200)]
    anchor: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    links: Annotated[int, Meta(ge=1, le=100_000)]
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


class WitnessSeed(Body, frozen=True, tag_field="command", tag=kebab):
    """The witness shows its seed of a round, once the players' seeds are fixed."""

    round: Annotated[str, Meta(max_length=200)]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


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
        made = field.default_factory
        default = field.default if made is msgspec.NODEFAULT else msgspec.field(default_factory=made)
        fields.append(named if field.required else (*named, default))
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

GIVEN: tuple[type[msgspec.Struct], ...] = (
    *COMMANDS.values(),
    Ready,
    Pledge,
    Seed,
    WitnessChain,
    WitnessSeed,
    SetWagers,
)
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
