"""The sums behind every Criss-Cross decision, as array kernels.

A round deals a hole pair, the Across pair (left, right), the Down pair (top, bottom) and the middle
card. Pays are counted as *returns*: the pay plus the stake, in whole units, so that a lost wager
returns 0 and no return is negative. Relative to folding, which returns nothing, going on to the middle
card with Across bet a, Down bet d and Middle bet m is then worth, summed over the middle cards left,

    antes + a * across + d * down + m * (better - stakes)

where `antes`, `across`, `down` and `better` are the returns of the two antes, of one unit on the Across
Hand, on the Down Hand and on the better of the two hands, each by a table of its own, and `stakes` is the
Middle stake itself, the only one not yet down. These sums need no loop over the middle cards:

- `across` is a total of the hole and Across pair over all middle cards, less the returns of the two
  cards the Down pair takes away; `down` and `antes` likewise.
- The better and the worse hand together are the two hands: by the Middle Bet's table, better = what the Across Hand
  would return + what the Down Hand would - worse. The worse hand reaches a class when both do, so for each class the
  middle cards that lift the one hand to it, a 52-bit mask, are met with those that lift the other. Most Across pairs
  reach two or three classes only. Where one table pays all three bets, the first two sums are there already.

Bounds: no sum of returns exceeds 52 middle cards times the largest return of a round, and the solver
admits only paytables for which a hole pair's sum over all its 63,562,800 deals fits an int64.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit, popcount

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]

NEVER = -(1 << 61)
"""Worse than any fold: marks a Down pair that shares a card with the Across pair."""
NARROW = 1 << 29
"""Where the returns of a round over all middle cards stay below it, they are kept in 32 bits, twice as many at once."""
NARROW_NEVER = -(1 << 30)


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


@njit
def _without(total: int, taken: Int64s, down: Pairs, sums: Int64s) -> None:
    """A total over all middle cards less what the two cards of each Down pair take from it, by card in `taken`.

    In a list of all pairs of some cards those of one high card stand together, with all lower cards in their order:
    what these take is read as it stands, where any other list has it looked up card by card, three times as slowly.
    """
    whole = down.whole
    if len(whole) == 0:
        tops, bottoms = down.cards[0], down.cards[1]
        for j in range(len(sums)):
            sums[j] = total - taken[tops[j]] - taken[bottoms[j]]
        return
    by_place = np.empty(len(whole), dtype=sums.dtype)
    for place in range(len(whole)):
        by_place[place] = taken[whole[place]]
    first = 0
    for high in range(1, len(whole)):
        left, row = total - by_place[high], sums[first : first + high]
        for low in range(high):
            row[low] = left - by_place[low]
        first += high


@njit
def _add_both(across: Pairs, place: int, down: Pairs, better: Int64s, sums: Int64s) -> None:
    """What both hands would return by the Middle Bet's table, for the Across pair at `place` and each Down pair."""
    at_left, at_right = down.classes[across.cards[0, place]], down.classes[across.cards[1, place]]
    _without(across.middle[place], better[across.classes[:, place]], down, sums)
    for j in range(len(sums)):
        sums[j] += down.middle[j] - better[at_left[j]] - better[at_right[j]]


@njit
def round_sums(across: Pairs, place: int, down: Pairs, returns: Returns, middles: int, sums: Int64s) -> None:
    """For the Across pair at `place` and each Down pair: antes, across, down, and better less stakes."""
    antes, on_across, on_down, on_middle = sums[0], sums[1], sums[2], sums[3]
    better = returns.middle
    left, right = across.cards[0, place], across.cards[1, place]
    bet_left, bet_right = down.bet_with[left], down.bet_with[right]
    ante_left, ante_right = down.ante_with[left], down.ante_with[right]
    mask = across.masks[place]
    least = middles * (better[0] + returns.stake)
    never = NEVER if antes.itemsize == 8 else NARROW_NEVER
    # Many short loops, for the compiler turns each into vector instructions.
    count = len(down.masks)
    _without(across.bet[place], across.bet_with[:, place], down, on_across)
    _without(across.ante[place], across.ante_with[:, place], down, antes)
    for j in range(count):
        on_down[j] = down.bet[j] - bet_left[j] - bet_right[j]
    for j in range(count):
        antes[j] += down.ante[j] - ante_left[j] - ante_right[j]
    if returns.shared:
        for j in range(count):
            on_middle[j] = on_across[j] + on_down[j] - least
    else:
        _add_both(across, place, down, better, on_middle)
        for j in range(count):
            on_middle[j] -= least
    for j in range(count):
        if down.masks[j] & mask:
            antes[j] = never
    _take_worse(across, place, down, better, on_middle)


