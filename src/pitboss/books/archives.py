"""Archives of a log: old entries in sealed files, written a page at a time and read back before they are told of."""

import gzip
import hashlib
import os
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from pitboss.audit.archive import Damaged, Segment, read_part
from pitboss.audit.machine_format import LogArchived
from pitboss.books.published_log import Published
from pitboss.books.table_spec import refused
from pitboss.store import Store

SEGMENT = 250_000
"""Entries in one file: about ten megabytes."""
NAMED = re.compile(r"log-(\d{12})-(\d{12})\.jsonl\.gz")
_BLOCK = 1 << 20


class Archives:
    """The archives of a log in a folder, one going on from the other."""

    def __init__(self, folder: Path, store: Store, published: Published) -> None:
        self._folder, self._store, self._published = folder, store, published

    def write(self, size: int, segment: int, time: int) -> Iterator[LogArchived]:
        """Archives what is not archived of the log up to a size, or to the end of the last command before it."""
        size, first = self._whole(min(size, self._published.size)), self._end()
        while first < size:
            end, most = first, segment
            while end <= first:  # a command may have more entries than a file should
                end, most = self._whole(min(size, first + most)), 2 * most
            yield self._segment(first, end, time)
            first = end

    def _end(self) -> int:
        """Where the last archive in the folder ends; `Refused` if it is damaged, or of another log."""
        names = sorted(file.name for file in self._folder.iterdir() if NAMED.fullmatch(file.name))
        if not names:
            return 0
        last = self._folder / names[-1]
        seal = self._read(last).seal
        if seal.size > self._published.size or self._published.root(seal.size).hex() != seal.root:
            raise refused(str(last), "an archive of another log", "archives of this one, or an empty folder")
        return seal.size

    def _segment(self, first: int, size: int, time: int) -> LogArchived:
        """One file, which appears when it is whole and was read back."""
        file = self._folder / f"log-{first:012}-{size:012}.jsonl.gz"
        made = file.with_name(f".{file.name}.part")
        try:
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
                with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as target:
                    for line in self._published.lines(time, first, size):
                        target.write(line)
                raw.flush()
                os.fsync(raw.fileno())
            part = self._read(made)
            os.replace(made, file)
        finally:
            made.unlink(missing_ok=True)
        return LogArchived(file=file.name, first=first, size=size, root=part.seal.root, digest=_digest(file))

    def _read(self, file: Path) -> Segment:
        try:
            with gzip.open(file) as lines:
                return read_part(lines, bytes.fromhex(self._published.public_key), lambda _: None)
        except (Damaged, OSError, EOFError, zlib.error) as error:
            raise refused(str(file), f"a damaged archive: {error}", "the archive as it was written") from error

    def _whole(self, size: int) -> int:
        """The end of the last command within the first so many entries."""
        while 0 < size < self._store.log_state().size:
            before, after = self._store.log_rows(size - 1, 2)
            if before.position != after.position:
                break
            size -= 1
        return size


def _digest(file: Path) -> str:
    hash = hashlib.sha256()
    with file.open("rb") as source:
        while block := source.read(_BLOCK):
            hash.update(block)
    return hash.hexdigest()
