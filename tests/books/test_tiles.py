"""The tree over the log in tiles: the same roots and proofs as the whole tree, with little memory, across restarts."""

from pathlib import Path

import pytest

from pitboss.audit.merkle import Tree, leaf_hash
from pitboss.books.tiled_tree import TiledTree
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
