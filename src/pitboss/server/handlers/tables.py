"""Tables: listed, opened, seen, commanded, and the history of their rounds."""

import asyncio

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.games import write_history
from pitboss.rulebooks.codec import builtins
from pitboss.server import metrics
from pitboss.server.access import (
    Answer,
    Asked,
    office_of,
    person,
    require,
)
from pitboss.server.histories import round_moves
from pitboss.server.live import Live
from pitboss.server.permissions import Action
from pitboss.server.requests import Commands, NewTable
from pitboss.server.room import NoSuchTable
from pitboss.server.spec import read_spec, refused


@get("/api/tables")
async def tables(request: Asked) -> list[Answer]:
    """Every table, with who sits there."""
    person(request)
    room = office_of(request).room
    return [_listed(room.live(name)) for name in room.names()]


def _listed(live: Live) -> Answer:
    seats = {str(seat): occupant.player for seat, occupant in live.table.seats.items()}
    spec = live.spec
    return {
        "name": spec.name,
        "rulebook": spec.rulebook,
        "cards": spec.cards,
        "practice": spec.practice,
        "rounds": live.rounds,
        "seats": seats,
        "submission": spec.submission,
    }


@post("/api/tables")
async def open_table(request: Asked, data: JSONBody[NewTable]) -> Answer:
    """Opens a table under a rulebook and a submission."""
    found = await require(request, Action.OPEN_TABLE)
    room = office_of(request).room
    room.open_table(data.name, data.rulebook, dict(data.submission), data.cards, data.practice, data.clock, found.name)
    return _listed(room.live(data.name))


@get("/api/tables/{name:str}")
async def table(request: Asked, name: FromPath[str]) -> Answer:
    """A table as the caller may see it."""
    view: Answer = builtins(office_of(request).room.view(name, person(request)))
    return view


@post("/api/tables/{name:str}/commands", status_code=200)
async def commands(request: Asked, name: FromPath[str], data: JSONBody[Commands]) -> Answer:
    """Commands at a table, all or none of them; the same id again gets the first outcome."""
    found, room = person(request), office_of(request).room
    with metrics.commands.time():
        outcome = await room.perform(found, name, data.id, data.commands)
    return {"next": outcome.next, "repeated": outcome.repeated, "table": builtins(room.view(name, found))}


@get("/api/tables/{name:str}/rounds/{number:int}", media_type="text/plain")
async def history(request: Asked, name: FromPath[str], number: FromPath[int]) -> str:
    """The hand history of a round that is over."""
    person(request)
    store = office_of(request).store
    header = store.streams().get(name)
    if header is None:
        raise NoSuchTable(f"there is no table {name}")
    if not read_spec(header).virtual:
        await require(request, Action.SEE_PHYSICAL_HISTORY)
    moves = await asyncio.to_thread(round_moves, store, name, number)
    if moves is None:
        raise refused(f"table {name}", f"round {number}", "a round that is over")
    return write_history(office_of(request).room.live(name).table.filed, moves)


@get("/api/meters")
async def meters(request: Asked) -> Answer:
    """What every progressive meter shows."""
    person(request)
    return {name: str(meter.shows) for name, meter in office_of(request).store.meters().items()}


HANDLERS: list[HTTPRouteHandler] = [tables, open_table, table, commands, history, meters]
