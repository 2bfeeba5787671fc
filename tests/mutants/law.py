"""The mutants of a rulebook's data: a walk over its TOML beside the types it is read as.

The types say what a value is (a figure, odds, a role, a list), so a new part of the schema is walked without a word
here. What is no law (titles, names, ids) is left alone.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec

from mutants.mutant import REMOVED, Kind, Mutant
from mutants.values import Pool, another, missing, others, rearranged
from pitboss.money import Amount, Odds
from pitboss.rulebooks.library import DATA, SHIPPED
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.table_rules import TableRules

NOT_LAW = {
    *("title", "name", "id", "game", "document", "jurisdiction", "hash"),
    *("own_cards", "lost_title", "holder", "felt"),  # what files and pages call a thing, and where they draw it
    *("clauses", "interpretations", "submissions", "table"),  # from files of their own
}
"""What names a thing or speaks of it; and what the loader fills in from other files."""
ORDERED = {"steps", "to", "decisions", "settlement", "load", "stub", ("SettlementPass", "wagers")}
"""Lists whose order is law; of the others only what is in them counts."""
ALL_ADDED = {"phases"}
"""Lists to which each missing value is added in turn; to the others one."""
LABELS = ("name", "id", "method", "bet", "wager", "hand", "position", "clause")
DETAILS = ("variant", "variants", "low", "players", "stake")
NOT_ADDED = {("Paytable", "wagers"), ("MeterRule", "variants"), ("SettlementPass", "wagers")}
"""Lists to which nothing is added: they say which part speaks of which, and an addition would speak of nothing."""
NO_STEM = {"on", "in", "by", "of", "or", "per", "under", "clause"}
FILES: dict[str, type[msgspec.Struct]] = {"rulebook.toml": Rulebook, "table.toml": TableRules}


class Part(msgspec.Struct, frozen=True):
    """A table of the TOML on the way down to a value, and the key that leads on from it."""

    data: dict[str, Any]
    kind: type[msgspec.Struct]
    key: str


class Spot(msgspec.Struct, frozen=True):
    """Where the walk is: the file, the keys so far (for machines and for people), and the parts around."""

    file: str
    keys: tuple[str | int, ...] = ()
    shown: str = ""
    parts: tuple[Part, ...] = ()

    def into(self, part: dict[str, Any], kind: type[msgspec.Struct], key: str) -> "Spot":
        """The spot of a key of a part."""
        shown = f"{self.shown}.{key}" if self.shown else key
        return Spot(self.file, (*self.keys, key), shown, (*self.parts, Part(part, kind, key)))

    def item(self, at: int, label: str) -> "Spot":
        """The spot of an item of a list."""
        return Spot(self.file, (*self.keys, at), f"{self.shown}[{label}]", self.parts)


def data_mutants(rulebook: str) -> list[Mutant]:
    """Every mutant of a rulebook's data, in the order of its files."""
    found: dict[str, Mutant] = {}
    for file, kind in FILES.items():
        for mutant in _Walk(rulebook).part(read(rulebook, file), kind, Spot(file)):
            found.setdefault(mutant.id, mutant)
    for mutant in _readings(rulebook):
        found.setdefault(mutant.id, mutant)
    return list(found.values())


@cache
def read(rulebook: str, file: str) -> dict[str, Any]:
    """A file of a rulebook, as it stands."""
    return tomllib.loads((DATA / rulebook / file).read_text(encoding="utf-8"))


@cache
def register(rulebook: str) -> dict[str, str]:
    """How each clause of a rulebook is met, by its id, in the document's order."""
    return {clause["id"]: clause["met"] for clause in read(rulebook, "clauses.toml")["clause"]}


def clauses_behind(rulebook: str, citation: str) -> tuple[str, ...]:
    """The clauses a citation stands for: itself, or those that the reading it names is about."""
    if not citation.startswith("reading "):
        return (citation,) if citation else ()
    listed = read(rulebook, "interpretations.toml")["interpretation"]
    return tuple(clause for item in listed if item["id"] == citation.split()[1] for clause in item["clauses"])


