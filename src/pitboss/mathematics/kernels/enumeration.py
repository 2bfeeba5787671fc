"""Every deal below a position, with the decisions on the way: the loops under the solver for any game.

Cards are drawn level by level; those of one group in ascending order, so that each set of them comes once. A node's
*depth* is how many cards were drawn below the root. At each node of a street the sums over its deals are known when
all that lies below has been gone through: what every column nets, and for every history of earlier choices that goes
on, its *worths*: what best play is worth, what it stakes, and in how many deals each choice is made. Then each history
takes its best move, and the sums go up to the street before.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.evaluation import FLUSHES, ONE_SUIT, RANKS_OF_SUM, SUIT_BITS, strength
from pitboss.program.jit import njit, popcount

Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

VALUE, STAKED, CHOICES = 0, 1, 2
"""Where the worths of a history hold its value, what is staked, and from where on the choices are counted."""


class Board(NamedTuple):
    """The cards and what they bring. Lists that differ in length are filled up with -1."""

    deck: int
    fresh: Bools  # by level: a new group begins
    given: Int64s  # by set of the root: the hands it belongs to
    touched: Int64s  # by level: the hands the card belongs to
    start: Int64s  # by hand: where its sum of weights starts
    weights: Int64s  # by hand and card
    bits: Int64s  # by card
    by_ranks: Int16s
    by_suit: Int16s  # by hand
    exact: Bools  # by hand
    finished: Int64s  # by depth: the hands that are complete there
    decided: Int64s  # by depth: the contests that are decided there
    contests: Int64s  # own hand, the other, the strength that qualifies
    settled: Int64s  # by depth: the columns that are known there
    columns: Int64s  # contest or -1, where its nets start, how many strengths, then its hands
    nets: Int64s
    below: Int64s  # by depth: how many deals there are below


class StreetTree(NamedTuple):
    """The streets. A move is one choice of one history: to a child at the next street, or an end with its stakes."""

    depths: Int64s  # by street; a street above the root has less than 0
    first: Int64s  # by street: where its histories start among all
    moves: Int64s  # by history: where its moves start
    child: Int64s  # by move: the history at the next street, or -1
    row: Int64s  # by move that ends: its row of stakes
    choice: Int64s  # by move: which choice of the game
    needs: Int64s  # by move: the hand that must be so strong, or -1, and how strong
    stakes: Int64s  # by row: on every column, then what is certain, then all that is staked


class BranchSums(NamedTuple):
    """What lies below the root of each item."""

    columns: Int64s
    worths: Int64s  # by history at the street below the root's
    strengths: Int64s  # of the hands complete at the root


class Now(NamedTuple):
    """What is known of the hands and contests at a node."""

    weight: Int64s
    bits: Int64s
    strengths: Int64s
    events: Int64s


# Functions of the innermost loops take single arrays: passing them together costs more than the work.


@njit
def _move_worth(tree: StreetTree, move: int, deals: int, columns: Int64s, worths: Int64s) -> int:
    row = tree.row[move]
    worth: int = worths[tree.child[move], VALUE] if tree.child[move] >= 0 else deals * tree.stakes[row, len(columns)]
    if tree.child[move] >= 0:
        return worth
    for column in range(len(columns)):
        worth += tree.stakes[row, column] * columns[column]
    return worth


@njit
def _best_move(
    tree: StreetTree, history: int, deals: int, columns: Int64s, worths: Int64s, strengths: Int64s
) -> tuple[int, int]:
    """The move worth most of those that are open, and its worth; of equal ones the first."""
    best, most = -1, 0
    for move in range(tree.moves[history], tree.moves[history + 1]):
        if tree.needs[move, 0] >= 0 and strengths[tree.needs[move, 0]] < tree.needs[move, 1]:
            continue
        worth = _move_worth(tree, move, deals, columns, worths)
        if best < 0 or worth > most:
            best, most = move, worth
    return best, most


@njit
def _close(
    tree: StreetTree, street: int, deals: int, columns: Int64s, below: Int64s, strengths: Int64s, above: Int64s
) -> None:
    """Every history of a street takes its best move; `above` gathers their worths."""
    first = tree.first[street]
    for history in range(tree.first[street + 1] - first):
        move, worth = _best_move(tree, first + history, deals, columns, below, strengths)
        child = tree.child[move]
        above[history, VALUE] += worth
        above[history, CHOICES + tree.choice[move]] += deals
        if child >= 0:
            for place in range(STAKED, below.shape[1]):
                above[history, place] += below[child, place]
        else:
            above[history, STAKED] += deals * tree.stakes[tree.row[move], len(columns) + 1]


@njit
def _close_node(
    tree: StreetTree, root: int, depth: int, deals: int, columns: Int64s, worths: Int64s, strengths: Int64s
) -> None:
    """Close the streets below the root's that are decided at this depth, the last first."""
    for street in range(len(tree.depths) - 1, root, -1):
        if tree.depths[street] == depth:
            _close(tree, street, deals, columns[street], worths[street + 1], strengths, worths[street])
            worths[street + 1] = 0
            columns[street - 1] += columns[street]
            columns[street] = 0


