"""What a mutant is: one change to the law, the clauses it belongs to, and where it was made."""

from enum import StrEnum
from typing import Any

import msgspec


class Kind(StrEnum):
    """The classes of mutants."""

    DATA = "data"  # a figure, an order, a phase or a flag
    CITATION = "citation"  # the clause a figure cites
    READING = "reading"  # the reading taken where the operator may select another
    CODE = "code"  # a change of behaviour in the program


class Removed(msgspec.Struct, frozen=True):
    """Stands for a key that is taken away."""


REMOVED = Removed()


class Mutant(msgspec.Struct, frozen=True, kw_only=True):
    """One change; its id stays the same as long as the law around it does."""

    rulebook: str
    clauses: tuple[str, ...]
    kind: Kind
    where: str  # the file and the place in it
    change: str  # "old -> new", or what was done to a list
    keys: tuple[str | int, ...] = ()  # of data: where the new value goes
    file: str = ""
    value: Any = None
    module: str = ""  # of code: the module and its changed source
    source: str = ""

    @property
    def id(self) -> str:
        """One line that names it."""
        return f"{self.rulebook} {self.where}: {self.change}"


def applied(data: dict[str, Any], mutant: Mutant) -> dict[str, Any]:
    """A file's data with the change in it; the data itself is left alone."""
    changed: dict[str, Any] = _with(data, mutant.keys, mutant.value)
    return changed


def _with(data: Any, keys: tuple[str | int, ...], value: Any) -> Any:
    if not keys:
        return value
    first, rest = keys[0], keys[1:]
    if isinstance(data, list):
        return [_with(item, rest, value) if at == first else item for at, item in enumerate(data)]
    if not rest and value == REMOVED:
        return {key: item for key, item in data.items() if key != first}
    return data | {first: _with(data.get(first), rest, value)}
