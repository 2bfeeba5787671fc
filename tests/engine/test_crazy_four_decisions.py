"""Crazy 4 Poker: Play or fold in turn, how large a Play wager may be, and what a fold gives up."""

import pytest

from engine.crazy_rounds import FOLD, Game, Player, at_decision, at_settlement, crazy_four, money, settled
from pitboss.engine import Phase, bet_amounts, to_act
from pitboss.engine.actions import Abandon, Bet, Fold, Reveal, Settle
from pitboss.engine.events import HandOpened

DEALER = "Kd Jc 8s 5c 2s"
NOTHING = "Jh 9d 7c 4s 2d"


def one(cards: str, **readings: str) -> Game:
    return at_decision({1: Player(cards)}, DEALER, crazy_four(readings=readings))


ONE_ANTE = ["10.00"]
UP_TO_THREE = ["10.00", "20.00", "30.00"]


@pytest.mark.clause("ma-crazy-4", "10(b)")
@pytest.mark.parametrize(
    ("cards", "amounts"),
    [
        ("Jh 9d 7c 4s 2d", ONE_ANTE),  # jack high
        ("Ah Qd 9c 5h 3d", ONE_ANTE),  # ace high is no pair of aces
        ("Ah Kh Qc 9d 4s", ONE_ANTE),
        ("2h 2c Ad Kc 9s", ONE_ANTE),  # an ace beside a low pair
        ("Qh Qc Ad 7c 3s", ONE_ANTE),
        ("Kh Kc Ad Qc 3s", ONE_ANTE),  # the best hand that may not be raised
        ("Ah Ac 4d 3c 7s", UP_TO_THREE),  # the lowest pair of aces
        ("3h 3c 2d 2c 7s", UP_TO_THREE),  # the lowest two pair is better than a pair of aces
        ("Ah 2c 3d 4c 9s", UP_TO_THREE),  # the lowest straight
        ("6h 7c 8d 9c 2h", UP_TO_THREE),
        ("2h 3h 5h 7h Ks", UP_TO_THREE),  # flush
        ("4h 4c 4d 9c Ks", UP_TO_THREE),  # three of a kind
        ("5h 6h 7h 8h Ks", UP_TO_THREE),  # straight flush
        ("6h 6c 6d 6s Ks", UP_TO_THREE),  # four of a kind
    ],
)
def test_only_a_pair_of_aces_or_better_may_bet_two_or_three_antes(cards: str, amounts: list[str]) -> None:
    game = one(cards)
    assert [str(amount) for amount in bet_amounts(game.round, game.round.seats[1])] == amounts
    for amount in ("10", "20", "30"):
        if str(money(amount)) in amounts:
            assert one(cards).do(Bet(1, money(amount))).round.seats[1].wagers["play"] == money(amount)
        else:
            assert game.refused(Bet(1, money(amount))).allowed == "10.00, or a fold"


@pytest.mark.clause("ma-crazy-4", "10(b)")
@pytest.mark.parametrize("cards", ["6h 6c 6d 6s Ks", "Ah Ac 4d 3c 7s"])
@pytest.mark.parametrize("amount", ["40", "31", "15", "9.50", "5", "0", "-10"])
def test_where_whole_antes_are_read_no_hand_may_bet_a_part_of_one(cards: str, amount: str) -> None:
    violation = one(cards, **{"bet-amounts": "whole"}).refused(Bet(1, money(amount)))
    assert (violation.clause, violation.where) == ("10(b)", "seat 1")
    assert violation.allowed == "10.00 or 20.00 or 30.00, or a fold"


@pytest.mark.clause("ma-crazy-4", "10(b)")
@pytest.mark.parametrize("amount", ["10", "10.50", "15", "29.50", "30"])
def test_a_strong_hand_may_bet_any_amount_between_one_and_three_antes(amount: str) -> None:
    game = one("Ah Ac 4d 3c 7s").do(Bet(1, money(amount)))
    assert game.round.seats[1].wagers["play"] == money(amount)


@pytest.mark.clause("ma-crazy-4", "10(b)")
@pytest.mark.parametrize(
    ("cards", "amount", "allowed"),
    [
        ("Ah Ac 4d 3c 7s", "9.50", "10.00 to 30.00, or a fold"),
        ("Ah Ac 4d 3c 7s", "30.50", "10.00 to 30.00, or a fold"),
        ("Ah Ac 4d 3c 7s", "40", "10.00 to 30.00, or a fold"),
        ("Kh Kc Ad Qc 3s", "10.50", "10.00, or a fold"),
    ],
)
def test_the_bounds_and_the_unit_hold_for_any_amount(cards: str, amount: str, allowed: str) -> None:
    assert one(cards).refused(Bet(1, money(amount))).allowed == allowed


