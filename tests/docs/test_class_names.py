"""One word, one meaning: a class name is defined once in all rooms below the server."""

import ast
from collections import defaultdict
from pathlib import Path

import pitboss

ROOT = Path(pitboss.__file__).parent
ABOVE = ("server", "store")  # which have names of their own for what they hand out and keep
EXCEPTIONS: dict[str, str] = {}
"""Names with two meanings, each with the reason why it has them."""


def defined() -> dict[str, list[str]]:
    """Every class name, with the modules that define it."""
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(ROOT.rglob("*.py")):
        place = file.relative_to(ROOT)
        if place.parts[0] not in ABOVE:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    found[node.name].append(str(place))
    return found


def test_a_class_name_means_one_thing() -> None:
    twice = {name: places for name, places in defined().items() if len(places) > 1 and name not in EXCEPTIONS}
    assert twice == {}


def test_an_exception_is_one() -> None:
    assert [name for name in EXCEPTIONS if len(defined()[name]) < 2] == []
