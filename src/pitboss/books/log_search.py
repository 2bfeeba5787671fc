"""Looking for entries in the published part of the audit log, the latest first."""

from enum import StrEnum
from typing import Any

import msgspec

from pitboss.audit import Entry, EntryKind
from pitboss.audit.sentences import told
from pitboss.books.exports import read_span
from pitboss.books.published_log import Published
from pitboss.care.care import COOLING_OFF, EXCLUDED
from pitboss.money import Amount
from pitboss.store import Store

PAGE = 1000
SLACK = 60_000  # milliseconds by which the clocks of servers may differ: beyond it no older entry is late enough
MOST_READ = 50_000  # entries for one request, so that a search for nothing comes back soon


class Matter(StrEnum):
    """What a compliance officer looks into."""

    EXCLUSIONS = "exclusions"
    LIMITS = "limits"
    BREAKS = "breaks"
    CASH = "large cash"
    REFUSED = "refused attempts"
    ALARMS = "alarms"


_OF_MATTER: dict[str, Matter] = {
    "self-excluded": Matter.EXCLUSIONS,
    "limit-chosen": Matter.LIMITS,
    "cooling-off-begun": Matter.BREAKS,
    "reality-check-chosen": Matter.BREAKS,
    "reality-check-seen": Matter.BREAKS,
    "limits-set": Matter.CASH,
    "act-asked": Matter.CASH,
    "act-approved": Matter.CASH,
    "act-declined": Matter.CASH,
    "act-withdrawn": Matter.CASH,
    "return-beyond-chance": Matter.ALARMS,
    "random-source-failed": Matter.ALARMS,
    "clock-stepped": Matter.ALARMS,
    "table-set-aside": Matter.ALARMS,
    "log-restored": Matter.ALARMS,
}
LARGE = Amount.parse("10000")  # of cash that goes over the counter at once


def matter_of(entry: Entry) -> Matter | None:
    """What an entry is to a compliance officer; None where it is of no matter to one."""
    payload = entry.payload
    if entry.kind is EntryKind.REFUSAL:
        allowed = str(payload.get("allowed"))
        return Matter.REFUSED if EXCLUDED in allowed or COOLING_OFF in allowed else None
    event = str(payload.get("event"))
    if event in ("chips-bought", "chips-cashed"):
        return Matter.CASH if Amount.parse(payload["amount"]) >= LARGE else None
    return _OF_MATTER.get(event)


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log: in words, with how much, under which clause and about whom; and as it stands there."""

    entry: int
    kind: EntryKind
    stream: str
    time: int
    actor: str
    says: str
    amount: str
    clause: str
    about: str
    matter: Matter | None
    payload: dict[str, Any]
    text: str  # the bytes that are hashed


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """What was found; `before` is where to go on looking, None where the log begins."""

    entries: list[LogEntry]
    size: int
    before: int | None


def sought_span(since: str | None, until: str | None) -> tuple[int, int | None]:
    """The milliseconds from which on and before which entries are sought, by days or times in ISO form."""
    begin, end = read_span(since, until)
    return int(begin.timestamp() * 1000) if begin else 0, int(end.timestamp() * 1000) if end else None


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry must have: the kind, stream and actor named, and a text somewhere in it.

    `person` did it or is told of, `table` is where it was, `what` is the name of its event or command; times are
    milliseconds.
    """

    kind: EntryKind | None = None
    stream: str | None = None
    actor: str | None = None
    text: str = ""
    person: str | None = None
    table: str | None = None
    what: str | None = None
    since: int = 0
    until: int | None = None
    matter: Matter | None = None
    compliance: bool = False  # of any matter at all

    def fits(self, entry: Entry, text: bytes) -> bool:
        """Whether an entry is one of those sought."""
        return (
            self.kind in (None, entry.kind)
            and self.stream in (None, entry.stream)
            and self.actor in (None, entry.actor)
            and entry.time >= self.since
            and (self.until is None or entry.time < self.until)
            and (self.person is None or self.person in (entry.actor, *_people(entry.payload)))
            and self.table in (None, entry.stream, entry.stream.partition("/")[2], entry.payload.get("table"))
            and self.what in (None, *_names(entry.payload))
            and self.text.lower() in text.decode().lower()
            and (not self.compliance or matter_of(entry) is not None)
            and self.matter in (None, matter_of(entry))
        )


def search(store: Store, published: Published, sought: Sought, before: int | None, limit: int) -> LogPage:
    """The entries that fit, from an entry number down."""
    published.catch_up()
    size = published.size
    end = size if before is None else max(0, min(before, size))
    found: list[LogEntry] = []
    lowest = max(0, end - MOST_READ)
    while end > lowest:
        first = max(lowest, end - PAGE)
        for text in reversed(store.log(first, end - first)):
            entry = msgspec.json.decode(text, type=Entry)
            if entry.time < sought.since - SLACK:
                return LogPage(entries=found, size=size, before=None)
            if sought.fits(entry, text):
                found.append(log_entry(entry, text))
                if len(found) == limit:
                    return LogPage(entries=found, size=size, before=entry.entry or None)
        end = first
    return LogPage(entries=found, size=size, before=end or None)


def log_entry(entry: Entry, text: bytes) -> LogEntry:
    """An entry in words, and as it stands."""
    words = told(entry)
    return LogEntry(
        entry=entry.entry,
        kind=entry.kind,
        stream=entry.stream,
        time=entry.time,
        actor=entry.actor,
        says=words.says,
        amount=words.amount,
        clause=words.clause,
        about=words.about,
        matter=matter_of(entry),
        payload=entry.payload,
        text=text.decode(),
    )


def _people(payload: dict[str, Any]) -> tuple[object, ...]:
    return tuple(payload.get(name) for name in ("player", "person", "dealer", "about"))


def _names(payload: dict[str, Any]) -> tuple[object, ...]:
    inner = payload.get("move") or payload.get("action")
    of_inner = (inner.get("event"), inner.get("action")) if isinstance(inner, dict) else ()
    return (payload.get("event"), payload.get("command"), *of_inner)
