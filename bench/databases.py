"""Databases to measure on: made for the occasion, empty, with a full sync of every commit."""

import itertools
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from bench.processes import cpu_of_family, parent_of
from pitboss.store import Commit, open_store
from pitboss.store.engines import open_engines

COMMIT_SECONDS = 2.0
TOGETHER = 64  # commits in the queue of the store at a time
KINDS = ("sqlite", "postgresql")
_RELATIONS = """
SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0) FROM pg_class
JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = current_schema() AND relkind = 'r'
"""


@dataclass(frozen=True)
class Databases:
    """Where empty databases of one kind come from; `processor` tells the seconds their own processes have used."""

    kind: str
    empty: Callable[[], str]
    processor: Callable[[], float] = lambda: 0.0  # SQLite works in the process that uses it


@contextmanager
def databases(kind: str, folder: str) -> Iterator[Databases]:
    """Empty databases: "sqlite" in a folder, or "postgresql" on a private server."""
    if kind == "sqlite":
        numbers = itertools.count(1)
        yield Databases(kind, lambda: f"sqlite:///{folder}/load-{next(numbers)}.db")
        return
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from store.postgresql import Server  # noqa: PLC0415, the tests' own server, needed for this one word only

    server = Server(durable=True)
    server.start()
    try:
        master = _master(server.url())
        yield Databases(kind, server.create_place, lambda: cpu_of_family(master))
    finally:
        server.remove()


def _master(url: str) -> int:
    """The process of a PostgreSQL server that starts all others."""
    engines = open_engines(url, create=False)
    with engines.read.begin() as connection:
        master = parent_of(int(connection.execute(text("SELECT pg_backend_pid()")).scalar_one()))
    engines.dispose()
    return master


def kind_of(url: str) -> str:
    """Which kind of database an address leads to."""
    return "postgresql" if url.startswith("postgres") else "sqlite"


def size_of(url: str) -> int:
    """Bytes of a database with its indices; of SQLite as the file is after a checkpoint, which this does not make."""
    engines = open_engines(url, create=False)
    try:
        with engines.read.begin() as connection:
            if kind_of(url) == "postgresql":
                return int(connection.execute(text(_RELATIONS)).scalar_one())
            figures = (
                connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size")
            )
            pages, page = figures
            return int(pages) * int(page)
    finally:
        engines.dispose()


def commit_rates(url: str) -> dict[str, float]:
    """Commits a second: by plain SQL, and of nothing through the store, one by one and many at a time."""
    return {
        "plain": _plain_commits(url),
        "store": _store_commits(url, 1),
        "batched": _store_commits(url, TOGETHER),
    }


def _plain_commits(url: str) -> float:
    """Commits a second of one row each, by plain SQL, with the sync the store uses."""
    engines, done = open_engines(url, create=True), 0
    with engines.write.begin() as connection:
        connection.execute(text("CREATE TABLE bench_commits (number INTEGER)"))
        connection.execute(text("INSERT INTO bench_commits VALUES (0)"))
    began = time.perf_counter()
    while time.perf_counter() < began + COMMIT_SECONDS:
        with engines.write.begin() as connection:
            connection.exec_driver_sql("UPDATE bench_commits SET number = number + 1")
        done += 1
    rate = done / (time.perf_counter() - began)
    engines.dispose()
    return rate


def _store_commits(url: str, together: int) -> float:
    run, done = secrets.token_hex(4), 0
    with open_store(url) as store:
        began = time.perf_counter()
        while time.perf_counter() < began + COMMIT_SECONDS:
            waiting = [store.submit(Commit(client="bench", command=f"{run} {done + n}")) for n in range(together)]
            for answer in waiting:
                answer.result()
            done += together
        return done / (time.perf_counter() - began)
