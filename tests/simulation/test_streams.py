"""Random numbers by counter: the published algorithm, and numbers below a bound without bias."""

import numpy as np
import pytest

from pitboss.simulation.kernels.streams import (
    CARDS,
    CHANCE,
    below,
    below_each,
    philox,
    split,
    two_words,
    two_words_each,
)

u64 = np.uint64
WORDS = 1 << 64


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_known_answers_of_philox(counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """The vectors for philox4x32 with 10 rounds in the authors' own `kat_vectors` (Random123)."""
    c0, c1, c2, c3 = map(u64, counter)
    assert tuple(map(int, philox(c0, c1, c2, c3, u64(key[0]), u64(key[1])))) == expected


def test_seed_round_purpose_and_word_each_make_other_numbers() -> None:
    drawn = [
        two_words(u64(seed), u64(number), u64(purpose), u64(word))
        for seed in (0, 1, 1 << 40)
        for number in (0, 1, 1 << 40)
        for purpose in (CARDS, CHANCE)
        for word in (0, 1, 1 << 16)
    ]
    assert len(set(drawn)) == 3 * 3 * 2 * 3


@pytest.mark.parametrize("bound", [2, 7, 52, 10_000])
@pytest.mark.parametrize("word", [0, 1, 0x0123456789ABCDEF, WORDS - 1])
def test_split_multiplies_in_full(word: int, bound: int) -> None:
    whole, rest = split(u64(word), u64(bound))
    assert (int(whole), int(rest)) == divmod(word * bound, WORDS)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10_000])
def test_numbers_below_a_bound_are_spread_evenly(bound: int) -> None:
    drawn = [int(below(u64(5), u64(number), u64(CHANCE), u64(0), u64(bound))) for number in range(3000)]
    assert min(drawn) >= 0
    assert max(drawn) < bound
    counts = np.bincount(np.array(drawn) * min(bound, 10) // bound, minlength=min(bound, 10))
    expected = len(drawn) / len(counts)
    # The chi-squared statistic of 9 or fewer free classes is above 30 once in two thousand samples.
    assert ((counts - expected) ** 2 / expected).sum() < 30


def test_numbers_of_many_rounds_are_those_of_each() -> None:
    """Round numbers beyond 32 bits, and so many rounds that they are made in several strips."""
    first, count = (1 << 32) - 600, 1300
    one, other = np.empty(count, np.uint64), np.empty(count, np.uint64)
    numbers = first + np.arange(count, dtype=np.uint64)
    two_words_each(u64(9), numbers, u64(CARDS), u64(20), one, other)
    for row in range(count):
        assert (one[row], other[row]) == two_words(u64(9), u64(first + row), u64(CARDS), u64(20))
    for bound in (1, 7, 1000):
        drawn = np.empty(count, np.int64)
        below_each(u64(9), numbers, u64(CHANCE), u64(2), u64(bound), drawn)
        expected = [int(below(u64(9), u64(first + row), u64(CHANCE), u64(2), u64(bound))) for row in range(count)]
        assert drawn.tolist() == expected
