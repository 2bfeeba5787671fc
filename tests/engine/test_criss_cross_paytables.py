"""Criss-Cross Poker: every line of the main paytables on real cards, the antes, and when the Middle bet wins."""

from typing import Any

import pytest

from engine.rounds import CARD_ROOM, CRISS_CROSS, MA, MD, NJ, bet_on, case, dealt, line, settled, table, usd, wagered
from pitboss.engine import Result, Round
from pitboss.money import Amount

# Hole cards and cross (top, left, middle, right, bottom) of an Across Hand, beside a Down Hand below a pair of 6s.
HANDS = {
    "royal flush": "1 As Ks, cross 2c Qs Js Ts 3d",
    "straight flush": "1 9h 8h, cross 2c 7h 6h 5h Kd",
    "four of a kind": "1 2c Kd, cross 7c 2d 2h 2s 4d",
    "full house": "1 3c Kd, cross 7c 3d 3h Ks 9d",
    "flush": "1 Kd 9d, cross Jc 7d 4d 2d 8s",
    "straight": "1 9c 8d, cross Kc 7h 6s 5c 2d",
    "three of a kind": "1 4c Kd, cross 7c 4d 4h 9s Jd",
    "two pair": "1 4c 5d, cross Kc 4d 9h 5s 7d",
    "pair of jacks": "1 Jc 4d, cross Kc Jd 9h 2s 7d",
    "pair of aces": "1 Ac 4d, cross Kc Ad 9h 2s 7d",
    "pair of tens": "1 Tc 4d, cross Kc Td 9h 2s 7d",
    "pair of sixes": "1 6c 4d, cross Kc 6d 9h 2s 7d",
    "pair of fives": "1 5c 4d, cross Kc 5d 9h 2s 7d",
    "ace high": "1 Ac 4d, cross Kc Jd 9h 2s 7d",
}
# What one dollar on the Across, Down or Middle bet wins: PUSH and LOSE move no winnings.
PUSH, LOSE = 0, -1
LINES = {
    "royal flush": (500, 250),
    "straight flush": (100, 100),
    "four of a kind": (40, 40),
    "full house": (12, 10),
    "flush": (8, 8),
    "straight": (5, 5),
    "three of a kind": (3, 3),
    "two pair": (2, 2),
    "pair of jacks": (1, 1),
    "pair of aces": (1, 1),
    "pair of tens": (PUSH, PUSH),
    "pair of sixes": (PUSH, PUSH),
    "pair of fives": (LOSE, LOSE),
    "ace high": (LOSE, LOSE),
}
MARYLAND_LINE = dict(zip(LINES, (1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 10), strict=False))


def clauses_of(rulebook: str, hand: str, transposed: bool) -> list[str]:
    """The clauses that a hand proves."""
    wins = LINES[hand][0] != LOSE
    side = 2 if transposed else 1
    if rulebook == MA:
        return ["11(a)", "11(b)", f"10(h)({side})(ii)"] if wins else [f"10(h)({side})(i)"]
    if rulebook == MD:
        return ["12.A", f"12.A({MARYLAND_LINE[hand]})", "11.I(3)(e)"] if wins else ["11.I(3)(a)"]
    if rulebook == NJ:
        return ["40.11(a)", "40.10(i)2", "40.10(i)3"]
    return ["Pay Tables 1", "Round 8", "Round 10"] if LINES[hand][0] > 0 else ["Pay Tables 1", "Round 11"]


def hands() -> list[Any]:
    return [
        case(rulebook, clauses_of(rulebook, hand, transposed), hand, transposed, id=f"{hand} {'down' * transposed}")
        for rulebook in CRISS_CROSS
        for hand in LINES
        for transposed in (False, True)
    ]


def swapped(cards: str) -> str:
    """The same cards with the row of the cross in its column."""
    hole, cross = cards.split(", cross ")
    top, left, middle, right, bottom = cross.split()
    return f"{hole}, cross {left} {top} {middle} {bottom} {right}"


def played(rulebook: str, cards: str, antes: int = 1, **choices: object) -> Round:
    return settled(bet_on(dealt(wagered(table(rulebook, **choices), "1: antes 5"), cards), antes))


def outcome(round: Round, wager: str) -> tuple[Result, Amount, Amount]:
    """Result, winnings, and all that goes back, stake included."""
    item = line(round, 1, wager)
    return item.result, item.paid, item.returned


def expected(pays: int, stake: int) -> tuple[Result, Amount, Amount]:
    """What a stake comes to: winnings and stake, stake alone, or nothing."""
    if pays == LOSE:
        return Result.LOSE, Amount.ZERO, Amount.ZERO
    result = Result.PUSH if pays == PUSH else Result.WIN
    return result, usd(str(stake * pays)), usd(str(stake * pays + stake))


@pytest.mark.parametrize(("rulebook", "hand", "transposed"), hands())
def test_every_line_pays_bet_ante_and_middle(rulebook: str, hand: str, transposed: bool) -> None:
    cards = swapped(HANDS[hand]) if transposed else HANDS[hand]
    round = played(rulebook, cards)
    pays = LINES[hand][rulebook == CARD_ROOM]
    made, other = ("down", "across") if transposed else ("across", "down")
    assert outcome(round, made) == expected(pays, 5)
    assert outcome(round, "middle") == expected(pays, 5)
    assert outcome(round, f"ante_{made}") == expected(min(pays, 1), 5)
    assert outcome(round, other) == outcome(round, f"ante_{other}") == expected(LOSE, 5)


