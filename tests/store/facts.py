"""Facts for the log in short: plain texts as drafts, as events of a stream, and back."""

from typing import Any

import msgspec

from pitboss.audit import Draft, EntryKind
from pitboss.audit.format import canonical
from pitboss.store import Store, StoredEvent


def draft(text: str, stream: str = "notes") -> Draft:
    """A text as an entry to be."""
    return Draft(kind=EntryKind.EVENT, stream=stream, time=1000, actor="ann", payload=canonical({"text": text}))


def happened(*texts: str, besides: tuple[str, ...] = ()) -> dict[str, Any]:
    """The parts of a commit that say what happened in its stream, and what else the log tells."""
    return {"log": tuple(map(draft, (*texts, *besides))), "events": tuple(range(len(texts)))}


def said(stored: StoredEvent) -> str:
    """The text of an event."""
    text: str = msgspec.json.decode(stored.event)["text"]
    return text


def logged(store: Store, first: int = 0, limit: int = 10**6) -> list[str]:
    """The texts of the log."""
    return [msgspec.json.decode(entry)["payload"]["text"] for entry in store.log(first, limit)]
