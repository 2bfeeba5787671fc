"""Crazy 4 Poker: the Five Card Hand Bonus on the player's and the dealer's hand, Magic Card and Lucky Bonus."""

import pytest

from games.crazy_rounds import FOLD, Game, Player, at_settlement, card, crazy_four, settled
from pitboss.games import Source
from pitboss.games.actions import CloseBets, Draw, Settle
from pitboss.rulebooks import Refused, terms_for

ON_PLAYER, ON_DEALER = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
JUNK, OTHER_JUNK, THIRD_JUNK = "Js 9d 7c 4s 2d", "Qc Tc 7s 4d 2s", "Qs Td 7d 5s 3d"
LOSE = "lose 0.00 back 0.00"
WITH_DRAWS = {"magic_card": True, "lucky_bonus": True}

HANDS = {
    "royal flush": ("Ah Kh Qh Jh Th", "10000.00"),  # all of the meter
    "straight flush": ("5h 6h 7h 8h 9h", "1000.00"),  # a tenth of it
    "four of a kind": ("8c 8d 8h 8s 3c", "1500.00"),  # 500 for 1 on 3
    "full house": ("Jc Jd Jh 4h 4c", "300.00"),  # 100 for 1
    "flush": ("2h 5h 9h Jh Kh", "150.00"),  # 50 for 1
    "straight": ("5c 6d 7h 8h 9c", None),
    "three of a kind": ("Jc Jd Jh 4h 2c", None),
    "flush of four": ("2h 5h 9h Jh Kc", None),
}


def expected(paid: str | None) -> str:
    return f"win {paid} back {paid}" if paid else LOSE


@pytest.mark.clause("ma-crazy-4", "6(d)(5)", "10(f)", "10(f)(1)", "11(f)(1)", "11(f)(2)")
@pytest.mark.parametrize("hand", HANDS)
def test_the_bet_on_the_players_hand_pays_from_a_flush_up(hand: str) -> None:
    cards, paid = HANDS[hand]
    game = settled({1: Player(cards, f"{ON_PLAYER} 3")}, "Qs Ts 7s 4d 3d")
    assert game.result(1, ON_PLAYER) == expected(paid)


@pytest.mark.clause("ma-crazy-4", "6(d)(5)", "10(f)", "10(f)(1)", "11(f)(1)", "11(f)(2)")
@pytest.mark.parametrize("hand", HANDS)
def test_the_bet_on_the_dealers_hand_pays_from_a_flush_up(hand: str) -> None:
    cards, paid = HANDS[hand]
    game = settled({1: Player("Qs Ts 7s 4d 3d", f"{ON_DEALER} 3")}, cards)
    assert game.result(1, ON_DEALER) == expected(paid)
    assert game.line(1, ON_DEALER).hand.startswith("dealer: ")


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "6(d)(5)")
def test_bets_on_both_hands_are_paid_apart_each_on_its_own_stake() -> None:
    players = {1: Player("2h 5h 9h Jh Kh", f"{ON_PLAYER} 2, {ON_DEALER} 5")}
    game = settled(players, "8c 8d 8s 3c 3d")
    assert game.result(1, ON_PLAYER) == "win 100.00 back 100.00"  # flush, 50 for 1 on 2
    assert game.result(1, ON_DEALER) == "win 500.00 back 500.00"  # full house, 100 for 1 on 5


