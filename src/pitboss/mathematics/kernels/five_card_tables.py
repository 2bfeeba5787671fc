"""The strength of every five-card hand, in one array.

Poker knows 7,462 different five-card hands; their *strength* is their place in the ranking, from
0 (7-5-4-3-2) to 7,461 (a royal flush), the ace playing low only in 5-4-3-2-A. A *hand number* is the
place of five ascending cards in colexicographic order:

    C(c1, 1) + C(c2, 2) + C(c3, 3) + C(c4, 4) + C(c5, 5)

A paytable enters the mathematics as a class for each strength, found by judging `representatives()`.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.kernels.kept import kept
from pitboss.program.jit import njit

Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]

HANDS = 2_598_960
STRENGTHS = 7_462
WHEEL = (0, 1, 2, 3, 12)

# Categories from 0, no pair, to 8, a straight flush; these are told by how often ranks are held.
_OF_COUNTS = {(2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}

Ranks = tuple[int, int, int, int, int]


@cache
def binomials() -> Int64s:
    """`binomials()[n, k]` is C(n, k), for n to 52 and k to 5."""
    table = np.zeros((53, 6), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, 53):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


def _order(ranks: Ranks, suited: bool) -> tuple[int, tuple[int, ...]]:
    """What hands are compared by: the category, then the ranks, those held more often first."""
    counts = Counter(ranks)
    if len(counts) < 5:
        category = _OF_COUNTS[tuple(sorted(counts.values(), reverse=True))]
        return category, tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    if ranks == WHEEL:
        return 8 if suited else 4, (ranks[3],)
    if ranks[4] - ranks[0] == 4:
        return 8 if suited else 4, (ranks[4],)
    return 5 if suited else 0, ranks[::-1]


@cache
def _ranking() -> tuple[tuple[Ranks, bool], ...]:
    """All 7,462 hands as ascending ranks and whether suited, from worst to best."""
    plain = [(ranks, False) for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]
    suited = [(ranks, True) for ranks in combinations(range(13), 5)]
    return tuple(sorted(plain + suited, key=lambda hand: _order(*hand)))


@cache
def representatives() -> tuple[tuple[int, ...], ...]:
    """For each strength, from worst to best, the five card numbers of a hand that has it.

    >>> [divmod(card, 4) for card in representatives()[-1]]
    [(8, 0), (9, 0), (10, 0), (11, 0), (12, 0)]
    """
    hands = []
    for ranks, suited in _ranking():
        # Equal ranks stand side by side, so suits that count up never repeat a card; the first card
        # of five different ranks is moved to another suit to spoil the flush.
        suits = [0] * 5
        if not suited:
            suits = [place - ranks.index(rank) for place, rank in enumerate(ranks)]
            suits[0] = 0 if any(suits) else 1
        hands.append(tuple(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)))
    return tuple(hands)


@njit
def _fill(choose: Int64s, plain: Int16s, suited: Int16s, strengths: Int16s) -> None:
    """Write the strength of every hand; `plain` and `suited` are indexed by the number of its ranks.

    Ranks may repeat, so five ascending ranks r1..r5 are numbered as the distinct r1, r2+1, .., r5+4.
    """
    hand = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        number = (
                            choose[a >> 2, 1]
                            + choose[(b >> 2) + 1, 2]
                            + choose[(c >> 2) + 2, 3]
                            + choose[(d >> 2) + 3, 4]
                            + choose[(e >> 2) + 4, 5]
                        )
                        one_suit = (a & 3) == (b & 3) == (c & 3) == (d & 3) == (e & 3)
                        strengths[hand] = suited[number] if one_suit else plain[number]
                        hand += 1


@cache
def strengths() -> Int16s:
    """The strength of each of the 2,598,960 hands, by hand number (read only)."""
    table = kept("strengths", Path(__file__).read_bytes(), 2 * HANDS, lambda: _strengths().tobytes())
    return np.frombuffer(table, np.int16)


def _strengths() -> Int16s:
    choose = binomials()
    numbers = int(choose[17, 5])
    of_ranks = np.full((2, numbers), -1, dtype=np.int16)
    for strength, (ranks, suited) in enumerate(_ranking()):
        number = sum(int(choose[rank + place, place + 1]) for place, rank in enumerate(ranks))
        of_ranks[int(suited), number] = strength
    table = np.empty(HANDS, dtype=np.int16)
    _fill(choose, of_ranks[0], of_ranks[1], table)
    return table
