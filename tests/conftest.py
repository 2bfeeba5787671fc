"""Gathers which test proves which clause, from the `clause` marks of everything collected."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import sentences
from pitboss.engine.dispute import Unsettled
from pitboss.rulebooks import Refused, Violation
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


unsaid: list[str] = []
"""What is wrong with the refusals of the test that runs."""


def pytest_configure() -> None:
    """Every refusal that any test brings about is read: it must be a sentence that a person would say."""
    begin = Refused.__init__

    def read(self: Refused, *violations: Violation) -> None:
        unsaid.extend(fault for violation in violations for fault in sentences.faults(violation.says))
        begin(self, *violations)

    Refused.__init__ = read  # type: ignore[method-assign]  # that it is replaced is the point
    settle = Unsettled.__init__

    def read_all(self: Unsettled, *problems: Violation | str) -> None:
        settle(self, *problems)
        unsaid.extend(fault for violation in self.violations for fault in sentences.faults(violation.says))

    Unsettled.__init__ = read_all  # type: ignore[method-assign]  # likewise


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A test with a refusal that nobody would say has failed, whatever it was about."""
    unsaid.clear()
    yield
    assert not unsaid, "\n".join(dict.fromkeys(unsaid))


def _bindings(session: pytest.Session) -> Iterator[tuple[str, str, str]]:
    for item in session.items:
        test = item.nodeid.split("[")[0]
        for mark in item.iter_markers("clause"):
            rulebook, *clauses = mark.args
            for clause in clauses:
                yield rulebook, clause, test
