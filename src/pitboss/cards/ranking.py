"""The family of rankings: hands of two to five cards, their values, and the tables that look them up.

A hand is looked up by the sum of its cards' weights. Read in octal, a weight has a 1 in the digit of the
card's rank and a 1 in the digit of its suit, so the digits of the sum count the cards of each rank and of
each suit. No hand has more than seven of anything, so no digit carries into the next. Two hands therefore
have the same sum only if they have as many cards of every rank and of every suit. A ranking looks at nothing
else: which ranks, how often, and whether all are of one suit.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any, Generic, NamedTuple, TypeVar

from pitboss.cards.card import ACE, DECK, RANK_NAMES, RANK_PLURALS, SUITS, Card, refuse_repeats

_SUIT_BITS = 3 * len(SUITS)
_SUIT_MASK = (1 << _SUIT_BITS) - 1

WEIGHTS = tuple((8**card.rank << _SUIT_BITS) + 8**card.suit for card in DECK)
"""The weight of each card, by index."""

# How many cards of each rank a hand holds, where a rank is repeated, and what any ranking calls it.
_REPEATED = {
    (4,): "FOUR_OF_A_KIND",
    (4, 1): "FOUR_OF_A_KIND",
    (3, 2): "FULL_HOUSE",
    (3,): "THREE_OF_A_KIND",
    (3, 1): "THREE_OF_A_KIND",
    (3, 1, 1): "THREE_OF_A_KIND",
    (2, 2): "TWO_PAIR",
    (2, 2, 1): "TWO_PAIR",
    (2,): "PAIR",
    (2, 1): "PAIR",
    (2, 1, 1): "PAIR",
    (2, 1, 1, 1): "PAIR",
}

_DESCRIPTIONS = {
    "ROYAL_FLUSH": "royal flush",
    "STRAIGHT_FLUSH": "{name}-high straight flush",
    "FOUR_OF_A_KIND": "four {plural}",
    "FULL_HOUSE": "full house, {plural} over {second_plural}",
    "FLUSH": "{name}-high flush",
    "STRAIGHT": "{name}-high straight",
    "THREE_OF_A_KIND": "three {plural}",
    "TWO_PAIR": "two pair, {plural} and {second_plural}",
    "PAIR": "pair of {plural}",
    "HIGH_CARD": "{name} high",
}

R = TypeVar("R", bound=IntEnum)


@dataclass(frozen=True, slots=True, order=True)
class HandValue(Generic[R]):
    """What a hand is worth: hands that tie have equal values, and the better hand has the greater one.

    `rank` is the category. `ranks` are the card ranks that decide between hands of one category, the most
    significant first; of a straight only its highest card. `strength` numbers the values of a ranking from 0,
    the lowest, without gaps.
    """

    rank: R
    ranks: tuple[int, ...]
    strength: int = field(compare=False)

    def describe(self) -> str:
        """The hand in words: "pair of nines", "two pair, kings and fours", "five-high straight"."""
        first, second = self.ranks[0], self.ranks[1 % len(self.ranks)]
        return _DESCRIPTIONS[self.rank.name].format(
            name=RANK_NAMES[first], plural=RANK_PLURALS[first], second_plural=RANK_PLURALS[second]
        )


V = TypeVar("V", bound=HandValue[Any])


class BestHand(NamedTuple, Generic[V]):
    """The highest value that can be made from some cards, and the cards that make it, highest index first."""

    value: V
    cards: tuple[Card, ...]


class Ranking(Generic[V]):
    """The look-up tables of one ranking: every value of hands of `size` cards, in `values` from lowest to highest.

    `categories` are its kinds of hand in their order. Straights, flushes and what is both of them count only where
    they are among them; a hand with a rank held more than once must be.
    """

    def __init__(self, size: int, value_type: type[V], categories: type[IntEnum], *, ace_low: bool) -> None:
        self.size = size
        self.categories = categories
        self._value_type, self._ace_low = value_type, ace_low
        self._one_suit = frozenset(size * 8**suit for suit in range(len(SUITS)))

    @cached_property
    def _classes(self) -> list[tuple[int, bool, tuple[IntEnum, tuple[int, ...]]]]:
        """Every choice of ranks, by the sum of its weights and whether it is of one suit, with what decides it."""
        return [
            (sum(8**rank for rank in ranks), suited, _classify(ranks, suited, self.categories, self._ace_low))
            for suited, ranks in _rank_selections(self.size)
        ]

    @cached_property
    def _by_decided(self) -> dict[tuple[IntEnum, tuple[int, ...]], V]:
        found = sorted({decided for _, _, decided in self._classes})
        return {decided: self._value_type(*decided, strength) for strength, decided in enumerate(found)}

    # Tables are made when a hand is first looked up: a ranking that is only compared with another costs nothing.

    @cached_property
    def values(self) -> tuple[V, ...]:
        """Every value, from the lowest to the highest."""
        return tuple(self._by_decided.values())

    @cached_property
    def _suited(self) -> dict[int, V]:
        return {key: self._by_decided[decided] for key, suited, decided in self._classes if suited}

    @cached_property
    def _mixed(self) -> dict[int, V]:
        return {key: self._by_decided[decided] for key, suited, decided in self._classes if not suited}

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process, it is the one that process has of the same figures."""
        from pitboss.cards.rankings import ranking_of  # noqa: PLC0415 it is made of this class

        return ranking_of, (self.size, tuple(category.name.lower() for category in self.categories), self._ace_low)

    def look_up(self, key: int) -> V:
        """The value of the hand whose weights have this sum."""
        table = self._suited if key & _SUIT_MASK in self._one_suit else self._mixed
        return table[key >> _SUIT_BITS]

    def evaluate(self, cards: Sequence[Card]) -> V:
        """The value of a hand of just as many cards as the ranking takes."""
        return self.look_up(sum(WEIGHTS[card.index] for card in cards))

    def best(self, cards: Sequence[Card]) -> BestHand[V]:
        """The best hand among these cards; of hands that tie, the one with the highest indexes."""
        if len(cards) < self.size:
            raise ValueError(f"A hand of {self.size} cards cannot be made from {len(cards)}.")
        indexes = sorted([card.index for card in cards], reverse=True)
        if len(set(indexes)) != len(indexes):
            refuse_repeats(cards)
        keys = map(sum, combinations([WEIGHTS[index] for index in indexes], self.size))
        hands = zip(map(self.look_up, keys), combinations(indexes, self.size), strict=True)
        best_value, best_indexes = next(hands)
        for value, hand in hands:
            if value.strength > best_value.strength:
                best_value, best_indexes = value, hand
        return BestHand(best_value, tuple([DECK[index] for index in best_indexes]))


