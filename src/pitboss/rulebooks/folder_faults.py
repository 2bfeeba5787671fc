"""The faults of a rulebook's files before its submissions are judged: what the loader refuses and lint lists."""

import hashlib
import re
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec

from pitboss.rulebooks.clauses import Clause, Interpretation
from pitboss.rulebooks.codec import convert
from pitboss.rulebooks.consistency import dangling_citations, problems
from pitboss.rulebooks.fault import Fault
from pitboss.rulebooks.library import ID, ID_MEANS, PARTS, SUBMISSIONS, RulebookError, read_toml
from pitboss.rulebooks.lint_figures import figure_faults, quick_faults
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.schema_faults import schema_faults
from pitboss.rulebooks.table_rules import TableRules

FROM_ELSEWHERE = ("table", "clauses", "interpretations", "submissions", "hash", "law")
"""Fields of a rulebook that are no keys of rulebook.toml: the other files fill them."""
FILE_OF = {"table": "table.toml", "clauses": "clauses.toml", "interpretations": "interpretations.toml"}
WORDS = frozenset({"title", "lost_title", "document", "jurisdiction", "says", "met", "how", "question", "why"})
"""Keys whose values are words for people: no card is dealt and no cent is paid by them."""
_PROBLEM = re.compile(r"(rulebook[.\[]\S*|.+?) ((?:names|cites|belongs|stands|is|needs|equals|has|must|pays) .+)")


class _Register(msgspec.Struct, forbid_unknown_fields=True):
    """clauses.toml"""

    clause: tuple[Clause, ...]


class _Readings(msgspec.Struct, forbid_unknown_fields=True):
    """interpretations.toml"""

    interpretation: tuple[Interpretation, ...] = ()


def folder_faults(folder: Path) -> tuple[Rulebook | None, list[Fault]]:
    """The rulebook in a folder, if it can be read at all, and all that is wrong with it but for its submissions."""
    parts, faults = _files(folder)
    faults += _schema(parts)
    if faults or len(parts) < len(PARTS) + len(SUBMISSIONS):
        return None, [*faults, *_citations(parts)]
    try:
        rulebook: Rulebook = convert(_whole(folder, parts), Rulebook)
    except (msgspec.ValidationError, RecursionError) as error:
        return None, [Fault("rulebook.toml", "", str(error))]
    found = [_located(line) for line in problems(rulebook)]
    told = " ".join(fault.says for fault in found)
    found += [fault for fault in figure_faults(rulebook) if not _told(fault, told)]
    return rulebook, [*found, *_others(rulebook)]


def quick_look(folder: Path) -> Rulebook | None:
    """The rulebook of a folder that has no fault of those that are quickly found; else None."""
    try:
        parts = {name: read_toml(folder / name) for name in (*PARTS, *SUBMISSIONS)}
        rulebook: Rulebook = convert(_whole(folder, parts), Rulebook)
    except (RulebookError, msgspec.ValidationError, RecursionError):
        return None
    sound = ID.fullmatch(rulebook.id) and not (problems(rulebook) or quick_faults(rulebook) or _others(rulebook))
    return rulebook if sound else None


def _others(rulebook: Rulebook) -> list[Fault]:
    """Submissions that are another rulebook's."""
    says = f"it must be '{rulebook.id}', the id in rulebook.toml"
    named = [(name, rulebook.submissions[Path(name).stem].get("rulebook")) for name in SUBMISSIONS]
    return [Fault(name, "rulebook", says) for name, id in named if id != rulebook.id]


def _files(folder: Path) -> tuple[dict[str, dict[str, Any]], list[Fault]]:
    """What can be read of the files, and what cannot."""
    parts, faults = {}, []
    for name in (*PARTS, *SUBMISSIONS):
        if not (folder / name).is_file():
            faults.append(Fault(name, "", "the file is missing"))
            continue
        try:
            parts[name] = read_toml(folder / name)
        except RulebookError as error:
            faults.append(Fault(name, "", str(error).removeprefix(f"{folder / name}: ")))
    return parts, faults


