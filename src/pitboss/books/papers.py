"""Papers that people answer for, each an entry of the log: signatures of shifts, counts of the drawer."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from pitboss.audit import Entry, fact
from pitboss.audit.desk_format import REPORTS_STREAM
from pitboss.audit.format import LogEvent
from pitboss.store import Commit, Store

SHIFTS, DRAWERS = "desk/shifts", "desk/drawers"  # clients of the store's commands: no person can have such a name


class Paper(NamedTuple):
    """A paper: the number of its entry in the log, and the entry."""

    number: int
    entry: Entry


def file_paper(store: Store, kind: str, about: str, told: LogEvent, by: str, time: int, id: str = "") -> None:
    """Writes a paper about something into the log; the same person's under the same id is written once."""
    draft = fact(REPORTS_STREAM, told, time, by)
    store.append(Commit(client=kind, command=f"{about} {by} {id}".strip(), log=(draft,)))


def papers(store: Store, kind: str, about: str) -> Iterator[Paper]:
    """The papers about something, in their order."""
    for outcome in store.outcomes(kind):
        done = store.outcome(kind, outcome.command) if outcome.command.startswith(f"{about} ") else None
        for number, text in store.log_between(done.position, done.position) if done else ():
            yield Paper(number, msgspec.json.decode(text, type=Entry))
