"""The Merkle tree of the log (RFC 6962, RFC 9162): roots, proofs, and what a reader does with a proof.

Own code, for the one library at hand, pymerkle, is under the GPL, untyped, and wants one exact version of its cache.
"""

import hashlib
from collections.abc import Sequence

import msgspec

EMPTY_ROOT = hashlib.sha256().digest()


def leaf_hash(data: bytes) -> bytes:
    """The hash of an entry."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Frontier(msgspec.Struct, frozen=True):
    """A tree without its inside: the roots of its complete subtrees, largest first. Appending takes O(log n)."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def plus(self, leaf: bytes) -> "Frontier":
        """The tree with one more leaf: as in binary counting, each trailing one of the size is a carry."""
        peaks, node, size = list(self.peaks), leaf, self.size
        while size & 1:
            node = node_hash(peaks.pop(), node)
            size >>= 1
        return Frontier(self.size + 1, (*peaks, node))

    @property
    def root(self) -> bytes:
        """The root of the tree."""
        if not self.peaks:
            return EMPTY_ROOT
        *rest, root = self.peaks
        for peak in reversed(rest):
            root = node_hash(peak, root)
        return root


class Proofs:
    """What can be asked of a tree, wherever the hashes of its complete subtrees are kept."""

    @property
    def size(self) -> int:
        """The number of leaves."""
        raise NotImplementedError

    def node(self, height: int, index: int) -> bytes:
        """The root of a complete subtree of 2 to that power leaves."""
        raise NotImplementedError

    def root(self, size: int | None = None) -> bytes:
        """The root of the tree as it is, or as it was at an earlier size."""
        size = self.size if size is None else size
        self._require(0 <= size <= self.size, f"a root at size {size}")
        return self._range(0, size) if size else EMPTY_ROOT

    def inclusion(self, index: int, size: int | None = None) -> list[bytes]:
        """The proof that the leaf of this index is in the tree of that size."""
        size = self.size if size is None else size
        self._require(0 <= index < size <= self.size, f"a proof of leaf {index} at size {size}")
        proof: list[bytes] = []
        start, end = 0, size
        while end - start > 1:
            middle = start + _split(end - start)
            if index < middle:
                proof.append(self._range(middle, end))
                end = middle
            else:
                proof.append(self._range(start, middle))
                start = middle
        return proof[::-1]

    def consistency(self, old: int, new: int | None = None) -> list[bytes]:
        """The proof that the tree of size `new` goes on from the tree of size `old`."""
        new = self.size if new is None else new
        self._require(0 < old <= new <= self.size, f"a proof from size {old} to {new}")
        proof: list[bytes] = []
        start, end, whole = 0, new, True  # whole: the old tree's own root ends the proof, and needs no telling
        while old - start != end - start:
            middle = start + _split(end - start)
            if old <= middle:
                proof.append(self._range(middle, end))
                end = middle
            else:
                proof.append(self._range(start, middle))
                start, whole = middle, False
        return ([] if whole else [self._range(start, end)]) + proof[::-1]

    def peaks(self, size: int) -> list[bytes]:
        """The roots of the complete subtrees that a tree of that size is made of, largest first."""
        self._require(0 <= size <= self.size, f"the subtrees at size {size}")
        heights = [height for height in reversed(range(size.bit_length())) if size >> height & 1]
        return [self.node(height, (size >> height) - 1) for height in heights]

    def _range(self, start: int, end: int) -> bytes:
        """The root over some leaves; a complete subtree is looked up."""
        count = end - start
        level = count.bit_length() - 1
        if count == 1 << level:
            return self.node(level, start >> level)
        middle = start + _split(count)
        return node_hash(self._range(start, middle), self._range(middle, end))

    def _require(self, possible: bool, tried: str) -> None:
        if not possible:
            raise ValueError(f"{tried} of a tree of {self.size} leaves")


class Tree(Proofs):
    """A tree with the hashes of all its complete subtrees, so that every proof takes but a few hashes."""

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]  # on each level the subtrees of 1, 2, 4, ... leaves

    @property
    def size(self) -> int:
        """The number of leaves."""
        return len(self._levels[0])

    def node(self, height: int, index: int) -> bytes:
        """The root of a complete subtree."""
        return self._levels[height][index]

    def append(self, leaf: bytes) -> None:
        """One more leaf, and every subtree it completes."""
        node = leaf
        for level in self._levels:
            level.append(node)
            if len(level) % 2:
                return
            node = node_hash(level[-2], level[-1])
        self._levels.append([node])


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows that a leaf stands at an index of the tree with this size and root."""
    if not 0 <= index < size:
        return False
    node, at, last = leaf, index, size - 1
    for sibling in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            node = node_hash(sibling, node)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and node == root


def verify_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree of size `new` goes on from the tree of size `old`."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = path[0]
    for node in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, after = node_hash(node, before), node_hash(node, after)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, node)
        at, last = at >> 1, last >> 1
    return last == 0 and (before, after) == (old_root, new_root)


def _split(count: int) -> int:
    """How many of some leaves are in the left subtree: the largest power of two below their number."""
    return 1 << (count - 1).bit_length() - 1
