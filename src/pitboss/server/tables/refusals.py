"""What the audit log says of a refusal, and commits that are log alone."""

import secrets
from collections.abc import Sequence

from pitboss.audit import Draft, EntryKind
from pitboss.audit.format import canonical
from pitboss.rulebooks import Refused, Violation
from pitboss.server.tables.house import SYSTEM
from pitboss.store import Commit


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
