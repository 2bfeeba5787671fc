"""Loads and validates rulebooks, wherever the library has them."""

import hashlib
from copy import deepcopy
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from pitboss.rulebooks.codec import convert
from pitboss.rulebooks.consistency import problems
from pitboss.rulebooks.library import (
    PARTS,
    SUBMISSIONS,
    LeftOut,
    RulebookError,
    folder_of,
    ids,
    library,
    read_toml,
    take,
)
from pitboss.rulebooks.rulebook import Rulebook


def load(name: str | Path) -> Rulebook:
    """The rulebook of that id, checked; a `Path` is a rulebook's folder, which is added to the library.

    Text never leads outside the library: it may come from anyone, a path comes from whoever runs the program.
    """
    return _load(str(folder_of(take(name) if isinstance(name, Path) else name)))


def load_all() -> tuple[Rulebook, ...]:
    """All rulebooks that are sound; `left_out` says which are not."""
    return _sorted_out()[0]


def left_out() -> tuple[LeftOut, ...]:
    """Every folder that is added and cannot be used, with the reason."""
    return _sorted_out()[1]


def submission_data(id: str, name: str) -> dict[str, Any]:
    """A submission that comes with a rulebook: `default` (what the document itself asks) or `full` (all it allows)."""
    return deepcopy(load(id).submissions[name])


def read_rulebook(folder: Traversable) -> Rulebook:
    """The rulebook in a folder, checked; `RulebookError` says all that does not hold together."""
    data = rulebook_data({name: read_toml(folder / name) for name in (*PARTS, *SUBMISSIONS)})
    data["hash"] = hash_of(folder)
    try:
        rulebook: Rulebook = convert(data, Rulebook)
    except (msgspec.ValidationError, RecursionError) as error:
        raise RulebookError(f"{folder}: {error}") from error
    found = problems(rulebook)
    if found:
        raise RulebookError(f"{folder}: {'; '.join(found)}")
    return rulebook


def rulebook_data(parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The files of a folder as the one value they make up."""
    return parts["rulebook.toml"] | {
        "table": parts["table.toml"],
        "clauses": parts["clauses.toml"].get("clause", []),
        "interpretations": parts["interpretations.toml"].get("interpretation", []),
        "submissions": {Path(name).stem: parts[name] for name in SUBMISSIONS},
    }


def _sorted_out() -> tuple[tuple[Rulebook, ...], tuple[LeftOut, ...]]:
    sound, out = [], list(library().left_out)
    for id in ids():
        try:
            sound.append(load(id))
        except RulebookError as error:
            folder = str(folder_of(id))
            out.append(LeftOut(folder, str(error).removeprefix(folder).lstrip("/\\: ")))
    return tuple(sound), tuple(out)


@cache
def _load(folder: str) -> Rulebook:
    return read_rulebook(Path(folder))


def hash_of(folder: Traversable) -> str:
    """By which logs and histories know the law they were played by."""
    digest = hashlib.sha256()
    for name in PARTS:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()
