"""Who asks: the person behind a request, the check of their role, where it comes from, and how often."""

import math
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException, TooManyRequestsException

from pitboss.server.http.hosts import place_of
from pitboss.server.office import Office
from pitboss.server.people.accounts import READ, Person
from pitboss.server.people.permissions import Action, Denied, may

Connection = ASGIConnection[Any, Any, Any, Any]
Asked = Request[Any, Any, Any]
COOKIE = "pitboss_session"
WHO_AM_I = "/api/me"
MOST_KEPT = 100_000
ANSWER_BYTES = 4096  # of a snapshot, with what happened before it, that cost as much as a request
MOST_STREAMS = 12


class Pace(msgspec.Struct, frozen=True):
    """So many requests at once, so many a second after that."""

    burst: float
    per_second: float


USUAL = Pace(400, 100)
STRANGERS = Pace(100, 10)  # requests of an address that nobody is signed in for
SIGN_INS = Pace(50, 5)  # each takes a deliberately slow hash
OPENINGS = Pace(60, 0.2)  # practice tables of an address: each is in the log for ever


class Limits:
    """Requests and streams of each caller."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float, Pace]] = {}
        self.streams: dict[str, int] = {}

    def wait(self, caller: str, pace: Pace = USUAL) -> float:
        """How many seconds a caller has to wait before asking once more; 0 takes the request."""
        if len(self._left) > MOST_KEPT:
            self._forget()
        left, now = self._now(caller, pace), self._clock()
        self._left[caller] = (left - 1 if left >= 1 else left, now, pace)
        return 0.0 if left >= 1 else (1 - left) / pace.per_second

    def charge(self, caller: str, requests: float, pace: Pace = USUAL) -> None:
        """What was asked for was worth so many requests more; who is in debt waits until it is paid."""
        self._left[caller] = (self._now(caller, pace) - requests, self._clock(), pace)

    def _now(self, caller: str, pace: Pace) -> float:
        left, since, _ = self._left.get(caller, (pace.burst, self._clock(), pace))
        return min(pace.burst, left + (self._clock() - since) * pace.per_second)

    def _forget(self) -> None:
        """Callers who may ask as much as a new one are the same as a new one."""
        self._left = {name: kept for name, kept in self._left.items() if self._now(name, kept[2]) < kept[2].burst}


def office_of(connection: Connection) -> Office:
    """The office behind an application."""
    office: Office = connection.app.state.office
    return office


def limits_of(connection: Connection) -> Limits:
    """The limits of an application."""
    limits: Limits = connection.app.state.limits
    return limits


def secret_of(connection: Connection) -> str:
    """The secret a client signs with: a bearer token, or the cookie of a browser."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def caller(connection: Connection) -> str:
    """Where a request comes from."""
    return place_of(connection.client.host) if connection.client else "unknown"


def limit(connection: Connection, key: str, pace: Pace = USUAL) -> None:
    """Refuses a caller who asks too often."""
    seconds = limits_of(connection).wait(key, pace)
    if seconds:
        after = math.ceil(seconds)
        raise TooManyRequestsException(f"too many requests; wait {after} s", headers={"Retry-After": str(after)})


def charge(connection: Connection, person: Person, size: int) -> None:
    """A long answer that the tables wait for counts as several requests, by its length."""
    limits_of(connection).charge(f"person {person.name}", size / ANSWER_BYTES)


def check_origin(connection: Connection) -> None:
    """A browser may ask only from the server's own pages."""
    origin, site = connection.headers.get("origin"), connection.headers.get("sec-fetch-site", "")
    foreign = origin is not None and urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower()
    if foreign or site in ("cross-site", "same-site"):
        raise PermissionDeniedException("requests from other sites are not accepted")


def person(connection: Connection, *, given_password: bool = False) -> Person:
    """The person who asks; 401 if nobody is signed in, which is logged.

    Who still has the password that someone else gave may only change it, unless `given_password` says otherwise; a
    token that is for reading changes nothing.
    """
    check_origin(connection)
    office = office_of(connection)
    found = office.accounts.person(secret_of(connection))
    if found is None:
        limit(connection, f"stranger {caller(connection)}", STRANGERS)
        if not secret_of(connection) and connection.scope["path"] == WHO_AM_I:
            raise NotAuthorizedException("sign in first")  # every page asks so when it is loaded: nothing was tried
        denied = Denied("You are not signed in.")
        where = f"{connection.scope.get('method', 'STREAM')} {connection.scope['path']}"[:200]
        office.room.refusals.begin("nobody", where, denied)
        raise NotAuthorizedException("sign in first")
    limit(connection, f"person {found.name}")
    if found.must_change and not given_password:
        raise PermissionDeniedException("this password was given: change it first, at /api/me/password")
    if found.scope == READ and connection.scope.get("method", "GET") not in ("GET", "HEAD"):
        raise PermissionDeniedException("this token is for reading")
    return found


async def require(connection: Connection, action: Action) -> Person:
    """The person who asks, if their role allows it; what is denied is logged."""
    found = person(connection)
    if not may(found.roles, action):
        office = office_of(connection)
        denied = Denied(f"The roles of {found.name} do not let them {action}.")
        await office.room.refusals.write(found.name, str(action), denied)
        raise denied
    return found
