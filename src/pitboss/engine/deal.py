"""The deal: what goes where next, in the document's order for the dealing method in use; and the draw before it."""

from functools import lru_cache

from pitboss.cards import Card
from pitboss.engine.actions import Deal, DiscardCard, Draw
from pitboss.engine.events import BonusDrawn, CardDiscarded, CardsDealt, RoundEvent
from pitboss.engine.state import Phase, Round, refuse
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import DealStep
from pitboss.rulebooks.table_rules import Irregularity, Remedy

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


def step_of(round: Round) -> DealStep:
    """The step of the deal to which the next card or stack belongs, or the last one."""
    left, steps = round.deliveries, round.terms.dealing.steps
    for step in steps:
        places = sum(len(round.seats) if to == "players" else 1 for to in step.to)
        left -= places * step.times
        if left < 0:
            return step
    return steps[-1]


def deal_clause(round: Round) -> str:
    """The clause under which the next card or stack is dealt."""
    return step_of(round).clause or round.terms.dealing.order_clause


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
        clause = deal_clause(round)
        cards = "1 card" if count == 1 else f"a stack of {count} cards"
        raise refuse(round, clause, place, f"{len(action.cards)} cards", cards)
    _refuse_seen(round, action.cards)
    return [CardsDealt(place, action.cards)]


def discard(round: Round, action: DiscardCard) -> list[RoundEvent]:
    """A card found face up goes to the discard rack unused, where and as often as the document sets one aside."""
    _expected(round, "a discard")
    if set_aside_rule(round) is None:
        clause = round.terms.dealing.order_clause
        raise refuse(round, clause, "the deal", "setting a card aside", "a report of the card: the hands are void")
    _refuse_seen(round, (action.card,))
    return [CardDiscarded(action.card)]


def set_aside_rule(round: Round) -> Irregularity | None:
    """The rule by which the next card found face up is set aside; None where the hands are void instead."""
    for rule in round.terms.rulebook.table.irregularities:
        if Remedy.DISCARD_CARD in rule.remedies:
            return None if rule.again and round.discards else rule
    return None


def _expected(round: Round, tried: str) -> Delivery:
    expected = next_delivery(round)
    if expected is None:
        dealing = round.terms.dealing
        if round.phase is Phase.WAGERS:
            raise refuse(round, dealing.no_more_bets_clause, "the deal", tried, 'dealing after "no more bets"')
        raise refuse(round, dealing.order_clause, "the deal", tried, f"nothing: the round is in {round.phase}")
    if draw_due(round):
        bonus = round.terms.rulebook.bonuses[0]
        raise refuse(round, bonus.draw_clause, "the deal", tried, "the draw of the table system first")
    return expected


def _refuse_seen(round: Round, cards: tuple[Card, ...]) -> None:
    out = set(round.cards_out)
    clause = round.terms.rulebook.table.decks_clause
    for card in cards:
        if card in out or cards.count(card) > 1:
            raise refuse(round, clause, "the deal", str(card), "a card of the deck that is not out yet")


def draw(round: Round, action: Draw) -> list[RoundEvent]:
    """The table system draws the card and the position for which bonuses are offered."""
    rulebook = round.terms.rulebook
    clause = rulebook.bonuses[0].draw_clause if rulebook.bonuses else ""
    if not any(round.terms.offers(bonus.name) for bonus in rulebook.bonuses):
        raise refuse(round, clause, "the table", "a draw", "nothing: no drawn bonus is offered")
    if round.drawn or round.phase is not Phase.DEALING or round.cards_out:
        raise refuse(round, clause, "the table", "a draw", 'one draw, after "no more bets" and before the first card')
    drawn = {"card": action.magic_card, "position": action.lucky_position}
    for bonus in rulebook.bonuses:
        if drawn[bonus.draws] is not None and not round.terms.offers(bonus.name):
            raise refuse(round, clause, "the table", f"a draw for {bonus.name}", "nothing: it is not offered")
    position = action.lucky_position
    lawful = position is None or position == "dealer" or (isinstance(position, int) and 1 <= position <= rulebook.seats)
    if not lawful:
        raise refuse(round, clause, "the table", f"lucky position {position}", f"1 to {rulebook.seats} or 'dealer'")
    return [BonusDrawn(action.magic_card, position)]


def draw_due(round: Round) -> bool:
    """Whether the table system must draw before the first card is dealt: nothing it could match has been seen."""
    terms = round.terms
    if round.drawn or round.phase is not Phase.DEALING or round.cards_out:
        return False
    offers = {bonus.on for bonus in terms.rulebook.bonuses if terms.offers(bonus.name)}
    live = (name for seat in round.seats.values() for name in seat.wagers if name not in round.called_off)
    return any(terms.wagers[name].offer in offers for name in live)
