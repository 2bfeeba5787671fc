"""Reports for the house and its auditors, and exports as CSV."""

import asyncio

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from pitboss.books.exports import COLUMNS, Excerpt, What, csv_lines, histories, read_span, rows
from pitboss.books.rating import PlayerRating, comp_rate, ratings
from pitboss.books.report_rows import DayHold, WagerReturn
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.people.permissions import Action
from pitboss.server.tables.known import LONGEST_SHOWN, NoSuchTable


@get("/api/reports/returns")
async def report_returns(request: Asked, table: FromQuery[str | None] = None) -> list[WagerReturn]:
    """Actual against exact theoretical return of every wager at every table, with control limits and alerts."""
    await require(request, Action.SEE_REPORTS)
    office = office_of(request)
    return await asyncio.to_thread(lambda: office.reports.returns(table))


@get("/api/reports/hold")
async def report_hold(request: Asked, table: FromQuery[str | None] = None) -> list[DayHold]:
    """What every table kept of what was staked, day by day."""
    await require(request, Action.SEE_REPORTS)
    office = office_of(request)
    return await asyncio.to_thread(lambda: office.reports.hold(table))


@get("/api/reports/ratings")
async def report_ratings(
    request: Asked,
    player: FromQuery[str | None] = None,
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    comp: FromQuery[str] = "25%",
) -> list[PlayerRating]:
    """What players' games are worth: pace, wagers, the exact edge of each, the cost of mistakes, and the comp."""
    await require(request, Action.SEE_REPORTS)
    begin, end = read_span(since, until)
    rate, store = comp_rate(comp), office_of(request).store
    return await asyncio.to_thread(lambda: ratings(store, rate, player=player, since=begin, until=end))


@get("/api/export/{what:str}", media_type="text/csv")
async def export_csv(
    request: Asked,
    what: FromPath[What],
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    table: FromQuery[str | None] = None,
) -> Stream:
    """Hands, ledger or meters as CSV, from a time on, before a time, of one table."""
    await require(request, Action.EXPORT)
    found = rows(office_of(request).store, what, _wanted(request, since, until, table))
    return Stream(csv_lines(COLUMNS[what], found), headers=_file(f"{what}.csv"))


@get("/api/export/hands/text", media_type="text/plain")
async def export_histories(
    request: Asked,
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    table: FromQuery[str | None] = None,
) -> Stream:
    """The hand histories of finished rounds, as text."""
    await require(request, Action.EXPORT)
    return Stream(
        histories(office_of(request).store, _wanted(request, since, until, table)), headers=_file("hands.txt")
    )


def _wanted(request: Asked, since: str | None, until: str | None, table: str | None) -> Excerpt:
    if table is not None and office_of(request).store.header(table) is None:
        raise NoSuchTable(f"there is no table {table[:LONGEST_SHOWN]}")
    begin, end = read_span(since, until)
    return Excerpt(since=begin, until=end, table=table)


def _file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


HANDLERS: list[HTTPRouteHandler] = [report_returns, report_hold, report_ratings, export_csv, export_histories]
