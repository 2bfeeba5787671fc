"""The rounds of a log, one by one, for replay."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.audit.format import Entry, Kind, ProgressionsTaken, TableOpened, round_id
from pitboss.audit.replaying import DEALER, FAIRNESS, PROGRESSIONS, read, terms_of
from pitboss.games import History, RoundEvent
from pitboss.rulebooks import Terms
from pitboss.table import Table, TableEvent, evolve, open_table
from pitboss.table.events import RoundMoved, RoundOpened
from pitboss.table.progressing import progressing


class LoggedRound(NamedTuple):
    """A round as the log tells of it: its name, the terms in force, what happened."""

    id: str
    terms: Terms
    events: list[RoundEvent]

    @property
    def history(self) -> History:
        """The round as a hand history."""
        return History(self.terms, tuple(self.events))


def rounds_of(entries: Iterable[Entry]) -> list[LoggedRound]:
    """All rounds in the order they were opened; `Mismatch` where an entry cannot be read."""
    tables: dict[str, Table] = {}
    counts: dict[str, int] = {}
    running: dict[str, LoggedRound] = {}
    found: list[LoggedRound] = []
    for entry in entries:
        tag = entry.payload.get("event") if entry.kind is Kind.EVENT else None
        if tag == "table-opened":
            tables[entry.stream] = open_table(terms_of(read(entry.payload, TableOpened)))
        if entry.stream in tables and tag == PROGRESSIONS:
            taken: ProgressionsTaken = read(entry.payload, ProgressionsTaken)
            tables[entry.stream] = progressing(tables[entry.stream], taken.meters)
        if entry.stream not in tables or tag is None or tag in ("table-opened", PROGRESSIONS, DEALER, *FAIRNESS):
            continue
        event: TableEvent = read(entry.payload, TableEvent)
        table = tables[entry.stream] = evolve(tables[entry.stream], event)
        if isinstance(event, RoundOpened):
            counts[entry.stream] = counts.get(entry.stream, 0) + 1
            running[entry.stream] = LoggedRound(round_id(entry.stream, counts[entry.stream]), table.terms, [])
            found.append(running[entry.stream])
        elif isinstance(event, RoundMoved):
            running[entry.stream].events.append(event.move)
    return found
