"""Opening charts: what to do with each hand at the first decision, as a square of hole hands or by kinds of hand."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from pitboss.mathematics.criss_cross.kernels.solver import HoleValue

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OpeningChart:
    """The Across decision with each of the 169 hole hands of Criss-Cross.

    Rows and columns run from the ace down to the deuce; suited hands lie above the diagonal, pairs on it.
    `actions` holds places in `bets`, of which 0 is a fold; `values` what each of these is worth, in antes;
    `hands` the same exactly, by name.
    """

    bets: tuple[int, ...]
    actions: npt.NDArray[np.int8]
    values: Floats
    hands: "dict[str, HoleValue]"

    @property
    def best_values(self) -> Floats:
        """What the best action is worth."""
        best: Floats = self.values.max(axis=-1)
        return best

    @property
    def margins(self) -> Floats:
        """By how much the best action beats the next."""
        ranked = np.sort(self.values, axis=-1)
        margins: Floats = ranked[..., -1] - ranked[..., -2]
        return margins

    def letters(self) -> list[list[str]]:
        """The actions as letters: F for a fold, else the bet in antes."""
        return [["F" if place == 0 else str(self.bets[place]) for place in row] for row in self.actions.tolist()]


def place_of(high: int, low: int, suited: bool) -> tuple[int, int]:
    """Row and column of a hole hand.

    >>> place_of(12, 11, True), place_of(12, 11, False)
    ((0, 1), (1, 0))
    """
    upper, lower = 12 - high, 12 - low
    return (upper, lower) if suited else (lower, upper)


@dataclass(frozen=True)
class HandKind:
    """A kind of hand: of its `hands` so many take each choice; `value` is their mean, in antes."""

    name: str
    hands: int
    choices: Mapping[str, int]
    value: Fraction


Opening = OpeningChart | tuple[HandKind, ...]
"""Hole hands in a square, or kinds of hand."""
