"""What to do now: the exact value of every option in any position of a game, in units of one ante."""

from itertools import chain

from pitboss.engine import Round, RoundView, view
from pitboss.engine.actions import Bet, Check, Fold, PlayerChoice, Withdraw
from pitboss.mathematics import position
from pitboss.mathematics.answers import Advice
from pitboss.mathematics.game import game_of
from pitboss.mathematics.position import (
    Position,
    choices_made,
    deciding,
    parse_position,
    places_shown,
    refuse_impossible,
    times_of,
)
from pitboss.mathematics.refusal import refused
from pitboss.rulebooks import Terms

__all__ = ["Advice", "Position", "advise", "advise_round", "best_action", "chosen", "parse_position", "position_seen"]


def advise(terms: Terms, at: Position) -> Advice:
    """Every option of the decision at hand; `Refused` where the position cannot arise, or is out of reach."""
    refuse_impossible(terms, at)
    try:
        options = game_of(terms).options(at)
    except ValueError as error:
        says = f"This cannot be dealt: {error}."
        raise refused(terms, "position", str(error), "a position that can be dealt", says=says) from error
    return Advice(terms.rulebook.decisions[at.stage].key, options)


def advise_round(round: Round, seat: int) -> Advice:
    """The same for a seat of a round, from nothing but what that seat may see."""
    return advise(round.terms, position_seen(round.terms, view(round, seat)))


def position_seen(terms: Terms, seen: RoundView) -> Position:
    """What the viewer sees when about to decide; `Refused` where there is no decision to make."""
    own = deciding(terms, seen)
    others = chain.from_iterable(other.cards for other in seen.seats if other.seat != own.seat)
    due = [place for place, _ in places_shown(terms, seen.stage)]
    open_ = {place.place: place.cards for place in seen.places if place.cards}
    early = {place: cards for place, cards in open_.items() if place not in due}
    shown = tuple(chain.from_iterable(open_.get(place, ()) for place in due))
    known = game_of(terms).known((*seen.discards, *others), early)
    return Position(own.cards, shown, choices_made(terms, seen, own), known, own.wagers)


def best_action(terms: Terms, seen: RoundView) -> PlayerChoice:
    """The viewer's best decision; `Refused` where there is none to make."""
    return chosen(terms, seen, advise(terms, position_seen(terms, seen)).best)


def chosen(terms: Terms, seen: RoundView, choice: str) -> PlayerChoice:
    """The viewer's choice by its name; a bet is so many times its base."""
    own = deciding(terms, seen)
    assert seen.choice is not None
    match choice:
        case position.FOLD:
            return Fold(own.seat)
        case position.CHECK:
            return Check(own.seat)
        case position.WITHDRAW:
            return Withdraw(own.seat)
    return Bet(own.seat, seen.choice.base * times_of(choice))