def cited(parts: tuple[Part, ...]) -> str:
    """The citation nearest to a value: the matching `*_clause` or the `clause` of its part, else of the part around.

    A part without a clause of its own, like that on conduct, has `*_clause`s: if none matches, the first stands for it.
    """
    for part in reversed(parts):
        if is_citation(part.key) and part.data.get(part.key):
            return str(part.data[part.key])
        nearest = _matching(part) or part.data.get("clause")
        if nearest:
            return str(nearest)
    own = parts[-1].data if parts else {}
    return next((str(value) for key, value in own.items() if key.endswith("_clause")), "")


def is_citation(key: str) -> bool:
    """Whether a key cites a clause."""
    return key == "clause" or key.endswith("_clause")


def _matching(part: Part) -> Any:
    """The `*_clause` that shares a word with the key: `stands_on_fold` and `fold_clause`; the steps have an order."""
    words = {"order"} if part.key == "steps" else _stems(part.key)
    for key, value in part.data.items():
        if key.endswith("_clause") and words & _stems(key):
            return value
    return None


def _stems(key: str) -> set[str]:
    return {word.removesuffix("s") for word in key.split("_") if word not in NO_STEM}


class _Walk:
    """A walk over the files of one rulebook."""

    def __init__(self, rulebook: str) -> None:
        self.rulebook = rulebook

    def part(self, data: dict[str, Any], kind: type[msgspec.Struct], spot: Spot) -> Iterator[Mutant]:
        for field in msgspec.structs.fields(kind):
            if field.name in NOT_LAW:
                continue
            here = spot.into(data, kind, field.name)
            if is_citation(field.name):
                yield from self._citation(data.get(field.name), here, optional=not field.required)
                continue
            present = field.name in data
            value = data.get(field.name, _plain(field.default))
            said_anyway = value == _plain(field.default)  # left out it would be the same
            if present and not field.required and not said_anyway and _removable(field.name, value):
                own = [value["clause"]] if isinstance(value, dict) and "clause" in value else None
                yield self._mutant(here, f"{_said(value)} removed", REMOVED, own)
            if present or isinstance(value, bool | int) or (isinstance(value, list) and value):
                yield from self.value(value, _bare(field.type), here)

    def value(self, value: Any, kind: Any, spot: Spot) -> Iterator[Mutant]:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            yield from self.part(value, kind, spot)
        elif isinstance(value, list):
            yield from self._items(value, (get_args(kind) or (kind,))[0], spot)
        elif isinstance(value, dict):
            for key, item in value.items():
                below = msgspec.structs.replace(spot, keys=(*spot.keys, key), shown=f"{spot.shown}.{key}")
                own = [item["clause"]] if isinstance(item, dict) and "clause" in item else None
                yield self._mutant(below, f"{_said(item)} removed", REMOVED, own)
                yield from self.value(item, get_args(kind)[1], below)
        else:
            for other in others(value, kind, pool_of(self.rulebook, spot.parts[-1])):
                yield self._mutant(spot, f"{_said(value)} -> {_said(other)}", other)

    def _items(self, items: list[Any], kind: Any, spot: Spot) -> Iterator[Mutant]:
        owner = spot.parts[-1]
        names = {owner.key, (owner.kind.__name__, owner.key)}
        labels = _labels(items)
        for done, changed, of in rearranged(items, bool(names & ORDERED)):
            said = " and ".join(labels[items.index(item)] for item in of)
            own = [item["clause"] for item in of if isinstance(item, dict) and item.get("clause")]
            yield self._mutant(spot, f"{done} {said}", changed, own)
        if not names & NOT_ADDED and not any(isinstance(item, dict | list) for item in items):
            added = missing(items, kind, pool_of(self.rulebook, owner))
            for value in added if owner.key in ALL_ADDED else added[:1]:
                yield self._mutant(spot, f"with {value}", [*items, value])
        for at, item in enumerate(items):
            # Another name in a list is one name dropped and one added, which is there already.
            if isinstance(item, dict | list) or kind in (Amount, Odds):
                yield from self.value(item, kind, spot.item(at, labels[at]))

    def _citation(self, value: Any, spot: Spot, optional: bool) -> Iterator[Mutant]:
        if not value:
            return
        if optional:
            yield self._mutant(spot, f"'{value}' removed", REMOVED)
        for other in another_clause(self.rulebook, value):
            yield self._mutant(spot, f"'{value}' -> '{other}'", other, kind=Kind.CITATION)

    def _mutant(
        self, spot: Spot, change: str, value: Any, own: list[str] | None = None, kind: Kind = Kind.DATA
    ) -> Mutant:
        citations = own or [cited(spot.parts)]
        clauses = dict.fromkeys(clause for each in citations for clause in clauses_behind(self.rulebook, each))
        return Mutant(
            rulebook=self.rulebook,
            clauses=tuple(clauses),
            kind=kind,
            where=f"{spot.file} {spot.shown}",
            change=change,
            keys=spot.keys,
            file=spot.file,
            value=value,
        )


