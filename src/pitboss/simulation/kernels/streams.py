"""Random numbers by counter: every round has numbers of its own, whoever deals it and whenever.

Philox4x32-10 of Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as easy as 1, 2, 3", 2011) turns a counter
of four 32-bit words and a key of two into four random words. Here the key is the seed, and the counter holds the
number of the round (two words), a word number and a purpose. So no number depends on what was drawn before, and any
division of the rounds among workers gives the same rounds.
"""

import numpy as np

from pitboss.analysis.kernels.jit import njit

CARDS, CHANCE, CHOICES = 0, 1, 2
"""What numbers are for: the deal; wheel and draws; decisions taken at random."""

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)

Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@njit
def philox(c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64) -> Words:
    """Philox4x32-10; every argument and result is a 32-bit word held in 64 bits."""
    for _ in range(10):
        product0, product1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            (product1 >> HALF) ^ c1 ^ k0,
            product1 & LOW,
            (product0 >> HALF) ^ c3 ^ k1,
            product0 & LOW,
        )
        k0, k1 = (k0 + WEYL[0]) & LOW, (k1 + WEYL[1]) & LOW
    return c0, c1, c2, c3


@njit
def two_words(seed: np.uint64, number: np.uint64, purpose: np.uint64, word: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Two 64-bit random numbers of a round."""
    x0, x1, x2, x3 = philox(number & LOW, number >> HALF, word, purpose, seed & LOW, seed >> HALF)
    return x0 | (x1 << HALF), x2 | (x3 << HALF)


@njit
def split(word: np.uint64, bound: np.uint64) -> tuple[np.uint64, np.uint64]:
    """`word * bound`, a 96-bit product, as what exceeds 64 bits and the rest; `bound` is below 2^32.

    With the word read as a fraction of 2^64, the first is a whole number below `bound` and the second the fraction
    that remains, from which a further number can be drawn.
    """
    low = (word & LOW) * bound
    high = (word >> HALF) * bound + (low >> HALF)
    return high >> HALF, ((high & LOW) << HALF) | (low & LOW)


@njit
def below(seed: np.uint64, number: np.uint64, purpose: np.uint64, place: np.uint64, bound: np.uint64) -> np.uint64:
    """A whole number below `bound`, each equally likely, drawn for a place of a round.

    A word whose remaining fraction is less than 2^64 mod `bound` is passed over: of the words left, exactly
    floor(2^64 / bound) give each number (Lemire, "Fast random integer generation in an interval", 2019).
    """
    refused = (np.uint64(0) - bound) % bound
    word = place << np.uint64(16)
    while True:
        first, second = two_words(seed, number, purpose, word)
        drawn, rest = split(first, bound)
        if rest >= refused:
            return drawn
        drawn, rest = split(second, bound)
        if rest >= refused:
            return drawn
        word += np.uint64(1)
