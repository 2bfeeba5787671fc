"""The deal: what goes where next, in the document's order for the dealing method in use."""

from functools import lru_cache

from pitboss.cards import Card
from pitboss.games.actions import Deal, DiscardCard
from pitboss.games.events import CardDiscarded, CardsDealt, RoundEvent
from pitboss.games.refusing import refuse
from pitboss.games.state import Phase, Round
from pitboss.rulebooks import Terms

Delivery = tuple[str, int]
"""A place and the number of cards it is given at once."""


def deliveries(round: Round) -> tuple[Delivery, ...]:
    """The whole deal: one card or stack after the other."""
    return _order(round.terms, tuple(sorted(round.seats)))


@lru_cache(maxsize=4096)  # asked for at every step of a round, and the same until its end
def _order(terms: Terms, seats: tuple[int, ...]) -> tuple[Delivery, ...]:
    found: list[Delivery] = []
    for step in terms.dealing.steps:
        for _ in range(step.times):
            for to in step.to:
                places = [f"seat {seat}" for seat in seats] if to == "players" else [to]
                found += [(place, step.cards) for place in places]
    return tuple(found)


def next_delivery(round: Round) -> Delivery | None:
    """What the dealer deals next; None when the deal is over or has not begun."""
    if round.phase is not Phase.DEALING:
        return None
    return deliveries(round)[round.deliveries]


def dealt(round: Round) -> bool:
    """Whether the deal is over: no player touches a card before."""
    return round.phase is not Phase.WAGERS and round.deliveries == len(deliveries(round))


def deal(round: Round, action: Deal) -> list[RoundEvent]:
    """The dealer delivers a card or a stack."""
    place, count = _expected(round, "a card")
    if len(action.cards) != count:
        clause = round.terms.dealing.order_clause
        cards = "1 card" if count == 1 else f"a stack of {count} cards"
        raise refuse(round, clause, place, f"{len(action.cards)} cards", cards)
    _refuse_seen(round, action.cards)
    return [CardsDealt(place, action.cards)]


def discard(round: Round, action: DiscardCard) -> list[RoundEvent]:
    """A card found face up goes to the discard rack unused."""
    _expected(round, "a discard")
    _refuse_seen(round, (action.card,))
    return [CardDiscarded(action.card)]


def _expected(round: Round, tried: str) -> Delivery:
    expected = next_delivery(round)
    if expected is None:
        dealing = round.terms.dealing
        if round.phase is Phase.WAGERS:
            raise refuse(round, dealing.no_more_bets_clause, "the deal", tried, 'dealing after "no more bets"')
        raise refuse(round, dealing.order_clause, "the deal", tried, f"nothing: the round is in {round.phase}")
    return expected


def _refuse_seen(round: Round, cards: tuple[Card, ...]) -> None:
    out = set(round.cards_out)
    clause = round.terms.rulebook.table.decks_clause
    for card in cards:
        if card in out or cards.count(card) > 1:
            raise refuse(round, clause, "the deal", str(card), "a card of the deck that is not out yet")
