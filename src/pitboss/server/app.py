"""The HTTP and WebSocket interface, on Litestar; described in docs/api.md and by its own OpenAPI document."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import ResponseHeader
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from pitboss import __version__
from pitboss.rulebooks import Refused, UnknownRulebook
from pitboss.server.access import Limits
from pitboss.server.handlers import HANDLERS
from pitboss.server.office import Office
from pitboss.server.people import SignInFailed
from pitboss.server.room import Denied, NoSuchTable
from pitboss.server.socket import table_stream
from pitboss.store import Conflict, StoreError

LARGEST_BODY = 64 * 1024
TICK_SECONDS = 0.2
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

logger = logging.getLogger("pitboss.server")


def create_app(office: Office) -> Litestar:
    """The application over an open office; closes it when it stops."""

    @asynccontextmanager
    async def clockwork(app: Litestar) -> AsyncIterator[None]:
        ticking = asyncio.create_task(_tick(office))
        try:
            yield
        finally:
            ticking.cancel()
            with suppress(asyncio.CancelledError):
                await ticking
            office.close()

    app = Litestar(
        route_handlers=[*HANDLERS, table_stream],
        lifespan=[clockwork],
        exception_handlers={
            Refused: _refused,
            UnknownRulebook: _not_found,
            NoSuchTable: _not_found,
            Denied: _denied,
            SignInFailed: _sign_in_failed,
            Conflict: _busy,
            StoreError: _unavailable,
        },
        response_headers=[ResponseHeader(name=name, value=value) for name, value in HEADERS.items()],
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Pitboss", version=__version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]
        ),
    )
    app.state.office = office
    app.state.limits = Limits()
    return app


async def _tick(office: Office) -> None:
    """The clocks of all tables; a database that is down for a while does not stop them for good."""
    while True:
        try:
            await office.room.tick()
        except StoreError as error:
            logger.warning("the clocks wait for the database", extra={"why": str(error)})
        await asyncio.sleep(TICK_SECONDS)


def _problem(status: int, **fields: Any) -> Response[dict[str, Any]]:
    return Response({"status": status, **fields}, status_code=status)


def _refused(request: Request[Any, Any, Any], error: Refused) -> Response[dict[str, Any]]:
    """409 where the rules refuse, 422 where the request itself will not do."""
    first = error.violations[0]
    refusals = [
        {name: getattr(violation, name) for name in violation.__struct_fields__} for violation in error.violations
    ]
    return _problem(409 if first.clause else 422, error=str(first), refusals=refusals)


def _denied(request: Request[Any, Any, Any], error: Denied) -> Response[dict[str, Any]]:
    return _problem(403, error=str(error))


def _not_found(request: Request[Any, Any, Any], error: Exception) -> Response[dict[str, Any]]:
    return _problem(404, error=str(error))


def _sign_in_failed(request: Request[Any, Any, Any], error: SignInFailed) -> Response[dict[str, Any]]:
    return _problem(401, error="name or password are wrong, or there were too many failures")


def _busy(request: Request[Any, Any, Any], error: Conflict) -> Response[dict[str, Any]]:
    return _problem(503, error=str(error))


def _unavailable(request: Request[Any, Any, Any], error: StoreError) -> Response[dict[str, Any]]:
    return _problem(503, error=str(error))
