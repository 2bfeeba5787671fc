"""The coach's book: what one decided at practice tables and in the drill, and what it gave away."""

import asyncio

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from pitboss.server.http.access import Asked, office_of, person
from pitboss.server.requests import CoachPage
from pitboss.store import Decided


@get("/api/coach")
async def coach_book(request: Asked) -> list[Decided]:
    """One's own decisions, the latest last."""
    return await asyncio.to_thread(office_of(request).store.coach_books.of, person(request).name)


@post("/api/coach", status_code=204)
async def coach_add(request: Asked, data: JSONBody[CoachPage]) -> None:
    """Writes some more into one's own book."""
    await asyncio.to_thread(office_of(request).store.coach_books.add, person(request).name, list(data.decisions))


@delete("/api/coach")
async def coach_clear(request: Asked) -> None:
    """Begins a new book."""
    await asyncio.to_thread(office_of(request).store.coach_books.clear, person(request).name)


HANDLERS: list[HTTPRouteHandler] = [coach_book, coach_add, coach_clear]
