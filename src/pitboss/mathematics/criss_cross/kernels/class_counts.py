"""How often each class of the Across and the Down Hand is made in the deals that are played out."""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs, Returns
from pitboss.mathematics.criss_cross.kernels.sums import round_sums
from pitboss.program.jit import njit, popcount

Int64s = npt.NDArray[np.int64]


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
