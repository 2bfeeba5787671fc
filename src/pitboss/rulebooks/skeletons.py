"""The folder of a new rulebook: a skeleton with comments that teach the format, or a copy of another rulebook."""

import re
from importlib.resources import files
from pathlib import Path

from pitboss.rulebooks.library import ID, ID_MEANS, PARTS, SUBMISSIONS, RulebookError, folder_of, ids

SKELETON = files("pitboss.rulebooks") / "skeleton"


def write_rulebook(name: str, at: Path, like: str | None = None) -> Path:
    """Writes the folder and says where; `RulebookError` where the name is none, is taken, or something is there."""
    if not ID.fullmatch(name):
        raise RulebookError(f"'{name}' is no id of a rulebook: it must be {ID_MEANS}")
    if name in ids():
        raise RulebookError(f"there is a rulebook '{name}' already")
    folder = at / name
    if folder.exists():
        raise RulebookError(f"{folder}: it is there already, and nothing is overwritten")
    source = SKELETON if like is None else folder_of(like)
    texts = {file: _renamed(file, (source / file).read_text(encoding="utf-8"), name) for file in (*PARTS, *SUBMISSIONS)}
    folder.mkdir(parents=True)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def _renamed(file: str, text: str, name: str) -> str:
    """A file under the new id and title; all else, comments included, stays as it is."""
    if file in SUBMISSIONS:
        return _set(text, "rulebook", name)
    if file == PARTS[0]:
        return _set(_set(text, "id", name), "title", name.replace("-", " ").title())
    return text


def _set(text: str, key: str, value: str) -> str:
    """The first line that sets a key, which of these keys is the one at the top of the file."""
    return re.sub(rf"^{key}\s*=.*$", f'{key} = "{value}"', text, count=1, flags=re.MULTILINE)
