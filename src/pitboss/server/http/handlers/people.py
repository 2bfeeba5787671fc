"""People and their roles."""

import asyncio
import secrets

from litestar import delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.server.approvals.acts import ChangePerson
from pitboss.server.approvals.second_person import through
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.http.answers import PersonShown
from pitboss.server.office import Office
from pitboss.server.people.accounts import Person, hash_of, refuse_roles
from pitboss.server.people.permissions import STAFF, Action
from pitboss.server.requests import NewPerson, PersonChange


@get("/api/people")
async def list_people(request: Asked) -> list[PersonShown]:
    """Everyone who can sign in."""
    await require(request, Action.MANAGE_PEOPLE)
    users = await asyncio.to_thread(office_of(request).store.people.users)
    return [PersonShown(user.name, sorted(user.roles), user.disabled) for user in users]


@post("/api/people")
async def add_person(request: Asked, data: JSONBody[NewPerson]) -> PersonShown:
    """A new person with roles; those of the staff wait for a second administrator, where there is one."""
    found, office = await require(request, Action.MANAGE_PEOPLE), office_of(request)
    roles = frozenset(data.roles)
    refuse_roles(roles)
    act = ChangePerson(person=data.name, roles=sorted(roles))
    waits = await asyncio.to_thread(act.takes_second, office, found.name)
    at_once = roles - STAFF if waits else roles
    await asyncio.to_thread(office.accounts.add, data.name, data.password, at_once, found.name)
    if waits:
        await through(office, found, act, secrets.token_hex(8))
    return PersonShown(data.name, sorted(roles), False)


@patch("/api/people/{name:str}")
async def change_person(request: Asked, name: FromPath[str], data: JSONBody[PersonChange]) -> PersonShown:
    """Other roles, shut out or let in again, another password; in force at once, wherever the person is signed in."""
    found, office = await require(request, Action.MANAGE_PEOPLE), office_of(request)
    hashed = "" if data.password is None else await asyncio.to_thread(hash_of, data.password)
    roles = None if data.roles is None else sorted(data.roles)
    await _change(office, found, ChangePerson(person=name, roles=roles, disabled=data.disabled, hashed=hashed))
    user = office.accounts.require(name)
    return PersonShown(user.name, sorted(user.roles), user.disabled)


async def _change(office: Office, by: Person, act: ChangePerson) -> None:
    """Changes a person, or asks for it."""
    office.accounts.require(act.person)
    if act.roles is not None:
        refuse_roles(frozenset(act.roles))
    await through(office, by, act, secrets.token_hex(8))


@delete("/api/people/{name:str}/sessions")
async def revoke_sessions(request: Asked, name: FromPath[str]) -> None:
    """Signs a person out everywhere and ends their tokens."""
    found = await require(request, Action.MANAGE_PEOPLE)
    await asyncio.to_thread(office_of(request).accounts.revoke, name, found.name)


@delete("/api/people/{name:str}/second-factor")
async def drop_second_factor(request: Asked, name: FromPath[str]) -> None:
    """Lets someone sign in without the second factor, whose app is lost."""
    found = await require(request, Action.MANAGE_PEOPLE)
    await _change(office_of(request), found, ChangePerson(person=name, drop_factor=True))


HANDLERS: list[HTTPRouteHandler] = [list_people, add_person, change_person, revoke_sessions, drop_second_factor]
