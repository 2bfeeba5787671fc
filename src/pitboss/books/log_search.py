"""Looking for entries in the published part of the audit log, the latest first."""

from typing import Any

import msgspec

from pitboss.audit import Entry, EntryKind
from pitboss.books.published_log import Published
from pitboss.store import Store

PAGE = 1000
MOST_READ = 50_000  # entries for one request, so that a search for nothing comes back soon


class LogEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log."""

    entry: int
    kind: EntryKind
    stream: str
    time: int
    actor: str
    payload: dict[str, Any]


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """What was found; `before` is where to go on looking, None where the log begins."""

    entries: list[LogEntry]
    size: int
    before: int | None


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """What an entry must have: the kind, stream and actor named, and a text somewhere in it."""

    kind: EntryKind | None = None
    stream: str | None = None
    actor: str | None = None
    text: str = ""

    def fits(self, entry: Entry, text: bytes) -> bool:
        """Whether an entry is one of those sought."""
        return (
            self.kind in (None, entry.kind)
            and self.stream in (None, entry.stream)
            and self.actor in (None, entry.actor)
            and self.text.lower() in text.decode().lower()
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
            if sought.fits(entry, text):
                found.append(_shown(entry))
                if len(found) == limit:
                    return LogPage(entries=found, size=size, before=entry.entry or None)
        end = first
    return LogPage(entries=found, size=size, before=end or None)


def _shown(entry: Entry) -> LogEntry:
    return LogEntry(
        entry=entry.entry,
        kind=entry.kind,
        stream=entry.stream,
        time=entry.time,
        actor=entry.actor,
        payload=entry.payload,
    )
