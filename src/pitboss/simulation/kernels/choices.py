"""Decisions taken at random: everything that is open equally likely."""

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.streams import CHOICES, STRIP, below, split, two_words_each

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]


@njit
def choose(seed: np.uint64, first: np.uint64, place: int, is_open: Bools, live: Bools, chosen: Int8s) -> None:
    """Choose for each round that is `live`, with a stream of its own for each `place`: a seat at a decision.

    Numbers are those of `below`. They are made for a strip of rounds at a time, which becomes vector instructions;
    the few that `below` passes over it draws itself.
    """
    width = is_open.shape[1]
    refused = np.zeros(width + 1, dtype=np.uint64)
    for options in range(1, width + 1):
        refused[options] = (np.uint64(0) - np.uint64(options)) % np.uint64(options)
    rounds = first + np.arange(len(chosen)).astype(np.uint64)
    words, others = np.empty(STRIP, dtype=np.uint64), np.empty(STRIP, dtype=np.uint64)
    numbers = np.empty(width + 1, dtype=np.int8)
    for start in range(0, len(chosen), STRIP):
        size = min(STRIP, len(chosen) - start)
        word = np.uint64(place) << np.uint64(16)
        two_words_each(seed, rounds[start:], np.uint64(CHOICES), word, words[:size], others[:size])
        for i in range(start, start + size):
            options = 0
            for one in range(width):
                numbers[options] = one  # written over by the next one where it is not open
                options += is_open[i, one]
            drawn, rest = split(words[i - start], np.uint64(options))
            if rest < refused[options]:
                drawn = below(seed, rounds[i], np.uint64(CHOICES), np.uint64(place), np.uint64(options))
            chosen[i] = numbers[np.int64(drawn)] if live[i] and options else 0
