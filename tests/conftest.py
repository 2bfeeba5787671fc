"""Gathers which test proves which clause, from the `clause` marks of everything collected."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from pitboss.rulebooks.coverage import index_of, index_text
from pitboss.rulebooks.library import VARIABLE

# A run of CI tries the same examples every time; a run by hand looks for new ones. No test is about time.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", deadline=None)
settings.load_profile("same" if os.environ.get("CI") else "new")

# Whoever runs the tests may have rulebooks of their own; the tests know the shipped ones.
os.environ.pop(VARIABLE, None)


def _library_as_it_was() -> Iterator[None]:
    """A rulebook named by its folder is added to the environment; what a test has added is taken away again."""
    before = os.environ.get(VARIABLE)
    yield
    os.environ.pop(VARIABLE, None)
    if before is not None:
        os.environ[VARIABLE] = before


library_of_a_module = pytest.fixture(autouse=True, scope="module")(_library_as_it_was)
library_of_a_test = pytest.fixture(autouse=True)(_library_as_it_was)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-index", metavar="FILE", help="write which test proves which clause to this file")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Writes the index, if asked; a test with several cases is named once."""
    file = session.config.getoption("--clause-index")
    if file:
        Path(file).write_text(index_text(index_of(_bindings(session))), encoding="utf-8")


def _bindings(session: pytest.Session) -> Iterator[tuple[str, str, str]]:
    for item in session.items:
        test = item.nodeid.split("[")[0]
        for mark in item.iter_markers("clause"):
            rulebook, *clauses = mark.args
            for clause in clauses:
                yield rulebook, clause, test
