"""Tables: listed, opened, seen, commanded, closed."""

import asyncio
from typing import Any

from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.books.table_spec import refused
from pitboss.money import Amount
from pitboss.rulebooks.codec import builtins
from pitboss.server import metrics
from pitboss.server.approvals.acts import VoidRound
from pitboss.server.approvals.second_person import through
from pitboss.server.commands import COMMANDS, Commands
from pitboss.server.http.access import OPENINGS, Asked, Connection, caller, charge, limit, office_of, person, require
from pitboss.server.http.answers import Done, SnapshotMessage, TableListed, listed
from pitboss.server.http.parameters import NumberIfAny
from pitboss.server.people.accounts import READ, Person
from pitboss.server.people.guests import refuse_own
from pitboss.server.people.permissions import Action, Denied
from pitboss.server.requests import NewTable, VersionChoice
from pitboss.server.tables.approval import NeedsSecond, limits_in
from pitboss.server.tables.opening import INVENTORY, Opening
from pitboss.server.tables.practice import open_another, open_tables, own
from pitboss.server.tables.views import TableView
from pitboss.table.commands import Sit


@get("/api/tables")
async def list_tables(request: Asked) -> list[TableListed]:
    """Every table that is open: its game and limits, who sits there, what its meters show."""
    person(request)
    room = office_of(request).room
    lives = open_tables(room)
    meters = room.store.meters({stored for live in lives for stored in live.spec.meters.values()})
    return [listed(live, meters) for live in lives]


@post("/api/tables")
async def open_table(request: Asked, data: JSONBody[NewTable]) -> TableListed:
    """Opens a table under a rulebook and a submission. Anyone may open a practice table with virtual cards."""
    found, office = person(request), office_of(request)
    if own(data):
        limit(request, f"opening {caller(request)}", OPENINGS)
    else:
        await require(request, Action.OPEN_TABLE)
        _refuse_fill(data, max(INVENTORY, limits_in(office.store).fill))
    asked = Opening(
        data.name, data.rulebook, dict(data.submission), data.cards, data.practice, data.clock, data.links,
        INVENTORY if data.inventory is None else data.inventory, data.keyed,
    )  # fmt: skip
    async with office.room.opening:
        if own(data):
            refuse_own(office.room, found, office.strangers, office.guests)
        await asyncio.to_thread(office.room.open, asked, found.name)
    live = office.room.live(data.name)
    return listed(live, office.room.store.meters({*live.spec.meters.values()}))


def _refuse_fill(data: NewTable, most: Amount) -> None:
    """Chips for a new table are a fill like any other: much of it is not for one person."""
    if not data.practice and data.inventory is not None and data.inventory > most:
        says = f"A table for real money opens with at most {most}; what is more is a fill, which takes a second person."
        raise refused("the inventory", str(data.inventory), f"at most {most}, and a fill", says=says)


@get("/api/tables/{name:str}")
async def show_table(request: Asked, name: FromPath[str]) -> TableView:
    """A table as the caller may see it."""
    return office_of(request).room.view(name, person(request))


@delete("/api/tables/{name:str}")
async def close_table(request: Asked, name: FromPath[str]) -> None:
    """Closes a table for good, between rounds. Whoever opened a practice table may close it."""
    found, room = person(request), office_of(request).room
    spec = room.live(name).spec
    if not (spec.practice and spec.owner == found.name):
        await require(request, Action.CLOSE_TABLE)
    await room.close_table(name, found.name)


@post("/api/tables/{name:str}/commands", status_code=200)
async def give_commands(request: Asked, name: FromPath[str], data: JSONBody[Commands]) -> Done:
    """Commands at a table, all or none of them; the same id again gets the first outcome."""
    return await given(request, person(request), name, data)


async def given(connection: Connection, person: Person, name: str, data: Commands) -> Done:
    """What becomes of a person's commands, however they came."""
    if person.scope == READ:
        raise Denied("This token is for reading only.")
    with metrics.commands.time():
        room = office_of(connection).room
        try:
            outcome = await room.perform(person, name, data.id, data.commands)
        except NeedsSecond as needs:
            act = VoidRound(table=name, commands=builtins(data.commands), staked=needs.amount)
            await through(office_of(connection), person, act, data.id)
            return Done(room.live(name).next, True)  # it was approved meanwhile
    if any(isinstance(command, COMMANDS[Sit]) for command in data.commands):
        await open_another(room, name)
    return Done(outcome.next, outcome.repeated)


@post("/api/tables/{name:str}/rulebook", status_code=200)
async def choose_version(request: Asked, name: FromPath[str], data: JSONBody[VersionChoice]) -> Done:
    """Has a table move to the version of its rulebook that is at hand: between rounds, from a date on."""
    found = await require(request, Action.CHOOSE_VERSION)
    outcome = await office_of(request).room.choose_version(name, found.name, data)
    return Done(outcome.next, outcome.repeated)


@get("/api/tables/{name:str}/events")
async def list_events(
    request: Asked, name: FromPath[str], first: FromQuery[NumberIfAny] = None
) -> Response[SnapshotMessage]:
    """What the stream of a table would begin with: a snapshot, with the events from a number on."""
    found = person(request)
    message: Any = office_of(request).room.message(name, found, first)
    charge(request, found, len(message))
    return Response(message, media_type="application/json")  # it is JSON already


@get("/api/meters")
async def list_meters(request: Asked) -> dict[str, Amount]:
    """What every progressive meter shows."""
    person(request)
    return {name: meter.shows for name, meter in office_of(request).store.meters().items()}


HANDLERS: list[HTTPRouteHandler] = [
    list_tables,
    open_table,
    show_table,
    close_table,
    give_commands,
    choose_version,
    list_events,
    list_meters,
]
