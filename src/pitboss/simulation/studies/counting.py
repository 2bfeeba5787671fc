"""The inner counts of the studies, compiled: dealer's hands met, and a fixed strategy played over all cards to come."""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs, Returns
from pitboss.mathematics.criss_cross.kernels.sums import NEVER, round_sums
from pitboss.program.jit import njit
from pitboss.simulation.kernels.hands import DECIDES, RANK_SUM, Judge, kind_of

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

NOT_QUALIFIED, OUTRANKING, LOWER, EQUAL, HIGHER = range(5)


@njit
def dealer_hands(judge: Judge, seen: Int64s, left: Int64s, strength: int, qualifying: int) -> Int64s:
    """How many dealer's hands of the cards `seen` and the rest from those `left` stand how to a hand of `strength`.

    Those that do not qualify but are the higher hand are counted as `OUTRANKING` and not among `NOT_QUALIFIED`.
    """
    counts = np.zeros(5, dtype=np.int64)
    fixed, moving = len(seen), 4 - len(seen)  # the fifth card has a loop of its own
    hand = np.zeros(5, dtype=np.int64)
    hand[:fixed] = seen
    places = np.arange(moving)
    while True:
        total = judge.bias
        for k in range(4):
            if k >= fixed:
                hand[k] = left[places[k - fixed]]
            total += judge.keys[hand[k]]
        for last in range(places[-1] + 1 if moving else 0, len(left)):
            key = total + judge.keys[left[last]]
            if key & DECIDES:
                found = kind_of(judge, hand[0], hand[1], hand[2], hand[3], left[last])
            else:
                found = int(judge.by_ranks[key & RANK_SUM])
            if found < qualifying:
                counts[OUTRANKING if found > strength else NOT_QUALIFIED] += 1
            elif found < strength:
                counts[LOWER] += 1
            else:
                counts[EQUAL if found == strength else HIGHER] += 1
        # The next choice of places, in order: the last that can move on does, and those after it follow.
        k = moving - 1
        while k >= 0 and places[k] == len(left) - 1 - moving + k:
            k -= 1
        if k < 0:
            return counts
        places[k] += 1
        for rest in range(k + 1, moving):
            places[rest] = places[rest - 1] + 1


@njit
def planned_sum(
    actions: Bytes,
    weights: Int64s,
    tables: tuple[Pairs, Pairs],
    returns: Returns,
    antes: Int8s,
    counts: tuple[int, int],
) -> int:
    """What a plan is worth with a hole against folding it, summed over the cards that may come.

    `actions` are the numbers of what is done, by Across and Down pair, `weights` how many each Across pair stands for.
    `antes` are what an action bets at each decision, `counts` the Down pairs and middle cards that each pair leaves.
    """
    downs, middles = counts
    across, down = tables
    total = 0
    sums = np.empty((4, len(down.masks)), dtype=np.int64)
    for i in range(len(weights)):
        # All Down pairs find the same Across and the same Down decision.
        bet, down_bet = np.int64(antes[0, actions[i, 0]]), np.int64(antes[1, actions[i, 0]])
        worth = -(bet + down_bet) * downs * middles * returns.stake
        if down_bet:
            round_sums(across, i, down, returns, middles, sums)
            for j in range(len(down.masks)):
                middle_bet = np.int64(antes[2, actions[i, j]])
                if middle_bet and sums[0, j] > NEVER // 2:
                    worth += sums[0, j] + bet * sums[1, j] + down_bet * sums[2, j] + middle_bet * sums[3, j]
        total += weights[i] * worth
    return total
