"""Crazy 4 Poker: the Five Card Hand Bonus on the player's and the dealer's hand, Magic Card and Lucky Bonus."""

import pytest

from engine.crazy_rounds import FOLD, Game, Player, card, crazy_four, settled
from pitboss.cards import parse_cards
from pitboss.engine import Account, Source, draw_due
from pitboss.engine.actions import CloseBets, Deal, Draw
from pitboss.rulebooks import Refused, terms_for

ON_PLAYER, ON_DEALER = "five_card_hand_bonus_player", "five_card_hand_bonus_dealer"
JUNK, OTHER_JUNK, THIRD_JUNK = "Js 9d 7c 4s 2d", "Qc Tc 7s 4d 2s", "Qs Td 7d 5s 3d"
DEALER = "Kd Jd 9s 6c 3s"
LOSE = "lose 0.00 back 0.00"
WITH_DRAWS = {"magic_card": True, "lucky_bonus": True}

HANDS = {
    "royal flush": ("Ah Kh Qh Jh Th", "10000.30"),  # all of the meter: 10,000 and a tenth of 3
    "straight flush": ("5h 6h 7h 8h 9h", "1000.03"),  # a tenth of it
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
@pytest.mark.parametrize(
    ("dealer", "parts", "share"),
    [
        ("5h 6h 7h 8h 9h", ["a third of 10%", "half of 10%"], "10% of five_card_hand"),
        ("Ah Kh Qh Jh Th", ["a third of 100%", "half of 100%"], "100% of five_card_hand"),
    ],
)
def test_a_divided_jackpot_cites_the_division_and_says_it_in_words(dealer: str, parts: list[str], share: str) -> None:
    hands = {1: JUNK, 3: OTHER_JUNK, 4: THIRD_JUNK}
    for bettors, part in zip(((1, 3, 4), (1, 3)), parts, strict=True):
        players = {seat: Player(hands[seat], f"{ON_DEALER} 1" if seat in bettors else "") for seat in hands}
        game = settled(players, dealer)
        for seat in bettors:
            line = game.line(seat, ON_DEALER)
            assert (line.clause, str(line.odds)) == ("11(f)(2)", share)
            assert line.hand.endswith(f", {part}")


@pytest.mark.clause("ma-crazy-4", "11(f)(1)", "11(f)(2)")
def test_a_jackpot_of_the_dealers_hand_with_one_bettor_is_not_divided() -> None:
    line = settled({1: Player(JUNK, f"{ON_DEALER} 1"), 3: Player(OTHER_JUNK)}, "5h 6h 7h 8h 9h").line(1, ON_DEALER)
    assert (line.clause, line.hand) == ("11(f)(1)", "dealer: nine-high straight flush")


# The game account


@pytest.mark.clause("ma-crazy-4", "10(f)(3)")
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("reading", ["game-account", "chips"])
def test_wins_at_odds_go_to_the_game_account_and_shares_of_the_meter_to_the_chips(hand: str, reading: str) -> None:
    terms = crazy_four(readings={"game-account-stake": reading})
    to_game = Account.GAME if hand in ("four of a kind", "full house", "flush") else Account.CHIPS
    on_player = settled({1: Player(HANDS[hand][0], f"{ON_PLAYER} 3")}, "Qs Ts 7s 4d 3d", terms)
    on_dealer = settled({1: Player("Qs Ts 7s 4d 3d", f"{ON_DEALER} 3")}, HANDS[hand][0], terms)
    assert (on_player.line(1, ON_PLAYER).to, on_dealer.line(1, ON_DEALER).to) == (to_game, to_game)


@pytest.mark.clause("ma-crazy-4", "10(f)(3)", "11(f)(3)")
def test_magic_card_and_lucky_bonus_go_to_the_game_account_even_where_the_hand_loses() -> None:
    players = {1: Player(JUNK, f"{ON_PLAYER} 3")}
    game = settled(players, DEALER, crazy_four(**WITH_DRAWS), draw=Draw(card("7c"), 1))
    paid = [(line.wager, line.to) for line in game.round.lines if line.base == ON_PLAYER and line.paid]
    assert paid == [("magic_card", Account.GAME), ("lucky_bonus", Account.GAME)]


@pytest.mark.clause("ma-crazy-4", "10(f)(3)", "10(e)(4)")
def test_every_other_wager_is_paid_in_chips() -> None:
    wagers = "queens_up 5, four_card_progressive 1, five_card_progressive 1, link_progressive 1"
    game = settled({1: Player("8c 8d 8h 8s 3c", wagers), 3: Player(JUNK, wagers)}, "Qs Ts 7s 4d 3d")
    paid = [line for line in game.round.lines if line.paid]
    assert {"queens_up", "five_card_progressive", "link_progressive"} <= {line.wager for line in paid}
    assert {line.to for line in paid} == {Account.CHIPS}


@pytest.mark.clause("ma-crazy-4", "6(d)(5)", "10(f)(3)")
@pytest.mark.parametrize(("reading", "account"), [("game-account", Account.GAME), ("chips", Account.CHIPS)])
def test_the_stake_comes_from_the_account_that_the_reading_says(reading: str, account: Account) -> None:
    terms = crazy_four(readings={"game-account-stake": reading})
    assert [terms.stake_account(name) for name in (ON_PLAYER, ON_DEALER)] == [account, account]
    others = set(terms.wagers) - {ON_PLAYER, ON_DEALER}
    assert {terms.stake_account(name) for name in others} == {Account.CHIPS}


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
    # a tenth of 3.00 staked is on the meter
    assert str(game.line(5, ON_DEALER).paid) == "500.01"  # half of 1,000.03, a tenth of 10,000.30
    assert str(game.line(2, ON_DEALER).paid) == "500.01"
    assert str(game.line(5, ON_PLAYER).paid) == "900.02"  # a tenth of the 9,000.28 left
    assert game.shows("five_card_hand") == "8100.26"


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "11(f)(4)")
def test_a_player_paid_after_the_dealers_hand_took_the_whole_meter_gets_a_share_of_the_reset_amount() -> None:
    players = {5: Player("5s 6s 7s 8s 9s", f"{ON_PLAYER} 1, {ON_DEALER} 1")}
    game = settled(players, "Ah Kh Qh Jh Th", shown={"five_card_hand": "12000"})
    assert str(game.line(5, ON_DEALER).paid) == "12000.20"  # with a tenth of 2.00 staked
    assert str(game.line(5, ON_PLAYER).paid) == "1000.00"  # a tenth of 10,000
    assert game.shows("five_card_hand") == "9000.00"


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
    lost = [game.line(1, name) for name in (ON_PLAYER, ON_DEALER) if game.line(1, name).lost]
    assert {line.clause for line in lost} <= {"reading five-card-hand-bonus-on-fold"}


