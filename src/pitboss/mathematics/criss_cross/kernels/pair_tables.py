"""What a hole pair makes of a list of community pairs, with each middle card: classes, masks of cards, returns.

Pays are counted as *returns*: the pay plus the stake, in whole units, so that a lost wager returns 0 and no return is
negative.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit, popcount

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]


class HandReturns(NamedTuple):
    """What the wagers on one hand return by class, pay plus stake of one unit, 0 for a loss.

    `middle` is what the Middle Bet returns where this hand is the better, `apart` whether a table of its own. The
    last entry, 0, stands for no hand.
    """

    bet: Int64s
    ante: Int64s
    middle: Int64s
    apart: bool


class Returns(NamedTuple):
    """The returns of both hands, and of the Middle Bet by the class of the better one; `stake` is one unit.

    `shared` says that one table pays all three bets.
    """

    across: HandReturns
    down: HandReturns
    middle: Int64s
    stake: int
    shared: bool


class Pairs(NamedTuple):
    """What a list of community pairs makes of one hole pair, with the returns of the hand; see `pair_tables`."""

    cards: Bytes
    whole: Bytes
    masks: Int64s
    classes: Bytes
    at_least: Int64s
    bet: Int64s
    ante: Int64s
    middle: Int64s
    bet_with: Int64s
    ante_with: Int64s
    returns: HandReturns


@njit
def _all_pairs_of(cards: Bytes) -> Bytes:
    """The cards, low ones first, if the list has all pairs of them by their high and then their low card; else none."""
    free = np.unique(cards)
    number = 0
    for high in range(1, len(free)):
        for low in range(high):
            if number >= cards.shape[1] or cards[0, number] != free[low] or cards[1, number] != free[high]:
                return free[:0]
            number += 1
    return free if number == cards.shape[1] else free[:0]


@njit
def pair_tables(
    low: int,
    high: int,
    cards: Bytes,
    middles: int,
    hand_classes: Bytes,
    choose: Int64s,
    returns: HandReturns,
) -> Pairs:
    """Judge the hole pair `low` < `high` with each pair, a column of `cards`, and each middle card of `middles`.

    Neither holds a card of the hole. Of the result, `classes[m, i]` is the class made with pair i and middle card
    m, `at_least[k, i]` the mask of middle cards that make class k or better, `bet_with[m, i]` and `ante_with[m, i]` the
    returns, `bet[i]`, `ante[i]` and, where it is apart, `middle[i]` the returns over all middle cards. `whole` is what
    `_all_pairs_of` says of the list.
    """
    count, nothing = cards.shape[1], len(returns.bet) - 1
    masks = np.zeros(count, dtype=np.int64)
    classes = np.full((52, count), nothing, dtype=np.uint8)
    at_least = np.zeros((nothing + 1, count), dtype=np.int64)
    bet = np.zeros(count, dtype=returns.bet.dtype)
    ante = np.zeros(count, dtype=returns.bet.dtype)
    on_middle = np.zeros(count, dtype=returns.bet.dtype)
    bet_with = np.empty((52, count), dtype=returns.bet.dtype)
    ante_with = np.empty((52, count), dtype=returns.bet.dtype)
    four = np.empty(4, dtype=np.int64)
    for i in range(count):
        four[2], four[3] = cards[0, i], cards[1, i]
        first, second = four[2], four[3]
        masks[i] = (1 << first) | (1 << second)
        inner, outer = max(low, first), min(high, second)
        four[0], four[3] = min(low, first), max(high, second)
        four[1], four[2] = min(inner, outer), max(inner, outer)
        # The hand number with the middle card below all four; each of them it passes moves down a place.
        number = choose[four[0], 2] + choose[four[1], 3] + choose[four[2], 4] + choose[four[3], 5]
        passed = 0
        left = middles & ~masks[i]
        while left:
            lowest = left & -left
            left -= lowest
            middle = popcount(lowest - 1)
            while passed < 4 and four[passed] < middle:
                number += choose[four[passed], passed + 1] - choose[four[passed], passed + 2]
                passed += 1
            made = hand_classes[number + choose[middle, passed + 1]]
            classes[middle, i] = made
            at_least[made, i] |= lowest
            bet[i] += returns.bet[made]
            ante[i] += returns.ante[made]
            if returns.apart:
                on_middle[i] += returns.middle[made]
        for k in range(nothing - 1, 0, -1):
            at_least[k - 1, i] |= at_least[k, i]
    for middle in range(52):
        for i in range(count):
            bet_with[middle, i] = returns.bet[classes[middle, i]]
        for i in range(count):
            ante_with[middle, i] = returns.ante[classes[middle, i]]
    return Pairs(
        cards, _all_pairs_of(cards), masks, classes, at_least, bet, ante, on_middle, bet_with, ante_with, returns
    )
