"""Decisions taken at random: everything that is open equally likely."""

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.streams import CHOICES, below

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]


@njit
def choose(seed: np.uint64, first: np.uint64, place: int, is_open: Bools, chosen: Int8s) -> None:
    """Choose for each round, with a stream of its own for each `place`: a seat at a decision."""
    numbers = np.empty(is_open.shape[1] + 1, dtype=np.int8)
    for i in range(len(chosen)):
        options = 0
        for number in range(is_open.shape[1]):
            numbers[options] = number  # written over by the next one where it is not open
            options += is_open[i, number]
        chosen[i] = 0
        if options:
            drawn = below(seed, first + np.uint64(i), np.uint64(CHOICES), np.uint64(place), np.uint64(options))
            chosen[i] = numbers[np.int64(drawn)]
