"""What is wrong with a rulebook's folder: one line with file and key for each fault."""

from collections.abc import Iterator, Sequence
from datetime import date, time

import msgspec

LABELS = ("name", "id", "method", "bet")
MOST_SHOWN = 60


class Fault(msgspec.Struct, frozen=True):
    """One fault of a rulebook's data.

    >>> print(Fault("rulebook.toml", "wagers[ante].limit", "it must be text, not 5"))
    rulebook.toml: wagers[ante].limit: it must be text, not 5
    """

    file: str
    key: str
    says: str

    def __str__(self) -> str:
        line = ": ".join(filter(None, (self.file, self.key, self.says)))
        return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


def labelled(items: Sequence[object]) -> Iterator[tuple[str, object]]:
    """The items of a list, each with what it is called in a key: its name where that is its own, else its number."""
    labels = [_label(item) for item in items]
    for number, (label, item) in enumerate(zip(labels, items, strict=True), start=1):
        yield label if label and labels.count(label) == 1 else str(number), item


def shown(value: object) -> str:
    """A value of a file, short enough for a line."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "a table"
        case list():
            return "a list"
        case date() | time():  # which TOML has, and our files do not
            return str(value)
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def _label(item: object) -> str | None:
    if isinstance(item, msgspec.Struct):
        return next((str(getattr(item, key)) for key in LABELS if hasattr(item, key)), None)
    if not isinstance(item, dict):
        return None
    return next((item[key] for key in LABELS if isinstance(item.get(key), str)), None)
