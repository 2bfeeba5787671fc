"""Parts of a rulebook as plain data, to be held against what was typed from its document by hand."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet

from pitboss.rulebooks import load

MA, MD, NJ, ROOM, CRAZY = (
    "ma-criss-cross",
    "md-criss-cross",
    "nj-criss-cross",
    "cardroom-criss-cross",
    "ma-crazy-4",
)


# What the rulebook has


def plain(value: object) -> Any:
    """A part without its title and without what is left at its default; figures as text."""
    if isinstance(value, msgspec.Struct):
        fields = {field.name: field for field in msgspec.structs.fields(value)}
        return {
            name: plain(getattr(value, name))
            for name, field in fields.items()
            if name != "title" and (field.required or getattr(value, name) != _default(field))
        }
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value if isinstance(value, bool | int) else str(value)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def only(parts: Iterable[msgspec.Struct], **marks: object) -> Any:
    """The one part with these fields, as plain data."""
    found = [part for part in parts if all(getattr(part, name) == value for name, value in marks.items())]
    assert len(found) == 1, f"{len(found)} parts with {marks}"
    return plain(found[0])


def named(parts: Iterable[Any], key: str = "name") -> dict[str, Any]:
    """Parts as plain data by one of their keys, in the order they stand in; none may stand twice."""
    listed = [plain(part) for part in parts]
    found = {part[key]: {name: item for name, item in part.items() if name != key} for part in listed}
    assert len(found) == len(listed)
    return found


# What was typed


def step(name: str, clause: str, *by: str, **more: object) -> dict[str, Any]:
    """A step as it is typed."""
    return {"clause": clause, "name": name, "by": list(by), **more}


def cases(rulebook: str, typed: Mapping[str, Any]) -> list[ParameterSet]:
    """One case for each part typed, bound to every clause it cites."""
    return [
        pytest.param(name, part, marks=pytest.mark.clause(rulebook, *dict.fromkeys(cited(rulebook, part))), id=name)
        for name, part in typed.items()
    ]


def by_citation(typed: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Parts that are named by what they cite."""
    return {citation: {"clause": citation, **part} for citation, part in typed.items()}


def authority(listed: Iterable[tuple[str, str, list[str]]]) -> dict[str, Any]:
    """Who may do what, by the first thing that they may do: rows of citation, roles and what they may do."""
    return {may[0]: {"clause": clause, "by": by.split(", "), "may": may} for clause, by, may in listed}


def readings(rulebook: str, taken: Mapping[str, str]) -> list[ParameterSet]:
    """One case for each reading taken, bound to the clauses it is about."""
    return [
        pytest.param(id, reading, marks=pytest.mark.clause(rulebook, *behind(rulebook, f"reading {id}")), id=id)
        for id, reading in taken.items()
    ]


def cited(rulebook: str, typed: object, key: str = "") -> Iterator[str]:
    """Every clause that typed data cites; of a reading, the clauses it is about."""
    if isinstance(typed, dict):
        for name, item in typed.items():
            yield from cited(rulebook, item, name)
    elif isinstance(typed, list | tuple):
        for item in typed:
            yield from cited(rulebook, item)
    elif isinstance(typed, str) and (key == "clause" or key.endswith("_clause")):
        yield from behind(rulebook, typed)


def behind(rulebook: str, citation: str) -> tuple[str, ...]:
    """The clauses a citation stands for."""
    if not citation.startswith("reading "):
        return (citation,)
    reading = load(rulebook).interpretation(citation.removeprefix("reading "))
    assert reading is not None, citation
    return reading.clauses