def _schema(parts: dict[str, dict[str, Any]]) -> list[Fault]:
    found: list[Fault] = []
    kinds: dict[str, tuple[Any, tuple[str, ...]]] = {
        "rulebook.toml": (Rulebook, FROM_ELSEWHERE),
        "table.toml": (TableRules, ()),
        "clauses.toml": (_Register, ()),
        "interpretations.toml": (_Readings, ()),
    }
    for name, (kind, without) in kinds.items():
        if name in parts:
            found += schema_faults(name, parts[name], kind, without)
    id = parts.get("rulebook.toml", {}).get("id")
    if isinstance(id, str) and not ID.fullmatch(id):
        found.append(Fault("rulebook.toml", "id", f"it must be {ID_MEANS}"))
    return found


def _citations(parts: dict[str, dict[str, Any]]) -> list[Fault]:
    """Citations that lead nowhere, of data that is no rulebook yet; silent where the register itself is at fault."""
    if not all(name in parts for name in ("clauses.toml", "interpretations.toml")):
        return []
    plain = rulebook_data({name: parts.get(name, {}) for name in (*PARTS, *SUBMISSIONS)})
    known = [_ids(plain[name]) for name in ("clauses", "interpretations")]
    if not all(known[0]) or not all(known[1]) or not known[0]:
        return []
    return [_located(line) for line in dangling_citations(plain, set(known[0]), set(known[1]))]


def _ids(items: object) -> list[str]:
    """The ids of a list; an empty one stands for an item that has none."""
    if not isinstance(items, list):
        return [""]
    return [item["id"] if isinstance(item, dict) and isinstance(item.get("id"), str) else "" for item in items]


def _located(line: str) -> Fault:
    """A problem of the whole rulebook as a fault of the file it is in."""
    match = _PROBLEM.fullmatch(line)
    where, says = match.groups() if match else ("", line)
    first, _, rest = where.removeprefix("rulebook").removeprefix(".").partition(".")
    part = first.partition("[")[0]
    if not where.startswith("rulebook"):
        return Fault("rulebook.toml", where, says)
    if part in FILE_OF:
        key = rest if part == "table" else where.removeprefix("rulebook.")
        return Fault(FILE_OF[part], key, says)
    return Fault("rulebook.toml", where.removeprefix("rulebook."), says)


def _told(fault: Fault, told: str) -> bool:
    """Whether what a fault is about, in quotes, is spoken of already."""
    names = re.findall(r"'[^']+'", fault.says)
    return bool(names) and all(name in told for name in names)


def rulebook_data(parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The files of a folder as the one value they make up."""
    return parts["rulebook.toml"] | {
        "table": parts["table.toml"],
        "clauses": parts["clauses.toml"].get("clause", []),
        "interpretations": parts["interpretations.toml"].get("interpretation", []),
        "submissions": {Path(name).stem: parts[name] for name in SUBMISSIONS},
    }


def _whole(folder: Path, parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return rulebook_data(parts) | {"hash": hash_of(folder), "law": law_of(parts)}


def hash_of(folder: Traversable) -> str:
    """By which logs and histories know the version they were played by, to the letter."""
    return hash_of_files({name: (folder / name).read_bytes() for name in PARTS})


def hash_of_files(files: Mapping[str, bytes]) -> str:
    """The same of files that are in no folder."""
    digest = hashlib.sha256()
    for name in PARTS:
        digest.update(files.get(name, b""))
    return digest.hexdigest()


def law_of(parts: Mapping[str, dict[str, Any]]) -> str:
    """The hash of the law alone: figures, orders and readings, as the files have them, without a word or a comment.

    It is taken of the plain data, so that it stays what it is when the program learns of more that a file may say.
    """
    law = {name: _without_words(parts[name]) for name in PARTS}
    return hashlib.sha256(msgspec.json.encode(law, order="sorted")).hexdigest()


def _without_words(data: object) -> Any:
    if isinstance(data, dict):
        return {key: _without_words(value) for key, value in data.items() if key not in WORDS}
    return [_without_words(item) for item in data] if isinstance(data, list) else data
