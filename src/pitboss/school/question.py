"""A question of the school: what is seen, what is asked, and the answer with the clause it follows from."""

from enum import StrEnum

import msgspec

from pitboss.cards import Card
from pitboss.money import Amount


class DrillKind(StrEnum):
    """What is practised."""

    HAND = "hand"  # read this hand
    PAY = "pay"  # pay this seat
    TURN = "turn"  # whose turn it is, and what comes next
    MISTAKE = "mistake"  # find the mistake in this settlement
    REMEDY = "remedy"  # the right remedy for this irregularity


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is seen: words, cards, or both."""

    title: str
    text: str = ""
    cards: tuple[Card, ...] = ()


class SchoolQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """One drill. With `choices` the answer is one of them; without, an amount is keyed."""

    kind: DrillKind
    rulebook: str
    asks: str
    facts: tuple[Fact, ...]
    choices: tuple[str, ...] = ()
    answer: str
    why: str
    clause: str


def right(question: SchoolQuestion, given: str) -> bool:
    """Whether an answer is right; an amount in any spelling of it."""
    if question.choices:
        return given == question.answer
    try:
        return Amount.parse(given.strip().removeprefix("$").replace(",", "")) == Amount.parse(question.answer)
    except ValueError:
        return False
