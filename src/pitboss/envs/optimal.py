"""The strategy that knows best: the option worth most by exact count, some milliseconds for each new position.

In a module of its own, for the mathematics take a second to load.
"""

from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.mathematics.advice import best_action
from pitboss.rulebooks import Terms


def optimal(seen: RoundView, terms: Terms) -> PlayerChoice:
    """The best decision of the viewer, whose turn it is."""
    return best_action(terms, seen)
