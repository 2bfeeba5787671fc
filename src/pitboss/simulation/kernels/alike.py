"""Which Across and which Down pairs a Criss-Cross strategy treats alike, for one kind of hole."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.criss_cross import TYPES

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]

ANY = 255
"""In a row of actions: it is never asked for."""
CHOICES = 3
"""A fold, the least and the most."""


class Alike(NamedTuple):
    """The row of every type of Across pair, the column of every type of Down pair, and what is done there.

    The number of an action has three digits to the base 3, for Across, Down and Middle, 0 for a fold.
    """

    rows: Int64s
    columns: Int64s
    actions: Bytes


@njit
def merged(across: int, down: Bytes, middle: Bytes, across_types: Int64s, down_types: Int64s) -> Alike:
    """Merge types of pairs that can be treated alike.

    The strategy decides `across` on the hole, `down[i]` with an Across pair and `middle[i, j]` with a Down pair, `ANY`
    where they share a card. Types that never meet leave it free what is done, and whatever makes others alike will do.
    """
    # One more column holds the Across and the Down decision, on which the types of a row must agree.
    whole = np.full((TYPES, TYPES + 1), ANY, dtype=np.uint8)
    for i in range(len(across_types)):
        folded = across == 0 or down[i] == 0
        _note(whole, across_types[i], TYPES, CHOICES * (CHOICES * across + (0 if folded else down[i])))
        for j in range(len(down_types)):
            if not folded and middle[i, j] != ANY:
                _note(whole, across_types[i], down_types[j], middle[i, j])
    rows, of_rows = _classes(whole)
    columns, of_columns = _classes(np.ascontiguousarray(of_rows[:, :TYPES].T))
    actions = np.zeros((len(of_rows), len(of_columns)), dtype=np.uint8)
    for row in range(len(of_rows)):
        for column in range(len(of_columns)):
            action = of_columns[column, row]
            actions[row, column] = of_rows[row, TYPES] + (0 if action == ANY else action)
    return Alike(rows, columns, actions)


@njit
def _note(whole: Bytes, one: int, other: int, action: int) -> None:
    if whole[one, other] != ANY and whole[one, other] != action:
        raise ValueError("a strategy must treat cards alike that differ in nothing that counts")
    whole[one, other] = action


@njit
def _classes(lines: Bytes) -> tuple[Int64s, Bytes]:
    """Each line goes to the first class it does not contradict: its place, and what each class says by then."""
    numbers, found, count = np.empty(len(lines), dtype=np.int64), np.empty_like(lines), 0
    for line in range(len(lines)):
        place = 0
        while place < count and _contradict(found[place], lines[line]):
            place += 1
        if place == count:
            found[place] = ANY
            count += 1
        for at in range(lines.shape[1]):
            if lines[line, at] != ANY:
                found[place, at] = lines[line, at]
        numbers[line] = place
    return numbers, found[:count].copy()


@njit
def _contradict(one: Bytes, other: Bytes) -> bool:
    at = 0
    while at < len(one) and (one[at] == other[at] or one[at] == ANY or other[at] == ANY):
        at += 1
    return at < len(one)
