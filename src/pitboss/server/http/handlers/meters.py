"""Progressive meters: what one runs by, and a change of it."""

import asyncio

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.money import Amount
from pitboss.progressive import Change, Progression
from pitboss.rulebooks.currency import Currency
from pitboss.server.approvals.acts import MeterTerms
from pitboss.server.approvals.second_person import through
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.people.permissions import Action
from pitboss.server.requests import MeterChange
from pitboss.server.tables.links import tables_of
from pitboss.server.tables.room import Room
from pitboss.server.tables.treasury import meter_of
from pitboss.store import MeterState


class MeterShown(msgspec.Struct, frozen=True, kw_only=True):
    """A meter for the house: what it shows and hides, all in microcents besides, its tables, terms and a change.

    seeded + contributed = displayed + reserve + paid. `in_play` counts the rounds in play at its tables.
    """

    name: str
    currency: Currency
    shows: Amount
    displayed: int
    reserve: int
    seeded: int
    contributed: int
    paid: int
    tables: list[str]
    in_play: int
    terms: Progression | None
    waiting: Change | None


@get("/api/meters/{name:str}")
async def show_meter(request: Asked, name: FromPath[str]) -> MeterShown:
    """A meter with its reserve, its terms and a change that waits."""
    await require(request, Action.SEE_BALANCES)
    room = office_of(request).room
    return await asyncio.to_thread(lambda: _shown(room, meter_of(room, name)))


@post("/api/meters/{name:str}/changes", status_code=200)
async def new_meter_terms(request: Asked, name: FromPath[str], data: JSONBody[MeterChange]) -> MeterShown:
    """Records other terms for a meter. They take effect after its next reset, when no round is in play."""
    found, office = await require(request, Action.CHANGE_METER), office_of(request)
    act = MeterTerms(meter=name, rate=data.rate, reset=data.reset, reserve=data.reserve, reason=data.reason)
    await through(office, found, act, data.id)
    return await asyncio.to_thread(lambda: _shown(office.room, meter_of(office.room, name)))


def _shown(room: Room, meter: MeterState) -> MeterShown:
    tables = tables_of(room.store, meter.name)
    return MeterShown(
        name=meter.name,
        currency=tables[0].currency if tables else Currency(),
        shows=meter.shows,
        displayed=meter.displayed,
        reserve=meter.reserve,
        seeded=meter.seeded,
        contributed=meter.contributed,
        paid=meter.paid,
        tables=[spec.name for spec in tables],
        in_play=meter.in_play,
        terms=meter.progression,
        waiting=meter.waiting,
    )


HANDLERS: list[HTTPRouteHandler] = [show_meter, new_meter_terms]
