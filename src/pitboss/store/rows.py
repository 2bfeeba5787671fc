"""Writes many rows of a table by few statements, whose texts are kept.

SQLite takes many rows at a time: between two statements another thread may take the interpreter, and whoever waits
for the commit would wait for that thread too. PostgreSQL is sent each column as one array, which saves it and us most
of the work on a batch.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from sqlalchemy import ARRAY, Connection, Executable, Table, bindparam, func, literal_column, select
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.store import schema

REPLACED = {
    schema.streams: ("next",),
    schema.snapshots: ("next", "state"),
    schema.accounts: ("cents",),
    schema.log_streams: ("size",),
    schema.meters: tuple(column.name for column in schema.meters.columns if not column.primary_key),
}
"""What changes of a row that is there already. Rows of other tables are never there already."""

MOST_ROWS = 64


def write_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Inserts rows, or brings those that are there up to date."""
    if connection.dialect.name == "sqlite":
        for some in _pieces(rows):
            text, names = _by_rows(table, len(some))
            connection.exec_driver_sql(text, tuple(row[name] for row in some for name in names))
    else:
        columns = {column.name: [row[column.name] for row in rows] for column in table.columns}
        connection.execute(_by_columns(table), columns)


def _pieces(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows in few pieces of few sizes, so that a statement for each size can be kept: powers of two."""
    at = 0
    while at < len(rows):
        size = min(MOST_ROWS, 1 << (len(rows) - at).bit_length() - 1)
        yield rows[at : at + size]
        at += size


@cache
def _by_rows(table: Table, count: int) -> tuple[str, list[str]]:
    """The statement for so many rows, and the columns of each; its values need no conversion."""
    names = [column.name for column in table.columns]
    statement = sqlite.insert(table).inline().values([{name: literal_column("?") for name in names}] * count)
    if table in REPLACED:
        changes = {name: statement.excluded[name] for name in REPLACED[table]}
        statement = statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=changes)
    return str(statement.compile(dialect=sqlite.dialect())), names


@cache
def _by_columns(table: Table) -> Executable:
    names = [column.name for column in table.columns]
    arrays = (bindparam(column.name, type_=ARRAY(column.type)) for column in table.columns)
    rows = func.unnest(*arrays).table_valued(*names).render_derived()
    statement = postgresql.insert(table).from_select(names, select(rows))
    if table not in REPLACED:
        return statement
    changes = {name: statement.excluded[name] for name in REPLACED[table]}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=changes)
