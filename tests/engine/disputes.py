"""Disputed rounds for tests: documents written short, answers read short."""

import json
from fractions import Fraction
from typing import Any

import pytest

from pitboss.engine.dispute.calculator import Answer, SeatAnswer, Unsettled, settle_dispute
from rulebooks.submissions import lawfully, named

Document = dict[str, Any]


def cross(left: str, middle: str, right: str, top: str, bottom: str) -> dict[str, str]:
    """The cross of community cards, its horizontal line first."""
    return {"left": left, "middle": middle, "right": right, "top": top, "bottom": bottom}


def seat(number: int, cards: str, wagers: str, folded: str = "", **more: Any) -> Document:
    """A seat from text: "Ks Qs" (hole) or five cards, "ante 10, super_bonus 10", and the bet folded at."""
    staked = dict(wager.split() for wager in wagers.split(", "))
    entry: Document = {"seat": number, "wagers": staked, **more}
    if cards:
        entry["hole" if len(cards.split()) == 2 else "cards"] = cards.split()
    return entry | ({"folded": folded} if folded else {})


def criss_cross(rulebook: str, community: dict[str, str], *seats: Document, **more: Any) -> Document:
    """A round of Criss-Cross Poker."""
    if "submission" in more:
        more["submission"] = lawfully(rulebook, more["submission"])
    return {"rulebook": rulebook, "community": community, "seats": list(seats), **more}


def crazy_four(dealer: str, *seats: Document, **more: Any) -> Document:
    """A round of Crazy 4 Poker; every card of the dealer or none."""
    hand = {"dealer": dealer.split()} if dealer else {}
    if "submission" in more:
        more["submission"] = named(more["submission"])
    return {"rulebook": "ma-crazy-4", **hand, "seats": list(seats), **more}


def answer(document: Document) -> Answer:
    """The settlement of a document."""
    return settle_dispute(json.dumps(document))


def settled(document: Document) -> dict[int, SeatAnswer]:
    """The settlement by seat."""
    return {found.seat: found for found in answer(document).seats}


def lines(found: SeatAnswer) -> dict[str, str]:
    """Each line as text: its result, and odds, winnings and all that goes back where there are any."""
    return {
        line.wager: f"{line.result} {line.odds} {line.paid} {line.returned}" if line.odds else str(line.result)
        for line in found.lines
    }


def ledger(found: SeatAnswer) -> list[str]:
    """Every line in its order, as text: wager, result, stake, and all that goes back."""
    return [f"{line.wager} {line.result} {line.stake} {line.returned}" for line in found.lines]


def pays(odds: str, stake: int) -> str:
    """The line, as `lines` has it, of a wager of whole dollars at odds as the document writes them; "" if it loses."""
    if odds in ("", "push"):
        return f"push push 0.00 {stake}.00" if odds else "lose"
    if odds.startswith("$"):
        prize = odds.removeprefix("$").replace(",", "")
        return f"win {odds} {prize}.00 {prize}.00"
    times, word, each = odds.split()
    won = Fraction(int(times) * stake, int(each))
    back = won + stake if word == "to" else won
    return f"win {odds} {float(won):.2f} {float(back):.2f}"


def totals(found: SeatAnswer) -> tuple[str, str, str, str]:
    """What a seat staked, was paid, got back, and made."""
    return str(found.staked), str(found.paid), str(found.returned), str(found.net)


def refusals(document: Document | str) -> tuple[str, ...]:
    """The lines by which a document is refused."""
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(Unsettled) as refused:
        settle_dispute(text)
    return refused.value.problems
