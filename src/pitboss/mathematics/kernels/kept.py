"""Tables and answers kept on disk beside the compiled kernels, for they take longer to work out than to read.

A file is named after a digest of all that its table depends on, is written whole or not at all, and is believed only
if its length and its checksum are right; else the table is made anew. Where nothing can be written it is made each
time.
"""

import hashlib
import os
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pitboss
from pitboss.program.jit import numba

CHECKSUM = 4


def kept(name: str, depends_on: bytes, size: int | None, make: Callable[[], bytes]) -> bytes:
    """The table of that name, of so many bytes if that is known: read, or made and written down."""
    path = Path(numba.config.CACHE_DIR, f"{name}-{hashlib.sha256(depends_on).hexdigest()[:16]}.table")
    try:
        data = path.read_bytes()
    except OSError:
        data = b""
    table = data[CHECKSUM:]
    if data and size in (None, len(table)) and data[:CHECKSUM] == _checksum(table):
        return table
    table = make()
    _write(path, _checksum(table) + table)
    return table


def kept_answer(name: str, depends_on: bytes, make: Callable[[], bytes]) -> bytes:
    """An answer of the mathematics: worked out once on each machine by a program that counts as this one does."""
    return kept(name, _program() + depends_on, None, make)


@cache
def _program() -> bytes:
    """Which files count: another program would have other times or sizes."""
    rooms = (Path(pitboss.__file__).parent / room for room in ("mathematics", "program", "cards", "rulebooks"))
    files = [(path.name, path.stat()) for room in rooms for path in sorted(room.rglob("*.py"))]
    return repr([(name, found.st_size, found.st_mtime_ns) for name, found in files]).encode()


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
