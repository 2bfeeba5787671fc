"""How the server itself is doing."""

from litestar import get
from litestar.handlers import HTTPRouteHandler
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.server import metrics
from pitboss.server.access import Answer, Asked, office_of


@get("/healthz")
async def health(request: Asked) -> Answer:
    """Whether the server and its database answer."""
    return {"status": "ok", "position": office_of(request).store.position()}


@get("/metrics", media_type=CONTENT_TYPE_LATEST, sync_to_thread=False)
def prometheus(request: Asked) -> bytes:
    """Figures for Prometheus."""
    metrics.streams.set(office_of(request).room.watching)
    return generate_latest(metrics.REGISTRY)


HANDLERS: list[HTTPRouteHandler] = [health, prometheus]
