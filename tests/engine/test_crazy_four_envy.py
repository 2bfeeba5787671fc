"""Crazy 4 Poker: Envy Bonuses, to the other players who made the progressive wager."""

import pytest

from engine.crazy_rounds import FOLD, Game, Player, at_decision, crazy_four, money, settled
from pitboss.engine import Source
from pitboss.engine.actions import Abandon, Bet, Reveal

FOUR, FIVE = "four_card_envy_bonus", "five_card_envy_bonus"
ACES, QUADS, STRAIGHT_FLUSH = "Ac Ad Ah As 9c", "8c 8d 8h 8s 3c", "5h 6h 7h 8h Kc"
ROYAL, FIVE_STRAIGHT_FLUSH = "Ah Kh Qh Jh Th", "5h 6h 7h 8h 9h"

LEFT, RIGHT = "Js 9d 7c 4c 2d", "Qc Tc 7s 4d 2h"
DEALER = "Kd Jd 9s 6c 3s"


def round_with(holder: str, wager: str, **choices: object) -> Game:
    """Seat 3 holds the hand; seat 1 has staked 1 and seat 6 has staked 5."""
    players = {
        1: Player(LEFT, f"{wager} 1"),
        3: Player(holder, f"{wager} 1"),
        6: Player(RIGHT, f"{wager} 5"),
    }
    return settled(players, DEALER, crazy_four(**choices))


@pytest.mark.parametrize(
    ("table", "holder", "for_one", "for_five"),
    [
        ("A", ACES, ["100.00"], ["500.00"]),
        ("A", QUADS, ["10.00"], ["50.00"]),
        ("A", STRAIGHT_FLUSH, ["5.00"], ["25.00"]),
        ("A", "Jc Jh Th 8s 8d", [], []),
        ("A", "2c 2s 3h Ac Ad", [], []),
        ("B", ACES, ["100.00"], ["500.00"]),
        ("B", QUADS, ["25.00"], ["125.00"]),
        ("B", STRAIGHT_FLUSH, [], []),
    ],
)
@pytest.mark.clause("ma-crazy-4", "10(e)(5)", "10(e)(5)(i)", "11(d)(5)", "11(d)(5)(i)", "11(d)(5)(ii)", "13(e) table")
def test_four_card_envy_follows_the_table_chosen_and_the_stake_of_the_player_who_receives_it(
    table: str, holder: str, for_one: list[str], for_five: list[str]
) -> None:
    game = round_with(holder, "four_card_progressive", four_card_progressive=table)
    assert game.bonuses(1, FOUR) == for_one
    assert game.bonuses(6, FOUR) == for_five
    assert game.bonuses(3, FOUR) == []


@pytest.mark.parametrize(
    ("holder", "for_one", "for_five"),
    [
        (ROYAL, ["1000.00"], ["5000.00"]),
        (FIVE_STRAIGHT_FLUSH, ["300.00"], ["1500.00"]),
        ("Ah 2c 3c 4h 5c", [], []),  # a straight
        (QUADS, [], []),
        (STRAIGHT_FLUSH, [], []),  # of four cards only
    ],
)
@pytest.mark.clause("ma-crazy-4", "10(e)(5)", "10(e)(5)(ii)", "11(e)(5)")
def test_five_card_envy_follows_the_stake_of_the_player_who_receives_it(
    holder: str, for_one: list[str], for_five: list[str]
) -> None:
    players = {
        1: Player("Js 9d 7c 4s 2d", "five_card_progressive 1"),
        3: Player(holder, "five_card_progressive 1"),
        6: Player(RIGHT, "five_card_progressive 5"),
    }
    game = settled(players, DEALER)
    assert game.bonuses(1, FIVE) == for_one
    assert game.bonuses(6, FIVE) == for_five
    assert game.bonuses(3, FIVE) == []


@pytest.mark.clause("ma-crazy-4", "13(e)a", "10(e)(5)(i)", "10(e)(5)(ii)")
def test_the_holder_gets_the_prize_and_no_envy_from_himself() -> None:
    players = {2: Player(ROYAL, "four_card_progressive 5, five_card_progressive 5"), 4: Player(LEFT)}
    game = settled(players, DEALER)
    assert (game.bonuses(2, FOUR), game.bonuses(2, FIVE)) == ([], [])
    assert game.result(2, "five_card_progressive") == "win 10000.50 back 10000.50"


@pytest.mark.clause("ma-crazy-4", "13(e)a", "10(e)(5)(i)", "10(e)(5)(ii)")
@pytest.mark.parametrize("dealer", [ACES, QUADS, STRAIGHT_FLUSH, ROYAL, FIVE_STRAIGHT_FLUSH])
def test_the_dealers_hand_brings_no_envy(dealer: str) -> None:
    players = {1: Player("Js 9d 7c 4c 2d", "four_card_progressive 1, five_card_progressive 1")}
    game = settled(players, dealer)
    assert (game.bonuses(1, FOUR), game.bonuses(1, FIVE)) == ([], [])


