"""Exports: hands, ledger and meters as rows, read from the store in batches, so that memory stays flat.

Money is in whole cents, with the amount as text beside it and what it is: the code of a currency, or play money.
Times are those of the audit log, whose entries are committed together with what they tell of.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec

from pitboss.books.currencies import Moneys, house_currency
from pitboss.books.past_rounds import Corrected, PastRound, Reader, past_round
from pitboss.books.table_spec import TableSpec, read_spec, refused
from pitboss.engine import SettlementLine, write_history
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import one_of
from pitboss.store import Store

PAGE = 2000
REVERSED = "reversed"  # the result of a line that a correction takes back: its amounts are below zero
Row = dict[str, Any]


class What(StrEnum):
    """What can be exported."""

    HANDS = "hands"
    LEDGER = "ledger"
    METERS = "meters"


class Excerpt(msgspec.Struct, frozen=True, kw_only=True):
    """Which rows: from a time on, before a time, of one table."""

    since: datetime | None = None
    until: datetime | None = None
    table: str | None = None

    def holds(self, time: datetime) -> bool:
        """Whether a time is wanted."""
        return (self.since is None or time >= self.since) and (self.until is None or time < self.until)


COLUMNS: dict[What, dict[str, type]] = {
    What.HANDS: {
        "table": str, "round": int, "correction": int, "ended": datetime, "void": bool, "rulebook": str,
        "currency": str, "practice": bool, "seat": int,
        "player": str, "wager": str, "part_of": str, "hand": str, "cards": str, "result": str, "odds": str,
        "stake_cents": int, "stake": str, "paid_cents": int, "paid": str, "returned_cents": int, "returned": str,
        "source": str, "meter": str, "to": str, "clause": str,
    },
    What.LEDGER: {
        "entry": int, "command": int, "time": datetime, "source": str, "target": str, "cents": int, "amount": str,
        "money": str, "why": str,
    },
    What.METERS: {
        "move": int, "command": int, "time": datetime, "meter": str, "kind": str, "microcents": int, "cents": int,
        "amount": str, "money": str,
    },
}  # fmt: skip
"""The columns of each export, with their types."""


def rows(store: Store, what: What, wanted: Excerpt) -> Iterator[Row]:
    """The rows of an export, in their order; `Refused` if the table is not there."""
    specs = {name: read_spec(header) for name, header in store.streams().items()}
    if wanted.table is not None and wanted.table not in specs:
        raise refused("the export", f"table {wanted.table}", one_of(specs, "no table was opened"))
    return _ROWS[what](store, wanted, specs)


def histories(store: Store, wanted: Excerpt) -> Iterator[str]:
    """The hand histories of finished rounds, one after the other, in the text format."""
    for found in _finished(store, wanted, {name: read_spec(header) for name, header in store.streams().items()}):
        yield write_history(found.terms, found.moves)


def csv_lines(columns: Iterable[str], found: Iterable[Row]) -> Iterator[bytes]:
    """Rows as the lines of a CSV file, its head first, in chunks of some kilobytes."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, list(columns))
    writer.writeheader()
    for number, row in enumerate(found, start=1):
        writer.writerow({name: _text(value) for name, value in row.items()})
        if number % 100 == 0:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def read_time(text: str) -> datetime:
    """A day or a time in ISO form, UTC unless it says otherwise; `Refused` if it is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise refused("the time", text, "a day or time such as 2026-01-31 or 2026-01-31T18:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def read_span(since: str | None, until: str | None) -> tuple[datetime | None, datetime | None]:
    """From when on and before when, where either is said."""
    begin, end = (read_time(text) if text else None for text in (since, until))
    return begin, end


def _text(value: object) -> object:
    """A cell; text that a spreadsheet would take for a formula is kept from being one."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds")
    if isinstance(value, str) and value.startswith(("=", "+", "@", "\t", "\r")):
        return f"'{value}"
    return value


def _hands(store: Store, wanted: Excerpt, specs: Mapping[str, TableSpec]) -> Iterator[Row]:
    for found in _told(store, wanted, specs):
        practice = specs[found.table].practice
        if isinstance(found, PastRound):
            yield from (_hand(found, line, practice) for line in found.lines)
            continue
        past = past_round(store, specs[found.table], found.round)
        assert past is not None, "only rounds that are over are corrected"
        yield from ({**_hand(past, line, practice, found.number, -1), "result": REVERSED} for line in found.old)
        yield from (_hand(past, line, practice, found.number) for line in found.new)


