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
LOW, HALF = np.uint64((1 << 32) - 1), np.uint64(32)
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
    """Add the first `size` rounds of a strip, by seat, row and round, to the totals of each row and of both sums.

    A table of one seat is that seat: its sums are found once.
    """
    seats, rows = net.shape[:2]
    table, both = np.zeros((rows + 2, size), dtype=np.int32), np.empty((2, size), dtype=np.int32)
    for s in range(seats):
        both[:] = 0
        for row in range(rows):
            nets = net[s, row][:size]
            _add(both[1 - of_main[row]], nets)
            if seats > 1:
                _add(table[row], nets)
            _add_seat(nets, seats, totals[row])
        _add(both[1], both[0])
        for place in range(2):
            if seats > 1:
                _add(table[rows + place], both[place])
            _add_seat(both[place], seats, totals[rows + place])
    if seats > 1:
        for row in range(rows + 2):
            totals[row, SUM] += _total(table[row])
            _add_squares(table[row], totals[row][SQUARES : SQUARES + 2])


@njit
def _add(to: Int32s, what: Int32s) -> None:
    for i in range(len(what)):
        to[i] += what[i]


@njit
def _add_seat(nets: Int32s, seats: int, totals: Int64s) -> None:
    wins = np.int32(0)
    for i in range(len(nets)):
        wins += np.int32(nets[i] > 0)
    totals[WON] += wins
    squares = totals[SEAT_SQUARES : SEAT_SQUARES + 2]
    _add_squares(nets, squares)
    if seats == 1:
        totals[SUM] += _total(nets)
        totals[SQUARES : SQUARES + 2] = squares


@njit
def _total(nets: Int32s) -> int:
    total = np.int64(0)
    for i in range(len(nets)):
        total += nets[i]
    return int(total)


@njit
def _add_squares(nets: Int32s, halves: Int64s) -> None:
    """Four squares at a time, from the four quarters of the strip, are still below 2^64: they are halved together."""
    low = high = np.uint64(0)
    quarter = len(nets) // 4
    one, two = nets[:quarter], nets[quarter : 2 * quarter]
    three, four = nets[2 * quarter : 3 * quarter], nets[3 * quarter : 4 * quarter]
    for i in range(quarter):
        squares = _square(one[i]) + _square(two[i]) + _square(three[i]) + _square(four[i])
        low += squares & LOW
        high += squares >> HALF
    for i in range(4 * quarter, len(nets)):
        low += _square(nets[i]) & LOW
        high += _square(nets[i]) >> HALF
    halves[0] += np.int64(low)
    halves[1] += np.int64(high)


@njit
def _square(amount: np.int32) -> np.uint64:
    return np.uint64(np.int64(amount) * np.int64(amount))


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
