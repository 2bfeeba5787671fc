"""What whoever comes by is told of a game before sitting down. Nobody has to sign in for it."""

import asyncio

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitboss.rulebooks import load
from pitboss.server.http.access import Asked, caller, limit, office_of
from pitboss.server.http.handlers.study import studies_of
from pitboss.server.study.answers import Exact
from pitboss.server.tables.practice import open_tables


class Glance(msgspec.Struct, frozen=True, kw_only=True):
    """A game in two figures, each where there is one: it may be out of reach of counting, or have no practice table."""

    house_edge: Exact | None
    seconds_to_decide: float | None


@get("/api/rulebooks/{id:str}/glance")
async def glance(request: Asked, id: FromPath[str]) -> Glance:
    """The house edge of a game with all it allows, in antes under best play, and the pace of its practice tables."""
    limit(request, caller(request))
    book = await asyncio.to_thread(load, id)
    tables = [live.spec for live in open_tables(office_of(request).room) if live.spec.practice]
    paces = [spec.clock.decision for spec in tables if spec.rulebook == book.id]
    game = await studies_of(request).published(book.id, book.submissions["full"])
    return Glance(house_edge=game.house_edge if game else None, seconds_to_decide=next(iter(paces), None))


HANDLERS: list[HTTPRouteHandler] = [glance]
