"""A player's own rounds: what was dealt, decided and paid, and what the session has come to."""

import asyncio

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery

from pitboss.books.own_hands import OwnHands, own_hands
from pitboss.care.purse import session_at
from pitboss.server.http.access import Asked, office_of, person
from pitboss.server.http.parameters import NumberIfAny


@get("/api/me/hands")
async def my_hands(
    request: Asked, practice: FromQuery[bool] = False, before: FromQuery[NumberIfAny] = None
) -> OwnHands:
    """One's own rounds, latest first, with real or with play money; the first page with the session's result."""
    office, name = office_of(request), person(request).name

    def made() -> OwnHands:
        now = office.room.now // 1000
        running = session_at(office.store.care(name).care.purse(practice), now) if before is None else None
        return own_hands(office.store, name, practice, before, None if running is None else running.began)

    return await asyncio.to_thread(made)


HANDLERS: list[HTTPRouteHandler] = [my_hands]
