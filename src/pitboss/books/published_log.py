"""The audit log as it is given out: its entries, signed heads and proofs.

A log tells of every card that was dealt. So that nobody learns of a card that lies face down, whatever role they have,
only that part of the log is ever given out, signed or proved that ends before the deal of the oldest round in play.
"""

import threading
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.audit import Draft, Entry, EntryKind, SignedHead, Signer, Tree, fact, leaf_hash
from pitboss.audit.format import FORMAT, LOG_STREAM, HeadLine, LogOpened, canonical
from pitboss.books.table_spec import refused
from pitboss.store import Store

PAGE = 1000


def log_opened(name: str, signer: Signer, time: int) -> Draft:
    """Entry 0 of a log."""
    opened = LogOpened(format=FORMAT, log=name, public_key=signer.public_key.hex())
    return fact(LOG_STREAM, opened, time, "system")


class Published:
    """The part of a store's log that may be given out, with its tree; grows with the store."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._tree = Tree()
        self._growing = threading.Lock()
        self._dealing: dict[str, int] = {}  # streams with cards on the table, since which entry
        self._dealt: set[str] = set()  # those of them where something came of it

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
                    self._tree.append(leaf_hash(text))

    def head(self, time: int, *, closing: bool = False) -> SignedHead:
        """A signed head of what may be given out."""
        size = self.size
        return self._signer.sign(1, size, self._tree.root(size), time, closing=closing)

    @property
    def public_key(self) -> str:
        """The key the heads are signed with."""
        return self._signer.public_key.hex()

    def inclusion(self, entry: int, size: int) -> list[str]:
        """The proof that an entry is in the log of a size."""
        self._require(0 <= entry < size <= self.size, f"a proof of entry {entry} in {size}")
        return [node.hex() for node in self._tree.inclusion(entry, size)]

    def consistency(self, old: int, new: int) -> list[str]:
        """The proof that a longer log goes on from a shorter one."""
        self._require(0 < old <= new <= self.size, f"a proof from {old} to {new}")
        return [node.hex() for node in self._tree.consistency(old, new)]

    def lines(self, time: int) -> Iterator[bytes]:
        """The log as a file that `pitboss verify` reads, with a closing head."""
        head = self.head(time, closing=True)
        for first in range(0, head.size, PAGE):
            for text in self._store.log(first, min(PAGE, head.size - first)):
                yield b'{"entry":%b,"leaf":"%b"}\n' % (text, leaf_hash(text).hex().encode())
        yield canonical(HeadLine(head)) + b"\n"

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
