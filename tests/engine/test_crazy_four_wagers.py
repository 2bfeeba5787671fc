"""Crazy 4 Poker: which wagers are taken before "no more bets", how much, and which are refused."""

import pytest

from engine.crazy_rounds import Game, Player, at_decision, crazy_four, money
from pitboss.engine import Phase, RoundAction
from pitboss.engine.actions import CloseBets, PlaceWager, ReturnWagers, TakeBack
from pitboss.rulebooks import terms_for

MAIN = "ante 10, super_bonus 10"
NOBODY = {1: Player("Jh 9d 7c 4s 2d")}
DEALER = "Kd Jc 8s 5c 2s"


def place(seat: int, wager: str, amount: str) -> PlaceWager:
    return PlaceWager(seat, wager, money(amount))


def wagers_of(game: Game, seat: int) -> dict[str, str]:
    return {name: str(amount) for name, amount in game.round.seats[seat].wagers.items()}


@pytest.mark.clause("ma-crazy-4", "6(d)(1)")
def test_equal_ante_and_super_bonus_bring_a_seat_into_the_round() -> None:
    game = Game().wager(3, MAIN).do(CloseBets())
    assert wagers_of(game, 3) == {"ante": "10.00", "super_bonus": "10.00"}
    assert game.round.phase is Phase.DEALING


@pytest.mark.clause("ma-crazy-4", "6(d)(1)")
@pytest.mark.parametrize(
    ("first", "second", "amount"),
    [("ante 10", "super_bonus", "5"), ("ante 10", "super_bonus", "10.50"), ("super_bonus 10", "ante", "20")],
)
def test_ante_and_super_bonus_of_unequal_amounts_are_refused(first: str, second: str, amount: str) -> None:
    violation = Game().wager(1, first).refused(place(1, second, amount))
    assert (violation.clause, violation.where) == ("6(d)(1)", "seat 1")
    assert "10.00, equal to" in violation.allowed


@pytest.mark.clause("ma-crazy-4", "6(d)(1)")
@pytest.mark.parametrize(("only", "missing"), [("ante 10", "Super Bonus"), ("super_bonus 10", "Ante")])
def test_a_seat_without_both_main_wagers_is_not_dealt_in(only: str, missing: str) -> None:
    game = Game().wager(1, MAIN).wager(2, only)
    violation = game.refused(CloseBets())
    assert (violation.clause, violation.where) == ("6(d)(1)", "seat 2")
    assert violation.allowed == f"{missing}, or a return of the seat's wagers"
    assert list(game.do(ReturnWagers(2), CloseBets()).round.seats) == [1]


SIDE_BETS = [
    pytest.param("queens_up", "5", marks=pytest.mark.clause("ma-crazy-4", "6(d)(2)")),
    pytest.param("four_card_progressive", "1", marks=pytest.mark.clause("ma-crazy-4", "6(d)(3)", "13(a)")),
    pytest.param("five_card_progressive", "5", marks=pytest.mark.clause("ma-crazy-4", "6(d)(4)", "13(a)")),
    pytest.param("five_card_hand_bonus_player", "2", marks=pytest.mark.clause("ma-crazy-4", "6(d)(5)")),
    pytest.param("five_card_hand_bonus_dealer", "3", marks=pytest.mark.clause("ma-crazy-4", "6(d)(5)")),
    pytest.param("cover_all", "4", marks=pytest.mark.clause("ma-crazy-4", "12(a)", "13(a)")),
    pytest.param("link_progressive", "1", marks=pytest.mark.clause("ma-crazy-4", "13(a)")),
]


@pytest.mark.parametrize(("wager", "amount"), SIDE_BETS)
def test_a_side_bet_is_taken_beside_the_main_wagers_and_never_required(wager: str, amount: str) -> None:
    game = Game().wager(1, f"{MAIN}, {wager} {amount}").wager(2, MAIN).do(CloseBets())
    assert wagers_of(game, 1)[wager] == str(money(amount))
    assert wager not in wagers_of(game, 2)


@pytest.mark.parametrize(("wager", "amount"), SIDE_BETS)
@pytest.mark.parametrize(("placed", "missing"), [("", "Ante"), ("ante 10", "Super Bonus"), ("super_bonus 10", "Ante")])
def test_a_side_bet_without_both_main_wagers_is_refused(wager: str, amount: str, placed: str, missing: str) -> None:
    violation = Game().wager(1, placed).refused(place(1, wager, amount))
    assert violation.allowed == f"{missing} first"


