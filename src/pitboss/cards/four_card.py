"""The four-card ranking of Crazy 4 Poker, where three of a kind beats a flush, and four of a kind all."""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

from pitboss.cards.card import Card
from pitboss.cards.ranking import BestHand, HandValue, Ranking


class FourCardRank(IntEnum):
    """The categories of four-card hands, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7


class FourCardValue(HandValue[FourCardRank]):
    """What a four-card hand is worth; there are 2,535 different values."""

    __slots__ = ()


@cache
def _ranking() -> Ranking[FourCardValue]:
    return Ranking(4, FourCardValue, FourCardRank, ace_low=True)


def best_four(cards: Sequence[Card]) -> BestHand[FourCardValue]:
    """The best four of four or more cards, and which they are.

    >>> from pitboss.cards import parse_cards
    >>> best_four(parse_cards("Ac 2d 3h 4s Kc")).value.describe()
    'four-high straight'
    """
    return _ranking().best(cards)


def four_card_values() -> tuple[FourCardValue, ...]:
    """Every value a four-card hand can have, lowest first: a value's place is its strength."""
    return _ranking().values
