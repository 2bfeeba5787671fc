"""A long log without a long wait: entries of tables that have stood for years, hashed and numbered as the store does.

Each entry says that the clocks of a table began anew, which may happen at any time and moves no money. The tables have
their snapshots, so that a server opens them as it would any others. The ledger is as short as it was.
"""

import hashlib
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Table, insert, select, update

from bench.setting import prepare
from pitboss.audit import Frontier, fact, leaf_hash
from pitboss.audit.format import ClocksRestarted
from pitboss.books.table_spec import read_spec
from pitboss.server.tables.live import opened
from pitboss.server.tables.snapshots import write_snapshot
from pitboss.store import open_store, schema
from pitboss.store.appending import read_tree, write_tree
from pitboss.store.engines import open_engines

TABLES = 10
A_COMMAND = 8  # entries of each command, about what play comes to
AT_ONCE = 20_000
Rows = dict[Table, list[dict[str, Any]]]


def fill(url: str, keys: Path, size: int) -> None:
    """Makes a log of about so many entries in an empty database."""
    if not size:
        return
    prepare(url, keys, TABLES, 0, named="old")
    with open_store(url) as store:
        headers, nexts = store.streams(), store.nexts()
    engines = open_engines(url, create=False)
    with engines.lock(), engines.write.begin() as connection:
        _Filling(connection, headers, nexts).write(size)
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("ANALYZE")  # which by itself it would do sooner or later
    engines.dispose()


class _Filling:
    def __init__(self, connection: Connection, headers: dict[str, str], nexts: dict[str, int]) -> None:
        self._connection = connection
        tip = connection.execute(select(schema.tip)).one()
        self._position, self._size, self._tree = tip.position, tip.log_size, read_tree(tip.log_state)
        sizes = connection.execute(select(schema.log_streams)).all()
        self._sequences = {row.name: row.size for row in sizes}
        self._next = nexts
        self._specs = {name: read_spec(header) for name, header in headers.items()}
        self._at = int(time.time()) + 1  # not before the tables were opened

    def write(self, size: int) -> None:
        """All of it, in one transaction."""
        commands = self._commands(size)
        while some := list(islice(commands, AT_ONCE // A_COMMAND)):
            rows: Rows = {schema.commands: [], schema.log: []}
            for name in some:
                self._command(name, rows)
            for table, written in rows.items():
                self._connection.execute(insert(table), written)
        self._finish()

    def _commands(self, size: int) -> Iterator[str]:
        names = list(self._specs)
        return (names[number % len(names)] for number in range(size // A_COMMAND))

    def _command(self, name: str, rows: Rows) -> None:
        self._position += 1
        for _ in range(A_COMMAND):
            self._sequences[name] = sequence = self._sequences.get(name, 0) + 1
            told = fact(name, ClocksRestarted(at=self._at), self._at * 1000, "system", self._specs[name].hash)
            text = told.numbered(self._size, sequence)
            self._tree = self._tree.plus(leaf_hash(text))
            row = {"number": self._size, "position": self._position, "entry": text}
            rows[schema.log].append({**row, "stream": name, "sequence": self._next[name]})
            self._size += 1
            self._next[name] += 1
        command, following = f"{name} {self._position}", self._next[name]
        digest = hashlib.sha256(command.encode()).digest()
        outcome = msgspec.json.encode({"digest": digest.hex(), "next": following})
        row = {"position": self._position, "client": "guest", "command": command}
        rows[schema.commands].append({**row, "digest": digest, "outcome": outcome, "next": following})

    def _finish(self) -> None:
        """What counts and shortens the log."""
        execute, streams, sizes = self._connection.execute, schema.streams, schema.log_streams
        for name, spec in self._specs.items():
            live = replace(opened(spec), next=self._next[name], moved_at=self._at)
            execute(update(streams).where(streams.c.name == name).values(next=live.next))
            state = {"stream": name, "next": live.next, "state": write_snapshot(live)}
            execute(insert(schema.snapshots).values(state))
            execute(update(sizes).where(sizes.c.name == name).values(size=self._sequences[name]))
        tree: Frontier = self._tree
        execute(update(schema.tip).values(position=self._position, log_size=self._size, log_state=write_tree(tree)))