@pytest.mark.parametrize(("wager", "amount"), SIDE_BETS)
def test_a_main_wager_cannot_be_taken_back_from_under_a_side_bet(wager: str, amount: str) -> None:
    game = Game().wager(1, f"{MAIN}, {wager} {amount}")
    assert game.refused(TakeBack(1, "ante")).allowed == f"taking back {wager} first"
    assert game.refused(TakeBack(1, "super_bonus")).allowed == f"taking back {wager} first"


@pytest.mark.parametrize(
    ("wager", "clause"),
    [
        pytest.param("four_card_progressive", "6(d)(3)", marks=pytest.mark.clause("ma-crazy-4", "6(d)(3)")),
        pytest.param("five_card_progressive", "6(d)(4)", marks=pytest.mark.clause("ma-crazy-4", "6(d)(4)")),
        pytest.param("five_card_hand_bonus_player", "6(d)(5)", marks=pytest.mark.clause("ma-crazy-4", "6(d)(5)")),
        pytest.param("five_card_hand_bonus_dealer", "6(d)(5)", marks=pytest.mark.clause("ma-crazy-4", "6(d)(5)")),
        pytest.param("cover_all", "12(a)", marks=pytest.mark.clause("ma-crazy-4", "12(a)")),
        pytest.param("link_progressive", "13(a)", marks=pytest.mark.clause("ma-crazy-4", "13(a)")),
    ],
)
def test_a_wager_that_the_house_does_not_offer_is_refused(wager: str, clause: str) -> None:
    violation = Game(terms_for("ma-crazy-4")).wager(1, MAIN).refused(place(1, wager, "1"))
    assert violation.clause == clause
    assert "does not offer" in violation.tried
    assert violation.allowed == "one of ante, super_bonus, queens_up, play"


@pytest.mark.clause("ma-crazy-4", "6(a)")
@pytest.mark.parametrize("wager", ["across", "cash", "Ante", ""])
def test_only_the_areas_of_the_layout_take_wagers(wager: str) -> None:
    violation = Game().wager(1, MAIN).refused(place(1, wager, "5"))
    assert "unknown wager" in violation.tried


@pytest.mark.clause("ma-crazy-4", "6(a)", "12(k)")
@pytest.mark.parametrize("seat", [0, 7, -1])
def test_there_are_six_positions(seat: int) -> None:
    refusal = Game().refused(place(seat, "ante", "10"))
    assert (refusal.allowed, refusal.clause) == ("seats 1 to 6", "reading seat-count")


@pytest.mark.clause("ma-crazy-4", "11(d)(5)", "11(e)(5)")
@pytest.mark.parametrize(
    ("wager", "allowed", "reading"),
    [
        ("four_card_progressive", "1.00 or 5.00", "progressive-amounts"),
        ("five_card_progressive", "1.00 or 5.00", "progressive-amounts"),
        ("link_progressive", "1.00", "link-wager-amount"),  # the one amount of the link
    ],
)
@pytest.mark.parametrize("amount", ["0.50", "2", "4", "10", "0", "-1"])
def test_a_progressive_wager_of_any_amount_but_one_or_five_dollars_is_refused(
    wager: str, amount: str, allowed: str, reading: str
) -> None:
    violation = Game().wager(1, MAIN).refused(place(1, wager, amount))
    assert (violation.clause, violation.allowed) == (f"reading {reading}", allowed)


@pytest.mark.clause("ma-crazy-4", "13(h)")
def test_an_amount_of_the_document_that_the_operator_does_not_take_is_refused_by_the_submission() -> None:
    assert str(Game().wager(1, MAIN).refused(place(1, "link_progressive", "5"))) == (
        "ma-crazy-4: seat 1: Multi Game Link Progressive must be $1.00 at this table; $5.00 was given."
    )


