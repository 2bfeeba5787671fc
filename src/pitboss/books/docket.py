"""The corrections of a table's rounds, read back from its stream: who proposed what, and what became of it."""

from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.audit.format import (
    CorrectionApproved,
    CorrectionEvent,
    CorrectionProposed,
    CorrectionRejected,
    CorrectionWithdrawn,
)
from pitboss.books.stream import read_event
from pitboss.books.table_spec import TableSpec, refused, terms_of
from pitboss.engine.correction import Correction, Settled, correct
from pitboss.money import Amount
from pitboss.store import Store, StoredEvent

PAGE = 5000


class CorrectionState(StrEnum):
    """What became of a proposal."""

    WAITING = "waiting"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class CorrectionShown(msgspec.Struct, frozen=True, kw_only=True):
    """A correction: who proposed it and why, old and new lines side by side, and what became of it."""

    number: int
    table: str
    round: int
    state: CorrectionState
    proposed_by: str
    proposed_at: int
    reason: str
    facts: dict[str, Any]
    correction: Correction
    decided_by: str
    decided_at: int
    decided: int  # in which order the table's corrections were decided
    remark: str  # why it was rejected or withdrawn
    uncollected: dict[str, Amount]  # by player: what he could not give back
    covered: dict[str, Amount]  # by meter: what it did not show any more


class Docket:
    """All corrections of a table; reads on where it stopped."""

    def __init__(self, store: Store, spec: TableSpec) -> None:
        self.corrections: dict[int, CorrectionShown] = {}
        self._settled: dict[int, Settled] = {}  # what each comes to
        self._store = store
        self._spec = spec
        self._next = 0
        self._decided = 0

    def read(self) -> "Docket":
        """Takes note of what has come since."""
        while rows := self._store.events(self._spec.name, self._next, PAGE):
            for row in rows:
                if b'"event":"correction-' in bytes(row.event):  # all others are passed over without being read
                    event = read_event(row)
                    assert isinstance(event, CorrectionEvent)
                    self._take(row, event)
            self._next = rows[-1].sequence + 1
        return self

    def of(self, round: int) -> list[CorrectionShown]:
        """The corrections of a round."""
        return [found for found in self.corrections.values() if found.round == round]

    def standing(self, round: int) -> CorrectionShown | None:
        """The last correction of a round that was approved."""
        approved = [found for found in self.of(round) if found.state is CorrectionState.APPROVED]
        return max(approved, key=lambda found: found.decided, default=None)

    def settled(self, number: int) -> Settled:
        """What a correction comes to."""
        return self._settled[number]

    def waiting(self, round: int, number: int) -> CorrectionShown:
        """A proposal that waits; `Refused` if there is none of that number."""
        found = self.corrections.get(number)
        if found is None or found.round != round:
            says = f"No correction {number} of this round is waiting."
            raise refused(f"round {round}", f"correction {number}", "a correction of the round that waits", says=says)
        if found.state is not CorrectionState.WAITING:
            says = f"It has been decided already: it was {found.state}."
            raise refused(f"correction {number}", "a second decision", f"nothing more: it was {found.state}", says=says)
        return found

    def _take(self, row: StoredEvent, step: CorrectionEvent) -> None:
        if isinstance(step, CorrectionProposed):
            self.corrections[step.number] = CorrectionShown(
                number=step.number,
                table=step.table,
                round=step.round,
                state=CorrectionState.WAITING,
                proposed_by=row.actor,
                proposed_at=row.time // 1000,
                reason=step.reason,
                facts=step.facts,
                correction=correct(terms_of(self._spec), step.old, step.new),
                decided_by="",
                decided_at=0,
                decided=0,
                remark="",
                uncollected={},
                covered={},
            )
            self._settled[step.number] = step.new
            return
        self._decided += 1
        found = replace(
            self.corrections[step.number],
            decided_by=row.actor,
            decided_at=row.time // 1000,
            decided=self._decided,
        )
        match step:
            case CorrectionApproved():
                state, told = CorrectionState.APPROVED, {"uncollected": step.uncollected, "covered": step.covered}
                self.corrections[step.number] = replace(found, state=state, **told)
            case CorrectionRejected():
                self.corrections[step.number] = replace(found, state=CorrectionState.REJECTED, remark=step.reason)
            case CorrectionWithdrawn():
                self.corrections[step.number] = replace(found, state=CorrectionState.WITHDRAWN, remark=step.reason)
