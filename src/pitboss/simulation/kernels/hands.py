"""The kind of a hand of five, one hand at a time, by the tables of `pitboss.mathematics.kernels.batch_eval`.

What the tables hold may be strengths or any sorting of strengths into kinds: the look-up is the same.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.kernels.batch_eval import RANK_BITS, SUIT_BITS, Tables
from pitboss.program.jit import njit

Number = int | np.int64
Bytes = npt.NDArray[np.uint8]
UInt64s = npt.NDArray[np.uint64]
Kinds = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

DECIDES = np.uint64(0x8888 << RANK_BITS)
RANK_SUM = np.uint64((1 << RANK_BITS) - 1)


class Judge(NamedTuple):
    """Keys of the cards, and the kind of a hand by the sum of its keys or by its ranks of one suit."""

    keys: npt.NDArray[np.uint64]
    by_ranks: Kinds
    by_suited_ranks: Kinds
    bias: np.uint64


def judge_of(tables: Tables, kinds: Kinds) -> Judge:
    """A judge that answers with `kinds[strength]`."""
    return Judge(tables.keys, kinds[tables.by_ranks], kinds[tables.by_suited_ranks], np.uint64(tables.bias))


@njit
def kind_of(judge: Judge, a: Number, b: Number, c: Number, d: Number, e: Number) -> int:
    """The kind of five different cards."""
    keys = judge.keys
    total = judge.bias + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if total & DECIDES == 0:
        return int(judge.by_ranks[total & RANK_SUM])
    return _suited_kind(judge, total, a, b, c, d, e)


@njit
def _suited_kind(judge: Judge, total: np.uint64, a: Number, b: Number, c: Number, d: Number, e: Number) -> int:
    """The kind of a hand with so many cards of one suit that they alone decide."""
    suit = 0
    while total & DECIDES != np.uint64(8 << RANK_BITS + SUIT_BITS * suit):
        suit += 1
    ranks, one = np.int64(0), np.int64(1)
    for card in (a, b, c, d, e):
        if card & 3 == suit:
            ranks |= one << (np.int64(card) >> 2)
    return int(judge.by_suited_ranks[ranks])


@njit
def sum_keys(judge: Judge, a: Bytes, b: Bytes, c: Bytes, d: Bytes, e: Bytes, sums: UInt64s) -> None:
    """The sum of the keys of five cards of each round."""
    keys = judge.keys
    for i in range(len(sums)):
        sums[i] = keys[a[i]] + keys[b[i]] + keys[c[i]] + keys[d[i]] + keys[e[i]]


@njit
def keys_of(judge: Judge, cards: Bytes, keys: UInt64s) -> None:
    """The keys of one card of each round, for cards that belong to several hands."""
    for i in range(len(keys)):
        keys[i] = judge.keys[cards[i]]


@njit
def sum_of(a: UInt64s, b: UInt64s, c: UInt64s, d: UInt64s, e: UInt64s, sums: UInt64s) -> None:
    """The sum of five keys of each round."""
    for i in range(len(sums)):
        sums[i] = a[i] + b[i] + c[i] + d[i] + e[i]


@njit
def kinds_of(
    judge: Judge, sums: UInt64s, a: Bytes, b: Bytes, c: Bytes, d: Bytes, e: Bytes, kinds: npt.NDArray[np.uint16]
) -> None:
    """The kind of five cards of each round, whose keys have been summed."""
    by_ranks, bias = judge.by_ranks, judge.bias
    for i in range(len(sums)):
        total = bias + sums[i]
        if total & DECIDES == 0:
            kinds[i] = by_ranks[total & RANK_SUM]
        else:
            kinds[i] = _suited_kind(judge, total, a[i], b[i], c[i], d[i], e[i])
