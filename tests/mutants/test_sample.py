"""A fixed sample of the mutants, and the tool itself: it kills what is noticed and tells what is not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from pitboss.rulebooks import Rulebook, load

ROOT = Path(__file__).parents[2]
LAW_ROOMS = ("tests/law",)
SAMPLED = ("ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4")
SEED = "1"
KILLED = ("killed", "refused by the loader", "hangs")
CLAIMS = {
    "ma-criss-cross": "load('ma-criss-cross').seats == 6",
    "md-criss-cross": "load('md-criss-cross').seats > 5",
    "nj-criss-cross": "load('nj-criss-cross').seats == 0",
    "cardroom-criss-cross": "True",
}


def seats_clause(book: Rulebook) -> str:
    """The clause on the number of seats; where a reading says it, the first clause it reads."""
    reading = book.interpretation(book.seats_clause.removeprefix("reading "))
    return reading.clauses[0] if reading else book.seats_clause


def judged(tmp_path: Path, *options: str) -> tuple[int, list[dict[str, Any]]]:
    """Runs the tool; its exit code and its verdicts."""
    found = tmp_path / "verdicts.json"
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))
    done = subprocess.run(
        [sys.executable, "-m", "mutants", "--json", str(found), *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert found.exists(), done.stdout + done.stderr
    return done.returncode, json.loads(found.read_text())


def test_no_mutant_of_the_sample_survives(tmp_path: Path) -> None:
    rooms = [option for room in LAW_ROOMS for option in ("--tests", room)]
    books = [option for book in SAMPLED for option in ("--rulebook", book)]
    code, verdicts = judged(tmp_path, *rooms, *books, "--only", "data", "--sample", "40", "--seed", SEED)
    alive = [verdict for verdict in verdicts if verdict["outcome"] not in KILLED]
    assert (alive, len(verdicts), code) == ([], 40, 0)


def test_no_refusal_of_one_clause_can_be_left_out(tmp_path: Path) -> None:
    options = "--only", "code", "--rulebook", "ma-criss-cross", "--clause", "6(d)", "--tests", "tests/engine"
    code, verdicts = judged(tmp_path, *options)
    assert {verdict["outcome"] for verdict in verdicts} == {"killed"}
    assert code == 0


def test_the_tool_tells_what_a_bound_test_notices_and_what_it_does_not(tmp_path: Path) -> None:
    """The only tests there are ask for the number of seats: exactly, less than exactly, wrongly, and not at all."""
    books = {id: load(id) for id in CLAIMS}
    tests = "import pytest\nfrom pitboss.rulebooks import load\n"
    for number, (id, claim) in enumerate(CLAIMS.items()):
        mark = f"@pytest.mark.clause({id!r}, {seats_clause(books[id])!r})"
        tests += f"\n\n{mark}\ndef test_{number}():\n    assert {claim}\n"
    (tmp_path / "test_seats.py").write_text(tests)
    equivalents = [f"{id} rulebook.toml seats: 6 -> 7" for id in ("cardroom-criss-cross", "ma-criss-cross")]
    (tmp_path / "equivalents.toml").write_text(f"[[equivalent]]\nwhy = 'so it is'\nmutants = {equivalents}\n")
    wanted = [option for book in books.values() for option in ("--clause", seats_clause(book), "--rulebook", book.id)]
    paths = "--tests", str(tmp_path / "test_seats.py"), "--equivalents", str(tmp_path / "equivalents.toml")
    code, verdicts = judged(tmp_path, "--only", "data", *paths, *wanted)
    found = {verdict["mutant"]: verdict["outcome"] for verdict in verdicts}
    assert code == 1
    assert found["ma-criss-cross rulebook.toml seats: 6 -> 5"] == "killed"
    assert found["ma-criss-cross rulebook.toml seats: 6 -> 7"] == "listed as equivalent, yet killed"
    assert found["md-criss-cross rulebook.toml seats: 6 -> 5"] == "killed"
    assert found["md-criss-cross rulebook.toml seats: 6 -> 7"] == "survived"
    assert found["nj-criss-cross rulebook.toml seats: 6 -> 7"] == "its tests fail without it"
    assert found["cardroom-criss-cross rulebook.toml seats: 6 -> 7"] == "equivalent"


def test_where_no_test_is_bound_everything_survives(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text("def test_nothing() -> None: pass\n")
    law = "--rulebook", "nj-criss-cross", "--clause", "40.10(c)"
    code, verdicts = judged(tmp_path, "--tests", str(tmp_path / "test_nothing.py"), "--only", "data", *law)
    assert code == 1
    assert {verdict["outcome"] for verdict in verdicts} == {"survived, no test bound"}
