"""A database that is down, locked or full: one clear line, nothing half-written, and it goes on afterwards."""

import fcntl
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import shake_128
from pathlib import Path

import psycopg
import pytest

from pitboss.money import Amount
from pitboss.rulebooks import Refused
from pitboss.store import Commit, Store, StoreUnavailable, buy_in, open_store
from pitboss.store import engines as engines_module
from pitboss.store.engines import open_engines
from store.appender import Killed, check, command, prepare, resend
from store.facts import draft, logged
from store.postgresql import Server


def bought(id: str, log: str = "x") -> Commit:
    return Commit(client="ann", command=id, entries=(buy_in("ann", Amount(1)),), log=(draft(log),))


def refused(store: Store, commit: Commit) -> str:
    with pytest.raises(StoreUnavailable) as refusal:
        store.append(commit)
    line = str(refusal.value)
    assert len(line.splitlines()) == 1
    return line


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits for locks half a second only."""
    monkeypatch.setattr(engines_module, "LOCK_SECONDS", 0.5)


def test_a_name_that_the_database_cannot_hold_is_not_there_or_refused(store: Store) -> None:
    """PostgreSQL keeps no text with a NUL, SQLite does."""
    for ask in (
        lambda: store.outcome("ann", "\0"),
        lambda: store.header("\0"),
        lambda: store.people.named("\0"),
        lambda: store.balance("player:\0") or None,
    ):
        with suppress(Refused):
            assert ask() is None


def test_a_server_that_crashes_loses_nothing_it_acknowledged(server: Server) -> None:
    killed = Killed()
    with open_store(server.create_place()) as store:
        prepare(store)
        futures = []
        for number in range(300):
            id = f"crash-0-{number}"
            killed.sent[id] = 0
            futures.append((id, store.submit(command(0, id, number * 2))))
            time.sleep(0.0005)
            if number == 150:
                server.stop(signal.SIGQUIT)
        for id, future in futures:
            if future.exception() is None:
                killed.done.add(id)
            else:
                assert isinstance(future.exception(), StoreUnavailable)
        assert 0 < len(killed.done) < 300
        line = refused(store, bought("while down"))
        assert line.startswith("the database cannot be used now: ")
        with pytest.raises(StoreUnavailable):
            store.position()
        server.start()
        check(store, killed)
        resend(store, killed)
        check(store, killed)
        assert len(killed.done) == 300


def test_postgresql_out_of_disk(server: Server) -> None:
    url = server.create_place()
    with open_store(url) as store:
        store.append(bought("1"))
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
            )
            connection.execute("CREATE TRIGGER no_room BEFORE INSERT ON log EXECUTE FUNCTION full_disk()")
            assert "could not extend file" in refused(store, bought("2"))
            connection.execute("DROP TRIGGER no_room ON log")
        assert_only_the_first_was_written(store)


def test_sqlite_out_of_pages(tmp_path: Path) -> None:
    engines = open_engines(f"sqlite:///{tmp_path}/x.db", create=True)
    open_store(f"sqlite:///{tmp_path}/x.db").close()
    with engines.write.begin() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with Store(engines) as store:
        store.append(bought("1"))
        assert "database or disk is full" in refused(store, bought("2", log=shake_128(b"log").hexdigest(100_000)))
        with engines.write.begin() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert_only_the_first_was_written(store)


@contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """The system refuses to let any file grow beyond this, as when the disk is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_sqlite_when_the_system_refuses_to_write(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/x.db") as store:
        store.append(bought("1"))
        with files_no_larger_than((tmp_path / "x.db-wal").stat().st_size):
            assert "disk" in refused(store, bought("2", log="x" * 100_000))
        assert_only_the_first_was_written(store)


@pytest.mark.usefixtures("impatient")
def test_sqlite_locked_by_another_program(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/x.db") as store:
        store.append(bought("1"))
        other = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert "database is locked" in refused(store, bought("2"))
        assert store.balance("player:ann") == Amount(1)  # reading goes on
        other.close()
        assert_only_the_first_was_written(store)


@pytest.mark.usefixtures("impatient")
def test_sqlite_locked_by_another_process_of_ours(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path}/x.db") as store:
        store.append(bought("1"))
        with (tmp_path / "x.db.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            assert "another process has held" in refused(store, bought("2"))
        assert_only_the_first_was_written(store)


@pytest.mark.usefixtures("impatient")
def test_postgresql_locked(server: Server) -> None:
    url = server.create_place()
    with open_store(url) as store:
        store.append(bought("1"))
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM tip FOR UPDATE")
            assert "lock timeout" in refused(store, bought("2"))
            assert store.balance("player:ann") == Amount(1)  # reading goes on
        assert_only_the_first_was_written(store)


def assert_only_the_first_was_written(store: Store) -> None:
    """And once the trouble is over, the same command goes through."""
    assert store.position() == 1
    assert store.outcome("ann", "2") is None
    assert store.reconcile() == []
    assert not store.append(bought("2")).repeated
    assert store.balance("player:ann") == Amount(2)
    assert logged(store) == ["x", "x"]