@pytest.mark.clause("ma-crazy-4", "10(b)")
def test_an_amount_off_the_unit_of_the_table_is_refused_by_the_reading_that_knows_a_unit() -> None:
    violation = one("Ah Ac 4d 3c 7s").refused(Bet(1, money("15.25")))
    assert violation.clause == "reading bet-amounts"
    assert violation.allowed == "a multiple of 0.50, the unit of the submission"


THREE = {2: Player(NOTHING), 4: Player("Qh Td 7s 4c 2h"), 5: Player("Qd Tc 6s 4d 3h")}


@pytest.mark.clause("ma-crazy-4", "10(b)")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    game = at_decision(THREE, DEALER)
    turns = []
    while (seat := to_act(game.round)) is not None:
        turns.append(seat)
        others = {2, 4, 5} - {seat}
        assert {game.refused(Fold(other)).allowed for other in others} == {f"a decision of seat {seat}"}
        assert {game.refused(Bet(other, money("10"))).clause for other in others} == {"10(b)"}
        game.do(Fold(seat) if seat == 4 else Bet(seat, money("10")))
    assert turns == [2, 4, 5]


@pytest.mark.clause("ma-crazy-4", "10(b)", "6(c)")
def test_a_decision_is_made_once() -> None:
    game = at_decision(THREE, DEALER).do(Bet(2, money("10")))
    assert game.refused(Bet(2, money("10"))).tried == "a bet out of turn"
    assert game.refused(Fold(2)).tried == "a fold out of turn"
    game.do(Fold(4), Fold(5))
    assert game.refused(Bet(4, money("10"))).allowed == "nothing: the round is in reveal"


@pytest.mark.clause("ma-crazy-4", "10(c)")
def test_the_dealers_cards_open_only_after_the_last_decision() -> None:
    game = at_decision(THREE, DEALER)
    for seat in (2, 4, 5):
        violation = game.refused(Reveal())
        assert (violation.clause, violation.allowed) == ("10(c)", f"a decision of seat {seat} first")
        assert game.refused(Settle()).allowed == "nothing: the round is in decision"
        game.do(Bet(seat, money("10")))
    assert game.round.revealed == ()
    assert game.do(Reveal()).round.revealed == ("dealer",)
    assert game.round.phase is Phase.SETTLEMENT


@pytest.mark.clause("ma-crazy-4", "10(c)", "13(c)", "10(d)", "10(e)", "10(f)", "12(j)")
def test_seats_are_settled_from_the_dealers_right_each_in_the_order_of_the_clauses_and_cover_all_last() -> None:
    sides = (
        "cover_all 1, link_progressive 1, five_card_hand_bonus_dealer 1, five_card_hand_bonus_player 1, "
        "five_card_progressive 1, four_card_progressive 1, queens_up 1"
    )
    players = {seat: Player(player.cards, sides) for seat, player in THREE.items()}
    order = [
        *("ante", "play", "super_bonus", "queens_up", "four_card_progressive", "five_card_progressive"),
        *("five_card_hand_bonus_player", "five_card_hand_bonus_dealer", "link_progressive"),
    ]
    game = settled(players, DEALER)
    expected = [(seat, wager) for seat in (5, 4, 2) for wager in order]
    expected += [(seat, "cover_all") for seat in (5, 4, 2)]
    assert [(line.seat, line.wager) for line in game.round.lines] == expected


@pytest.mark.clause("ma-crazy-4", "10(c)(1)")
def test_a_hand_still_in_is_turned_up_in_its_turn() -> None:
    game = at_settlement(THREE, DEALER)
    assert game.round.opened == ()
    assert game.settle().round.opened == (5,)
    assert game.settle().round.opened == (5, 4)
    assert game.settle().round.opened == (5, 4, 2)


