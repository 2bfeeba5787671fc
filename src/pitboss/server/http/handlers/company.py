"""Computer players at practice tables: asked for, and sent away."""

from litestar import delete, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from pitboss.server.http.access import Asked, person
from pitboss.server.requests import CompanyAsked
from pitboss.server.tables.company import Company


def company_of(request: Asked) -> Company:
    """The computer players of an application."""
    company: Company = request.app.state.company
    return company


@post("/api/tables/{name:str}/company", status_code=204)
async def seat_company(request: Asked, name: FromPath[str], data: JSONBody[CompanyAsked]) -> None:
    """Seats computer players beside oneself, at a practice table one opened or has alone; they leave when people do."""
    await company_of(request).seat(person(request), name, data.count, data.style)


@delete("/api/tables/{name:str}/company")
async def send_company_away(request: Asked, name: FromPath[str]) -> None:
    """Has the computer players of a table get up, each when the round no longer needs it."""
    company_of(request).send_away(person(request), name)


HANDLERS: list[HTTPRouteHandler] = [seat_company, send_company_away]
