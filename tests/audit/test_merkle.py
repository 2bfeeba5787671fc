"""The tree against the vectors of Certificate Transparency, and proofs by trying all of them."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit import Frontier, Tree, leaf_hash, verify_consistency, verify_inclusion
from pitboss.audit.merkle import EMPTY_ROOT
from pitboss.audit.recomputation import GrowingRoot

# The entries and roots that the reference implementations of RFC 6962 are tested with.
ENTRIES = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
MOST = 33


def defined_root(leaves: list[bytes]) -> bytes:
    """The root as RFC 9162 section 2.1.1 defines it, word for word a recursion over the entries' hashes."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while 2 * k < len(leaves):
        k *= 2
    return hashlib.sha256(b"\x01" + defined_root(leaves[:k]) + defined_root(leaves[k:])).digest()


def grown(count: int) -> tuple[Tree, list[bytes]]:
    leaves = [leaf_hash(bytes([number])) for number in range(count)]
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf)
    return tree, leaves


def test_roots_of_certificate_transparency() -> None:
    tree, frontier, verifiers = Tree(), Frontier(), GrowingRoot()
    found = [(tree.root().hex(), frontier.root.hex(), verifiers.root())]
    for entry in ENTRIES:
        leaf = leaf_hash(bytes.fromhex(entry))
        tree.append(leaf)
        frontier = frontier.plus(leaf)
        verifiers.add(leaf)
        found.append((tree.root().hex(), frontier.root.hex(), verifiers.root()))
    assert found == [(root, root, root) for root in ROOTS]


@given(st.lists(st.binary(max_size=3), max_size=70))
def test_tree_frontier_and_verifier_agree_with_the_definition(entries: list[bytes]) -> None:
    tree, frontier, verifiers, leaves = Tree(), Frontier(), GrowingRoot(), [leaf_hash(entry) for entry in entries]
    for leaf in leaves:
        tree.append(leaf)
        frontier = frontier.plus(leaf)
        verifiers.add(leaf)
    root = defined_root(leaves)
    assert (tree.root(), frontier.root, verifiers.root()) == (root, root, root.hex())
    assert (tree.size, frontier.size) == (len(leaves), len(leaves))
    assert [tree.root(size) for size in range(len(leaves) + 1)] == [
        defined_root(leaves[:size]) for size in range(len(leaves) + 1)
    ]


def test_a_frontier_holds_one_hash_for_each_one_of_its_size_in_binary() -> None:
    frontier = Frontier()
    for size in range(1, 200):
        frontier = frontier.plus(bytes(32))
        assert len(frontier.peaks) == size.bit_count()


def test_every_inclusion_proof_holds_and_no_other() -> None:
    tree, leaves = grown(MOST)
    for size in range(1, MOST + 1):
        root = tree.root(size)
        for index in range(size):
            proof = tree.inclusion(index, size)
            assert len(proof) <= (size - 1).bit_length()
            assert verify_inclusion(leaves[index], index, size, proof, root)
            assert not verify_inclusion(leaves[(index + 1) % MOST], index, size, proof, root)
            for wrong in set(range(-1, size + 1)) - {index}:
                assert not verify_inclusion(leaves[index], wrong, size, proof, root)
            for broken in damaged(proof):
                assert not verify_inclusion(leaves[index], index, size, broken, root)


def test_every_consistency_proof_holds_and_no_other() -> None:
    tree, _ = grown(MOST)
    for new in range(1, MOST + 1):
        for old in range(1, new + 1):
            proof = tree.consistency(old, new)
            roots = tree.root(old), tree.root(new)
            assert verify_consistency(old, new, *roots, proof)
            assert not verify_consistency(old, new, EMPTY_ROOT, roots[1], proof)
            assert not verify_consistency(old, new, roots[0], EMPTY_ROOT, proof)
            for broken in damaged(proof):
                assert not verify_consistency(old, new, *roots, broken)


@pytest.mark.parametrize(("old", "new"), [(0, 0), (0, 4), (-1, 4), (5, 4)])
def test_there_is_nothing_to_prove_from_nothing_or_backwards(old: int, new: int) -> None:
    tree, _ = grown(8)
    assert not verify_consistency(old, new, EMPTY_ROOT, tree.root(4), [])
    with pytest.raises(ValueError, match="a proof from size"):
        tree.consistency(old, new)


@pytest.mark.parametrize(("index", "size"), [(-1, 4), (4, 4), (0, 0), (0, 9)])
def test_a_leaf_outside_the_tree_has_no_proof(index: int, size: int) -> None:
    tree, _ = grown(8)
    with pytest.raises(ValueError, match="of a tree of 8 leaves"):
        tree.inclusion(index, size)


@pytest.mark.parametrize("size", [-1, 9])
def test_a_size_outside_the_tree_has_no_root(size: int) -> None:
    with pytest.raises(ValueError, match="of a tree of 8 leaves"):
        grown(8)[0].root(size)


def damaged(proof: list[bytes]) -> list[list[bytes]]:
    """A proof with a hash changed, left out, added in front or at the end."""
    changed = [[*proof[:at], bytes(32), *proof[at + 1 :]] for at in range(len(proof))]
    shorter = [proof[:at] + proof[at + 1 :] for at in range(len(proof))]
    return [*changed, *shorter, [bytes(32), *proof], [*proof, bytes(32)]]
