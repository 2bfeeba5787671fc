"""The kind of a hand of five, one hand at a time, by the tables of `pitboss.analysis.kernels.batch_eval`.

What the tables hold may be strengths or any sorting of strengths into kinds: the look-up is the same.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.batch_eval import RANK_BITS, SUIT_BITS, Tables
from pitboss.analysis.kernels.jit import njit

Number = int | np.int64
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
    suited = total & DECIDES
    if suited == 0:
        return int(judge.by_ranks[total & RANK_SUM])
    suit = 0
    while suited != np.uint64(8 << RANK_BITS + SUIT_BITS * suit):
        suit += 1
    ranks, one = np.int64(0), np.int64(1)
    for card in (a, b, c, d, e):
        if card & 3 == suit:
            ranks |= one << (np.int64(card) >> 2)
    return int(judge.by_suited_ranks[ranks])
