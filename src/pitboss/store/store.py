"""A store: one append for each command, and everything that can be read back."""

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, delete
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pitboss.money import Amount
from pitboss.rulebooks.codec import know_types
from pitboss.store import schema
from pitboss.store.appending import touch
from pitboss.store.coach_books import CoachBooks
from pitboss.store.commit import Commit, Committed, KeptCare, check_names
from pitboss.store.counted import Counted
from pitboss.store.engines import Engines, open_engines, translated
from pitboss.store.lessons import Lessons
from pitboss.store.meters import MeterState
from pitboss.store.migrating import migrate
from pitboss.store.people import Change, People
from pitboss.store.purses import Purses
from pitboss.store.reading import Records
from pitboss.store.reading_log import Tile
from pitboss.store.writer import Observe, Writer


def unobserved(size: int, seconds: float) -> None:
    """Nobody wants to know how long transactions take."""


def open_store(url: str, create: bool = True, observe: Observe = unobserved) -> "Store":
    """Opens a database, brings its schema up to date, and starts its writer.

    `url` is `sqlite:///file` or `postgresql://user@host/name`. `observe` is told of every transaction. `NewerDatabase`
    and `StoreUnavailable` say in one line why a database cannot be opened.
    """
    engines = open_engines(url, create)
    try:
        with translated():
            migrate(engines, create)
    except BaseException:
        engines.dispose()
        raise
    store = Store(engines, observe)
    store.learn_rulebooks()
    return store


class Store(Records):
    """An open database. Safe to use from any thread; `close` it, or use it in a `with` statement."""

    def __init__(self, engines: Engines, observe: Observe = unobserved) -> None:
        super().__init__(engines.read)
        self._engines = engines
        know_types()
        self._writer = Writer(engines, observe)
        self.people = People(engines.read, self._change)
        self.lessons = Lessons(self.people.reading, self._change)
        self.coach_books = CoachBooks(self.people.reading, self._change)
        self.counted = Counted(self.people.reading, self._change)
        self.purses = Purses(self._reading)

    def submit(self, commit: Commit) -> "Future[Committed]":
        """Queues a commit; the future is done when it is on the disk. For `asyncio.wrap_future` and the like."""
        check_names(commit)
        return self._writer.submit(commit)

    def append(self, commit: Commit) -> Committed:
        """Writes everything that follows from a command, or nothing of it.

        A command done before gets its first outcome. `Conflict`: decide again on what is there now. `Refused`: the
        money is not there, or the id was used for something else. `StoreUnavailable`: send it again later, same id.
        """
        return self.submit(commit).result()

    def latest_balance(self, account: str) -> Amount:
        """What an account holds as the writer knows it, which may be writing just now, or be behind another process.

        Good enough to decide on, and no question to the database, if the commit names it among its `reads`.
        """
        cents = self._writer.known.balances.get(account)
        return self.balance(account) if cents is None else Amount(cents)

    def latest_meters(self, names: Collection[str]) -> dict[str, MeterState]:
        """Meters as the writer knows them; what a commit moves of them is held against them as they are then."""
        known = self._writer.known.meters
        found = {name: meter for name in names if (meter := known.get(name)) is not None}
        return found if len(found) == len(names) else self.meters(names)

    def latest_care(self, name: str) -> KeptCare:
        """What a player has chosen as the writer knows it; what a commit is decided on is held against it as it is."""
        return self._writer.known.cares.get(name) or self.care(name)

    def logged_on(self, name: str, at: int) -> None:
        """Someone signed in."""

        def keep(connection: Connection) -> None:
            table = schema.log_ons
            insert = sqlite_insert if connection.dialect.name == "sqlite" else postgresql_insert
            row = insert(table).values(name=name, at=at, before=0)
            connection.execute(
                row.on_conflict_do_update(index_elements=["name"], set_={"before": table.c.at, "at": at})
            )

        self._change(keep)

    def forget_care(self, name: str) -> None:
        """Nothing more is kept of a guest who is gone."""

        def forget(connection: Connection) -> None:
            for table in (schema.care, schema.log_ons):
                connection.execute(delete(table).where(table.c.name == name))

        self._change(forget)

    def keep_tiles(self, tiles: Sequence[Tile]) -> None:
        """Keeps tiles of the tree over the log; those that another process was first with stay as they are."""

        def keep(connection: Connection) -> None:
            insert = sqlite_insert if connection.dialect.name == "sqlite" else postgresql_insert
            rows = [tile._asdict() for tile in tiles]
            connection.execute(insert(schema.tiles).on_conflict_do_nothing(), rows)

        self._change(keep)

    def check(self) -> None:
        """Raises `StoreUnavailable` while the database takes no writes: after one failed, another finds out."""
        if self._writer.failing:
            self._change(touch)

    def close(self) -> None:
        """Writes what waits and closes every connection."""
        self._writer.close()
        self._engines.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def _change(self, change: Change) -> Any:
        return self._writer.submit(change).result()
