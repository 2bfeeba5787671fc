"""The audit log as it is given out: its entries, signed heads and proofs.

A log tells of every card that was dealt. So that nobody learns of a card that lies face down, whatever role they have,
only that part of the log is ever given out, signed or proved that ends before the deal of the oldest round in play.
"""

import threading
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from pitboss.audit import Draft, Entry, EntryKind, SignedHead, Signer, fact, leaf_hash
from pitboss.audit.archive import ArchiveLine, ArchiveOpened
from pitboss.audit.format import FORMAT, LOG_STREAM, HeadLine, LogOpened, canonical
from pitboss.books.head_book import HeadBook
from pitboss.books.table_spec import refused
from pitboss.books.tiled_tree import WIDTH, TiledTree
from pitboss.store import Store

PAGE = 1000


def log_opened(name: str, signer: Signer, time: int) -> Draft:
    """Entry 0 of a log."""
    opened = LogOpened(format=FORMAT, log=name, public_key=signer.public_key.hex(), parted=True)
    return fact(LOG_STREAM, opened, time, "system")


class Published:
    """The part of a store's log that may be given out, with its tree; grows with the store."""

    def __init__(self, store: Store, signer: Signer, heads: HeadBook | None = None) -> None:
        self._store = store
        self._signer = signer
        self._heads = heads
        self._tree = TiledTree(store)
        self._growing = threading.Lock()
        self._dealing: dict[str, int] = {}  # streams with cards on the table, since which entry
        self._dealt: set[str] = set()  # those of them where something came of it
        if self._tree.state:
            self._dealing, self._dealt = msgspec.json.decode(self._tree.state, type=tuple[dict[str, int], set[str]])

    @property
    def size(self) -> int:
        """How many entries may be given out."""
        return min([self._tree.size, *self._dealing.values()])

    def catch_up(self) -> None:
        """Takes in what the store has by now."""
        with self._growing:
            while texts := self._store.log(self._tree.size, PAGE):
                for text in texts:
                    self._watch(msgspec.json.decode(text, type=Entry))
                    self._tree.append(leaf_hash(text), self._state() if self._tree.completes() else b"")
                self._tree.keep(all=False)
            self._tree.keep()

    def _state(self) -> bytes:
        """What is known of cards on the table, to go on from."""
        return msgspec.json.encode((self._dealing, self._dealt))

    def head(self, time: int, *, closing: bool = False, after: int = 0, size: int | None = None) -> SignedHead:
        """A signed head of what may be given out, or less; its number is beyond that of the last one, and `after`."""
        with self._growing:
            size = self.size if size is None else size
            root = self._tree.root(size)

        def sign(number: int) -> SignedHead:
            return self._signer.sign(max(number, after + 1), size, root, time, closing=closing)

        return sign(1) if self._heads is None else self._heads.add(size, root.hex(), sign, closing=closing)

    def faults(self, kept: SignedHead | None, newest: int) -> list[str]:
        """What shows that the log is not the one that was signed: its end first, its newest entries, then its tree."""
        before = self._store.log_state()
        try:
            self.catch_up()
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            return [f"an entry of its log cannot be read: {error}"]
        after = self._store.log_state()  # another server may have added to it meanwhile
        same = before.size <= self._tree.size <= after.size and before.tree.root == self._tree.root(before.size)
        if not same:
            return [f"its log has {self._tree.size} entries, which are not the {after.size} its tree was made of"]
        if kept is not None and kept.size > self._tree.size:
            return [f"its log ends at entry {self._tree.size}: head {kept.number} was signed over {kept.size} entries"]
        if kept is not None and self._tree.root(kept.size).hex() != kept.root:
            return [f"its first {kept.size} entries are not those that head {kept.number} was signed over"]
        return self.edited(max(0, self._tree.size - newest))

    def edited(self, first: int = 0) -> list[str]:
        """Entries from a number on that are no longer what they were when they were hashed: the first of them."""
        for number in range(first // WIDTH, (self._tree.size + WIDTH - 1) // WIDTH):
            texts = self._store.log(number * WIDTH, WIDTH)
            for at, (leaf, text) in enumerate(zip_longest(self._tree.leaves(number), texts[:WIDTH])):
                if leaf is not None and (text is None or leaf_hash(text) != leaf):
                    return [f"entry {number * WIDTH + at} of its log is not the one that was written"]
        return []

    @property
    def public_key(self) -> str:
        """The key the heads are signed with."""
        return self._signer.public_key.hex()

    def root(self, size: int) -> bytes:
        """The root over the first so many entries."""
        with self._growing:
            return self._tree.root(size)

    def inclusion(self, entry: int, size: int) -> list[str]:
        """The proof that an entry is in the log of a size."""
        self._require(0 <= entry < size <= self.size, f"a proof of entry {entry} in {size}")
        with self._growing:
            return [node.hex() for node in self._tree.inclusion(entry, size)]

    def consistency(self, old: int, new: int) -> list[str]:
        """The proof that a longer log goes on from a shorter one."""
        self._require(0 < old <= new <= self.size, f"a proof from {old} to {new}")
        with self._growing:
            return [node.hex() for node in self._tree.consistency(old, new)]

    def lines(self, time: int, first: int = 0, size: int | None = None) -> Iterator[bytes]:
        """The log as a file that `pitboss verify` reads, with a closing head; from an entry on, an archive of it."""
        self._require(0 <= first <= (self.size if size is None else size) <= self.size, f"a log from entry {first}")
        head = self.head(time, closing=True, size=size)
        if first or size is not None:
            yield canonical(ArchiveLine(self._opening(first))) + b"\n"
        for number in range(first, head.size, PAGE):
            for text in self._store.log(number, min(PAGE, head.size - number)):
                yield b'{"entry":%b,"leaf":"%b"}\n' % (text, leaf_hash(text).hex().encode())
        yield canonical(HeadLine(head)) + b"\n"

    def _opening(self, first: int) -> ArchiveOpened:
        opened = msgspec.json.decode(self._store.log(0, 1)[0], type=Entry).payload
        with self._growing:
            peaks = [node.hex() for node in self._tree.peaks(first)]
        return ArchiveOpened(log=opened["log"], public_key=self.public_key, first=first, peaks=tuple(peaks))

    def _watch(self, entry: Entry) -> None:
        """Cards are on the table from the first command that names one until the round is over."""
        match entry.kind:
            case EntryKind.COMMAND if _names_cards(entry.payload):
                self._dealing.setdefault(entry.stream, entry.entry)
            case EntryKind.REFUSAL if entry.stream not in self._dealt:
                self._dealing.pop(entry.stream, None)
            case EntryKind.EVENT if entry.stream in self._dealing:
                self._dealt.add(entry.stream)
                if entry.payload.get("event") == "round-ended":
                    self._dealt.discard(entry.stream)
                    del self._dealing[entry.stream]

    def _require(self, possible: bool, tried: str) -> None:
        if not possible:
            raise refused("the audit log", tried, f"entries and sizes up to {self.size}")


def _names_cards(command: dict[str, Any]) -> bool:
    action = command.get("action")
    return command.get("card") is not None or (isinstance(action, dict) and action.get("action") == "deal")
