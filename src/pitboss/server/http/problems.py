"""What a client is told of what was not done: the same over HTTP and on a stream."""

import logging
from collections.abc import Callable
from typing import Any

from litestar.exceptions import HTTPException

from pitboss.rulebooks import Refused, RulebookError, UnknownRulebook
from pitboss.server.approvals.second_person import Waits
from pitboss.server.http.answers import Problem
from pitboss.server.people.accounts import NoSuchPerson, SignInFailed
from pitboss.server.people.permissions import Denied
from pitboss.server.reading import WrongType
from pitboss.server.tables.known import NoSuchTable
from pitboss.store import Conflict, StoreError

LARGEST_BODY = 64 * 1024
# What the framework says by itself, with what would be allowed.
IN_WORDS = {
    "Not Found": "There is nothing at this address; /api/schema/openapi.json lists what there is.",
    "Method Not Allowed": "This address does not take that method; the header Allow lists those it takes.",
    "Request Entity Too Large": f"The body is too long; the limit is {LARGEST_BODY // 1024} KiB.",
}

logger = logging.getLogger("pitboss.server")


def problem_of(error: Exception) -> Problem:
    """Why something was not done."""
    told = next((tell for kind, tell in TELLING.items() if isinstance(error, kind)), _unexpected)
    return told(error)


def _refused(error: Refused) -> Problem:
    """409 where the rules forbid it, 422 where the request is not valid."""
    first = error.violations[0]
    return Problem(409 if first.clause else 422, str(first), error.violations)


def _http(error: HTTPException) -> Problem:
    return Problem(error.status_code, IN_WORDS.get(error.detail, error.detail))


def _unexpected(error: Exception) -> Problem:
    """Our own mistake: the log tells what, the client only that."""
    logger.error("a request failed", exc_info=error)
    return Problem(500, "Something went wrong on the server; its log says what.")


def _as(status: int, words: str = "") -> Callable[[Exception], Problem]:
    return lambda error: Problem(status, words or str(error))


TELLING: dict[type[Exception], Callable[[Any], Problem]] = {
    WrongType: _as(415),
    Refused: _refused,
    UnknownRulebook: _as(404),
    # A folder with faults, which are the operator's to read and not the caller's.
    RulebookError: _as(404, "This rulebook cannot be used; the server's operator was told why when it started."),
    Waits: _as(202),
    NoSuchTable: _as(404),
    NoSuchPerson: _as(404),
    Denied: _as(403),
    SignInFailed: _as(401, "The name or password is wrong, or there were too many failed attempts."),
    Conflict: _as(503),
    StoreError: _as(503),
    HTTPException: _http,
    Exception: _unexpected,
}
"""What each kind of failure is to a client; the first that fits."""
