"""Criss-Cross played by what a person can see at a glance: sums by kind of position, and whole strategies played out.

At the Middle decision a person sees whether a hand is made, how many unseen cards would complete a straight or
better, and the ranks showing. Positions alike in all of that share a *cell*. `cell_sums` adds up what the options
are worth by cell under given bets before; `sums_by_cell` does so once for all rules that a search looks at;
`played_sums` plays a rule for every cell over all deals, for judging them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.deals import PAIR_CARDS, PAIR_MASKS, Given, Hole
from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs, Returns, pair_tables
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, hand_returns
from pitboss.mathematics.criss_cross.kernels.sums import round_sums
from pitboss.mathematics.kernels.five_card_tables import STRENGTHS, binomials, strengths
from pitboss.program.jit import njit, popcount

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]

LOSES, PUSHES, WINS = 0, 1, 2
FOLD, LEAST, MOST = 0, 1, 2

# Where kinds of hand begin among the 7,462 strengths.
PAIRS_FROM, PAIR_KICKERS, TWO_PAIR, THREES, STRAIGHT, FOURS = 1277, 220, 4137, 4995, 5853, 7296

MOST_OUTS = 9
CELL_SHAPE = (3, 3, MOST_OUTS + 1, 5, 5)
"""Best hand made, hands with a losing pair, cards to a straight or better up to 9, winning and pushing ranks."""
CELLS = 3 * 3 * (MOST_OUTS + 1) * 5 * 5


class Levels(NamedTuple):
    """What a paytable makes of the plainest holdings: they lose, push or win.

    `of_rank[r]` is the level of a pair of rank r, `of_repeats[n]` that of four cards among which n twos are alike:
    two pair 2, three of a kind 3, four of a kind 6. `winning` and `pushing` are sets of ranks, as bits.
    """

    of_rank: Bytes
    of_repeats: Bytes
    winning: int
    pushing: int


class SeenPairs(NamedTuple):
    """What a person sees in a hole pair with each of a list of community pairs.

    `made` is the level the hand has reached whatever the middle card, `low_pair` whether it holds a pair that
    still loses, `strong` the set of middle cards that complete a straight or better, `ranks` the pair's ranks
    that the hole does not hold.
    """

    made: Bytes
    low_pair: Bytes
    strong: Int64s
    ranks: Int64s


def levels_of(pays: CrissCrossPays) -> Levels:
    """The levels by the Middle Bet's table, each holding judged with the worst cards beside it."""

    def level(strength: int) -> int:
        net = pays.bets[2][pays.classes[strength]]
        return LOSES if net < 0 else PUSHES if net == 0 else WINS

    of_rank = [level(PAIRS_FROM + PAIR_KICKERS * rank) for rank in range(13)]
    of_repeats = [LOSES, LOSES, level(TWO_PAIR), level(THREES), LOSES, LOSES, level(FOURS)]
    winning, pushing = (sum(1 << rank for rank in range(13) if of_rank[rank] == kind) for kind in (WINS, PUSHES))
    return Levels(np.array(of_rank, np.uint8), np.array(of_repeats, np.uint8), winning, pushing)


def seen_of(levels: Levels, given: Given, hole: Hole, pairs: Int64s) -> SeenPairs:
    """What is seen in the hole with each of these pairs."""
    cards = np.take(PAIR_CARDS, pairs, axis=1)
    held = np.concatenate([np.repeat(np.array(hole.cards, np.uint8)[:, None], len(pairs), axis=1), cards]) >> 2
    repeats = np.zeros(len(pairs), np.int64)
    paired = np.zeros(len(pairs), np.int64)
    for one in range(4):
        for other in range(one):
            alike = held[one] == held[other]
            repeats += alike
            paired = np.where(alike, held[one], paired)
    made = np.where(repeats == 1, levels.of_rank[paired], levels.of_repeats[repeats]).astype(np.uint8)
    low_pair = ((repeats > 0) & (made == LOSES)).astype(np.uint8)
    own = 1 << (hole.cards[0] >> 2) | 1 << (hole.cards[1] >> 2)
    ranks = (1 << held[2].astype(np.int64) | 1 << held[3].astype(np.int64)) & ~own
    return SeenPairs(made, low_pair, _strong(given, hole, cards), ranks)


def _strong(given: Given, hole: Hole, cards: Bytes) -> Int64s:
    """For each pair the middle cards that complete a straight or better."""
    straight = (np.arange(STRENGTHS) >= STRAIGHT).astype(np.uint8)[strengths()]
    middles = given.middles(int(PAIR_MASKS[hole.pair]))
    judged = pair_tables(*hole.cards, cards, middles, straight, binomials(), hand_returns(2))
    strong: Int64s = judged.at_least[1]
    return strong


@njit
def _cell(across: SeenPairs, i: int, down: SeenPairs, j: int, unseen: int, winning: int, pushing: int) -> int:
    """The number of a position's cell, in the order of `CELL_SHAPE`."""
    ranks = across.ranks[i] | down.ranks[j]
    made, low_pairs = max(across.made[i], down.made[j]), across.low_pair[i] + down.low_pair[j]
    cell = np.int64(made) * 3 + low_pairs
    cell = cell * (MOST_OUTS + 1) + min(MOST_OUTS, popcount((across.strong[i] | down.strong[j]) & unseen))
    cell = cell * 5 + popcount(ranks & winning)
    number: int = cell * 5 + popcount(ranks & pushing)
    return number


