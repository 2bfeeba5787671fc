"""The layout of a table: what its felt is drawn from."""

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitboss.server.http.access import Asked, office_of, person
from pitboss.server.rules.layout import Layout, layout_of


@get("/api/tables/{name:str}/layout")
async def layout(request: Asked, name: FromPath[str]) -> Layout:
    """The betting areas of a table with their limits and paytables in force, its decisions, meters and wheel."""
    person(request)
    return layout_of(office_of(request).room.live(name).terms)


HANDLERS: list[HTTPRouteHandler] = [layout]
