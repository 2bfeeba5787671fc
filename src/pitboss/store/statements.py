"""What the writer says to a database: few statements, whose texts are made once, sent to the driver itself.

A command takes about ten of them, and to send each through all of SQLAlchemy would cost several times what the
database takes for it. SQLite is given the rows of a table at a time, for between two statements another thread may take
the interpreter, and whoever waits for the commit would wait for that thread too. PostgreSQL is given the rows of all
tables at once, each column as an array: one way there and back for a whole batch.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError

from pitboss.store import schema

Row = tuple[Any, ...]
"""The values of a row, in the order of the table's columns."""

REPLACED = {
    schema.streams: ("next",),
    schema.snapshots: ("next", "state"),
    schema.accounts: ("cents",),
    schema.log_streams: ("size",),
    schema.care: ("version", "excluded_until", "state"),
    schema.meters: tuple(column.name for column in schema.meters.columns if not column.primary_key),
}
"""What changes of a row that is there already. Rows of other tables are never there already."""

MOST_ROWS = 64


class Statements(Protocol):
    """The statements of a transaction, for one kind of database."""

    def tip(self) -> Row:
        """The row that counts everything, locked until the transaction ends."""
        ...

    def done(self, ids: Collection[tuple[str, str]]) -> list[Row]:
        """The commands among these, each known by its client and the client's id for it, that were done."""
        ...

    def figures(self, wanted: Mapping[Table, Collection[str]]) -> dict[Table, dict[str, int]]:
        """The one figure that the rows of some tables are about, by name, as far as there are such rows."""
        ...

    def named(self, table: Table, names: Collection[str]) -> list[Row]:
        """The rows of these names."""
        ...

    def write(self, rows: dict[Table, list[Row]]) -> None:
        """Inserts rows, or brings those that are there up to date; tables that others refer to come first."""
        ...

    def move_tip(self, tip: Row) -> None:
        """Counts on."""
        ...


def statements(connection: Connection) -> Statements:
    """The statements for the database of a connection."""
    return _Sqlite(connection) if connection.dialect.name == "sqlite" else _Postgresql(connection)


