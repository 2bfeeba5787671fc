"""What a store can be asked. Reading never waits for writing."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, bindparam, func, or_, select

from pitboss.audit import Frontier
from pitboss.money import Amount
from pitboss.store import schema
from pitboss.store.appending import read_tree
from pitboss.store.commit import Committed
from pitboss.store.engines import translated
from pitboss.store.ledger import Entry
from pitboss.store.lookups import named
from pitboss.store.meters import DISPLAYED, MeterState, MoveKind
from pitboss.store.reconciling import discrepancies

PAGE = 1000

# Asked for so often that to build them anew would cost more than to run them.
_METERS = select(schema.meters).order_by(schema.meters.c.name)
_POSITION = select(schema.tip.c.position)
# By position alone and in its order: told anything of streams, SQLite would walk through the index of all of them.
_MOVED = select(schema.log.c.stream, schema.log.c.sequence).where(schema.log.c.position > bindparam("position"))
_MOVED = _MOVED.order_by(schema.log.c.position, schema.log.c.number)
_NEXTS = select(schema.streams.c.name, schema.streams.c.next).order_by(schema.streams.c.name)
_STANDING = select(schema.streams, schema.snapshots.c.next, schema.snapshots.c.state).outerjoin(schema.snapshots)
_BALANCE = select(schema.accounts.c.cents).where(schema.accounts.c.name == bindparam("account"))


class Standing(NamedTuple):
    """A stream as it stands: its next sequence number, and its latest snapshot with the number to read on from."""

    name: str
    next: int
    header: str
    snapshot_next: int | None
    snapshot: bytes | None


class StoredEvent(msgspec.Struct, frozen=True):
    """An event of a stream, as its entry in the log tells it: by whom, at which millisecond, and what, as JSON."""

    sequence: int
    position: int
    actor: str
    time: int
    event: msgspec.Raw


class _Told(msgspec.Struct, frozen=True):
    """What of an entry of the log concerns a stream; all else is passed over."""

    actor: str
    time: int
    payload: msgspec.Raw


_TOLD = msgspec.json.Decoder(_Told)


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry of the ledger, and the command that brought it."""

    number: int
    position: int
    entry: Entry


class StoredMove(msgspec.Struct, frozen=True):
    """A move of a meter, and the command that brought it."""

    number: int
    position: int
    meter: str
    kind: MoveKind
    microcents: int


class StoredLogEntry(msgspec.Struct, frozen=True):
    """An entry of the audit log, and the command that brought it."""

    number: int
    position: int
    entry: bytes


class LogState(msgspec.Struct, frozen=True):
    """How many entries the audit log has, and the tree over them."""

    size: int
    tree: Frontier


