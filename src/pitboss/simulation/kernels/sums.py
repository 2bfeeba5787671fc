"""Sums over whole arrays of settled rounds, exact in 64-bit integers.

No amount of a round reaches 2^31 cents (a simulation that could is refused), so a square is below 2^62. Squares are
added up as their lower and their upper 32 bits: neither sum can overflow in fewer than 2^31 rounds, and blocks are
far shorter. Beyond a block, sums are Python integers.
"""

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.jit import njit

Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

SUM, SQUARES, SEAT_SQUARES, WON = 0, 1, 3, 5
"""Places in a row of totals: net; squares of the table's net by round, and of each seat's, in two halves; wins."""
TOTALS = 6
LOW = (1 << 32) - 1


@njit
def add_up(net: Int64s, rows: Int64s, main: Int64s, totals: Int64s) -> None:
    """Add a block to `totals[row]`: column c goes to row `rows[c]` (negative: nowhere), to the last row, which is of
    all columns, and where `main[c]` says so to the last but one.
    """
    seats, columns, count = net.shape
    last = len(totals) - 1
    table, seat = np.zeros((last + 1, count), dtype=np.int64), np.empty((last + 1, count), dtype=np.int64)
    for s in range(seats):
        seat[:] = 0
        for c in range(columns):
            if rows[c] >= 0:
                _add(seat[rows[c]], net[s, c])
                _add(seat[last], net[s, c])
                if main[c]:
                    _add(seat[last - 1], net[s, c])
        for row in range(last + 1):
            _add(table[row], seat[row])
            _add_squares(seat[row], totals[row], SEAT_SQUARES)
            wins = 0
            for i in range(count):
                wins += seat[row, i] > 0
            totals[row, WON] += wins
    for row in range(last + 1):
        total = 0
        for i in range(count):
            total += table[row, i]
        totals[row, SUM] += total
        _add_squares(table[row], totals[row], SQUARES)


@njit
def _add(to: Int64s, what: Int64s) -> None:
    for i in range(len(to)):
        to[i] += what[i]


@njit
def _add_squares(nets: Int64s, totals: Int64s, place: int) -> None:
    low = high = 0
    for i in range(len(nets)):
        square = nets[i] * nets[i]
        low += square & LOW
        high += square >> 32
    totals[place] += low
    totals[place + 1] += high


@njit
def count_bets(bets: Int8s, counts: Int64s) -> None:
    """Add to `counts[seat, decision, bet]` how often each bet was made, 0 standing for none."""
    for i in range(bets.shape[0]):
        for s in range(bets.shape[1]):
            for k in range(bets.shape[2]):
                counts[s, k, bets[i, s, k]] += 1