def _rank_selections(size: int) -> Iterator[tuple[bool, tuple[int, ...]]]:
    """All the ranks, descending, that a deck can deal in mixed suits, then all of one suit."""
    descending = range(ACE, -1, -1)
    for ranks in combinations_with_replacement(descending, size):
        if ranks[0] != ranks[-1] or size <= len(SUITS):
            yield False, ranks
    for ranks in combinations(descending, size):
        yield True, ranks


def _classify(
    ranks: tuple[int, ...], suited: bool, categories: type[IntEnum], ace_low: bool
) -> tuple[IntEnum, tuple[int, ...]]:
    """The category of a hand and its deciding ranks."""
    if len(set(ranks)) < len(ranks):
        counts = Counter(ranks)
        # The rank held most often decides first; among ranks held equally often, the higher.
        by_weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
        return categories[_REPEATED[tuple(counts[rank] for rank in by_weight)]], tuple(by_weight)
    high = _straight_high(ranks, ace_low)
    known = categories.__members__
    if high is not None and suited and high == ACE and "ROYAL_FLUSH" in known:
        return categories["ROYAL_FLUSH"], (high,)
    if high is not None and suited and "STRAIGHT_FLUSH" in known:
        return categories["STRAIGHT_FLUSH"], (high,)
    if suited and "FLUSH" in known:
        return categories["FLUSH"], ranks
    if high is not None and "STRAIGHT" in known:
        return categories["STRAIGHT"], (high,)
    return categories["HIGH_CARD"], ranks


def _straight_high(ranks: tuple[int, ...], ace_low: bool) -> int | None:
    """The highest card of the straight made by these different ranks, descending; None if they make none."""
    if ranks[0] - ranks[-1] == len(ranks) - 1:
        return ranks[0]
    # An ace below the deuce: the others run from the deuce up, and the highest of them leads.
    if ace_low and ranks[0] == ACE and ranks[1] == len(ranks) - 2:
        return ranks[1]
    return None
