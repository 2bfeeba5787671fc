"""Cards, and the rankings of poker hands of two to five cards."""

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
from pitboss.cards.ranking import BestHand, HandValue, Ranking
from pitboss.cards.rankings import STANDARD, order_fault, ranking_of

__all__ = [
    "ACE",
    "DECK",
    "RANKS",
    "RANK_NAMES",
    "RANK_PLURALS",
    "STANDARD",
    "SUITS",
    "SUIT_NAMES",
    "BestHand",
    "Card",
    "FiveCardRank",
    "FiveCardValue",
    "FourCardRank",
    "FourCardValue",
    "HandValue",
    "Ranking",
    "best_four",
    "best_of",
    "evaluate",
    "five_card_values",
    "four_card_values",
    "order_fault",
    "parse_cards",
    "ranking_of",
]
