"""Rulebooks with something changed at random: lint finds a fault, or the rulebook loads and a round plays."""

import os
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.cli.chance import TableChance
from pitboss.cli.game import TerminalGame
from pitboss.cli.rules_lint import every_fault
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, full_submission, lawful
from pitboss.rulebooks.library import DATA, PARTS, SUBMISSIONS
from pitboss.rulebooks.loader import read_rulebook

EXAMPLES = int(os.environ.get("PITBOSS_FUZZ", "12"))
FIGURE = re.compile(r'"[^"\n]*"|\b\d+\b|\btrue\b|\bfalse\b')
LAW = ("rulebook.toml", "table.toml")
PIECES = [
    '""',
    "0",
    "-1",
    "1",
    "7",
    "99999999999999999999",
    "true",
    '"push"',
    '"0"',
    '"1 to 1"',
    "[]",
    "{}",
    "1.5",
    "nan",
]


@st.composite
def changes(draw: st.DrawFn, text: str) -> str:
    """A text with one to three changes: another figure, a line gone, twice or moved, or some characters put in."""
    for _ in range(draw(st.integers(1, 3))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(("figure", "figure", "figure", "gone", "twice", "moved", "noise"))):
            case "figure":
                found = list(FIGURE.finditer(text))
                if found:
                    one, other = (draw(st.sampled_from(found)) for _ in range(2))
                    piece = draw(st.sampled_from([other.group(), *PIECES]))
                    text = text[: one.start()] + piece + text[one.end() :]
                continue
            case "gone":
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "moved":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case "noise":
                lines[at] += draw(st.text(max_size=5))
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("id", SHIPPED)
@given(data=st.data())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_lint_finds_a_fault_or_a_round_plays(id: str, data: st.DataObject) -> None:
    file = data.draw(st.sampled_from((*LAW, *LAW, *PARTS, *SUBMISSIONS)))
    with TemporaryDirectory() as place:
        folder = Path(place) / id
        shutil.copytree(str(DATA / id), folder)
        text = data.draw(changes((folder / file).read_text(encoding="utf-8")))
        (folder / file).write_bytes(text.encode("utf-8", errors="surrogatepass"))
        faults = every_fault(folder)
        assert all("\n" not in str(fault) and fault.file for fault in faults)
        if not faults:
            book = read_rulebook(folder)
            terms = lawful(book, full_submission(book))
            TerminalGame(terms, 1, [2], Amount.parse("100000"), TableChance(1), auto=True, quiet=True).play_round()


@given(file=st.sampled_from((*PARTS, *SUBMISSIONS)), noise=st.binary(max_size=40))
@settings(max_examples=2 * EXAMPLES, deadline=None)
def test_lint_takes_any_bytes(file: str, noise: bytes) -> None:
    with TemporaryDirectory() as place:
        folder = Path(place) / "book"
        shutil.copytree(str(DATA / "ma-crazy-4"), folder)
        (folder / file).write_bytes(noise)
        assert every_fault(folder)
