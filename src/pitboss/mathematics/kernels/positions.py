"""Positions up to suits: the one that stands for each, and where it is in a sorted list."""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.kernels.suit_classes import PERMUTATIONS, moved
from pitboss.program.jit import njit

Int64s = npt.NDArray[np.int64]


@njit
def _lowest(sets: Int64s, permutations: Int64s, found: Int64s) -> None:
    for row in range(len(sets)):
        for place in range(len(permutations)):
            lower = place == 0
            for group in range(sets.shape[1]):
                cards = moved(sets[row, group], permutations[place])
                if not lower:
                    if cards > found[row, group]:
                        break
                    lower = cards < found[row, group]
                if lower:
                    found[row, group] = cards


@njit
def _rows(listed: Int64s, sets: Int64s, found: Int64s) -> None:
    for row in range(len(sets)):
        low, high = 0, len(listed) - 1
        while low < high:
            middle = (low + high) // 2
            after = False
            for group in range(sets.shape[1]):
                if listed[middle, group] != sets[row, group]:
                    after = listed[middle, group] < sets[row, group]
                    break
            low, high = (middle + 1, high) if after else (low, middle)
        found[row] = low


def lowest(sets: Int64s) -> Int64s:
    """The positions that stand for these, of the whole deck: of all that equal them but for suits the lowest.

    Sets are compared one after the other, as they are where each is chosen up to the suits that those before leave
    alike: the lowest first set, and among the permutations that lead to it the lowest second.
    """
    found = np.empty_like(sets)
    _lowest(sets, PERMUTATIONS, found)
    return found


def rows_of(listed: Int64s, sets: Int64s) -> Int64s:
    """Where each position is in a list of them in ascending order; it must be there."""
    found = np.empty(len(sets), dtype=np.int64)
    _rows(listed, sets, found)
    return found
