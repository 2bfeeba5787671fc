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

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs, Returns
from pitboss.program.jit import njit, popcount

Int64s = npt.NDArray[np.int64]

NEVER = -(1 << 61)
"""Worse than any fold: marks a Down pair that shares a card with the Across pair."""
NARROW = 1 << 29
"""Where the returns of a round over all middle cards stay below it, they are kept in 32 bits, twice as many at once."""
NARROW_NEVER = -(1 << 30)


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
