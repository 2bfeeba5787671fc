"""Columns of a settlement, for a strip of rounds at a time: what a wager nets, looked up by kind of hand."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.hands import Number

Int64s = npt.NDArray[np.int64]
UInt16s = npt.NDArray[np.uint16]
Nets = Any
"""Net cents by seat, column and round: of 64 bits where they are kept, of 32 where they are only added up."""


class Strip(NamedTuple):
    """Rounds settled together, few enough for all about them to stay in the processor's nearest caches.

    They begin at `start` of the arrays of rounds and at `at` of the nets, where column c is found at `places[c]`.
    """

    start: int
    size: int
    at: int
    places: Int64s


@njit
def column_of(strip: Strip, net: Nets, s: int, column: int) -> Nets:
    """The nets of a seat in a column, round by round."""
    return net[s, strip.places[column]][strip.at : strip.at + strip.size]


@njit
def look_up(stake: Number, returned: Int64s, stands: Number, kinds: UInt16s, nets: Nets) -> None:
    """What a wager nets by kind of hand; where the seat has folded, the kind is raised by the number of kinds.

    A fold loses the stake unless the wager stands.
    """
    count = len(returned)
    pays = np.empty(2 * count, dtype=nets.dtype)
    for kind in range(count):
        pays[kind] = returned[kind] - stake
        pays[count + kind] = pays[kind] if stands else -stake
    for i in range(len(nets)):
        nets[i] = pays[kinds[i]]
