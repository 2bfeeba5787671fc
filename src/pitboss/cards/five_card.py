"""The five-card poker ranking, from a high card up to the royal flush."""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

from pitboss.cards.card import Card, refuse_repeats
from pitboss.cards.ranking import WEIGHTS, BestHand, HandValue, Ranking


class FiveCardRank(IntEnum):
    """The categories of five-card hands, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


class FiveCardValue(HandValue[FiveCardRank]):
    """What a five-card hand is worth; there are 7,462 different values."""

    __slots__ = ()


@cache
def _ranking(ace_low: bool) -> Ranking[FiveCardValue]:
    return Ranking(5, FiveCardValue, FiveCardRank, ace_low=ace_low)


def evaluate(cards: Sequence[Card], *, ace_low: bool = True) -> FiveCardValue:
    """The value of five different cards. With `ace_low` False, A-2-3-4-5 is no straight.

    >>> from pitboss.cards import parse_cards
    >>> evaluate(parse_cards("9c 9d Kh 7s 2c")).describe()
    'pair of nines'
    """
    if len(cards) != 5:
        raise ValueError(f"A five-card hand has five cards, not {len(cards)}.")
    a, b, c, d, e = cards
    if len({a.index, b.index, c.index, d.index, e.index}) != 5:
        refuse_repeats(cards)
    return _ranking(ace_low).look_up(
        WEIGHTS[a.index] + WEIGHTS[b.index] + WEIGHTS[c.index] + WEIGHTS[d.index] + WEIGHTS[e.index]
    )


def best_of(cards: Sequence[Card], *, ace_low: bool = True) -> BestHand[FiveCardValue]:
    """The best five of five or more cards, and which they are."""
    return _ranking(ace_low).best(cards)


def five_card_values(*, ace_low: bool = True) -> tuple[FiveCardValue, ...]:
    """Every value a five-card hand can have, lowest first: a value's place is its strength."""
    return _ranking(ace_low).values
