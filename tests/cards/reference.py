"""A second ranking of poker hands, written from the rules alone, slowly and without tables.

It shares nothing with the package, not even the numbering of ranks: here a deuce is 2 and an ace is 14. A hand
is some (rank, suit) pairs, and its worth a tuple that compares as the rules compare hands.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise

from pitboss.cards import Card

PlainCard = tuple[int, str]
Worth = tuple[int, tuple[int, ...]]

FIVE_CARD_CATEGORIES = [
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
]
FOUR_CARD_CATEGORIES = [
    "high card",
    "pair",
    "two pairs",
    "straight",
    "flush",
    "three of a kind",
    "straight flush",
    "four of a kind",
]


def plain(cards: Iterable[Card]) -> tuple[PlainCard, ...]:
    """Cards of the package, read from their printed text."""
    return tuple(("23456789TJQKA".index(str(card)[0]) + 2, str(card)[1]) for card in cards)


def five_card_worth(hand: Sequence[PlainCard], ace_low: bool = True) -> Worth:
    """The category of five cards, and then the ranks to compare within it."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    flush = all(suit == hand[0][1] for _, suit in hand)
    straight = _top_of_straight(ranks, ace_low)
    quads, trips, pairs, singles = (_held(ranks, times) for times in (4, 3, 2, 1))

    category: str
    compare: list[int]
    if straight and flush:
        category, compare = ("royal flush" if straight == 14 else "straight flush"), [straight]
    elif quads:
        category, compare = "four of a kind", quads + singles
    elif trips and pairs:
        category, compare = "full house", trips + pairs
    elif flush:
        category, compare = "flush", ranks
    elif straight:
        category, compare = "straight", [straight]
    elif trips:
        category, compare = "three of a kind", trips + singles
    elif len(pairs) == 2:
        category, compare = "two pairs", pairs + singles
    elif pairs:
        category, compare = "pair", pairs + singles
    else:
        category, compare = "high card", ranks
    return FIVE_CARD_CATEGORIES.index(category), tuple(compare)


@cache  # the same four cards are asked about in up to 48 hands of five
def four_card_worth(hand: tuple[PlainCard, ...]) -> Worth:
    """The category of four cards by the Crazy 4 Poker ranking, and then the ranks to compare within it."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    flush = all(suit == hand[0][1] for _, suit in hand)
    straight = _top_of_straight(ranks, ace_low=True)
    quads, trips, pairs, singles = (_held(ranks, times) for times in (4, 3, 2, 1))

    category: str
    compare: list[int]
    if quads:
        category, compare = "four of a kind", quads
    elif straight and flush:
        category, compare = "straight flush", [straight]
    elif trips:
        category, compare = "three of a kind", trips + singles
    elif flush:
        category, compare = "flush", ranks
    elif straight:
        category, compare = "straight", [straight]
    elif len(pairs) == 2:
        category, compare = "two pairs", pairs
    elif pairs:
        category, compare = "pair", pairs + singles
    else:
        category, compare = "high card", ranks
    return FOUR_CARD_CATEGORIES.index(category), tuple(compare)


def best_five_worth(cards: Sequence[PlainCard]) -> Worth:
    """The worth of the best five of the cards, by trying every five."""
    return max(map(five_card_worth, combinations(cards, 5)))


def best_four_worth(cards: Sequence[PlainCard]) -> Worth:
    """The worth of the best four of the cards, by trying every four."""
    return max(map(four_card_worth, combinations(cards, 4)))


def _held(ranks: list[int], times: int) -> list[int]:
    """The ranks held exactly so many times, highest first."""
    return sorted((rank for rank, count in Counter(ranks).items() if count == times), reverse=True)


def _top_of_straight(ranks: list[int], ace_low: bool) -> int:
    """The highest rank of the straight that the ranks make, or 0; an ace under a deuce counts as one."""
    readings = [ranks]
    if ace_low and 14 in ranks:
        readings.append(sorted((1 if rank == 14 else rank for rank in ranks), reverse=True))
    for reading in readings:
        if all(higher - lower == 1 for higher, lower in pairwise(reading)):
            return reading[0]
    return 0
