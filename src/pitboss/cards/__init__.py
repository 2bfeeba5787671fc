"""Cards, and the four-card and five-card rankings of poker hands."""

from pitboss.cards.card import (
    ACE,
    DECK,
    RANK_NAMES,
    RANK_PLURALS,
    RANKS,
    SUIT_NAMES,
    SUITS,
    Card,
    parse_cards,
)
from pitboss.cards.five_card import FiveCardRank, FiveCardValue, best_of, evaluate, five_card_values
from pitboss.cards.four_card import FourCardRank, FourCardValue, best_four, four_card_values
from pitboss.cards.ranking import BestHand, HandValue

__all__ = [
    "ACE",
    "DECK",
    "RANKS",
    "RANK_NAMES",
    "RANK_PLURALS",
    "SUITS",
    "SUIT_NAMES",
    "BestHand",
    "Card",
    "FiveCardRank",
    "FiveCardValue",
    "FourCardRank",
    "FourCardValue",
    "HandValue",
    "best_four",
    "best_of",
    "evaluate",
    "five_card_values",
    "four_card_values",
    "parse_cards",
]