@njit
def _take_worse(across: Pairs, place: int, down: Pairs, better: Int64s, sums: Int64s) -> None:
    """Deduct what the worse hand would return by the Middle Bet's table, but for that of class 0.

    It returns that of class 0, and for each class that both hands reach the step up to it. A middle card in both masks
    is in neither pair nor the hole: no unseen cards need be singled out.
    """
    for k in range(1, len(better) - 1):
        lifts_across = across.at_least[k, place]
        if lifts_across == 0:
            break
        step = better[k] - better[k - 1]
        if step == 0:
            continue
        lifts_down = down.at_least[k]
        for j in range(len(lifts_down)):
            sums[j] -= step * popcount(lifts_across & lifts_down[j])


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
    sums = np.empty((4, len(down.masks)), dtype=across.bet.dtype)
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
def opening_sums(
    across: Pairs,
    places: tuple[int, int],
    down: Pairs,
    returns: Returns,
    middles: int,
    across_bets: Int64s,
    bets: Int64s,
) -> Int64s:
    """The first of the sums of `option_sums` for any number of Across bets, for the Across pairs from place to place.

    `bets` are the least and the most of the three bets.
    """
    first, last = places
    lower, higher = bets[2, 0], bets[2, 1]
    result = np.zeros((last - first, len(across_bets), 2), dtype=np.int64)
    sums = np.empty((7, len(down.masks)), dtype=across.bet.dtype)
    for i in range(first, last):
        round_sums(across, i, down, returns, middles, sums)
        antes, on_across, on_down, on_middle = sums[0], sums[1], sums[2], sums[3]
        with_least, with_most, worth = sums[4], sums[5], sums[6]
        for j in range(len(antes)):
            rest = antes[j] + (higher if on_middle[j] > 0 else lower) * on_middle[j]
            with_least[j] = rest + bets[1, 0] * on_down[j]
            with_most[j] = rest + bets[1, 1] * on_down[j]
        for a in range(len(across_bets)):
            bet = across_bets[a]
            worth0 = worth1 = 0
            for j in range(len(antes)):
                # Put down in between, for it then is known to have no more bits than all else that is put down.
                worth[j] = with_least[j] + bet * on_across[j]
                worth0 += max(0, worth[j])
            for j in range(len(antes)):
                worth[j] = with_most[j] + bet * on_across[j]
                worth1 += max(0, worth[j])
            result[i - first, a, 0], result[i - first, a, 1] = worth0, worth1
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
    kinds = len(returns.middle) - 1
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
            on_middle = returns.middle[max(own, other)] - returns.stake
            raised = on_middle > 0
            rest = across.returns.ante[own] + down.returns.ante[other] + (bets[1] if raised else bets[0]) * on_middle
            for a in range(2):
                for d in range(2):
                    worth = rest + across_bets[a] * across.returns.bet[own] + down_bets[d] * down.returns.bet[other]
                    if worth > 0:
                        result[i, a, d, 0] += count * worth
                        result[i, a, d, 1] += count
                        result[i, a, d, 2] += count if raised else 0
    return result


@njit
def option_sums_of_seen_down(down: Pairs, across: Pairs, returns: Returns, middles: int, bets: Int64s) -> Int64s:
    """For each Down pair, seen from the start, and both Across bets, sum over the Across pairs under best play.

    `bets` are the least and the most of each of the three. The Down decision then knows all the Middle decision
    will: who bets on does not fold later.
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
            rest = antes + (bets[2, 1] if raised else bets[2, 0]) * on_middle
            rest += (bets[1, 1] if on_down > 0 else bets[1, 0]) * on_down
            for a in range(2):
                worth = rest + bets[0, a] * on_across
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

    Across pair i stands for `weights[i]` pairs; `choices[i]` holds the places in `bets`, the least and the most of
    each bet, of the Across and the Down bet made with it, negative after a fold. `result[a, d, m, k, l]` is the number
    of deals with these bets, Middle bet m decided as in `option_sums`, Across class k and Down class l.
    """
    kinds, downs = len(returns.middle) - 1, len(down.masks)
    lower, higher = bets[2, 0], bets[2, 1]
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
        across_bet, down_bet = bets[0, a], bets[1, d]
        round_sums(across, i, down, returns, middles, sums)
        for j in range(downs):
            antes, on_across, on_down, on_middle = sums[0, j], sums[1, j], sums[2, j], sums[3, j]
            raised = on_middle > 0
            rest = antes + across_bet * on_across + down_bet * on_down
            played = rest + (higher if raised else lower) * on_middle > 0
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
