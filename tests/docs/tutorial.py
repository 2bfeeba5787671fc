"""A guide typed again from its page: its diffs applied, its files written, its commands run."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_BLOCK = re.compile(r"^```(console|diff|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PITBOSS = (sys.executable, "-c", "from pitboss.cli import main; main()")


class Typed(NamedTuple):
    """A command, what the page says comes back, and what came back."""

    command: str
    told: str
    answered: str


def typed(page: str, folder: Path) -> Iterator[Typed]:
    """Every command of a page, run in a folder, with everything before it done."""
    for kind, text in _BLOCK.findall(page):
        if kind == "json":
            (folder / "round.json").write_text(text, encoding="utf-8")
        elif kind == "diff":
            _apply(text, folder)
        else:
            for command, told in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                yield Typed(command, told, _run(command, folder))


def _apply(text: str, folder: Path) -> None:
    """What is kept and taken away stands in the file once, one line after the other."""
    head, *lines = text.splitlines()
    file = folder / head.removeprefix("--- ")
    old = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("+"))
    new = "".join(f"{line[1:]}\n" for line in lines if not line.startswith("-"))
    whole = file.read_text(encoding="utf-8")
    assert whole.count(old) == 1, f"{file.name} has {whole.count(old)} times:\n{old}"
    file.write_text(whole.replace(old, new), encoding="utf-8")


def _run(command: str, folder: Path) -> str:
    program, *arguments = shlex.split(command)
    assert program == "pitboss"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [*PITBOSS, *arguments], capture_output=True, text=True, check=False, cwd=folder, env=environment
    )
    return "".join(f"{line.rstrip()}\n" for line in (done.stdout + done.stderr).splitlines())
