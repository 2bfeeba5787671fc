"""The close of a shift: each table's opener, closer, fills, credits and win, the cage's drop, and who signed for it.

The opener and the closer of a table are what its inventory held when the shift began and when it ended, by the ledger.
Chips are bought at the cage, so that the drop is the house's and no table's.
"""

import hashlib
from datetime import UTC, datetime

import msgspec

from pitboss.audit.desk_format import ShiftSigned
from pitboss.audit.format import TableClosed, canonical
from pitboss.books.counting import HOUR
from pitboss.books.desk import SHIFTS, DeskQuery, DeskRow, chosen_hours, report, shift_starts
from pitboss.books.exports import read_time
from pitboss.books.papers import SHIFTS as SIGNED
from pitboss.books.papers import file_paper, papers
from pitboss.books.stream import read_event
from pitboss.books.table_spec import TableSpec, read_spec, refused
from pitboss.money import Amount
from pitboss.store import Store, table_account
from pitboss.store.counted import DAY, By


class ShiftTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a shift: who opened and who closed it, its dealers, its inventory at both ends, and its figures."""

    table: str
    opened_by: str
    closed_by: str
    dealers: list[str]
    opener: Amount
    closer: Amount
    figures: DeskRow


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """Who signed, when, in which entry of the log; `holds` while the figures are those that were signed."""

    by: str
    at: int  # milliseconds
    entry: int
    holds: bool


class ShiftClose(msgspec.Struct, frozen=True, kw_only=True):
    """A shift from a second to another; its sums are one for each money."""

    since: int
    until: int
    over: bool
    tables: list[ShiftTable]
    totals: list[DeskRow]
    digest: str
    signatures: list[Signature]


def shift_close(store: Store, begins: str, now: int, shifts: str = SHIFTS) -> ShiftClose:
    """The close of the shift that begins at an hour; `Refused` where none begins. `now` is in seconds."""
    since, until = _bounds(begins, shifts)
    hours = {
        "since": datetime.fromtimestamp(since, UTC).isoformat(),
        "until": datetime.fromtimestamp(until, UTC).isoformat(),
    }
    wanted = DeskQuery(**hours)
    found = report(store, wanted, By.TABLE)
    dealers: dict[str, list[str]] = {}
    for row in store.counted.play(chosen_hours(wanted), By.DEALER):
        dealers.setdefault(row["stream"], []).extend([row["name"]] if row["name"] else [])
    specs = {name: read_spec(header) for name, header in store.streams().items()}
    ends = [store.position_at(second * 1000) for second in (since, until)]
    tables = [_table(store, specs[row.name], row, dealers.get(row.name, []), ends) for row in found.rows]
    told = [msgspec.to_builtins(each, enc_hook=str) for each in (*tables, *found.totals)]
    digest = hashlib.sha256(canonical(told)).hexdigest()
    return ShiftClose(
        since=since,
        until=until,
        over=now >= until,
        tables=tables,
        totals=found.totals,
        digest=digest,
        signatures=[
            Signature(by=entry.actor, at=entry.time, entry=number, holds=entry.payload["digest"] == digest)
            for number, entry in papers(store, SIGNED, f"{since}-{until}")
        ],
    )


def sign_shift(store: Store, begins: str, by: str, time: int, shifts: str = SHIFTS) -> ShiftClose:
    """Someone answers for the close of a shift that is over, once for the same figures; `time` is in milliseconds."""
    found = shift_close(store, begins, time // 1000, shifts)
    if not found.over:
        end = f"{datetime.fromtimestamp(found.until, UTC):%H:%M} UTC"
        raise refused("the shift", "a signature", f"one after its end at {end}", says=f"The shift goes on until {end}.")
    win = {"play money" if row.practice else row.currency.code: row.win for row in found.totals}
    told = ShiftSigned(since=found.since, until=found.until, digest=found.digest, win=win)
    file_paper(store, SIGNED, f"{found.since}-{found.until}", told, by, time, found.digest[:16])
    return shift_close(store, begins, time // 1000, shifts)


def _bounds(begins: str, shifts: str) -> tuple[int, int]:
    starts, begin = shift_starts(shifts), read_time(begins)
    hour = int(begin.timestamp()) // HOUR
    if hour * HOUR != begin.timestamp() or hour % DAY not in starts:
        allowed = f"a time at which a shift begins: {', '.join(f'{start:02}:00' for start in starts)}, UTC"
        raise refused("the shift", begins, allowed)
    later = [start for start in starts if start > hour % DAY]
    length = (later[0] if later else starts[0] + DAY) - hour % DAY
    return hour * HOUR, (hour + length) * HOUR


def _table(store: Store, spec: TableSpec, row: DeskRow, dealers: list[str], ends: list[int]) -> ShiftTable:
    opener, closer = (store.balance_before(table_account(spec.name), position) for position in ends)
    return ShiftTable(
        table=spec.name,
        opened_by=spec.owner,
        closed_by=_closer(store, spec.name),
        dealers=sorted(dealers),
        opener=opener,
        closer=closer,
        figures=row,
    )


def _closer(store: Store, table: str) -> str:
    """Who closed a table, which is the last thing that happens there; nobody while it is open."""
    last = store.events(table, store.next_sequence(table) - 1, 1)
    return last[0].actor if last and isinstance(read_event(last[0]), TableClosed) else ""
