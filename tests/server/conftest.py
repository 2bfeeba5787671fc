"""What several tests of the server share."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cli.conftest import run
from server.together import Servers
from store.postgresql import Server

__all__ = ["run"]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A PostgreSQL server for this process of the tests."""
    server = Server()
    server.start()
    yield server
    server.remove()


@pytest.fixture
def servers(postgresql: Server, tmp_path: Path) -> Iterator[Servers]:
    """Servers on an empty database of their own."""
    with ExitStack() as stack:
        yield Servers(postgresql.create_place(), tmp_path, stack)
