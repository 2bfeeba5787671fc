"""The aggregate payout limit: a floor, a ceiling or a fixed sum, by document."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, FiveCardValue, evaluate, parse_cards
from pitboss.mathematics.whatif import changed
from pitboss.money import Amount, winnings
from pitboss.rulebooks import Refused, Terms, terms_for
from pitboss.rulebooks.largest_win import DealtHands, largest_win_at_minimum
from pitboss.rulebooks.paytable import PaytableLine
from rulebooks.submissions import ante, breaches, lawfully

MA, MD, NJ, CARDROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"

# The most one who bets the minimum could win holds a royal flush in the Across Hand:
#   Across and Middle Bet 500 each, Down Bet 100 (9 and 8 of the suit below its ten, jack and queen), two antes even
#   money: 500 + 500 + 100 + 2 = 1102 antes; the community cards are then a flush (10 to 1).
#   With king and ace in the hole, 9 and 8 make the community cards a straight flush (100 to 1) and the Down Hand a
#   flush (8 to 1): 500 + 500 + 8 + 2 = 1010 antes.
#   With the royal flush in the community cards (250 to 1) and 9 and 8 in the hole, the Across Hand is a straight
#   flush and the Down Hand a flush: 100 + 8 + 100 + 2 = 210 antes.
# With the largest bets these are 3302, 3026 and 626 antes.
LARGEST = {"readings": {"largest-win-at-minimum": "largest-bets"}}


@pytest.mark.parametrize(
    ("minimum", "bonus", "readings", "floor"),
    [
        ("50", None, {}, "55100.00"),  # 1102 x 50
        ("50", "50", {}, "55600.00"),  # 1102 x 50 + 10 x 50
        ("50", "100", {}, "60500.00"),  # 1010 x 50 + 100 x 100
        ("50", "500", {}, "135500.00"),  # 210 x 50 + 250 x 500
        ("45", None, {}, "50000.00"),  # 1102 x 45 = 49590, less than the document's own figure
        ("20", None, LARGEST, "66040.00"),  # 3302 x 20
        ("20", "20", LARGEST, "66240.00"),  # 3302 x 20 + 10 x 20
        ("20", "100", LARGEST, "70520.00"),  # 3026 x 20 + 100 x 100
        ("15", "250", LARGEST, "71890.00"),  # 626 x 15 + 250 x 250
        ("15", None, LARGEST, "50000.00"),  # 3302 x 15 = 49530
    ],
)
@pytest.mark.clause(MA, "11(d)")
def test_massachusetts_sets_a_floor(minimum: str, bonus: str | None, readings: dict[str, Any], floor: str) -> None:
    choices = {**ante(minimum, "2000"), **readings}
    if bonus:
        choices["limits"]["five_card_bonus"] = {"minimum": bonus, "maximum": "2000", "unit": "1"}
        choices["five_card_bonus"] = True
    below = Amount.parse(floor) - Amount(1)
    assert breaches(MA, {**choices, "payout_limit": floor}) == []
    assert breaches(MA, {**choices, "payout_limit": "1000000"}) == []
    assert breaches(MA, {**choices, "payout_limit": str(below)}) == [
        f"ma-criss-cross 11(d): payout_limit: Got {below}; expected {floor} or more."
    ]


@pytest.mark.clause(MD, "12.B", "12.B(1)", "12.B(2)")
@pytest.mark.parametrize(
    ("minimum", "reading", "least", "ceiling"),
    [
        ("1", "even-money", "1102.00", "50000.00"),
        ("50", "even-money", "55100.00", "55100.00"),
        # Antes at the full table: 500 more across and 100 down, less the 2 even money: 1700 antes
        ("1", "paytable", "1700.00", "50000.00"),
        ("50", "paytable", "85000.00", "85000.00"),
    ],
)
def test_maryland_sets_a_ceiling_and_spares_the_minimum(minimum: str, reading: str, least: str, ceiling: str) -> None:
    choices = {**ante(minimum), "readings": {"ante-odds": reading}}
    assert str(terms_for(MD, choices).payout_limit) == ceiling
    for lawful in (least, ceiling):
        assert breaches(MD, {**choices, "payout_limit": lawful}) == []
    above, below = Amount.parse(ceiling) + Amount(1), Amount.parse(least) - Amount(1)
    assert breaches(MD, {**choices, "payout_limit": str(above)}) == [
        f"md-criss-cross 12.B: payout_limit: Got {above}; expected at most {ceiling}."
    ]
    for refused in (str(below), "0.00", "-1.00"):
        assert breaches(MD, {**choices, "payout_limit": refused}) == [
            f"md-criss-cross reading payout-limit-ceiling: payout_limit: Got {refused}; expected {least} or more."
        ]


# New Jersey always offers the 5 Card Bonus, here from $1. With the wheel come 5 x $100 of community pays ($20 at the
# $1 wheel), whatever the own hand. A pair in the hole spins: $2,500 at best, or a fixed top prize; with it at best
# four of a kind across (40, and 40 in the Middle), a full house down (12) and even money on the antes (2), 94 antes,
# and a full house in the cross (15 to 1). With a royal flush in the cross it has three of a kind twice: 11 antes.
FIXED: dict[str, Any] = {"bonus_spin": "5-fixed"}


@pytest.mark.parametrize(
    ("rulebook", "choices", "limit"),
    [
        pytest.param(NJ, ante("1"), "50000.00", marks=pytest.mark.clause(NJ, "40.11(d)")),
        *(
            pytest.param(NJ, {**choices, **limits}, limit, marks=pytest.mark.clause(NJ, "40.11(d)"))
            for choices, limits, limit in [
                ({}, ante("50"), "55110.00"),  # 1102 x 50 + 10
                ({"bonus_spin": "5-progressive"}, ante("50"), "55610.00"),  # + 500; a jackpot counts for nothing
                ({"bonus_spin": "1-progressive"}, ante("50"), "55210.00"),  # + 100
                (FIXED, ante("50"), "55610.00"),  # more than 10000 + 94 x 50 + 15 + 500
                ({**FIXED, "wheel": {"top_prize": "99000"}}, ante("50"), "104215.00"),  # 99000 + 94 x 50 + 15 + 500
                (
                    {**FIXED, "readings": {"payout-limit-top-prize": "outside"}, "wheel": {"top_prize": "99000"}},
                    ante("50"),
                    "55610.00",
                ),
                (
                    FIXED,
                    {"limits": {**ante("50")["limits"], "five_card_bonus": {"minimum": "500", "maximum": "500"}}},
                    "136050.00",  # 10000 + 11 x 50 + 250 x 500 + 500
                ),
                ({**FIXED, **LARGEST}, ante("20"), "66550.00"),  # 3302 x 20 + 10 + 500
            ]
        ),
        pytest.param(CARDROOM, {}, "3000.00", marks=pytest.mark.clause(CARDROOM, "Max Payout 1")),
    ],
)
def test_two_documents_fix_the_limit(rulebook: str, choices: dict[str, Any], limit: str) -> None:
    assert breaches(rulebook, {**choices, "payout_limit": limit}) == []
    assert str(terms_for(rulebook, lawfully(rulebook, choices)).payout_limit) == limit
    for other in (Amount.parse(limit) - Amount(1), Amount.parse(limit) + Amount(1)):
        (line,) = breaches(rulebook, {**choices, "payout_limit": str(other)})
        assert f"payout_limit: Got {other}; expected exactly {limit}" in line


@pytest.mark.clause(MA, "11(d)")
def test_massachusetts_has_no_limit_unless_one_is_filed() -> None:
    assert terms_for(MA).payout_limit is None


# The figure worked out in other ways

AT_50 = terms_for(NJ, lawfully(NJ, {**ante("50"), "bonus_spin": "5-fixed"}))

# Cards that hold the best deals of every kind: a royal flush with nine and eight of its suit, four aces, three kings.
FEW = parse_cards("8s 9s Ts Js Qs Ks As Ac Ad Ah Kc Kd")


def every_deal(cards: tuple[Card, ...]) -> Iterator[DealtHands]:
    """Every deal of a player's two cards and the cross from these cards."""
    for hole in combinations(cards, 2):
        rest = [card for card in cards if card not in hole]
        for middle in rest:
            left = [card for card in rest if card != middle]
            for outer in combinations(left, 2):
                for vertical in combinations([card for card in left if card not in outer], 2):
                    across, down = evaluate((*hole, middle, *outer)), evaluate((*hole, middle, *vertical))
                    community = evaluate((middle, *outer, *vertical))
                    yield DealtHands(across, down, community, hole[0].rank == hole[1].rank)


