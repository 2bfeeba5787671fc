"""Which Criss-Cross deals best play takes to the middle card, and what else the cards of those deals decide.

The main game's own figures are sums over deals; wagers beside it need to know deal by deal whether the hand was
folded. For one hole pair, `played` answers for each Across pair and each Down pair; the kernels below then count
what the other wagers ask of the same deals.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.deals import DECK, PAIR_CARDS, PAIR_MASKS, PAIRS, WHOLE_DECK, Hole, holes
from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs, pair_tables
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ReadyPays, hand_returns, ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.solver import net_counts, play_hole
from pitboss.mathematics.criss_cross.kernels.sums import round_sums
from pitboss.mathematics.kernels.five_card_tables import binomials, strengths
from pitboss.program.jit import in_threads, njit, popcount

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

PAIR_RANKS = (PAIR_CARDS >> 2).astype(np.uint8)
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


def played(game: ReadyPays, hole: Hole) -> Played:
    """Best play of a hole pair from the whole deck, pair by pair."""
    across, down = tables_of(game, WHOLE_DECK, hole)
    choices = play_hole(game, WHOLE_DECK, hole, (across, down), across_seen=False).choices
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
            worth = sums[0, j] + bets[0, choice[0]] * sums[1, j] + bets[1, choice[1]] * sums[2, j]
            raised = sums[3, j] > 0
            if worth + (bets[2, 1] if raised else bets[2, 0]) * sums[3, j] > 0:
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
    game = ready_pays(pays)

    def count(hole: Hole) -> Int64s:
        result = played(game, hole)
        across, down = PAIR_RANKS[:, hole.across], PAIR_RANKS[:, hole.down]
        low, high = hole.cards
        return hole.weight * _pairs_left(low >> 2, high >> 2, across, down, hole.across_weights, result.plays)

    dealt = holes(WHOLE_DECK)
    totals = {True: np.zeros(3, np.int64), False: np.zeros(3, np.int64)}
    for hole, counted in zip(dealt, in_threads(count, dealt), strict=True):
        totals[hole.cards[0] >> 2 == hole.cards[1] >> 2] += counted
    live, pairs, doubles = ({paired: int(total[place]) for paired, total in totals.items()} for place in range(3))
    return LiveDeals(live, pairs, doubles)


@dataclass(frozen=True)
class JointCounts:
    """Deals by what the main game and the community hand came to.

    `folded[n, c]` counts deals folded with n antes lost and a community hand of class c, `made[a, d, m, k, l, c]`
    those played with these places of the three bets, Across class k and Down class l.
    """

    folded: Int64s
    made: Int64s


def main_counts(pays: CrissCrossPays) -> JointCounts:
    """The same with all community hands in one class."""
    game = ready_pays(pays)
    parts = in_threads(lambda hole: net_counts(game, WHOLE_DECK, hole), holes(WHOLE_DECK))
    folded = np.zeros((3 + sum(sizes.antes[1] for sizes in pays.sizes[:2]), 1), np.int64)
    for folds, _ in parts:
        for lost, count in folds.items():
            folded[lost] += count
    return JointCounts(folded, np.sum([made for _, made in parts], axis=0)[..., np.newaxis])


@lru_cache(maxsize=2)
def joint_counts(pays: CrissCrossPays, community: bytes) -> JointCounts:
    """Count every deal by the main game's classes and the class `community[s]` of a community hand of strength s."""
    game = ready_pays(pays)
    masks = _community_masks(np.frombuffer(community, np.uint8)[strengths()], max(community) + 1)

    def count(hole: Hole) -> tuple[Int64s, Int64s]:
        result = played(game, hole)
        across, down = _made(result.across, hole.across), _made(result.down, hole.down)
        weights, hole_mask = hole.weight * hole.across_weights, int(PAIR_MASKS[hole.pair])
        return _tally(hole_mask, across, down, weights, result.choices, result.plays, masks, game.bets)

    parts = in_threads(count, holes(WHOLE_DECK))
    return JointCounts(*(np.sum([part[place] for part in parts], axis=0) for place in range(2)))


class MadePairs(NamedTuple):
    """A list of pairs: their cards, their numbers, and `exactly[i, k]`, the middle cards that make class k."""

    cards: Int64s
    numbers: Int64s
    exactly: Int64s


def _made(pairs: Pairs, numbers: Int64s) -> MadePairs:
    return MadePairs(pairs.masks, numbers, np.ascontiguousarray((pairs.at_least[:-1] & ~pairs.at_least[1:]).T))


def _community_masks(hand_classes: Bytes, kinds: int) -> Int64s:
    """`[a, d, c]`: the middle cards that make a community hand of class c with Across pair a and Down pair d."""
    masks = np.zeros((len(PAIRS), len(PAIRS), kinds), np.int64)
    nothing = hand_returns(kinds)

    def fill(pair: int) -> None:
        free = DECK & ~int(PAIR_MASKS[pair])
        down = np.flatnonzero((PAIR_MASKS & PAIR_MASKS[pair]) == 0)
        made = pair_tables(*PAIRS[pair], PAIR_CARDS[:, down], free, hand_classes, binomials(), nothing)
        masks[pair, down] = (made.at_least[:-1] & ~made.at_least[1:]).T

    in_threads(fill, range(len(PAIRS)))
    return masks


@njit
def _tally(
    hole: int,
    across: MadePairs,
    down: MadePairs,
    weights: Int64s,
    choices: Int64s,
    plays: Int8s,
    community: Int64s,
    bets: Int64s,
) -> tuple[Int64s, Int64s]:
    """Meet the masks of middle cards: those for a class of the one hand with those for a class of the others."""
    kinds, others = across.exactly.shape[1], community.shape[2]
    folded = np.zeros((3 + bets[0, 1] + bets[1, 1], others), dtype=np.int64)
    made = np.zeros((2, 2, 2, kinds, kinds, others), dtype=np.int64)
    for i in range(len(weights)):
        a, d = choices[i, 0], choices[i, 1]
        lost = 2 + (bets[0, a] if a >= 0 else 0) + (bets[1, d] if d >= 0 else 0)
        for j in range(len(down.cards)):
            play = plays[i, j]
            if play == CLASH:
                continue
            left = ~(hole | across.cards[i] | down.cards[j])
            for c in range(others):
                of_class = community[across.numbers[i], down.numbers[j], c] & left
                if of_class == 0:
                    continue
                if play == FOLDED:
                    folded[lost, c] += weights[i] * popcount(of_class)
                    continue
                # Each middle card makes one class of either hand: it is placed once, and most in the lowest classes.
                for k in range(kinds):
                    of_both = of_class & across.exactly[i, k]
                    of_class ^= of_both
                    for other in range(kinds):
                        if of_both == 0:
                            break
                        of_all = of_both & down.exactly[j, other]
                        if of_all:
                            of_both ^= of_all
                            made[a, d, play - LEAST, k, other, c] += weights[i] * popcount(of_all)
                    if of_class == 0:
                        break
    return folded, made


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
        left[low] -= 1
        left[high] -= 1
        left[across[0, i]] -= 1
        left[across[1, i]] -= 1
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
