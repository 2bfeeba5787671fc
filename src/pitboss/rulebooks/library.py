"""Which rulebooks there are: those that ship with the package, and the folders that whoever installed it has added.

A folder is added by the environment variable `PITBOSS_RULEBOOKS`, by `add` (which the option `--rulebooks` calls) or by
a package with an entry point in the group `pitboss.rulebooks`. Each place is one rulebook's folder or a folder of them.
Of a folder only the id is read here, and that only when something other than a shipped rulebook is asked for.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

DATA = files("pitboss.rulebooks") / "data"
SHIPPED = ("ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4")
PARTS = ("rulebook.toml", "table.toml", "clauses.toml", "interpretations.toml")
SUBMISSIONS = ("default.toml", "full.toml")
VARIABLE = "PITBOSS_RULEBOOKS"
GROUP = "pitboss.rulebooks"
ID = re.compile("[a-z0-9][a-z0-9-]{0,34}")  # short enough that demo-<id> is the name of a table
ID_MEANS = "up to 35 small letters, digits and dashes"


class RulebookError(Exception):
    """A rulebook's data files do not hold together."""


class UnknownRulebook(LookupError):
    """No rulebook has that id."""

    def __init__(self, id: str) -> None:
        super().__init__(f"there is no rulebook '{id}'; there are {', '.join(ids())}")


class LeftOut(msgspec.Struct, frozen=True):
    """A folder that is no rulebook one can use, and why."""

    folder: str
    why: str

    def __str__(self) -> str:
        line = f"{self.folder} is left out: {self.why}"
        return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in line)


class Library(NamedTuple):
    """The added rulebooks by id, what was left out, and the folders beside them that have an id of theirs."""

    folders: dict[str, Path]
    left_out: tuple[LeftOut, ...]
    beside: tuple[Path, ...] = ()


def ids() -> tuple[str, ...]:
    """Every rulebook that can be chosen: the shipped ones, then the added ones."""
    return (*SHIPPED, *library().folders)


def folder_of(name: str) -> Traversable:
    """The folder of a rulebook, by its id or by the folder's own path; no folder outside the library is looked at."""
    if name in SHIPPED:
        return DATA / name
    added = library().folders
    if name in added:
        return added[name]
    path = os.path.abspath(name) if "\0" not in name else ""
    every = (*(Path(str(DATA / id)) for id in SHIPPED), *added.values())
    found = next((folder for folder in every if str(folder) == path), None)
    if found is None:
        raise UnknownRulebook(name)
    return found


def add(place: str | Path) -> None:
    """Adds a folder, or a folder of them, for this process and those it starts, which inherit its environment."""
    path = os.path.abspath(place)
    if os.pathsep in path:
        raise RulebookError(f"{path}: a folder with {os.pathsep!r} in its name cannot be added")
    known = [item for item in os.environ.get(VARIABLE, "").split(os.pathsep) if item]
    if path not in map(os.path.abspath, known):
        os.environ[VARIABLE] = os.pathsep.join([*known, path])


def take(folder: str | Path) -> str:
    """Adds one rulebook's folder and says its id; `RulebookError` where it has none or another folder has it."""
    path = Path(os.path.abspath(folder))
    id = read_id(path)
    if str(_known(id)) != str(path):
        add(path)
    if str(_known(id)) != str(path):
        raise RulebookError(f"{path}: {_taken(id, _known(id))}")
    return id


def is_folder(name: str) -> bool:
    """Whether a word is the path of a rulebook's folder rather than an id; an id goes first."""
    if "\0" in name or name in SHIPPED or name in library().folders:
        return False
    return _is_rulebook(Path(name)) or (("/" in name or os.sep in name) and Path(name).is_dir())


def read_id(folder: Path) -> str:
    """The id in a folder's rulebook.toml; `RulebookError` says why there is none."""
    file = folder / PARTS[0]
    id = read_toml(file).get("id")
    if not isinstance(id, str) or not ID.fullmatch(id):
        raise RulebookError(f"{file}: id: it must be {ID_MEANS}")
    return id


