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
from pitboss.rulebooks.codec import builtins


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that has not got its numbers yet."""

    kind: EntryKind
    stream: str
    time: int
    actor: str
    rulebook: str | None = None
    payload: dict[str, Any]


def fact(stream: str, event: LogEvent, time: int, actor: str, rulebook: str | None = None) -> Draft:
    """The draft of an event that is no event of a table."""
    return Draft(
        kind=EntryKind.EVENT, stream=stream, time=time, actor=actor, rulebook=rulebook, payload=builtins(event)
    )  # fmt: skip


def signed_in(account: str, time: int, *, accepted: bool, details: dict[str, Any] | None = None) -> Draft:
    """The draft of a sign-in, accepted or not."""
    payload = {"accepted": accepted, **(details or {})}
    return Draft(kind=EntryKind.SIGN_IN, stream="sign-ins", time=time, actor=account, payload=payload)


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
        fields = {name: getattr(draft, name) for name in Draft.__struct_fields__}
        entry = Entry(entry=self.tree.size, sequence=sequence, **fields)
        leaf = leaf_hash(canonical(entry))
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
