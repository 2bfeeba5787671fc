"""Cards whose faces are keyed when they are turned up: nobody has looked at one that lies face down.

What must be known next is found by trying: the next step is worked out, and the first hand it asks for that nobody has
seen is what has to be turned up. So no list of wagers and their hands is kept beside the recipes.
"""

from pitboss.cards import Card
from pitboss.engine import decisions
from pitboss.engine.actions import Reveal
from pitboss.engine.deal import Delivery, refuse_seen
from pitboss.engine.decisions import current_decision, to_act
from pitboss.engine.events import FacesKeyed, RoundEvent
from pitboss.engine.evolve import replay
from pitboss.engine.hands import FaceDown
from pitboss.engine.settle import current_turn, turn_events
from pitboss.engine.state import Phase, Round, place_of, refuse
from pitboss.money import Amount


def faces_due(round: Round) -> tuple[Delivery, ...]:
    """The places and seats whose cards must be turned up and keyed before the round goes on, and how many each has."""
    if not round.laid:
        return ()
    if round.phase is Phase.REVEAL:
        return tuple((place, round.laid[place]) for place in current_decision(round).reveals if place in round.laid)
    turn = current_turn(round)
    if turn is None:
        return ()
    try:
        turn_events(round, turn, dict.fromkeys(round.terms.meters, Amount.ZERO))
    except FaceDown as hidden:
        return ((hidden.place, round.laid[hidden.place]),)
    return ()


def face_clause(round: Round) -> str:
    """By which clause cards are turned up now, or else lie face down as they were dealt."""
    turn = current_turn(round)
    if turn is not None:
        return turn.step.clause
    return current_decision(round).reveal_clause if round.phase is Phase.REVEAL else round.terms.dealing.order_clause


def may_show(round: Round) -> Delivery | None:
    """The hand that a player in turn may show, to be allowed the larger bet that a strong one brings."""
    seat = to_act(round)
    place = place_of(seat) if seat is not None else ""
    if place not in round.laid or current_decision(round).raised is None:
        return None
    return place, round.laid[place]


def reveal(round: Round, action: Reveal) -> list[RoundEvent]:
    """The dealer turns cards up, and keys those whose faces nobody has seen yet."""
    keyed = _keyed(round, action.cards)
    if keyed and round.phase is not Phase.REVEAL:
        return keyed
    left = [place for place, _ in faces_due(round) if place not in action.cards]
    if left:
        allowed = f"the cards of {left[0]}"
        raise refuse(round, face_clause(round), left[0], "turning cards up without their faces", allowed)
    return [*keyed, *decisions.reveal(replay(round, keyed), action)]


def _keyed(round: Round, given: dict[str, tuple[Card, ...]]) -> list[RoundEvent]:
    found: list[RoundEvent] = []
    wanted = dict([*faces_due(round), *filter(None, [may_show(round)]), *_again(round)])
    clause = face_clause(round)
    for place in given:
        if place not in wanted:
            allowed = " or ".join(f"the cards of {name}" for name in wanted) or "nothing: no card is turned up now"
            raise refuse(round, clause, place, "the faces of its cards", allowed)
    for place in filter(given.__contains__, wanted):  # in the document's order, however they were given
        cards = given[place]
        if len(cards) != wanted[place]:
            tried = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
            raise refuse(round, clause, place, tried, f"{wanted[place]}, as many as lie there")
        before = round.seats[int(place.removeprefix("seat "))].cards if place.startswith("seat ") else ()
        refuse_seen(round, cards, before)
        found.append(FacesKeyed(place, cards))
        round = replay(round, found[-1:])
    return found


def _again(round: Round) -> list[Delivery]:
    """The hand in turn to be settled, or shown for a bet: keyed wrongly, it is put right until it counts."""
    turn = current_turn(round)
    number = turn.seat.number if turn is not None else to_act(round)
    place = place_of(number) if number is not None else ""
    shown_for_a_bet = turn is not None and any(decision.raised for decision in round.terms.rulebook.decisions)
    if place not in round.turned or number in round.opened or shown_for_a_bet:
        return []
    assert number is not None
    return [(place, len(round.seats[number].cards))]
