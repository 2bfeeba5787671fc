"""The rounds of a log, one by one, for replay."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.audit.format import (
    CORRECTIONS_STREAM,
    CorrectionApproved,
    CorrectionEvent,
    CorrectionProposed,
    Entry,
    EntryKind,
    ProgressionsTaken,
    RulebookTaken,
    TableOpened,
    round_id,
)
from pitboss.audit.table_replay import NOTED, PROGRESSIONS, TAKEN, learn_versions, read, terms_of
from pitboss.engine import History, RoundEvent
from pitboss.rulebooks import Terms
from pitboss.table import Table, TableEvent, evolve, open_table
from pitboss.table.events import RoundMoved, RoundOpened
from pitboss.table.state import progressing, under


class LoggedCorrection(NamedTuple):
    """A correction as the log tells of it."""

    proposed_by: str
    approved_by: str
    told: CorrectionProposed
    outcome: CorrectionApproved


class LoggedRound(NamedTuple):
    """A round as the log tells of it: its name, the terms in force, what happened."""

    id: str
    terms: Terms
    events: list[RoundEvent]
    corrections: list[LoggedCorrection]  # that were approved, in their order

    @property
    def history(self) -> History:
        """The round as a hand history."""
        return History(self.terms, tuple(self.events))


def rounds_of(entries: Sequence[Entry]) -> list[LoggedRound]:
    """All rounds in the order they were opened; `Mismatch` where an entry cannot be read."""
    tables: dict[str, Table] = {}
    learn_versions(entries)
    counts: dict[str, int] = {}
    running: dict[str, LoggedRound] = {}
    found: list[LoggedRound] = []
    for entry in entries:
        tag = entry.payload.get("event") if entry.kind is EntryKind.EVENT else None
        if tag == "table-opened":
            opened = read(entry.payload, TableOpened)
            tables[entry.stream] = _opened(opened)
        if entry.stream in tables and tag == PROGRESSIONS:
            taken: ProgressionsTaken = read(entry.payload, ProgressionsTaken)
            tables[entry.stream] = progressing(tables[entry.stream], taken.meters)
        if entry.stream in tables and tag == TAKEN:
            version: RulebookTaken = read(entry.payload, RulebookTaken)
            book = tables[entry.stream].terms.rulebook.id
            tables[entry.stream] = under(tables[entry.stream], terms_of(book, version.hash, version.submission))
        if entry.stream not in tables or tag is None or tag == "table-opened" or tag in NOTED:
            continue
        event: TableEvent = read(entry.payload, TableEvent)
        table = tables[entry.stream] = evolve(tables[entry.stream], event)
        if isinstance(event, RoundOpened):
            counts[entry.stream] = counts.get(entry.stream, 0) + 1
            running[entry.stream] = LoggedRound(round_id(entry.stream, counts[entry.stream]), table.terms, [], [])
            found.append(running[entry.stream])
        elif isinstance(event, RoundMoved):
            running[entry.stream].events.append(event.move)
    _correct({round.id: round for round in found}, entries)
    return found


def _correct(rounds: dict[str, LoggedRound], entries: Iterable[Entry]) -> None:
    """Puts the corrections that were approved to their rounds."""
    proposed: dict[tuple[str, int], tuple[str, CorrectionProposed]] = {}
    for entry in entries:
        if not entry.stream.startswith(CORRECTIONS_STREAM):
            continue
        event: CorrectionEvent = read(entry.payload, CorrectionEvent)
        key = event.table, event.number
        if isinstance(event, CorrectionProposed):
            proposed[key] = entry.actor, event
        elif isinstance(event, CorrectionApproved) and key in proposed:
            by, told = proposed[key]
            corrected = rounds.get(round_id(event.table, event.round))
            if corrected is not None:
                corrected.corrections.append(LoggedCorrection(by, entry.actor, told, event))


def _opened(opened: TableOpened) -> Table:
    return open_table(terms_of(opened.rulebook, opened.hash, opened.submission), opened.cards, opened.keyed)
