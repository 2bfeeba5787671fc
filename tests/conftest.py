"""Gathers which test proves which clause, from the `clause` marks of everything collected."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.rulebooks.coverage import index_of, index_text


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
