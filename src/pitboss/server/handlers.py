"""The HTTP operations."""

import asyncio
from typing import Any

from litestar import Request, Response, delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.games import write_history
from pitboss.money import Amount
from pitboss.rulebooks.codec import builtins
from pitboss.server import metrics
from pitboss.server.access import COOKIE, caller, check_origin, limit, office_of, person, require, secret_of
from pitboss.server.histories import round_moves
from pitboss.server.live import Live
from pitboss.server.permissions import Action
from pitboss.server.requests import Commands, MoneyMove, NewPerson, NewTable, NewToken, PersonChange, SignIn
from pitboss.server.room import NoSuchTable
from pitboss.server.spec import read_spec, refused
from pitboss.store import player_account

Asked = Request[Any, Any, Any]
Answer = dict[str, Any]


# Signing in


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


# Tables


@get("/api/tables")
async def tables(request: Asked) -> list[Answer]:
    """Every table, with who sits there."""
    person(request)
    room = office_of(request).room
    return [_listed(room.live(name)) for name in room.names()]


def _listed(live: Live) -> Answer:
    seats = {str(seat): occupant.player for seat, occupant in live.table.seats.items()}
    spec = live.spec
    return {
        "name": spec.name,
        "rulebook": spec.rulebook,
        "cards": spec.cards,
        "practice": spec.practice,
        "rounds": live.rounds,
        "seats": seats,
        "submission": spec.submission,
    }


@post("/api/tables")
async def open_table(request: Asked, data: JSONBody[NewTable]) -> Answer:
    """Opens a table under a rulebook and a submission."""
    found = await require(request, Action.OPEN_TABLE)
    room = office_of(request).room
    room.open_table(data.name, data.rulebook, dict(data.submission), data.cards, data.practice, data.clock, found.name)
    return _listed(room.live(data.name))


@get("/api/tables/{name:str}")
async def table(request: Asked, name: FromPath[str]) -> Answer:
    """A table as the caller may see it."""
    view: Answer = builtins(office_of(request).room.view(name, person(request)))
    return view


@post("/api/tables/{name:str}/commands", status_code=200)
async def commands(request: Asked, name: FromPath[str], data: JSONBody[Commands]) -> Answer:
    """Commands at a table, all or none of them; the same id again gets the first outcome."""
    found, room = person(request), office_of(request).room
    with metrics.commands.time():
        outcome = await room.perform(found, name, data.id, data.commands)
    return {"next": outcome.next, "repeated": outcome.repeated, "table": builtins(room.view(name, found))}


@get("/api/tables/{name:str}/rounds/{number:int}", media_type="text/plain")
async def history(request: Asked, name: FromPath[str], number: FromPath[int]) -> str:
    """The hand history of a round that is over."""
    person(request)
    store = office_of(request).store
    header = store.streams().get(name)
    if header is None:
        raise NoSuchTable(f"there is no table {name}")
    if not read_spec(header).virtual:
        await require(request, Action.SEE_PHYSICAL_HISTORY)
    moves = await asyncio.to_thread(round_moves, store, name, number)
    if moves is None:
        raise refused(f"table {name}", f"round {number}", "a round that is over")
    return write_history(office_of(request).room.live(name).table.filed, moves)


@get("/api/meters")
async def meters(request: Asked) -> Answer:
    """What every progressive meter shows."""
    person(request)
    return {name: str(meter.shows) for name, meter in office_of(request).store.meters().items()}


# Money


@post("/api/buy-ins", status_code=200)
async def buy(request: Asked, data: JSONBody[MoneyMove]) -> Answer:
    """A player buys chips."""
    return await _move(request, data, inward=True)


@post("/api/cash-outs", status_code=200)
async def cash(request: Asked, data: JSONBody[MoneyMove]) -> Answer:
    """A player cashes chips."""
    return await _move(request, data, inward=False)


async def _move(request: Asked, data: MoneyMove, inward: bool) -> Answer:
    found = await require(request, Action.MOVE_MONEY)
    try:
        amount = Amount.parse(data.amount)
    except ValueError as error:
        raise refused("the cage", str(error), 'an amount such as "100.00"') from error
    office = office_of(request)
    left = await asyncio.to_thread(office.move_money, found.name, data.player, amount, inward, data.id)
    return {"player": data.player, "balance": str(left)}


@get("/api/balances")
async def balances(request: Asked) -> Answer:
    """Every balance of the ledger; together they are zero."""
    await require(request, Action.SEE_BALANCES)
    return {name: str(amount) for name, amount in office_of(request).store.balances().items()}


@get("/api/reconciliation")
async def reconciliation(request: Asked) -> Answer:
    """Whether the books are right, and what is not."""
    await require(request, Action.SEE_LEDGER)
    found = await asyncio.to_thread(office_of(request).store.reconcile)
    return {"balanced": not found, "discrepancies": found}


# People


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


# The audit log


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


# The machine


@get("/healthz")
async def health(request: Asked) -> Answer:
    """Whether the server and its database answer."""
    return {"status": "ok", "position": office_of(request).store.position()}


@get("/metrics", media_type=CONTENT_TYPE_LATEST, sync_to_thread=False)
def prometheus(request: Asked) -> bytes:
    """Figures for Prometheus."""
    metrics.streams.set(office_of(request).room.watching)
    return generate_latest(metrics.REGISTRY)


HANDLERS: list[HTTPRouteHandler] = [
    sign_in, guest, sign_out, me, play_money, new_token,
    tables, open_table, table, commands, history, meters,
    buy, cash, balances, reconciliation,
    people, new_person, change_person, revoke,
    head, inclusion, consistency, log,
    health, prometheus,
]  # fmt: skip
