"""Signing in and out, and what belongs to whoever is signed in."""

import asyncio
import hashlib
from dataclasses import replace

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.books.currencies import house_currency
from pitboss.server.http.access import (
    COOKIE,
    SIGN_INS,
    WHO_AM_I,
    Asked,
    caller,
    check_origin,
    limit,
    office_of,
    person,
    require,
    secret_of,
)
from pitboss.server.http.answers import Me, NewSecret, OfferedFactor, Purse, SignedIn, TokenShown
from pitboss.server.people.accounts import Person, token_id
from pitboss.server.people.permissions import Action
from pitboss.server.people.second_factor import address_of, new_secret
from pitboss.server.requests import NewPassword, NewToken, OwnMoneyMove, SecondFactor, SignIn
from pitboss.server.tables.funding import OwnMove
from pitboss.server.tables.treasury import move_own
from pitboss.store import game_account, player_account
from pitboss.store.accounts import purse_of

SIGN_IN = "/api/sign-in"
DEVICE_SECONDS = 365 * 86_400


@post(SIGN_IN, status_code=200)
async def sign_in(request: Asked, data: JSONBody[SignIn]) -> Response[SignedIn]:
    """A session for a name and a password: a token, and for browsers the same as a cookie."""
    check_origin(request)
    limit(request, f"sign-in {caller(request)}", SIGN_INS)
    device = request.cookies.get(_device_cookie(data.name), "")
    told = (data.name, data.password, caller(request), data.number, device)
    secret = await asyncio.to_thread(office_of(request).accounts.sign_in, *told)
    await asyncio.to_thread(office_of(request).store.logged_on, data.name, office_of(request).room.now // 1000)
    return _signed_in(request, data.name, secret, known=True)


@post("/api/guest", status_code=200)
async def sign_in_as_guest(request: Asked) -> Response[SignedIn]:
    """A guest with play money, for the practice tables."""
    check_origin(request)
    limit(request, f"guest {caller(request)}")
    office = office_of(request)
    name, secret = await asyncio.to_thread(office.guests.come, caller(request))
    await asyncio.to_thread(office.play_money, name)
    return _signed_in(request, name, secret)


def _device_cookie(name: str) -> str:
    """Of each person who signs in there a browser keeps one."""
    return f"pitboss_device_{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:16]}"


def _signed_in(request: Asked, name: str, secret: str, *, known: bool = False) -> Response[SignedIn]:
    response = Response(SignedIn(name, secret))
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure, path="/api")
    if known:
        key, device = _device_cookie(name), office_of(request).accounts.device_of(name)
        kept = Cookie(key, path=SIGN_IN, value=device, max_age=DEVICE_SECONDS, httponly=True, samesite="strict")
        response.set_cookie(replace(kept, secure=secure))
    return response


@post("/api/sign-out", status_code=204)
async def sign_out(request: Asked) -> None:
    """Ends the session, or the API token that is sent."""
    person(request, given_password=True)
    await asyncio.to_thread(office_of(request).accounts.sign_out, secret_of(request))


@get(WHO_AM_I)
async def me(request: Asked) -> Me:
    """Who is signed in, and what they have to wager."""
    return _me(request, person(request, given_password=True))


def _me(request: Asked, found: Person) -> Me:
    balance = office_of(request).store.balance
    own, play = found.name, purse_of(found.name, True)
    return Me(
        name=found.name,
        roles=sorted(found.roles),
        balance=balance(player_account(own)),
        practice=balance(player_account(play)),
        game_account=balance(game_account(own)),
        practice_game_account=balance(game_account(play)),
        currency=house_currency(office_of(request).store),
        must_change=found.must_change,
        second_factor=office_of(request).accounts.has_second_factor(found.name),
        last_sign_in=office_of(request).store.people.signed_in_before(found.name),
    )


@post("/api/me/game-account", status_code=200)
async def move_own_money(request: Asked, data: JSONBody[OwnMoneyMove]) -> Me:
    """Moves one's own money from the chips to the game account, or back; nobody else is needed for it."""
    found = await require(request, Action.MOVE_OWN_MONEY)
    move = OwnMove(found.name, data.amount, data.to, data.practice)
    await asyncio.to_thread(move_own, office_of(request).room, found.name, move, data.id)
    return _me(request, found)


@post("/api/me/password", status_code=200)
async def change_password(request: Asked, data: JSONBody[NewPassword]) -> Response[SignedIn]:
    """Another password; every session and token so far ends, and a new session begins."""
    found = person(request, given_password=True)
    limit(request, f"sign-in {caller(request)}", SIGN_INS)
    secret = await asyncio.to_thread(office_of(request).accounts.change_password, found.name, data.old, data.new)
    return _signed_in(request, found.name, secret, known=True)


@post("/api/me/play-money", status_code=200)
async def fill_purse(request: Asked) -> Purse:
    """Fills the practice purse up."""
    found = person(request)
    return Purse(await asyncio.to_thread(office_of(request).play_money, found.name))


@post("/api/me/tokens")
async def new_token(request: Asked, data: JSONBody[NewToken]) -> NewSecret:
    """An API token for a program; it is shown this once, and lasts until it expires, is signed out or revoked."""
    found, office = person(request), office_of(request)
    expires = None if data.days is None else office.room.now // 1000 + data.days * 86_400
    make = office.accounts.new_token
    return NewSecret(await asyncio.to_thread(make, found.name, data.label, data.scope, expires))


@get("/api/me/tokens")
async def list_tokens(request: Asked) -> list[TokenShown]:
    """One's own API tokens, those that ended included."""
    found = person(request)
    kept = await asyncio.to_thread(office_of(request).store.people.tokens, found.name)
    return [
        TokenShown(token_id(token), each.label, each.scope, each.created_at, each.expires_at, each.revoked_at)
        for token, each in kept
    ]


@delete("/api/me/tokens/{id:str}")
async def end_token(request: Asked, id: FromPath[str]) -> None:
    """Ends one of one's own API tokens."""
    found = person(request)
    await asyncio.to_thread(office_of(request).accounts.end_token, found.name, id)


@post("/api/me/second-factor", status_code=200)
async def offer_second_factor(request: Asked) -> OfferedFactor:
    """A secret for an authenticator app; nothing changes before one of its numbers was told."""
    found, secret = person(request), new_secret()
    return OfferedFactor(secret, address_of(secret, found.name))


@put("/api/me/second-factor", status_code=204)
async def take_second_factor(request: Asked, data: JSONBody[SecondFactor]) -> None:
    """From now on a number of the app is asked for at every sign-in."""
    found = person(request)
    await asyncio.to_thread(office_of(request).accounts.take_second_factor, found.name, data.secret, data.number)


HANDLERS: list[HTTPRouteHandler] = [
    sign_in,
    sign_in_as_guest,
    sign_out,
    me,
    move_own_money,
    change_password,
    fill_purse,
    new_token,
    list_tokens,
    end_token,
    offer_second_factor,
    take_second_factor,
]
