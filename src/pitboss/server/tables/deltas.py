"""What changed between two views of a table, row by row: `[path, value]` to put a value, `[path]` to take one away.

A path leads through the JSON of the view by keys and indices. Rows are done in their order; a value put behind the end
of a list makes it longer, and one taken away makes it shorter. Which rows there are follows from the two views alone.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.server.tables.views import TableView, encode

Path = tuple[str | int, ...]


class Changes:
    """The rows between views of the same two moments, each found and written once.

    Views of different viewers have most of their parts in common, the very same objects. What is known of a pair of
    them holds while both moments are kept, and so no other object can have their ids meanwhile.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int, int], list[bytes]] = {}

    def rows(self, old: TableView, new: TableView) -> list[bytes]:
        """The rows, as JSON, that make the new view of the old one."""
        return self._between(old, new, ())

    def _between(self, old: Any, new: Any, path: Path) -> list[bytes]:
        if old is new:
            return []
        key = (path, id(old), id(new))
        found = self._known.get(key)
        if found is None:
            same = type(old) is type(new)
            found = self._known[key] = [] if same and old == new else self._unlike(old, new, path, same=same)
        return found

    def _unlike(self, old: Any, new: Any, path: Path, *, same: bool) -> list[bytes]:
        if same and isinstance(new, msgspec.Struct):
            parts = [(name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__]
            return [row for name, was, now in parts if was is not now for row in self._between(was, now, (*path, name))]
        if same and isinstance(new, dict) and _in_order(old, new):
            gone = [encode([(*path, key)]) for key in old if key not in new]
            return gone + [row for key in new for row in self._item(old, new, path, key)]
        if same and isinstance(new, tuple) and (rows := self._listed(old, new, path)) is not None:
            return rows
        return [encode([path, new])]

    def _item(self, old: dict[Any, Any], new: dict[Any, Any], path: Path, key: Any) -> list[bytes]:
        written = key if isinstance(key, str) else str(key)  # JSON has no other keys
        return self._between(old[key], new[key], (*path, written)) if key in old else [encode([(*path, written), new[key]])]

    def _listed(self, old: Sequence[Any], new: Sequence[Any], path: Path) -> list[bytes] | None:
        """The rows for a list whose items are parts of their own; None where it is best put whole."""
        if not old or not new or not isinstance(new[0], msgspec.Struct):
            return None
        if len(old) == len(new):
            pairs = enumerate(zip(old, new, strict=True))
            parts = [(index, was, now) for index, (was, now) in pairs if was is not now]
            return [row for index, was, now in parts for row in self._between(was, now, (*path, index))]
        stays = [item in new for item in old]
        kept = [item for item, there in zip(old, stays, strict=True) if there]
        if not kept or kept != list(new[: len(kept)]):
            return None
        gone = [encode([(*path, index)]) for index in reversed(range(len(old))) if not stays[index]]
        return gone + [encode([(*path, index), new[index]]) for index in range(len(kept), len(new))]


def _in_order(old: dict[Any, Any], new: dict[Any, Any]) -> bool:
    """Whether the new keys are the old ones that are left, in their order, and others behind them."""
    return list(new) == [*(key for key in old if key in new), *(key for key in new if key not in old)]

