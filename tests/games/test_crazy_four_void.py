"""Crazy 4 Poker: a void round gives every wager back and leaves every meter as it was; any round can be replayed."""

import pytest

from games.crazy_rounds import FOLD, Game, Player, at_decision, at_settlement, money, settled
from pitboss.cards import parse_cards
from pitboss.games import Phase, Round, RoundAction, play, replay
from pitboss.games.actions import Bet, CloseBets, Deal, Fold, PlaceWager, Settle, Void
from pitboss.games.events import MeterFed, MeterPaid

SIDES = {
    "queens_up": "5.00",
    "four_card_progressive": "5.00",
    "five_card_progressive": "1.00",
    "five_card_hand_bonus_player": "2.00",
    "five_card_hand_bonus_dealer": "3.00",
    "link_progressive": "1.00",
    "cover_all": "4.00",
}
BETS = ", ".join(f"{wager} {amount}" for wager, amount in SIDES.items())
MAIN = {"ante": "10.00", "super_bonus": "10.00"}
PLAYERS = {2: Player("Ah Kh Qh Jh Th", BETS, "20"), 5: Player("Jc 9d 7c 4s 2d", play=FOLD)}
DEALER = "Qd Ts 7s 4d 3s"


def half_dealt() -> Round:
    game = Game().wager(2, f"ante 10, super_bonus 10, {BETS}").wager(5, "ante 10, super_bonus 10")
    return game.do(CloseBets(), Deal(parse_cards(PLAYERS[2].cards))).round


def after_a_fold() -> Round:
    return at_decision(PLAYERS, DEALER).do(Bet(2, money("20")), Fold(5)).round


def returned(round: Round) -> dict[int, dict[str, str]]:
    """What went back, by seat and wager."""
    found: dict[int, dict[str, str]] = {}
    for line in round.lines:
        assert (str(line.result), line.returned, str(line.paid)) == ("returned", line.stake, "0.00")
        found.setdefault(line.seat, {})[line.wager] = str(line.returned)
    return found


@pytest.mark.parametrize(
    ("round", "played"),
    [
        pytest.param(half_dealt(), {}, id="dealing"),
        pytest.param(at_decision(PLAYERS, DEALER).round, {}, id="before the decisions"),
        pytest.param(after_a_fold(), {"play": "20.00"}, id="after a fold"),
        pytest.param(at_settlement(PLAYERS, DEALER).round, {"play": "20.00"}, id="before the first seat is settled"),
    ],
)
@pytest.mark.parametrize(
    "clause",
    [
        pytest.param(clause, marks=pytest.mark.clause("ma-crazy-4", clause))
        for clause in ("7(h)", "8(f)", "9(f)", "14(a)", "14(c)", "14(d)", "14(f)")
    ],
)
def test_a_void_round_returns_every_wager_even_of_those_who_folded(
    round: Round, played: dict[str, str], clause: str
) -> None:
    void = play(round, Void(clause, "the cards were misdealt"))
    assert void.phase is Phase.VOID
    assert returned(void) == {2: MAIN | SIDES | played, 5: MAIN}
    assert {line.clause for line in void.lines} == {clause}


@pytest.mark.clause("ma-crazy-4", "14(c)", "14(d)")
def test_a_void_round_neither_feeds_nor_pays_a_meter() -> None:
    game = at_settlement(PLAYERS, DEALER)
    before = dict(game.meters)
    game.do(Void("14(c)", "a player holds six cards"))
    assert not any(isinstance(event, MeterFed | MeterPaid) for event in game.events)
    assert game.meters == before


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_nothing_happens_in_a_void_round() -> None:
    game = at_decision(PLAYERS, DEALER).do(Void("14(c)", "a player holds six cards"))
    attempts: list[RoundAction] = [
        Bet(2, money("10")),
        Fold(2),
        Settle(),
        PlaceWager(1, "ante", money("10")),
        Deal(parse_cards("2c")),
        Void("14(c)", "again"),
    ]
    for attempt in attempts:
        game.refused(attempt)


@pytest.mark.clause("ma-crazy-4", "14(c)")
def test_a_round_is_not_voided_once_a_seat_is_settled() -> None:
    game = at_settlement(PLAYERS, DEALER).settle()
    assert game.refused(Void("14(c)", "too late")).clause == "14(c)"
    assert game.finish().refused(Void("14(c)", "too late")).where == "the round"


@pytest.mark.clause("ma-crazy-4", "10(g)")
@pytest.mark.parametrize("dealer", [DEALER, "5h 6h 7h 8h 9h", "8c 8d 8h 8s 3c"])
def test_the_events_of_a_round_rebuild_each_hand_and_the_same_settlement(dealer: str) -> None:
    game = settled(PLAYERS, dealer)
    again = replay(game.start, game.events)
    assert again == game.round
    assert again.seats[2].cards == parse_cards(PLAYERS[2].cards)
    assert again.seats[5].cards == parse_cards(PLAYERS[5].cards)
    assert again.places["dealer"] == parse_cards(dealer)
