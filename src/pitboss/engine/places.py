"""Places: where a rulebook deals cards, how many, and what they go by in files."""

from pitboss.rulebooks import Rulebook
from pitboss.rulebooks.parts import Dealing

PLAYERS = "players"
_KEYS = {"burn": "burns"}


def dealt_to(dealing: Dealing) -> dict[str, int]:
    """How many cards each place is dealt in a round; of a stack that is spread, those it is spread over."""
    found: dict[str, int] = {}
    for step in dealing.steps:
        for to in step.spread or step.to:
            found[to] = found.get(to, 0) + step.times * (1 if step.spread else step.cards)
    return found


def single_places(book: Rulebook) -> list[str]:
    """The places of one card each: files tell of them together, as the community."""
    return [place for place, cards in dealt_to(book.dealings[0]).items() if cards == 1 and place != PLAYERS]


def stacks(book: Rulebook) -> dict[str, str]:
    """The places of several cards, each with what it goes by in files."""
    dealt = dealt_to(book.dealings[0])
    return {place: _KEYS.get(place, place) for place, cards in dealt.items() if cards > 1 and place != PLAYERS}


def place_named(book: Rulebook, place: str) -> str:
    """A place in the words of a file."""
    if place in single_places(book):
        return f"community {place}"
    return f"{place} {book.own_cards}" if place.startswith("seat ") else stacks(book).get(place, place)
