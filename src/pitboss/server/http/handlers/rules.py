"""The rulebooks: listed, whole, side by side, and a submission held against one. Nobody has to sign in for them."""

import asyncio

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from pitboss.rulebooks import load, load_all
from pitboss.server.http.access import Asked, caller, check_origin, limit
from pitboss.server.rules import submission_check as checking
from pitboss.server.rules.pages import (
    ComparisonPage,
    RulebookListed,
    RulebookPage,
    comparison_page,
    listed,
    rulebook_page,
)
from pitboss.server.rules.submission_check import Checked, ToCheck


@get("/api/rulebooks")
async def rulebooks(request: Asked) -> list[RulebookListed]:
    """All rulebooks, with how many clauses of each are met in which way."""
    limit(request, caller(request))
    return [listed(book) for book in load_all()]


@get("/api/rulebooks/{id:str}")
async def rulebook(request: Asked, id: FromPath[str]) -> RulebookPage:
    """A whole rulebook: figures, paytables, procedures, clauses with the tests that prove them, interpretations."""
    limit(request, caller(request))
    return await asyncio.to_thread(rulebook_page, load(id).id)


@get("/api/compare")
async def compare(request: Asked, one: FromQuery[str], other: FromQuery[str]) -> ComparisonPage:
    """Two rulebooks side by side, figure by figure, each side with its clause."""
    limit(request, caller(request))
    return await asyncio.to_thread(comparison_page, load(one).id, load(other).id)


@post("/api/check", status_code=200)
async def check(request: Asked, data: JSONBody[ToCheck]) -> Checked:
    """Whether a submission, with changed paytable lines if any, is lawful: every breach with its clause."""
    check_origin(request)
    limit(request, caller(request))
    return await asyncio.to_thread(checking.check, data)


HANDLERS: list[HTTPRouteHandler] = [rulebooks, rulebook, compare, check]
