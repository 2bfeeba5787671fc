"""Rulebooks' folders for tests: copies of shipped ones under ids of their own, with something changed in a file."""

import shutil
from pathlib import Path

from pitboss.rulebooks.library import DATA, SUBMISSIONS


def copied(place: Path, id: str, like: str = "ma-criss-cross") -> Path:
    """A copy of a shipped rulebook under another id, in a folder of that name."""
    folder = place / id
    shutil.copytree(str(DATA / like), folder)
    if id != like:
        changed(folder, "rulebook.toml", f'id = "{like}"', f'id = "{id}"')
        for name in SUBMISSIONS:
            changed(folder, name, f'rulebook = "{like}"', f'rulebook = "{id}"')
    return folder


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """The folder with the first such text of a file replaced."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder
