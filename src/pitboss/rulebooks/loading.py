"""Loads and validates the rulebooks that ship with the package."""

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from pitboss.rulebooks.codec import convert
from pitboss.rulebooks.consistency import problems
from pitboss.rulebooks.rulebook import Rulebook

DATA = files("pitboss.rulebooks") / "data"
PARTS = ("rulebook.toml", "table.toml", "clauses.toml", "interpretations.toml")
IDS = ("ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4")


class RulebookError(Exception):
    """A rulebook's data files do not hold together."""


class UnknownRulebook(LookupError):
    """No rulebook has that id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no rulebook '{id}'; there are {', '.join(IDS)}")


@cache
def load(id: str) -> Rulebook:
    """The rulebook of that id, checked."""
    if id not in IDS:
        raise UnknownRulebook(id)
    folder = DATA / id
    parts = {name: _read(folder / name) for name in PARTS}
    data = parts["rulebook.toml"] | {"table": parts["table.toml"]}
    data["clauses"] = parts["clauses.toml"]["clause"]
    data["interpretations"] = parts["interpretations.toml"]["interpretation"]
    data["hash"] = _hash(folder)
    rulebook: Rulebook = _convert(id, data)
    found = problems(rulebook)
    if found:
        raise RulebookError(f"rulebook {id}: " + "; ".join(found))
    return rulebook


def load_all() -> tuple[Rulebook, ...]:
    """All rulebooks."""
    return tuple(load(id) for id in IDS)


def submission_data(id: str, name: str) -> dict[str, Any]:
    """A submission that ships with a rulebook: `default` (what the document itself asks) or `full` (all it allows)."""
    return _read(DATA / id / f"{name}.toml")


def _convert(id: str, data: dict[str, Any]) -> Rulebook:
    try:
        rulebook: Rulebook = convert(data, Rulebook)
    except msgspec.ValidationError as error:
        raise RulebookError(f"rulebook {id}: {error}") from error
    return rulebook


def _read(path: Traversable) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _hash(folder: Traversable) -> str:
    digest = hashlib.sha256()
    for name in PARTS:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()