def another_clause(rulebook: str, citation: str) -> list[str]:
    """The clause that follows in the document; for a reading, the first clause it is about."""
    listed = list(register(rulebook))
    if citation not in listed:
        return listed[:1]
    return [listed[(listed.index(citation) + 1) % len(listed)]]


def _readings(rulebook: str) -> Iterator[Mutant]:
    for at, item in enumerate(read(rulebook, "interpretations.toml")["interpretation"]):
        if item.get("selectable"):
            for other in another(item["taken"], [reading["id"] for reading in item["readings"]]):
                yield Mutant(
                    rulebook=rulebook,
                    clauses=tuple(item["clauses"]),
                    kind=Kind.READING,
                    where=f"interpretations.toml interpretation[{item['id']}].taken",
                    change=f"{item['taken']} -> {other}",
                    keys=("interpretation", at, "taken"),
                    file="interpretations.toml",
                    value=other,
                )


def pool_of(rulebook: str, part: Part) -> list[Any]:
    """What the same field of the same part holds elsewhere in the rulebook; in all of them if that is one value."""
    field = part.kind.__name__, part.key
    own = _pool(rulebook).get(field, [])
    return own if len(set(own)) > 1 and part.key not in ALL_ADDED else _pool(*SHIPPED).get(field, [])


@cache
def _pool(*rulebooks: str) -> Pool:
    pool: Pool = {}
    for rulebook in rulebooks:
        for file, kind in FILES.items():
            _gather(read(rulebook, file), kind, pool)
    return pool


def _gather(data: dict[str, Any], kind: type[msgspec.Struct], pool: Pool) -> None:
    for field in msgspec.structs.fields(kind):
        if field.name not in data:
            continue
        inner, values = _bare(field.type), [data[field.name]]
        if get_origin(inner) in (tuple, dict):
            values = list(values[0].values() if isinstance(values[0], dict) else values[0])
            inner = get_args(inner)[get_origin(inner) is dict]
            if get_origin(inner) is tuple:  # lists by name, or rows of a list
                values, inner = [item for value in values for item in value], get_args(inner)[0]
        for value in values:
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                _gather(value, inner, pool)
            else:
                pool.setdefault((kind.__name__, field.name), []).extend(value if isinstance(value, list) else [value])


def _bare(kind: Any) -> Any:
    """A type without its `| None`."""
    if get_origin(kind) in (UnionType, Union):
        return next(each for each in get_args(kind) if each is not NoneType)
    return kind


def _removable(key: str, value: Any) -> bool:
    """Whether taking the key away is a change of its own: a flag is flipped instead, a list loses its items."""
    if isinstance(value, dict):
        return "clause" in value
    if isinstance(value, list):
        return key in ALL_ADDED and len(value) > 1
    return not isinstance(value, bool)


def _plain(default: Any) -> Any:
    return list(default) if isinstance(default, tuple) else default


def _labels(items: list[Any]) -> list[str]:
    """A name for each item of a list; items of one name are numbered."""
    found: list[str] = []
    for item in items:
        label = str(item)
        if isinstance(item, dict):
            key = next((key for key in LABELS if key in item), "")
            label = " ".join([_said(item.get(key, "")), *(_said(item[key]) for key in DETAILS if key in item)])
        found.append(label.strip())
    numbers = [found[:at].count(label) + 1 for at, label in enumerate(found)]
    return [
        f"{label} #{number}".strip() if found.count(label) > 1 else label
        for label, number in zip(found, numbers, strict=True)
    ]


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "it"
    return ", ".join(_said(item) for item in value) if isinstance(value, list) else str(value)