@njit
def take(
    hands: Int64s, level: int, card: int, sign: int, weights: Int64s, of_card: Int64s, weight: Int64s, bits: Int64s
) -> None:
    """Add a card to the hands it belongs to, or take it from them."""
    for place in range(hands.shape[1]):
        hand = hands[level, place]
        if hand < 0:
            break
        weight[hand] += sign * weights[hand, card]
        bits[hand] += sign * of_card[card]


@njit
def decide(decided: Int64s, depth: int, contests: Int64s, strengths: Int64s, events: Int64s) -> None:
    """Compare the hands of the contests that are decided."""
    for place in range(decided.shape[1]):
        contest = decided[depth, place]
        if contest < 0:
            break
        own, other = strengths[contests[contest, 0]], strengths[contests[contest, 1]]
        event = 0 if own > other else (1 if own == other else 2)
        events[contest] = event if other >= contests[contest, 2] else event + 3


@njit
def net(facts: Int64s, column: int, nets: Int64s, strengths: Int64s, events: Int64s) -> int:
    """What a column nets."""
    best = strengths[facts[column, 3]]
    for place in range(4, facts.shape[1]):
        if facts[column, place] < 0:
            break
        best = max(best, strengths[facts[column, place]])
    contest = facts[column, 0]
    event = events[contest] if contest >= 0 else 0
    won: int = nets[facts[column, 1] + event * facts[column, 2] + best]
    return won


@njit
def _settle(
    settled: Int64s,
    depth: int,
    deals: int,
    facts: Int64s,
    nets: Int64s,
    strengths: Int64s,
    events: Int64s,
    columns: Int64s,
) -> None:
    """Add what the columns net that are known now, in every deal below."""
    last = len(columns) - 1
    for place in range(settled.shape[1]):
        column = settled[depth, place]
        if column < 0:
            break
        columns[last, column] += deals * net(facts, column, nets, strengths, events)


@njit
def lay_out(board: Board, sets: Int64s, weight: Int64s, bits: Int64s) -> Int64s:
    """The cards of the root; those that are left to draw."""
    weight[:] = board.start
    bits[:] = 0
    left = board.deck
    for place in range(len(sets)):
        left &= ~sets[place]
        for card in range(52):
            if sets[place] >> card & 1:
                take(board.given, place, card, 1, board.weights, board.bits, weight, bits)
    free, count = np.empty(popcount(left), dtype=np.int64), 0
    for card in range(52):
        if left >> card & 1:
            free[count] = card
            count += 1
    return free


@njit
def listed(places: Int64s) -> int:
    """How many there are in a list that is filled up."""
    count = 0
    for place in places:
        count += place >= 0
    return count


@njit
def _last_cards(board: Board, free: Int64s, taken: Bools, start: int, now: Now, columns: Int64s) -> None:
    """Draw the last card in every way: its hands are looked up, and all that hangs on them is settled."""
    weights, of_card, by_ranks, by_suit, exact = board.weights, board.bits, board.by_ranks, board.by_suit, board.exact
    decided, settled, contests, facts, nets = board.decided, board.settled, board.contests, board.columns, board.nets
    weight, bits, strengths, events = now
    levels = len(board.fresh)
    hands = board.touched[levels - 1]
    last = len(columns) - 1
    touching, deciding, settling = listed(hands), listed(decided[levels]), listed(settled[levels])
    for pick in range(start, len(free)):
        if taken[pick]:
            continue
        card = free[pick]
        for place in range(touching):
            hand = hands[place]
            grown = weight[hand] + weights[hand, card]
            found = int(by_ranks[grown & RANKS_OF_SUM])
            if grown & FLUSHES:
                held, suited = bits[hand] + of_card[card], -1
                for suit in range(4):
                    suited = max(suited, by_suit[hand, (held >> (SUIT_BITS * suit)) & ONE_SUIT])
                found = suited if exact[hand] else max(found, suited)
            strengths[hand] = found
        for place in range(deciding):
            contest = decided[levels, place]
            own, other = strengths[contests[contest, 0]], strengths[contests[contest, 1]]
            event = 0 if own > other else (1 if own == other else 2)
            events[contest] = event if other >= contests[contest, 2] else event + 3
        for place in range(settling):
            column = settled[levels, place]
            best = strengths[facts[column, 3]]
            for more in range(4, facts.shape[1]):
                if facts[column, more] >= 0:
                    best = max(best, strengths[facts[column, more]])
            contest = facts[column, 0]
            event = events[contest] if contest >= 0 else 0
            columns[last, column] += nets[facts[column, 1] + event * facts[column, 2] + best]


