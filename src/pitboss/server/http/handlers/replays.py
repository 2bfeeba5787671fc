"""Rounds that are over: as a hand history, and step by step with their proofs."""

import asyncio

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from pitboss.books.docket import Docket
from pitboss.books.past_rounds import PastRound, past_round
from pitboss.books.replays import RoundReplay, corrections_of, proof_of, replay_of
from pitboss.books.table_spec import TableSpec, refused
from pitboss.engine import write_history
from pitboss.server.http.access import Asked, office_of, person, require
from pitboss.server.http.parameters import Number, NumberIfAny
from pitboss.server.people.permissions import Action


@get("/api/tables/{name:str}/rounds/{number:int}", media_type="text/plain")
async def round_history(request: Asked, name: FromPath[str], number: FromPath[Number]) -> str:
    """The hand history of a round that is over."""
    _, past = await _round(request, name, number)
    return write_history(past.terms, past.moves)


@get("/api/tables/{name:str}/rounds/{number:int}/replay")
async def round_replay(
    request: Asked, name: FromPath[str], number: FromPath[Number], seat: FromQuery[NumberIfAny] = None
) -> RoundReplay:
    """A round that is over, step by step as it was seen from a seat or the rail, with its shuffle and its log proof."""
    spec, past = await _round(request, name, number)
    office = office_of(request)

    def made() -> RoundReplay:
        proof = proof_of(office.store, office.published, spec, past, office.room.now)
        corrections = corrections_of(Docket(office.store, spec).read(), number)
        return replay_of(spec, number, past, seat, proof, corrections)

    return await asyncio.to_thread(made)


async def _round(request: Asked, name: str, number: int) -> tuple[TableSpec, PastRound]:
    """A round anyone may look at; of physical cards, which no seed reveals, only staff sees them again."""
    person(request)
    office = office_of(request)
    spec = office.room.live(name).spec
    if not spec.virtual:
        await require(request, Action.SEE_PHYSICAL_HISTORY)
    past = await asyncio.to_thread(past_round, office.store, spec, number)
    if past is None:
        says = f"There is no round {number} here that is over."
        raise refused(f"table {name}", f"round {number}", "a round that is over", says=says)
    return spec, past


HANDLERS: list[HTTPRouteHandler] = [round_history, round_replay]
