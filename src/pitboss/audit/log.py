"""The writing side of the log: numbers entries, hashes them into the tree, signs heads, writes lines."""

from typing import Any

import msgspec

from pitboss.audit.format import (
    FORMAT,
    LOG_STREAM,
    Entry,
    EntryKind,
    EntryLine,
    HeadLine,
    LogEvent,
    LogOpened,
    SignedHead,
    canonical,
)
from pitboss.audit.heads import Signer
from pitboss.audit.merkle import Tree, leaf_hash


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that has not got its numbers yet; its payload is written already, in the bytes that are hashed."""

    kind: EntryKind
    stream: str
    time: int
    actor: str
    rulebook: str | None = None
    payload: bytes

    def numbered(self, entry: int, sequence: int) -> bytes:
        """The entry in its canonical bytes: what `canonical` writes, put together without reading the payload."""
        return (
            b'{"actor":%b,"entry":%d,"kind":"%b","payload":%b,"rulebook":%b,"sequence":%d,"stream":%b,"time":%d}'
        ) % (
            _text(self.actor),
            entry,
            self.kind.encode(),
            self.payload,
            _text(self.rulebook),
            sequence,
            _text(self.stream),
            self.time,
        )


_text = msgspec.json.Encoder().encode


def fact(stream: str, event: LogEvent, time: int, actor: str, rulebook: str | None = None) -> Draft:
    """The draft of an event that is no event of a table."""
    return Draft(
        kind=EntryKind.EVENT, stream=stream, time=time, actor=actor, rulebook=rulebook, payload=canonical(event)
    )  # fmt: skip


def signed_in(account: str, time: int, *, accepted: bool, details: dict[str, Any] | None = None) -> Draft:
    """The draft of a sign-in, accepted or not."""
    payload = {"accepted": accepted, **(details or {})}
    return Draft(kind=EntryKind.SIGN_IN, stream="sign-ins", time=time, actor=account, payload=canonical(payload))


class Log:
    """A log that is being written. It only grows; `lines` are the file."""

    def __init__(self, name: str, signer: Signer, time: int) -> None:
        self.tree = Tree()
        self.lines: list[bytes] = []
        self._signer = signer
        self._sequences: dict[str, int] = {}
        self._heads = 0
        opened = LogOpened(format=FORMAT, log=name, public_key=signer.public_key.hex())
        self.append(fact(LOG_STREAM, opened, time, "system"))

    def append(self, draft: Draft) -> Entry:
        """The entry with its numbers, in the log for good."""
        sequence = self._sequences.get(draft.stream, 0) + 1
        text = draft.numbered(self.tree.size, sequence)
        entry = msgspec.json.decode(text, type=Entry)
        leaf = leaf_hash(text)
        self.lines.append(canonical(EntryLine(entry, leaf.hex())))
        self.tree.append(leaf)
        self._sequences[draft.stream] = sequence
        return entry

    def sign(self, time: int, *, closing: bool = False) -> SignedHead:
        """A signed head of everything so far, in the log and to be published."""
        self._heads += 1
        head = self._signer.sign(self._heads, self.tree.size, self.tree.root(), time, closing=closing)
        self.lines.append(canonical(HeadLine(head)))
        return head

    def text(self) -> bytes:
        """The file: one line for each entry and head."""
        return b"".join(line + b"\n" for line in self.lines)
