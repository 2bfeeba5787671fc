"""Opening a database: its schema, one that is too new, and addresses that lead nowhere."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import DBAPIError

from pitboss.money import Amount
from pitboss.store import Commit, KeptRulebook, NewerDatabase, NoDatabase, StoreUnavailable, buy_in, open_store, seed
from pitboss.store.engines import open_engines
from pitboss.store.schema import APPEND_ONLY, metadata
from store.facts import happened


def test_migrations_lead_to_the_schema_the_program_uses(url: str) -> None:
    open_store(url).close()
    engines = open_engines(url, create=False)
    with engines.write.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        names = {constraint.name for table in metadata.tables.values() for constraint in table.constraints}
        inspector = sa.inspect(connection)
        checks = {check["name"] for table in metadata.tables for check in inspector.get_check_constraints(table)}
        assert checks == {name for name in names if str(name).startswith("ck_")}
    engines.dispose()


def test_opening_again_changes_nothing(url: str) -> None:
    with open_store(url) as store:
        store.append(Commit(client="ann", command="1", entries=(buy_in("ann", Amount(5)),)))
    with open_store(url, create=False) as store:
        assert store.balance("player:ann") == Amount(5)
        assert store.append(Commit(client="ann", command="1")).repeated


def test_a_newer_database_is_refused_in_one_line(url: str) -> None:
    open_store(url).close()
    engines = open_engines(url, create=False)
    with engines.write.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engines.dispose()
    with pytest.raises(
        NewerDatabase, match=r"^the database is at revision 9999, which this program is too old to know$"
    ):
        open_store(url)


def test_what_was_written_cannot_be_changed_or_deleted(url: str) -> None:
    with open_store(url) as store:
        first = Commit(
            client="ann", command="1", stream="t1", header="{}", moves=(seed("m", Amount(5)),),
            rulebook=KeptRulebook("hash", "id", "law", b"{}"), **happened("a"),
        )  # fmt: skip
        store.append(first)
    engines = open_engines(url, create=False)
    for table, column in ((table.name, next(iter(table.columns)).name) for table in APPEND_ONLY):
        for change in (f"UPDATE {table} SET {column} = 7", f"DELETE FROM {table}"):
            with pytest.raises(DBAPIError, match=f"{table} is only ever added to"), engines.write.begin() as connection:
                connection.execute(sa.text(change))
    engines.dispose()


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("nonsense", "'nonsense' is not the address of a database: write sqlite:///file.db or postgresql://"),
        ("mysql://x/y", "databases of the kind mysql are not supported"),
        ("sqlite://", "an SQLite store is kept in a file"),
        ("sqlite:////nowhere/at/all.db", "No such file or directory"),
        ("postgresql://x@/y?host=/nowhere", "the database cannot be used now: connection"),
    ],
)
def test_addresses_that_lead_nowhere(address: str, line: str) -> None:
    with pytest.raises(StoreUnavailable) as refusal:
        open_store(address)
    assert line in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1


def test_a_password_is_never_repeated_in_an_error() -> None:
    with pytest.raises(StoreUnavailable) as refusal:
        open_store("postgresql://x:hush@/y?host=/nowhere")
    assert "hush" not in str(refusal.value)


def test_without_create_a_missing_file_stays_missing(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="there is no database"):
        open_store(f"sqlite:///{tmp_path}/none.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("a shopping list\n" * 100, encoding="utf-8")
    with pytest.raises(StoreUnavailable, match="file is not a database"):
        open_store(f"sqlite:///{tmp_path}/x.db")


@pytest.mark.parametrize("text", ["", "a shopping list\n" * 100])
def test_a_mistyped_name_changes_nothing_of_the_file_it_is_of(tmp_path: Path, text: str) -> None:
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    file.chmod(0o644)
    with pytest.raises(StoreUnavailable, match=r"list\.txt"):
        open_store(f"sqlite:///{file}", create=False)
    assert [*tmp_path.iterdir()] == [file]
    assert (file.read_text(encoding="utf-8"), file.stat().st_mode & 0o777) == (text, 0o644)


def test_a_strangers_database_gets_no_tables_of_ours(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x.db") as stranger:
        stranger.execute("CREATE TABLE birds (name TEXT)")
    with pytest.raises(NoDatabase, match=r"there is no database of Pitboss in .*x\.db"):
        open_store(f"sqlite:///{tmp_path}/x.db", create=False)
    assert stranger.execute("SELECT name FROM sqlite_master").fetchall() == [("birds",)]
    stranger.close()


def test_sqlite_syncs_fully_and_writes_ahead(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    open_store(url).close()
    engines = open_engines(url, create=False)
    with engines.write.begin() as connection:
        settings = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}
    assert settings == PRAGMAS
    with engines.read.begin() as connection, pytest.raises(DBAPIError, match="readonly"):
        connection.exec_driver_sql("UPDATE tip SET position = 5")
    engines.dispose()


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def test_processes_that_start_together_take_turns_migrating(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [url] * 4))
    for number, store in enumerate(stores, start=1):
        assert store.append(Commit(client="ann", command=str(number))).position == number
        store.close()


def test_the_driver_is_new_enough_for_tuples_and_upserts() -> None:
    assert sqlite3.sqlite_version_info >= (3, 35)
