"""People and their roles."""

import asyncio

from litestar import delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.http.answers import PersonShown
from pitboss.server.people.permissions import Action
from pitboss.server.requests import NewPerson, PersonChange


@get("/api/people")
async def list_people(request: Asked) -> list[PersonShown]:
    """Everyone who can sign in."""
    await require(request, Action.MANAGE_PEOPLE)
    users = await asyncio.to_thread(office_of(request).store.people.users)
    return [PersonShown(user.name, sorted(user.roles), user.disabled) for user in users]


@post("/api/people")
async def add_person(request: Asked, data: JSONBody[NewPerson]) -> PersonShown:
    """A new person with roles."""
    found = await require(request, Action.MANAGE_PEOPLE)
    roles = frozenset(data.roles)
    await asyncio.to_thread(office_of(request).accounts.add, data.name, data.password, roles, found.name)
    return PersonShown(data.name, sorted(roles), False)


@patch("/api/people/{name:str}")
async def change_person(request: Asked, name: FromPath[str], data: JSONBody[PersonChange]) -> PersonShown:
    """Other roles, shut out or let in again, another password; in force at once, wherever the person is signed in."""
    found = await require(request, Action.MANAGE_PEOPLE)
    roles = None if data.roles is None else frozenset(data.roles)
    accounts = office_of(request).accounts
    user = await asyncio.to_thread(accounts.change, name, found.name, roles, data.disabled, data.password)
    return PersonShown(user.name, sorted(user.roles), user.disabled)


@delete("/api/people/{name:str}/sessions")
async def revoke_sessions(request: Asked, name: FromPath[str]) -> None:
    """Signs a person out everywhere and ends their tokens."""
    found = await require(request, Action.MANAGE_PEOPLE)
    await asyncio.to_thread(office_of(request).accounts.revoke, name, found.name)


HANDLERS: list[HTTPRouteHandler] = [list_people, add_person, change_person, revoke_sessions]
