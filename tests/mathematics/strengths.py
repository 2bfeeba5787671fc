"""Where kinds of five-card hands begin among all strengths, from how many hands there are below."""

from enum import IntEnum


class FiveCard(IntEnum):
    """The lowest strength of the named kinds of five-card hand."""

    NOTHING = 0
    PAIR = 1277  # C(13,5) - 10 straights
    TWO_PAIR = PAIR + 13 * 220
    THREE_OF_A_KIND = TWO_PAIR + 78 * 11
    STRAIGHT = THREE_OF_A_KIND + 13 * 66
    FLUSH = STRAIGHT + 10
    FULL_HOUSE = FLUSH + 1277
    FOUR_OF_A_KIND = FULL_HOUSE + 13 * 12
    STRAIGHT_FLUSH = FOUR_OF_A_KIND + 13 * 12
    ROYAL_FLUSH = STRAIGHT_FLUSH + 9
