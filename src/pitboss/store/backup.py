"""A whole database in one file, taken in one reading transaction while others write, and put into an empty database.

The file is the same for both kinds of database: gzip over frames, each after its length in four bytes, in MessagePack.
The first says what it is, then come rows, and the last counts them: a file cut short is no backup.
"""

import gzip
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import sqlalchemy as sa
from alembic import command

from pitboss.store.engines import open_engines, translated
from pitboss.store.errors import StoreError
from pitboss.store.migrating import migration_config
from pitboss.store.schema import metadata

FORMAT = "pitboss backup 1"
WORKED_OUT = ("tiles", *(name for name in metadata.tables if name.startswith("count")))  # from the log
LEFT_OUT = ("alembic_version", *WORKED_OUT)  # the one is told in the header
ROWS = 500  # in a frame


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds: the revision of its tables, the last command, the size of the log, and when it was taken."""

    format: str
    revision: str
    position: int
    log_size: int
    taken: int  # milliseconds
    public_key: str


class _Rows(msgspec.Struct, frozen=True):
    table: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def write_backup(url: str, file: Path, taken: int, public_key: str, *, replace: bool = False) -> Backup:
    """Writes everything in a database as it stood at one moment; the file appears when it is whole.

    `StoreError` where there is a file already, unless it is to be replaced, or where none can be.
    """
    _refuse_place(file, replace=replace)
    engines = open_engines(url, create=False)
    made = file.with_name(f".{file.name}.part")
    try:
        with translated(), _written(file), engines.read.connect() as connection, connection.begin():
            header = _header(connection, taken, public_key)
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
                with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as target:
                    _frame(target, header)
                    counts: dict[str, int] = {}
                    for frame in _read(connection):
                        _frame(target, frame)
                        counts[frame.table] = counts.get(frame.table, 0) + len(frame.rows)
                    _frame(target, counts)
                raw.flush()
                os.fsync(raw.fileno())
        os.replace(made, file)
        return header
    finally:
        made.unlink(missing_ok=True)
        engines.dispose()


def _refuse_place(file: Path, *, replace: bool) -> None:
    if file.is_dir():
        raise StoreError(f"{file} is a folder: name a file in it for the backup")
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent} for the backup")
    if file.exists() and not replace:
        raise StoreError(f"{file} is there already: name another file, or say --force to replace it")


@contextmanager
def _written(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{file} cannot be written: {error.strerror or error}") from error


def load_backup(file: Path, url: str) -> Backup:
    """Puts a backup into an empty database; `StoreError`, and nothing is written, if either is not what it must be."""
    frames = _frames(file)
    header = _header_of(file, next(frames, None))
    engines = open_engines(url, create=True)
    try:
        with translated(), engines.lock(), engines.write.begin() as connection:
            if sa.inspect(connection).get_table_names():
                raise StoreError("a backup goes into an empty database: move the one that is there away first")
            command.upgrade(migration_config(connection), header.revision)
            _fill(connection, frames)
    finally:
        engines.dispose()
    return header


def read_header(file: Path) -> Backup:
    """What a backup says of itself; `StoreError` if it is none."""
    return _header_of(file, next(_frames(file), None))


def _header_of(file: Path, frame: object) -> Backup:
    if not isinstance(frame, dict) or frame.get("format") != FORMAT:
        raise StoreError(f"{file} is no backup of this program")
    return msgspec.convert(frame, Backup)


def _fill(connection: sa.Connection, frames: Iterator[Any]) -> None:
    tables = sa.MetaData()
    tables.reflect(connection)
    connection.execute(sa.delete(tables.tables["tip"]))
    counts: dict[str, int] = {}
    told = None
    for frame in frames:
        if "rows" not in frame or "table" not in frame:
            told = frame
            break
        rows = msgspec.convert(frame, _Rows)
        table = tables.tables[rows.table]
        connection.execute(sa.insert(table), [dict(zip(rows.columns, row, strict=True)) for row in rows.rows])
        counts[rows.table] = counts.get(rows.table, 0) + len(rows.rows)
    if told != counts:
        raise StoreError("the backup was cut short, or is not whole: take another one")


def _header(connection: sa.Connection, taken: int, public_key: str) -> Backup:
    revision = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    tip = connection.execute(sa.text("SELECT position, log_size FROM tip")).one()
    return Backup(
        format=FORMAT, revision=str(revision), position=tip.position, log_size=tip.log_size, taken=taken,
        public_key=public_key,
    )  # fmt: skip


def _read(connection: sa.Connection) -> Iterator[_Rows]:
    """Every row as it lies there; tables that others refer to come first."""
    found = sa.MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if table.name in LEFT_OUT:
            continue
        columns = tuple(str(column.name) for column in table.columns)
        rows = connection.execution_options(stream_results=True, yield_per=ROWS).execute(sa.select(table))
        for page in rows.partitions(ROWS):
            yield _Rows(str(table.name), columns, [tuple(row) for row in page])


def _frame(target: gzip.GzipFile, value: object) -> None:
    data = msgspec.msgpack.encode(value)
    target.write(len(data).to_bytes(4, "big") + data)


def _frames(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rb") as source:
            while data := _next(source):
                yield msgspec.msgpack.decode(data)
    except gzip.BadGzipFile as error:
        raise StoreError(f"{file} is no backup of this program") from error
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror or error}") from error
    except (EOFError, zlib.error, msgspec.MsgspecError) as error:
        raise StoreError(f"{file} is no backup that can be read: it was cut short or changed") from error


def _next(source: BinaryIO | gzip.GzipFile) -> bytes:
    length = int.from_bytes(source.read(4), "big")
    data = source.read(length)
    if len(data) != length:
        raise EOFError("it was cut short")
    return data
