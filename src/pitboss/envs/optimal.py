"""The strategy that knows best: the option worth most by exact count, some milliseconds for each new position.

In a module of its own, for the mathematics take a second to load.
"""

from itertools import chain

from pitboss.analysis.advice import FOLD, Position, advise
from pitboss.cards import Card
from pitboss.games import RoundView
from pitboss.games.actions import Bet, Fold
from pitboss.rulebooks import Terms


def optimal(seen: RoundView, terms: Terms) -> Bet | Fold:
    """The best decision of the viewer, whose turn it is."""
    assert seen.choice is not None
    assert seen.viewer is not None
    best = advise(terms, _position(seen, terms)).best
    ante = seen.seat(seen.viewer).wagers[seen.choice.base]
    return Fold(seen.viewer) if best == FOLD else Bet(seen.viewer, ante * int(best.removesuffix("x")))


def _position(seen: RoundView, terms: Terms) -> Position:
    assert seen.viewer is not None
    own = seen.seat(seen.viewer)
    if terms.rulebook.duel is not None:
        return Position(own.cards)
    made = terms.rulebook.decisions[: seen.stage]
    bets = tuple(own.wagers[decision.bet].cents // own.wagers[decision.base].cents for decision in made)
    return Position(own.cards, _shown(seen, "left", "right"), _shown(seen, "top", "bottom"), bets)


def _shown(seen: RoundView, *places: str) -> tuple[Card, ...]:
    return tuple(chain.from_iterable(place.cards for name in places if (place := seen.place(name)) is not None))