@pytest.mark.clause("ma-crazy-4", "10(c)", "10(c)(1)")
@pytest.mark.parametrize(
    "bets",
    [
        "",
        "queens_up 1, four_card_progressive 1, five_card_progressive 1",
        "cover_all 1",
        "five_card_progressive 1, five_card_hand_bonus_dealer 1",
        "five_card_hand_bonus_player 1, five_card_hand_bonus_dealer 1, cover_all 1, link_progressive 1",
    ],
)
def test_a_folded_hand_is_never_turned_up(bets: str) -> None:
    players = {2: Player("8c 8d 8h 7h 6c", bets, FOLD), 4: THREE[4]}
    game = settled(players, DEALER)
    assert [event.seat for event in game.events if isinstance(event, HandOpened)] == [4]
    shown = {shown for line in game.round.lines for shown in line.cards}
    assert shown.isdisjoint(game.round.seats[2].cards)


@pytest.mark.clause("ma-crazy-4", "10(b)")
def test_a_fold_gives_up_ante_and_super_bonus_even_with_a_paying_hand() -> None:
    game = settled({1: Player("8c 8d 8h 7s 6h", play=FOLD)}, "Qd Jc 7d 4h 2c")
    assert game.result(1, "ante") == "forfeited 0.00 back 0.00"
    assert game.result(1, "super_bonus") == "forfeited 0.00 back 0.00"
    assert game.lines(1, "play") == []
    assert game.line(1, "super_bonus").clause == "10(b)"


@pytest.mark.clause("ma-crazy-4", "10(b)(1)")
def test_a_fold_gives_up_queens_up_even_with_a_paying_hand() -> None:
    game = settled({1: Player("8c 8d 8h 7s 6h", "queens_up 5", FOLD)}, DEALER)
    lines = [(line.wager, str(line.result), str(line.stake)) for line in game.round.lines]
    assert lines == [
        ("ante", "forfeited", "10.00"),
        ("super_bonus", "forfeited", "10.00"),
        ("queens_up", "forfeited", "5.00"),
    ]
    assert game.line(1, "queens_up").clause == "10(b)(1)"


@pytest.mark.clause("ma-crazy-4", "10(b)(2)")
@pytest.mark.parametrize("wager", ["four_card_progressive", "five_card_progressive"])
def test_a_fold_gives_up_a_progressive_wager_even_with_a_paying_hand(wager: str) -> None:
    game = settled({1: Player("8c 8d 8h 8s 6h", f"{wager} 5", FOLD)}, "Qd Jc 7d 4h 2c")
    assert game.result(1, wager) == "forfeited 0.00 back 0.00"
    assert game.line(1, wager).clause == "10(b)(2)"


@pytest.mark.clause("ma-crazy-4", "10(b)", "13(a)")
@pytest.mark.parametrize(
    ("reading", "result"), [("forfeited", "forfeited 0.00 back 0.00"), ("stands", "win 9.00 back 9.00")]
)
def test_the_link_wager_of_a_folded_hand_follows_the_reading(reading: str, result: str) -> None:
    terms = crazy_four(readings={"link-on-fold": reading})
    game = settled({1: Player("8c 8d 8h 7s 6h", "link_progressive 1", FOLD)}, "Qd Jc 7d 4h 2c", terms)
    assert game.result(1, "link_progressive") == result
    assert game.round.opened == ((1,) if reading == "stands" else ())


@pytest.mark.clause("ma-crazy-4", "10(c)")
@pytest.mark.parametrize(
    ("readings", "revealed"), [({}, ("dealer",)), ({"all-folded": "only-for-a-bonus"}, ())], ids=["taken", "other"]
)
def test_when_everyone_folds_the_dealers_cards_are_turned_as_the_reading_says(
    readings: dict[str, str], revealed: tuple[str, ...]
) -> None:
    players = {seat: Player(player.cards, play=FOLD) for seat, player in THREE.items()}
    game = settled(players, DEALER, crazy_four(readings=readings))
    assert game.round.revealed == revealed
    assert {str(line.result) for line in game.round.lines} == {"forfeited"}


@pytest.mark.clause("ma-crazy-4", "6(b)")
def test_the_wagers_of_a_player_who_leaves_the_table_lose() -> None:
    players = {1: Player("8c 8d 8h 8s 6h", "queens_up 5, cover_all 1, four_card_progressive 1"), 2: Player(NOTHING)}
    game = at_decision(players, "Qd Jc 7d 4h 2c").do(Abandon(1))
    assert to_act(game.round) == 2
    game.do(Bet(2, money("10")), Reveal()).finish()
    left = [line for line in game.round.lines if line.seat == 1]
    assert {(str(line.result), line.clause, str(line.returned)) for line in left} == {("lose", "6(b)", "0.00")}
    assert len(left) == 5
    assert game.round.opened == (2,)
