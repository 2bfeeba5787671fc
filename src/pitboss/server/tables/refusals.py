"""What the audit log says of a refusal, and commits that are log alone."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from time import monotonic

from pitboss.audit import Draft, EntryKind
from pitboss.audit.format import canonical
from pitboss.rulebooks import Refused, Violation
from pitboss.server.people.accounts import GUEST
from pitboss.server.tables.house import SYSTEM
from pitboss.store import Commit, Committed, Store

AT_ONCE = 1000  # refusals of one person that are written as they come
A_SECOND = 2  # and of those that come faster, so many; the others are counted
GUESTS = "guests"


class Refusals:
    """Which refusals are written, and how many were not: nobody fills the disk of a house by what it refuses him.

    Whoever has a name has a measure of their own, all guests have one together, and so have all who are not signed in.
    """

    def __init__(self, passing: Callable[[], float] = monotonic) -> None:
        self._passing = passing
        self._left: dict[str, tuple[float, float]] = {}
        self._left_out: dict[str, int] = {}

    def drafts(self, actor: str, where: str, error: Exception, time: int) -> list[Draft]:
        """What is to be written of a refusal: it, with how many were left out before; or nothing."""
        who, now = GUESTS if actor.startswith(GUEST) else actor, self._passing()
        left, since = self._left.get(who, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - since) * A_SECOND)
        written = left >= 1
        self._left[who] = (left - written, now)
        if not written:
            self._left_out[who] = self._left_out.get(who, 0) + 1
            return []
        missed = self._left_out.pop(who, 0)
        told = [refusal_draft(actor, "the log", TooMany(who, missed), time)] if missed else []
        return [*told, refusal_draft(actor, where, error, time)]


class RefusalLog:
    """Writes refusals into the audit log of a store, unless there are too many."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._refusals = Refusals()

    async def write(self, actor: str, where: str, error: Exception) -> None:
        """Writes down a refusal, and comes back when it stands in the log."""
        writing = self.begin(actor, where, error)
        if writing is not None:
            await asyncio.wrap_future(writing)

    def begin(self, actor: str, where: str, error: Exception) -> Future[Committed] | None:
        """The same, not waited for."""
        drafts = self._refusals.drafts(actor, where, error, self._now())
        return self._store.submit(log_commit(drafts)) if drafts else None


class TooMany(Exception):
    """There were more refusals than are written."""

    def __init__(self, who: str, missed: int) -> None:
        super().__init__(f"{missed} more refusals of {who} came too fast to be written one by one.")


def refusal_draft(actor: str, where: str, error: Exception, time: int) -> Draft:
    """What the log says of a refusal."""
    violation = error.violations[0] if isinstance(error, Refused) else _denial(where, error)
    return Draft(kind=EntryKind.REFUSAL, stream="refusals", time=time, actor=actor, payload=canonical(violation))


def _denial(where: str, error: Exception) -> Violation:
    told = str(error)
    return Violation(rulebook="", clause="", where=where, tried=told, allowed="what the role allows", says=told)


def log_commit(drafts: Sequence[Draft]) -> Commit:
    """A commit that only adds to the audit log."""
    return Commit(client=SYSTEM, command=f"log {secrets.token_hex(12)}", log=tuple(drafts))
