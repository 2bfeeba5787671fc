"""What of the audit log a store can be asked, with the tree over it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, func, select

from pitboss.audit import Frontier
from pitboss.store import schema
from pitboss.store.appending import read_tree
from pitboss.store.engines import translated
from pitboss.store.errors import StoreUnavailable
from pitboss.store.reconciling import page_faults

PAGE = 1000

# Asked for so often that to build it anew would cost more than to run it.
POSITION = select(schema.tip.c.position)


class Told(msgspec.Struct, frozen=True):
    """What of an entry of the log concerns a stream; all else is passed over."""

    actor: str
    time: int
    payload: msgspec.Raw


TOLD = msgspec.json.Decoder(Told)


class StoredLogEntry(msgspec.Struct, frozen=True):
    """An entry of the audit log, and the command that brought it."""

    number: int
    position: int
    entry: bytes


class Tile(NamedTuple):
    """256 hashes of the tree over the log, one after the other, and what its reader knew at the end of them."""

    level: int
    number: int
    hashes: bytes
    state: bytes


class LogState(msgspec.Struct, frozen=True):
    """How many entries the audit log has, and the tree over them."""

    size: int
    tree: Frontier


class LogRecords:
    """The reading side of a store as far as the log."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(), self._engine.begin() as connection:
            yield connection

    def position(self) -> int:
        """The position of the latest command."""
        with self._reading() as connection:
            return int(connection.scalars(POSITION).one())

    def position_at(self, time: int) -> int:
        """The position of the first command at or after a time in milliseconds; beyond the last if there is none."""
        return self._first_at(time)[1]

    def size_at(self, time: int) -> int:
        """How many entries of the log come before a time in milliseconds."""
        return self._first_at(time)[0]

    def _first_at(self, time: int) -> tuple[int, int]:
        """Number and position of the first entry at or after a time, by halving: the log is in the order of time."""
        table = schema.log
        with self._reading() as connection:
            low, high = 0, int(connection.scalars(select(schema.tip.c.log_size)).one())
            found = int(connection.scalars(POSITION).one()) + 1
            while low < high:
                middle = (low + high) // 2
                query = select(table.c.position, table.c.entry).where(table.c.number == middle)
                position, entry = connection.execute(query).one()
                if TOLD.decode(entry).time >= time:
                    high, found = middle, position
                else:
                    low = middle + 1
            return low, found

    def log(self, first: int = 0, limit: int = PAGE) -> list[bytes]:
        """The entries of the audit log from a number on."""
        table = schema.log
        query = select(table.c.entry).where(table.c.number >= first).order_by(table.c.number).limit(limit)
        with self._reading() as connection:
            return list(connection.scalars(query))

    def log_between(self, first: int, last: int) -> list[tuple[int, bytes]]:
        """The entries of the audit log that commands of these positions brought, each with its number."""
        table = schema.log
        query = select(table.c.number, table.c.entry).where(table.c.position.between(first, last))
        with self._reading() as connection:
            return [(row.number, row.entry) for row in connection.execute(query.order_by(table.c.number))]

    def times(self, positions: Collection[int]) -> dict[int, int]:
        """The milliseconds at which commands were done, by their positions, of those that the log tells of."""
        table, found = schema.log, dict[int, int]()
        wanted = sorted(positions)
        with self._reading() as connection:
            for first in range(0, len(wanted), PAGE):
                some = table.c.position.in_(wanted[first : first + PAGE])
                firsts = select(func.min(table.c.number)).where(some).group_by(table.c.position)
                rows = connection.execute(select(table.c.position, table.c.entry).where(table.c.number.in_(firsts)))
                found |= {row.position: TOLD.decode(row.entry).time for row in rows}
        return found

    def log_rows(self, first: int = 0, limit: int = PAGE) -> list[StoredLogEntry]:
        """The entries of the audit log from a number on, each with the command that brought it."""
        table = schema.log
        query = select(table).where(table.c.number >= first).order_by(table.c.number).limit(limit)
        with self._reading() as connection:
            return [StoredLogEntry(row.number, row.position, row.entry) for row in connection.execute(query)]

    def log_of_no_table(self, first: int = 0, limit: int = PAGE) -> list[StoredLogEntry]:
        """The same of the entries that are no events of a table; all others are passed over in the database."""
        table = schema.log
        query = select(table).where(table.c.number >= first, table.c.stream.is_(None))
        with self._reading() as connection:
            rows = connection.execute(query.order_by(table.c.number).limit(limit))
            return [StoredLogEntry(row.number, row.position, row.entry) for row in rows]

    def log_state(self) -> LogState:
        """The size of the audit log and the tree over it."""
        with self._reading() as connection:
            row = connection.execute(select(schema.tip.c.log_size, schema.tip.c.log_state)).one()
            return LogState(row.log_size, read_tree(row.log_state))

    def damage(self) -> list[str]:
        """What is wrong with the file of the database itself, one line each; it is read from end to end."""
        found: list[str] = []
        try:
            with self._reading() as connection:
                found = page_faults(connection)
        except StoreUnavailable as error:  # a transaction over such pages fails, too, at its end if not before
            return found or [f"the database file is damaged: {error}"]
        return found

    def tile(self, level: int, number: int) -> Tile | None:
        """A tile of the tree over the log, if it was kept."""
        table = schema.tiles
        query = select(table).where(table.c.level == level, table.c.number == number)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
            return Tile(*row) if row else None

    def last_tile(self) -> Tile | None:
        """The last tile over entries that was kept."""
        table = schema.tiles
        query = select(table).where(table.c.level == 0).order_by(table.c.number.desc()).limit(1)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
            return Tile(*row) if row else None
