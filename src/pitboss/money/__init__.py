"""Money: exact amounts, what paytable lines pay, and percentages."""

from pitboss.money.amount import Amount
from pitboss.money.odds import (
    Fixed,
    For,
    InexactPayoutError,
    MeterShare,
    Odds,
    Push,
    To,
    parse_odds,
    winnings,
)
from pitboss.money.rate import MICROCENTS_PER_CENT, Rate

__all__ = [
    "MICROCENTS_PER_CENT",
    "Amount",
    "Fixed",
    "For",
    "InexactPayoutError",
    "MeterShare",
    "Odds",
    "Push",
    "Rate",
    "To",
    "parse_odds",
    "winnings",
]