@pytest.fixture(scope="module")
def few_deals() -> list[DealtHands]:
    """One deal of the few cards for each that any paytable could tell apart."""
    return list(
        {(*((hand.rank, hand.ranks[0]) for hand in deal[:3]), deal.pair): deal for deal in every_deal(FEW)}.values()
    )


@pytest.mark.parametrize("reading", ["smallest-bets", "largest-bets"])
@pytest.mark.parametrize("spin", [False, "5-fixed", "5-progressive", "1-fixed"])
@pytest.mark.parametrize(
    ("minimum", "bonus", "prize"),
    [("50", "1", "10000"), ("50", "500", "10000"), ("1", "1", "99000"), ("7", "90", "2"), ("1", "1000", "5000")],
)
def test_no_deal_of_few_cards_wins_more_and_one_wins_as_much(
    few_deals: list[DealtHands], reading: str, spin: bool | str, minimum: str, bonus: str, prize: str
) -> None:
    limits = {"ante": {"minimum": minimum}, "five_card_bonus": {"minimum": bonus}}
    readings = {"largest-win-at-minimum": reading}
    choices = {"limits": limits, "bonus_spin": spin, "wheel": {"top_prize": prize}, "readings": readings}
    terms = terms_for(NJ, lawfully(NJ, choices))
    bets = 3 if reading == "largest-bets" else 1
    most = max(won(terms, deal, int(minimum), bets, int(bonus)) + spun(terms, deal) for deal in few_deals)
    assert largest_win_at_minimum(terms.rulebook, terms.submission) == Amount.parse(str(most))


