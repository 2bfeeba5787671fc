"""How the server itself is doing."""

import asyncio

from litestar import get
from litestar.handlers import HTTPRouteHandler
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.server import metrics
from pitboss.server.http.access import Asked, office_of
from pitboss.server.http.answers import Health

MACHINE = "machine"


@get("/healthz", tags=[MACHINE])
async def health(request: Asked) -> Health:
    """Whether the server and its database answer, and the database takes what is written."""
    store = office_of(request).store
    await asyncio.to_thread(store.check)
    return Health("ok", await asyncio.to_thread(store.position))


@get("/metrics", media_type=CONTENT_TYPE_LATEST, sync_to_thread=False, tags=[MACHINE])
def prometheus(request: Asked) -> bytes:
    """Figures for Prometheus."""
    metrics.streams.set(office_of(request).room.watching)
    return generate_latest(metrics.REGISTRY)


HANDLERS: list[HTTPRouteHandler] = [health, prometheus]
