"""Audit logs and archives of them as files, packed or not."""

import gzip
from collections.abc import Iterator
from pathlib import Path

PACKED = b"\x1f\x8b"


def lines_of(file: Path) -> Iterator[bytes]:
    """The lines of a file, one at a time."""
    with file.open("rb") as source:
        packed = source.read(len(PACKED)) == PACKED
    with gzip.open(file) if packed else file.open("rb") as lines:
        yield from lines