def _hand(found: PastRound, line: SettlementLine, practice: bool, correction: int = 0, sign: int = 1) -> Row:
    """A settlement line, of the round itself or of a correction of it."""
    book = found.terms.rulebook
    return {
        "table": found.table,
        "round": found.number,
        "correction": correction,
        "ended": datetime.fromtimestamp(found.at, UTC),
        "void": found.void,
        "rulebook": book.id,
        "currency": book.currency.code,
        "practice": practice,
        "seat": line.seat,
        "player": found.players.get(line.seat, ""),
        "wager": line.wager,
        "part_of": line.part_of or "",
        "hand": line.hand,
        "cards": " ".join(map(str, line.cards)),
        "result": str(line.result),
        "odds": "" if line.odds is None else book.currency.odds(line.odds),
        **_money("stake", line.stake * sign),
        **_money("paid", line.paid * sign),
        **_money("returned", line.returned * sign),
        "source": str(line.source),
        "meter": line.meter or "",
        "to": str(line.to),
        "clause": line.clause,
    }


def _finished(store: Store, wanted: Excerpt, specs: Mapping[str, TableSpec]) -> Iterator[PastRound]:
    return (found for found in _told(store, wanted, specs) if isinstance(found, PastRound))


def _told(store: Store, wanted: Excerpt, specs: Mapping[str, TableSpec]) -> Iterator[PastRound | Corrected]:
    """Rounds by the time they ended, corrections by the time they were approved."""
    for name in [wanted.table] if wanted.table is not None else specs:
        for found in Reader(store, specs[name]).told():
            if wanted.holds(datetime.fromtimestamp(found.at, UTC)):
                yield found


def _money(name: str, amount: Amount) -> Row:
    return {f"{name}_cents": amount.cents, name: str(amount)}


def _ledger(store: Store, wanted: Excerpt, specs: Mapping[str, TableSpec]) -> Iterator[Row]:
    times, after, moneys = _Times(store), 0, Moneys(specs.values(), house_currency(store))
    while found := store.entries(after=after, limit=PAGE):
        for item in found:
            time, entry = times.of(item.position), item.entry
            if wanted.holds(time) and _concerns(wanted.table, entry.source, entry.target):
                yield {
                    "entry": item.number,
                    "command": item.position,
                    "time": time,
                    "source": entry.source,
                    "target": entry.target,
                    "cents": entry.amount.cents,
                    "amount": str(entry.amount),
                    "money": moneys.of_entry(entry),
                    "why": entry.why,
                }
        after = found[-1].number


def _concerns(table: str | None, *accounts: str) -> bool:
    """Whether an entry touches the inventory or the layout of a table."""
    own = (f"table:{table}", f"pending:{table}:")
    return table is None or any(account == own[0] or account.startswith(own[1]) for account in accounts)


def _meters(store: Store, wanted: Excerpt, specs: Mapping[str, TableSpec]) -> Iterator[Row]:
    named = None if wanted.table is None else set(specs[wanted.table].meters.values())
    times, after, moneys = _Times(store), 0, Moneys(specs.values(), house_currency(store))
    while found := store.meter_moves(after=after, limit=PAGE):
        for move in found:
            time = times.of(move.position)
            if wanted.holds(time) and (named is None or move.meter in named):
                cents = move.microcents // MICROCENTS_PER_CENT
                yield {
                    "move": move.number,
                    "command": move.position,
                    "time": time,
                    "meter": move.meter,
                    "kind": str(move.kind),
                    "microcents": move.microcents,
                    "cents": cents,
                    "amount": str(Amount(cents)),
                    "money": moneys.of_meter(move.meter),
                }
        after = found[-1].number


_ROWS: dict[What, Callable[[Store, Excerpt, Mapping[str, TableSpec]], Iterator[Row]]] = {
    What.HANDS: _hands,
    What.LEDGER: _ledger,
    What.METERS: _meters,
}


class _Stamp(msgspec.Struct, frozen=True):
    time: int


class _Times:
    """The times of commands, from the log entries written with them; commands are asked for in their order."""

    def __init__(self, store: Store) -> None:
        self._entries = _log(store)
        self._position, self._time = 0, 0
        self._ahead = next(self._entries, None)

    def of(self, position: int) -> datetime:
        """When a command was done; one that logged nothing has the time of the one before it."""
        while self._ahead is not None and self._ahead[0] <= position:
            if self._ahead[0] != self._position:
                self._position = self._ahead[0]
                self._time = msgspec.json.decode(self._ahead[1], type=_Stamp).time
            self._ahead = next(self._entries, None)
        return datetime.fromtimestamp(self._time / 1000, UTC)


def _log(store: Store) -> Iterator[tuple[int, bytes]]:
    first = 0
    while found := store.log_rows(first, PAGE):
        yield from ((row.position, row.entry) for row in found)
        first = found[-1].number + 1
