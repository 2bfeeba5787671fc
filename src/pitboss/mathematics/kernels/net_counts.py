"""How often each net result comes up below a position, with what is staked known: a tally by hashing."""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.kernels.enumeration import Board, decide, lay_out, listed, net, take
from pitboss.program.evaluation import strength
from pitboss.program.jit import njit

Int64s = npt.NDArray[np.int64]

_SPREAD = 0x9E3779B97F4A7C1  # spreads neighbouring nets over the table


@njit
def _count(value: int, weight: int, nets: Int64s, counts: Int64s) -> None:
    """Add to the tally; a place without a count is free."""
    last = len(nets) - 1
    place = ((value * _SPREAD) >> 20) & last
    while counts[place] and nets[place] != value:
        place = (place + 1) & last
    nets[place] = value
    counts[place] += weight


@njit
def _filled(counts: Int64s) -> int:
    filled = 0
    for count in counts:
        filled += count > 0
    return filled


@njit
def _evaluate(board: Board, depth: int, weight: Int64s, bits: Int64s, strengths: Int64s, events: Int64s) -> None:
    """The hands that are complete at a depth, and the contests decided there."""
    for place in range(listed(board.finished[depth])):
        hand = board.finished[depth, place]
        strengths[hand] = strength(weight[hand], bits[hand], board.by_ranks, board.by_suit, hand, board.exact)
    decide(board.decided, depth, board.contests, strengths, events)


@njit
def _result(board: Board, stakes: Int64s, strengths: Int64s, events: Int64s) -> int:
    """What a row of stakes nets, what is certain included."""
    columns = len(board.columns)
    result: int = stakes[columns]
    for column in range(columns):
        if stakes[column]:
            result += stakes[column] * net(board.columns, column, board.nets, strengths, events)
    return result


@njit
def _count_item(board: Board, sets: Int64s, weight: int, stakes: Int64s, nets: Int64s, counts: Int64s) -> None:
    """Tally every deal below one root."""
    hands, levels = len(board.start), len(board.fresh)
    sums, bits = np.zeros(hands, dtype=np.int64), np.zeros(hands, dtype=np.int64)
    strengths, events = np.zeros(hands, dtype=np.int64), np.zeros(len(board.contests), dtype=np.int64)
    free = lay_out(board, sets, sums, bits)
    taken, picks = np.zeros(len(free), dtype=np.bool_), np.full(levels + 1, -1, dtype=np.int64)
    depth = 0
    _evaluate(board, 0, sums, bits, strengths, events)
    while depth >= 0:
        pick = picks[depth] + 1
        if depth == levels:
            _count(_result(board, stakes, strengths, events), weight, nets, counts)
            pick = len(free)
        while pick < len(free) and taken[pick]:
            pick += 1
        if pick < len(free):
            picks[depth] = pick
            taken[pick] = True
            take(board.touched, depth, free[pick], 1, board.weights, board.bits, sums, bits)
            depth += 1
            picks[depth] = -1 if depth == levels or board.fresh[depth] else pick
            _evaluate(board, depth, sums, bits, strengths, events)
            continue
        depth -= 1
        if depth >= 0:
            taken[picks[depth]] = False
            take(board.touched, depth, free[picks[depth]], -1, board.weights, board.bits, sums, bits)


@njit
def count_nets(board: Board, items: Int64s, weights: Int64s, stakes: Int64s, nets: Int64s, counts: Int64s) -> int:
    """Tally what the stakes of a row net in every deal below every item; at which item the room ran short, or -1."""
    for item in range(len(items)):
        if item and 2 * _filled(counts) > len(counts):
            return item
        _count_item(board, items[item], weights[item], stakes, nets, counts)
    return -1
