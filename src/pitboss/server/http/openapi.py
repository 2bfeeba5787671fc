"""The OpenAPI document of the interface: `python -m pitboss.server.http.openapi` prints it without a server."""

from dataclasses import dataclass

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Operation, SecurityScheme

from pitboss import __version__
from pitboss.rulebooks.codec import builtins, json_text
from pitboss.server.http.answers import Problem
from pitboss.server.http.handlers import HANDLERS
from pitboss.server.http.text_values import TextValues

MEANINGS = {
    202: "not done yet: it takes a second person, and waits for one among the approvals",
    401: "nobody is signed in, or the name or password is wrong",
    403: "the role does not allow it, or the request comes from another site",
    404: "there is nothing at this address",
    409: "a rule forbids it; the clause is given",
    413: "the body is too long",
    415: "the body is not sent as application/json",
    422: "the request is not valid; the answer says what is wrong with it",
    429: "too many requests; the header Retry-After says how many seconds to wait",
    503: "busy, or the database is unavailable: send it again with the same id",
}

PUBLIC = frozenset({"sign_in", "sign_in_as_guest", "rulebooks", "rulebook", "glance", "compare", "check", "health"})
"""Operations for which nobody has to be signed in."""

MAY_WAIT = frozenset(
    {
        "buy_in",
        "cash_out",
        "fill_inventory",
        "credit_inventory",
        "new_meter_terms",
        "give_commands",
        "add_person",
        "change_person",
        "drop_second_factor",
        "set_limits",
    }
)
"""Operations that may take a second person."""

CONFIG = OpenAPIConfig(
    title="Pitboss",
    version=__version__,
    description="Live tables of casino poker. Amounts, odds and cards are text.",
    path="/api/schema",
    use_handler_docstrings=True,
    render_plugins=[JsonRenderPlugin()],
    operation_id_creator=lambda handler, method, path: handler.handler_name,
    components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
    security=[{"token": []}],
)


@dataclass
class Described(Operation):
    """An operation whose requests that will not do are answered with 422 like everywhere, never 400."""

    def __post_init__(self) -> None:
        self.responses = {status: answer for status, answer in (self.responses or {}).items() if status != "400"}


def described(handlers: list[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """The handlers, each with every status it can answer with in its description."""
    for handler in handlers:
        statuses = {503} if handler.handler_name == "health" else {*MEANINGS}
        if not {"POST", "PATCH", "PUT"} & handler.http_methods:
            statuses -= {409, 413, 415}
        if handler.handler_name not in MAY_WAIT:
            statuses -= {202}
        problems = {status: ResponseSpec(Problem, False, MEANINGS[status]) for status in sorted(statuses)}
        handler.responses = {**(handler.responses or {}), **problems}
        handler.operation_class = Described
        handler.security = [{}] if handler.handler_name in PUBLIC else None
    return handlers


def document() -> dict[str, object]:
    """The document as plain data."""
    app = Litestar(described(HANDLERS), openapi_config=CONFIG, plugins=[TextValues()])
    found: dict[str, object] = builtins(app.openapi_schema.to_schema())
    return found


if __name__ == "__main__":
    print(json_text(document()))
