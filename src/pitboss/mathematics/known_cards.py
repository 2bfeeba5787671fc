"""Cards known before the round, from text: dead ones, exposed ones, and places that are seen whatever lies there."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from pitboss.cards import Card, parse_cards
from pitboss.engine.places import dealt_to
from pitboss.mathematics.game import game_of
from pitboss.mathematics.known import Known
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import Other, shape_of
from pitboss.rulebooks import Terms


def known_from(terms: Terms, dead: str = "", exposed: Sequence[str] = ()) -> Known:
    """What is known, from text: dead cards "7h 7d"; exposed places "middle" or cards "middle=Ks", "across=Ks Qd"."""
    lawful = game_of(terms).exposable if exposed else {}
    cards: dict[str, tuple[Card, ...]] = {}
    places: Counter[str] = Counter()
    for text in exposed:
        place, named, shown = text.partition("=")
        if place not in lawful:
            raise refused(
                terms,
                "known cards",
                f"exposed {place or 'nothing'}",
                f"one of {', '.join(lawful)}" if lawful else "dead cards only (all others lie open)",
            )
        if named and not shown.strip():
            raise refused(terms, "known cards", f"exposed {text}", f"{place}=Ks, or {place} alone for any card")
        if named:
            cards[place] = cards.get(place, ()) + _cards(terms, shown)
        else:
            places[place] += 1
        if len(cards.get(place, ())) > lawful[place] or places[place] > lawful[place]:
            raise refused(terms, "known cards", f"more {place} cards than there are", f"at most {lawful[place]}")
    if cards and places:
        raise refused(terms, "known cards", "named and unnamed exposed cards together", "one or the other")
    known = Known(_cards(terms, dead), cards, places)
    seen = [*known.dead, *chain.from_iterable(cards.values())]
    for card, times in Counter(seen).items():
        if times > 1:
            raise refused(terms, "known cards", f"{card} known twice", "each card once")
    _refuse_short_deck(terms, known)
    return known


def _refuse_short_deck(terms: Terms, known: Known) -> None:
    shape = shape_of(terms)
    needed = sum(dealt_to(terms.dealing).values()) if isinstance(shape, Other) else shape.cards
    if known.deck.bit_count() < needed:
        raise refused(terms, "known cards", f"{len(known.dead)} dead cards", f"at least {needed} cards left to deal")


def _cards(terms: Terms, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text) if text.strip() else ()
    except ValueError as error:
        raise refused(terms, "known cards", f"cards '{text}' ({error})", "cards such as 7h Kd, each once") from error
