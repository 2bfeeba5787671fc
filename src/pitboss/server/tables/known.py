"""The tables of a store as one process knows them: read once, kept up by what it does and hears."""

import logging
from collections.abc import Collection

import msgspec

from pitboss.audit.format import RulebookTaken
from pitboss.books.stream import StreamEvent, read_event
from pitboss.books.table_spec import TableSpec, read_spec, terms_of, usable
from pitboss.rulebooks import Refused, RulebookError, UnknownRulebook
from pitboss.server.tables.live import Live, after, opened
from pitboss.server.tables.snapshots import read_snapshot
from pitboss.store import Store, StoreError
from pitboss.store.reading import Standing

LONGEST_SHOWN = 64  # of a name that somebody asked for

logger = logging.getLogger("pitboss.room")


class NoSuchTable(LookupError):
    """There is no table of that name."""


class KnownTables:
    """Every table as this process last knew it, and when the house looks at each one next."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.look: dict[str, int] = {}  # at which second the house looks at a table next
        self.shut: dict[str, str] = {}  # tables whose rulebook is not here as it was, and what is wrong
        self._lives: dict[str, Live] = {}
        self._closed: set[str] = set()  # closed for good: by their names alone, for there are more with every day
        self._named: int | None = None  # the position up to which every table's name was heard

    def names(self) -> list[str]:
        """Every table that is open here; those there were at the start are read all at once."""
        if self._named is None:
            position, streams = self.store.position(), self.store.standing()
        else:
            position, moved = self.store.moved_after(self._named)
            heard = self._lives.keys() | self.shut.keys() | self._closed
            streams = [self._standing(name) for name in moved if name not in heard]
        for stream in streams:
            if stream.name not in self._lives and not self.stays_shut(stream.name, stream.header):
                self._open_up(stream)
        self._named = position
        return sorted(name for name, live in list(self._lives.items()) if not live.closed and name not in self.shut)

    def _standing(self, name: str) -> Standing:
        snapshot = self.store.snapshot(name) or (None, None)
        return Standing(name, self.store.next_sequence(name), self.store.header(name) or "", *snapshot)

    def forget_closed(self, watched: Collection[str]) -> None:
        """Keeps of tables that are closed, and that nobody watches, nothing but the name; they can be read again."""
        gone = {name for name, live in list(self._lives.items()) if live.closed and name not in watched}
        self._closed |= gone
        for name in gone:
            del self._lives[name]
            self.look.pop(name, None)

    def get(self, name: str) -> Live | None:
        """A table, if this process has ever known it."""
        return self._lives.get(name)

    def live(self, name: str) -> Live:
        """A table as this process last knew it; read from the store if it never did."""
        known = self._lives.get(name)
        return known if known is not None else self.take(self.load(name))

    def take(self, live: Live, look: int | None = 0) -> Live:
        """Takes a table as it stands; the house looks at it at the given second, or not by itself."""
        name = live.spec.name
        self._lives[name] = live
        if look is None:
            self.look.pop(name, None)
        else:
            self.look[name] = look
        return live

    def load(self, name: str) -> Live:
        """A table as the store has it."""
        header = self.store.header(name)
        if header is None:
            raise NoSuchTable(f"there is no table {name[:LONGEST_SHOWN]}")
        _next, snapshot = self.store.snapshot(name) or (None, None)
        live = _kept(read_spec(header), snapshot)
        return after(live, self.events(live))

    def events(self, live: Live) -> list[StreamEvent]:
        """What happened at a table after the moment it is known at."""
        events = [read_event(stored) for stored in self.store.events(live.spec.name, live.next)]
        if any(isinstance(event, RulebookTaken) for event in events):
            self.store.learn_rulebooks()  # another server may have kept it
        return events

    def stays_shut(self, name: str, header: str) -> bool:
        """Whether a table's rulebook is missing or has changed; `shut` then says so, and the other tables go on."""
        if name not in self._lives and name not in self.shut:
            try:
                if not usable(read_spec(header)):
                    self.store.learn_rulebooks()  # another server may have kept it
                terms_of(read_spec(header))
            except (UnknownRulebook, RulebookError, Refused, msgspec.MsgspecError) as error:
                self._shut(name, str(error))
        return name in self.shut

    def _open_up(self, stream: Standing) -> None:
        """Reads a table; one that cannot be read stays shut, and the others go on."""
        try:
            live = _kept(read_spec(stream.header), stream.snapshot)
            self.take(after(live, self.events(live)) if live.next < stream.next else live)
        except StoreError:
            raise
        except Exception as error:  # whatever is wrong with what is kept of one table is that table's affair
            logger.exception("a table cannot be read", extra={"table": stream.name})
            self._shut(stream.name, f"what is kept of it cannot be read ({type(error).__name__})")

    def _shut(self, name: str, why: str) -> None:
        self.shut[name] = f"table {name} stays shut: {why}"
        logger.error("a table stays shut", extra={"table": name, "why": why})


def _kept(spec: TableSpec, snapshot: bytes | None) -> Live:
    """A table as its snapshot has it, or as it opened."""
    return (read_snapshot(spec, snapshot) if snapshot is not None else None) or opened(spec)
