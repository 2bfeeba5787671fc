"""What the command loads: nothing that it does not need; and its first page is the one that Typer would print."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.calling import Run

ROOT = Path(__file__).parents[2]
SERVER = ("sqlalchemy", "litestar", "uvicorn", "httpx", "pitboss.server", "pitboss.books", "pitboss.store")
MATHEMATICS = ("numba", "numpy", "pyarrow", "pitboss.mathematics", "pitboss.simulation")
PROOF = ("cryptography", "pitboss.audit", "pitboss.table")
PAGE = "from pitboss.cli.command_line import command_line; command_line(None)(['--help'], prog_name='pitboss')"


def _python(program: str, *words: str, width: int = 80, color: bool = False) -> str:
    environment = os.environ | {"COLUMNS": str(width), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment |= {"FORCE_COLOR": "1"} if color else {"NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        env=environment | {"PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _loaded(*words: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    program = """
import atexit, sys
atexit.register(lambda: print("loaded", *sys.modules))
from pitboss.cli import main
main()
"""
    return set(_python(program, *words).rpartition("loaded ")[2].split())


@pytest.mark.parametrize("width", [50, 80, 133])
def test_the_first_page_is_typers(width: int) -> None:
    page = _python("from pitboss.cli import main; main()", "--help", width=width)
    assert "Usage: pitboss [OPTIONS] COMMAND [ARGS]..." in page
    assert page == _python(PAGE, width=width)


def test_the_first_page_has_colors_where_typers_has() -> None:
    page = _python("from pitboss.cli import main; main()", "--help", color=True)
    theirs = _python(PAGE, color=True)
    assert "\x1b[1;36mrules" in page
    # A leading dash is a stroke of its own with Typer, and the end of a line may be.
    assert _strokes(page) == _strokes(theirs)


def _strokes(text: str) -> list[tuple[str, str]]:
    """Every letter with its style."""
    found = []
    for stroke in text.split("\x1b[")[1:]:
        style, _, letters = stroke.partition("m")
        found += [(style, letter) for letter in letters if not letter.isspace()]
    return found


def test_without_words_the_page_comes_with_exit_code_2(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (2, "")
    assert "Usage: pitboss" in out


def test_the_first_page_loads_nothing_heavy() -> None:
    loaded = _loaded("--help")
    assert not loaded & {*SERVER, *MATHEMATICS, *PROOF, "typer", "pydantic", "msgspec", "rich.markdown"}


@pytest.mark.parametrize(
    "words",
    [
        ("--version",),
        ("rules", "--help"),
        ("rules", "list"),
        ("rules", "show", "ma-crazy-4", "10"),
        ("settle", "--help"),
        ("settle", "examples/ma-criss-cross.json"),
        ("solve", "--help"),
        ("advise", "--help"),
        ("odds", "--help"),
        ("serve", "--help"),
    ],
    ids=" ".join,
)
def test_what_needs_neither_mathematics_nor_server_loads_neither(words: tuple[str, ...]) -> None:
    assert not _loaded(*words) & {*SERVER, *MATHEMATICS, *PROOF}


STOPPED_WHILE_LOADING = """
import os, signal, sys
MODULE = sys.argv.pop()
from importlib.abc import MetaPathFinder
from pitboss.cli import main

class Impatient(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # whatever the tests themselves were started with
sys.meta_path.insert(0, Impatient())
main()
"""


@pytest.mark.parametrize("module", ["pitboss.cli.solve", "pitboss.mathematics.known_cards"])
def test_who_stops_a_command_while_it_loads_or_works_is_told_so_without_a_traceback(module: str) -> None:
    words = [sys.executable, "-c", STOPPED_WHILE_LOADING, "solve", "ma-criss-cross", module]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stopped\n")
