"""Decisions taken at random: a fold and every lawful bet of whole antes equally likely."""

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.jit import njit
from pitboss.simulation.kernels.streams import CHOICES, below

Int8s = npt.NDArray[np.int8]


@njit
def choose(seed: np.uint64, first: np.uint64, place: int, least: Int8s, most: Int8s, chosen: Int8s) -> None:
    """Choose for each round, with a stream of its own for each `place`: a seat at a decision."""
    for i in range(len(chosen)):
        options = np.uint64(most[i] - least[i] + 2)
        drawn = np.int64(below(seed, first + np.uint64(i), np.uint64(CHOICES), np.uint64(place), options))
        chosen[i] = 0 if drawn == 0 else least[i] + drawn - 1
