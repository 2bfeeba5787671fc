"""The format of the audit log: what a line holds and which bytes are hashed and signed.

This is all that the side that writes a log and the side that verifies it have in common. It is described in
docs/audit-log.md.
"""

from enum import StrEnum
from typing import Any

import msgspec

from pitboss.games.actions import kebab
from pitboss.rulebooks.codec import builtins

FORMAT = "pitboss audit log 1"
HEAD_DOMAIN = b"pitboss/tree-head/1\n"
LOG_STREAM = "log"


class Kind(StrEnum):
    """What an entry tells of."""

    COMMAND = "command"
    EVENT = "event"
    REFUSAL = "refusal"
    SIGN_IN = "sign-in"


class Cards(StrEnum):
    """Where the cards of a table come from."""

    VIRTUAL = "virtual"  # from the fair shuffle
    PHYSICAL = "physical"  # keyed or scanned by a dealer


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that happened, in the order of the whole log and of its own stream."""

    entry: int  # from 0
    kind: Kind
    stream: str
    sequence: int  # within the stream, from 1
    time: int  # milliseconds since the beginning of 1970, UTC
    actor: str
    rulebook: str | None  # the hash of the rulebook a table is played by
    payload: dict[str, Any]


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tree head: the size and root of the log at a time. A closing head is the last line of a file."""

    number: int  # from 1
    size: int
    root: str
    time: int
    key: str
    closing: bool = False


class SignedHead(Head, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tree head with its Ed25519 signature."""

    signature: str


class EntryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line with an entry and its leaf hash, so that damage can be named to the entry."""

    entry: Entry
    leaf: str


class HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line with a head."""

    head: SignedHead


class LogEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="event", tag=kebab):
    """A fact that is no event of a table."""


class LogOpened(LogEvent, frozen=True, kw_only=True):
    """Entry 0: the format, the log's name, and the public key its heads are signed with."""

    format: str
    log: str
    public_key: str


class MeterOpened(LogEvent, frozen=True, kw_only=True):
    """A progressive meter of the house and what is on it: a cent is a million microcents."""

    meter: str
    microcents: int


class TableOpened(LogEvent, frozen=True, kw_only=True):
    """The first entry of a table's stream: what it is played by and where its cards come from."""

    rulebook: str
    hash: str
    submission: dict[str, Any]
    cards: Cards
    meters: dict[str, str]  # the table's name for a meter, and which meter of the house it is


class SeedCommitted(LogEvent, frozen=True, kw_only=True):
    """The commitment to a round's server seed was published."""

    round: str
    commitment: str


class SeedTaken(LogEvent, frozen=True, kw_only=True):
    """A player's seed was taken."""

    round: str
    player: str
    seed: str


class SeedsClosed(LogEvent, frozen=True, kw_only=True):
    """No more players' seeds: from here on the order of the cards is settled."""

    round: str


class SeedRevealed(LogEvent, frozen=True, kw_only=True):
    """The server seed was published after the round."""

    round: str
    server_seed: str


FairnessEvent = SeedCommitted | SeedTaken | SeedsClosed | SeedRevealed


def canonical(value: object) -> bytes:
    """The one way a value is written: JSON with sorted keys, no spaces, text in UTF-8.

    >>> canonical({"b": [1, None], "a": "♠"}).decode()
    '{"a":"♠","b":[1,null]}'
    """
    return msgspec.json.encode(builtins(value), order="sorted")


def packed(*parts: bytes) -> bytes:
    """Several byte strings as one that can be read only one way: each after its length in four bytes.

    >>> packed(b"ab", b"c").hex(" ")
    '00 00 00 02 61 62 00 00 00 01 63'
    """
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def head_message(head: Head) -> bytes:
    """The bytes a head's signature stands under."""
    fields = {name: getattr(head, name) for name in Head.__struct_fields__}
    return HEAD_DOMAIN + canonical(fields)


def round_id(stream: str, number: int) -> str:
    """The name of a table's round, counted from 1: the one its commitment is for."""
    return f"{stream}/{number}"
