"""What a table is when it opens: rulebook, submission, where its cards come from, its clocks and its meters."""

import re
from functools import lru_cache
from typing import Any

import msgspec

from pitboss.audit import Cards, Keying
from pitboss.rulebooks import (
    Refused,
    RulebookError,
    Terms,
    UnknownRulebook,
    Violation,
    lawful,
    load,
    submission_from,
    version,
)
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.currency import Currency
from pitboss.store.accounts import accounts_of, purse_of

NAME = re.compile("[a-z0-9][a-z0-9-]{0,39}")
LONGEST_CLOCK = 3600
LOG_STREAMS = frozenset({"log", "money", "people", "refusals", "reports", "room", "rulebooks", "sign-ins"})
"""Streams of the audit log that are no table's."""


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds a virtual table waits: for wagers, for a decision, and between two rounds."""

    wagers: int = 30
    decision: int = 30
    pause: int = 3


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it was opened; the header of its stream."""

    name: str
    rulebook: str
    hash: str
    submission: dict[str, Any]
    cards: Cards
    keyed: Keying = Keying.DEALT
    practice: bool
    clock: Clock
    meters: dict[str, str]
    owner: str = ""  # who opened it
    opened_at: int = 0  # seconds
    inventory: int = 10_000_000  # cents it opened with
    currency: Currency = Currency()

    @property
    def virtual(self) -> bool:
        """Whether the cards come from the fair shuffle, and the house deals by itself."""
        return self.cards is Cards.VIRTUAL

    def purse(self, player: str) -> str:
        """Whose account a player wagers from: at a practice table one of its own, with play money."""
        return purse_of(player, self.practice)

    def accounts(self, player: str) -> tuple[str, str]:
        """The chips and the game account that a player wagers from."""
        return accounts_of(player, self.practice)


def new_spec(
    name: str, rulebook: str, choices: dict[str, Any], cards: Cards, practice: bool, clock: Clock
) -> tuple[TableSpec, Terms]:
    """A table that may be opened, with its terms; `Refused` says what is wrong with it."""
    if not NAME.fullmatch(name) or name in LOG_STREAMS:
        allowed = "up to 40 small letters, digits and dashes"
        says = f"A table's name has {allowed}, and is not one that the log uses; {name!r} was given."
        raise refused("the table", f"the name {name!r}", allowed, says=says)
    if not all(0 <= seconds <= LONGEST_CLOCK for seconds in (clock.wagers, clock.decision, clock.pause)):
        allowed, given = f"0 to {LONGEST_CLOCK} seconds", f"{clock.wagers}, {clock.decision}, {clock.pause} s"
        raise refused("the clock", given, allowed, says=f"Each time must be {allowed}; {given} were given.")
    book = load(rulebook)
    terms = lawful(book, submission_from(choices, book))
    spec = TableSpec(
        name=name,
        rulebook=book.id,
        hash=book.hash,
        submission=builtins(terms.submission.as_file()),
        cards=cards,
        practice=practice,
        clock=clock,
        meters={meter: f"{name}.{meter}" for meter in terms.meters},
        currency=book.currency,
    )
    return spec, terms


def terms_of(spec: TableSpec) -> Terms:
    """The terms a table was opened with; `RulebookError` if that version of its rulebook is nowhere to be found."""
    return terms_under(spec.rulebook, spec.hash, spec.submission)


def terms_under(rulebook: str, hash: str, submission: dict[str, Any]) -> Terms:
    """Terms under one version of a rulebook."""
    return _lawful(rulebook, hash, msgspec.json.encode(submission, order="deterministic"))


def usable(spec: TableSpec) -> bool:
    """Whether the rulebook of a table is here as it was when the table opened, or was kept."""
    try:
        terms_of(spec)
    except (UnknownRulebook, RulebookError, Refused):
        return False
    return True


@lru_cache(maxsize=256)  # tables of one kind share their terms, and all that is worked out from them
def _lawful(rulebook: str, hash: str, submission: bytes) -> Terms:
    book = version(rulebook, hash)
    return lawful(book, submission_from(msgspec.json.decode(submission), book))


def refused(where: str, tried: str, allowed: str, clause: str = "", rulebook: str = "", says: str = "") -> Refused:
    """A refusal of the room itself, to raise."""
    return Refused(Violation(rulebook=rulebook, clause=clause, where=where, tried=tried, allowed=allowed, says=says))


def write_spec(spec: TableSpec) -> str:
    """The header of a table's stream."""
    return msgspec.json.encode(spec, order="deterministic").decode()


def read_spec(text: str) -> TableSpec:
    """A table's spec from the header of its stream."""
    return msgspec.json.decode(text, type=TableSpec)