@pytest.mark.parametrize("rulebook", CRISS_CROSS)
@pytest.mark.parametrize("antes", [2, 3])
def test_a_larger_bet_wins_in_proportion_and_the_ante_does_not(rulebook: str, antes: int) -> None:
    round = played(rulebook, HANDS["flush"], antes)
    assert outcome(round, "across") == outcome(round, "middle") == expected(8, 5 * antes)
    assert outcome(round, "ante_across") == expected(1, 5)


# Hole Kc 8d and a middle 2h. Beside it a king wins 1 to 1, two more 8s win 3 to 1, one 8 pushes.
ROW = {"win": ("Ks", "4c"), "push": ("8s", "4c"), "lose": ("3s", "4c")}
COLUMN = {"win": ("8h", "8c"), "push": ("8h", "5c"), "lose": ("9s", "5c")}
MIDDLE = {
    ("win", "win"): 3,
    ("win", "push"): 1,
    ("win", "lose"): 1,
    ("push", "win"): 3,
    ("push", "push"): PUSH,
    ("push", "lose"): PUSH,
    ("lose", "win"): 3,
    ("lose", "push"): PUSH,
    ("lose", "lose"): LOSE,
}


def middle_clauses(rulebook: str, across: str, down: str) -> list[str]:
    if rulebook == MA:
        return ["10(h)(3)"] if across == down == "lose" else ["10(h)(4)"]
    if rulebook == MD:
        special = {("push", "lose"): "11.I(3)(b)", ("lose", "push"): "11.I(3)(c)", ("lose", "lose"): "11.I(3)(d)"}
        return [special.get((across, down), "11.I(3)(e)")]
    if rulebook == NJ:
        return ["40.10(i)2"]
    return ["Round 8"] if "win" in (across, down) else ["Round 9"]


@pytest.mark.parametrize(
    ("rulebook", "across", "down"),
    [
        case(rulebook, middle_clauses(rulebook, *results), *results, id=" ".join(results))
        for rulebook in CRISS_CROSS
        for results in MIDDLE
    ],
)
@pytest.mark.parametrize("transposed", [False, True])
def test_the_middle_bet_follows_the_better_hand(rulebook: str, across: str, down: str, transposed: bool) -> None:
    (left, right), (top, bottom) = ROW[across], COLUMN[down]
    cards = f"1 Kc 8d, cross {top} {left} 2h {right} {bottom}"
    round = played(rulebook, swapped(cards) if transposed else cards)
    row, column = ("down", "across") if transposed else ("across", "down")
    assert (str(line(round, 1, row).result), str(line(round, 1, column).result)) == (across, down)
    assert outcome(round, "middle") == expected(MIDDLE[across, down], 5)
    if rulebook in (NJ, CARD_ROOM) and MIDDLE[across, down] in (PUSH, LOSE):
        assert [line(round, 1, "middle").clause] == middle_clauses(rulebook, across, down)


# Readings that a submission may choose


@pytest.mark.clause(MD, "12.A")
@pytest.mark.parametrize(("hand", "at_the_table"), [("royal flush", 500), ("two pair", 2), ("pair of aces", 1)])
def test_marylands_antes_pay_even_money_or_by_the_table_as_the_submission_reads_it(
    hand: str, at_the_table: int
) -> None:
    for readings, pays in (({}, 1), ({"ante-odds": "even-money"}, 1), ({"ante-odds": "paytable"}, at_the_table)):
        round = played(MD, HANDS[hand], readings=readings)
        assert outcome(round, "ante_across") == expected(pays, 5)
        assert outcome(round, "across") == expected(LINES[hand][0], 5)
    for reading in ("even-money", "paytable"):
        round = played(MD, HANDS["pair of tens"], readings={"ante-odds": reading})
        assert outcome(round, "ante_across") == expected(PUSH, 5)


WHEEL = "1 Ac 2d, cross 9c 3h 4s 5c Kd"
STEEL_WHEEL = "1 Ah 2h, cross 9c 3h 4h 5h Kd"
ROUND_THE_CORNER = "1 Ac Kd, cross 9c 2h 3s 4c 7d"


@pytest.mark.parametrize(
    ("rulebook", "readings", "straight", "straight_flush"),
    [
        case(MA, "5(a)", {}, 5, 100),
        case(MD, ["6.A", "6.C(2)", "6.C(6)"], {}, 5, 100),
        case(MD, ["6.C(5)", "6.C(6)"], {"ace-low-straight": "ace-high-only"}, LOSE, 8, id="ace high only"),
        case(NJ, ["40.3(b)2", "40.3(b)6"], {}, 5, 100),
        case(CARD_ROOM, "Pay Tables 1", {}, 5, 100),
    ],
)
def test_an_ace_may_begin_a_straight_unless_maryland_is_read_otherwise(
    rulebook: str, readings: dict[str, str], straight: int, straight_flush: int
) -> None:
    assert outcome(played(rulebook, WHEEL, readings=readings), "across") == expected(straight, 5)
    assert outcome(played(rulebook, STEEL_WHEEL, readings=readings), "across") == expected(straight_flush, 5)
    assert outcome(played(rulebook, ROUND_THE_CORNER, readings=readings), "across") == expected(LOSE, 5)
