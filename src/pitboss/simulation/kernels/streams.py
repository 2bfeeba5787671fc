"""Random numbers by counter: every round has numbers of its own, whoever deals it and whenever.

Philox4x32-10 of Salmon, Moraes, Dror and Shaw ("Parallel random numbers: as easy as 1, 2, 3", 2011) turns a counter
of four 32-bit words and a key of two into four random words. Here the key is the seed, and the counter holds the
number of the round (two words), a word number and a purpose. So no number depends on what was drawn before, and any
division of the rounds among workers gives the same rounds.
"""

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit

CARDS, CHANCE, CHOICES, SAMPLES = 0, 1, 2, 3
"""What numbers are for: the deal; wheel and draws; decisions taken at random; deals that a policy is made of."""

STRIP = 512
"""Rounds for which numbers are made at a time: few enough for them to stay in the processor's nearest cache."""
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
WEYL = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)

Int64s = npt.NDArray[np.int64]
UInt64s = npt.NDArray[np.uint64]
Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@njit
def five_rounds(c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64) -> Words:
    """Half of Philox4x32-10; every argument and result is a 32-bit word held in 64 bits.

    The masks change nothing. They tell the compiler that only 32 bits are multiplied, without which it makes no vector
    instructions of a loop over rounds; it sees that for five rounds but not for ten.
    """
    for _ in range(5):
        product0, product1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (
            ((product1 >> HALF) ^ c1 ^ k0) & LOW,
            product1 & LOW,
            ((product0 >> HALF) ^ c3 ^ k1) & LOW,
            product0 & LOW,
        )
        k0, k1 = (k0 + WEYL[0]) & LOW, (k1 + WEYL[1]) & LOW
    return c0, c1, c2, c3


@njit
def later(key: np.uint64, step: np.uint64) -> np.uint64:
    """A word of the key after five rounds."""
    return (key + np.uint64(5) * step) & LOW


@njit
def philox(c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64) -> Words:
    """Philox4x32-10; every argument and result is a 32-bit word held in 64 bits."""
    c0, c1, c2, c3 = five_rounds(c0, c1, c2, c3, k0, k1)
    return five_rounds(c0, c1, c2, c3, later(k0, WEYL[0]), later(k1, WEYL[1]))


@njit
def two_words(seed: np.uint64, number: np.uint64, purpose: np.uint64, word: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Two 64-bit random numbers of a round."""
    x0, x1, x2, x3 = philox(number & LOW, number >> HALF, word, purpose, seed & LOW, seed >> HALF)
    return x0 | (x1 << HALF), x2 | (x3 << HALF)


@njit
def two_words_each(
    seed: np.uint64, numbers: UInt64s, purpose: np.uint64, word: np.uint64, one: UInt64s, other: UInt64s
) -> None:
    """`two_words` of every round of these numbers."""
    k0, k1 = seed & LOW, seed >> HALF
    for row in range(len(one)):
        one[row], other[row] = numbers[row], word | (purpose << HALF)
    for _ in range(2):
        for row in range(len(one)):
            x, y = one[row], other[row]
            x0, x1, x2, x3 = five_rounds(x & LOW, x >> HALF, y & LOW, y >> HALF, k0, k1)
            one[row], other[row] = x0 | (x1 << HALF), x2 | (x3 << HALF)
        k0, k1 = later(k0, WEYL[0]), later(k1, WEYL[1])


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


@njit
def below_each(
    seed: np.uint64, numbers: UInt64s, purpose: np.uint64, place: np.uint64, bound: np.uint64, drawn: Int64s
) -> None:
    """`below` for every round of these numbers."""
    refused = (np.uint64(0) - bound) % bound
    words, others = np.empty(STRIP, dtype=np.uint64), np.empty(STRIP, dtype=np.uint64)
    for start in range(0, len(drawn), STRIP):
        found = drawn[start : start + STRIP]
        one, other, of_strip = words[: len(found)], others[: len(found)], numbers[start:]
        two_words_each(seed, of_strip, purpose, place << np.uint64(16), one, other)
        for row in range(len(found)):
            whole, one[row] = split(one[row], bound)
            found[row] = whole
        for row in range(len(found)):
            if one[row] < refused:
                found[row] = below(seed, of_strip[row], purpose, place, bound)
