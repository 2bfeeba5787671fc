"""How the server itself is doing."""

import asyncio
import ipaddress

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.audit.machine_format import ProgramVerified
from pitboss.server import metrics
from pitboss.server.background import Background
from pitboss.server.http.access import Asked, office_of, require
from pitboss.server.http.answers import Health
from pitboss.server.machine.program_files import ProgramChecked, look
from pitboss.server.people.permissions import Action

MACHINE = "machine"


@get("/healthz", tags=[MACHINE])
async def health(request: Asked) -> Health:
    """Whether the server and its database answer, the database takes what is written, and every table is served."""
    store, room = office_of(request).store, office_of(request).room
    await asyncio.to_thread(store.check)
    background: Background = request.app.state.background
    faults = sorted(room.set_aside), sorted(room.shut), sorted(background.failing)
    return Health("degraded" if any(faults) else "ok", await asyncio.to_thread(store.position), *faults)


@post("/api/machine/verification", status_code=200)
async def verify_program(request: Asked) -> ProgramChecked:
    """Has the files of the program held against their signed manifest, on the server that answers; the log says so."""
    found, office = await require(request, Action.VERIFY_PROGRAM), office_of(request)
    checked = await asyncio.to_thread(look, office.keys)
    fields = {name: getattr(checked, name) for name in ProgramChecked.__struct_fields__}
    await office.tell(ProgramVerified(**fields), found.name)
    return checked


@get("/metrics", media_type=CONTENT_TYPE_LATEST, tags=[MACHINE])
async def prometheus(request: Asked) -> bytes:
    """Figures for Prometheus: for whoever is on the machine itself, or may see them."""
    if not _on_the_machine(request):
        await require(request, Action.SEE_FIGURES)
    metrics.streams.set(office_of(request).room.watching)
    return generate_latest(metrics.REGISTRY)


def _on_the_machine(request: Asked) -> bool:
    """Whether a request comes from a program on this machine, and not by a proxy on it from anywhere."""
    try:
        own = request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
    return own and not any(name in request.headers for name in ("x-forwarded-for", "forwarded"))


HANDLERS: list[HTTPRouteHandler] = [health, verify_program, prometheus]