@pytest.mark.clause("ma-crazy-4", "10(f)")
@pytest.mark.parametrize(("dealer", "ante"), [("9c 9d 9s Ts Tc", "lose"), ("Qd Ts 7c 4d 3s", "push")])
def test_the_bonus_is_paid_whoever_beats_whom(dealer: str, ante: str) -> None:
    game = settled({1: Player("2h 5h 9h Jh Kh", f"{ON_PLAYER} 1")}, dealer)
    assert str(game.line(1, "ante").result) == ante
    assert game.result(1, ON_PLAYER) == "win 50.00 back 50.00"


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "11(f)(1)", "10(f)(3)", "13(d)a")
@pytest.mark.parametrize(
    ("dealer", "shown", "each", "left"),
    [
        # 10,000.00 in three: 3,333.33 each, the odd cent stays on the meter, which starts again at 10,000.00
        ("Ah Kh Qh Jh Th", "10000.00", "3333.33", "10000.01"),
        # a tenth of 10,000.00 in three: 333.33 each, and 10,000.00 less 999.99 stays
        ("5h 6h 7h 8h 9h", "10000.00", "333.33", "9000.01"),
        # a tenth of 12,345.67 is 1,234.56, in three 411.52; 12,345.67 less 1,234.56 stays
        ("5h 6h 7h 8h 9h", "12345.67", "411.52", "11111.11"),
    ],
)
def test_a_jackpot_of_the_dealers_hand_is_divided_equally_and_odd_cents_stay_on_the_meter(
    dealer: str, shown: str, each: str, left: str
) -> None:
    players = {
        1: Player(JUNK, f"{ON_DEALER} 1"),
        3: Player(OTHER_JUNK, f"{ON_DEALER} 5"),
        4: Player(THIRD_JUNK, f"{ON_PLAYER} 1"),
        6: Player("Kc Ts 6d 5c 3s", f"{ON_DEALER} 2"),
    }
    terms = crazy_four(meters={"five_card_hand": {"rate": "0.0001%"}})  # too little to show
    game = settled(players, dealer, terms, {"five_card_hand": shown})
    assert [str(game.line(seat, ON_DEALER).paid) for seat in (1, 3, 6)] == [each, each, each]
    assert {game.line(seat, ON_DEALER).source for seat in (1, 3, 6)} == {Source.METER}
    assert game.shows("five_card_hand") == left


@pytest.mark.clause("ma-crazy-4", "11(f)(2)")
def test_a_payout_at_odds_on_the_dealers_hand_is_not_divided() -> None:
    players = {1: Player(JUNK, f"{ON_DEALER} 1"), 3: Player(OTHER_JUNK, f"{ON_DEALER} 5")}
    game = settled(players, "8c 8d 8h 8s 3c")
    assert game.result(1, ON_DEALER) == "win 500.00 back 500.00"
    assert game.result(3, ON_DEALER) == "win 2500.00 back 2500.00"


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "11(f)(1)")
def test_the_dealers_share_is_taken_when_his_cards_open_and_the_players_from_what_is_left() -> None:
    players = {
        2: Player(JUNK, f"{ON_DEALER} 1"),
        5: Player("5s 6s 7s 8s 9s", f"{ON_PLAYER} 1, {ON_DEALER} 1"),
    }
    game = settled(players, "5h 6h 7h 8h 9h", shown={"five_card_hand": "10000"})
    assert str(game.line(5, ON_DEALER).paid) == "500.00"  # half of a tenth of 10,000
    assert str(game.line(2, ON_DEALER).paid) == "500.00"
    assert str(game.line(5, ON_PLAYER).paid) == "900.00"  # a tenth of the 9,000 left
    assert game.shows("five_card_hand") == "8100.30"  # and a tenth of 3.00 staked


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "11(f)(4)")
def test_a_player_paid_after_the_dealers_hand_took_the_whole_meter_gets_a_share_of_the_reset_amount() -> None:
    players = {5: Player("5s 6s 7s 8s 9s", f"{ON_PLAYER} 1, {ON_DEALER} 1")}
    game = settled(players, "Ah Kh Qh Jh Th", shown={"five_card_hand": "12000"})
    assert str(game.line(5, ON_DEALER).paid) == "12000.00"
    assert str(game.line(5, ON_PLAYER).paid) == "1000.00"  # a tenth of 10,000
    assert game.shows("five_card_hand") == "9000.20"


FOLD_READINGS = {
    "player-forfeited": ("forfeited 0.00 back 0.00", "win 100.00 back 100.00", ()),
    "both-forfeited": ("forfeited 0.00 back 0.00", "forfeited 0.00 back 0.00", ()),
    "both-stand": ("win 50.00 back 50.00", "win 100.00 back 100.00", (1,)),
}


