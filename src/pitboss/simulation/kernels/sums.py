"""Sums over whole arrays of settled rounds, exact in 64-bit integers.

No amount of a round reaches 2^31 cents (a simulation that could is refused): amounts of a round are added up in 32
bits, and a square is below 2^62. Squares are added up as their lower and their upper 32 bits: neither sum can overflow
in fewer than 2^31 rounds, and blocks are far shorter. Beyond a block, sums are Python integers.
"""

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit

Int8s = npt.NDArray[np.int8]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

SUM, SQUARES, SEAT_SQUARES, WON = 0, 1, 3, 5
"""Places in a row of totals: net; squares of the table's net by round, and of each seat's, in two halves; wins."""
TOTALS = 6
LOW = (1 << 32) - 1
STRIP = 1024
"""Rounds settled and added up at a time."""


@njit
def add_up(net: Int64s, rows: Int64s, main: Int64s, totals: Int64s) -> None:
    """Add a block to `totals[row]`: column c goes to row `rows[c]` (negative: nowhere), to the last row, which is of
    all columns, and where `main[c]` says so to the last but one.

    It goes by strips of rounds so short that what is added up in between stays in the processor's nearest cache.
    """
    seats, columns, count = net.shape
    of_main = main_rows(rows, main, len(totals) - 2)
    strip = np.zeros((seats, len(totals) - 2, STRIP), dtype=np.int32)
    for start in range(0, count, STRIP):
        size = min(STRIP, count - start)
        strip[:] = 0
        for s in range(seats):
            for c in range(columns):
                if rows[c] >= 0:
                    _add(strip[s, rows[c]], net[s, c][start : start + size])
        add_strip(strip, size, of_main, totals)


@njit
def main_rows(rows: Int64s, main: Int64s, count: int) -> Int64s:
    """Which rows are of the main game, by the columns that go to them."""
    found = np.zeros(count, dtype=np.int64)
    for c in range(len(rows)):
        if rows[c] >= 0:
            found[rows[c]] |= main[c]
    return found


@njit
def add_strip(net: Int32s, size: int, of_main: Int64s, totals: Int64s) -> None:
    """Add the first `size` rounds of a strip, by seat, row and round, to the totals of each row and of both sums."""
    seats, rows = net.shape[:2]
    table, both = np.zeros((rows + 2, size), dtype=np.int32), np.empty((2, size), dtype=np.int32)
    for s in range(seats):
        both[:] = 0
        for row in range(rows):
            nets = net[s, row][:size]
            if of_main[row]:
                _add(both[0], nets)
            _add(both[1], nets)
            _add(table[row], nets)
            _add_seat(nets, totals[row])
        for place in range(2):
            _add(table[rows + place], both[place])
            _add_seat(both[place], totals[rows + place])
    for row in range(rows + 2):
        _add_table(table[row], totals[row])


@njit
def _add(to: Int32s, what: Int32s) -> None:
    for i in range(len(what)):
        to[i] += what[i]


@njit
def _add_seat(nets: Int32s, totals: Int64s) -> None:
    low = high = np.int64(0)
    wins = 0
    for i in range(len(nets)):
        square = np.int64(nets[i]) * np.int64(nets[i])
        low += square & LOW
        high += square >> 32
        wins += nets[i] > 0
    totals[SEAT_SQUARES] += low
    totals[SEAT_SQUARES + 1] += high
    totals[WON] += wins


@njit
def _add_table(nets: Int32s, totals: Int64s) -> None:
    low = high = total = np.int64(0)
    for i in range(len(nets)):
        square = np.int64(nets[i]) * np.int64(nets[i])
        low += square & LOW
        high += square >> 32
        total += nets[i]
    totals[SUM] += total
    totals[SQUARES] += low
    totals[SQUARES + 1] += high


@njit
def count_bets(bets: Int8s, counts: Int64s) -> None:
    """Add to `counts[seat, decision, bet]` how often each bet was made, 0 standing for none.

    Three sizes are counted at a time, so there must be places for a multiple of three besides none.
    """
    rounds, seats, decisions = bets.shape
    for s in range(seats):
        for k in range(decisions):
            made = bets.T[k, s]
            counts[s, k, 0] += rounds
            for size in range(1, counts.shape[2], 3):
                one = two = three = 0
                for i in range(rounds):
                    one += made[i] == size
                    two += made[i] == size + 1
                    three += made[i] == size + 2
                counts[s, k, 0] -= one + two + three
                counts[s, k, size] += one
                counts[s, k, size + 1] += two
                counts[s, k, size + 2] += three
