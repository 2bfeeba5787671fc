"""The main game solved exactly: value, strategy shares, distribution; by a fast solver, or by the one for any game."""

from pitboss.mathematics.answers import MainGame
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import Progress, game_of
from pitboss.mathematics.known import Known
from pitboss.mathematics.refusal import too_large
from pitboss.rulebooks import Terms

__all__ = ["MainGame", "Progress", "distribution", "solve"]


def solve(terms: Terms, known: Known | None = None, progress: Progress | None = None) -> MainGame:
    """The main game under optimal play, with what the player knows beforehand, if anything.

    `Refused` where odds are so large or so fine that 64-bit sums would not hold, or the game is out of reach.
    """
    try:
        return game_of(terms).solve(known or Known(), progress)
    except ValueError as error:
        raise too_large(terms, error) from error


def distribution(terms: Terms, known: Known | None = None) -> Distribution:
    """The exact distribution of a round's net result, in antes, under optimal play."""
    return game_of(terms).distribution(known or Known())
