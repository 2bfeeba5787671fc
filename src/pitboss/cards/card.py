"""The 52 playing cards, each a single object, and the words for them."""

from collections.abc import Iterable
from functools import total_ordering
from typing import NoReturn

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ACE = RANKS.index("A")

RANK_NAMES = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
RANK_PLURALS = tuple(f"{name}es" if name == "six" else f"{name}s" for name in RANK_NAMES)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


@total_ordering
class Card:
    """A playing card. There are 52, in `DECK`; copies and pickles come back as the same objects.

    `index` runs from 0 (deuce of clubs) to 51 (ace of spades): four times the rank, plus the suit. Cards are
    ordered by it for tidiness only: in the rules all suits are equal.

    >>> Card.parse("9c").name
    'nine of clubs'
    """

    __slots__ = ("index", "rank", "suit")
    index: int
    rank: int
    suit: int

    def __init__(self) -> None:
        raise TypeError("Cards are not made, only found: use Card.parse or Card.of.")

    @staticmethod
    def of(index: int) -> "Card":
        """The card with this index, 0 to 51."""
        if type(index) is not int or not 0 <= index < len(DECK):
            raise ValueError(f"{index!r} is not the index of a card: the deck runs from 0 to 51.")
        return DECK[index]

    @staticmethod
    def parse(text: str) -> "Card":
        """Read "9c", "Th", "10h" or "th"; refuse anything else with ValueError."""
        card = _WRITTEN.get(text) if isinstance(text, str) else None
        if card is None:
            raise ValueError(f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, such as 9c.")
        return card

    @property
    def name(self) -> str:
        """The card in words: "nine of clubs"."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        # Not the identity, so that a set of cards iterates in the same order in every process.
        return self.index

    def __lt__(self, other: "Card") -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.index < other.index

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A Card is immutable: {name} cannot be set.")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"A Card is immutable: {name} cannot be deleted.")

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Card.of, (self.index,)


def _new_card(index: int) -> Card:
    card = object.__new__(Card)
    for name, held in (("index", index), ("rank", index // 4), ("suit", index % 4)):
        object.__setattr__(card, name, held)
    return card


DECK: tuple[Card, ...] = tuple(_new_card(index) for index in range(52))
"""All 52 cards in order of index."""

# Every accepted spelling of every card: either letter case, and 10 for T.
_WRITTEN: dict[str, Card] = {
    rank + suit: card
    for card in DECK
    for rank in {RANKS[card.rank], RANKS[card.rank].lower(), RANKS[card.rank].replace("T", "10")}
    for suit in (SUITS[card.suit], SUITS[card.suit].upper())
}


def parse_cards(texts: str | Iterable[str]) -> tuple[Card, ...]:
    """Read cards from "9c 2d" or from a sequence of such texts; a card named twice is refused.

    >>> parse_cards("9c 10d")
    (Card('9c'), Card('Td'))
    """
    cards = tuple(Card.parse(text) for text in (texts.split() if isinstance(texts, str) else texts))
    refuse_repeats(cards)
    return cards


def refuse_repeats(cards: Iterable[Card]) -> None:
    """Raise ValueError naming the first card that appears twice."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise ValueError(f"The {card.name} ({card}) appears twice: one deck holds each card once.")
        seen.add(card)
