"""The cage, the table inventories and the books."""

import asyncio

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from pitboss.books.cage import receipt_of
from pitboss.books.parting import discrepancies, totals
from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.server.approvals.acts import BuyIn, CashOut, Credit, Fill
from pitboss.server.approvals.second_person import through
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.http.answers import Moved, Reconciliation
from pitboss.server.people.permissions import Action
from pitboss.server.requests import GameAccountMove, InventoryMove, MoneyMove
from pitboss.server.tables import treasury
from pitboss.server.tables.funding import OwnMove
from pitboss.store import game_account, player_account, table_account


class Inventory(msgspec.Struct, frozen=True):
    """What a table inventory holds."""

    table: str
    inventory: Amount


@post("/api/buy-ins", status_code=200)
async def buy_in(request: Asked, data: JSONBody[MoneyMove]) -> Moved:
    """A player buys chips."""
    return await _move(request, data, inward=True)


@post("/api/cash-outs", status_code=200)
async def cash_out(request: Asked, data: JSONBody[MoneyMove]) -> Moved:
    """A player cashes chips."""
    return await _move(request, data, inward=False)


async def _move(request: Asked, data: MoneyMove, inward: bool) -> Moved:
    found = await require(request, Action.MOVE_MONEY)
    act = (BuyIn if inward else CashOut)(player=data.player, chips=data.amount)
    office = office_of(request)
    try:
        await through(office, found, act, data.id)
    except Refused as error:
        await office.room.refusals.write(found.name, "the cage", error)
        raise
    store = office.store
    done = await asyncio.to_thread(store.outcome, found.name, data.id)
    receipt = None if done is None else await asyncio.to_thread(receipt_of, store, done.position)
    return replace(_moved(request, data.player), receipt=receipt)


@post("/api/game-account-moves", status_code=200)
async def move_game_account(request: Asked, data: JSONBody[GameAccountMove]) -> Moved:
    """The cage moves a player's money from the chips to the game account, or back."""
    found = await require(request, Action.MOVE_MONEY)
    move = OwnMove(data.player, data.amount, data.to, practice=False)
    await asyncio.to_thread(treasury.move_at_cage, office_of(request).room, found.name, move, data.id)
    return _moved(request, data.player)


def _moved(request: Asked, player: str) -> Moved:
    store = office_of(request).store
    return Moved(player, store.balance(player_account(player)), store.balance(game_account(player)))


@post("/api/tables/{name:str}/fills", status_code=200)
async def fill_inventory(request: Asked, name: FromPath[str], data: JSONBody[InventoryMove]) -> Inventory:
    """Chips go into a table inventory."""
    found = await require(request, Action.FILL_TABLE)
    await through(office_of(request), found, Fill(table=name, chips=data.amount, reason=data.reason), data.id)
    return _inventory(request, name)


@post("/api/tables/{name:str}/credits", status_code=200)
async def credit_inventory(request: Asked, name: FromPath[str], data: JSONBody[InventoryMove]) -> Inventory:
    """Chips leave a table inventory."""
    found = await require(request, Action.FILL_TABLE)
    await through(office_of(request), found, Credit(table=name, chips=data.amount, reason=data.reason), data.id)
    return _inventory(request, name)


def _inventory(request: Asked, table: str) -> Inventory:
    return Inventory(table, office_of(request).store.balance(table_account(table)))


@get("/api/balances")
async def balances(request: Asked) -> dict[str, Amount]:
    """Every balance of the ledger; together they are zero."""
    await require(request, Action.SEE_BALANCES)
    return office_of(request).store.balances()


@get("/api/reconciliation")
async def reconciliation(request: Asked) -> Reconciliation:
    """Whether the books are right, and what is not."""
    await require(request, Action.SEE_LEDGER)
    store = office_of(request).store
    found = await asyncio.to_thread(discrepancies, store)
    return Reconciliation(not found, found, await asyncio.to_thread(totals, store))


HANDLERS: list[HTTPRouteHandler] = [
    buy_in,
    cash_out,
    move_game_account,
    fill_inventory,
    credit_inventory,
    balances,
    reconciliation,
]
