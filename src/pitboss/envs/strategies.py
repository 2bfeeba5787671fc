"""Players for the seats that are not learning: each decides by what its own seat may see, and by nothing else."""

from collections.abc import Callable

from pitboss.engine import RoundView
from pitboss.engine.actions import Bet, PlayerChoice
from pitboss.rulebooks import Terms

Strategy = Callable[[RoundView, Terms], PlayerChoice]


def least_bet(seen: RoundView, terms: Terms) -> PlayerChoice:
    """Stays in with the least bet, whatever the cards."""
    assert seen.choice is not None
    assert seen.viewer is not None
    if seen.choice.bet is None:
        return seen.choice.passive(seen.viewer)
    return Bet(seen.viewer, seen.choice.least)
