"""Every test of the store runs on both engines, each time with an empty database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.store import Store, open_store
from store.postgresql import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for this process of the tests."""
    server = Server()
    server.start()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.db"
    server: Server = request.getfixturevalue("server")
    return server.create_place()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open store."""
    with open_store(url) as store:
        yield store
