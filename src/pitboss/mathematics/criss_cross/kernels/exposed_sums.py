"""The sums of `option_sums` where the player knows community cards before their time."""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs, Returns
from pitboss.mathematics.criss_cross.kernels.sums import round_sums
from pitboss.program.jit import njit

Int64s = npt.NDArray[np.int64]


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
