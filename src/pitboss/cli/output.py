"""How commands speak: tables for people, JSON for programs, one plain line for each thing that is wrong."""

import sys

from rich.console import Console

from pitboss.rulebooks.codec import json_text

console = Console()
progress = Console(stderr=True)
"""For what is only interesting while one waits."""


def emit_json(value: object) -> None:
    """A value as JSON on standard output."""
    sys.stdout.write(json_text(value) + "\n")


def complain(*lines: str) -> None:
    """Plain lines on standard error."""
    for line in lines:
        sys.stderr.write(f"{line}\n")


def read_text(path: str) -> str:
    """A file's text, or standard input for `-`."""
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as file:
        return file.read()
