"""What several tests of the server share."""

from collections.abc import Iterator

import pytest

from cli.conftest import run
from store.postgresql import Server

__all__ = ["run"]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server for this process of the tests."""
    server = Server()
    server.start()
    yield server
    server.remove()