@pytest.mark.clause("ma-crazy-4", "10(e)(5)(i)", "10(e)(5)(ii)", "13(e)a")
def test_envy_is_paid_for_every_qualifying_hand_and_to_each_holder_for_the_others() -> None:
    bets = "four_card_progressive 1, five_card_progressive 1"
    players = {
        2: Player("5h 6h 7h 8h 9h", bets),  # straight flush of four and of five
        3: Player("Jd 9d 7c 4c 2d", bets),
        4: Player("Tc Td Th Ts 2c", bets),  # four of a kind
        5: Player("5s 6s 7s 8s Kc", bets),  # straight flush of four only
    }
    game = settled(players, "Kd Qd 9s 6c 3s")
    # From the dealer's right: seat 5's straight flush is 5, seat 4's quads are 10, seat 2's straight flush 5.
    assert game.bonuses(3, FOUR) == ["5.00", "10.00", "5.00"]
    assert game.bonuses(5, FOUR) == ["10.00", "5.00"]
    assert game.bonuses(4, FOUR) == ["5.00", "5.00"]
    assert game.bonuses(2, FOUR) == ["5.00", "10.00"]
    assert [game.bonuses(seat, FIVE) for seat in (2, 3, 4, 5)] == [[], ["300.00"], ["300.00"], ["300.00"]]


@pytest.mark.clause("ma-crazy-4", "13(e)a")
def test_only_players_who_made_the_wager_receive_envy() -> None:
    players = {
        1: Player("Js 9d 7c 4c 2d", "queens_up 5, five_card_progressive 1"),
        3: Player(QUADS, "four_card_progressive 1"),
        6: Player(RIGHT),
    }
    game = settled(players, DEALER)
    assert [line.wager for line in game.round.lines if "envy" in line.wager] == []


@pytest.mark.clause("ma-crazy-4", "10(b)(2)", "10(e)(5)")
def test_a_player_who_folds_loses_the_progressive_wagers_but_still_receives_envy() -> None:
    players = {
        1: Player("Js 9d 7c 4c 2d", "four_card_progressive 5, five_card_progressive 1", FOLD),
        3: Player(FIVE_STRAIGHT_FLUSH),
    }
    game = settled(players, "Kd Jd 9s 6c 3s")
    assert game.result(1, "four_card_progressive") == "forfeited 0.00 back 0.00"
    assert game.result(1, "five_card_progressive") == "forfeited 0.00 back 0.00"
    assert game.bonuses(1, FOUR) == ["25.00"]
    assert game.bonuses(1, FIVE) == ["300.00"]


@pytest.mark.clause("ma-crazy-4", "10(e)(5)(i)", "13(e)a")
@pytest.mark.parametrize(("reading", "envy"), [("no", ["10.00"]), ("yes", [])])
def test_whether_a_hand_without_the_wager_brings_envy_follows_the_reading(reading: str, envy: list[str]) -> None:
    players = {1: Player(LEFT, "four_card_progressive 1"), 3: Player(QUADS)}
    game = settled(players, DEALER, crazy_four(readings={"envy-needs-wager": reading}))
    assert game.bonuses(1, FOUR) == envy


@pytest.mark.clause("ma-crazy-4", "10(e)(5)(i)", "10(c)")
@pytest.mark.parametrize(("reading", "envy", "opened"), [("no", [], (1,)), ("yes", ["10.00"], (3, 1))])
def test_whether_a_folded_hand_brings_envy_and_is_opened_for_it_follows_the_reading(
    reading: str, envy: list[str], opened: tuple[int, ...]
) -> None:
    players = {1: Player(LEFT, "four_card_progressive 1"), 3: Player(QUADS, "four_card_progressive 1", FOLD)}
    game = settled(players, DEALER, crazy_four(readings={"folded-hand-envy": reading}))
    assert game.bonuses(1, FOUR) == envy
    assert game.round.opened == opened


@pytest.mark.clause("ma-crazy-4", "6(b)", "10(e)(5)")
def test_a_player_who_left_neither_receives_nor_brings_envy() -> None:
    players = {
        1: Player(LEFT, "four_card_progressive 1"),
        3: Player(QUADS, "four_card_progressive 1"),
        6: Player("Tc Td Th Ts 2c", "four_card_progressive 1"),
    }
    game = at_decision(players, DEALER).do(Abandon(1), Abandon(6), Bet(3, money("10")), Reveal()).finish()
    assert [game.bonuses(seat, FOUR) for seat in (1, 3, 6)] == [[], [], []]


@pytest.mark.clause("ma-crazy-4", "10(e)(5)", "13(d)b")
def test_envy_is_a_fixed_sum_from_the_tray_beside_the_wager_itself() -> None:
    game = round_with(QUADS, "four_card_progressive")
    line = game.line(6, FOUR)
    assert (line.part_of, str(line.stake), line.source) == ("four_card_progressive", "0.00", Source.TABLE_INVENTORY)
    assert (line.hand, line.clause) == ("seat 3: four eights", "11(d)(5)(i)")
    assert game.result(6, "four_card_progressive") == "lose 0.00 back 0.00"
    assert game.shows("four_card") == "5001.05"  # 15% of 7.00 staked, and nothing taken