class Driver:
    """Sends statements to the driver of a connection; what it raises is raised as SQLAlchemy would raise it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._driver: Any = connection.connection.dbapi_connection
        self._error = connection.dialect.loaded_dbapi.Error

    def run(self, text: str, values: Sequence[Any] = ()) -> Any:
        """The cursor of a statement that was carried out."""
        try:
            return self._driver.execute(text, values)
        except self._error as error:
            lost = self._connection.dialect.is_disconnect(error, self._driver, None)
            raise DBAPIError.instance(text, None, error, self._error, connection_invalidated=lost) from error


class _Sqlite(Driver):
    def tip(self) -> Row:
        found: Row = self.run(_all(schema.tip)).fetchone()
        return found

    def done(self, ids: Collection[tuple[str, str]]) -> list[Row]:
        text = f"{_all(schema.commands)} WHERE client = ? AND command = ?"
        return [row for id in ids for row in self.run(text, id).fetchall()]

    def figures(self, wanted: Mapping[Table, Collection[str]]) -> dict[Table, dict[str, int]]:
        return {
            table: dict(row for name in names for row in self.run(f"{_figure(table)} = ?", (name,)).fetchall())
            for table, names in wanted.items()
        }

    def named(self, table: Table, names: Collection[str]) -> list[Row]:
        text = f"{_all(table)} WHERE name = ?"
        return [row for name in names for row in self.run(text, (name,)).fetchall()]

    def write(self, rows: dict[Table, list[Row]]) -> None:
        for table, all_rows in rows.items():
            for some in _pieces(all_rows):
                self.run(_values_text(table, len(some)), [value for row in some for value in row])

    def move_tip(self, tip: Row) -> None:
        self.run(_move_tip_text("?"), tip)


class _Postgresql(Driver):
    def tip(self) -> Row:
        found: Row = self.run(f"{_all(schema.tip)} FOR UPDATE").fetchone()
        return found

    def done(self, ids: Collection[tuple[str, str]]) -> list[Row]:
        text = f"{_all(schema.commands)} WHERE (client, command) IN (SELECT * FROM unnest(%s::text[], %s::text[]))"
        found: list[Row] = self.run(text, [list(column) for column in zip(*ids, strict=True)]).fetchall()
        return found

    def figures(self, wanted: Mapping[Table, Collection[str]]) -> dict[Table, dict[str, int]]:
        found: dict[Table, dict[str, int]] = {table: {} for table in wanted}
        asked = {table: list(names) for table, names in wanted.items() if names}
        if asked:
            for table, name, figure in self.run(_figures_text(tuple(asked)), list(asked.values())).fetchall():
                found[list(asked)[table]][name] = figure
        return found

    def named(self, table: Table, names: Collection[str]) -> list[Row]:
        if not names:
            return []
        found: list[Row] = self.run(f"{_all(table)} WHERE name = ANY(%s::text[])", (list(names),)).fetchall()
        return found

    def write(self, rows: dict[Table, list[Row]]) -> None:
        columns = (list(column) for some in rows.values() for column in zip(*some, strict=True))
        self.run(_arrays_text(tuple(rows)), list(columns))

    def move_tip(self, tip: Row) -> None:
        self.run(_move_tip_text("%s"), tip)


def _pieces(rows: list[Row]) -> Iterator[list[Row]]:
    """The rows in few pieces of few sizes, so that a statement for each size can be kept: powers of two."""
    at = 0
    while at < len(rows):
        size = min(MOST_ROWS, 1 << (len(rows) - at).bit_length() - 1)
        yield rows[at : at + size]
        at += size


# Texts


@cache
def _all(table: Table) -> str:
    return f"SELECT {_columns(table)} FROM {table.name}"


_FIGURES = {schema.streams: "next", schema.accounts: "cents", schema.log_streams: "size"}


@cache
def _figure(table: Table) -> str:
    return f'SELECT name, "{_FIGURES[table]}" FROM {table.name} WHERE name'


@cache
def _figures_text(tables: tuple[Table, ...]) -> str:
    """One statement for the figures of all these tables, each row with the number of its table among them."""
    texts = (_figure(table).replace("SELECT", f"SELECT {number},") for number, table in enumerate(tables))
    return " UNION ALL ".join(f"{text} = ANY(%s::text[])" for text in texts)


@cache
def _values_text(table: Table, count: int) -> str:
    """The statement for so many rows."""
    row = f"({', '.join('?' for _ in table.columns)})"
    return f"INSERT INTO {table.name} ({_columns(table)}) VALUES {', '.join([row] * count)} {_conflict(table)}"


@cache
def _arrays_text(tables: tuple[Table, ...]) -> str:
    """One statement that writes all these tables; what they refer to in each other is checked at its end."""
    *others, last = map(_array_text, tables)
    named = ", ".join(f"w{number} AS ({text})" for number, text in enumerate(others))
    return f"WITH {named} {last}" if others else last


def _array_text(table: Table) -> str:
    types = (column.type.compile(postgresql.dialect()) for column in table.columns)  # type: ignore[no-untyped-call]  # SQLAlchemy's
    arrays = ", ".join(f"{'%b' if type == 'BYTEA' else '%s'}::{type}[]" for type in types)
    return f"INSERT INTO {table.name} ({_columns(table)}) SELECT * FROM unnest({arrays}) {_conflict(table)}"


@cache
def _move_tip_text(mark: str) -> str:
    changes = ", ".join(f"{column.name} = {mark}" for column in schema.tip.columns if not column.primary_key)
    return f"UPDATE {schema.tip.name} SET {changes}"


def _columns(table: Table) -> str:
    return ", ".join(f'"{column.name}"' for column in table.columns)


def _conflict(table: Table) -> str:
    if table not in REPLACED:
        return ""
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in REPLACED[table])
    return f"ON CONFLICT ({', '.join(column.name for column in table.primary_key)}) DO UPDATE SET {changes}"
