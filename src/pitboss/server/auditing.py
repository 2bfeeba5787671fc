"""The audit log as the store keeps it: drafts in, numbered and hashed inside the transaction that adds them.

A log tells of every card that was dealt. So that nobody learns of a card that lies face down, whatever role they have,
only that part of the log is ever given out, signed or proved that ends before the deal of the oldest round in play.
"""

import threading
from array import array
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from pitboss.audit import Draft, Entry, EntryKind, Frontier, SignedHead, Signer, Tree, fact, leaf_hash
from pitboss.audit.format import FORMAT, LOG_STREAM, EntryLine, HeadLine, LogOpened, canonical
from pitboss.server.spec import refused
from pitboss.store import Store

PAGE = 1000


class LogTip(msgspec.Struct, frozen=True):
    """The end of the log: the tree over it and how far each stream is numbered."""

    tree: Frontier = Frontier()
    sequences: dict[str, int] = {}


def extend(state: bytes, entries: Sequence[bytes]) -> bytes:
    """The state of the log's tree after new entries; the store calls this inside its transaction."""
    tip = msgspec.msgpack.decode(state, type=LogTip) if state else LogTip()
    tree, sequences = tip.tree, dict(tip.sequences)
    for draft in entries:
        tree = tree.plus(leaf_hash(_hashed(draft, tree.size, sequences)))
    return msgspec.msgpack.encode(LogTip(tree, sequences))


class _Draft(msgspec.Struct, frozen=True):
    """A draft whose payload is left as it was written, in canonical form: what every commit does must be quick."""

    kind: str
    stream: str
    time: int
    actor: str
    rulebook: str | None
    payload: msgspec.Raw


class _Entry(_Draft, frozen=True):
    entry: int
    sequence: int


_DRAFT = msgspec.json.Decoder(_Draft)
_CANONICAL = msgspec.json.Encoder(order="sorted")


def _hashed(text: bytes, number: int, sequences: dict[str, int]) -> bytes:
    """The bytes of the entry a draft becomes at its place: the same as `canonical` writes."""
    draft = _DRAFT.decode(text)
    sequence = sequences[draft.stream] = sequences.get(draft.stream, 0) + 1
    fields = (draft.kind, draft.stream, draft.time, draft.actor, draft.rulebook, draft.payload)
    return _CANONICAL.encode(_Entry(*fields, number, sequence))


def _numbered(text: bytes, number: int, sequences: dict[str, int]) -> Entry:
    """The entry a draft becomes at its place."""
    draft = msgspec.json.decode(text, type=Draft)
    sequences[draft.stream] = sequences.get(draft.stream, 0) + 1
    fields = {name: getattr(draft, name) for name in Draft.__struct_fields__}
    return Entry(entry=number, sequence=sequences[draft.stream], **fields)


def log_opened(name: str, signer: Signer, time: int) -> bytes:
    """Entry 0 of a log."""
    opened = LogOpened(format=FORMAT, log=name, public_key=signer.public_key.hex())
    return canonical(fact(LOG_STREAM, opened, time, "system"))


class Published:
    """The part of a store's log that may be given out, with its tree; grows with the store."""

    def __init__(self, store: Store, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._tree = Tree()
        self._sequences: dict[str, int] = {}
        self._numbers = array("Q")  # of every entry its number within its stream
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
                    entry = _numbered(text, self._tree.size, self._sequences)
                    self._watch(entry)
                    self._numbers.append(entry.sequence)
                    self._tree.append(leaf_hash(canonical(entry)))

    def head(self, time: int, *, closing: bool = False) -> SignedHead:
        """A signed head of what may be given out."""
        size = self.size
        return self._signer.sign(1, size, self._tree.root(size), time, closing=closing)

    @property
    def public_key(self) -> str:
        """The key the heads are signed with."""
        return self._signer.public_key.hex()

    def entry(self, number: int, text: bytes) -> bytes:
        """An entry as it is hashed, from the draft at its place in the store."""
        stream = msgspec.json.decode(text, type=Draft).stream
        return canonical(_numbered(text, number, {stream: self._numbers[number] - 1}))

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
        head, sequences = self.head(time, closing=True), dict[str, int]()
        for first in range(0, head.size, PAGE):
            for number, text in enumerate(self._store.log(first, min(PAGE, head.size - first)), start=first):
                entry = _numbered(text, number, sequences)
                yield canonical(EntryLine(entry, leaf_hash(canonical(entry)).hex())) + b"\n"
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
