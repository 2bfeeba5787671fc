"""Strength of whole arrays of five-card hands: best four of five, and all five.

A strength is the place of a hand among all hands of its kind that can be told apart, lowest first, so
equal strength is a tie and nothing else is: 2,535 places for four cards and 7,462 for five. It is the
`strength` that `pitboss.cards` gives the same hand. Cards are numbers 0..51, rank times four plus suit.

One hand costs five small look-ups, a sum and one look-up more. Every card carries a key; the sum of five
keys tells the multiset of ranks and, in higher bits, how many cards of each suit there are. With enough
cards of one suit the ranks of that suit alone decide, since no pair can then lead to anything better.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss import cards as cards_room
from pitboss.cards import DECK, Card
from pitboss.program.jit import njit

Cards: TypeAlias = NDArray[np.uint8]
Strengths: TypeAlias = NDArray[np.uint16]


class FourCard(IntEnum):
    """The lowest strength of the named kinds of four-card hand; a kind reaches up to the next one."""

    NOTHING = 0
    KING_HIGH = 322  # C(11,4) choices of ranks below the king, less 8 straights
    PAIR = 704  # C(13,4) - 11 straights
    PAIR_OF_QUEENS = PAIR + 10 * 66  # C(12,2) = 66 kickers to each pair
    PAIR_OF_ACES = PAIR + 12 * 66
    TWO_PAIR = PAIR + 13 * 66
    STRAIGHT = TWO_PAIR + 78
    FLUSH = STRAIGHT + 11
    THREE_OF_A_KIND = FLUSH + 704
    STRAIGHT_FLUSH = THREE_OF_A_KIND + 13 * 12
    ROYAL_FLUSH = STRAIGHT_FLUSH + 10  # ace, king, queen and jack of one suit
    FOUR_OF_A_KIND = STRAIGHT_FLUSH + 11
    FOUR_ACES = FOUR_OF_A_KIND + 12


# Sums of five of these (none more than four times) are all different, and small enough for a plain table.
RANK_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
RANK_BITS = 20
SUIT_BITS = 4


class Tables(NamedTuple):
    """What the kernel looks up: the cards' keys, strength by sum of keys, strength by ranks of one suit."""

    keys: NDArray[np.uint64]
    by_ranks: Strengths
    by_suited_ranks: Strengths
    bias: int  # added to the suit counts so that a count that decides sets its top bit


def best_four(cards: Cards) -> Strengths:
    """Strength of the best four of each row of five different cards; see `FourCard`."""
    return _evaluate(cards, four_card_tables())


def five_card(cards: Cards) -> Strengths:
    """Strength of each row of five different cards: their places among all hands, the lowest first."""
    return _evaluate(cards, five_card_tables())


def all_hands() -> Cards:
    """All 2,598,960 hands of five, a row each, cards ascending."""
    cards = np.empty((2_598_960, 5), np.uint8)
    _fill_hands(cards)
    return cards


def _evaluate(cards: Cards, tables: Tables) -> Strengths:
    if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] != 5 or (cards.size and cards.max() > 51):
        raise ValueError("hands to evaluate must be rows of five cards numbered 0 to 51, as bytes")
    strengths = np.empty(len(cards), np.uint16)
    _look_up(np.ascontiguousarray(cards), *tables, strengths)
    return strengths


@njit
def _look_up(
    cards: Cards,
    keys: NDArray[np.uint64],
    by_ranks: Strengths,
    by_suited_ranks: Strengths,
    bias: int,
    strengths: Strengths,
) -> None:
    decides = np.uint64(0x8888 << RANK_BITS)
    rank_sum = np.uint64((1 << RANK_BITS) - 1)
    start = np.uint64(bias)
    for hand in range(len(cards)):
        total = start
        for place in range(5):
            total += keys[cards[hand, place]]
        suited = total & decides
        if suited == 0:
            strengths[hand] = by_ranks[total & rank_sum]
            continue
        suit = 0
        while suited != 8 << RANK_BITS + SUIT_BITS * suit:
            suit += 1
        ranks = 0
        for place in range(5):
            if cards[hand, place] & 3 == suit:
                ranks |= 1 << int(cards[hand, place] >> 2)
        strengths[hand] = by_suited_ranks[ranks]


@njit
def _fill_hands(cards: Cards) -> None:
    hand = 0
    for first in range(48):
        for second in range(first + 1, 49):
            for third in range(second + 1, 50):
                for fourth in range(third + 1, 51):
                    for fifth in range(fourth + 1, 52):
                        cards[hand, 0] = first
                        cards[hand, 1] = second
                        cards[hand, 2] = third
                        cards[hand, 3] = fourth
                        cards[hand, 4] = fifth
                        hand += 1


@cache
def four_card_tables() -> Tables:
    """The tables of the best four of five cards."""
    return _tables(lambda cards: cards_room.best_four(cards).value.strength, suited_sizes=(4, 5))


@cache
def five_card_tables() -> Tables:
    """The tables of all five cards."""
    return _tables(lambda cards: cards_room.evaluate(cards).strength, suited_sizes=(5,))


def _tables(strength: Callable[[list[Card]], int], suited_sizes: tuple[int, ...]) -> Tables:
    """Ask `strength` about one hand of each kind; as many suited cards as `suited_sizes` decide alone."""
    keys = [RANK_KEYS[card.rank] + (1 << RANK_BITS + SUIT_BITS * card.suit) for card in DECK]
    by_ranks = np.zeros(5 * RANK_KEYS[-1] + 1, np.uint16)
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            # Ascending ranks take the suits in turn: no card twice, and at most two of a suit.
            hand = [DECK[4 * rank + place % 4] for place, rank in enumerate(ranks)]
            by_ranks[sum(RANK_KEYS[rank] for rank in ranks)] = strength(hand)
    by_suited_ranks = np.zeros(1 << 13, np.uint16)
    for size in suited_sizes:
        for suited in combinations(range(13), size):
            by_suited_ranks[sum(1 << rank for rank in suited)] = strength([DECK[4 * rank] for rank in suited])
    bias = sum(8 - min(suited_sizes) << RANK_BITS + SUIT_BITS * suit for suit in range(4))
    return Tables(np.array(keys, np.uint64), by_ranks, by_suited_ranks, bias)
