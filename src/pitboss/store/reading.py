"""What a store can be asked. Reading never waits for writing."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, select

from pitboss.care import NOBODYS
from pitboss.rulebooks import RulebookError, UnknownRulebook, version
from pitboss.rulebooks.versions import learn
from pitboss.store import schema
from pitboss.store.appending import read_care
from pitboss.store.commit import Committed, KeptCare
from pitboss.store.reading_log import POSITION, TOLD
from pitboss.store.reading_money import MoneyRecords
from pitboss.store.reconciling import discrepancies

# Asked for so often that to build them anew would cost more than to run them.
# By position alone and in its order: told anything of streams, SQLite would walk through the index of all of them.
_MOVED = select(schema.log.c.stream, schema.log.c.sequence).where(schema.log.c.position > bindparam("position"))
_MOVED = _MOVED.order_by(schema.log.c.position, schema.log.c.number)
_NEXTS = select(schema.streams.c.name, schema.streams.c.next).order_by(schema.streams.c.name)
_STANDING = select(schema.streams, schema.snapshots.c.next, schema.snapshots.c.state).outerjoin(schema.snapshots)
_CARE = select(schema.care).where(schema.care.c.name == bindparam("name"))


class Standing(NamedTuple):
    """A stream as it stands: its next sequence number, and its latest snapshot with the number to read on from."""

    name: str
    next: int
    header: str
    snapshot_next: int | None
    snapshot: bytes | None


class Outcome(NamedTuple):
    """A command of some client, by its id, and what became of it."""

    command: str
    outcome: bytes


class StoredEvent(msgspec.Struct, frozen=True):
    """An event of a stream, as its entry in the log tells it: by whom, at which millisecond, and what, as JSON."""

    sequence: int
    position: int
    actor: str
    time: int
    event: msgspec.Raw


class Records(MoneyRecords):
    """The reading side of a store."""

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

    def numbers(self, stream: str, first: int, last: int) -> tuple[int, int]:
        """The numbers in the log of two events of a stream."""
        table = schema.log
        query = select(table.c.number).where(table.c.stream == stream, table.c.sequence.in_([first, last]))
        with self._reading() as connection:
            found = connection.scalars(query.order_by(table.c.sequence)).all()
            return found[0], found[-1]

    def moved_after(self, position: int) -> tuple[int, dict[str, int]]:
        """The position of the latest command, and how far the streams go that moved after an earlier position.

        This is how a process hears what the others did, without reading again what it wrote itself.
        """
        with self._reading() as connection:
            latest = int(connection.scalars(POSITION).one())
            moved = connection.execute(_MOVED, {"position": position}).all() if latest > position else ()
            return latest, {stream: sequence + 1 for stream, sequence in moved if stream is not None}

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

    def outcomes(self, client: str, but: Collection[str] = ()) -> list[Outcome]:
        """What became of a client's commands, in their order, but for those whose ids other clients have used, too."""
        table, other = schema.commands, schema.commands.alias()
        used = select(other.c.command).where(other.c.client.in_(but))
        query = select(table).where(table.c.client == client, table.c.command.not_in(used))
        with self._reading() as connection:
            rows = connection.execute(query.order_by(table.c.position)).all()
            return [Outcome(row.command, row.outcome) for row in rows]

    def log_streams(self, prefix: str) -> list[str]:
        """What follows a prefix in the names of the log's streams that begin with it."""
        name = schema.log_streams.c.name
        with self._reading() as connection:
            found = connection.scalars(select(name).where(name.startswith(prefix, autoescape=True)).order_by(name))
            return [stream.removeprefix(prefix) for stream in found]

    # Duty of care

    def care(self, name: str) -> KeptCare:
        """What a player has chosen for his own protection."""
        with self._reading() as connection:
            row = connection.execute(_CARE, {"name": name}).one_or_none()
            return KeptCare(name, 0, NOBODYS) if row is None else read_care(name, row.version, row.state)

    def excluded(self, at: int) -> frozenset[str]:
        """Everyone who is excluded at a time."""
        with self._reading() as connection:
            table = schema.care
            return frozenset(connection.scalars(select(table.c.name).where(table.c.excluded_until > at)))

    def log_on(self, name: str) -> tuple[int, int]:
        """When someone last signed in, and when before that; 0 for never."""
        with self._reading() as connection:
            table = schema.log_ons
            row = connection.execute(select(table).where(table.c.name == name)).one_or_none()
            return (0, 0) if row is None else (row.at, row.before)

    # Rulebooks

    def rulebooks(self) -> dict[str, str]:
        """The versions of rulebooks that are kept: the id of each, by its hash."""
        table = schema.rulebooks
        with self._reading() as connection:
            return {row.hash: row.id for row in connection.execute(select(table.c.hash, table.c.id))}

    def learn_rulebooks(self) -> None:
        """Lets the program know of every version that is kept here and is not at hand otherwise."""
        for hash, id in self.rulebooks().items():
            try:
                version(id, hash)
            except (RulebookError, UnknownRulebook):
                with self._reading() as connection:
                    query = select(schema.rulebooks.c.files).where(schema.rulebooks.c.hash == hash)
                    learn(msgspec.json.decode(connection.scalars(query).one(), type=dict[str, str]))

    def reconcile(self) -> list[str]:
        """Everything that does not add up, one line each; empty when the books are right."""
        with self._reading() as connection:
            return discrepancies(connection)


def _event(sequence: int, position: int, entry: bytes) -> StoredEvent:
    told = TOLD.decode(entry)
    return StoredEvent(sequence, position, told.actor, told.time, told.payload)
