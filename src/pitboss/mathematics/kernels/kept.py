"""Tables kept on disk beside the compiled kernels, for building them takes longer than counting with them.

A file is named after a digest of all that its table depends on, is written whole or not at all, and is believed only
if its length and its checksum are right; else the table is made anew. Where nothing can be written it is made each
time.
"""

import hashlib
import os
import zlib
from collections.abc import Callable
from pathlib import Path

from pitboss.program.jit import numba

CHECKSUM = 4


def kept(name: str, depends_on: bytes, size: int, make: Callable[[], bytes]) -> bytes:
    """The table of that name, of so many bytes: read, or made and written down."""
    path = Path(numba.config.CACHE_DIR, f"{name}-{hashlib.sha256(depends_on).hexdigest()[:16]}.table")
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    table = data[CHECKSUM:]
    if len(table) == size and data[:CHECKSUM] == _checksum(table):
        return table
    table = make()
    _write(path, _checksum(table) + table)
    return table


def _checksum(table: bytes) -> bytes:
    return zlib.crc32(table).to_bytes(CHECKSUM, "big")


def _write(path: Path, data: bytes) -> None:
    partial = path.with_name(f"{path.name}-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
