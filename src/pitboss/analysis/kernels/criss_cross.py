"""The sums behind every Criss-Cross decision, as array kernels.

A round deals a hole pair, the Across pair (left, right), the Down pair (top, bottom) and the middle
card. Pays are counted as *returns*: the pay plus the stake, in whole units, so that a lost wager
returns 0 and no return is negative. Relative to folding, which returns nothing, going on to the middle
card with Across bet a, Down bet d and Middle bet m is then worth, summed over the middle cards left,

    antes + a * across + d * down + m * (better - stakes)

where `antes`, `across`, `down` and `better` are the returns of the two antes, of one unit on the Across
Hand, on the Down Hand and on the better of the two hands, and `stakes` is the Middle stake itself, the
only one not yet down. These sums need no loop over the middle cards:

- `across` is a total of the hole and Across pair over all middle cards, less the returns of the two
  cards the Down pair takes away; `down` and `antes` likewise.
- The better and the worse hand together are the two hands: better = across + down - worse. The worse
  hand reaches a class when both do, so for each class the middle cards that lift the one hand to it, a
  52-bit mask, are met with those that lift the other. Most Across pairs reach two or three classes only.

Bounds: no sum of returns exceeds 52 middle cards times the largest return of a round, and the solver
admits only paytables for which a hole pair's sum over all its 63,562,800 deals fits an int64.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.jit import njit, popcount

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]

NEVER = -(1 << 61)
"""Worse than any fold: marks a Down pair that shares a card with the Across pair."""


class Returns(NamedTuple):
    """Pay plus stake of a one-unit wager by class, 0 for a loss; the last entry, 0, stands for no hand."""

    bet: Int64s
    ante: Int64s
    stake: int


class Pairs(NamedTuple):
    """What a list of community pairs makes of one hole pair; see `pair_tables`."""

    cards: Bytes
    masks: Int64s
    classes: Bytes
    at_least: Int64s
    bet: Int64s
    ante: Int64s


@njit
def pair_tables(
    low: int,
    high: int,
    cards: Bytes,
    middles: int,
    hand_classes: Bytes,
    choose: Int64s,
    returns: Returns,
) -> Pairs:
    """Judge the hole pair `low` < `high` with each pair, a column of `cards`, and each middle card of `middles`.

    Neither holds a card of the hole. Of the result, `classes[m, i]` is the class made with pair i and middle card
    m, `at_least[k, i]` the mask of middle cards that make class k or better, `bet[i]` and `ante[i]` the returns
    over all of them.
    """
    count, nothing = cards.shape[1], len(returns.bet) - 1
    masks = np.zeros(count, dtype=np.int64)
    classes = np.full((52, count), nothing, dtype=np.uint8)
    at_least = np.zeros((nothing + 1, count), dtype=np.int64)
    bet = np.zeros(count, dtype=np.int64)
    ante = np.zeros(count, dtype=np.int64)
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
        for k in range(nothing - 1, 0, -1):
            at_least[k - 1, i] |= at_least[k, i]
    return Pairs(cards, masks, classes, at_least, bet, ante)


@njit
def round_sums(across: Pairs, place: int, down: Pairs, returns: Returns, middles: int, sums: Int64s) -> None:
    """For the Across pair at `place` and each Down pair: antes, across, down, and better less stakes."""
    antes, on_across, on_down, on_middle = sums[0], sums[1], sums[2], sums[3]
    tops, bottoms = down.cards[0], down.cards[1]
    at_left, at_right = down.classes[across.cards[0, place]], down.classes[across.cards[1, place]]
    across_bet = returns.bet[across.classes[:, place]]
    across_ante = returns.ante[across.classes[:, place]]
    bet, ante, mask = across.bet[place], across.ante[place], across.masks[place]
    least = middles * (returns.bet[0] + returns.stake)
    # Many short loops, for the compiler turns each into vector instructions.
    count = len(down.masks)
    for j in range(count):
        on_across[j] = bet - across_bet[tops[j]] - across_bet[bottoms[j]]
    for j in range(count):
        antes[j] = ante - across_ante[tops[j]] - across_ante[bottoms[j]]
    for j in range(count):
        on_down[j] = down.bet[j] - returns.bet[at_left[j]] - returns.bet[at_right[j]]
    for j in range(count):
        antes[j] += down.ante[j] - returns.ante[at_left[j]] - returns.ante[at_right[j]]
    for j in range(count):
        on_middle[j] = on_across[j] + on_down[j] - least
    for j in range(count):
        if down.masks[j] & mask:
            antes[j] = NEVER
    # The worse hand returns that of class 0, and for each class that both hands reach the step up to it.
    # A middle card in both masks is in neither pair nor the hole: no unseen cards need be singled out.
    for k in range(1, len(returns.bet) - 1):
        lifts_across = across.at_least[k, place]
        if lifts_across == 0:
            break
        step = returns.bet[k] - returns.bet[k - 1]
        lifts_down = down.at_least[k]
        for j in range(len(lifts_down)):
            on_middle[j] -= step * popcount(lifts_across & lifts_down[j])


@njit
def option_sums(
    across: Pairs,
    down: Pairs,
    returns: Returns,
    middles: int,
    across_bets: Int64s,
    down_bets: Int64s,
    bets: Int64s,
) -> Int64s:
    """For each Across pair, two Across bets and two Down bets, sum over the Down pairs under best play.

    `bets` are the least and the most that may be bet on the middle.
    `result[i, a, d]` holds the returns less Middle stakes, relative to a fold, and how many of the Down
    pairs are played to the middle card, and how many of these with the higher Middle bet. Each Down pair
    leaves `middles` middle cards. A fold or the lower bet is taken unless more is strictly better.
    """
    first, second = across_bets[0], across_bets[1]
    lower, higher = bets[0], bets[1]
    result = np.zeros((len(across.masks), 2, 2, 3), dtype=np.int64)
    sums = np.empty((4, len(down.masks)), dtype=np.int64)
    for i in range(len(across.masks)):
        round_sums(across, i, down, returns, middles, sums)
        antes, on_across, on_down, on_middle = sums[0], sums[1], sums[2], sums[3]
        for d in range(2):
            down_bet = down_bets[d]
            worth0 = worth1 = played0 = played1 = raised0 = raised1 = 0
            for j in range(len(down.masks)):
                raised = on_middle[j] > 0
                rest = antes[j] + down_bet * on_down[j] + (higher if raised else lower) * on_middle[j]
                with_first = rest + first * on_across[j]
                with_second = rest + second * on_across[j]
                worth0 += max(0, with_first)
                worth1 += max(0, with_second)
                played0 += with_first > 0
                played1 += with_second > 0
                raised0 += raised & (with_first > 0)
                raised1 += raised & (with_second > 0)
            result[i, 0, d, 0], result[i, 0, d, 1], result[i, 0, d, 2] = worth0, played0, raised0
            result[i, 1, d, 0], result[i, 1, d, 1], result[i, 1, d, 2] = worth1, played1, raised1
    return result


@njit
def option_sums_of_known_middle(
    across: Pairs,
    down: Pairs,
    returns: Returns,
    middle: int,
    across_bets: Int64s,
    down_bets: Int64s,
    bets: Int64s,
) -> Int64s:
    """The same as `option_sums` where the player knows the middle card.

    Each pair then makes one known class, and it is enough to count the Down pairs of each class that
    share no card with the Across pair: all, less those with its one card, less those with its other,
    and the pair itself, taken away twice, put back.
    """
    kinds = len(returns.bet) - 1
    counts, of_card = np.zeros(kinds, dtype=np.int64), np.zeros((52, kinds), dtype=np.int64)
    listed = np.zeros((52, 52), dtype=np.int64)
    for j in range(len(down.masks)):
        top, bottom, other = down.cards[0, j], down.cards[1, j], down.classes[middle, j]
        counts[other] += 1
        of_card[top, other] += 1
        of_card[bottom, other] += 1
        listed[top, bottom] = 1
    result = np.zeros((len(across.masks), 2, 2, 3), dtype=np.int64)
    for i in range(len(across.masks)):
        left, right, own = across.cards[0, i], across.cards[1, i], across.classes[middle, i]
        for other in range(kinds):
            count = counts[other] - of_card[left, other] - of_card[right, other]
            count += listed[left, right] if other == own else 0
            on_middle = returns.bet[max(own, other)] - returns.stake
            raised = on_middle > 0
            rest = returns.ante[own] + returns.ante[other] + (bets[1] if raised else bets[0]) * on_middle
            for a in range(2):
                for d in range(2):
                    worth = rest + across_bets[a] * returns.bet[own] + down_bets[d] * returns.bet[other]
                    if worth > 0:
                        result[i, a, d, 0] += count * worth
                        result[i, a, d, 1] += count
                        result[i, a, d, 2] += count if raised else 0
    return result


@njit
def option_sums_of_seen_down(down: Pairs, across: Pairs, returns: Returns, middles: int, bets: Int64s) -> Int64s:
    """For each Down pair, seen from the start, and both Across bets, sum over the Across pairs under best play.

    The Down decision then knows all the Middle decision will: who bets on does not fold later.
    `result[i, a]` holds the returns less Down and Middle stakes, and how many of the Across pairs are played
    with the lower Down bet, with the higher, and with the higher Middle bet.
    """
    result = np.zeros((len(down.masks), 2, 4), dtype=np.int64)
    sums = np.empty((4, len(across.masks)), dtype=np.int64)
    for i in range(len(down.masks)):
        round_sums(down, i, across, returns, middles, sums)
        for j in range(len(across.masks)):
            antes, on_down, on_across, on_middle = sums[0, j], sums[1, j], sums[2, j], sums[3, j]
            raised = on_middle > 0
            on_down -= middles * returns.stake
            rest = antes + (bets[1] if raised else bets[0]) * on_middle
            rest += (bets[1] if on_down > 0 else bets[0]) * on_down
            for a in range(2):
                worth = rest + bets[a] * on_across
                if worth > 0:
                    result[i, a, 0] += worth
                    result[i, a, 2 if on_down > 0 else 1] += 1
                    result[i, a, 3] += raised
    return result


@njit
def class_counts(
    across: Pairs,
    weights: Int64s,
    choices: Int64s,
    down: Pairs,
    returns: Returns,
    middles: int,
    bets: Int64s,
) -> Int64s:
    """Count the classes made in the deals that are played to the middle card.

    Across pair i stands for `weights[i]` pairs; `choices[i]` holds the places in `bets` of the Across and
    the Down bet made with it, negative after a fold. `result[a, d, m, k, l]` is the number of deals
    with these bets, Middle bet m decided as in `option_sums`, Across class k and Down class l.
    """
    kinds, downs = len(returns.bet) - 1, len(down.masks)
    result = np.zeros((2, 2, 2, kinds, kinds), dtype=np.int64)
    sums = np.empty((4, downs), dtype=np.int64)
    # A mask of all cards for the Down pairs played with the one or the other Middle bet, else of none.
    plays = np.empty((2, downs), dtype=np.int64)
    # For each class the Down pairs that can make it, most of them few, and the middle cards that do.
    able = np.zeros(kinds, dtype=np.int64)
    makers, lifts_down = np.empty((kinds, downs), dtype=np.int64), np.empty((kinds, downs), dtype=np.int64)
    for k in range(kinds):
        for j in range(downs):
            lifts = down.at_least[k, j] & ~down.at_least[k + 1, j]
            if lifts:
                makers[k, able[k]], lifts_down[k, able[k]] = j, lifts
                able[k] += 1
    played_lifts = np.empty(downs, dtype=np.int64)
    for i in range(len(across.masks)):
        a, d = choices[i, 0], choices[i, 1]
        if a < 0 or d < 0:
            continue
        round_sums(across, i, down, returns, middles, sums)
        for j in range(downs):
            antes, on_across, on_down, on_middle = sums[0, j], sums[1, j], sums[2, j], sums[3, j]
            raised = on_middle > 0
            rest = antes + bets[a] * on_across + bets[d] * on_down
            played = rest + (bets[1] if raised else bets[0]) * on_middle > 0
            plays[0, j] = -1 if played and not raised else 0
            plays[1, j] = -1 if played and raised else 0
        for m in range(2):
            for other in range(kinds):
                for n in range(able[other]):
                    played_lifts[n] = lifts_down[other, n] & plays[m, makers[other, n]]
                for k in range(kinds):
                    lifts = across.at_least[k, i] & ~across.at_least[k + 1, i]
                    if lifts:
                        count = 0
                        for n in range(able[other]):
                            count += popcount(lifts & played_lifts[n])
                        result[a, d, m, k, other] += weights[i] * count
    return result