def won(terms: Terms, deal: DealtHands, stake: int, bets: int, bonus: int) -> int:
    """What the wagers of a deal win in dollars, added up line by line."""
    better = max(deal.across, deal.down)
    return sum(
        winnings(line.pays, Amount.parse(str(amount))).cents // 100
        for name, hand, amount in (
            ("ante_across", deal.across, stake),
            ("ante_down", deal.down, stake),
            ("across", deal.across, bets * stake),
            ("down", deal.down, bets * stake),
            ("middle", better, bets * stake),
            ("five_card_bonus", deal.community, bonus),
        )
        if (line := _line(terms, name, hand)) is not None
    )


def _line(terms: Terms, wager: str, hand: FiveCardValue) -> PaytableLine | None:
    table = terms.paytable(wager)
    assert table is not None
    return table.line_for(hand)


def spun(terms: Terms, deal: DealtHands) -> int:
    """The best own spin of a pair, and five times the best community pay, in dollars."""
    if terms.wheel is None:
        return 0
    others = 5 * (100 if terms.wheel.stake == Amount.parse("5") else 20)
    best = 2500 if terms.wheel.stake == Amount.parse("5") else 500
    prize = terms.submission.wheel.top_prize if terms.submission.wheel else None
    if terms.wheel.top_prize == "fixed" and prize:
        best = max(best, prize.cents // 100)
    return others + (best if deal.pair else 0)


@given(seven=st.permutations(DECK).map(lambda cards: cards[:7]))
def test_no_deal_of_the_whole_deck_wins_more(seven: list[Card]) -> None:
    """An ante of $50 and a bonus of $1 beside the wheel: 55,610, as above."""
    one, two, middle, left, right, top, bottom = seven
    across, down = evaluate((one, two, middle, left, right)), evaluate((one, two, middle, top, bottom))
    deal = DealtHands(across, down, evaluate((middle, left, right, top, bottom)), one.rank == two.rank)
    assert won(AT_50, deal, 50, 1, 1) + spun(AT_50, deal) <= 55610


def test_tables_that_pay_other_hands_more_are_told_or_refused_in_one_line() -> None:
    terms = terms_for(MD, ante("200"))
    # Jacks with a royal flush in the cross: 900 across, down and in the Middle, and the antes.
    assert changed(terms, {"main.pair_J": "900"}).payout_limit == Amount.parse("540400")
    for changes in ({"main.full_house": "900"}, {"main.royal_flush": "50"}):
        with pytest.raises(Refused, match=r"12\.B: payout_limit: Got tables whose largest win needs no royal flush"):
            _ = changed(terms, changes).payout_limit
