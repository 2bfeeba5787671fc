"""Bots that play by the mathematics: by exact count, or by the strategy card that was searched for their paytable."""

from collections.abc import Callable

from pitboss.cards import DECK
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.mathematics.advice import Position, advise, best_action, chosen, position_seen
from pitboss.mathematics.game import game_of
from pitboss.mathematics.position import least_choices, places_shown
from pitboss.rulebooks import Terms

Decide = Callable[[RoundView, Terms], PlayerChoice]
Report = Callable[[str], None]


def optimal(terms: Terms, report: Report) -> Decide:
    """The option worth most by exact count; what must be compiled for it is compiled now."""
    report(f"counting for {terms.rulebook.id}")
    for stage in range(len(terms.rulebook.decisions)):
        advise(terms, _position(terms, stage))
    return lambda view, terms: best_action(terms, view)


def _position(terms: Terms, stage: int) -> Position:
    """Some position of a decision: the deck's first cards, and the least that went on before."""
    own, shown = dealt_to(terms.dealing)[PLAYERS], sum(count for _, count in places_shown(terms, stage))
    return Position(DECK[:own], DECK[own : own + shown], least_choices(terms, stage))


def card(terms: Terms, report: Report) -> Decide:
    """The lines of the strategy card; the search for them, which takes a while, is done now."""
    report(f"searching the card of {terms.rulebook.id}")
    player = game_of(terms).card_player(report)
    return lambda view, terms: chosen(terms, view, player(position_seen(terms, view)))
