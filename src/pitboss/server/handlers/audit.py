"""The published audit log and its proofs."""

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery
from litestar.response import Stream

from pitboss.rulebooks.codec import builtins
from pitboss.server.access import Answer, Asked, office_of, person, require
from pitboss.server.permissions import Action


@get("/api/audit/head")
async def head(request: Asked) -> Answer:
    """A signed head of the published part of the log, to keep."""
    person(request)
    office = office_of(request)
    office.published.catch_up()
    found: Answer = builtins(office.published.head(office.room.now))
    return found


@get("/api/audit/inclusion")
async def inclusion(request: Asked, entry: FromQuery[int], size: FromQuery[int]) -> Answer:
    """The proof that an entry is in the log of a size."""
    person(request)
    published = office_of(request).published
    published.catch_up()
    return {"entry": entry, "size": size, "proof": published.inclusion(entry, size)}


@get("/api/audit/consistency")
async def consistency(request: Asked, old: FromQuery[int], new: FromQuery[int]) -> Answer:
    """The proof that the log of one size goes on from that of another."""
    person(request)
    published = office_of(request).published
    published.catch_up()
    return {"old": old, "new": new, "proof": published.consistency(old, new)}


@get("/api/audit/log", media_type="application/jsonl")
async def log(request: Asked) -> Stream:
    """The published part of the log as a file for `pitboss verify`."""
    await require(request, Action.SEE_LOG)
    office = office_of(request)
    office.published.catch_up()
    return Stream(office.published.lines(office.room.now))


HANDLERS: list[HTTPRouteHandler] = [head, inclusion, consistency, log]
