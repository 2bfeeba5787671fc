"""The heads that were signed, numbered, in a file beside the keys: outside the database, to hold it against them."""

import fcntl
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from pitboss.audit import SignedHead

LARGEST = 8_000_000  # bytes; then the file is put aside under the number of its last head
_TAIL = 4096


def head_file(keys: Path, database: str) -> Path:
    """Where the heads of a database's log are kept: beside the keys, under the name of the database."""
    return keys / f"heads-{Path(database.partition('?')[0]).stem}.jsonl"


class HeadBook:
    """Heads in the order they were signed. Several servers of one machine may write the same book."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def last(self) -> SignedHead | None:
        """The head signed last; a line that was cut short is passed over."""
        if not self.file.exists():
            return None
        with self.file.open("rb") as source:
            source.seek(max(0, os.path.getsize(self.file) - _TAIL))
            lines = source.read().split(b"\n")
        for line in reversed(lines):
            try:
                return msgspec.json.decode(line, type=SignedHead)
            except msgspec.DecodeError:
                continue
        return None

    def furthest(self) -> SignedHead | None:
        """The head over the most entries, which a head of an archive need not be."""
        if not self.file.exists():
            return None
        heads = []
        for line in self.file.read_bytes().split(b"\n"):
            with suppress(msgspec.DecodeError):
                heads.append(msgspec.json.decode(line, type=SignedHead))
        return max(heads, key=lambda head: (head.size, head.number), default=None)

    def add(self, size: int, root: str, sign: Callable[[int], SignedHead], *, closing: bool = False) -> SignedHead:
        """The head of that size and root: the last one again, or one signed under the next number and kept."""
        descriptor = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            last = self.last()
            if last is not None and (last.size, last.root, last.closing) == (size, root, closing):
                return last
            head = sign(1 if last is None else last.number + 1)
            if last is not None and os.fstat(descriptor).st_size > LARGEST and self._reaches(size):
                os.rename(self.file, self.file.with_suffix(f".{last.number}.jsonl"))
                os.close(descriptor)
                descriptor = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            os.write(descriptor, msgspec.json.encode(head) + b"\n")
            return head
        finally:
            os.close(descriptor)

    def _reaches(self, size: int) -> bool:
        """Whether nothing that was signed goes further, so that a book may begin with it."""
        furthest = self.furthest()
        return furthest is None or furthest.size <= size

    def put_aside(self, to: str) -> None:
        """The heads of a log that is lost are kept under another name; numbers go on from the last of them."""
        last = self.last()
        if last is not None:
            os.rename(self.file, self.file.with_suffix(f".{to}.jsonl"))
