"""Hard spots to practise on: positions where the second best option comes close to the best."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.advice import Advice, Position, advise
from pitboss.cards import DECK, Card
from pitboss.rulebooks import Terms

CANDIDATES = 8
Below = Callable[[int], int]
"""A number from 0 up to but not including a limit: where chance comes in."""


@dataclass(frozen=True)
class Spot:
    """A position and what its options are worth."""

    position: Position
    advice: Advice

    @property
    def gap(self) -> Fraction:
        """What the best option is worth more than the next; the smaller, the harder to tell."""
        best, second = sorted(self.advice.options.values(), reverse=True)[:2]
        return best - second


def hard_spot(terms: Terms, below: Below, candidates: int = CANDIDATES) -> Spot:
    """Of some positions dealt at random, the one hardest to decide."""
    return min((_spot(terms, below) for _ in range(candidates)), key=lambda spot: spot.gap)


def _spot(terms: Terms, below: Below) -> Spot:
    position = _dealt(terms, below)
    return Spot(position, advise(terms, position))


def _dealt(terms: Terms, below: Below) -> Position:
    """A position as it could be dealt; bets made so far are of any size the rules allow."""
    if terms.rulebook.duel is not None:
        return Position(_draw(5, below))
    stage = below(len(terms.rulebook.decisions))
    cards = _draw(6, below)
    made = terms.rulebook.decisions[:stage]
    bets = tuple(decision.least + below(decision.most - decision.least + 1) for decision in made)
    return Position(cards[:2], cards[2:4] if stage else (), cards[4:] if stage > 1 else (), bets)


def _draw(count: int, below: Below) -> tuple[Card, ...]:
    left = list(DECK)
    return tuple(left.pop(below(len(left))) for _ in range(count))
