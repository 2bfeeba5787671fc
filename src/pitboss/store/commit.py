"""What one command writes, all of it or nothing."""

from typing import NamedTuple

import msgspec

from pitboss.audit import Draft
from pitboss.care import Care
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Violation
from pitboss.store.accounts import kind_of
from pitboss.store.ledger import Entry
from pitboss.store.meters import MeterMove, MeterState

_LONGEST = 200


class KeptRulebook(NamedTuple):
    """A version of a rulebook, whole: its files are JSON."""

    hash: str
    id: str
    law: str
    files: bytes


class KeptCare(NamedTuple):
    """What a player has chosen and what is counted, as it was read: its version goes up with every change."""

    name: str
    version: int
    care: Care


class CareRead(NamedTuple):
    """What a commit was decided on of a player's care, and what it is from there on, where it changes."""

    name: str
    version: int
    after: Care | None = None


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that follows from one command.

    A command is known by its client and the id the client gave it: sent again, it gets its first outcome and writes
    nothing. `digest` tells two commands under one id apart. `log` is all that happened; with `stream`, `events` are the
    places in it of what happened there, which takes the sequence numbers from `expected` on. `header` says what a new
    stream is, and comes with its first events only. `reads` are balances that it was decided on, and `meters` those it
    moves as they stood before, and `cares` what players have chosen: where one is another by now in what mattered,
    nothing is written. `rulebook` is a version to be kept whole.
    """

    client: str
    command: str
    digest: bytes = b""
    outcome: bytes = b""
    stream: str | None = None
    expected: int = 0
    header: str | None = None
    events: tuple[int, ...] = ()
    snapshot: bytes | None = None
    entries: tuple[Entry, ...] = ()
    moves: tuple[MeterMove, ...] = ()
    reads: tuple[tuple[str, Amount], ...] = ()
    meters: tuple[MeterState, ...] = ()
    log: tuple[Draft, ...] = ()
    rulebook: KeptRulebook | None = None
    cares: tuple[CareRead, ...] = ()


def check_names(commit: Commit) -> None:
    """Refuses a commit with a name that not every database could keep and look up."""
    names = [("client", commit.client), ("command id", commit.command)]
    names += [("stream", commit.stream)] if commit.stream is not None else []
    names += [("account", name) for entry in commit.entries for name in (entry.source, entry.target)]
    names += [("meter", move.meter) for move in commit.moves]
    names += [("account", move.account) for move in commit.moves]
    names += [("account", account) for account, _ in commit.reads]
    for what, name in names:
        if not (0 < len(name) <= _LONGEST and name.isprintable()):
            allowed = f"1 to {_LONGEST} printable letters"
            raise Refused(Violation(rulebook="", clause="", where=f"the {what}", tried=ascii(name), allowed=allowed))
        if what == "account":
            kind_of(name)


class Committed(msgspec.Struct, frozen=True):
    """What became of a command: its place in the order of all commands, its outcome, and the meters it moved."""

    position: int
    outcome: bytes
    next: int | None = None  # the stream's next sequence number after it
    repeated: bool = False  # it was done before, and nothing was written now
    meters: tuple[MeterState, ...] = ()  # as they stand after it
