"""Corrections of rounds that are over: facts to correct, a preview, a proposal, and the second person's decision."""

import asyncio

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.books.docket import CorrectionShown, Docket
from pitboss.engine.correction import Correction
from pitboss.engine.dispute.retelling import parts_of
from pitboss.engine.rulings import rulings_of
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.http.parameters import Number
from pitboss.server.people.permissions import Action
from pitboss.server.requests import Approval, CorrectedFacts, NewCorrection, Rejection
from pitboss.server.tables import corrections
from pitboss.server.tables.corrections import RoundFacts, round_over


@get("/api/tables/{name:str}/rounds/{number:int}/facts")
async def round_facts(request: Asked, name: FromPath[str], number: FromPath[Number]) -> RoundFacts:
    """The facts by which a round stands settled, as `pitboss settle` takes them, with its lines."""
    await require(request, Action.SEE_CORRECTIONS)
    over = await round_over(office_of(request).room, name, number)
    terms = over.past.terms
    return RoundFacts(
        table=name,
        number=number,
        title=terms.rulebook.title,
        players=over.players,
        wagers={wager.name: wager.title for wager in terms.wagers.values()},
        bets=[decision.key for decision in terms.rulebook.decisions],
        turns=[list(step.wagers) for step in terms.rulebook.settlement],
        parts=parts_of(terms),
        rulings=rulings_of(terms),
        facts=over.facts,
        lines=over.settled.lines,
    )


@post("/api/tables/{name:str}/rounds/{number:int}/corrections/preview", status_code=200)
async def preview_correction(
    request: Asked, name: FromPath[str], number: FromPath[Number], data: JSONBody[CorrectedFacts]
) -> Correction:
    """What other facts would change: old and new lines side by side, and the difference; nothing is written."""
    await require(request, Action.SEE_CORRECTIONS)
    over = await round_over(office_of(request).room, name, number)
    return await asyncio.to_thread(over.preview, data.facts)


@post("/api/tables/{name:str}/rounds/{number:int}/corrections", status_code=200)
async def propose_correction(
    request: Asked, name: FromPath[str], number: FromPath[Number], data: JSONBody[NewCorrection]
) -> list[CorrectionShown]:
    """A floorperson proposes a correction of a round; all corrections of the round after it."""
    found = await require(request, Action.PROPOSE_CORRECTION)
    return await corrections.propose(office_of(request).room, found, name, number, data)


@get("/api/tables/{name:str}/rounds/{number:int}/corrections")
async def round_corrections(request: Asked, name: FromPath[str], number: FromPath[Number]) -> list[CorrectionShown]:
    """All corrections of a round, whatever became of them."""
    await require(request, Action.SEE_CORRECTIONS)
    return (await _docket(request, name)).of(number)


@get("/api/tables/{name:str}/corrections")
async def table_corrections(request: Asked, name: FromPath[str]) -> list[CorrectionShown]:
    """All corrections of a table, the latest first."""
    await require(request, Action.SEE_CORRECTIONS)
    return sorted((await _docket(request, name)).corrections.values(), key=lambda found: -found.number)


@post("/api/tables/{name:str}/rounds/{number:int}/corrections/{correction:int}/approve", status_code=200)
async def approve_correction(
    request: Asked,
    name: FromPath[str],
    number: FromPath[Number],
    correction: FromPath[Number],
    data: JSONBody[Approval],
) -> list[CorrectionShown]:
    """A second person approves a correction: the difference is paid and taken back."""
    found = await require(request, Action.DECIDE_CORRECTION)
    return await corrections.approve(office_of(request).room, found, name, number, correction, data)


@post("/api/tables/{name:str}/rounds/{number:int}/corrections/{correction:int}/reject", status_code=200)
async def reject_correction(
    request: Asked,
    name: FromPath[str],
    number: FromPath[Number],
    correction: FromPath[Number],
    data: JSONBody[Rejection],
) -> list[CorrectionShown]:
    """A second person rejects a correction; by whoever proposed it, it is withdrawn."""
    found = await require(request, Action.DECIDE_CORRECTION)
    return await corrections.reject(office_of(request).room, found, name, number, correction, data)


async def _docket(request: Asked, table: str) -> Docket:
    office = office_of(request)
    spec = office.room.live(table).spec
    return await asyncio.to_thread(Docket(office.store, spec).read)


HANDLERS: list[HTTPRouteHandler] = [
    round_facts,
    preview_correction,
    propose_correction,
    round_corrections,
    table_corrections,
    approve_correction,
    reject_correction,
]
