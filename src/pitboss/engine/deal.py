"""The deal: what goes where next, in the document's order for the dealing method in use; and the draw before it."""

from functools import lru_cache
from itertools import takewhile

from pitboss.cards import Card
from pitboss.engine.actions import Deal, DiscardCard, Draw
from pitboss.engine.events import BonusDrawn, CardDiscarded, CardsDealt, CardsLaid, RoundEvent
from pitboss.engine.once import once
from pitboss.engine.state import Phase, Round, refuse, refuse_now
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import DealStep
from pitboss.rulebooks.table_rules import Irregularity, Keying, Remedy

Delivery = tuple[str, int]
"""A place and the number of cards it is given at once."""


@once
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


def step_of(round: Round, ahead: int = 0) -> DealStep:
    """The step of the deal to which the next card or stack, or one so many after it, belongs, or the last one."""
    left, steps = round.deliveries + ahead, round.terms.dealing.steps
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
    if unseen(round) and not (action.cards and round.keyed is None):
        return _lay(round, action)
    if len(action.cards) != count:
        clause = deal_clause(round)
        cards = "1 card" if count == 1 else f"a stack of {count} cards"
        says = f"Deal {cards} to {place} next, not {len(action.cards)}."
        raise refuse(round, clause, place, f"{len(action.cards)} cards", cards, says)
    refuse_seen(round, action.cards)
    return [CardsDealt(place, action.cards)]


def unseen(round: Round) -> bool:
    """Whether the next card or stack may go down without its faces: such as are keyed when they are turned up."""
    return round.keyed is not Keying.DEALT and not step_of(round).face_up


def _lay(round: Round, action: Deal) -> list[RoundEvent]:
    """All that goes face down from here on, at one word; nobody has looked at it."""
    if action.cards:
        tried, allowed = "the faces of cards that lie face down", "them when they are turned up"
        says = "These cards lie face down; key them in when they are turned up."
        raise refuse(round, deal_clause(round), "the deal", tried, allowed, says)
    left = enumerate(deliveries(round)[round.deliveries :])
    return [CardsLaid(*each) for _, each in takewhile(lambda one: not step_of(round, one[0]).face_up, left)]


def discard(round: Round, action: DiscardCard) -> list[RoundEvent]:
    """A card found face up goes to the discard rack unused, where and as often as the document sets one aside."""
    _expected(round, "a discard")
    if set_aside_rule(round) is None:
        clause = round.terms.dealing.order_clause
        allowed, says = "a report of the card: the hands are void", "Report this card instead: the hands are void."
        raise refuse(round, clause, "the deal", "setting a card aside", allowed, says)
    refuse_seen(round, (action.card,))
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
            allowed, says = 'dealing after "no more bets"', 'Cards are dealt only after "no more bets".'
            raise refuse(round, dealing.no_more_bets_clause, "the deal", tried, allowed, says)
        raise refuse_now(round, dealing.order_clause, "the deal", tried, "No card is due now")
    if draw_due(round):
        bonus = round.terms.rulebook.bonuses[0]
        allowed, says = "the draw of the table system first", "The table system draws before the first card is dealt."
        raise refuse(round, bonus.draw_clause, "the deal", tried, allowed, says)
    return expected


def refuse_seen(round: Round, cards: tuple[Card, ...], before: tuple[Card, ...] = ()) -> None:
    """A card is out once; `before` are those that these are keyed in the place of."""
    out = set(round.cards_out) - set(before)
    clause = round.terms.rulebook.table.decks_clause
    for card in cards:
        if card in out or cards.count(card) > 1:
            says = f"{card} is out already; one deck is dealt, so it comes only once."
            raise refuse(round, clause, "the deal", str(card), "a card of the deck that is not out yet", says)


def draw(round: Round, action: Draw) -> list[RoundEvent]:
    """The table system draws the card and the position for which bonuses are offered."""
    rulebook = round.terms.rulebook
    clause = rulebook.bonuses[0].draw_clause if rulebook.bonuses else ""
    if not any(round.terms.offers(bonus.name) for bonus in rulebook.bonuses):
        raise refuse(round, clause, "the table", "a draw", "nothing: no drawn bonus is offered")
    if round.drawn or round.phase is not Phase.DEALING or round.out:
        allowed = 'one draw, after "no more bets" and before the first card'
        raise refuse(round, clause, "the table", "a draw", allowed, f"There is {allowed}.")
    drawn = {"card": action.magic_card, "position": action.lucky_position}
    for bonus in rulebook.bonuses:
        if drawn[bonus.draws] is not None and not round.terms.offers(bonus.name):
            says = f"Nothing is drawn for {bonus.title}: it is not offered."
            raise refuse(round, clause, "the table", f"a draw for {bonus.name}", "nothing: it is not offered", says)
    position = action.lucky_position
    lawful = position is None or position == "dealer" or (isinstance(position, int) and 1 <= position <= rulebook.seats)
    if not lawful:
        allowed = f"1 to {rulebook.seats} or 'dealer'"
        says = f"The lucky position must be {allowed}; {position} was given."
        raise refuse(round, clause, "the table", f"lucky position {position}", allowed, says)
    return [BonusDrawn(action.magic_card, position)]


@once
def draw_due(round: Round) -> bool:
    """Whether the table system must draw before the first card is dealt: nothing it could match has been seen."""
    terms = round.terms
    if round.drawn or round.phase is not Phase.DEALING or round.out:
        return False
    offers = {bonus.on for bonus in terms.rulebook.bonuses if terms.offers(bonus.name)}
    live = (name for seat in round.seats.values() for name in seat.wagers if name not in round.called_off)
    return any(terms.wagers[name].offer in offers for name in live)
