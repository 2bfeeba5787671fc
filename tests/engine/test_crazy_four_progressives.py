"""Crazy 4 Poker: the Four-Card and the Five-Card Progressive, line by line, and what comes off their meters."""

import pytest

from engine.crazy_rounds import Player, at_settlement, crazy_four, settled
from pitboss.engine import Source
from pitboss.engine.actions import Settle

DEALER = "Qd Ts 7c 4d 3s"
LOSE = "lose 0.00 back 0.00"

# "For 1": the payment takes the place of the stake.
FOUR_CARD_LINES = {
    "four of a kind": ("8c 8d 8h 8s 3c", {"A": 300, "B": 300}),
    "straight flush": ("5h 6h 7h 8h Kc", {"A": 100, "B": 100}),
    "A-2-3-4 suited": ("Ah 2h 3h 4h Kc", {"A": 100, "B": 100}),
    "five suited in a row": ("Ah Kh Qh Jh Th", {"A": 100, "B": 100}),
    "three of a kind": ("Jc Jd Jh 4s 2c", {"A": 9, "B": 15}),
    "full house": ("Jc Jd Jh 4s 4c", {"A": 9, "B": 15}),
}


@pytest.mark.clause("ma-crazy-4", "10(e)", "10(e)(1)", "10(e)(4)", "11(d)(1)", "11(d)(2)", "13(d)b", "13(e) table")
@pytest.mark.parametrize("stake", [1, 5])
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize("hand", FOUR_CARD_LINES)
def test_the_four_card_progressive_pays_the_highest_line_at_its_odds_from_the_tray(
    hand: str, table: str, stake: int
) -> None:
    cards, odds = FOUR_CARD_LINES[hand]
    terms = crazy_four(four_card_progressive=table)
    game = settled({1: Player(cards, f"four_card_progressive {stake}")}, DEALER, terms)
    won = odds[table] * stake
    assert game.result(1, "four_card_progressive") == f"win {won}.00 back {won}.00"
    line = game.line(1, "four_card_progressive")
    assert (line.source, line.meter, line.clause) == (Source.TABLE_INVENTORY, None, "11(d)(1)")
    shows = {("A", 1): "5000.15", ("A", 5): "5000.75", ("B", 1): "1000.15", ("B", 5): "1000.75"}
    assert game.shows("four_card") == shows[table, stake]  # the seed and 15% of the stake, nothing taken


@pytest.mark.clause("ma-crazy-4", "10(e)", "10(e)(4)", "11(d)(1)", "11(d)(4)", "13(d)a", "13(e) table")
@pytest.mark.parametrize("stake", ["1", "5"])
@pytest.mark.parametrize("table", ["A", "B"])
def test_four_aces_take_the_whole_meter_whatever_was_staked_and_it_starts_again(table: str, stake: str) -> None:
    terms = crazy_four(four_card_progressive=table, meters={"four_card": {"rate": "10%", "reset": "6000"}})
    players = {1: Player("Ac Ad Ah As 9c", f"four_card_progressive {stake}")}
    game = settled(players, DEALER, terms, {"four_card": "7654.32"})
    paid = {"1": "7654.42", "5": "7654.82"}[stake]  # with 10% of its own stake
    assert game.result(1, "four_card_progressive") == f"win {paid} back {paid}"
    line = game.line(1, "four_card_progressive")
    assert (line.source, line.meter) == (Source.METER, "four_card")
    assert game.shows("four_card") == "6000.00"


@pytest.mark.clause("ma-crazy-4", "10(e)(1)", "11(d)(1)")
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize("cards", ["2d 5d 9d Jd Kc", "6c 7d 8h 9s 2c", "Ac Ad Kh Kc 9s", "Ac Ad 9h 6s 4c"])
def test_the_four_card_progressive_loses_below_three_of_a_kind(table: str, cards: str) -> None:
    terms = crazy_four(four_card_progressive=table)
    game = settled({1: Player(cards, "four_card_progressive 1")}, DEALER, terms)
    assert game.result(1, "four_card_progressive") == LOSE


