"""Players for the seats that are not learning: each decides by what its own seat may see, and by nothing else."""

from collections.abc import Callable

from pitboss.games import RoundView
from pitboss.games.actions import Bet, Fold
from pitboss.rulebooks import Terms

Strategy = Callable[[RoundView, Terms], Bet | Fold]


def least_bet(seen: RoundView, terms: Terms) -> Bet | Fold:
    """Stays in with the least bet, whatever the cards."""
    assert seen.choice is not None
    assert seen.viewer is not None
    return Bet(seen.viewer, seen.choice.least)
