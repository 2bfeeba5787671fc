"""One door to the mathematics of every game: what can be asked of it, and which solver answers.

A game of the shape of Criss-Cross Poker or of Crazy 4 Poker is answered by kernels of its own, any other by the solver
for whatever can be compiled. Each of the three is loaded when a game first asks for it.
"""

# ruff: noqa: PLC0415 a solver loads its kernels, and nobody waits for those of another game

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from pitboss.cards import Card
from pitboss.mathematics.answers import CardLine, MainGame, RoundResult, Shares, StrategyCard, WagerSums
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.known import Known
from pitboss.mathematics.opening_chart import Opening
from pitboss.mathematics.position import Position
from pitboss.mathematics.shape import CrazyFourShape, CrissCrossShape, shape_of
from pitboss.mathematics.side_odds import Question
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager

Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much."""
Report = Callable[[str], None]
"""Is told in words what is being done."""
Player = Callable[[Position], str]
"""Chooses an option, by its name, in any position."""
Reader = Callable[[Position], CardLine]
"""Says which line of a strategy card applies in any position."""


class Game(Protocol):
    """What is known of a game under its terms; `Refused` in one line where something is not."""

    @property
    def exposable(self) -> Mapping[str, int]:
        """Where cards may be known early, by the names people give these places, and how many lie there."""

    @property
    def cards(self) -> int:
        """How many cards a round of one player takes."""

    @property
    def effort(self) -> str | None:
        """What it takes to solve the game, in words; nothing where that is a matter of a second."""

    @property
    def method(self) -> str:
        """How its deals are counted, for a sheet that says so; it goes on after their number."""

    @property
    def identity(self) -> Hashable:
        """All that the value of the main game depends on."""

    @property
    def joinable(self) -> Sequence[str]:
        """The side wagers that can be counted together with the main game."""

    def solve(self, known: Known, progress: Progress | None) -> MainGame:
        """The main game under best play."""

    def distribution(self, known: Known) -> Distribution:
        """What a round of it nets, in antes."""

    @property
    def deals(self) -> int:
        """How many equally likely deals there are."""

    def wager_sums(self) -> Mapping[str, WagerSums]:
        """What becomes of every wager of the main game, and of the bonuses on them, under best play."""

    def known(self, dead: tuple[Card, ...], early: Mapping[str, tuple[Card, ...]]) -> Known:
        """What follows from dead cards and from cards that lie open at places before their time."""

    def options(self, position: Position) -> Shares:
        """What every option of the decision at hand is worth."""

    def opening(self) -> Opening:
        """What to do with each hand at the first decision."""

    def strategy_card(self, report: Report) -> StrategyCard:
        """A few lines to play by, found by search, with their exact cost."""

    def card_player(self, report: Report) -> Player:
        """A player who goes by these lines."""

    def card_reader(self, report: Report) -> Reader:
        """Who says which of these lines applies in a position."""

    def round_result(self, asked: Question, ante: Amount, sides: Sequence[Wager]) -> RoundResult:
        """A round's net result in dollars with side wagers of the stakes asked."""


@lru_cache(maxsize=64)
def game_of(terms: Terms) -> Game:
    """The game under these terms."""
    shape = shape_of(terms)
    if isinstance(shape, CrissCrossShape):
        from pitboss.mathematics.criss_cross.game import CrissCrossGame

        return CrissCrossGame(terms, shape)
    if isinstance(shape, CrazyFourShape):
        from pitboss.mathematics.crazy_four.game import CrazyFourGame

        return CrazyFourGame(terms, shape)
    from pitboss.mathematics.any_game.game import AnyGame

    return AnyGame(terms, shape.why)


def dollars(amount: Amount) -> Fraction:
    """An amount as a number of dollars."""
    return Fraction(amount.cents, 100)