FIVE_CARD_LINES = {
    "four of a kind": ("8c 8d 8h 8s 3c", 300),
    "full house": ("Jc Jd Jh 4s 4c", 50),
    "flush": ("2d 5d 9d Jd Kd", 40),
    "straight": ("5c 6d 7h 8s 9c", 30),
    "A-2-3-4-5": ("Ac 2d 3h 4s 5c", 30),
    "three of a kind": ("Jc Jd Jh 4s 2c", 9),
}


@pytest.mark.clause("ma-crazy-4", "10(e)", "10(e)(1)", "10(e)(4)", "11(e)(1)", "11(e)(2)", "5(d)", "13(d)b")
@pytest.mark.parametrize("stake", [1, 5])
@pytest.mark.parametrize("hand", FIVE_CARD_LINES)
def test_the_five_card_progressive_pays_all_five_cards_at_their_odds_from_the_tray(hand: str, stake: int) -> None:
    cards, odds = FIVE_CARD_LINES[hand]
    game = settled({1: Player(cards, f"five_card_progressive {stake}")}, DEALER)
    assert game.result(1, "five_card_progressive") == f"win {odds * stake}.00 back {odds * stake}.00"
    line = game.line(1, "five_card_progressive")
    assert (line.source, line.meter, line.clause) == (Source.TABLE_INVENTORY, None, "11(e)(1)")
    assert game.shows("five_card") == f"10000.{10 * stake}"  # 10% of the stake


@pytest.mark.clause("ma-crazy-4", "10(e)(1)", "11(e)(1)")
@pytest.mark.parametrize(
    "cards",
    [
        pytest.param("Ac Ad Kh Kc 9s", id="two pair"),
        pytest.param("2d 5d 9d Jd Kc", id="a flush of four"),
        pytest.param("6c 7d 8h 9s 2c", id="a straight of four"),
        pytest.param("5h 6h 7h 8h Kc", id="a straight flush of four"),
    ],
)
def test_the_five_card_progressive_loses_below_three_of_a_kind(cards: str) -> None:
    game = settled({1: Player(cards, "five_card_progressive 1")}, DEALER)
    assert game.result(1, "five_card_progressive") == LOSE


@pytest.mark.clause("ma-crazy-4", "10(e)(4)", "11(e)(1)", "11(e)(4)", "13(d)a")
@pytest.mark.parametrize(
    ("cards", "shown", "stake", "paid", "left"),
    [
        # 10% of the stake is on the meter when it pays; a whole meter starts again at its reset amount
        ("Ah Kh Qh Jh Th", "12345.67", "1", "12345.77", "10000.00"),
        ("Ah Kh Qh Jh Th", "12345.67", "5", "12346.17", "10000.00"),
        ("5h 6h 7h 8h 9h", "12345.67", "1", "1234.57", "11111.20"),  # a tenth of 12,345.77 is 1,234.577
        ("5h 6h 7h 8h 9h", "12345.67", "5", "1234.61", "11111.56"),  # a tenth of 12,346.17 is 1,234.617
        ("Ah 2h 3h 4h 5h", "10000.00", "1", "1000.01", "9000.09"),
        ("9h Th Jh Qh Kh", "10000.09", "1", "1000.01", "9000.18"),  # a tenth of 10,000.19 is 1,000.019
        ("9h Th Jh Qh Kh", "10000.09", "5", "1000.05", "9000.54"),  # a tenth of 10,000.59 is 1,000.059
    ],
)
def test_a_share_of_the_meter_is_rounded_down_to_the_cent_and_does_not_grow_with_the_stake(
    cards: str, shown: str, stake: str, paid: str, left: str
) -> None:
    players = {1: Player(cards, f"five_card_progressive {stake}")}
    game = settled(players, DEALER, shown={"five_card": shown})
    assert game.result(1, "five_card_progressive") == f"win {paid} back {paid}"
    line = game.line(1, "five_card_progressive")
    assert (line.source, line.meter) == (Source.METER, "five_card")
    assert game.shows("five_card") == left


