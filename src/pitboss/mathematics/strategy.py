"""The strategy card of a game: a dozen lines at most, found by search, with their exact cost against best play."""

from pitboss.mathematics.answers import CardLine, StrategyCard
from pitboss.mathematics.game import Report, game_of
from pitboss.rulebooks import Terms

__all__ = ["CardLine", "StrategyCard", "strategy_card"]


def strategy_card(terms: Terms, report: Report = lambda _: None) -> StrategyCard:
    """Find the card for these terms; `report` is told how far the search has come."""
    return game_of(terms).strategy_card(report)
