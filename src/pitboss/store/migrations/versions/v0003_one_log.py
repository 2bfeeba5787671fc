"""One log: the events of tables are entries of the log, found there by stream and number; `events` goes.

Before, an event stood in `events` and, but for what only the room had to know, once more in the log, where entries
were kept without their numbers. Now every entry is kept in the bytes that are hashed. What only `events` had told is
added to the log's end, in streams of its own (`carried/` and the name of the table); the tree over what was there stays
as it is.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from pitboss.audit import Draft, EntryKind, Frontier, leaf_hash
from pitboss.audit.format import canonical
from pitboss.store.errors import StoreError

revision = "0003"
down_revision = "0002"

PAGE = 1000
RENAMED = {"progressions-set": "progressions-taken"}
CARRIED = "carried/"
LOG = sa.table(
    "log", *map(sa.column, ("number", "position", "entry", "stream", "sequence"))
)  # fmt: skip
EVENTS = sa.table("events", *map(sa.column, ("stream", "sequence", "position", "event")))


class _Draft(msgspec.Struct, frozen=True):
    """An entry as it was kept."""

    kind: EntryKind
    stream: str
    time: int
    actor: str
    rulebook: str | None
    payload: msgspec.Raw


class _Tip(msgspec.Struct, frozen=True):
    """The state of the tree as it was kept."""

    tree: Frontier = Frontier()


class _Tagged(msgspec.Struct, frozen=True):
    event: str = ""


class _Carrier:
    """Brings the log over, entry by entry."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self.tree = Frontier()
        self.sizes: dict[str, int] = {}
        self.time = 0

    def carry(self) -> None:
        """Numbers every entry and finds the event of a table that it is."""
        for position, rows in _by_position(self._connection):
            drafts = [msgspec.json.decode(row.entry, type=_Draft) for row in rows]
            found = self._match(position, drafts)
            changes = []
            for place, (row, draft) in enumerate(zip(rows, drafts, strict=True)):
                stream, sequence = found.get(place, (None, None))
                entry = self._numbered(draft, bytes(draft.payload))
                changes.append({"at": row.number, "entry": entry, "stream": stream, "sequence": sequence})
            self._connection.execute(_CHANGE, changes)

    def _match(self, position: int, drafts: list[_Draft]) -> dict[int, tuple[str, int]]:
        """Which entries of a command are which events of its table: both have the same order."""
        found: dict[int, tuple[str, int]] = {}
        query = sa.select(EVENTS).where(EVENTS.c.position == position).order_by(EVENTS.c.stream, EVENTS.c.sequence)
        tags = [msgspec.json.decode(draft.payload, type=_Tagged).event for draft in drafts]
        next = 0
        for event in self._connection.execute(query):
            tag = _tag_of(event.event)
            if tag in tags[next:]:
                place = tags.index(tag, next)
                found[place] = (event.stream, event.sequence)
                next = place + 1
        return found

    def _numbered(self, draft: _Draft, payload: bytes) -> bytes:
        size = self.sizes[draft.stream] = self.sizes.get(draft.stream, 0) + 1
        self.time = max(self.time, draft.time)
        numbered = Draft(
            kind=draft.kind,
            stream=draft.stream,
            time=draft.time,
            actor=draft.actor,
            rulebook=draft.rulebook,
            payload=payload,
        ).numbered(self.tree.size, size)
        self.tree = self.tree.plus(leaf_hash(numbered))
        return numbered

    def add(self, event: Any, position: int) -> None:
        """An event that only its stream had told of comes at the log's end, under the number it had there."""
        draft = _Draft(EntryKind.EVENT, f"{CARRIED}{event.stream}", self.time, "system", None, msgspec.Raw(b""))
        row = {"number": self.tree.size, "position": position, "stream": event.stream, "sequence": event.sequence}
        self._connection.execute(sa.insert(LOG), {**row, "entry": self._numbered(draft, _payload(event.event))})


_CHANGED: dict[str, Any] = {name: sa.bindparam(name) for name in ("entry", "stream", "sequence")}
_CHANGE = sa.update(LOG).where(LOG.c.number == sa.bindparam("at")).values(_CHANGED)


def _tag_of(event: str) -> str:
    told: dict[str, Any] = msgspec.json.decode(event)
    tag: str = told["step"]["event"] if told["event"] == "correction-step" else told["event"]
    return RENAMED.get(tag, tag)


