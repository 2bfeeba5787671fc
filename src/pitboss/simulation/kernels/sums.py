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
STRIP = 256
"""Rounds added up at a time; where there are fewer, zeros make up for the rest and change no sum."""


@njit
def add_up(net: Int64s, rows: Int64s, main: Int64s, totals: Int64s) -> None:
    """Add a block to `totals[row]`: column c goes to row `rows[c]` (negative: nowhere), to the last row, which is of
    all columns, and where `main[c]` says so to the last but one.

    It goes by strips of rounds so short that what is added up in between stays in the processor's nearest cache.
    """
    seats, columns, count = net.shape
    last = len(totals) - 1
    table, seat = np.empty((last + 1, STRIP), dtype=np.int64), np.empty((last + 1, STRIP), dtype=np.int64)
    for start in range(0, count, STRIP):
        size = min(STRIP, count - start)
        table[:] = 0
        for s in range(seats):
            seat[:] = 0
            for c in range(columns):
                if rows[c] >= 0:
                    nets = net[s, c, start : start + size]
                    _add(seat[rows[c]], nets)
                    _add(seat[last], nets)
                    if main[c]:
                        _add(seat[last - 1], nets)
            for row in range(last + 1):
                _add(table[row], seat[row])
                _add_squares(seat[row], totals[row], SEAT_SQUARES)
                totals[row, WON] += _wins(seat[row])
        for row in range(last + 1):
            totals[row, SUM] += table[row].sum()
            _add_squares(table[row], totals[row], SQUARES)


@njit
def _add(to: Int64s, what: Int64s) -> None:
    for i in range(len(what)):
        to[i] += what[i]


@njit
def _wins(nets: Int64s) -> int:
    wins = 0
    for i in range(len(nets)):
        wins += nets[i] > 0
    return wins


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
    """Add to `counts[seat, decision, bet]` how often each bet of up to three antes was made, 0 standing for none."""
    rounds, seats, decisions = bets.shape
    for s in range(seats):
        for k in range(decisions):
            one = two = three = 0
            for i in range(rounds):
                bet = bets[i, s, k]
                one += bet == 1
                two += bet == 2
                three += bet == 3
            counts[s, k, 0] += rounds - one - two - three
            counts[s, k, 1] += one
            counts[s, k, 2] += two
            counts[s, k, 3] += three
