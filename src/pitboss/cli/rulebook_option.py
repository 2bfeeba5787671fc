"""Rulebooks on the command line: an id of the library, the path of a rulebook's folder, or `--rulebooks DIR`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli import OPTIONS
from pitboss.rulebooks import RulebookError
from pitboss.rulebooks.library import add, is_folder, take

OPTION = "--rulebooks"
MEANS = "A rulebook, such as ma-criss-cross, or the path of its folder."
HELP = OPTIONS[OPTION][1]


def chosen(name: str | None) -> str | None:
    """The id that a word stands for; the folder it names is added to the library."""
    return take(name) if name is not None and is_folder(name) else name


RulebookId = Annotated[str, typer.Argument(metavar="ID", help=MEANS, callback=chosen)]
MaybeRulebookId = Annotated[str | None, typer.Argument(metavar="[ID]", help=MEANS, callback=chosen)]


def take_named(data: dict[str, Any]) -> dict[str, Any]:
    """A submission or a disputed round, as it stands; the folder that it may name as its rulebook is added."""
    name = data.get("rulebook")
    if isinstance(name, str):
        chosen(name)
    return data


def take_option(words: list[str]) -> list[str]:
    """The words of a command without its `--rulebooks`, whose folders are added to the library."""
    rest: list[str] = []
    left = iter(words)
    for word in left:
        if word == "--":
            return [*rest, word, *left]
        option, equals, value = word.partition("=")
        if option == OPTION:
            _add(value if equals else next(left, ""))
        else:
            rest.append(word)
    return rest


def _add(folder: str) -> None:
    if not folder or "\0" in folder or not Path(folder).is_dir():
        raise RulebookError(f"{OPTION}: there is no folder '{folder}'")
    add(folder)
