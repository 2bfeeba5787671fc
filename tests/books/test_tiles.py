"""The tree over the log in tiles: the same roots and proofs as the whole tree, with little memory, across restarts."""

from pathlib import Path

import pytest

from pitboss.audit import Signer, fact
from pitboss.audit.format import MACHINE_STREAM
from pitboss.audit.machine_format import ServerStopped
from pitboss.audit.merkle import Tree, leaf_hash
from pitboss.books.published_log import Published, log_opened
from pitboss.books.tiled_tree import TiledTree
from pitboss.server.tables.refusals import log_commit
from pitboss.store import open_store

MANY = 66_000  # more than 256 tiles: three levels


@pytest.fixture(scope="module")
def whole() -> Tree:
    """All leaves in memory."""
    tree = Tree()
    for number in range(MANY):
        tree.append(leaf_hash(b"%d" % number))
    return tree


def test_roots_and_proofs_are_those_of_the_whole_tree(tmp_path: Path, whole: Tree) -> None:
    with open_store(f"sqlite:///{tmp_path / 'tiles.db'}") as store:
        tree = TiledTree(store)
        for number in range(MANY):
            tree.append(leaf_hash(b"%d" % number), b"%d" % number if tree.completes() else b"")
            if number in (0, 254, 255, 256, 65_534, 65_535, 65_536):
                assert tree.root() == whole.root(number + 1)
        tree.keep()
        sizes = (1, 255, 256, 257, 511, 4096, 65_535, 65_536, 65_537, MANY)
        assert [tree.root(size) for size in sizes] == [whole.root(size) for size in sizes]
        for old in sizes:
            assert tree.consistency(old, MANY) == whole.consistency(old, MANY)
            assert tree.inclusion(old - 1, MANY) == whole.inclusion(old - 1, MANY)
        again = TiledTree(store)
        kept = MANY - MANY % 256
        assert (again.size, again.state) == (kept, b"%d" % (kept - 1))
        for number in range(kept, MANY):
            again.append(leaf_hash(b"%d" % number))
        assert [again.root(size) for size in sizes] == [whole.root(size) for size in sizes]
        assert len(again._read) <= 64


def test_what_another_server_adds_while_the_log_is_looked_at_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"sqlite:///{tmp_path / 'tiles.db'}"
    with open_store(place) as store, open_store(place) as other:
        signer = Signer(bytes(32))
        other.append(log_commit((log_opened("pitboss", signer, 0),)))
        published = Published(store, signer)
        catch_up = published.catch_up

        def outpaced() -> None:
            catch_up()
            other.append(log_commit((fact(MACHINE_STREAM, ServerStopped(), 1, "system"),)))

        monkeypatch.setattr(published, "catch_up", outpaced)
        assert published.faults(None, 0) == []
        assert store.log_state().size == 2
