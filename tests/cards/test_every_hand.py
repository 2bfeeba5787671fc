"""Both rankings against the reference, over all 2,598,960 hands of five cards.

Suits are equal in rank, so hands that differ only in which suit is which have one worth: the reference works it out
once for each pattern of suits, while the package's rankings are asked about every single hand.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from cards.reference import (
    PlainCard,
    Worth,
    best_four_worth,
    five_card_worth,
    four_card_worth,
    plain,
)

from pitboss.cards import (
    DECK,
    Card,
    FiveCardRank,
    FiveCardValue,
    FourCardRank,
    FourCardValue,
    HandValue,
    best_four,
    evaluate,
)

# Each choice of five suits, told apart only by which of the cards share one: clubs, hearts, clubs is 0, 1, 0.
SUIT_PATTERNS = {suits: tuple(suits.index(suit) for suit in suits) for suits in product(range(4), repeat=5)}


class Comparison:
    """Hands seen so far: which value goes with which worth, and how many hands have each value."""

    def __init__(self) -> None:
        self.values: dict[Worth, HandValue[Any]] = {}
        self.hands: dict[Worth, int] = {}

    def check(self, hand: Sequence[Card], worth: Worth, value: HandValue[Any]) -> None:
        assert self.values.setdefault(worth, value) is value, f"{hand} is {value}, but its worth is {worth}"
        self.hands[worth] = self.hands.get(worth, 0) + 1
