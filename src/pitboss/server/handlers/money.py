"""The cage and the books."""

import asyncio

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from pitboss.money import Amount
from pitboss.server.access import (
    Answer,
    Asked,
    office_of,
    require,
)
from pitboss.server.permissions import Action
from pitboss.server.requests import MoneyMove
from pitboss.server.spec import refused


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


HANDLERS: list[HTTPRouteHandler] = [buy, cash, balances, reconciliation]
