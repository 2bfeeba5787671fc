"""The HTTP and WebSocket interface, on Litestar; described in docs/api.md and by its own OpenAPI document."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Message, Scope

from pitboss.books.table_spec import refused
from pitboss.rulebooks import Refused
from pitboss.server.http.access import Limits, person
from pitboss.server.http.answers import Problem
from pitboss.server.http.doorkeeper import Doorkeeper
from pitboss.server.http.handlers import HANDLERS
from pitboss.server.http.openapi import CONFIG, PUBLIC, described
from pitboss.server.http.pages import page_handlers
from pitboss.server.http.problems import LARGEST_BODY, TELLING, problem_of
from pitboss.server.http.socket import table_stream
from pitboss.server.http.text_values import ENCODERS, TextValues
from pitboss.server.office import Office
from pitboss.server.requests import StrictRequest, Unreadable
from pitboss.server.study.jobs import Jobs
from pitboss.server.study.workers import Studies
from pitboss.server.tables.practice import close_unused
from pitboss.store import StoreError

TICK_SECONDS = 0.2
CHORE_SECONDS = 60
LOOK_SECONDS = 3600
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Asked = Request[Any, Any, Any]
logger = logging.getLogger("pitboss.server")


def create_app(office: Office, studies: Studies | None = None) -> Litestar:
    """The application over an open office; closes it when it stops."""
    studies, jobs = studies or Studies(), Jobs()

    @asynccontextmanager
    async def clockwork(app: Litestar) -> AsyncIterator[None]:
        running = [asyncio.create_task(task(office)) for task in (_tick, _chores, _look)]
        studies.open()
        try:
            yield
        finally:
            jobs.close()
            studies.close()
            for task in running:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            office.close()

    app = Litestar(
        route_handlers=[*described(HANDLERS), table_stream, *page_handlers()],
        lifespan=[clockwork],
        exception_handlers={
            **dict.fromkeys(TELLING, _told),
            Unreadable: _unreadable,
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
    app.state.limits = Limits()
    app.state.doorkeeper = Doorkeeper(office.accounts)
    app.state.studies, app.state.jobs = studies, jobs
    return app


async def _tick(office: Office) -> None:
    """The clocks of all tables; a database that is down for a while does not stop them for good."""
    while True:
        try:
            await office.room.tick()
        except StoreError as error:
            logger.warning("the clocks wait for the database", extra={"why": str(error)})
        except Exception:  # nothing that goes wrong once may stop every clock for good
            logger.exception("the clocks stumbled")
        await asyncio.sleep(TICK_SECONDS)


async def _chores(office: Office) -> None:
    """What is done now and then: practice tables nobody uses are closed, sessions long over are forgotten."""
    while True:
        try:
            await close_unused(office.room)
            await asyncio.to_thread(office.accounts.prune)
        except StoreError as error:
            logger.warning("the chores wait for the database", extra={"why": str(error)})
        await asyncio.sleep(CHORE_SECONDS)


async def _look(office: Office) -> None:
    """Now and then the server looks by itself for returns that chance does not explain."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            await asyncio.to_thread(office.look_at_returns)
        except StoreError as error:
            logger.warning("the look at the returns waits for the database", extra={"why": str(error)})
        except (
            Exception
        ) as error:  # an added rulebook may lead the mathematics anywhere; the next look comes all the same
            logger.error("the look at the returns failed", extra={"why": f"{type(error).__name__} {error}"})


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
    if where == "data":
        where, tried = "the body", "an empty one" if tried == "'data'" else tried
    return _unreadable(request, refused(where, tried, "what the interface documents"))