@njit
def _arrive(board: Board, depth: int, now: Now, columns: Int64s) -> None:
    """What becomes known at a node: hands, contests, and what the columns net in every deal below."""
    weight, bits, strengths, events = now
    for place in range(board.finished.shape[1]):
        hand = board.finished[depth, place]
        if hand < 0:
            break
        strengths[hand] = strength(weight[hand], bits[hand], board.by_ranks, board.by_suit, hand, board.exact)
    decide(board.decided, depth, board.contests, strengths, events)
    _settle(board.settled, depth, board.below[depth], board.columns, board.nets, strengths, events, columns)


@njit
def _sum_item(
    board: Board, tree: StreetTree, root: int, free: Int64s, now: Now, columns: Int64s, worths: Int64s
) -> None:
    """Go through all deals below one root."""
    touched, weights, of_card = board.touched, board.weights, board.bits
    levels = len(board.fresh)
    taken, picks = np.zeros(len(free), dtype=np.bool_), np.full(levels + 1, -1, dtype=np.int64)
    # Where something is decided when all cards are seen, the last card is drawn like any other.
    last = levels if len(tree.depths) > 0 and tree.depths[-1] == levels else levels - 1
    depth = 0
    while depth >= 0:
        pick = picks[depth] + 1
        if depth < last:
            while pick < len(free) and taken[pick]:
                pick += 1
            if pick < len(free):
                picks[depth] = pick
                taken[pick] = True
                take(touched, depth, free[pick], 1, weights, of_card, now.weight, now.bits)
                depth += 1
                picks[depth] = -1 if depth == levels or board.fresh[depth] else pick
                _arrive(board, depth, now, columns)
                continue
        elif depth < levels:
            _last_cards(board, free, taken, pick, now, columns)
        _close_node(tree, root, depth, board.below[depth], columns, worths, now.strengths)
        depth -= 1
        if depth >= 0:
            taken[picks[depth]] = False
            take(touched, depth, free[picks[depth]], -1, weights, of_card, now.weight, now.bits)


@njit
def sum_below(board: Board, tree: StreetTree, root: int, items: Int64s, sums: BranchSums) -> None:
    """For each item, the sets of a root at the street `root`: the sums over all deals below."""
    streets, most = max(1, len(tree.depths)), 1
    for street in range(len(tree.depths)):
        most = max(most, tree.first[street + 1] - tree.first[street])
    columns = np.zeros((streets, sums.columns.shape[1]), dtype=np.int64)
    worths = np.zeros((streets + 1, most, sums.worths.shape[2]), dtype=np.int64)
    now = Now(
        np.zeros(len(board.start), dtype=np.int64),
        np.zeros(len(board.start), dtype=np.int64),
        np.zeros(len(board.start), dtype=np.int64),
        np.zeros(len(board.contests), dtype=np.int64),
    )
    for item in range(len(items)):
        columns[:] = 0
        worths[:] = 0
        free = lay_out(board, items[item], now.weight, now.bits)
        _arrive(board, 0, now, columns)
        sums.strengths[item] = now.strengths
        _sum_item(board, tree, root, free, now, columns, worths)
        sums.columns[item] = columns[root]
        sums.worths[item] = worths[root + 1, : sums.worths.shape[1]]


@njit
def at_root(board: Board, items: Int64s, strengths: Int64s) -> None:
    """For each item: the strengths of the hands complete at its root."""
    weight, bits = np.zeros(len(board.start), dtype=np.int64), np.zeros(len(board.start), dtype=np.int64)
    for item in range(len(items)):
        lay_out(board, items[item], weight, bits)
        for place in range(listed(board.finished[0])):
            hand = board.finished[0, place]
            strengths[item, hand] = strength(weight[hand], bits[hand], board.by_ranks, board.by_suit, hand, board.exact)


@njit
def close_items(tree: StreetTree, street: int, deals: int, sums: BranchSums, above: Int64s) -> None:
    """For each item, its root being a node of the street: the worths of every history with its best move."""
    for item in range(len(above)):
        _close(tree, street, deals, sums.columns[item], sums.worths[item], sums.strengths[item], above[item])
