"""The published audit log and its proofs."""

import asyncio
from typing import Annotated

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, Parameter
from litestar.response import Stream

from pitboss.audit import EntryKind, SignedHead
from pitboss.books.log_search import LogPage, Sought, search
from pitboss.server.http.access import Asked, office_of, person, require
from pitboss.server.http.answers import ConsistencyProof, InclusionProof
from pitboss.server.people.permissions import Action

Limit = Annotated[int, Parameter(ge=1, le=200)]


@get("/api/audit/head")
async def audit_head(request: Asked) -> SignedHead:
    """A signed head of the published part of the log, to keep."""
    person(request)
    office = office_of(request)
    office.published.catch_up()
    return office.published.head(office.room.now)


@get("/api/audit/inclusion")
async def audit_inclusion(request: Asked, entry: FromQuery[int], size: FromQuery[int]) -> InclusionProof:
    """The proof that an entry is in the log of a size."""
    person(request)
    published = office_of(request).published
    published.catch_up()
    return InclusionProof(entry, size, published.inclusion(entry, size))


@get("/api/audit/consistency")
async def audit_consistency(request: Asked, old: FromQuery[int], new: FromQuery[int]) -> ConsistencyProof:
    """The proof that the log of one size goes on from that of another."""
    person(request)
    published = office_of(request).published
    published.catch_up()
    return ConsistencyProof(old, new, published.consistency(old, new))


@get("/api/audit/log", media_type="application/jsonl")
async def audit_log(request: Asked) -> Stream:
    """The published part of the log as a file for `pitboss verify`."""
    await require(request, Action.SEE_LOG)
    office = office_of(request)
    office.published.catch_up()
    return Stream(office.published.lines(office.room.now))


@get("/api/audit/entries")
async def audit_entries(
    request: Asked,
    kind: FromQuery[EntryKind | None] = None,
    stream: FromQuery[str | None] = None,
    actor: FromQuery[str | None] = None,
    text: FromQuery[str] = "",
    before: FromQuery[int | None] = None,
    limit: FromQuery[Limit] = 50,
) -> LogPage:
    """Entries of the published log that fit, the latest first; `before` of the answer goes on from there."""
    await require(request, Action.SEE_LOG)
    office = office_of(request)
    sought = Sought(kind=kind, stream=stream, actor=actor, text=text)
    return await asyncio.to_thread(search, office.store, office.published, sought, before, limit)


HANDLERS: list[HTTPRouteHandler] = [audit_head, audit_inclusion, audit_consistency, audit_log, audit_entries]
