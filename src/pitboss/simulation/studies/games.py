"""One door to what the studies ask of a game; nobody else here asks which game it is."""

# ruff: noqa: PLC0415 a game loads its kernels, and nobody waits for those of another

from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from pitboss.mathematics.shape import CrazyFourShape, CrissCrossShape, shape_of
from pitboss.rulebooks import Terms
from pitboss.simulation.studies.informed import InformedDeal, Worth
from pitboss.simulation.studies.misreading import Dealer, SettledResults


class Studied(Protocol):
    """A game under its terms; `Refused` in one line where it is out of reach."""

    @property
    def ev(self) -> Fraction:
        """What the main game is worth under best play, in antes."""

    def value(self, deal: InformedDeal) -> Worth:
        """What a deal is worth to one who knows more, and to usual best play."""

    def misread(self, dealer: Dealer) -> SettledResults:
        """Rounds of best play as a dealer settles them."""


@lru_cache(maxsize=4)
def studied(terms: Terms) -> Studied:
    """The game under these terms."""
    shape = shape_of(terms)
    if isinstance(shape, CrissCrossShape):
        from pitboss.simulation.studies.criss_cross import CrissCrossStudied

        return CrissCrossStudied(terms)
    if isinstance(shape, CrazyFourShape):
        from pitboss.simulation.studies.crazy_four import CrazyFourStudied

        return CrazyFourStudied(terms)
    from pitboss.simulation.studies.any_game import AnyStudied

    return AnyStudied(terms)
