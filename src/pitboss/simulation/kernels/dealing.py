"""Deals without bias: every sequence of different cards equally likely, several cards from one 64-bit word.

The k-th card off the deck is any of the 52 - k cards left: a place among them is drawn. The places of a whole group of
cards are drawn from one word w: with b the product of their bounds, w * b / 2^64 has a whole part below b, whose digits
in the mixed radix of the bounds are the places, and a fraction. `split` yields the digits one after another. Words
whose fraction is below (2^64 mod b) / 2^64 are passed over and another is taken; of the others exactly floor(2^64 / b)
lead to each whole part, so all sequences of places are equally likely, and each is one sequence of cards.
(Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024.)

Ten cards a word keep b below 2^56: fewer than one word in 256 is passed over.
"""

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.jit import njit
from pitboss.simulation.kernels.streams import CARDS, split, two_words

Bytes = npt.NDArray[np.uint8]
Int64s = npt.NDArray[np.int64]

DECK = 52
GROUP = 10
"""Cards drawn from one word."""


@njit
def places_from(word: np.uint64, start: int, end: int, places: Bytes) -> bool:
    """Draw `places[start]` to `places[end - 1]`, the k-th below 52 - k, or say that the word is passed over."""
    product = np.uint64(1)
    for k in range(start, end):
        bound = np.uint64(DECK - k)
        drawn, word = split(word, bound)
        places[k] = drawn
        product *= bound
    return bool(word >= (np.uint64(0) - product) % product)


@njit
def deal(seed: np.uint64, first: np.uint64, slots: Int64s, cards: Bytes) -> None:
    """Deal the rounds from number `first` on, one to each row: the k-th card off the deck goes to `slots[k]`."""
    rows, count = len(cards), len(slots)
    places = np.empty((count, rows), dtype=np.uint8)
    one, other = np.empty(rows, dtype=np.uint64), np.empty(rows, dtype=np.uint64)
    for start in range(0, count, 2 * GROUP):
        for row in range(rows):
            one[row], other[row] = two_words(seed, first + np.uint64(row), np.uint64(CARDS), np.uint64(start))
        middle, end = min(start + GROUP, count), min(start + 2 * GROUP, count)
        _draw_places(seed, first, start, middle, one, places)
        _draw_places(seed, first, middle, end, other, places)
    _take_cards(slots, places, cards)


@njit
def _draw_places(
    seed: np.uint64, first: np.uint64, start: int, end: int, words: npt.NDArray[np.uint64], places: Bytes
) -> None:
    """`places_from` for a word of each round; plain loops over rounds become vector instructions."""
    product = np.uint64(1)
    for k in range(start, end):
        bound = np.uint64(DECK - k)
        product *= bound
        for row in range(len(words)):
            drawn, words[row] = split(words[row], bound)
            places[k, row] = drawn
    refused = (np.uint64(0) - product) % product
    drawn_again = np.empty(DECK, dtype=np.uint8)
    for row in range(len(words)):
        if words[row] < refused:
            word = np.uint64(start)
            passed_over = True
            while passed_over:
                word += np.uint64(1 << 16)
                another, _ = two_words(seed, first + np.uint64(row), np.uint64(CARDS), word)
                passed_over = not places_from(another, start, end, drawn_again)
            for k in range(start, end):
                places[k, row] = drawn_again[k]


@njit
def _take_cards(slots: Int64s, places: Bytes, cards: Bytes) -> None:
    """The k-th card is the one at its place among the cards left, in the order of their numbers.

    Among the cards left, a place counts for each dealt card at or below it one more. The dealt cards of every round are
    kept in ascending order; loops go over all rounds at once and become vector instructions. `places` is used up.
    """
    dealt = np.empty_like(places)
    one = np.uint8(1)
    for k in range(len(slots)):
        card, slot = places[k], slots[k]
        for before in dealt[:k]:
            for row in range(len(cards)):
                card[row] = card[row] + one if card[row] >= before[row] else card[row]
        for row in range(len(cards)):
            cards[row, slot] = card[row]
        for before in dealt[:k]:
            for row in range(len(cards)):
                before[row], card[row] = min(card[row], before[row]), max(card[row], before[row])
        dealt[k] = card
