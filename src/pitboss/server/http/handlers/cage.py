"""The cage's papers: receipts, the day's reconciliation, and who may be meant by the first letters of a name."""

import asyncio

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, JSONBody

from pitboss.books.cage import CageDay, Receipt, cage_day, count_drawer, receipts
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.people.accounts import GUEST
from pitboss.server.people.permissions import Action, Role
from pitboss.server.requests import DrawerCount

MOST_NAMES = 20
MOST_RECEIPTS = 200


@get("/api/cage/receipts")
async def cage_receipts(request: Asked, player: FromQuery[str | None] = None) -> list[Receipt]:
    """The latest receipts of the cage, or of one player, the last one first."""
    await require(request, Action.SEE_BALANCES)
    found = await asyncio.to_thread(receipts, office_of(request).store, player, MOST_RECEIPTS)
    return found[::-1]


@get("/api/cage/day")
async def day_of_cage(request: Asked, day: FromQuery[str]) -> CageDay:
    """A day of the drawer: its start, what came and went by the log, its end, and what the ledger has."""
    await require(request, Action.SEE_BALANCES)
    return await asyncio.to_thread(cage_day, office_of(request).store, day)


@post("/api/cage/counts", status_code=200)
async def drawer_counted(request: Asked, data: JSONBody[DrawerCount]) -> CageDay:
    """The cash counted at the end of a day, kept beside what the books say."""
    found = await require(request, Action.MOVE_MONEY)
    office = office_of(request)
    told = (data.day, data.counted, found.name, office.room.now, data.id)
    return await asyncio.to_thread(count_drawer, office.store, *told)


@get("/api/cage/players")
async def cage_players(request: Asked, starts: FromQuery[str] = "") -> list[str]:
    """Players with an account whose names begin so."""
    await require(request, Action.MOVE_MONEY)
    users = await asyncio.to_thread(office_of(request).store.people.users)
    names = (user.name for user in users if Role.PLAYER in user.roles and not user.name.startswith(GUEST))
    return sorted(name for name in names if name.startswith(starts))[:MOST_NAMES]


HANDLERS: list[HTTPRouteHandler] = [cage_receipts, day_of_cage, drawer_counted, cage_players]