@pytest.mark.clause("ma-crazy-4", "11(d)(5)", "11(e)(5)")
@pytest.mark.parametrize("amount", ["1", "5"])
def test_a_progressive_wager_is_one_or_five_dollars(amount: str) -> None:
    game = Game().wager(1, f"{MAIN}, four_card_progressive {amount}, five_card_progressive {amount}")
    assert wagers_of(game, 1)["four_card_progressive"] == f"{amount}.00"
    assert wagers_of(game, 1)["five_card_progressive"] == f"{amount}.00"


@pytest.mark.clause("ma-crazy-4", "6(a)")
@pytest.mark.parametrize(
    ("wager", "amount", "allowed"),
    [
        ("ante", "4", "5.00 to 100.00, the limits of the submission"),
        ("ante", "101", "5.00 to 100.00, the limits of the submission"),
        ("ante", "7.50", "a multiple of 1.00, the unit of the submission"),
        ("ante", "-5", "5.00 to 100.00, the limits of the submission"),
        ("queens_up", "0", "1.00 to 50.00, the limits of the submission"),
        ("queens_up", "51", "1.00 to 50.00, the limits of the submission"),
    ],
)
def test_a_stake_outside_the_limits_of_the_table_is_refused(wager: str, amount: str, allowed: str) -> None:
    limits = {
        "ante": {"minimum": "5", "maximum": "100", "unit": "1"},
        "queens_up": {"minimum": "1", "maximum": "50", "unit": "1"},
    }
    game = Game(crazy_four(limits=limits))
    if wager != "ante":
        game.wager(1, MAIN)
    refusal = game.refused(place(1, wager, amount))
    assert (refusal.allowed, refusal.clause) == (allowed, "")


@pytest.mark.clause("ma-crazy-4", "6(c)", "7(b)")
def test_before_the_call_a_wager_may_be_changed_and_taken_back() -> None:
    game = Game().wager(1, f"{MAIN}, queens_up 5, queens_up 20, cover_all 1")
    game.do(TakeBack(1, "cover_all"))
    assert wagers_of(game, 1) == {"ante": "10.00", "super_bonus": "10.00", "queens_up": "20.00"}


@pytest.mark.parametrize(
    ("method", "clause"),
    [
        pytest.param("manual_shoe", "7(b)", marks=pytest.mark.clause("ma-crazy-4", "6(c)", "7(b)", "13(b)")),
        pytest.param("hand", "8(a)(3)", marks=pytest.mark.clause("ma-crazy-4", "6(c)", "8(a)(3)", "13(b)")),
        pytest.param("automated_shoe", "9(a)(2)", marks=pytest.mark.clause("ma-crazy-4", "6(c)", "9(a)(2)", "13(b)")),
    ],
)
def test_after_no_more_bets_no_wager_is_made_raised_or_withdrawn(method: str, clause: str) -> None:
    game = Game(crazy_four(dealing=method, shuffler="player_counting"))
    game.wager(1, f"{MAIN}, queens_up 5, link_progressive 1").do(CloseBets())
    late: list[RoundAction] = [
        place(2, "ante", "10"),
        place(1, "queens_up", "10"),
        place(1, "four_card_progressive", "1"),
        place(1, "five_card_progressive", "1"),
        place(1, "link_progressive", "5"),
        place(1, "five_card_hand_bonus_player", "1"),
        TakeBack(1, "queens_up"),
        TakeBack(1, "link_progressive"),
    ]
    assert {game.refused(attempt).clause for attempt in late} == {"6(c)"}
    assert game.refused(CloseBets()).clause == clause


@pytest.mark.clause("ma-crazy-4", "12(a)", "6(c)")
def test_cover_all_after_no_more_bets_is_refused() -> None:
    game = at_decision(NOBODY, DEALER)
    assert game.refused(place(1, "cover_all", "1")).tried == 'cover_all after "no more bets"'


@pytest.mark.clause("ma-crazy-4", "6(c)", "10(b)")
def test_the_play_wager_is_not_taken_before_the_deal() -> None:
    assert Game().wager(1, MAIN).refused(place(1, "play", "10")).clause == "10(b)"


@pytest.mark.clause("ma-crazy-4", "7(b)")
def test_no_more_bets_needs_a_wager() -> None:
    assert Game(terms_for("ma-crazy-4")).refused(CloseBets()).clause == "7(b)"
    game = Game().wager(1, "ante 10").do(TakeBack(1, "ante"))
    assert game.round.seats == {}
