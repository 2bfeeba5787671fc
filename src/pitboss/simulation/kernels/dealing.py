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

from pitboss.program.jit import njit
from pitboss.simulation.kernels.streams import CARDS, STRIP, UInt64s, split, two_words, two_words_each

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
    """Deal the rounds from number `first` on, one to each row: the k-th card off the deck goes to `slots[k]`.

    Columns of `cards` lie one after the other. It goes by strips of rounds so short that what is drawn in between
    stays in the processor's nearest cache.
    """
    rows, count, columns = len(cards), len(slots), cards.T
    places = np.empty((count, STRIP), dtype=np.uint8)
    words, others = np.empty(STRIP, dtype=np.uint64), np.empty(STRIP, dtype=np.uint64)
    numbers = first + np.arange(rows).astype(np.uint64)
    for row in range(0, rows, STRIP):
        size = min(STRIP, rows - row)
        one, other, number = words[:size], others[:size], numbers[row:]
        for start in range(0, count, 2 * GROUP):
            two_words_each(seed, number, np.uint64(CARDS), np.uint64(start), one, other)
            middle, end = min(start + GROUP, count), min(start + 2 * GROUP, count)
            _draw_places(seed, number, start, middle, one, places)
            _draw_places(seed, number, middle, end, other, places)
        for k in range(count):
            place = count - 1 - k
            _take_card(places[place], places[place + 1 :], columns[slots[k]][row : row + size])


@njit
def _draw_places(seed: np.uint64, numbers: UInt64s, start: int, end: int, words: UInt64s, places: Bytes) -> None:
    """`places_from` for a word of each round, the last card's places first; plain loops become vector instructions."""
    product = np.uint64(1)
    for k in range(start, end):
        bound = np.uint64(DECK - k)
        product *= bound
        drawn = places[len(places) - 1 - k]
        for row in range(len(words)):
            place, words[row] = split(words[row], bound)
            drawn[row] = place
    refused = (np.uint64(0) - product) % product
    drawn_again = np.empty(DECK, dtype=np.uint8)
    for row in range(len(words)):
        if words[row] < refused:
            word = np.uint64(start)
            passed_over = True
            while passed_over:
                word += np.uint64(1 << 16)
                another, _ = two_words(seed, numbers[row], np.uint64(CARDS), word)
                passed_over = not places_from(another, start, end, drawn_again)
            for k in range(start, end):
                places[len(places) - 1 - k, row] = drawn_again[k]


@njit
def _take_card(place: Bytes, latest: Bytes, card: Bytes) -> None:
    """A card is the one at its place among the cards left, in the order of their numbers; `latest` are the places of
    the cards dealt before, the latest first.

    A place among the cards left after a deal is found among those left before it: it counts one more where it lies at
    or beyond the place of the card dealt. So it goes back deal by deal to the whole deck. Plain loops over rounds
    become vector instructions.
    """
    one = np.uint8(1)
    for row in range(len(card)):
        card[row] = place[row]
    for dealt in latest:
        for row in range(len(card)):
            card[row] = card[row] + one if card[row] >= dealt[row] else card[row]
