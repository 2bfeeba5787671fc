"""What changed between two views of a table, row by row: `[path, value]` to put a value, `[path]` to take one away.

A path leads through the JSON of the view by keys and indices. Rows are done in their order; a value put behind the end
of a list makes it longer, and one taken away makes it shorter. Which rows there are follows from the two views alone;
in which order an object has its keys means nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import count
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import astuple

from pitboss.engine import RoundView
from pitboss.server.tables.views import TableView, encode

Path = tuple[str | int, ...]
FEW = 3  # rows of one part below which it is not worth while to write it whole and compare


TABLE_OWN, ROUND_OWN = ("viewer", "round"), ("viewer", "seats", "choice", "result")
"""Where views of one moment differ: `as_seen` puts something of the viewer's own there, and nowhere else."""
_TABLE_ALIKE = tuple(name for name in TableView.__struct_fields__ if name not in TABLE_OWN)
_ROUND_ALIKE = tuple(name for name in RoundView.__struct_fields__ if name not in ROUND_OWN)
_alike_of, _alike_in, _own_in = attrgetter(*_TABLE_ALIKE), attrgetter(*_ROUND_ALIKE), attrgetter(*ROUND_OWN)


class Changes:
    """The rows between views of the same two moments, each found and written once.

    Views of different viewers have most of their parts in common, the very same objects. What is known of a pair of
    them holds while both moments are kept, and so no other object can have their ids meanwhile.
    """

    def __init__(self) -> None:
        self._common: list[bytes] | None = None
        self._known: dict[tuple[Path, int, int], list[bytes]] = {}

    def rows(self, old: TableView, new: TableView) -> list[bytes]:
        """The rows, as JSON, that make the new view of the old one."""
        if old.round is None or new.round is None:
            return self.between(old, new)
        if self._common is None:
            alike = self._parts(_TABLE_ALIKE, _alike_of(old), _alike_of(new), ())
            self._common = alike + self._parts(_ROUND_ALIKE, _alike_in(old.round), _alike_in(new.round), ("round",))
        own = self._parts(ROUND_OWN, _own_in(old.round), _own_in(new.round), ("round",))
        if old.viewer != new.viewer:
            own.append(encode([("viewer",), new.viewer]))
        return self._common + own

    def between(self, old: Any, new: Any, path: Path = ()) -> list[bytes]:
        """The rows that make one part of a view of another."""
        return [] if type(old) is type(new) and old == new else self._unlike(old, new, path)

    def _unlike(self, old: Any, new: Any, path: Path) -> list[bytes]:
        """The same for two that are known to differ."""
        key = (path, id(old), id(new))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._made(old, new, path)
        return found

    def _made(self, old: Any, new: Any, path: Path) -> list[bytes]:
        same = type(old) is type(new)
        if same and isinstance(new, msgspec.Struct):
            parts = self._parts(new.__struct_fields__, astuple(old), astuple(new), path)
            return self._shorter(parts, path, new)
        if same and isinstance(new, dict):
            gone = [encode([(*path, str(key))]) for key in old if key not in new]
            return gone + [row for key in new for row in self._item(old, new, path, key)]
        if same and isinstance(new, tuple) and (rows := self._listed(old, new, path)) is not None:
            return rows
        return [encode([path, new])]

    def _shorter(self, rows: list[bytes], path: Path, new: Any) -> list[bytes]:
        """The rows, or the part put whole where that takes fewer bytes: when most of it is new, as of another duty."""
        if len(rows) < FEW or not path:
            return rows
        whole = encode([path, new])
        return [whole] if len(whole) < sum(map(len, rows)) + len(rows) - 1 else rows

    def _parts(self, names: Iterable[str | int], old: Sequence[Any], new: Sequence[Any], path: Path) -> list[bytes]:
        rows: list[bytes] = []
        for name, was, now in zip(names, old, new, strict=False):
            if was is not now and was != now:  # values of one field: what is equal is of one type
                rows += self._unlike(was, now, (*path, name))
        return rows

    def _item(self, old: dict[Any, Any], new: dict[Any, Any], path: Path, key: Any) -> list[bytes]:
        where = (*path, str(key))  # JSON has no other keys
        return self.between(old[key], new[key], where) if key in old else [encode([where, new[key]])]

    def _listed(self, old: Sequence[Any], new: Sequence[Any], path: Path) -> list[bytes] | None:
        """The rows for a list, item by item; None where it is shorter put whole."""
        if not old or not new:
            return None
        if len(old) == len(new):
            rows = self._parts(count(), old, new, path)
            return rows if isinstance(new[0], msgspec.Struct) or _shorter(rows, new) else None
        gone = [index for index, item in enumerate(old) if len(old) > len(new) and item not in new]
        left = [item for index, item in enumerate(old) if index not in gone]
        if len(left) > len(new):
            return None
        rows = [encode([(*path, index)]) for index in reversed(gone)]
        rows += self._parts(count(), left, new, path)
        rows += [encode([(*path, index), new[index]]) for index in range(len(left), len(new))]
        return rows if _shorter(rows, new) else None


def _shorter(rows: Sequence[bytes], whole: Any) -> bool:
    """Whether rows take fewer bytes than the whole that they make."""
    return sum(map(len, rows)) < len(encode(whole))