def read_toml(file: Traversable) -> dict[str, Any]:
    """The plain data of a file; `RulebookError` names the file and, where it is no TOML, the line."""
    try:
        return tomllib.loads(file.read_bytes().decode("utf-8-sig"))  # some editors put a mark before the text
    except OSError as error:
        raise RulebookError(f"{file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise RulebookError(f"{file}: line {line}: bytes that are no UTF-8 text") from error
    except RecursionError as error:
        raise RulebookError(f"{file}: lists and tables are nested too deeply") from error
    except ValueError as error:  # tomllib says line and column; a number of too many digits is a plain ValueError
        raise RulebookError(f"{file}: no TOML: {error}") from error


def library() -> Library:
    """All that is added now."""
    return _gathered(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=8)
def _gathered(variable: str) -> Library:
    folders: dict[str, Path] = {}
    out: list[LeftOut] = []
    beside: list[Path] = []
    for folder in _folders(variable, out):
        try:
            id = read_id(folder)
        except RulebookError as error:
            out.append(LeftOut(str(folder), _without(folder, str(error))))
            continue
        other = DATA / id if id in SHIPPED else folders.get(id)
        if other is None:
            folders[id] = folder
        elif str(other) != str(folder):
            beside.append(folder)
            fault = _fault(folder)
            if fault is None and isinstance(other, Path) and (first := _fault(other)) is not None:
                out.append(LeftOut(str(other), first))
                folders[id] = folder
            else:
                out.append(LeftOut(str(folder), fault or _taken(id, other)))
    return Library(folders, tuple(out), tuple(beside))


def _fault(folder: Path) -> str | None:
    """The first fault of a folder, which is asked for only where two have the same id; a sound one takes it."""
    faults = import_module("pitboss.rulebooks.folder_faults")
    return None if faults.quick_look(folder) else str(faults.folder_faults(folder)[1][0])


def _known(id: str) -> Traversable | None:
    return DATA / id if id in SHIPPED else library().folders.get(id)


def _taken(id: str, other: Traversable | None) -> str:
    return f"its id '{id}' is that of {'a rulebook that ships' if id in SHIPPED else other}"


def _without(folder: Path, why: str) -> str:
    """A reason without the folder it begins with."""
    return why.removeprefix(f"{folder}{os.sep}")


def _folders(variable: str, out: list[LeftOut]) -> Iterator[Path]:
    """The rulebook folders of every place in turn; a place that has none is left out."""
    for place in [item for item in variable.split(os.pathsep) if item]:
        yield from _within(Path(os.path.abspath(place)), out)
    for entry in sorted(_entry_points(), key=lambda entry: entry.name):
        try:
            folder = _place_of(entry)
        except Exception as error:  # whatever a package of somebody else's does, it costs only itself
            out.append(LeftOut(f"entry point {entry.name}", f"{type(error).__name__}: {error}"))
        else:
            yield from _within(folder, out)


def _entry_points() -> "Iterable[EntryPoint]":
    """What packages offer; the module that knows takes a while to load, and is loaded when first asked."""
    found: Iterable[EntryPoint] = import_module("importlib.metadata").entry_points(group=GROUP)
    return found


def _place_of(entry: "EntryPoint") -> Path:
    """Where an entry point leads: to the folder of a package, or to a path that a module names."""
    found = entry.load()
    if isinstance(found, ModuleType):
        found = str(files(found))
    return Path(os.path.abspath(found))


def _within(place: Path, out: list[LeftOut]) -> list[Path]:
    try:
        if _is_rulebook(place):
            return [place]
        found = [folder for folder in sorted(place.iterdir()) if _is_rulebook(folder)]
    except (OSError, ValueError) as error:
        out.append(LeftOut(str(place), getattr(error, "strerror", None) or str(error)))
        return []
    if not found:
        out.append(LeftOut(str(place), f"neither it nor a folder in it has a {PARTS[0]}"))
    return found


def _is_rulebook(folder: Path) -> bool:
    """Whether a folder is meant as a rulebook: it has one of the files, perhaps not all of them."""
    return any((folder / name).is_file() for name in PARTS)
