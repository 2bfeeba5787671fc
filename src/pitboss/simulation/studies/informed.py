"""What one deal is worth to a player who knows more than the rules show, by exact count.

A deal is drawn at random; what best play with the knowledge and the usual best play without it are then worth is
counted over all cards to come. The difference is never negative and mostly 0, and usual play is worth the exact value
of the game on average: so the only noise left in a study is which deals were drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class InformedDeal:
    """Own cards, cards known to be out of play, cards seen early at a place, and the table's that lie open anyway.

    All are given by their numbers.
    """

    own: tuple[int, ...]
    dead: tuple[int, ...] = ()
    seen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    shown: tuple[int, ...] = ()


@dataclass(frozen=True)
class Worth:
    """What a deal is worth, in antes: to best play with the knowledge, and to the usual best play without it."""

    best: Fraction
    usual: Fraction

    @property
    def gain(self) -> Fraction:
        """What the knowledge adds."""
        return self.best - self.usual


Valuer = Callable[[InformedDeal], Worth]
