"""The strategy card of a Crazy-4-shaped game: from which hand up to raise and to play, and one who goes by it."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from pitboss.cards import best_four, four_card_values
from pitboss.mathematics.answers import CardLine, StrategyCard
from pitboss.mathematics.crazy_four import strategy
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays
from pitboss.mathematics.position import FOLD, Position
from pitboss.mathematics.strategy_rules import EVERYTHING_ELSE
from pitboss.rulebooks import Terms

WHICH_CARDS = "Hands are the best four of your five cards."


def strategy_card(terms: Terms, game: CrazyFourPays, best_ev: Fraction) -> StrategyCard:
    """The best two hands to raise and to play from, in words."""
    rules = strategy.find(game)
    result = strategy.evaluate(game, rules)
    lines = _lines(game, rules)
    return StrategyCard(terms, lines, (WHICH_CARDS,), result.ev, best_ev, result.average_wager)


def _lines(game: CrazyFourPays, rules: strategy.CrazyFourRules) -> tuple[CardLine, ...]:
    least, most = game.sizes.ends
    floors = {game.largest_play: max(rules.raises, game.raising)}
    if least < most < game.largest_play and rules.raises < game.raising:
        floors[most] = rules.raises
    floors.setdefault(least, rules.plays)
    return (
        *(CardLine("Play", f"{size}x", strategy.floor_text(floor)) for size, floor in floors.items()),
        CardLine("Play", FOLD, EVERYTHING_ELSE),
    )


def line_reader(game: CrazyFourPays) -> Callable[[Position], CardLine]:
    """Which line applies in any position: the one that has the hand play as much."""
    play, lines = reader(game), _lines(game, strategy.find(game))

    def read(position: Position) -> CardLine:
        size = play(position)
        return next(line for line in lines if line.action == (f"{size}x" if size else FOLD))

    return read


def reader(game: CrazyFourPays) -> Callable[[Position], int]:
    """One who goes by the card: the Play Wager in any position, in times its base; 0 folds."""
    rules = strategy.find(game)

    def play(position: Position) -> int:
        strength = four_card_values().index(best_four(position.cards).value)
        return int(strategy.plays_of(game, rules, np.array([strength], np.uint16))[0])

    return play
