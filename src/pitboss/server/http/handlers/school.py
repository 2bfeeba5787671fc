"""The dealer school: drills, their answers, and how far one has come."""

import asyncio

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody

from pitboss.audit.drbg import HmacDrbg, Numbers
from pitboss.rulebooks import full_terms
from pitboss.rulebooks.currency import Currency
from pitboss.school import DrillKind, Fact, SchoolQuestion, question, right
from pitboss.server.http.access import Asked, office_of, person
from pitboss.server.requests import DrillAnswer, Drilled
from pitboss.store import Lesson


class DrillShown(msgspec.Struct, frozen=True, kw_only=True):
    """A question without its answer; without `choices` an amount is keyed."""

    kind: DrillKind
    rulebook: str
    seed: int
    asks: str
    facts: tuple[Fact, ...]
    choices: tuple[str, ...]
    currency: Currency


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an answer: whether it is right, the right one, why, by which clause, and the lesson after it."""

    right: bool
    answer: str
    why: str
    clause: str
    lesson: Lesson


@get("/api/school")
async def lessons(request: Asked) -> list[Lesson]:
    """How far one has come in the dealer school."""
    name = person(request).name
    return await asyncio.to_thread(office_of(request).store.lessons.of, name)


@post("/api/school/question", status_code=200)
async def drill(request: Asked, data: JSONBody[Drilled]) -> DrillShown:
    """A drill of one kind, made from a random round by the engine."""
    person(request)
    found = await asyncio.to_thread(_question, data)
    return DrillShown(
        kind=found.kind,
        rulebook=found.rulebook,
        seed=data.seed,
        asks=found.asks,
        facts=found.facts,
        choices=found.choices,
        currency=full_terms(found.rulebook).rulebook.currency,
    )


@post("/api/school/answer", status_code=200)
async def mark(request: Asked, data: JSONBody[DrillAnswer]) -> Marked:
    """Whether an answer is right; it counts for the account."""
    name, store = person(request).name, office_of(request).store
    found = await asyncio.to_thread(_question, data)
    good = right(found, data.given)
    lesson = await asyncio.to_thread(
        store.lessons.answered, name, found.rulebook, str(found.kind), good, data.milliseconds
    )
    return Marked(right=good, answer=found.answer, why=found.why, clause=found.clause, lesson=lesson)


def _question(asked: Drilled) -> SchoolQuestion:
    below = Numbers(HmacDrbg(f"school {asked.seed}".encode())).below
    return question(full_terms(asked.rulebook), asked.kind, below)


HANDLERS: list[HTTPRouteHandler] = [lessons, drill, mark]
