"""Holds the ledger of a database against the books recomputed from its audit log, command by command."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from pitboss.audit import Entry, Finding, Replay
from pitboss.audit.balance import Balance, balance_of
from pitboss.audit.format import CORRECTIONS_STREAM
from pitboss.audit.verifier import corrected_rounds
from pitboss.books.parting import discrepancies
from pitboss.books.powers import unlogged_powers
from pitboss.books.recount import Recount
from pitboss.money import Amount
from pitboss.store import Store

PAGE = 2000


def logged(store: Store, until: int | None = None) -> Iterator[tuple[int, Entry]]:
    """Every entry of a store's log up to a position, with its position."""
    first = 0
    while rows := store.log_rows(first, PAGE):
        for row in rows:
            if until is not None and row.position > until:
                return
            yield row.position, msgspec.json.decode(row.entry, type=Entry)
        first = rows[-1].number + 1


def balance_database(store: Store) -> Balance:
    """Recomputes every account from the log of a database and compares what each command moved with its ledger.

    The balances and meters that the database keeps must be the sums of that ledger, and the desk's figures those of the
    rounds in the log; nobody may have a role of the staff that the log does not know of. Works beside a running
    server: the log and the ledger are read as far as they went when it began, and the sums at one moment.
    """
    recount = Recount(store)
    until = store.position()
    findings: list[Finding] = []
    replay, ledger = Replay(findings, corrected_rounds(_corrections(store))), _Ledger(store, until)
    found: list[str] = []
    entries = 0
    at: int | None = None
    for position, entry in logged(store, until):
        if at is not None and position != at:
            found += ledger.compare(at, replay.books.take_changes())
        at = position
        replay.step(entry)
        recount.step(position, entry)
        entries += 1
    found += ledger.compare(until, replay.books.take_changes())
    replay.finish()
    rounds = sum(len(table.money) for table in replay.tables.values())
    lines = [str(finding) for finding in findings if "never revealed" not in finding.why]
    found += [*discrepancies(store), *recount.discrepancies(), *unlogged_powers(store)]
    return balance_of(replay.books, entries, rounds, [*lines, *found], ledger.compared)


def _corrections(store: Store) -> Iterator[Entry]:
    """The entries about corrections; all others are passed over without being read."""
    first = 0
    while rows := store.log_rows(first, PAGE):
        for row in rows:
            if CORRECTIONS_STREAM.encode() in row.entry:
                yield msgspec.json.decode(row.entry, type=Entry)
        first = rows[-1].number + 1


class _Ledger:
    """The entries of the ledger in the order of the commands that brought them."""

    def __init__(self, store: Store, until: int) -> None:
        self.compared = 0
        self._entries = self._read(store, until)
        self._next = next(self._entries, None)

    def _read(self, store: Store, until: int) -> Iterator[tuple[int, str, str, int]]:
        after = 0
        while rows := store.entries(after=after, limit=PAGE):
            for row in rows:
                if row.position > until:
                    return
                yield row.position, row.entry.source, row.entry.target, row.entry.amount.cents
            after = rows[-1].number

    def compare(self, position: int, booked: dict[str, int]) -> Iterator[str]:
        """What the ledger moved up to a command, against what the log says of it."""
        moved: Counter[str] = Counter()
        while self._next is not None and self._next[0] <= position:
            _, source, target, cents = self._next
            moved[source] -= cents
            moved[target] += cents
            self.compared += 1
            self._next = next(self._entries, None)
        for account in sorted({*booked, *moved}):
            if booked.get(account, 0) != moved[account]:
                told = f"the ledger moves {Amount(moved[account])}, the log {Amount(booked.get(account, 0))}"
                yield f"command {position}: account {account}: {told}"
