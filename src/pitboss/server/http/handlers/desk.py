"""The desk: reports by anything the house asks for, the rounds behind them, and the close of a shift."""

import asyncio
import io
from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody, Parameter

from pitboss.books.desk import SHIFTS, DeskQuery, DeskReport, DeskRounds, report, rounds_behind
from pitboss.books.desk_export import COLUMNS, export_rows
from pitboss.books.exports import csv_lines
from pitboss.books.shift_close import ShiftClose, shift_close, sign_shift
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.people.permissions import Action
from pitboss.server.requests import ShiftSigning
from pitboss.store.counted import By

Limit = Annotated[int, Parameter(ge=1, le=500)]
MOST_EXPORTED = 1_000_000


def _wanted(  # noqa: PLR0913, PLR0917 -- each is a filter that the address may name
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    shifts: FromQuery[str] = SHIFTS,
    shift: FromQuery[str | None] = None,
    table: FromQuery[str | None] = None,
    dealer: FromQuery[str | None] = None,
    game: FromQuery[str | None] = None,
    wager: FromQuery[str | None] = None,
    player: FromQuery[str | None] = None,
) -> DeskQuery:
    return DeskQuery(
        since=since,
        until=until,
        shifts=shifts,
        shift=shift,
        table=table,
        dealer=dealer,
        game=game,
        wager=wager,
        player=player,
    )


FILTERS = {"wanted": Provide(_wanted, sync_to_thread=False)}


@get("/api/desk", dependencies=FILTERS)
async def desk_report(
    request: Asked,
    wanted: NamedDependency[DeskQuery],
    by: FromQuery[By | None] = None,
) -> DeskReport:
    """Drop, handle, win, hold against exact theory, pace, fills, credits and errors, told apart by one thing."""
    await require(request, Action.SEE_REPORTS)
    return await asyncio.to_thread(report, office_of(request).store, wanted, by)


@get("/api/desk/rounds", dependencies=FILTERS)
async def desk_rounds(
    request: Asked,
    wanted: NamedDependency[DeskQuery],
    before: FromQuery[str | None] = None,
    limit: FromQuery[Limit] = 100,
) -> DeskRounds:
    """The rounds that a figure is the sum of, the latest first, each with its entries in the log."""
    await require(request, Action.SEE_REPORTS)
    return await asyncio.to_thread(rounds_behind, office_of(request).store, wanted, before, limit)


@get("/api/desk/export/{format:str}", media_type="application/octet-stream", dependencies=FILTERS)
async def desk_export(
    request: Asked,
    format: FromPath[Literal["csv", "parquet"]],
    wanted: NamedDependency[DeskQuery],
    by: FromQuery[By | None] = None,
) -> Response[bytes]:
    """The same report as a file: CSV or Parquet."""
    await require(request, Action.EXPORT)
    store = office_of(request).store
    data = await asyncio.to_thread(lambda: _file(report(store, wanted, by, MOST_EXPORTED), format))
    return Response(data, headers={"Content-Disposition": f'attachment; filename="desk.{format}"'})


@get("/api/desk/shift")
async def desk_shift(request: Asked, begins: FromQuery[str], shifts: FromQuery[str] = SHIFTS) -> ShiftClose:
    """The close of the shift that begins at an hour: openers, closers, fills, credits, drop, win, and who signed."""
    await require(request, Action.SEE_SHIFT)
    office = office_of(request)
    return await asyncio.to_thread(shift_close, office.store, begins, office.room.now // 1000, shifts)


@post("/api/desk/shift", status_code=200)
async def desk_shift_signed(request: Asked, data: JSONBody[ShiftSigning]) -> ShiftClose:
    """Whoever asks signs the close of a shift that is over."""
    found = await require(request, Action.SIGN_SHIFT)
    office = office_of(request)
    return await asyncio.to_thread(sign_shift, office.store, data.shift, found.name, office.room.now, data.shifts)


def _file(found: DeskReport, format: Literal["csv", "parquet"]) -> bytes:
    if format == "csv":
        return b"".join(csv_lines(COLUMNS, export_rows(found)))
    from pitboss.books.parquet import write_parquet  # noqa: PLC0415, heavy, and rarely asked for

    buffer = io.BytesIO()
    write_parquet(buffer, COLUMNS, export_rows(found))
    return buffer.getvalue()


HANDLERS: list[HTTPRouteHandler] = [desk_report, desk_rounds, desk_export, desk_shift, desk_shift_signed]
