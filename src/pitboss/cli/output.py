"""How commands speak: tables for people, JSON for programs, one plain line for each thing that is wrong."""

import sys
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

console = Console(markup=False, emoji=False)
"""Text is shown as it is: titles come from whoever wrote a rulebook, and a square bracket is a square bracket."""
progress = Console(stderr=True, markup=False, emoji=False)
"""For what is only interesting while one waits."""


def emit_json(value: object) -> None:
    """A value as JSON on standard output."""
    from pitboss.rulebooks.codec import json_text

    sys.stdout.write(json_text(value) + "\n")


def complain(*lines: str) -> None:
    """Plain lines on standard error."""
    for line in lines:
        sys.stderr.write(f"{line}\n")


def note(words: str, style: str = "dim") -> None:
    """A remark below a table: set in a little, and broken between words where the terminal ends."""
    console.print(Padding(Text(words, style), (0, 0, 0, 2), expand=False))


def read_text(path: str) -> str:
    """A file's text, or standard input for `-`; `Refused` where it is not text."""
    if not path:
        raise _unread("the file", "an empty name", "the name of a file, or - for standard input")
    try:
        if path == "-":
            return sys.stdin.read()
        with open(path, encoding="utf-8") as file:
            return file.read()
    except UnicodeDecodeError as error:
        where = "standard input" if path == "-" else path
        raise _unread(where, "bytes that are not text", "UTF-8 text") from error


def _unread(where: str, tried: str, allowed: str) -> Exception:
    from pitboss.rulebooks import Refused, Violation

    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed))


def check_writable(*files: str | Path | None) -> None:
    """`OSError` where a file could not be written: better told now than after an hour of counting."""
    if "" in files:
        raise OSError("the name of the file to write is empty")
    for path in [Path(file) for file in files if file is not None]:
        there = path.exists()
        with path.open("ab"):
            pass
        if not there:
            path.unlink()
