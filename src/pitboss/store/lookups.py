"""Finds the rows of many keys by one statement, whose text does not depend on how many they are.

Such a statement is built once: to build one anew for every transaction would cost more than to run it. SQLite takes
the keys as a JSON array, PostgreSQL as arrays of its own.
"""

import json
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ARRAY, Connection, Select, Table, Text, any_, bindparam, func, select

from pitboss.store import schema


def named(connection: Connection, table: Table, names: Collection[str]) -> Sequence[Any]:
    """The rows of a table whose `name` is one of these."""
    if not names:
        return ()
    sqlite = connection.dialect.name == "sqlite"
    given = json.dumps(list(names)) if sqlite else list(names)
    return connection.execute(_by_name(table, sqlite), {"names": given}).all()


def done(connection: Connection, ids: Collection[tuple[str, str]]) -> Sequence[Any]:
    """The commands among these, each known by its client and the client's id for it, that were done."""
    if connection.dialect.name == "sqlite":
        return connection.execute(_DONE_SQLITE, {"ids": json.dumps(list(ids))}).all()
    clients, commands = zip(*ids, strict=True)
    return connection.execute(_DONE_POSTGRESQL, {"clients": list(clients), "commands": list(commands)}).all()


@cache
def _by_name(table: Table, sqlite: bool) -> Select[Any]:
    if sqlite:
        given = func.json_each(bindparam("names")).table_valued("value")
        return select(table).where(table.c.name.in_(select(given.c.value)))
    return select(table).where(table.c.name == any_(_array("names")))


def _array(name: str) -> Any:
    return bindparam(name, type_=ARRAY(Text))


def _done(client: Any, command: Any) -> Select[Any]:
    table = schema.commands
    return select(table).where(table.c.client == client, table.c.command == command)


_IDS = func.json_each(bindparam("ids")).table_valued("value")
_DONE_SQLITE = _done(func.json_extract(_IDS.c.value, "$[0]"), func.json_extract(_IDS.c.value, "$[1]"))
_PAIRS = func.unnest(_array("clients"), _array("commands")).table_valued("client", "command").render_derived()
_DONE_POSTGRESQL = _done(_PAIRS.c.client, _PAIRS.c.command)
