"""Sets of cards up to suits: of all that a permutation of suits carries into one another, one with its weight.

Cards are bits, four times the rank plus the suit. A permutation counts only if it leaves the deck as it is, and a set
that is chosen after others must leave those as they are: the permutations that do are its *stabilizer*. Of the sets
that those carry into one another the one with the lowest number stands for all; there are as many of them as the
stabilizer before has permutations for each of the stabilizer after.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit, popcount

Int64s = npt.NDArray[np.int64]

PERMUTATIONS: Int64s = np.array(list(permutations(range(4))), dtype=np.int64)
WHOLE_DECK = (1 << 52) - 1
_EACH_RANK = sum(1 << (4 * rank) for rank in range(13))


@dataclass(frozen=True)
class Classes:
    """Sets chosen one after the other, a row of them for each class, from how many rows before it came, and weights."""

    sets: Int64s
    stabilizers: Int64s
    weights: Int64s
    parents: Int64s

    def __len__(self) -> int:
        return len(self.sets)


@njit
def moved(cards: int, permutation: Int64s) -> int:
    """A set of cards with its suits renamed."""
    found = 0
    for suit in range(4):
        found |= ((cards >> suit) & _EACH_RANK) << permutation[suit]
    return found


@njit
def _stabilizer(cards: int, stabilizer: int, permutations: Int64s) -> int:
    """Which of the permutations leave the cards as they are; none where one carries them to a lower number."""
    found = 0
    for place in range(len(permutations)):
        if stabilizer >> place & 1:
            renamed = moved(cards, permutations[place])
            if renamed < cards:
                return 0
            if renamed == cards:
                found |= 1 << place
    return found


@njit
def _choose(free: Int64s, size: int, before: int, permutations: Int64s, found: Int64s) -> int:
    """Write the sets that stand for their class and their stabilizers, while there is room; how many there are."""
    count = 0
    picks = np.arange(size)
    cards = 0
    for place in range(size):
        cards |= 1 << free[place]
    while True:
        stabilizer = _stabilizer(cards, before, permutations)
        if stabilizer:
            if count < len(found):
                found[count, 0] = cards
                found[count, 1] = stabilizer
            count += 1
        place = size - 1
        while place >= 0 and picks[place] == len(free) - size + place:
            place -= 1
        if place < 0:
            return count
        picks[place] += 1
        for later in range(place + 1, size):
            picks[later] = picks[later - 1] + 1
        cards = 0
        for later in range(size):
            cards |= 1 << free[picks[later]]


@njit
def _free(deck: int, sets: Int64s) -> Int64s:
    left = deck
    for cards in sets:
        left &= ~cards
    free = np.empty(popcount(left), dtype=np.int64)
    count = 0
    for card in range(52):
        if left >> card & 1:
            free[count] = card
            count += 1
    return free


@njit
def _count(deck: int, sets: Int64s, stabilizers: Int64s, size: int, permutations: Int64s, counts: Int64s) -> None:
    nothing = np.empty((0, 2), dtype=np.int64)
    for row in range(len(sets)):
        counts[row] = _choose(_free(deck, sets[row]), size, stabilizers[row], permutations, nothing)


@njit
def _fill(
    deck: int, sets: Int64s, stabilizers: Int64s, size: int, permutations: Int64s, ends: Int64s, found: Int64s
) -> None:
    start = 0
    for row in range(len(sets)):
        _choose(_free(deck, sets[row]), size, stabilizers[row], permutations, found[start : ends[row]])
        start = ends[row]


@njit
def _stabilizers(deck: int, sets: Int64s, permutations: Int64s, found: Int64s) -> None:
    for row in range(len(sets)):
        for place in range(len(permutations)):
            kept = moved(deck, permutations[place]) == deck
            for cards in sets[row]:
                kept = kept and moved(cards, permutations[place]) == cards
            if kept:
                found[row] |= 1 << place


def stabilizers(deck: int, sets: Int64s) -> Int64s:
    """By row of sets: which permutations leave the deck and all of them as they are."""
    found = np.zeros(len(sets), dtype=np.int64)
    _stabilizers(deck, sets, PERMUTATIONS, found)
    return found


def given(deck: int, *sets: int) -> Classes:
    """These sets, and no other choice; without any, nothing chosen yet."""
    row, ones = np.array([sets], dtype=np.int64).reshape(1, -1), np.ones(1, dtype=np.int64)
    return Classes(row, stabilizers(deck, row), ones, 0 * ones)


def count_chosen(classes: Classes, deck: int, size: int) -> int:
    """How many classes there are after one more choice of so many cards."""
    counts = np.zeros(len(classes), dtype=np.int64)
    _count(deck, classes.sets, classes.stabilizers, size, PERMUTATIONS, counts)
    return int(counts.sum())


def chosen(classes: Classes, deck: int, size: int) -> Classes:
    """The classes after one more choice of so many cards; weights are those of the last choice alone."""
    counts = np.zeros(len(classes), dtype=np.int64)
    _count(deck, classes.sets, classes.stabilizers, size, PERMUTATIONS, counts)
    found = np.empty((int(counts.sum()), 2), dtype=np.int64)
    _fill(deck, classes.sets, classes.stabilizers, size, PERMUTATIONS, np.cumsum(counts), found)
    parents = np.repeat(np.arange(len(classes)), counts)
    before = np.bitwise_count(classes.stabilizers)[parents].astype(np.int64)
    weights = before // np.bitwise_count(found[:, 1])
    return Classes(np.column_stack([classes.sets[parents], found[:, 0]]), found[:, 1].copy(), weights, parents)
