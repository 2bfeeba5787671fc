"""What is staked by the choices of whole arrays of rounds, and the cards that a seat sees as sets, for any game."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.streams import SAMPLES, below

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

MIXED = np.uint64(0x9E3779B97F4A7C15)
NOTHING, BET, WITHDRAWAL = 0, 1, 2
"""What a choice does to the stakes."""


class Moves(NamedTuple):
    """By street and number of a choice, 0 standing for a fold."""

    does: Int8s
    stake: Int64s  # what is bet or withdrawn
    times: Int64s
    bases: Bools  # by stake as well: whether the bet is a multiple of it
    ends: Bools  # nothing more is decided
    folds: Bools  # by street alone: whether there is a fold


@njit
def walk(moves: Moves, bets: Int8s, streets: int, opening: Int64s, stakes: Int64s, folded: Bools) -> None:
    """Write what a seat has staked after so many streets, by round and stake, and whether it has folded."""
    for i in range(len(bets)):
        held = stakes[i]
        held[:] = opening
        folded[i] = False
        for street in range(streets):
            number = bets[i, street]
            if number == 0:
                folded[i] = moves.folds[street]
                break
            place = moves.stake[street, number]
            if moves.does[street, number] == BET:
                base = 0
                for stake in range(len(held)):
                    base += moves.bases[street, number, stake] * held[stake]
                held[place] += moves.times[street, number] * base
            elif moves.does[street, number] == WITHDRAWAL:
                held[place] = 0
            if moves.ends[street, number]:
                break


@njit
def sets_of(cards: Bytes, rows: Int64s, columns: Int64s, sets: Int64s) -> None:
    """Write the cards of some rounds as bits: by row and group, whose columns are filled up with -1."""
    for i in range(len(rows)):
        for group in range(len(columns)):
            found = np.int64(0)
            for column in columns[group]:
                if column >= 0:
                    found |= np.int64(1) << np.int64(cards[rows[i], column])
            sets[i, group] = found


@njit
def sample_sets(sets: Int64s, sizes: Int64s, first: int, samples: int, drawn: Int64s) -> None:
    """For each position the samples from number `first` on: groups of cards of these sizes, from those that are left.

    The random numbers are those of the position, which its sets are mixed into: no round's deal uses them.
    """
    for row in range(len(sets)):
        number, left = np.uint64(0), np.int64((1 << 52) - 1)
        for cards in sets[row]:
            number = (number ^ np.uint64(cards)) * MIXED
            number ^= number >> np.uint64(29)
            left &= ~cards
        free, count = np.empty(52, dtype=np.int64), 0
        for card in range(52):
            if left >> card & 1:
                free[count] = card
                count += 1
        for sample in range(samples):
            place = 0
            for group in range(len(sizes)):
                found = np.int64(0)
                for _ in range(sizes[group]):
                    word = np.uint64((first + sample) * sizes.sum() + place)
                    bound = np.uint64(count - place)
                    pick = place + np.int64(below(np.uint64(0), number, np.uint64(SAMPLES), word, bound))
                    free[place], free[pick] = free[pick], free[place]
                    found |= np.int64(1) << free[place]
                    place += 1
                drawn[row * samples + sample, group] = found