@pytest.mark.clause("ma-crazy-4", "10(b)", "6(d)(5)")
@pytest.mark.parametrize("reading", FOLD_READINGS)
def test_what_a_fold_leaves_of_the_two_bets_follows_the_reading(reading: str) -> None:
    on_player, on_dealer, opened = FOLD_READINGS[reading]
    players = {1: Player("2h 5h 9h Jh Kh", f"{ON_PLAYER} 1, {ON_DEALER} 1", FOLD)}
    terms = crazy_four(readings={"five-card-hand-bonus-on-fold": reading})
    game = settled(players, "8c 8d 8s 3c 3d", terms)
    assert (game.result(1, ON_PLAYER), game.result(1, ON_DEALER)) == (on_player, on_dealer)
    assert game.round.opened == opened


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "10(b)")
def test_a_forfeited_bet_on_the_dealers_hand_takes_no_share_of_the_jackpot() -> None:
    players = {1: Player(JUNK, f"{ON_DEALER} 1"), 3: Player(OTHER_JUNK, f"{ON_DEALER} 1", FOLD)}
    terms = crazy_four(readings={"five-card-hand-bonus-on-fold": "both-forfeited"})
    game = settled(players, "Ah Kh Qh Jh Th", terms)
    assert game.result(1, ON_DEALER) == "win 10000.00 back 10000.00"
    assert game.result(3, ON_DEALER) == "forfeited 0.00 back 0.00"


# Magic Card and Lucky Bonus: seat 1 bets 3 on his own hand and 2 on the dealer's, seat 3 bets 5 on the dealer's.

DRAWN_ON = {1: Player(JUNK, f"{ON_PLAYER} 3, {ON_DEALER} 2"), 3: Player(OTHER_JUNK, f"{ON_DEALER} 5")}
DEALER = "Kd Jd 9s 6c 3s"


def drawn(draw: Draw, players: dict[int, Player] = DRAWN_ON) -> list[tuple[int, str, str, str | None]]:
    """The bonus lines a draw brings: seat, bonus, amount, and the bet it rides on."""
    game = settled(players, DEALER, crazy_four(**WITH_DRAWS), draw=draw)
    return [
        (line.seat, line.wager, str(line.paid), line.part_of)
        for line in game.round.lines
        if line.wager in ("magic_card", "lucky_bonus")
    ]


@pytest.mark.parametrize(
    ("magic", "bonuses"),
    [
        pytest.param(
            *("7c", [(1, "magic_card", "60.00", ON_PLAYER)]),  # 20 for 1 on 3
            marks=pytest.mark.clause("ma-crazy-4", "1 Magic Card Bonus (i)", "11(f)(3)", "10(f)"),
            id="in the hand of seat 1",
        ),
        pytest.param(
            *("Kd", [(3, "magic_card", "100.00", ON_DEALER), (1, "magic_card", "40.00", ON_DEALER)]),
            marks=pytest.mark.clause("ma-crazy-4", "1 Magic Card Bonus (ii)", "11(f)(3)", "10(f)"),
            id="in the dealer's hand",
        ),
        pytest.param("7s", [], marks=pytest.mark.clause("ma-crazy-4", "1 Magic Card Bonus (i)"), id="no bet on it"),
        pytest.param("7d", [], marks=pytest.mark.clause("ma-crazy-4", "1 Magic Card Bonus (i)"), id="rank only"),
        pytest.param("Ah", [], marks=pytest.mark.clause("ma-crazy-4", "1 Magic Card Bonus (i)"), id="not dealt"),
    ],
)
def test_the_magic_card_pays_the_bet_on_the_hand_that_holds_it(
    magic: str, bonuses: list[tuple[int, str, str, str | None]]
) -> None:
    assert drawn(Draw(magic_card=card(magic))) == bonuses


