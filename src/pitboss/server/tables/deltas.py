"""What changed between two views of a table, row by row: `[path, value]` to put a value, `[path]` to take one away.

A path leads through the JSON of the view by keys and indices. Rows are done in their order; a value put behind the end
of a list makes it longer, and one taken away makes it shorter. Which rows there are follows from the two views alone;
in which order an object has its keys means nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import astuple

from pitboss.server.tables.views import TableView, encode

Path = tuple[str | int, ...]


TABLE_OWN, ROUND_OWN = ("viewer", "round"), ("viewer", "seats", "choice")
"""Where views of one moment differ: `as_seen` puts something of the viewer's own there, and nowhere else."""


class Changes:
    """The rows between views of the same two moments, each found and written once.

    Views of different viewers have most of their parts in common, the very same objects. What is known of a pair of
    them holds while both moments are kept, and so no other object can have their ids meanwhile.
    """

    def __init__(self) -> None:
        self._common: dict[Path, list[bytes]] = {}
        self._known: dict[tuple[Path, int, int], list[bytes]] = {}

    def rows(self, old: TableView, new: TableView) -> list[bytes]:
        """The rows, as JSON, that make the new view of the old one."""
        if old.round is None or new.round is None:
            return self.between(old, new)
        rows = self._alike(old, new, TABLE_OWN, ()) + self._alike(old.round, new.round, ROUND_OWN, ("round",))
        if old.viewer != new.viewer:
            rows.append(encode([("viewer",), new.viewer]))
        was, now = ([getattr(round, name) for name in ROUND_OWN] for round in (old.round, new.round))
        return rows + self._parts(ROUND_OWN, was, now, ("round",))

    def _alike(self, old: msgspec.Struct, new: msgspec.Struct, own: Sequence[str], path: Path) -> list[bytes]:
        """The rows of those parts that are the same for all viewers."""
        if path not in self._common:
            names = [name for name in new.__struct_fields__ if name not in own]
            was, now = ([getattr(view, name) for name in names] for view in (old, new))
            self._common[path] = self._parts(names, was, now, path)
        return self._common[path]

    def between(self, old: Any, new: Any, path: Path = ()) -> list[bytes]:
        """The rows that make one part of a view of another."""
        key = (path, id(old), id(new))
        found = self._known.get(key)
        if found is None:
            same = type(old) is type(new)
            found = self._known[key] = [] if same and old == new else self._unlike(old, new, path, same=same)
        return found

    def _unlike(self, old: Any, new: Any, path: Path, *, same: bool) -> list[bytes]:
        if same and isinstance(new, msgspec.Struct):
            return self._parts(new.__struct_fields__, astuple(old), astuple(new), path)
        if same and isinstance(new, dict):
            gone = [encode([(*path, str(key))]) for key in old if key not in new]
            return gone + [row for key in new for row in self._item(old, new, path, key)]
        if same and isinstance(new, tuple) and (rows := self._listed(old, new, path)) is not None:
            return rows
        return [encode([path, new])]

    def _parts(self, names: Iterable[str | int], old: Sequence[Any], new: Sequence[Any], path: Path) -> list[bytes]:
        rows: list[bytes] = []
        for name, was, now in zip(names, old, new, strict=False):
            if was is not now and was != now:  # values of one field: what is equal is of one type
                rows += self.between(was, now, (*path, name))
        return rows

    def _item(self, old: dict[Any, Any], new: dict[Any, Any], path: Path, key: Any) -> list[bytes]:
        where = (*path, str(key))  # JSON has no other keys
        return self.between(old[key], new[key], where) if key in old else [encode([where, new[key]])]

    def _listed(self, old: Sequence[Any], new: Sequence[Any], path: Path) -> list[bytes] | None:
        """The rows for a list whose items are parts of their own; None where it is shorter put whole."""
        if not old or not new or not isinstance(new[0], msgspec.Struct):
            return None
        if len(old) == len(new):
            return self._parts(count(), old, new, path)
        gone = [index for index, item in enumerate(old) if len(old) > len(new) and item not in new]
        left = [item for index, item in enumerate(old) if index not in gone]
        if len(left) > len(new):
            return None
        rows = [encode([(*path, index)]) for index in reversed(gone)]
        rows += self._parts(count(), left, new, path)
        rows += [encode([(*path, index), new[index]]) for index in range(len(left), len(new))]
        return rows if sum(map(len, rows)) < len(encode(new)) else None
