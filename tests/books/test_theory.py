"""Exact values for reports are worked out once on a machine, and believed only while they are whole."""

from pathlib import Path

import pytest

from pitboss.books import theory
from pitboss.mathematics.kernels import kept
from pitboss.money import Amount
from pitboss.program.jit import numba
from pitboss.rulebooks import terms_for


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where answers are kept."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    theory.side_theory.cache_clear()
    return tmp_path


def asked() -> theory.Theory:
    theory.side_theory.cache_clear()
    return theory.side_theory(terms_for("ma-crazy-4", {"queens_up": "B"}), "queens_up", 1, Amount(100))


def test_a_theory_is_counted_once_and_read_after_that(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked()
    monkeypatch.setattr(theory, "side_odds", None)  # nothing can be counted any more
    assert asked() == first
    assert len(list(folder.glob("theory-*.table"))) == 1


def test_a_damaged_answer_is_counted_anew(folder: Path) -> None:
    first = asked()
    (file,) = folder.glob("theory-*.table")
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole[:-1] + b"x"):
        file.write_bytes(damaged)
        assert asked() == first
        assert file.read_bytes() == whole


def test_another_submission_or_program_is_another_answer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked()
    other = theory.side_theory(terms_for("ma-crazy-4", {"queens_up": "A"}), "queens_up", 1, Amount(100))
    assert other != first
    monkeypatch.setattr(kept, "_program", lambda: b"a later one")
    assert asked() == first
    assert len(list(folder.glob("theory-*.table"))) == 3
