"""Crazy 4 Poker: Ante and Play against the dealer's best four cards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.reference import FOUR_CARD_CATEGORIES, best_four_worth, plain
from engine.crazy_rounds import Player, settled
from pitboss.cards import DECK, Card, parse_cards

PUSH = "push 0.00 back 10.00"
WIN = "win 10.00 back 20.00"
LOSE = "lose 0.00 back 0.00"

PAIR_OF_ACES = "Ac Ad 9h 6s 4c"


@pytest.mark.clause("ma-crazy-4", "10(c)(3)", "10(c)(3)(i)", "10(c)(3)(ii)", "10(c)(3)(ii)b", "11(a)")
@pytest.mark.parametrize(
    ("dealer", "ante"),
    [
        pytest.param("8s 7h 5d 3c 2s", PUSH, id="eight high"),
        pytest.param("Qs Jh 8d 5c 3s", PUSH, id="queen high"),
        pytest.param("Qs Jh Td 8c 7s", PUSH, id="the best queen high without a straight"),
        pytest.param("Ks 7h 5d 3c 2s", WIN, id="king high"),
        pytest.param("As Jh 8d 5c 3s", WIN, id="ace high"),
        pytest.param("2s 2h Qd 9c 7s", WIN, id="pair of twos, no king"),
        pytest.param("Qs Qh 8d 5c 3s", WIN, id="pair of queens"),
    ],
)
def test_the_dealer_needs_a_king_or_better_and_without_it_ante_goes_back_while_play_is_paid(
    dealer: str, ante: str
) -> None:
    game = settled({1: Player(PAIR_OF_ACES)}, dealer)
    assert game.result(1, "ante") == ante
    assert game.result(1, "play") == WIN


@pytest.mark.clause("ma-crazy-4", "10(c)(3)", "10(c)(3)(ii)", "10(c)(3)(ii)a", "5(b)")
@pytest.mark.parametrize(
    "dealer",
    [
        pytest.param("2s 2h 3d 3c Qs", id="two pair"),
        pytest.param("2s 3h 4d 5c 9s", id="straight without a king"),
        pytest.param("As 2h 3d 4d 9s", id="A-2-3-4 is a straight"),
        pytest.param("2s 5s 8s Js Qh", id="flush without a king"),
        pytest.param("2s 2h 2d 8c Qs", id="three of a kind"),
        pytest.param("7s 8s 9s Ts Qh", id="straight flush"),
        pytest.param("2s 2h 2d 2c Qs", id="four of a kind"),
    ],
)
def test_every_listed_hand_of_the_dealer_qualifies_and_beats_a_pair_of_aces_from_two_pair_up(dealer: str) -> None:
    game = settled({1: Player(PAIR_OF_ACES)}, dealer)
    assert (game.result(1, "ante"), game.result(1, "play")) == (LOSE, LOSE)
    assert game.line(1, "ante").clause == "10(c)(3)(ii)a"


@pytest.mark.clause("ma-crazy-4", "10(c)(3)(i)")
@pytest.mark.parametrize(
    "player",
    [
        pytest.param("Jd 9d 7c 4h 2d", id="lower than the dealer"),
        pytest.param("Qh Jd 8c 5d 2c", id="level with the dealer"),
        pytest.param("Kh Jd 8c 5d 2c", id="higher than the dealer"),
    ],
)
def test_without_a_king_play_is_paid_and_ante_returned_whatever_the_player_holds(player: str) -> None:
    game = settled({1: Player(player)}, "Qs Jh 8d 5c 3s")
    assert (game.result(1, "ante"), game.result(1, "play")) == (PUSH, WIN)
    assert game.line(1, "play").clause == "10(c)(3)(i)"


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [
        pytest.param("Ac Ad 9h 6s 4c", "As Ah 9d 6c 3s", PUSH, id="the fifth card does not count"),
        pytest.param("Ac Ad 9h 7s 4c", "As Ah 9d 6c 5s", WIN, id="the second side card decides"),
        pytest.param("Ac Ad 9h 7s 4c", "As Ah Td 3c 2s", LOSE, id="the first side card decides"),
        pytest.param("Kc Kd 3h 4s 7c", "Qs Qh Ad 9c 2s", WIN, id="the pair counts before an ace beside it"),
        pytest.param("Kc Kd 4h 4s 2c", "Ks Kh 3d 3c As", WIN, id="the second pair decides"),
        pytest.param("Kc Kd 4h 4s Ac", "Ks Kh 4d 4c 2s", PUSH, id="two pair leave no room for a side card"),
        pytest.param("Ac Ad Kh Ks 2c", "As 2h 3d 4c 9s", LOSE, id="A-2-3-4 beats aces and kings"),
        pytest.param("Ac 2d 3h 4s 9c", "2s 3d 4h 5c 9s", LOSE, id="A-2-3-4 is the lowest straight"),
        pytest.param("Ac 2d 3h 4s 9c", "As 2h 3d 4c Ts", PUSH, id="A-2-3-4 ties A-2-3-4"),
        pytest.param("Ac Kd Qh Js 2c", "Ks Qd Jh Tc 2s", WIN, id="A-K-Q-J is the highest straight"),
        pytest.param("Kc Ad 2h 3s 9c", "2s 2c 7h 8d Ts", LOSE, id="K-A-2-3 is no straight"),
        pytest.param("2c 3c 5c 7c Kd", "Ac Kh Qd Js 2s", WIN, id="flush beats straight"),
        pytest.param("2c 2d 2h 3s 4c", "As Ks Qs Ts 3d", WIN, id="three of a kind beats flush"),
        pytest.param("Ac 2c 3c 4c 9d", "Kc Kd Kh Qs Jd", WIN, id="the lowest straight flush beats three of a kind"),
        pytest.param("2c 2d 2h 2s 9d", "Ah Kh Qh Jh 9s", WIN, id="four of a kind beats straight flush"),
        pytest.param("9c 9d 9h Ks Kc", "Ts Th Td 2c 3s", LOSE, id="there is no full house with four cards"),
    ],
)
@pytest.mark.clause("ma-crazy-4", "5(a)", "5(b)", "5(c)", "10(c)(2)", "10(c)(3)(ii)")
@pytest.mark.clause("ma-crazy-4", "10(c)(3)(ii)a", "10(c)(3)(ii)b", "10(c)(3)(ii)c", "11(a)")
def test_the_better_four_card_hand_wins_both_wagers_and_level_hands_give_them_back(
    player: str, dealer: str, result: str
) -> None:
    game = settled({1: Player(player)}, dealer)
    assert (game.result(1, "ante"), game.result(1, "play")) == (result, result)


@pytest.mark.clause("ma-crazy-4", "11(a)", "10(c)(3)(ii)b")
def test_a_play_wager_of_three_antes_is_paid_on_all_of_it() -> None:
    game = settled({1: Player(PAIR_OF_ACES, play="30")}, "Ks 7h 5d 3c 2s")
    assert game.result(1, "ante") == "win 10.00 back 20.00"
    assert game.result(1, "play") == "win 30.00 back 60.00"


@pytest.mark.clause("ma-crazy-4", "10(c)(2)")
def test_a_line_names_the_four_cards_that_form_the_hand() -> None:
    line = settled({1: Player("9c 6c 7d 8h 2c")}, "Ks 7h 5d 3c 2s").line(1, "ante")
    assert line.hand == "nine-high straight"
    assert set(line.cards) == set(parse_cards("6c 7d 8h 9c"))


ten_cards = st.lists(st.sampled_from(DECK), min_size=10, max_size=10, unique=True)


@pytest.mark.clause("ma-crazy-4", "10(c)(3)(i)", "10(c)(3)(ii)a", "10(c)(3)(ii)b", "10(c)(3)(ii)c")
@settings(max_examples=200, deadline=None)
@given(ten_cards)
def test_any_deal_is_settled_as_a_second_ranking_of_hands_says(cards: list[Card]) -> None:
    player, dealer = best_four_worth(plain(cards[:5])), best_four_worth(plain(cards[5:]))
    straight_or_better = FOUR_CARD_CATEGORIES[player[0]] not in ("high card", "pair", "two pairs")
    if dealer < (0, (13,)):  # below every hand with a king on top
        expected = ("push", "win", "push")
    elif player > dealer:
        expected = ("win", "win", "push")
    elif player == dealer:
        expected = ("push", "push", "push")
    else:
        expected = ("lose", "lose", "lose")
    hand, down = (" ".join(map(str, five)) for five in (cards[:5], cards[5:]))
    game = settled({1: Player(hand)}, down)
    results = tuple(str(game.line(1, wager).result) for wager in ("ante", "play", "super_bonus"))
    assert results == ((*expected[:2], "win") if straight_or_better else expected)
