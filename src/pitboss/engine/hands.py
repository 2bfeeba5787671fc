"""Hands: the best that can be made of the cards at a rulebook's places, whose they are, and how they compare."""

from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.cards import Card, HandValue, Ranking
from pitboss.engine.state import Round, Seat, place_of
from pitboss.rulebooks.parts import OWN, Duel, Hand, Wager
from pitboss.rulebooks.paytable import Paytable

Value = HandValue[Any]


class Made(NamedTuple):
    """A hand that was made: its value, the cards that form it, and whose it is where that is told."""

    value: Value
    cards: tuple[Card, ...]
    holder: str = ""

    def describe(self) -> str:
        """The hand in words."""
        words = self.value.describe()
        return f"{self.holder}: {words}" if self.holder else words


class Outcome(StrEnum):
    """A player's hand against the dealer's."""

    NOT_QUALIFIED = "not_qualified"
    LOWER = "lower"
    HIGHER = "higher"
    TIE = "tie"


class FaceDown(Exception):
    """A hand is asked for of which nobody has seen a card."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


def made(round: Round, seat: Seat, name: str) -> Made:
    """The hand of that name, of a player or of the table."""
    hand = round.terms.hand(name)
    value, cards = _best(round.terms.ranking(hand.ranking), hand_cards(round, seat, hand))
    return Made(value, cards, hand.holder or "")


@lru_cache(maxsize=4096)  # every wager on a hand asks for it, and every seat for the dealer's
def _best(ranking: Ranking[Value], cards: tuple[Card, ...]) -> tuple[Value, tuple[Card, ...]]:
    return (ranking.evaluate(cards), cards) if len(cards) == ranking.size else ranking.best(cards)


def hand_cards(round: Round, seat: Seat, hand: Hand) -> tuple[Card, ...]:
    """All the cards that a hand is the best of."""
    if round.laid:
        places = (place_of(seat.number) if place == OWN else place for place in hand.places)
        for place in places:
            if place in round.laid:
                raise FaceDown(place)
    cards: tuple[Card, ...] = ()
    for place in hand.places:
        cards += seat.cards if place == OWN else round.places[place]
    return cards


def deciding_hand(round: Round, seat: Seat, wager: Wager) -> Made:
    """The hand that decides a wager: of several the best, of equal ones the first."""
    return max((made(round, seat, name) for name in wager.hands), key=lambda hand: hand.value)


def everyones_best(round: Round, wager: Wager, table: Paytable) -> Made:
    """Of the hands of the table and of every player still in, the one that stands highest in a paytable.

    A table may order hands otherwise than their ranking does, so its lines decide first.
    """
    found = []
    for name in wager.hands:
        if round.terms.hand(name).is_players:
            found += [made(round, seat, name)._replace(holder=f"seat {seat.number}") for seat in round.playing]
        else:
            found.append(made(round, Seat(0), name))

    def standing(hand: Made) -> tuple[int, Value]:
        line = table.line_for(hand.value)
        return (-table.lines.index(line) if line else -len(table.lines), hand.value)

    return max(found, key=standing)


def compared(round: Round, seat: Seat, duel: Duel) -> Outcome:
    """A player's hand against the dealer's, whether or not that qualifies."""
    own, other = made(round, seat, duel.hand).value, made(round, seat, duel.against).value
    if own == other:
        return Outcome.TIE
    return Outcome.HIGHER if own > other else Outcome.LOWER


def qualifies(round: Round, seat: Seat, duel: Duel) -> bool:
    """Whether the dealer's hand is good enough to play."""
    return duel.qualifier is None or duel.qualifier.met_by(made(round, seat, duel.against).value)
