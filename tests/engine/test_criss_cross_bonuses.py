"""Criss-Cross Poker: the Five Card Bonus on the cross, and the card room's 6 Card Bonus on hole cards and burns."""

from typing import Any

import pytest

from engine.rounds import CARD_ROOM, CRISS_CROSS, MA, MD, NJ, bet_on, case, dealt, line, settled, table, usd, wagered
from pitboss.cards import parse_cards
from pitboss.engine import Result
from pitboss.money import Amount

LOSE = 0
# The cross, what a dollar on the Five Card Bonus wins by every document, and Maryland's line. Hole: Jc 8c.
CROSSES = {
    "royal flush": ("Ts Js Qs Ks As", 250, 1),
    "straight flush": ("9h 8h 7h 6h 5h", 100, 2),
    "four deuces": ("2c 2d 2h 2s Kd", 40, 3),
    "full house, threes over kings": ("3c 3d 3h Ks Kd", 15, 4),
    "king-high flush": ("Kd 9d 7d 4d 2d", 10, 5),
    "nine-high straight": ("9c 8d 7h 6s 5c", 6, 6),
    "three fours": ("4c 4d 4h 9s Kc", 4, 7),
    "two pair, fives and fours": ("4c 4d 5s 5h 9h", 3, 8),
    "pair of aces": ("Ac Ad 9h 2s Kc", 1, 9),
    "pair of tens": ("Tc Td 9h 2s Kc", 1, 9),
    "pair of sixes": ("6c 6d 9h 2s Kc", 1, 9),
    "pair of fives": ("5c 5d 9h 2s Kc", LOSE, 0),
    "king high": ("Jd 8d 2h 4s Kc", LOSE, 0),  # with Jc 8c in the hole, which do not count
}


def bonus_clauses(rulebook: str, number: int) -> list[str]:
    if rulebook == MA:
        return ["10(h)(5)", "11(c)"]
    if rulebook == MD:
        return ["11.H(2)", "12.C", f"12.C({number})"] if number else ["11.H(1)"]
    if rulebook == NJ:
        return ["40.11(b)"]
    clauses = ["Pay Tables 2", "5 Card Bonus 2", "5 Card Bonus 3"]
    return clauses if number else [*clauses, "5 Card Bonus 6"]


@pytest.mark.parametrize(
    ("rulebook", "cross", "pays"),
    [
        case(rulebook, bonus_clauses(rulebook, number), cross, pays, id=name)
        for rulebook in CRISS_CROSS
        for name, (cross, pays, number) in CROSSES.items()
    ],
)
def test_the_five_card_bonus_is_paid_on_the_five_community_cards_alone(rulebook: str, cross: str, pays: int) -> None:
    round = wagered(table(rulebook, five_card_bonus=True), "1: antes 2, five_card_bonus 10")
    bonus = line(settled(bet_on(dealt(round, f"cross {cross}, 1 Jc 8c"))), 1, "five_card_bonus")
    assert set(bonus.cards) == set(parse_cards(cross))
    assert bonus.result is (Result.WIN if pays else Result.LOSE)
    assert bonus.paid == usd(str(10 * pays))
    assert bonus.returned == (usd(str(10 * pays + 10)) if pays else Amount.ZERO)


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        case(MA, "11(c)", "11(c)"),
        case(MD, "12.C(7)", "12.C(7)"),
        case(NJ, "40.11(b)", "40.11(b)"),
        case(CARD_ROOM, "Pay Tables 2", "Pay Tables 2"),
    ],
)
def test_a_paid_bonus_names_its_line(rulebook: str, clause: str) -> None:
    round = wagered(table(rulebook, five_card_bonus=True), "1: antes 2, five_card_bonus 10")
    bonus = line(settled(bet_on(dealt(round, "cross 4c 4d 4h 9s Kc"))), 1, "five_card_bonus")
    assert (bonus.clause, str(bonus.odds), bonus.hand) == (clause, "4 to 1", "three fours")


# The player's two cards, the four burns, the best five of the six, and what a dollar wins.
SIX_CARDS: list[Any] = [
    pytest.param("As Ks", "Qs Js Ts 2c", "As Ks Qs Js Ts", 1000, id="royal flush"),
    pytest.param("Th 2c", "Ah Kh Qh Jh", "Ah Kh Qh Jh Th", 1000, id="royal flush with one of the player's cards"),
    pytest.param("9h 8h", "7h 6h 5h Ah", "9h 8h 7h 6h 5h", 200, id="straight flush, not the ace-high flush"),
    pytest.param("Ah 2h", "3h 4h 5h Kh", "Ah 2h 3h 4h 5h", 200, id="straight flush from the ace up"),
    pytest.param("9c 9d", "9h 9s Ks Kd", "9c 9d 9h 9s Ks", 50, id="four of a kind, not the full house"),
    pytest.param("9c 9d", "9h Ks Kd Kc", "Ks Kd Kc 9c 9d", 20, id="full house from two threes"),
    pytest.param("9c 9d", "Ks Kd Kc 4h", "Ks Kd Kc 9c 9d", 20, id="full house"),
    pytest.param("9h 8h", "7h 6h 2h 5c", "9h 8h 7h 6h 2h", 15, id="flush, not the straight"),
    pytest.param("9c 8d", "7h 6s 5c 4d", "9c 8d 7h 6s 5c", 10, id="straight, the higher of two"),
    pytest.param("Ac 2d", "3h 4s 5c Kd", "Ac 2d 3h 4s 5c", 10, id="straight from the ace up"),
    pytest.param("2c 7d", "2d 2h Ks Js", "2c 2d 2h Ks Js", 5, id="three of a kind"),
    pytest.param("Ac Ad", "Kc Kd Qh Qs", "Ac Ad Kc Kd Qh", LOSE, id="three pairs are two pair"),
    pytest.param("Ac Ad", "Kc 9d 4h 2s", "Ac Ad Kc 9d 4h", LOSE, id="pair of aces"),
]


@pytest.mark.clause(CARD_ROOM, "Pay Tables 3", "6 Card Bonus 1")
@pytest.mark.parametrize(("hole", "burns", "best", "pays"), SIX_CARDS)
def test_the_6_card_bonus_is_paid_on_the_best_five_of_hole_cards_and_burns(
    hole: str, burns: str, best: str, pays: int
) -> None:
    taken = {*hole.split(), *burns.split()}
    # A cross that would better any hand, to prove that it does not count.
    cross = [card for card in ["Tc", "Td", "8s", "8c", "3c", "3d", "3s"] if card not in taken][:5]
    round = wagered(table(CARD_ROOM), "1: antes 2, five_card_bonus 2, six_card_bonus 2")
    round = settled(bet_on(dealt(round, f"cross {' '.join(cross)}, 1 {hole}, burn {burns}")))
    bonus = line(round, 1, "six_card_bonus")
    kept = set(parse_cards(best))
    assert [card.rank for card in sorted(bonus.cards)] == [card.rank for card in sorted(kept)]
    assert set(bonus.cards) <= set(parse_cards(f"{hole} {burns}"))
    assert (bonus.paid, bonus.returned) == (usd(str(2 * pays)), usd(str(2 * pays + 2)) if pays else Amount.ZERO)
    assert bonus.clause == "Pay Tables 3"