@pytest.mark.clause("ma-crazy-4", "11(f)(2)", "10(b)")
def test_a_forfeited_bet_on_the_dealers_hand_takes_no_share_of_the_jackpot() -> None:
    players = {1: Player(JUNK, f"{ON_DEALER} 1"), 3: Player(OTHER_JUNK, f"{ON_DEALER} 1", FOLD)}
    terms = crazy_four(readings={"five-card-hand-bonus-on-fold": "both-forfeited"})
    game = settled(players, "Ah Kh Qh Jh Th", terms)
    assert game.result(1, ON_DEALER) == "win 10000.20 back 10000.20"  # what was forfeited has added its part too
    assert game.result(3, ON_DEALER) == "forfeited 0.00 back 0.00"


# Magic Card and Lucky Bonus: seat 1 bets 3 on his own hand and 2 on the dealer's, seat 3 bets 5 on the dealer's.

DRAWN_ON = {1: Player(JUNK, f"{ON_PLAYER} 3, {ON_DEALER} 2"), 3: Player(OTHER_JUNK, f"{ON_DEALER} 5")}


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
def test_where_a_bonus_is_offered_the_draw_comes_once_before_the_first_card() -> None:
    game = Game(crazy_four(**WITH_DRAWS)).wager(1, f"ante 10, super_bonus 10, {ON_PLAYER} 3").do(CloseBets())
    first = Deal(parse_cards(JUNK))
    assert game.refused(first).allowed == "the draw of the table system first"
    once = 'one draw, after "no more bets" and before the first card'
    assert game.do(Draw()).refused(Draw(card("7c"))).allowed == once
    assert game.do(first).refused(Draw(card("7c"))).allowed == once


@pytest.mark.clause("ma-crazy-4", "11(f)(3)", "1 Magic Card Bonus", "1 Lucky Bonus")
def test_nothing_is_drawn_once_a_card_is_out_even_where_no_draw_was_due() -> None:
    game = Game(crazy_four(**WITH_DRAWS)).wager(1, "ante 10, super_bonus 10").do(CloseBets())
    assert not draw_due(game.round)
    assert game.do(Deal(parse_cards(JUNK))).refused(Draw(card("7c"))).clause == "reading draw-time"


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
    game = Game(crazy_four(**offered)).wager(1, f"ante 10, super_bonus 10, {ON_PLAYER} 3").do(CloseBets())
    violation = game.refused(draw)
    assert violation.clause == "reading draw-time"
    assert "before the first card" not in violation.allowed


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
def test_nothing_is_drawn_before_no_more_bets() -> None:
    game = Game(crazy_four(**WITH_DRAWS)).wager(1, "ante 10, super_bonus 10")
    assert game.refused(Draw()).where == "the table"
    assert game.do(CloseBets(), Draw(lucky_position=1)).round.lucky_position == 1


@pytest.mark.clause("ma-crazy-4", "11(f)(3)")
@pytest.mark.parametrize("bonus", ["magic_card", "lucky_bonus"])
def test_the_bonuses_are_offered_only_with_the_hand_bonus(bonus: str) -> None:
    with pytest.raises(Refused, match=r"11\(f\)\(3\)"):
        terms_for("ma-crazy-4", {"queens_up": "A", bonus: True})
