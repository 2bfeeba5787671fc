"""The page of the rulebook format: every file, every key with its kind and meaning, read off the schema itself.

Kinds and defaults come from the types; what a key means from the comment beside its field.
"""

import re
from collections.abc import Iterator
from enum import Enum
from inspect import getdoc, getsource
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from pitboss.cards import STANDARD, Card
from pitboss.money import Amount, Odds, Rate
from pitboss.rulebooks.clauses import Clause, Interpretation
from pitboss.rulebooks.folder_faults import FROM_ELSEWHERE
from pitboss.rulebooks.format_words import INTRODUCTION, MEANINGS
from pitboss.rulebooks.rulebook import Rulebook
from pitboss.rulebooks.submission import Submission
from pitboss.rulebooks.table_rules import TableRules

TEXT_FORMS: dict[Any, str] = {
    str: "text",
    int: "whole number",
    bool: "true or false",
    Amount: 'amount, `"10.00"`',
    Odds: 'odds, `"3 to 1"`',
    Rate: 'rate, `"5%"`',
    Card: 'card, `"As"`',
}
FILES: tuple[tuple[str, str, type[msgspec.Struct]], ...] = (
    ("rulebook.toml", "The figures of the document.", Rulebook),
    ("table.toml", "What surrounds a round.", TableRules),
    ("clauses.toml", "A list of tables `[[clause]]`, in the order of the document.", Clause),
    ("interpretations.toml", "A list of tables `[[interpretation]]`.", Interpretation),
    (
        "default.toml and full.toml",
        "Submissions: what an operator chooses. Offers stand at the top under their own names "
        '(`five_card_bonus = true`, `queens_up = "A"`) instead of under `offers`.',
        Submission,
    ),
)


def format_page() -> str:
    """The whole page."""
    lines = [INTRODUCTION, ""]
    told: set[type] = {kind for _, _, kind in FILES}
    for title, says, kind in FILES:
        lines += [f"## {title}", "", says, "", *_keys(kind), ""]
        for part in _parts(kind, told):
            lines += [f"### {part.__name__}", "", _says(part), "", *(_members(part) or _keys(part)), ""]
    lines += ["## Hands", "", "The hands of a paytable's `hand`, by its `ranking`.", ""]
    for name, (_, order) in STANDARD.items():
        lines += [f"- `{name}`: {', '.join(f'`{kind}`' for kind in reversed(order))}"]
    return "\n".join(lines) + "\n"


def _parts(kind: type[msgspec.Struct], told: set[type]) -> Iterator[type]:
    """The kinds that a kind's fields need, each once, in the order in which one meets them."""
    for name, field in get_type_hints(kind).items():
        if name in FROM_ELSEWHERE and kind is Rulebook:
            continue
        for part in _named(field):
            if part not in told:
                told.add(part)
                yield part
                if issubclass(part, msgspec.Struct):
                    yield from _parts(part, told)


def _named(kind: Any) -> Iterator[type]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct | Enum):
        yield kind
    for inner in get_args(kind):
        yield from _named(inner)


def _keys(kind: type) -> list[str]:
    comments, hints = _comments(kind), get_type_hints(kind)
    rows = ["| key | kind | default | meaning |", "| --- | --- | --- | --- |"]
    for field in msgspec.structs.fields(kind):
        if kind is Rulebook and field.name in FROM_ELSEWHERE:
            continue
        means = comments.get(field.name) or _common(kind, field.name) or _of_parts(hints[field.name])
        rows.append(f"| `{field.name}` | {_kind(hints[field.name])} | {_default(field)} | {_cell(means)} |")
    return rows


def _members(kind: type) -> list[str]:
    """The values of an enumeration, with what is said beside them."""
    if not issubclass(kind, Enum):
        return []
    comments = _comments(kind)
    return [f"- `{member.value}`{_after(comments.get(member.name))}" for member in kind]


def _after(comment: str | None) -> str:
    return f": {comment}" if comment else ""


def _common(kind: type, name: str) -> str:
    """What a key means that has no comment of its own."""
    if name.endswith("_clause"):
        return f"the clause on that: {name.removesuffix('_clause').replace('_', ' ')}"
    return MEANINGS.get(f"{kind.__name__}.{name}", MEANINGS.get(name, ""))


def _of_parts(kind: Any) -> str:
    """What the parts are that a key holds."""
    return next((_says(part).split(".")[0].rstrip(":") for part in _named(kind)), "")


def _says(kind: type) -> str:
    return (getdoc(kind) or "").replace("\n", " ").strip()


def _comments(kind: type) -> dict[str, str]:
    """What stands behind the fields of a class, and of those it is made from."""
    found: dict[str, str] = {}
    for base in reversed([base for base in kind.__mro__ if base.__module__.startswith("pitboss.")]):
        for line in getsource(base).splitlines():
            match = re.fullmatch(r"    (\w+)(?:: .*?| = .*?)  # (.*)", line)
            if match:
                found[match[1]] = match[2]
    return found


def _kind(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        kinds = [item for item in inner if item is not NoneType]
        return " or ".join(map(_kind, kinds))
    if origin is Literal:
        return " or ".join(f'`"{value}"`' for value in inner)
    if origin is tuple:
        return f"list of {_kind(inner[0])}"
    if origin is dict:
        return f"table of {_kind(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct | Enum):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    return TEXT_FORMS.get(kind, "anything")


def _default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default if field.default is not msgspec.NODEFAULT else None
    if field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    if field.required:
        return ""
    if isinstance(value, msgspec.Struct):
        return "its own"
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(f'`"{item}"`' for item in value) or "none"
    return "none" if value in (None, "", {}) else f"`{value}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
