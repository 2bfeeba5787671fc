"""Versions of a rulebook: its law apart from its words, and how a version that is not in the library is read.

A version is known by the hash of its files, so whoever asks for one gets that one or none, wherever it was found: in
the library, in a database or log that kept it, in a folder that was added beside the one whose id it has, or among the
versions that earlier releases shipped.
"""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from pitboss.rulebooks.codec import convert
from pitboss.rulebooks.earlier import earlier
from pitboss.rulebooks.folder_faults import hash_of, hash_of_files, law_of, rulebook_data
from pitboss.rulebooks.library import PARTS, SUBMISSIONS, RulebookError, UnknownRulebook, folder_of, library
from pitboss.rulebooks.loader import load
from pitboss.rulebooks.rulebook import Rulebook

FILES = (*PARTS, *SUBMISSIONS)
_LEARNT: dict[str, tuple[Rulebook, dict[str, str]]] = {}  # by hash; whatever is in it is what its hash says


def version(id: str, hash: str) -> Rulebook:
    """The rulebook of that id and hash; `RulebookError`, or `UnknownRulebook`, if it is nowhere to be found."""
    try:
        book = load(id)
    except (UnknownRulebook, RulebookError) as error:
        found = _found(id, hash)
        if found is None:
            raise error from None
        return found
    found = book if book.hash == hash else _found(id, hash)
    if found is None:
        why = f"the one at hand has {book.hash}; add the folder it was in (--rulebooks) to bring it back"
        raise RulebookError(f"the version of {id} with hash {hash} is not here: {why}")
    return found


def learn(files: Mapping[str, str]) -> Rulebook:
    """A version from the texts of its files; from now on `version` finds it. `RulebookError` if it cannot be read.

    What was law once is taken as it was: faults that lint looks for today are no concern of rounds that were dealt.
    """
    hash = hash_of_files({name: text.encode() for name, text in files.items()})
    if hash not in _LEARNT:
        _LEARNT[hash] = _read(files, hash), dict(files)
    return _LEARNT[hash][0]


def files_of(rulebook: Rulebook) -> dict[str, str]:
    """The texts of a version's files, to be kept; `RulebookError` if they are no longer what was loaded."""
    if rulebook.hash in _LEARNT:
        return _LEARNT[rulebook.hash][1]
    files = _texts(folder_of(rulebook.id))
    if hash_of_files({name: text.encode() for name, text in files.items()}) != rulebook.hash:
        raise RulebookError(f"the files of {rulebook.id} have changed since they were read: start the program again")
    return files


@lru_cache(maxsize=256)  # files are read once in the life of a process
def reworded(id: str, hash: str) -> Rulebook | None:
    """The rulebook at hand, if it is the law of a version in other words."""
    try:
        book = load(id)
        return book if book.hash != hash and book.law == version(id, hash).law else None
    except (UnknownRulebook, RulebookError):
        return None


def _found(id: str, hash: str) -> Rulebook | None:
    """A version that was learnt, that stands in an added folder beside the one in force, or that once shipped."""
    if hash not in _LEARNT:
        for folder in library().beside:
            try:
                if hash_of(folder) == hash:
                    learn(_texts(folder))
            except (OSError, UnicodeError, RulebookError):
                continue
    if hash not in _LEARNT and hash in earlier():
        learn(earlier()[hash])
    found = _LEARNT.get(hash)
    return found[0] if found is not None and found[0].id == id else None


def _texts(folder: Traversable) -> dict[str, str]:
    return {name: (folder / name).read_bytes().decode() for name in FILES}


def _read(files: Mapping[str, str], hash: str) -> Rulebook:
    try:
        parts: dict[str, dict[str, Any]] = {name: tomllib.loads(files[name].removeprefix("\ufeff")) for name in FILES}
        book: Rulebook = convert(rulebook_data(parts) | {"hash": hash, "law": law_of(parts)}, Rulebook)
    except (KeyError, ValueError, msgspec.ValidationError, RecursionError) as error:
        raise RulebookError(f"the version with hash {hash} cannot be read: {error}") from error
    return book
