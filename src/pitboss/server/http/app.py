"""The HTTP and WebSocket interface, on Litestar; described in docs/api.md and by its own OpenAPI document."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Message, Scope

from pitboss.audit.machine_format import ClockStepped, RandomSourceFailed, RandomSourceSound
from pitboss.books.parting import discrepancies
from pitboss.books.powers import unlogged_powers
from pitboss.books.table_spec import refused
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.rulebooks import Refused
from pitboss.rulebooks.codec import builtins, know_types
from pitboss.server.background import Alarm, Background
from pitboss.server.http.access import Limits, person
from pitboss.server.http.answers import Problem
from pitboss.server.http.doorkeeper import Doorkeeper
from pitboss.server.http.handlers import HANDLERS
from pitboss.server.http.openapi import CONFIG, PUBLIC, described
from pitboss.server.http.pages import page_handlers
from pitboss.server.http.problems import LARGEST_BODY, TELLING, problem_of
from pitboss.server.http.socket import table_stream
from pitboss.server.http.text_values import ENCODERS, TextValues
from pitboss.server.machine.clock_watch import ClockWatch
from pitboss.server.office import NEWEST, Office
from pitboss.server.reading import StrictRequest, Unreadable, WrongType
from pitboss.server.study.jobs import Jobs
from pitboss.server.study.questions import BestPlay
from pitboss.server.study.workers import Studies
from pitboss.server.tables.company import Company
from pitboss.server.tables.live import Live
from pitboss.server.tables.practice import close_unused
from pitboss.server.unreadable import given_in_words, in_words

TICK_SECONDS = 0.2
CHORE_SECONDS = 60
CLOCK_SECONDS = 5
DAY_SECONDS = 86_400
COMPANY_SECONDS = 0.7  # about as long as a person takes over a chip
LOOK_SECONDS = 3600
COUNT_SECONDS = 60
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Asked = Request[Any, Any, Any]


def create_app(office: Office, studies: Studies | None = None) -> Litestar:
    """The application over an open office; closes it when it stops."""
    know_types()
    studies, jobs, background = studies or Studies(), Jobs(), Background()
    company = Company(office.room, partial(best_play, studies))

    @asynccontextmanager
    async def clockwork(app: Litestar) -> AsyncIterator[None]:
        background.begin("the clocks", lambda: TICK_SECONDS, office.room.tick)
        background.begin("the computer players", lambda: COMPANY_SECONDS, company.step)
        background.begin("the chores", lambda: CHORE_SECONDS, partial(_chores, office))
        background.begin("the look at the returns", lambda: 0, partial(_look, office))
        background.begin("the desk", lambda: 0, partial(_count, office))
        background.begin("the look through the log", lambda: DAY_SECONDS, partial(_read_again, office))
        background.begin("the look through the books", lambda: DAY_SECONDS, partial(_reconcile, office))
        background.begin("the random source", lambda: CHORE_SECONDS, partial(_test_randomness, office))
        background.begin("the machine's clock", lambda: CLOCK_SECONDS, partial(_watch_clock, office, ClockWatch()))
        studies.open()
        try:
            yield
        finally:
            jobs.close()
            studies.close()
            await background.end()
            office.close()

    app = Litestar(
        route_handlers=[*described(HANDLERS), table_stream, *page_handlers()],
        lifespan=[clockwork],
        exception_handlers={
            **dict.fromkeys(TELLING, _told),
            Unreadable: _unreadable,
            WrongType: _unreadable,
            ValidationException: _invalid,
        },
        before_send=[_add_headers],
        request_class=StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        type_encoders=ENCODERS,
        plugins=[TextValues()],
        openapi_config=CONFIG,
    )
    app.state.office = office
    app.state.background = background
    app.state.limits = Limits()
    app.state.doorkeeper = Doorkeeper(office.accounts)
    app.state.studies, app.state.jobs, app.state.company = studies, jobs, company
    return app


async def best_play(studies: Studies, live: Live, seen: RoundView) -> PlayerChoice:
    """The best decision of a computer player, counted where the tables do not wait for it."""
    spec = live.spec
    asked = BestPlay(rulebook=spec.rulebook, submission=spec.submission, seen=builtins(seen))
    found: PlayerChoice = await studies.ask("computer players", asked)
    return found


async def _chores(office: Office) -> None:
    """What is done now and then: a head is kept outside the database, what nobody uses any more is closed."""
    await asyncio.to_thread(office.keep_head)
    await close_unused(office.room)
    office.room.forget_closed()
    await asyncio.to_thread(office.accounts.prune)
    await asyncio.to_thread(office.guests.see_off)


async def _test_randomness(office: Office) -> None:
    """What the machine gives as random is tested before it is used, and ever after; the log tells of each change."""
    source = office.room.house.source
    await asyncio.to_thread(source.look)
    while source.news:
        await office.tell(RandomSourceFailed(fault=source.news[0]) if source.news[0] else RandomSourceSound())
        del source.news[0]
    if source.fault:
        raise Alarm(source.fault)


async def _watch_clock(office: Office, watch: ClockWatch) -> None:
    """A clock that was set is told to the log, and named for a day."""
    step = watch.look()
    if step:
        await office.tell(ClockStepped(seconds=f"{step:+.1f}"))
    if watch.stepped:
        raise Alarm(f"it was set by {watch.stepped:+.1f} seconds")


async def _read_again(office: Office) -> None:
    """Every entry of the log is read again and held against its hash; one that is another is told, day after day."""
    if office.published.size <= NEWEST:  # which was done before anything was served
        return
    faults = await asyncio.to_thread(office.published.edited)
    if faults:
        raise Tampered(faults[0])


async def _reconcile(office: Office) -> None:
    """Every balance, meter and role is held against what brought it: one written into the database by hand is told."""
    if await asyncio.to_thread(discrepancies, office.store):
        found = await asyncio.to_thread(discrepancies, office.store)  # what moved during the first look was none
        if found:
            raise Alarm(f"the books do not add up: {found[0]}")
    powers = await asyncio.to_thread(unlogged_powers, office.store)
    if powers:
        raise Alarm(powers[0])


class Tampered(Exception):
    """The log is not the one that was written."""


async def _count(office: Office) -> None:
    """What was played since is counted for the desk; of a database that never was, all of it."""
    await asyncio.sleep(COUNT_SECONDS)
    await asyncio.to_thread(office.count_desk)


async def _look(office: Office) -> None:
    """Now and then the server looks by itself for returns that chance does not explain."""
    await asyncio.sleep(LOOK_SECONDS)
    await asyncio.to_thread(office.look_at_returns)


async def _add_headers(message: Message, scope: Scope) -> None:
    if message["type"] == "http.response.start":
        message.setdefault("headers", [])
        headers = MutableScopeHeaders(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)  # files of the browser app say themselves how long they may be kept


# Every answer that is no success has the same shape.


def _told(request: Asked, error: Exception) -> Response[Problem]:
    problem = problem_of(error)
    headers = error.headers if isinstance(error, HTTPException) else None
    return Response(problem, status_code=problem.status, headers=headers)


def _unreadable(request: Asked, error: Refused) -> Response[Problem]:
    """A request that cannot be read. What is wrong with it is told only to those who may ask."""
    try:
        if request.route_handler.handler_name not in PUBLIC:
            person(request)
    except HTTPException as stranger:
        return _told(request, stranger)
    return _told(request, error)


def _invalid(request: Asked, error: ValidationException) -> Response[Problem]:
    """A parameter of the address that will not do."""
    found = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    where, tried = found.get("key") or "the request", found.get("message") or error.detail
    empty = tried == "'data'"
    tried, says = given_in_words(tried), in_words(tried)
    if where == "data":
        where, tried, says = "the body", *(("an empty one", "It is empty.") if empty else (tried, says))
    return _unreadable(request, refused(where, tried, "what the interface documents", says=says))
