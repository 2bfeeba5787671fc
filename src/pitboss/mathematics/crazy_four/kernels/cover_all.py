"""Cover All: the exact chances of the highest hand among all hands dealt to one table.

A deal is an ordered choice of disjoint hands of five. For each class, deals in which no hand reaches it are
counted; differences give the deals in which the highest hand is of a class. A deal without some class has

- no hand with more than a given number of cards of one rank, counted rank by rank: a rank's cards are spread
  over the hands, and all that must be remembered is how many hands still lack how many cards;
- no hand with a run of four suited cards, by inclusion and exclusion over runs laid down in hands beforehand.

For one hand, "has no run" is 1 minus the number of runs of four in it plus the number of runs of five, since a
hand with two runs of four is a run of five. So a laid run of four counts -1 and one of five +1; the hands that
got one are then done with: four cards of different ranks and any fifth never hold three of a rank. What
the other hands may get depends only on how many cards of each rank are left, and not on which ranks those are.
"""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache
from math import comb, perm, prod
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

FULL_DECK = (1 << 52) - 1
RANKS = 13
MOST_LAID = 12  # three runs fit in a suit
PLACE = 4  # bits of a digit that counts hands

Runs: TypeAlias = Literal["royal", "all"]
LeftByRank: TypeAlias = tuple[int, ...]
Laid: TypeAlias = Counter[tuple[int, int]]

# Ranks of runs and their signs. The ace, rank 12, also stands below the deuce: -1 modulo 13.
RUNS: dict[Runs, list[tuple[list[int], int]]] = {
    "royal": [([9, 10, 11, 12], -1)],
    "all": [
        ([rank % RANKS for rank in range(lowest, lowest + length)], -1 if length == 4 else 1)
        for length in (4, 5)
        for lowest in range(-1, RANKS - length + 1)
    ],
}


class CoverAll(IntEnum):
    """The classes of the highest hand, lowest first; a royal flush is ace, king, queen and jack suited."""

    NOTHING = 0
    THREE_OF_A_KIND = 1
    STRAIGHT_FLUSH = 2
    FOUR_OF_A_KIND = 3
    ROYAL_FLUSH = 4
    FOUR_ACES = 5