@pytest.mark.clause("ma-crazy-4", "11(e)(4)", "10(c)")
@pytest.mark.parametrize(
    ("left", "right", "paid_right", "paid_left", "shows"),
    [
        # 12,345.67 and a tenth of 2.00: a tenth is 1,234.58; of the 11,111.29 left a tenth is 1,111.12
        pytest.param("5h 6h 7h 8h 9h", "5s 6s 7s 8s 9s", "1234.58", "1111.12", "10000.17", id="two tenths"),
        # the second royal wins the reset amount, and the meter resets again
        pytest.param("Ah Kh Qh Jh Th", "As Ks Qs Js Ts", "12345.87", "10000.00", "10000.00", id="two royals"),
        pytest.param("Ah Kh Qh Jh Th", "5s 6s 7s 8s 9s", "1234.58", "11111.29", "10000.00", id="a tenth, then all"),
        pytest.param("5h 6h 7h 8h 9h", "As Ks Qs Js Ts", "12345.87", "1000.00", "9000.00", id="all, then a tenth"),
    ],
)
def test_two_winners_are_paid_from_the_dealers_right_at_what_the_meter_shows_in_their_turn(
    left: str, right: str, paid_right: str, paid_left: str, shows: str
) -> None:
    players = {2: Player(left, "five_card_progressive 1"), 5: Player(right, "five_card_progressive 1")}
    game = settled(players, "Qd Tc 7c 4d 3c", shown={"five_card": "12345.67"})
    assert str(game.line(5, "five_card_progressive").paid) == paid_right
    assert str(game.line(2, "five_card_progressive").paid) == paid_left
    assert game.shows("five_card") == shows


@pytest.mark.clause("ma-crazy-4", "11(e)(3)", "11(e)(4)")
def test_after_a_full_win_the_next_winner_gets_the_reset_amount_of_the_submission() -> None:
    terms = crazy_four(meters={"five_card": {"rate": "10%", "seed": "20000", "reset": "15000"}})
    players = {
        2: Player("Ah Kh Qh Jh Th", "five_card_progressive 1"),
        5: Player("As Ks Qs Js Ts", "five_card_progressive 1"),
    }
    game = settled(players, "Qd Tc 7c 4d 3c", terms)
    assert str(game.line(5, "five_card_progressive").paid) == "20000.20"  # with a tenth of both stakes
    assert str(game.line(2, "five_card_progressive").paid) == "15000.00"


@pytest.mark.clause("ma-crazy-4", "10(e)")
@pytest.mark.parametrize(
    ("dealer", "ante"), [("9c 9d 9s Ts Tc", "lose"), ("Qd Ts 7c 4d 3s", "push"), ("Kd Ts 7c 4d 3s", "win")]
)
def test_a_progressive_is_paid_whoever_beats_whom(dealer: str, ante: str) -> None:
    players = {1: Player("6c 6d 6h 4s 2c", "four_card_progressive 1, five_card_progressive 1")}
    game = settled(players, dealer)
    assert str(game.line(1, "ante").result) == ante
    assert game.result(1, "four_card_progressive") == "win 9.00 back 9.00"
    assert game.result(1, "five_card_progressive") == "win 9.00 back 9.00"


@pytest.mark.clause("ma-crazy-4", "10(e)", "11(d)(2)", "11(e)(2)")
def test_each_progressive_is_paid_on_its_own_hand_of_the_same_cards() -> None:
    players = {1: Player("5h 6h 7h 8h Kc", "four_card_progressive 1, five_card_progressive 1")}
    game = settled(players, DEALER)
    assert game.result(1, "four_card_progressive") == "win 100.00 back 100.00"
    assert game.result(1, "five_card_progressive") == LOSE


@pytest.mark.parametrize(
    ("cards", "wager", "clause"),
    [
        pytest.param("Ac Ad Ah As 9c", "four_card_progressive", "11(d)(3)", id="four-card"),
        pytest.param("Ah Kh Qh Jh Th", "five_card_progressive", "11(e)(3)", id="five-card"),
    ],
)
@pytest.mark.clause("ma-crazy-4", "11(d)(3)", "11(d)(4)", "11(e)(3)", "11(e)(4)")
def test_a_share_of_a_meter_cannot_be_paid_without_knowing_what_it_shows(cards: str, wager: str, clause: str) -> None:
    game = at_settlement({1: Player(cards, f"{wager} 1")}, DEALER)
    violation = game.refused(Settle())
    assert (violation.clause, violation.allowed) == (clause, "the amount it shows")
    assert game.round.lines == ()