@pytest.mark.parametrize(
    ("position", "bonuses"),
    [
        pytest.param(
            *(1, [(1, "lucky_bonus", "15.00", ON_PLAYER)]),  # 5 for 1 on 3
            marks=pytest.mark.clause("ma-crazy-4", "1 Lucky Bonus (i)", "11(f)(3)", "10(f)"),
        ),
        pytest.param(
            *("dealer", [(3, "lucky_bonus", "25.00", ON_DEALER), (1, "lucky_bonus", "10.00", ON_DEALER)]),
            marks=pytest.mark.clause("ma-crazy-4", "1 Lucky Bonus (ii)", "11(f)(3)", "10(f)"),
        ),
        pytest.param(3, [], marks=pytest.mark.clause("ma-crazy-4", "1 Lucky Bonus (i)"), id="no bet on the own hand"),
        pytest.param(6, [], marks=pytest.mark.clause("ma-crazy-4", "1 Lucky Bonus (i)"), id="an empty position"),
    ],
)
def test_the_lucky_bonus_pays_the_bet_on_the_hand_at_the_position_drawn(
    position: int | str, bonuses: list[tuple[int, str, str, str | None]]
) -> None:
    assert drawn(Draw(lucky_position=position)) == bonuses


@pytest.mark.clause("ma-crazy-4", "11(f)(3)", "11(f)(2)")
def test_both_bonuses_come_on_top_of_a_winning_hand_and_of_each_other() -> None:
    players = {2: Player("2h 5h 9h Jh Kh", f"{ON_PLAYER} 1")}
    draw = Draw(magic_card=card("9h"), lucky_position=2)
    game = settled(players, DEALER, crazy_four(**WITH_DRAWS), draw=draw)
    lines = [(line.wager, str(line.paid)) for line in game.round.lines if line.base == ON_PLAYER]
    assert lines == [(ON_PLAYER, "50.00"), ("magic_card", "20.00"), ("lucky_bonus", "5.00")]


@pytest.mark.clause("ma-crazy-4", "1 Magic Card Bonus (i)", "1 Lucky Bonus (i)", "10(b)")
def test_a_forfeited_bet_earns_no_drawn_bonus() -> None:
    players = {1: Player(JUNK, f"{ON_PLAYER} 1", FOLD), 3: Player(OTHER_JUNK, f"{ON_DEALER} 1")}
    assert drawn(Draw(card("7c"), 1), players) == []


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
def test_where_a_bonus_is_offered_the_draw_comes_before_any_settlement() -> None:
    game = at_settlement(DRAWN_ON, DEALER, crazy_four(**WITH_DRAWS))
    assert game.refused(Settle()).clause == "11(f)(3)"
    game.do(Draw(), Settle())
    assert game.refused(Draw(card("7c"))).allowed == 'one draw, after "no more bets" and before settlement'


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
@pytest.mark.parametrize(
    ("offered", "draw"),
    [
        ({}, Draw()),
        ({"lucky_bonus": True}, Draw(magic_card=card("7c"))),
        ({"magic_card": True}, Draw(lucky_position="dealer")),
        (WITH_DRAWS, Draw(lucky_position=7)),
        (WITH_DRAWS, Draw(lucky_position="floor")),
    ],
)
def test_a_draw_for_what_is_not_offered_or_for_no_position_is_refused(offered: dict[str, object], draw: Draw) -> None:
    game = at_settlement(DRAWN_ON, DEALER, crazy_four(**offered))
    assert game.refused(draw).clause == "11(f)(3)"


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
def test_nothing_is_drawn_before_no_more_bets() -> None:
    game = Game(crazy_four(**WITH_DRAWS)).wager(1, "ante 10, super_bonus 10")
    assert game.refused(Draw()).where == "the table"
    assert game.do(CloseBets(), Draw(lucky_position=1)).round.lucky_position == 1


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
@pytest.mark.parametrize("bonus", ["magic_card", "lucky_bonus"])
def test_the_bonuses_are_offered_only_with_the_hand_bonus(bonus: str) -> None:
    with pytest.raises(Refused, match=r"11\(f\)\(3\)"):
        terms_for("ma-crazy-4", {bonus: True})
