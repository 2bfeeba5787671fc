"""Finds the rows of many keys by one statement, whose text does not depend on how many they are.

Such a statement is built once: to build one anew for every transaction would cost more than to run it. SQLite takes
the keys as a JSON array, PostgreSQL as arrays of its own.
"""

import json
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ARRAY, Connection, Select, Table, Text, any_, bindparam, func, select


def named(connection: Connection, table: Table, names: Collection[str]) -> Sequence[Any]:
    """The rows of a table whose `name` is one of these."""
    if not names:
        return ()
    sqlite = connection.dialect.name == "sqlite"
    given = json.dumps(list(names)) if sqlite else list(names)
    return connection.execute(_by_name(table, sqlite), {"names": given}).all()


@cache
def _by_name(table: Table, sqlite: bool) -> Select[Any]:
    if sqlite:
        given = func.json_each(bindparam("names")).table_valued("value")
        return select(table).where(table.c.name.in_(select(given.c.value)))
    return select(table).where(table.c.name == any_(bindparam("names", type_=ARRAY(Text))))
