"""What attacks on either kind of database need."""

from collections.abc import Iterator

import pytest

from store.postgresql import Server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server for this process of the tests."""
    server = Server()
    server.start()
    yield server
    server.remove()
