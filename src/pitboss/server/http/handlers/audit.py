"""The published audit log and its proofs."""

import asyncio
from itertools import chain
from typing import Annotated

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, Parameter
from litestar.response import Stream

from pitboss.audit import EntryKind, SignedHead
from pitboss.books.log_search import LogPage, Matter, Sought, search, sought_span
from pitboss.server.http.access import Asked, office_of, person, require
from pitboss.server.http.answers import AuditKey, ConsistencyProof, InclusionProof
from pitboss.server.http.parameters import Number, NumberIfAny
from pitboss.server.people.permissions import Action

Limit = Annotated[int, Parameter(ge=1, le=200)]


@get("/api/audit/head")
async def audit_head(request: Asked) -> SignedHead:
    """A signed head of the published part of the log, to keep."""
    person(request)
    office = office_of(request)
    await asyncio.to_thread(office.published.catch_up)
    return await asyncio.to_thread(office.published.head, office.room.now)


@get("/api/audit/key")
async def audit_key(request: Asked) -> AuditKey:
    """The key that heads of the log are signed with; whose it is must be known from elsewhere."""
    person(request)
    return AuditKey(office_of(request).published.public_key)


@get("/api/audit/inclusion")
async def audit_inclusion(request: Asked, entry: FromQuery[Number], size: FromQuery[Number]) -> InclusionProof:
    """The proof that an entry is in the log of a size."""
    person(request)
    published = office_of(request).published
    await asyncio.to_thread(published.catch_up)
    return InclusionProof(entry, size, await asyncio.to_thread(published.inclusion, entry, size))


@get("/api/audit/consistency")
async def audit_consistency(request: Asked, old: FromQuery[Number], new: FromQuery[Number]) -> ConsistencyProof:
    """The proof that the log of one size goes on from that of another."""
    person(request)
    published = office_of(request).published
    await asyncio.to_thread(published.catch_up)
    return ConsistencyProof(old, new, await asyncio.to_thread(published.consistency, old, new))


@get("/api/audit/log", media_type="application/jsonl")
async def audit_log(request: Asked, first: FromQuery[Number] = 0) -> Stream:
    """The published part of the log as a file for `pitboss verify`; from an entry on, it goes on from archives."""
    await require(request, Action.SEE_LOG)
    office = office_of(request)
    await asyncio.to_thread(office.published.catch_up)
    lines = office.published.lines(office.room.now, first)
    opening = await asyncio.to_thread(next, lines, b"")  # which refuses what there is not, before an answer is begun
    return Stream(chain([opening], lines))


@get("/api/audit/entries")
async def audit_entries(  # noqa: PLR0913, PLR0917 -- each is a filter that the address may name
    request: Asked,
    kind: FromQuery[EntryKind | None] = None,
    stream: FromQuery[str | None] = None,
    actor: FromQuery[str | None] = None,
    text: FromQuery[str] = "",
    person: FromQuery[str | None] = None,
    table: FromQuery[str | None] = None,
    what: FromQuery[str | None] = None,
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    before: FromQuery[NumberIfAny] = None,
    limit: FromQuery[Limit] = 50,
) -> LogPage:
    """Entries of the published log that fit, the latest first; `before` of the answer goes on from there."""
    await require(request, Action.SEE_LOG)
    office = office_of(request)
    begin, end = sought_span(since, until)
    sought = Sought(
        kind=kind,
        stream=stream,
        actor=actor,
        text=text,
        person=person,
        table=table,
        what=what,
        since=begin,
        until=end,
    )
    return await asyncio.to_thread(search, office.store, office.published, sought, before, limit)


@get("/api/compliance")
async def compliance(
    request: Asked,
    matter: FromQuery[Matter | None] = None,
    since: FromQuery[str | None] = None,
    until: FromQuery[str | None] = None,
    before: FromQuery[NumberIfAny] = None,
    limit: FromQuery[Limit] = 50,
) -> LogPage:
    """Exclusions, limits, breaks, large cash, attempts of the excluded, alarms: from the log, the latest first."""
    await require(request, Action.SEE_LOG)
    office = office_of(request)
    begin, end = sought_span(since, until)
    sought = Sought(matter=matter, compliance=True, since=begin, until=end)
    return await asyncio.to_thread(search, office.store, office.published, sought, before, limit)


HANDLERS: list[HTTPRouteHandler] = [
    audit_head,
    audit_key,
    audit_inclusion,
    audit_consistency,
    audit_log,
    audit_entries,
    compliance,
]
