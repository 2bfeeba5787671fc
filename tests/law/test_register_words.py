"""What the register says of a clause is so: recorded, there is a record; refused, there is a refusal."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from law.attestations import FILE, INSTEAD, KIND, Law, recorded, refusing

PROJECT = Path(__file__).parents[2]
ROOMS = ("tests/table", "tests/law", "tests/engine", "tests/rulebooks")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[Law]]:
    """What the bound tests of these rooms recorded and had refused, in a pytest of their own."""
    file = tmp_path_factory.mktemp("words") / "found.json"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {FILE: str(file), "PYTHONPATH": os.pathsep.join((str(PROJECT / "src"), str(PROJECT / "tests")))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "law.attestations", "-p", "no:cacheprovider", *ROOMS]
    run = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return msgspec.json.decode(file.read_bytes(), type=dict[str, set[Law]])


def test_every_recorded_clause_leaves_a_record_in_a_test_bound_to_it(found: dict[str, set[Law]]) -> None:
    assert recorded - found["recorded"] == set()


def test_where_the_register_says_that_something_is_refused_a_bound_test_has_it_refused(
    found: dict[str, set[Law]],
) -> None:
    assert refusing - found["refused"] == set()


def test_the_exceptions_are_of_clauses_that_have_these_words() -> None:
    assert KIND.keys() <= recorded
    assert INSTEAD.keys() <= refusing
    assert (len(recorded), len(refusing)) >= (100, 100), "and there are such clauses"
