"""The layout of a table: what its felt is drawn from; and what its player holds there."""

import asyncio

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitboss.engine.outlook import Outlook, outlook
from pitboss.server.http.access import Asked, office_of, person
from pitboss.server.rules.layout import Layout, layout_of


@get("/api/tables/{name:str}/layout")
async def layout(request: Asked, name: FromPath[str]) -> Layout:
    """The betting areas of a table with their limits and paytables in force, its decisions, meters and wheel."""
    person(request)
    table = office_of(request).room.live(name).table
    return layout_of(table.terms, table.filed)


@get("/api/tables/{name:str}/hands")
async def own_hands(request: Asked, name: FromPath[str]) -> list[Outlook]:
    """The caller's own hands in the round: what each is now, and in how many ways it may become what."""
    room = office_of(request).room
    seen = room.view(name, person(request)).round
    return list(await asyncio.to_thread(outlook, room.live(name).terms, seen)) if seen else []


HANDLERS: list[HTTPRouteHandler] = [layout, own_hands]
