"""The strength of the best hand among some cards, for arrays: one family of look-up tables for every ranking.

Cards are added up. The weight of a card holds a number for its rank, chosen so that no two different sets of ranks
have the same sum, and a one in the counter of its suit; the sum of a hand's weights tells its ranks and how many cards
it has of each suit. Beside it the cards of each suit are kept as bits. So a hand grows by one addition per card, and
its strength is one look-up by ranks and, where a suit has cards enough, one by the bits of that suit. The strengths
are those of `pitboss.cards`.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards import DECK, RANKS, SUITS, Card, HandValue, Ranking
from pitboss.program.jit import njit

Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

# Any cards of so many, at most four of a rank, have a sum of their own.
_RANK_NUMBERS = {
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415),
    7: (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181),
}
MOST_CARDS = max(_RANK_NUMBERS)
"""Of how many cards, at most, the best hand can be looked up."""

_SUIT_SHIFT, _SUIT_WIDTH, _ENOUGH = 32, 4, 8
RANKS_OF_SUM = (1 << _SUIT_SHIFT) - 1
FLUSHES = sum(_ENOUGH << (_SUIT_SHIFT + _SUIT_WIDTH * suit) for suit in range(len(SUITS)))
ONE_SUIT = (1 << len(RANKS)) - 1
SUIT_BITS = 16


class Evaluator(NamedTuple):
    """The tables for the best hand, in one ranking, of so many cards.

    The sum starts at `start`, which has a suit's counter reach eight with cards enough for a flush.
    """

    start: int
    weights: Int64s  # of each card
    by_ranks: Int16s  # the best hand of mixed suits, by the sum of ranks
    by_suit: Int16s  # the best hand of one suit, by the bits of its ranks; -1 for too few cards
    exact: bool  # the hand takes all the cards, so that one suit leaves no other hand


BITS: Int64s = np.array([1 << (SUIT_BITS * card.suit + card.rank) for card in DECK], dtype=np.int64)
"""Each card as a bit among those of its suit; the bits of a hand are their sum."""


@njit
def strength(weight: int, bits: int, by_ranks: Int16s, by_suit: Int16s, hand: int, exact: Bools) -> int:
    """The strength of the best hand of cards with these sums, by the tables of a hand among several."""
    mixed: int = by_ranks[weight & RANKS_OF_SUM]
    if weight & FLUSHES == 0:
        return mixed
    best: int = -1
    for suit in range(4):
        best = max(best, by_suit[hand, (bits >> (SUIT_BITS * suit)) & ONE_SUIT])
    return best if exact[hand] else max(best, mixed)


@cache
def evaluator(ranking: Ranking[HandValue[Any]], cards: int) -> Evaluator:
    """The tables for the best hand of so many cards; ValueError where there can be none."""
    size = ranking.size
    if not size <= cards <= MOST_CARDS:
        raise ValueError(f"the best {size} of {cards} cards", f"the best of {size} to {MOST_CARDS}")
    numbers = _RANK_NUMBERS[min(most for most in _RANK_NUMBERS if cards <= most)]
    mixed, suited = _mixed(ranking), _suited(ranking)
    if cards > size and any(mixed[ranks] > value for ranks, value in suited.items()):
        raise ValueError(f"the best {size} of {cards} cards where a hand of one suit ranks below the same ranks mixed")
    start = sum((_ENOUGH - size) << (_SUIT_SHIFT + _SUIT_WIDTH * suit) for suit in range(len(SUITS)))
    weights = [numbers[card.rank] + (1 << (_SUIT_SHIFT + _SUIT_WIDTH * card.suit)) for card in DECK]
    return Evaluator(
        start,
        np.array(weights, dtype=np.int64),
        _by_ranks(mixed, size, cards, numbers),
        _by_suit(suited),
        cards == size,
    )


Ranks = tuple[int, ...]


def _mixed(ranking: Ranking[HandValue[Any]]) -> dict[Ranks, int]:
    """The strength of every set of ranks, ascending, in mixed suits."""
    found = {}
    for ranks in _rank_sets(ranking.size):
        # Equal ranks stand side by side, so suits that count up never repeat a card; of different ranks the first
        # card is moved to another suit.
        suits = [place - ranks.index(rank) for place, rank in enumerate(ranks)]
        if not any(suits):
            suits[0] = 1
        found[ranks] = _strength(ranking, [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)])
    return found


def _suited(ranking: Ranking[HandValue[Any]]) -> dict[Ranks, int]:
    """The strength of every set of ranks, ascending, of one suit."""
    sets = combinations(range(len(RANKS)), ranking.size)
    return {ranks: _strength(ranking, [4 * rank for rank in ranks]) for ranks in sets}


def _strength(ranking: Ranking[HandValue[Any]], cards: list[int]) -> int:
    return ranking.best([Card.of(card) for card in cards]).value.strength


def _rank_sets(cards: int) -> list[Ranks]:
    """All the ranks, ascending, that so many cards of one deck can have."""
    sets = combinations_with_replacement(range(len(RANKS)), cards)
    most = len(SUITS)
    return [ranks for ranks in sets if all(ranks[place] != ranks[place - most] for place in range(most, cards))]


def _by_ranks(mixed: dict[Ranks, int], size: int, cards: int, numbers: Ranks) -> Int16s:
    number = np.array(numbers, dtype=np.int64)
    hands = np.array(list(mixed), dtype=np.int64)
    sums = number[hands].sum(axis=1)
    of_hand = np.full(int(sums.max()) + 1, -1, dtype=np.int16)
    of_hand[sums] = np.array(list(mixed.values()), dtype=np.int16)
    if size == cards:
        return of_hand
    sets = number[np.array(_rank_sets(cards), dtype=np.int64)]
    best = np.full(len(sets), -1, dtype=np.int16)
    for chosen in combinations(range(cards), size):
        best = np.maximum(best, of_hand[sets[:, list(chosen)].sum(axis=1)])
    table = np.full(int(sets.sum(axis=1).max()) + 1, -1, dtype=np.int16)
    table[sets.sum(axis=1)] = best
    return table


def _by_suit(suited: dict[Ranks, int]) -> Int16s:
    """By the ranks of a suit as bits: the best of their hands, each the best with one rank less or the hand itself."""
    table = np.full(1 << len(RANKS), -1, dtype=np.int16)
    for ranks, value in suited.items():
        table[sum(1 << rank for rank in ranks)] = value
    size = len(next(iter(suited)))
    for bits in range(len(table)):
        if bits.bit_count() > size:
            table[bits] = max(table[bits & ~(1 << rank)] for rank in range(len(RANKS)) if bits >> rank & 1)
    return table
