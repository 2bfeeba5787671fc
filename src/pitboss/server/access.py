"""Who asks: the person behind a request, the check of their role, where it comes from, and how often."""

import time
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, TooManyRequestsException

from pitboss.server.office import Office
from pitboss.server.people import Person
from pitboss.server.permissions import Action, may
from pitboss.server.room import Denied, refusal_draft

Connection = ASGIConnection[Any, Any, Any, Any]
Asked = Request[Any, Any, Any]
Answer = dict[str, Any]
COOKIE = "pitboss_session"
PER_SECOND = 100.0
BURST = 400.0
MOST_KEPT = 100_000


class Limits:
    """Requests of each caller: so many at once, so many a second after that."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, caller: str) -> bool:
        """Whether a caller may ask once more now."""
        now = time.monotonic()
        left, since = self._left.get(caller, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        if len(self._left) > MOST_KEPT:
            self._left.clear()
        self._left[caller] = (max(0.0, left - 1), now)
        return left >= 1


def office_of(connection: Connection) -> Office:
    """The office behind an application."""
    office: Office = connection.app.state.office
    return office


def secret_of(connection: Connection) -> str:
    """The secret a client signs with: a bearer token, or the cookie of a browser."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def caller(connection: Connection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else "unknown"


def limit(connection: Connection, key: str) -> None:
    """Refuses a caller who asks too often."""
    limits: Limits = connection.app.state.limits
    if not limits.take(key):
        raise TooManyRequestsException("too many requests; wait a second")


def check_origin(connection: Connection) -> None:
    """A browser may ask only from the server's own pages."""
    origin = connection.headers.get("origin")
    if origin and urlsplit(origin).netloc != connection.headers.get("host", ""):
        raise PermissionDeniedException("requests from other sites are not accepted")


def person(connection: Connection) -> Person:
    """The person who asks; 401 if nobody is signed in."""
    check_origin(connection)
    found = office_of(connection).accounts.person(secret_of(connection))
    if found is None:
        raise NotAuthorizedException("sign in first")
    limit(connection, found.name)
    return found


async def require(connection: Connection, action: Action) -> Person:
    """The person who asks, if their role allows it; what is denied is logged."""
    found = person(connection)
    if not may(found.roles, action):
        office = office_of(connection)
        denied = Denied(f"the roles of {found.name} do not let them {action}")
        await office.room.log(refusal_draft(found.name, str(action), denied, office.room.now))
        raise denied
    return found