@njit
def cell_sums(
    tables: tuple[Pairs, Pairs],
    seen: tuple[SeenPairs, SeenPairs],
    ranks: tuple[int, int],
    returns: Returns,
    middles: int,
    weights: Int64s,
    stakes: Int64s,
) -> Int64s:
    """Add up by cell: the positions, what is returned before the Middle bet, and what one unit bet there nets.

    `stakes[i]` are the Across and Down bets made with Across pair i, which stands for `weights[i]`; none are
    counted after a fold, where they are negative. `ranks` are those that win and those that push, as bits.
    """
    across, down = tables
    result = np.zeros((CELLS, 3), dtype=np.int64)
    sums = np.empty((4, len(down.masks)), dtype=np.int64)
    for i in range(len(across.masks)):
        if min(stakes[i, 0], stakes[i, 1]) < 0:
            continue
        round_sums(across, i, down, returns, middles, sums)
        for j in range(len(down.masks)):
            if across.masks[i] & down.masks[j]:
                continue
            unseen = ~(across.masks[i] | down.masks[j])
            cell = _cell(seen[0], i, seen[1], j, unseen, ranks[0], ranks[1])
            rest = sums[0, j] + stakes[i, 0] * sums[1, j] + stakes[i, 1] * sums[2, j]
            result[cell, 0] += weights[i]
            result[cell, 1] += weights[i] * rest
            result[cell, 2] += weights[i] * sums[3, j]
    return result


class CellSums(NamedTuple):
    """Sums over the Down pairs by Across pair and cell, cells that do not occur left out.

    Those of Across pair i are `first[i]` to `first[i + 1]`: the cell, how many Down pairs lead to it, and what four
    things return over all middle cards: the antes, one unit on Across, one on Down, and what one unit on Middle nets.
    """

    first: Int64s
    cell: Int16s
    counts: Int64s
    antes: Int64s
    across: Int64s
    down: Int64s
    middle: Int64s


def sums_by_cell(
    tables: tuple[Pairs, Pairs],
    seen: tuple[SeenPairs, SeenPairs],
    ranks: tuple[int, int],
    returns: Returns,
    middles: int,
) -> CellSums:
    """What any strategy of one hole is worth, as far as it tells cells apart; `ranks` win and push."""
    first, cells, sums = _sums_by_cell(tables, seen, ranks, returns, middles)
    return CellSums(first, cells, *(np.ascontiguousarray(column) for column in sums.T))


@njit
def _sums_by_cell(
    tables: tuple[Pairs, Pairs],
    seen: tuple[SeenPairs, SeenPairs],
    ranks: tuple[int, int],
    returns: Returns,
    middles: int,
) -> tuple[Int64s, Int16s, Int64s]:
    across, down = tables
    pairs = len(across.masks)
    first = np.zeros(pairs + 1, dtype=np.int64)
    cells, found = np.empty(64 * pairs, dtype=np.int16), np.empty((64 * pairs, 5), dtype=np.int64)
    place = np.full(CELLS, -1, dtype=np.int64)
    sums = np.empty((4, len(down.masks)), dtype=np.int64)
    used = 0
    for i in range(pairs):
        if used + CELLS > len(cells):
            cells = np.concatenate((cells, np.empty(len(cells) + CELLS, dtype=np.int16)))
            found = np.concatenate((found, np.empty((len(found) + CELLS, 5), dtype=np.int64)))
        round_sums(across, i, down, returns, middles, sums)
        for j in range(len(down.masks)):
            if across.masks[i] & down.masks[j]:
                continue
            unseen = ~(across.masks[i] | down.masks[j])
            cell = _cell(seen[0], i, seen[1], j, unseen, ranks[0], ranks[1])
            at = place[cell]
            if at < 0:
                at = place[cell] = used
                cells[at] = cell
                found[at] = 0
                used += 1
            found[at, 0] += 1
            for k in range(4):
                found[at, k + 1] += sums[k, j]
        for at in range(first[i], used):
            place[cells[at]] = -1
        first[i + 1] = used
    return first, cells[:used].copy(), found[:used].copy()


@njit
def played_sums(
    tables: tuple[Pairs, Pairs],
    seen: tuple[SeenPairs, SeenPairs],
    ranks: tuple[int, int],
    returns: Returns,
    middles: int,
    bets: Int64s,
    actions: Int8s,
) -> tuple[Int64s, Int64s]:
    """For each Across pair, sum over the Down pairs where the Middle decision is `actions[cell]`.

    The first result, by Across and Down bet, is what returns less the Middle stakes, relative to a fold; the
    second counts the Down pairs with which the Middle decision is a fold, the least and the most.
    """
    across, down = tables
    worths = np.zeros((len(across.masks), 2, 2), dtype=np.int64)
    counts = np.zeros((len(across.masks), 3), dtype=np.int64)
    sums = np.empty((4, len(down.masks)), dtype=np.int64)
    for i in range(len(across.masks)):
        round_sums(across, i, down, returns, middles, sums)
        rest = on_across = on_down = 0
        for j in range(len(down.masks)):
            if across.masks[i] & down.masks[j]:
                continue
            unseen = ~(across.masks[i] | down.masks[j])
            action = actions[_cell(seen[0], i, seen[1], j, unseen, ranks[0], ranks[1])]
            counts[i, action] += 1
            if action != FOLD:
                rest += sums[0, j] + bets[2, action - 1] * sums[3, j]
                on_across += sums[1, j]
                on_down += sums[2, j]
        for a in range(2):
            for d in range(2):
                worths[i, a, d] = rest + bets[0, a] * on_across + bets[1, d] * on_down
    return worths, counts
