"""The verifier's reader: a log file line by line, for form, order, leaf hashes, tree and signatures."""

from collections.abc import Sequence

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pitboss.audit.accounts import Mismatch
from pitboss.audit.format import (
    FORMAT,
    LOG_STREAM,
    Entry,
    EntryKind,
    EntryLine,
    HeadLine,
    LogOpened,
    SignedHead,
    canonical,
    head_message,
)
from pitboss.audit.recomputation import GrowingRoot, leaf_of, sha256
from pitboss.audit.table_replay import read

MOST_NAMED = 1000  # missing entries in a row that are named one by one


class Finding(msgspec.Struct, frozen=True):
    """Something that cannot be right. `entry` is None where it concerns the file and no one entry."""

    entry: int | None
    what: str
    why: str

    def __str__(self) -> str:
        where = "the log" if self.entry is None else f"entry {self.entry}"
        return f"{where}: {self.what}; {self.why}"


class LogReader:
    """Reads a file line by line: form, order, leaf hashes, tree and signatures."""

    def __init__(self, public_key: bytes | None, known: Sequence[SignedHead]) -> None:
        self.findings: list[Finding] = []
        self.entries: list[Entry] = []
        self.heads = 0
        self.name = ""
        self.intact = True  # every entry is there, in its place, and as its leaf hash says
        self._key = public_key
        self._known = known
        self._roots: dict[int, str] = {}
        self._wanted = {head.size for head in known}
        self._seen: set[int] = set()
        self._skipped: set[int] = set()
        self._next = 0
        self._sequences: dict[str, int] = {}
        self._tree = GrowingRoot()
        self._rooted = True
        self._last_head = 0  # the size of the last head whose root was right
        self._closed = False
        self._lines = 0
        self._unreadable: set[int] = set()

    def find(self, entry: int | None, what: str, why: str) -> None:
        """Notes a finding."""
        self.findings.append(Finding(entry, what, why))

    def line(self, line: bytes) -> None:
        """The next line."""
        self._lines += 1
        if self._closed:
            self._closed = False
            self.find(None, f"line {self._lines} after the closing head", "the closing head is the last line")
        known = parsed(line)
        if isinstance(known, EntryLine):
            self._entry(known)
        elif isinstance(known, HeadLine):
            self._head(known.head)
        else:
            self.intact = False
            self._unreadable.add(self._next)
            where = None if line.startswith(b'{"head"') else self._next
            self.find(where, f"line {self._lines} cannot be read", "it is written neither as an entry nor as a head")

    def _entry(self, line: EntryLine) -> None:
        entry, leaf = line.entry, leaf_of(canonical(line.entry))
        if leaf.hex() != line.leaf:
            self.intact = False
            self.find(self._next, "the entry was changed", "it does not have the leaf hash that stands beside it")
            self._place(self._next)  # its own number cannot be relied on
        else:
            self._place(entry.entry)
        if not self.entries:
            self._opened(entry)
        self.entries.append(entry)
        self._tree.add(leaf)
        if len(self.entries) in self._wanted:
            self._roots[len(self.entries)] = self._tree.root()
        due = self._sequences.get(entry.stream, 0) + 1
        if self.intact and entry.sequence != due:
            self.find(entry.entry, f"number {entry.sequence} of stream {entry.stream}", f"number {due} is next")
        self._sequences[entry.stream] = due

    def _place(self, number: int) -> None:
        """An entry's number against its place in the file."""
        if number == self._next:
            self._next += 1
        elif number in self._seen:
            self.intact = False
            self.find(number, "the entry stands in the log twice", f"entry {self._next} is next")
        elif number < self._next:
            self._skipped.discard(number)
            self.find(number, "the entry is out of its place", f"it stands on line {self._lines}")
        else:
            self._skip_to(number)
            self._next += 1
        self._seen.add(number)

    def _skip_to(self, number: int) -> None:
        """Entries up to this one are missing, unless they turn up further on."""
        self.intact = False
        self._skipped |= set(range(self._next, min(number, self._next + MOST_NAMED))) - self._unreadable
        self._next = number

    def _opened(self, entry: Entry) -> None:
        """The first entry says what the file is and whose."""
        try:
            opened: LogOpened = read(entry.payload, LogOpened)
        except Mismatch:
            self.find(0, "the opening of the log is missing", f"a log begins with its format, {FORMAT!r}")
            return
        self.name = opened.log
        if opened.format != FORMAT or entry.stream != LOG_STREAM or entry.kind is not EntryKind.EVENT:
            self.find(0, f"the format {opened.format!r}", f"this program reads {FORMAT!r}")
        if self._key is None and _is_hash(opened.public_key):
            self._key = bytes.fromhex(opened.public_key)
        elif self._key is None or opened.public_key != self._key.hex():
            self.find(0, f"the public key {opened.public_key}", "it is not the key that was given")

    def _head(self, head: SignedHead) -> None:
        """A head against the entries before it; with one of them damaged it could only say so again.

        Heads that a file holds run on from 1; one that closes a file alone is numbered among all that were ever signed.
        """
        self.heads += 1
        self._closed = head.closing
        if not self.intact:
            return
        count = len(self.entries)
        if not is_signed(head, self._key):
            self.find(None, f"head {self.heads} after {count} entries", "its signature does not stand under the key")
        elif head.number != self.heads and not (self.heads == 1 and head.closing and head.number > 0):
            self.find(None, f"head {head.number}", f"head {self.heads} is next: one was dropped, doubled or moved")
            self.heads = head.number
        elif head.size > count:
            self._skip_to(head.size)
        elif head.size < count:
            self.find(None, f"head {head.number} of {head.size} entries", f"{count} entries stand before it")
        elif head.root == self._tree.root():
            self._last_head = count
        elif self._rooted:
            self._rooted = False
            span = f"entries {self._last_head} to {count - 1}"
            self.find(None, f"head {head.number} has another root than the entries", f"one of {span} was changed")

    def finish(self) -> None:
        """What shows only at the end of the file."""
        for number in sorted(self._skipped):
            self.find(number, "the entry is missing", f"the log has {len(self.entries)} of {self._next} entries")
        if not self.entries:
            self.find(0, "the opening of the log is missing", f"a log begins with its format, {FORMAT!r}")
        if not self._closed:
            ends = f"it ends after entry {self._next - 1}" if self._next else "it ends"
            self.find(None, f"{ends} without a closing head", "the end was cut off")
        for head in self._known:
            self._check_known(head)

    def _check_known(self, head: SignedHead) -> None:
        what = f"a head of {head.size} entries seen elsewhere"
        if not is_signed(head, self._key):
            self.find(None, what, "its signature does not stand under the key")
        elif head.size > len(self.entries):
            self.find(None, what, f"the log has only {len(self.entries)}: its end was cut off")
        elif self._roots.get(head.size) != head.root:
            self.find(None, what, "the log has another root at that size: its past was rewritten")


def read_entries(data: bytes) -> list[Entry]:
    """The entries of a file that reads as a log, unverified."""
    reader = LogReader(None, ())
    for line in data.split(b"\n")[:-1]:
        reader.line(line)
    return reader.entries


def parsed(line: bytes) -> EntryLine | HeadLine | None:
    """A line as it is written; None if it is not."""
    kinds: tuple[type[EntryLine], type[HeadLine]] = (EntryLine, HeadLine)
    for kind in kinds:
        try:
            found = msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            continue
        try:
            return found if canonical(found) == line else None
        except (UnicodeError, OverflowError, RecursionError):
            return None
    return None


def is_signed(head: SignedHead, key: bytes | None) -> bool:
    """Whether a head stands under a key."""
    if key is None or head.key != sha256(key).hex()[:16]:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(bytes.fromhex(head.signature), head_message(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def _is_hash(text: str) -> bool:
    return len(text) == 64 and all(letter in "0123456789abcdef" for letter in text)
