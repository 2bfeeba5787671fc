"""Writes many rows of a table by one statement, whose text does not depend on how many they are.

SQLite repeats a prepared statement for each row. PostgreSQL is sent each column as one array, which saves it and us
most of the work on a batch.
"""

from functools import cache
from typing import Any

from sqlalchemy import ARRAY, Connection, Executable, Table, bindparam, func, select
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.store import schema

REPLACED = {
    schema.streams: ("next",),
    schema.snapshots: ("next", "state"),
    schema.accounts: ("cents",),
    schema.meters: tuple(column.name for column in schema.meters.columns if not column.primary_key),
}
"""What changes of a row that is there already. Rows of other tables are never there already."""


def write_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Inserts rows, or brings those that are there up to date."""
    if connection.dialect.name == "sqlite":
        connection.execute(_row_by_row(table), rows)
    else:
        columns = {column.name: [row[column.name] for row in rows] for column in table.columns}
        connection.execute(_by_columns(table), columns)


@cache
def _row_by_row(table: Table) -> Executable:
    statement = sqlite.insert(table)
    if table not in REPLACED:
        return statement
    changes = {name: statement.excluded[name] for name in REPLACED[table]}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key), set_=changes)


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
