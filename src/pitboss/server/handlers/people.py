"""People and their roles."""

import asyncio

from litestar import delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.server.access import (
    Answer,
    Asked,
    office_of,
    require,
)
from pitboss.server.permissions import Action
from pitboss.server.requests import NewPerson, PersonChange
from pitboss.server.spec import refused


@get("/api/people")
async def people(request: Asked) -> list[Answer]:
    """Everyone who can sign in."""
    await require(request, Action.MANAGE_PEOPLE)
    users = office_of(request).store.people.users()
    return [{"name": user.name, "roles": sorted(user.roles), "disabled": user.disabled} for user in users]


@post("/api/people")
async def new_person(request: Asked, data: JSONBody[NewPerson]) -> Answer:
    """A new person with roles."""
    await require(request, Action.MANAGE_PEOPLE)
    roles = frozenset(data.roles)
    await asyncio.to_thread(office_of(request).accounts.add, data.name, data.password, roles)
    return {"name": data.name, "roles": sorted(roles)}


@patch("/api/people/{name:str}")
async def change_person(request: Asked, name: FromPath[str], data: JSONBody[PersonChange]) -> Answer:
    """Other roles, or shut out of everything."""
    await require(request, Action.MANAGE_PEOPLE)
    accounts = office_of(request).accounts
    if office_of(request).store.people.named(name) is None:
        raise refused("the people", name, "someone who has an account")
    if data.roles is not None:
        await asyncio.to_thread(accounts.set_roles, name, frozenset(data.roles))
    if data.disabled is not None:
        await asyncio.to_thread(accounts.shut_out, name, data.disabled)
    return {"name": name}


@delete("/api/people/{name:str}/sessions")
async def revoke(request: Asked, name: FromPath[str]) -> None:
    """Signs a person out everywhere and ends their tokens."""
    await require(request, Action.MANAGE_PEOPLE)
    office = office_of(request)
    await asyncio.to_thread(office.store.people.revoke_all, name, office.room.now // 1000)


HANDLERS: list[HTTPRouteHandler] = [people, new_person, change_person, revoke]
