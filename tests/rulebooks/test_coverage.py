"""Every enforced or recorded clause is proved by a test, and the index that ships says by which."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from pitboss.rulebooks import Met, Rulebook, load, load_all
from pitboss.rulebooks.coverage import (
    Index,
    index_of,
    index_text,
    proofs,
    shipped_index,
    summary,
)

PROJECT = Path(__file__).parents[2]


def unknown_clauses(rulebooks: Iterable[Rulebook], index: Index) -> list[str]:
    """Bindings to a rulebook or a clause that does not exist, one line each."""
    known = {rulebook.id: {clause.id for clause in rulebook.clauses} for rulebook in rulebooks}
    return [
        f"{rulebook} {clause}: named by {', '.join(tests)}"
        for rulebook, clauses in index.items()
        for clause, tests in clauses.items()
        if clause not in known.get(rulebook, ())
    ]


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """The index of the whole tests folder, however few tests are run: collected by a pytest of its own."""
    file = tmp_path_factory.mktemp("coverage") / "clause-tests.json"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", f"--clause-index={file}"]
    run = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return msgspec.json.decode(file.read_bytes(), type=Index)


@pytest.mark.parametrize("rulebook", load_all(), ids=lambda book: book.id)
def test_every_enforced_or_recorded_clause_is_proved(rulebook: Rulebook, collected: Index) -> None:
    missing = [proof.clause.id for proof in proofs(rulebook, collected) if proof.missing]
    assert not missing, f"{rulebook.id}: no test is marked with {len(missing)} clauses: {', '.join(missing)}"


def test_no_test_claims_a_clause_that_does_not_exist(collected: Index) -> None:
    unknown = unknown_clauses(load_all(), collected)
    assert not unknown, "\n".join(unknown)


def test_the_shipped_index_is_current(collected: Index) -> None:
    assert index_text(shipped_index()) == index_text(collected), "out of date: run `make docs`"


def test_an_index_is_sorted_and_names_each_test_once() -> None:
    bindings = [("b", "2", "y"), ("a", "1", "z"), ("b", "2", "x"), ("b", "2", "y")]
    assert index_of(bindings) == {"a": {"1": ["z"]}, "b": {"2": ["x", "y"]}}
    assert list(index_of(bindings)) == ["a", "b"]


def test_a_clause_without_a_test_is_missing_only_if_it_needs_one() -> None:
    book = load("ma-criss-cross")
    rows = {proof.clause.id: proof for proof in proofs(book, {"ma-criss-cross": {"6(d)": ["a test"]}})}
    assert not rows["6(d)"].missing
    assert rows["6(c)"].missing
    assert rows["7(c)"].clause.met is Met.PHYSICAL
    assert not rows["7(c)"].missing


def test_the_summary_counts_every_clause_once() -> None:
    book = load("ma-criss-cross")
    counts = summary(book, {"ma-criss-cross": {"6(d)": ["a test"], "7(c)": ["not needed"]}})
    assert sum(counts.met.values()) == counts.clauses == len(book.clauses)
    assert counts.to_prove == counts.met[Met.ENFORCED] + counts.met[Met.RECORDED]
    assert counts.proved == 1


def test_unknown_rulebooks_and_clauses_are_named_with_the_test() -> None:
    index = {"ma-criss-cross": {"6(d)": ["a"], "66(d)": ["b", "c"]}, "nv-criss-cross": {"1": ["d"]}}
    assert unknown_clauses(load_all(), index) == [
        "ma-criss-cross 66(d): named by b, c",
        "nv-criss-cross 1: named by d",
    ]
