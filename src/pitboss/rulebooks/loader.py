"""Loads and validates rulebooks, wherever the library has them."""

from copy import deepcopy
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pitboss.rulebooks.folder_faults import folder_faults, quick_look
from pitboss.rulebooks.library import (
    LeftOut,
    RulebookError,
    folder_of,
    ids,
    library,
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
    """The rulebook in a folder, checked; `RulebookError` says the first fault with file and key, as lint does."""
    place = Path(str(folder))
    rulebook = quick_look(place)
    if rulebook is None:
        _, faults = folder_faults(place)
        more = f" (and {len(faults) - 1} more: pitboss rules lint tells all)" if len(faults) > 1 else ""
        raise RulebookError(f"{place / str(faults[0])}{more}")
    return rulebook


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
