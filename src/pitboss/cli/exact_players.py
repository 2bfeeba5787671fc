"""Bots that play by the mathematics: by exact count, or by the strategy card that was searched for their paytable."""

from collections.abc import Callable, Hashable, Sequence

from pitboss.cards import DECK
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.mathematics.advice import Position, advise, best_action, chosen, position_seen
from pitboss.mathematics.game import Player, game_of
from pitboss.mathematics.position import least_choices, places_shown
from pitboss.rulebooks import Terms

Decide = Callable[[RoundView, Terms], PlayerChoice]
Report = Callable[[str], None]


def optimal(terms: Sequence[Terms], report: Report) -> Decide:
    """The option worth most by exact count; what must be compiled for it is compiled now."""
    for one in {item.rulebook.id: item for item in terms}.values():
        report(f"counting for {one.rulebook.id}")
        for stage in range(len(one.rulebook.decisions)):
            advise(one, _position(one, stage))
    return lambda view, terms: best_action(terms, view)


def _position(terms: Terms, stage: int) -> Position:
    """Some position of a decision: the deck's first cards, and the least that went on before."""
    own, shown = dealt_to(terms.dealing)[PLAYERS], sum(count for _, count in places_shown(terms, stage))
    return Position(DECK[:own], DECK[own : own + shown], least_choices(terms, stage))


def card(terms: Sequence[Terms], report: Report) -> Decide:
    """The lines of the strategy card; the search for them, which takes a while, is done now."""
    players: dict[Hashable, Player] = {}
    for one in terms:
        game = game_of(one)
        if game.identity not in players:
            report(f"searching the card of {one.rulebook.id}")
            players[game.identity] = game.card_player(report)

    def decide(view: RoundView, terms: Terms) -> PlayerChoice:
        return chosen(terms, view, players[game_of(terms).identity](position_seen(terms, view)))

    return decide
