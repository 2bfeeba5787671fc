"""Words for what happens in a round."""

from typing import get_args

import pytest

from engine.golden_rounds import GOLDEN
from pitboss.cards import parse_cards
from pitboss.engine import announcements as announcing
from pitboss.engine.announcements import announcement, said
from pitboss.engine.events import CardsDealt, LineSettled, MeterFed, RoundEvent, RoundSettled, WagerPlaced
from pitboss.engine.history import read_histories
from pitboss.engine.lines import Result, SettlementLine
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, full_terms, load


def test_wagers_and_cards_in_words() -> None:
    terms = full_terms("ma-crazy-4")
    assert said(WagerPlaced(2, "queens_up", Amount.parse("5")), terms) == "Seat 2 puts $5.00 on Queens Up."
    assert said(CardsDealt("dealer", parse_cards("9s Jd")), terms) == "2 cards to the dealer's hand."
    # 15% of 25 cents is 3.75 cents.
    assert said(MeterFed("four_card", 3_750_000), terms).endswith("grows by $0.0375.")
    # 10% of a dollar, written as money is.
    assert said(MeterFed("four_card", 10_000_000), terms).endswith("grows by $0.10.")
    assert announcement(RoundSettled(), terms) is None


def test_a_line_is_told_in_a_sentence() -> None:
    line = SettlementLine(
        seat=1, wager="ante", stake=Amount.parse("10"), hand="dealer: pair of tens", result=Result.LOSE, clause="10"
    )
    told = "Seat 1's Ante loses (dealer: pair of tens): $0.00 goes back for a stake of $10.00."
    assert said(LineSettled(line), full_terms("ma-crazy-4")) == told


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_every_event_of_the_golden_rounds_has_words(rulebook: str) -> None:
    text = (GOLDEN / f"{rulebook}.txt").read_text().replace("{hash}", load(rulebook).hash)
    for history in read_histories(text):
        for event in history.events:
            assert said(event, history.terms).endswith((".", "”"))


def test_no_kind_of_event_is_without_words() -> None:
    assert set(get_args(RoundEvent)) == set(announcing._SAYS) | set(announcing._TELLS)