def cover_all_counts(hands: int, deck: int = FULL_DECK) -> dict[CoverAll, int]:
    """How many deals of so many hands of five cards from `deck` have each class as their highest hand."""
    size = deck.bit_count()
    if size < 5 * hands:
        raise ValueError(f"{hands} hands need {5 * hands} cards, and {size} are in play")
    total = _unlimited(size, hands)
    # Four aces in a hand leave none for a royal flush, and no two hands can have them.
    aces_held = deck >> 48 == 0b1111
    four_aces = hands * comb(size - 4, 1) * (total // comb(size, 5)) if aces_held else 0
    below = {
        CoverAll.FOUR_ACES: total - four_aces,
        CoverAll.ROYAL_FLUSH: _deals(hands, deck, "royal", 4) - four_aces,
        CoverAll.FOUR_OF_A_KIND: _deals(hands, deck, "royal", 3),
        CoverAll.STRAIGHT_FLUSH: _deals(hands, deck, "all", 3),
        CoverAll.THREE_OF_A_KIND: _deals(hands, deck, "all", 2),
    }
    counts = {}
    upto = total
    for highest in reversed(CoverAll):
        lower = below.get(highest, 0)
        counts[highest] = upto - lower
        upto = lower
    return counts


@lru_cache
def _deals(hands: int, deck: int, runs: Runs, limit: int) -> int:
    """Deals in which no hand holds one of the `runs` nor more than `limit` cards of a rank."""
    deals = 0
    for (laid, left_by_rank), signed in _laid_runs(deck, runs).items():
        open_hands = hands - laid
        left = sum(cards * ranks for cards, ranks in enumerate(left_by_rank))
        # A hand with a run of four still gets a fifth card, and it may be any.
        fifths = 5 * laid - (deck.bit_count() - left)
        spare = left - 5 * open_hands
        if open_hands >= 0 and spare >= fifths:
            spread = _spread(left_by_rank, open_hands, limit)
            deals += signed * perm(hands, laid) * spread * perm(spare, fifths)
    return deals


def _spread(left_by_rank: LeftByRank, hands: int, limit: int) -> int:
    """Ways to deal so many hands of five with at most `limit` cards of a rank in a hand.

    `left_by_rank[n]` is how many ranks have n cards left.
    """
    if limit >= 4:
        return _unlimited(sum(cards * ranks for cards, ranks in enumerate(left_by_rank)), hands)
    return _after(left_by_rank, hands, limit)[hands]  # the digit for hands that lack none is the last


def _unlimited(cards: int, hands: int) -> int:
    return prod(comb(cards - 5 * dealt, 5) for dealt in range(hands))


@cache
def _after(left_by_rank: LeftByRank, hands: int, limit: int) -> Counter[int]:
    """Ways to deal out cards of these ranks by what the hands lack thereafter, see `_give`."""
    cards = next((cards for cards in (1, 2, 3, 4) if left_by_rank[cards]), 0)
    if not cards:
        return Counter({hands << 5 * PLACE: 1})
    fewer = (*left_by_rank[:cards], left_by_rank[cards] - 1, *left_by_rank[cards + 1 :])
    ways: Counter[int] = Counter()
    for before, reached in _after(fewer, hands, limit).items():
        for after, choices in _give(before, cards, limit):
            ways[after] += reached * choices
    return ways


@cache
def _give(lacking: int, cards: int, limit: int) -> tuple[tuple[int, int], ...]:
    """What the hands may lack after any of a rank's cards went to them, and in how many ways.

    `lacking` is a number whose digit for k (of `PLACE` bits) says how many hands lack k cards.
    """
    ways = Counter({(lacking, cards): 1})
    for lack in range(1, 6):
        for _ in range(lacking >> lack * PLACE & (1 << PLACE) - 1):
            following: Counter[tuple[int, int]] = Counter()
            for (state, left), reached in ways.items():
                for given in range(min(limit, lack, left) + 1):
                    moved = state - (1 << lack * PLACE) + (1 << (lack - given) * PLACE)
                    following[moved, left - given] += reached * comb(left, given)
            ways = following
    after: Counter[int] = Counter()
    for (state, _), reached in ways.items():
        after[state] += reached
    return tuple(after.items())


@lru_cache
def _laid_runs(deck: int, runs: Runs) -> dict[tuple[int, LeftByRank], int]:
    """Numbers of ways to lay disjoint runs aside, each way counted with its sign.

    Ways are told apart by how many runs are laid and by how many ranks then have 0, 1, 2, 3, 4 cards left.
    """
    suits = [_laid_in_suit(deck >> suit, runs) for suit in range(4)]
    low, high = _combined(suits[0], suits[1]), _combined(suits[2], suits[3])
    laid = np.array([laid for laid, _ in high], np.int64)
    used = np.array([used for _, used in high], np.int64)
    signed = np.array(list(high.values()), np.int64)
    in_play = _packed(card // 4 for card in range(52) if deck >> card & 1)
    totals = np.zeros((MOST_LAID + 1, 1 << 16), np.int64)
    for (laid_low, used_low), signed_low in low.items():
        left = _histograms(in_play - used_low - used)
        np.add.at(totals, (laid_low + laid, left), signed_low * signed)
    return {
        (int(laid), (0, *(int(left) >> 4 * digit & 15 for digit in range(4)))): int(totals[laid, left])
        for laid, left in np.argwhere(totals)
    }


def _laid_in_suit(suit: int, runs: Runs) -> Laid:
    """The same within one suit, of which every fourth bit is a card, by the ranks used."""
    ways: Laid = Counter({(0, 0): 1})
    for ranks, sign in RUNS[runs]:
        if all(suit >> 4 * rank & 1 for rank in ranks):
            run = _packed(ranks)
            for (laid, used), signed in list(ways.items()):
                if not used & run:
                    ways[laid + 1, used + run] += sign * signed
    return ways


def _combined(first: Laid, second: Laid) -> Laid:
    """The same within two suits."""
    ways: Laid = Counter()
    for (laid, used), signed in first.items():
        for (also_laid, also_used), also_signed in second.items():
            ways[laid + also_laid, used + also_used] += signed * also_signed
    return ways


def _packed(ranks: Iterable[int]) -> int:
    """Cards counted by rank, three bits for each rank."""
    return sum(1 << 3 * rank for rank in ranks)


def _histograms(packed: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many ranks have 1, 2, 3 and 4 cards, in four bits each, for cards packed by rank."""
    of_five_ranks = _histograms_of_five_ranks()
    chunks = np.stack([packed & 0x7FFF, packed >> 15 & 0x7FFF, packed >> 30])
    histograms: NDArray[np.int64] = of_five_ranks[chunks].sum(axis=0)
    return histograms


@cache
def _histograms_of_five_ranks() -> NDArray[np.int64]:
    packed = np.arange(1 << 15)
    of_one_rank = np.array([0, 1, 1 << 4, 1 << 8, 1 << 12, 0, 0, 0])
    histograms = np.zeros(1 << 15, np.int64)
    for rank in range(5):
        histograms += of_one_rank[packed >> 3 * rank & 7]
    return histograms
