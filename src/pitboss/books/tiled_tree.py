"""The tree over a log of any length with little memory: tiles of 256 hashes in the store, one of each level at hand."""

from collections import OrderedDict

from pitboss.audit.merkle import Proofs, node_hash
from pitboss.store import Store, StoreError
from pitboss.store.reading_log import Tile

HEIGHT = 8
WIDTH = 1 << HEIGHT
BYTES = 32
MOST_KEPT = 64  # tiles read lately
AT_ONCE = 64  # tiles written in one transaction


class TiledTree(Proofs):
    """Grows leaf by leaf; whatever is complete goes to the store, and is read from there when a proof asks for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: OrderedDict[tuple[int, int], bytes] = OrderedDict()
        self._unwritten: dict[tuple[int, int], Tile] = {}
        self._size, self._levels, self.state = self._resumed()

    @property
    def size(self) -> int:
        """The number of leaves."""
        return self._size

    def append(self, leaf: bytes, state: bytes = b"") -> None:
        """One more leaf; `state` is kept with a tile of leaves that it completes."""
        node, level = leaf, 0
        self._size += 1
        while True:
            if level == len(self._levels):
                self._levels.append([])
            tile = self._levels[level]
            tile.append(node)
            if len(tile) < WIDTH:
                return
            number = (self._size >> HEIGHT * (level + 1)) - 1
            self._unwritten[level, number] = Tile(level, number, b"".join(tile), state)
            node, level = _folded(tile), level + 1
            tile.clear()

    def completes(self) -> bool:
        """Whether the next leaf completes a tile."""
        return (self._size + 1) % WIDTH == 0

    def keep(self, *, all: bool = True) -> None:
        """Writes what is complete; while the database takes nothing it stays in memory."""
        if len(self._unwritten) < (1 if all else AT_ONCE):
            return
        try:
            self._store.keep_tiles(list(self._unwritten.values()))
        except StoreError:
            return
        self._unwritten.clear()

    def node(self, height: int, index: int) -> bytes:
        """The root of a complete subtree: the hashes of one tile, or a part of it, folded."""
        level, within = divmod(height, HEIGHT)
        number, offset = divmod(index << within, WIDTH)
        if number == self._size >> HEIGHT * (level + 1):
            hashes = self._levels[level][offset : offset + (1 << within)]
        else:
            tile = self._tile(level, number)
            hashes = [tile[BYTES * at : BYTES * (at + 1)] for at in range(offset, offset + (1 << within))]
        return _folded(hashes)

    def leaves(self, number: int) -> list[bytes]:
        """The leaves of a tile of entries, or of the one that is not complete yet."""
        if number == self._size >> HEIGHT:
            return list(self._levels[0])
        tile = self._tile(0, number)
        return [tile[at : at + BYTES] for at in range(0, len(tile), BYTES)]

    def _tile(self, level: int, number: int) -> bytes:
        key = level, number
        if key in self._unwritten:
            return self._unwritten[key].hashes
        if key not in self._read:
            found = self._store.tile(level, number)
            if found is None:
                raise StoreError(f"tile {number} of level {level} of the log's tree is missing")
            self._read[key] = found.hashes
            if len(self._read) > MOST_KEPT:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        return self._read[key]

    def _resumed(self) -> tuple[int, list[list[bytes]], bytes]:
        """The tree up to the last tile of entries that was kept."""
        last = self._store.last_tile()
        if last is None:
            return 0, [[]], b""
        size = (last.number + 1) * WIDTH
        levels: list[list[bytes]] = [[]]
        while count := size >> HEIGHT * len(levels):
            first, below = count - count % WIDTH, len(levels) - 1
            levels.append([self._root(below, number) for number in range(first, count)])
        return size, levels, last.state

    def _root(self, level: int, number: int) -> bytes:
        tile = self._tile(level, number)
        return _folded([tile[at : at + BYTES] for at in range(0, len(tile), BYTES)])


def _folded(hashes: list[bytes]) -> bytes:
    """The root over a power of two of hashes."""
    while len(hashes) > 1:
        hashes = [node_hash(*hashes[at : at + 2]) for at in range(0, len(hashes), 2)]
    return hashes[0]
