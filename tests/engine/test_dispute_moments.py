"""Whatever went wrong and whenever: a disputed round is settled or refused, and a void leaves nobody better off."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.disputes import Document
from pitboss.engine.dispute.calculator import Answer, Unsettled, settle_dispute
from pitboss.engine.lines import Result
from pitboss.money import Amount
from rulebooks.submissions import lawfully

MISDEAL = {
    "ma-criss-cross": "12(c)",
    "md-criss-cross": "13.C",
    "nj-criss-cross": "40.12(c)",
    "cardroom-criss-cross": "Irregularities 1",
    "ma-crazy-4": "14(c)",
}
CALLED_OFF = {"nj-criss-cross": "reading wheel-failure", "ma-crazy-4": "reading wagering-system-failure"}
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SIDE: dict[str, tuple[Document, Document]] = {
    "ma-criss-cross": ({"five_card_bonus": True}, {"five_card_bonus": "5"}),
    "md-criss-cross": ({"five_card_bonus": True}, {"five_card_bonus": "5"}),
    "nj-criss-cross": ({"bonus_spin": "5-progressive"}, {"five_card_bonus": "5", "bonus_spin": "5"}),
    "cardroom-criss-cross": ({"six_card_bonus": True}, {"five_card_bonus": "5", "six_card_bonus": "5"}),
    "ma-crazy-4": (
        {"four_card_progressive": "A", "cover_all": True, "five_card_hand_bonus": True, "queens_up": "A"},
        {"four_card_progressive": "5", "cover_all": "5", "five_card_hand_bonus_dealer": "1", "queens_up": "5"},
    ),
}

Draw = Callable[[st.SearchStrategy[Any]], Any]


def _moment(draw: Draw, crazy: bool, numbers: list[int]) -> Document:
    bets = ["play"] if crazy else ["across", "down", "middle"]
    at = draw(st.sampled_from(["dealing", *bets, "settlement", "settlement", "validation"]))
    if at not in ("settlement", "validation") or draw(st.booleans()):
        return {"at": at}
    after = {"seat": draw(st.sampled_from(numbers))}
    if draw(st.booleans()):
        after["wager"] = draw(st.sampled_from(["super_bonus", "cover_all"] if crazy else ["middle", "five_card_bonus"]))
    return {"at": at, "after": after}


def _seat(draw: Draw, rulebook: str, number: int, cards: list[str], numbers: list[int]) -> Document:
    crazy = rulebook == "ma-crazy-4"
    bets = ["play"] if crazy else ["across", "down", "middle"]
    antes = ["ante", "super_bonus"] if crazy else ["ante_across", "ante_down"]
    made = draw(st.integers(0, len(bets)))
    wagers = dict.fromkeys([*antes, *bets[:made]], "10")
    if draw(st.booleans()):
        wagers |= SIDE[rulebook][1]
    entry: Document = {"seat": number, "wagers": wagers}
    if draw(st.integers(0, 3)):
        entry["cards" if crazy else "hole"] = cards
    if made < len(bets) and draw(st.booleans()):
        entry["folded"] = bets[made]
    fate: Document = draw(
        st.sampled_from([{}, {}, {"left": "abandoned"}, {"left": "stands"}, {"forfeited": "11.A(5)"}])
    )
    if fate.get("left") != "stands" and fate and draw(st.booleans()):
        fate = fate | _moment(draw, crazy, numbers)
    return entry | fate


@st.composite
def troubled_rounds(draw: Draw) -> Document:
    """A round in which any seat may have folded, left or forfeited, and which may have been void at any moment."""
    rulebook = draw(st.sampled_from(list(MISDEAL)))
    crazy = rulebook == "ma-crazy-4"
    deck = iter(draw(st.permutations(DECK)))
    numbers = sorted(draw(st.sets(st.integers(1, 6), min_size=1, max_size=3)))
    hands = {number: [next(deck) for _ in range(5 if crazy else 2)] for number in numbers}
    document: Document = {"rulebook": rulebook, "submission": lawfully(rulebook, SIDE[rulebook][0])}
    if crazy:
        document["dealer"] = [next(deck) for _ in range(5)]
    else:
        document["community"] = {place: next(deck) for place in ("left", "right", "top", "bottom", "middle")}
    if rulebook == "cardroom-criss-cross":
        document["burns"] = [next(deck) for _ in range(4)]
    if not draw(st.integers(0, 3)):
        document = {key: value for key, value in document.items() if key not in ("dealer", "community", "burns")}
    document["seats"] = [_seat(draw, rulebook, number, hands[number], numbers) for number in numbers]
    if draw(st.integers(0, 2)):
        document["void"] = {"clause": MISDEAL[rulebook], "reason": "x", **_moment(draw, crazy, numbers)}
    if rulebook in CALLED_OFF and not draw(st.integers(0, 2)):
        document["called_off"] = {"clause": CALLED_OFF[rulebook], "reason": "x", **_moment(draw, crazy, numbers)}
    return document


def told(document: Document) -> Answer | tuple[str, ...]:
    """The answer, or the lines of the refusal."""
    try:
        return settle_dispute(json.dumps(document))
    except Unsettled as unsettled:
        return unsettled.problems


@settings(max_examples=200, deadline=None)
@given(troubled_rounds())
@pytest.mark.clause("ma-criss-cross", "12(c)")
@pytest.mark.clause("md-criss-cross", "13.C")
@pytest.mark.clause("nj-criss-cross", "40.12(c)")
@pytest.mark.clause("cardroom-criss-cross", "Irregularities 1")
@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_a_troubled_round_is_settled_or_refused_and_a_void_one_leaves_nobody_better_off(document: Document) -> None:
    found = told(document)
    if isinstance(found, tuple):
        assert found
        assert all(line and line.isprintable() for line in found)
        return
    for entry, one in zip(document["seats"], found.seats, strict=True):
        # Whatever was reversed on the way, each wager counts once.
        stakes = sum((Amount.parse(stake) for stake in entry["wagers"].values()), Amount.ZERO)
        assert one.staked == stakes
        assert sum((line.returned for line in one.lines), Amount.ZERO) == one.returned
        lost = [line for line in one.lines if line.result in (Result.LOSE, Result.FORFEITED)]
        if "void" in document:
            assert one.paid == Amount.ZERO
            # Nobody wins; a seat that left or forfeited keeps nothing of what was not paid before, others lose nothing.
            assert one.net <= Amount.ZERO
            assert one.net == Amount.ZERO or ((entry.get("forfeited") or entry.get("left")) and lost)
        elif "forfeited" in entry:
            assert one.returned == Amount.ZERO


def filled(document: Document, deck: list[str]) -> Document:
    """The document with cards wherever none are, the first of a deck that are not out."""
    out = set(re.findall('"([2-9TJQKA][cdhs])"', json.dumps(document)))
    unused = iter([card for card in deck if card not in out])
    hand, size = ("cards", 5) if document["rulebook"] == "ma-crazy-4" else ("hole", 2)
    seats = [{hand: [next(unused) for _ in range(size)], **entry} for entry in document["seats"]]
    if document["rulebook"] == "ma-crazy-4":
        return {"dealer": [next(unused) for _ in range(5)], **document, "seats": seats}
    places = {place: next(unused) for place in ("left", "right", "top", "bottom", "middle")}
    burns = {"burns": [next(unused) for _ in range(4)]} if document["rulebook"] == "cardroom-criss-cross" else {}
    return {"community": places, **burns, **document, "seats": seats}


@settings(max_examples=100, deadline=None)
@given(troubled_rounds(), st.permutations(DECK))
def test_cards_that_may_be_left_out_decide_nothing(document: Document, deck: list[str]) -> None:
    found = told(document)
    if isinstance(found, Answer):
        assert told(filled(document, deck)) == found
