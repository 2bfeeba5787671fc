"""Crazy 4 Poker: the order of the deal by each method, and what no deal may do."""

import pytest

from engine.crazy_rounds import Game, Player, at_decision, card, crazy_four
from pitboss.cards import DECK, parse_cards
from pitboss.engine import Phase, next_delivery
from pitboss.engine.actions import CloseBets, Deal, DiscardCard

MAIN = "ante 10, super_bonus 10"
ONE_BY_ONE = [("seat 2", 1), ("seat 3", 1), ("seat 5", 1), ("dealer", 1)] * 5
IN_STACKS = [("seat 2", 5), ("seat 3", 5), ("seat 5", 5), ("dealer", 5)]


def ready(method: str, *seats: int) -> Game:
    """A round of some seats, bets closed."""
    game = Game(crazy_four(dealing=method, shuffler="player_counting"))
    for seat in seats:
        game.wager(seat, MAIN)
    return game.do(CloseBets())


@pytest.mark.parametrize(
    ("method", "order"),
    [
        pytest.param("manual_shoe", ONE_BY_ONE, marks=pytest.mark.clause("ma-crazy-4", "7(d)")),
        pytest.param("hand", ONE_BY_ONE, marks=pytest.mark.clause("ma-crazy-4", "8(b)")),
        pytest.param("automated_shoe", IN_STACKS, marks=pytest.mark.clause("ma-crazy-4", "9(b)")),
    ],
)
def test_cards_go_clockwise_from_the_dealers_left_to_the_seats_that_bet_and_last_to_the_dealer(
    method: str, order: list[tuple[str, int]]
) -> None:
    game = ready(method, 5, 2, 3)
    seen = []
    deck = list(DECK)
    while (delivery := next_delivery(game.round)) is not None:
        seen.append(delivery)
        game.do(Deal(tuple(deck.pop() for _ in range(delivery[1]))))
    assert seen == order
    assert game.round.phase is Phase.DECISION
    assert {number: len(seat.cards) for number, seat in game.round.seats.items()} == {2: 5, 3: 5, 5: 5}
    assert len(game.round.places["dealer"]) == 5


@pytest.mark.clause("ma-crazy-4", "7(d)")
def test_each_card_lands_where_the_order_says() -> None:
    game = ready("manual_shoe", 1, 2)
    game.do(*(Deal((dealt,)) for dealt in DECK[:15]))
    assert game.round.seats[1].cards == DECK[0:15:3]
    assert game.round.seats[2].cards == DECK[1:15:3]
    assert game.round.places["dealer"] == DECK[2:15:3]


@pytest.mark.parametrize(
    ("method", "clause", "cards"),
    [
        pytest.param("manual_shoe", "7(d)", "9c 9d", marks=pytest.mark.clause("ma-crazy-4", "7(d)")),
        pytest.param("hand", "8(b)", "9c 9d", marks=pytest.mark.clause("ma-crazy-4", "8(b)")),
        pytest.param("automated_shoe", "9(b)", "9c 9d 9h 9s", marks=pytest.mark.clause("ma-crazy-4", "9(b)")),
        pytest.param("automated_shoe", "9(b)", "9c", marks=pytest.mark.clause("ma-crazy-4", "9(b)")),
        pytest.param("manual_shoe", "7(d)", "", marks=pytest.mark.clause("ma-crazy-4", "7(d)")),
    ],
)
def test_a_wrong_number_of_cards_at_once_is_refused(method: str, clause: str, cards: str) -> None:
    violation = ready(method, 4).refused(Deal(parse_cards(cards)))
    assert (violation.clause, violation.where) == (clause, "seat 4")


@pytest.mark.parametrize(
    ("method", "clause", "cards"),
    [
        pytest.param("manual_shoe", "7(b)", "9c", marks=pytest.mark.clause("ma-crazy-4", "7(b)")),
        pytest.param("hand", "8(a)(3)", "9c", marks=pytest.mark.clause("ma-crazy-4", "8(a)(3)")),
        pytest.param("automated_shoe", "9(a)(2)", "9c 8c 7c 6c 2d", marks=pytest.mark.clause("ma-crazy-4", "9(a)(2)")),
    ],
)
def test_no_card_is_dealt_before_no_more_bets(method: str, clause: str, cards: str) -> None:
    game = Game(crazy_four(dealing=method, shuffler="player_counting")).wager(1, MAIN)
    assert game.refused(Deal(parse_cards(cards))).clause == clause


@pytest.mark.clause("ma-crazy-4", "7(d)")
def test_no_card_is_dealt_after_the_deal() -> None:
    game = at_decision({1: Player("Jh 9d 7c 4s 2d")}, "Kd Jc 8s 5c 2s")
    assert next_delivery(game.round) is None
    assert game.refused(Deal((card("Ah"),))).allowed == "nothing: the round is in decision"


@pytest.mark.clause("ma-crazy-4", "2(a)")
@pytest.mark.parametrize("stack", ["Jh Ac Kc Qc 2c", "Ac Ac Kc Qc 2c"])
def test_one_deck_holds_each_card_once(stack: str) -> None:
    game = ready("automated_shoe", 1).do(Deal(parse_cards("Jh 9d 7c 4s 2d")))
    cards = tuple(card(text) for text in stack.split())
    assert game.refused(Deal(cards)).clause == "2(a)"


@pytest.mark.clause("ma-crazy-4", "14(a)")
def test_a_card_found_face_up_is_put_aside_and_the_deal_goes_on_without_it() -> None:
    game = ready("manual_shoe", 1).do(Deal((card("Jh"),)), DiscardCard(card("As")))
    assert next_delivery(game.round) == ("dealer", 1)
    assert game.refused(Deal((card("As"),))).clause == "2(a)"
    assert game.do(Deal((card("Kd"),))).round.places["dealer"] == (card("Kd"),)
    assert game.round.discards == (card("As"),)


@pytest.mark.clause("ma-crazy-4", "14(a)")
def test_nothing_is_put_aside_before_the_deal() -> None:
    assert Game().wager(1, MAIN).refused(DiscardCard(card("As"))).allowed == 'dealing after "no more bets"'
