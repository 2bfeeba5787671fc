"""The aggregate payout limit: a floor, a ceiling or a fixed sum, by document."""

from typing import Any

import pytest

from pitboss.money import Amount
from pitboss.rulebooks import terms_for
from rulebooks.submissions import ante, breaches

MA, MD, NJ, CARDROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"

# The most a minimum bettor could win holds a royal flush in the Across Hand:
#   Across and Middle Bet 3 antes at 500 each, Down Bet 3 antes at 100 (9 and 8 of the suit below its ten, jack and
#   queen), two antes even money: 1500 + 1500 + 300 + 2 = 3302 antes; the community cards are then a flush (10 to 1).
#   With king and ace in the hole, 9 and 8 make the community cards a straight flush (100 to 1) and the Down Hand a
#   flush (8 to 1): 1500 + 1500 + 24 + 2 = 3026 antes.
#   With the royal flush in the community cards (250 to 1) and 9 and 8 in the hole, the Across Hand is a straight
#   flush and the Down Hand a flush: 300 + 24 + 300 + 2 = 626 antes.


@pytest.mark.parametrize(
    ("minimum", "bonus", "floor"),
    [
        ("20", None, "66040.00"),  # 3302 x 20
        ("20", "20", "66240.00"),  # 3302 x 20 + 10 x 20
        ("20", "100", "70520.00"),  # 3026 x 20 + 100 x 100
        ("15", "250", "71890.00"),  # 626 x 15 + 250 x 250
        ("15", None, "50000.00"),  # 3302 x 15 = 49530, less than the document's own figure
    ],
)
@pytest.mark.clause(MA, "11(d)")
def test_massachusetts_sets_a_floor(minimum: str, bonus: str | None, floor: str) -> None:
    choices = ante(minimum, "2000")
    if bonus:
        choices["limits"]["five_card_bonus"] = {"minimum": bonus, "maximum": "2000", "unit": "1"}
        choices["five_card_bonus"] = True
    below = Amount.parse(floor) - Amount(1)
    assert breaches(MA, {**choices, "payout_limit": floor}) == []
    assert breaches(MA, {**choices, "payout_limit": "1000000"}) == []
    assert breaches(MA, {**choices, "payout_limit": str(below)}) == [
        f"ma-criss-cross 11(d): payout_limit: {below} refused; allowed: {floor} or more"
    ]


@pytest.mark.clause(MD, "12.B", "12.B(1)", "12.B(2)")
@pytest.mark.parametrize(
    ("minimum", "reading", "ceiling"),
    [
        ("1", "even-money", "50000.00"),
        ("20", "even-money", "66040.00"),
        # Antes at the full table: (3 + 1) x 500 across, (3 + 1) x 100 down, 3 x 500 middle = 3900 antes
        ("20", "paytable", "78000.00"),
    ],
)
def test_maryland_sets_a_ceiling(minimum: str, reading: str, ceiling: str) -> None:
    choices = {**ante(minimum), "readings": {"ante-odds": reading}}
    above = Amount.parse(ceiling) + Amount(1)
    assert breaches(MD, {**choices, "payout_limit": ceiling}) == []
    assert breaches(MD, {**choices, "payout_limit": "1"}) == []
    for refused in (str(above), "0.00"):
        assert breaches(MD, {**choices, "payout_limit": refused}) == [
            f"md-criss-cross 12.B: payout_limit: {refused} refused; allowed: above 0 and at most {ceiling}"
        ]


@pytest.mark.parametrize(
    ("rulebook", "choices", "limit"),
    [
        pytest.param(NJ, ante("1"), "50000.00", marks=pytest.mark.clause(NJ, "40.11(d)")),
        # New Jersey always offers the 5 Card Bonus, here from $1: 3302 x 20 + 10 x 1
        pytest.param(NJ, ante("20"), "66050.00", marks=pytest.mark.clause(NJ, "40.11(d)")),
        pytest.param(CARDROOM, {}, "3000.00", marks=pytest.mark.clause(CARDROOM, "Max Payout 1")),
    ],
)
def test_two_documents_fix_the_limit(rulebook: str, choices: dict[str, Any], limit: str) -> None:
    assert breaches(rulebook, {**choices, "payout_limit": limit}) == []
    assert str(terms_for(rulebook, choices).payout_limit) == limit
    for other in (Amount.parse(limit) - Amount(1), Amount.parse(limit) + Amount(1)):
        (line,) = breaches(rulebook, {**choices, "payout_limit": str(other)})
        assert f"payout_limit: {other} refused; allowed: exactly {limit}" in line


@pytest.mark.clause(MA, "11(d)")
def test_massachusetts_has_no_limit_unless_one_is_filed() -> None:
    assert terms_for(MA).payout_limit is None