class Records:
    """The reading side of a store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translated(), self._engine.begin() as connection:
            yield connection

    # Streams and commands

    def streams(self) -> dict[str, str]:
        """The header of every stream, by name."""
        with self._reading() as connection:
            table = schema.streams
            rows = connection.execute(select(table.c.name, table.c.header).order_by(table.c.name))
            return {row.name: row.header for row in rows}

    def nexts(self) -> dict[str, int]:
        """The sequence number the next event of every stream will have, by name."""
        with self._reading() as connection:
            return {row.name: row.next for row in connection.execute(_NEXTS)}

    def standing(self) -> list[Standing]:
        """Every stream as it stands, read at once."""
        with self._reading() as connection:
            return [Standing(*row) for row in connection.execute(_STANDING)]

    def header(self, stream: str) -> str | None:
        """What a stream is; None if there is no such stream."""
        with self._reading() as connection:
            table = schema.streams
            return connection.scalar(select(table.c.header).where(table.c.name == stream))

    def next_sequence(self, stream: str) -> int:
        """The sequence number the next event of a stream will have; 0 of a stream that is not there."""
        with self._reading() as connection:
            table = schema.streams
            return connection.scalar(select(table.c.next).where(table.c.name == stream)) or 0

    def events(self, stream: str, first: int = 0, limit: int | None = None) -> list[StoredEvent]:
        """The events of a stream from a sequence number on."""
        table = schema.log
        query = select(table.c.sequence, table.c.position, table.c.entry)
        query = query.where(table.c.stream == stream, table.c.sequence >= first)
        with self._reading() as connection:
            return [_event(*row) for row in connection.execute(query.order_by(table.c.sequence).limit(limit))]

    def moved_after(self, position: int) -> tuple[int, dict[str, int]]:
        """The position of the latest command, and how far the streams go that moved after an earlier position.

        This is how a process hears what the others did, without reading again what it wrote itself.
        """
        with self._reading() as connection:
            latest = int(connection.scalars(_POSITION).one())
            moved = connection.execute(_MOVED, {"position": position}).all() if latest > position else ()
            return latest, {stream: sequence + 1 for stream, sequence in moved if stream is not None}

    def position(self) -> int:
        """The position of the latest command."""
        with self._reading() as connection:
            return int(connection.scalars(_POSITION).one())

    def snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The latest snapshot of a stream: the sequence number to read on from, and the state up to there."""
        with self._reading() as connection:
            table = schema.snapshots
            row = connection.execute(select(table.c.next, table.c.state).where(table.c.stream == stream)).one_or_none()
            return (row.next, row.state) if row else None

    def outcome(self, client: str, command: str) -> Committed | None:
        """What became of a command, if it was done."""
        table = schema.commands
        query = select(table).where(table.c.client == client, table.c.command == command)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
            return Committed(row.position, row.outcome, row.next, repeated=True) if row else None

    # Money

    def balance(self, account: str) -> Amount:
        """What an account holds; an account never heard of holds nothing."""
        with self._reading() as connection:
            return Amount(connection.scalar(_BALANCE, {"account": account}) or 0)

    def held(self, accounts: Collection[str]) -> tuple[int, dict[str, Amount]]:
        """What some accounts hold after the command of a position, and it; an account never heard of is left out."""
        with self._reading() as connection:
            position = int(connection.scalars(_POSITION).one())
            return position, {row.name: Amount(row.cents) for row in named(connection, schema.accounts, accounts)}

    def balances(self, kind: str = "") -> dict[str, Amount]:
        """All balances other than zero, or those of one kind of account."""
        table = schema.accounts
        query = select(table).where(table.c.cents != 0).order_by(table.c.name)
        if kind:
            query = query.where(or_(table.c.name == kind, table.c.name.startswith(f"{kind}:", autoescape=True)))
        with self._reading() as connection:
            return {row.name: Amount(row.cents) for row in connection.execute(query)}

    def entries(self, account: str | None = None, after: int = 0, limit: int = PAGE) -> list[StoredEntry]:
        """The entries that touch an account (or all), from after an entry number."""
        table = schema.entries
        query = select(table).where(table.c.number > after).order_by(table.c.number).limit(limit)
        if account is not None:
            query = query.where(or_(table.c.source == account, table.c.target == account))
        with self._reading() as connection:
            return [
                StoredEntry(row.number, row.position, Entry(row.source, row.target, Amount(row.cents), row.why))
                for row in connection.execute(query)
            ]

    def meter(self, name: str) -> MeterState | None:
        """A meter as it stands."""
        return self.meters([name]).get(name)

    def meters(self, names: Iterable[str] | None = None) -> dict[str, MeterState]:
        """Meters as they stand, by name: those named, or every one."""
        with self._reading() as connection:
            rows = connection.execute(_METERS) if names is None else named(connection, schema.meters, set(names))
            return {row.name: MeterState(*row) for row in rows}

    def meter_moves(self, meter: str | None = None, after: int = 0, limit: int = PAGE) -> list[StoredMove]:
        """The moves of a meter (or all), from after a move number."""
        table = schema.meter_moves
        query = select(table).where(table.c.number > after)
        if meter is not None:
            query = query.where(table.c.meter == meter)
        with self._reading() as connection:
            rows = connection.execute(query.order_by(table.c.number).limit(limit))
            return [StoredMove(row.number, row.position, row.meter, MoveKind(row.kind), row.microcents) for row in rows]

    def displayed_after(self, meter: str, position: int) -> int:
        """What a meter displayed after a command, in microcents."""
        table = schema.meter_moves
        query = select(table.c.kind, func.sum(table.c.microcents)).where(
            table.c.meter == meter, table.c.position <= position
        )
        with self._reading() as connection:
            moved = connection.execute(query.group_by(table.c.kind)).all()
        return sum(DISPLAYED[MoveKind(kind)] * int(total) for kind, total in moved)

    # The audit log

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

    def log_rows(self, first: int = 0, limit: int = PAGE) -> list[StoredLogEntry]:
        """The entries of the audit log from a number on, each with the command that brought it."""
        table = schema.log
        query = select(table).where(table.c.number >= first).order_by(table.c.number).limit(limit)
        with self._reading() as connection:
            return [StoredLogEntry(row.number, row.position, row.entry) for row in connection.execute(query)]

    def log_state(self) -> LogState:
        """The size of the audit log and the tree over it."""
        with self._reading() as connection:
            row = connection.execute(select(schema.tip.c.log_size, schema.tip.c.log_state)).one()
            return LogState(row.log_size, read_tree(row.log_state))

    def reconcile(self) -> list[str]:
        """Everything that does not add up, one line each; empty when the books are right."""
        with self._reading() as connection:
            return discrepancies(connection)


def _event(sequence: int, position: int, entry: bytes) -> StoredEvent:
    told = _TOLD.decode(entry)
    return StoredEvent(sequence, position, told.actor, told.time, told.payload)
