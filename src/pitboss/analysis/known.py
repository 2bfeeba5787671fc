"""What a player knows before the round that the rules would not show: dead cards and exposed ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from pitboss.analysis.kernels.criss_cross_deals import DECK as FULL_DECK
from pitboss.analysis.kernels.criss_cross_deals import Given, mask_of
from pitboss.analysis.refusing import refused
from pitboss.cards import Card, parse_cards
from pitboss.rulebooks import Terms

CRISS_CROSS_PLACES = {"across": 2, "down": 2, "middle": 1}
CRAZY_FOUR_PLACES = {"dealer": 5}


@dataclass(frozen=True)
class Known:
    """Cards out of play, cards seen at a place, and places seen whatever card lies there."""

    dead: tuple[Card, ...] = ()
    cards: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    places: Counter[str] = field(default_factory=Counter)

    @property
    def deck(self) -> int:
        """The cards that may be dealt, as bits."""
        return FULL_DECK & ~mask_of(*(card.index for card in self.dead))

    def given(self) -> Given:
        """The same for the Criss-Cross kernels."""
        return Given(self.deck, self._mask("across"), self._mask("down"), self._mask("middle"))

    def criss_cross_places(self) -> dict[str, int]:
        """How many cards of each place are seen, whatever they are."""
        return {name: self.places[name] for name in CRISS_CROSS_PLACES}

    def dealer_cards(self) -> int:
        """The dealer's cards seen, as bits."""
        return self._mask("dealer")

    def _mask(self, place: str) -> int:
        return mask_of(*(card.index for card in self.cards.get(place, ())))


def known_from(terms: Terms, dead: str = "", exposed: Sequence[str] = ()) -> Known:
    """What is known, from text: dead cards "7h 7d"; exposed places "middle" or cards "middle=Ks", "across=Ks Qd"."""
    lawful = CRAZY_FOUR_PLACES if terms.rulebook.duel is not None else CRISS_CROSS_PLACES
    cards: dict[str, tuple[Card, ...]] = {}
    places: Counter[str] = Counter()
    for text in exposed:
        place, named, shown = text.partition("=")
        if place not in lawful:
            raise refused(terms, "known cards", f"exposed {place or 'nothing'}", f"one of {', '.join(lawful)}")
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
    needed = 10 if terms.rulebook.duel is not None else 7
    if known.deck.bit_count() < needed:
        raise refused(terms, "known cards", f"{len(known.dead)} dead cards", f"at least {needed} cards left to deal")


def _cards(terms: Terms, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text) if text.strip() else ()
    except ValueError as error:
        raise refused(terms, "known cards", f"cards '{text}' ({error})", "cards such as 7h Kd, each once") from error
