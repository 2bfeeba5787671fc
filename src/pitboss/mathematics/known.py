"""What a player knows before the round that the rules would not show: dead cards and exposed ones."""

from collections import Counter
from dataclasses import dataclass, field

from pitboss.cards import DECK, Card
from pitboss.mathematics.refusal import refused
from pitboss.rulebooks import Terms


@dataclass(frozen=True)
class Known:
    """Cards out of play, cards seen at a place, and places seen whatever card lies there."""

    dead: tuple[Card, ...] = ()
    cards: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    places: Counter[str] = field(default_factory=Counter)

    @property
    def deck(self) -> int:
        """The cards that may be dealt, as bits."""
        return (1 << len(DECK)) - 1 & ~sum(1 << card.index for card in self.dead)


def refuse_unnamed(terms: Terms, known: Known) -> None:
    """Refuse places that are seen whatever lies there, where only named cards are counted with."""
    for place in known.places:
        tried = "a distribution over unnamed exposed cards"
        raise refused(terms, "known cards", tried, f"a named card, such as {place}=Ks")
