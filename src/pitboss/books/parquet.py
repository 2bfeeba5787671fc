"""Exports as Parquet files, written a batch of rows at a time."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from pitboss.books.exports import Row

pa: Any = import_module("pyarrow")  # it carries no types
parquet: Any = import_module("pyarrow.parquet")

BATCH = 10_000
_TYPES: dict[type, Any] = {
    int: pa.int64(),
    bool: pa.bool_(),
    datetime: pa.timestamp("ms", tz="UTC"),
    str: pa.string(),
    float: pa.float64(),
}


def write_parquet(file: Path | BinaryIO, columns: Mapping[str, type], found: Iterable[Row]) -> None:
    """Writes rows; text that repeats is kept as a dictionary."""
    schema = pa.schema([(name, _TYPES[kind]) for name, kind in columns.items()])
    rows = iter(found)
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rows, BATCH)):
            writer.write_batch(pa.RecordBatch.from_pylist(batch, schema=schema))
