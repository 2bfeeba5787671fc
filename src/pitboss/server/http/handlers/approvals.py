"""What waits for a second person: the inbox, approval and refusal, and the amounts above which one is needed."""

import asyncio

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.audit.approval_format import LimitsSet
from pitboss.server.approvals import second_person
from pitboss.server.approvals.acts import SetLimits
from pitboss.server.approvals.second_person import Inbox
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.people.permissions import Action
from pitboss.server.requests import Declined, NewLimits


@get("/api/approvals")
async def list_approvals(request: Asked) -> Inbox:
    """Everything that waits for a second person, the oldest first, and the amounts above which one is needed."""
    found = await require(request, Action.SEE_APPROVALS)
    return await asyncio.to_thread(second_person.inbox, office_of(request), found)


@post("/api/approvals/{act:str}/approve", status_code=200)
async def approve_act(request: Asked, act: FromPath[str]) -> Inbox:
    """A second person approves an act, and it is done."""
    found, office = await require(request, Action.DECIDE_ACT), office_of(request)
    await second_person.approve(office, found, act)
    return await asyncio.to_thread(second_person.inbox, office, found)


@post("/api/approvals/{act:str}/decline", status_code=200)
async def decline_act(request: Asked, act: FromPath[str], data: JSONBody[Declined]) -> Inbox:
    """A second person declines an act; whoever asked for it takes it back."""
    found, office = await require(request, Action.DECIDE_ACT), office_of(request)
    await second_person.decline(office, found, act, data.reason)
    return await asyncio.to_thread(second_person.inbox, office, found)


@post("/api/approvals/limits", status_code=200)
async def set_limits(request: Asked, data: JSONBody[NewLimits]) -> Inbox:
    """Asks for other amounts above which a second person is needed; that takes a second person itself."""
    found, office = await require(request, Action.SET_LIMITS), office_of(request)
    fields = {name: getattr(data, name) for name in LimitsSet.__struct_fields__}
    await second_person.through(office, found, SetLimits(limits=LimitsSet(**fields), reason=data.reason), data.id)
    return await asyncio.to_thread(second_person.inbox, office, found)


HANDLERS: list[HTTPRouteHandler] = [list_approvals, approve_act, decline_act, set_limits]
