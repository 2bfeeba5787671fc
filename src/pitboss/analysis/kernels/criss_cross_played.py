"""Which Criss-Cross deals best play takes to the middle card, and what else the cards of those deals decide.

The main game's own figures are sums over deals; wagers beside it need to know deal by deal whether the hand was
folded. For one hole pair, `played` answers for each Across pair and each Down pair; the kernels below then count
what the other wagers ask of the same deals.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.criss_cross import Pairs, round_sums
from pitboss.analysis.kernels.criss_cross_deals import PAIR_CARDS, WHOLE_DECK, Hole, holes
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays, Game, game_of, tables_of
from pitboss.analysis.kernels.criss_cross_solver import _play
from pitboss.analysis.kernels.jit import in_threads, njit

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

CLASH, FOLDED, LEAST, MOST = -1, 0, 1, 2
"""What becomes of a Down pair: it shares a card with the Across pair, the hand is folded, or goes on with a bet."""


@dataclass(frozen=True)
class Played:
    """One hole pair played: `choices` are the places of its bets by Across pair, `plays[i, j]` what follows."""

    hole: Hole
    across: Pairs
    down: Pairs
    choices: Int64s
    plays: Int8s


def played(game: Game, hole: Hole) -> Played:
    """Best play of a hole pair from the whole deck, pair by pair."""
    across, down = tables_of(game, WHOLE_DECK, hole)
    choices = _play(game, WHOLE_DECK, hole, (across, down), across_seen=False).choices
    middles = WHOLE_DECK.counts()[2]
    plays = np.empty((len(hole.across), len(hole.down)), dtype=np.int8)
    sums = np.empty((4, len(hole.down)), dtype=np.int64)
    for place in range(len(hole.across)):
        round_sums(across, place, down, game.returns, middles, sums)
        _decide(sums, choices[place], game.bets, down.masks, across.masks[place], plays[place])
    return Played(hole, across, down, choices, plays)


@njit
def _decide(sums: Int64s, choice: Int64s, bets: Int64s, masks: Int64s, mask: int, plays: Int8s) -> None:
    """Middle decisions after the bets of `choice`, exactly as in `class_counts`."""
    goes_on = choice[0] >= 0 and choice[1] >= 0
    for j in range(len(plays)):
        if masks[j] & mask:
            plays[j] = CLASH
            continue
        plays[j] = FOLDED
        if goes_on:
            worth = sums[0, j] + bets[choice[0]] * sums[1, j] + bets[choice[1]] * sums[2, j]
            raised = sums[3, j] > 0
            if worth + (bets[1] if raised else bets[0]) * sums[3, j] > 0:
                plays[j] = MOST if raised else LEAST


@dataclass(frozen=True)
class LiveDeals:
    """Of `deals` hole, Across and Down pairs: how many are not folded, and pairs of rank the cards left still hold.

    `pairs` counts for each such deal the further hole pairs of one rank that another player may hold, `doubles`
    the ordered choices of two of them for two players. Each is kept for hole pairs of one rank and for others.
    """

    live: dict[bool, int]
    pairs: dict[bool, int]
    doubles: dict[bool, int]
    deals: int = comb(52, 2) * comb(50, 2) * comb(48, 2)


@lru_cache(maxsize=4)
def live_deals(pays: CrissCrossPays) -> LiveDeals:
    """Count them under best play."""
    game = game_of(pays)

    def count(hole: Hole) -> Int64s:
        result = played(game, hole)
        ranks = np.take(PAIR_CARDS, hole.across, axis=1) >> 2, np.take(PAIR_CARDS, hole.down, axis=1) >> 2
        low, high = hole.cards
        return hole.weight * _pairs_left(low >> 2, high >> 2, *ranks, hole.across_weights, result.plays)

    dealt = holes(WHOLE_DECK)
    totals = {True: np.zeros(3, np.int64), False: np.zeros(3, np.int64)}
    for hole, counted in zip(dealt, in_threads(count, dealt), strict=True):
        totals[hole.cards[0] >> 2 == hole.cards[1] >> 2] += counted
    live, pairs, doubles = ({paired: int(total[place]) for paired, total in totals.items()} for place in range(3))
    return LiveDeals(live, pairs, doubles)


@njit
def _pairs_left(low: int, high: int, across: Bytes, down: Bytes, weights: Int64s, plays: Int8s) -> Int64s:
    # With so many cards of a rank left: the pairs they hold, and the ordered choices of two of these pairs that
    # would take a card twice, which is all but the six of two disjoint pairs of four cards.
    held = np.array([0, 0, 1, 3, 6])
    barred = np.array([0, 0, 1, 9, 30])
    totals = np.zeros(3, dtype=np.int64)
    left = np.empty(13, dtype=np.int64)
    for i in range(len(weights)):
        left[:] = 4
        for rank in (low, high, across[0, i], across[1, i]):
            left[rank] -= 1
        pairs_before = held[left].sum()
        barred_before = barred[left].sum()
        live = pairs = doubles = 0
        for j in range(plays.shape[1]):
            if plays[i, j] <= FOLDED:
                continue
            first, second = left[down[0, j]], left[down[1, j]]
            if down[0, j] == down[1, j]:
                here = pairs_before - held[first] + held[first - 2]
                bars = barred_before - barred[first] + barred[first - 2]
            else:
                here = pairs_before - held[first] + held[first - 1] - held[second] + held[second - 1]
                bars = barred_before - barred[first] + barred[first - 1] - barred[second] + barred[second - 1]
            live += 1
            pairs += here
            doubles += here * here - bars
        totals[0] += weights[i] * live
        totals[1] += weights[i] * pairs
        totals[2] += weights[i] * doubles
    return totals