def _payload(text: str) -> bytes:
    """An event of the room as it is written now: when it was is told by its entry, but where clocks depend on it."""
    told: dict[str, Any] = msgspec.json.decode(text)
    if told["event"] != "clocks-restarted":
        told.pop("at", None)
    return canonical(told)


def _by_position(connection: sa.Connection) -> Iterator[tuple[int, list[Any]]]:
    """The entries of each command, in the order of the log."""
    held: list[Any] = []
    first = 0
    while True:
        query = sa.select(LOG.c.number, LOG.c.position, LOG.c.entry).where(LOG.c.number >= first)
        page = connection.execute(query.order_by(LOG.c.number).limit(PAGE)).all()
        for row in page:
            if held and held[0].position != row.position:
                yield held[0].position, held
                held = []
            held.append(row)
        if not page:
            break
        first = page[-1].number + 1
    if held:
        yield held[0].position, held


def upgrade() -> None:
    """Brings everything over in the one transaction of all migrations."""
    connection = op.get_bind()
    _guard("log", on=False)
    op.execute("ALTER TABLE log ADD COLUMN stream TEXT CONSTRAINT fk_log_stream REFERENCES streams (name)")
    op.add_column("log", sa.Column("sequence", sa.BigInteger()))
    op.create_table(
        "log_streams",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_log_streams")),
    )
    carrier = _Carrier(connection)
    carrier.carry()
    tip = connection.execute(sa.text("SELECT position, log_state FROM tip")).one()
    if tip.log_state and msgspec.msgpack.decode(tip.log_state, type=_Tip).tree != carrier.tree:
        raise StoreError("the log of this database is not the one its tree was made of; bring back a sound copy")
    told = sa.text("stream IS NOT NULL")
    op.create_index(
        "ix_log_stream_sequence", "log", ["stream", "sequence"], unique=True, sqlite_where=told, postgresql_where=told
    )
    _count(connection, carrier, _add_untold(connection, carrier, tip.position))
    _guard("events", on=False)
    op.drop_table("events")
    if connection.dialect.name == "postgresql":
        op.execute("DROP FUNCTION events_append_only()")
    _guard("log", on=True)


def _add_untold(connection: sa.Connection, carrier: _Carrier, position: int) -> int:
    """Adds what the log did not tell, as one command; the position of the latest command after it."""
    told = sa.and_(LOG.c.stream == EVENTS.c.stream, LOG.c.sequence == EVENTS.c.sequence)
    query = sa.select(EVENTS).outerjoin(LOG, told).where(LOG.c.number.is_(None))
    untold = connection.execute(query.order_by(EVENTS.c.position, EVENTS.c.stream, EVENTS.c.sequence)).all()
    if not untold:
        return position
    names = ("position", "client", "command", "digest", "outcome")
    commands = sa.table("commands", *map(sa.column, names))
    command = dict(zip(names, (position + 1, "room", "one log", b"", b""), strict=True))
    connection.execute(sa.insert(commands), command)
    for event in untold:
        carrier.add(event, position + 1)
    return position + 1


def _count(connection: sa.Connection, carrier: _Carrier, position: int) -> None:
    streams = sa.table("log_streams", sa.column("name"), sa.column("size"))
    if carrier.sizes:
        rows = [{"name": name, "size": size} for name, size in carrier.sizes.items()]
        connection.execute(sa.insert(streams), rows)
    counted = {"position": position, "size": carrier.tree.size, "state": msgspec.msgpack.encode(carrier.tree)}
    connection.execute(sa.text("UPDATE tip SET position = :position, log_size = :size, log_state = :state"), counted)


def _guard(table: str, *, on: bool) -> None:
    """What is written stays written: the triggers that see to it, taken off and put on again."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            if on:
                refusal = f"SELECT RAISE(ABORT, '{table} is only ever added to');"
                op.execute(f"CREATE TRIGGER {table}_{change.lower()} BEFORE {change} ON {table} BEGIN {refusal} END")
            else:
                op.execute(f"DROP TRIGGER {table}_{change.lower()}")
    elif on:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
        )
    else:
        op.execute(f"DROP TRIGGER {table}_append_only ON {table}")
