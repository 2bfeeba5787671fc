"""Signing in and out, and what belongs to whoever is signed in."""

import asyncio

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.server.access import (
    COOKIE,
    Answer,
    Asked,
    caller,
    check_origin,
    limit,
    office_of,
    person,
    secret_of,
)
from pitboss.server.requests import NewToken, SignIn
from pitboss.store import player_account


@post("/api/sign-in", status_code=200)
async def sign_in(request: Asked, data: JSONBody[SignIn]) -> Response[Answer]:
    """A session for a name and a password: a token, and for browsers the same as a cookie."""
    check_origin(request)
    limit(request, f"sign-in {caller(request)}")
    secret = await asyncio.to_thread(office_of(request).accounts.sign_in, data.name, data.password)
    return _signed_in(request, data.name, secret)


@post("/api/guest", status_code=200)
async def guest(request: Asked) -> Response[Answer]:
    """A guest with play money, for the practice tables."""
    check_origin(request)
    limit(request, f"sign-in {caller(request)}")
    office = office_of(request)
    name, secret = await asyncio.to_thread(office.accounts.guest)
    await asyncio.to_thread(office.play_money, name)
    return _signed_in(request, name, secret)


def _signed_in(request: Asked, name: FromPath[str], secret: str) -> Response[Answer]:
    response = Response({"name": name, "token": secret})
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure, path="/api")
    return response


@post("/api/sign-out", status_code=204)
async def sign_out(request: Asked) -> None:
    """Ends the session."""
    person(request)
    await asyncio.to_thread(office_of(request).accounts.sign_out, secret_of(request))


@get("/api/me")
async def me(request: Asked) -> Answer:
    """Who is signed in, and what they have to wager."""
    found, store = person(request), office_of(request).store
    return {
        "name": found.name,
        "roles": sorted(found.roles),
        "balance": str(store.balance(player_account(found.name))),
        "practice": str(store.balance(player_account(f"practice/{found.name}"))),
    }


@post("/api/me/play-money", status_code=200)
async def play_money(request: Asked) -> Answer:
    """Fills the practice purse up."""
    found = person(request)
    return {"practice": str(await asyncio.to_thread(office_of(request).play_money, found.name))}


@post("/api/me/tokens")
async def new_token(request: Asked, data: JSONBody[NewToken]) -> Answer:
    """An API token for a program; it is shown this once."""
    found = person(request)
    return {"token": await asyncio.to_thread(office_of(request).accounts.new_token, found.name, data.label[:64])}


HANDLERS: list[HTTPRouteHandler] = [sign_in, guest, sign_out, me, play_money, new_token]
