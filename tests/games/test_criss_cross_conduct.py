"""Criss-Cross Poker: a player who leaves loses every wager, and in Maryland so does one who breaks the rules."""

import pytest

from games.rounds import CARD_ROOM, MA, MD, NJ, bet_on, case, dealt, moves, refused, settled, table, wagered
from pitboss.cards import DECK
from pitboss.games import Phase, Result, Round, next_delivery, play, to_act
from pitboss.games.actions import Abandon, Bet, CloseBets, Deal, Fold, Forfeit, Settle
from pitboss.money import Amount

# Both seats hold winners: a pair of kings with the middle card. The cross is a pair of 9s: a bonus would win.
CARDS = "cross 2c 9d Kh 9s 5c, 2 Kc 3d, 5 Kd 4s"
LEAVING = [
    case(MA, "6(b)", "6(b)"),
    case(MD, "7.B(3)", "7.B(3)"),
    case(NJ, "40.6(c)", "40.6(c)"),
    case(CARD_ROOM, [], "Round 1"),
]


def two_players(rulebook: str) -> Round:
    round = table(rulebook, five_card_bonus=True)
    return dealt(wagered(round, "2: antes 5, five_card_bonus 5; 5: antes 5, five_card_bonus 5"), CARDS)


def results(round: Round, seat: int) -> dict[str, Result]:
    return {item.wager: item.result for item in round.lines if item.seat == seat}


@pytest.mark.parametrize(("rulebook", "clause"), LEAVING)
@pytest.mark.parametrize("before", ["", "2 bets 5; 5 bets 5; reveal", "2 folds"])
def test_the_wagers_of_a_player_who_leaves_are_lost_the_bonus_too(rulebook: str, clause: str, before: str) -> None:
    round = two_players(rulebook)
    if before:
        round = play(round, *moves(before))
    round = play(round, Abandon(2))
    assert to_act(round) == 5
    wagers = set(round.seats[2].wagers)
    round = settled(bet_on(round))
    assert results(round, 2) == dict.fromkeys(wagers, Result.LOSE)
    assert {(item.clause, item.returned) for item in round.lines if item.seat == 2} == {(clause, Amount.ZERO)}
    assert round.opened == (5,)
    # Across Kd 4s Kh 9d 9s and Down Kd 4s Kh 2c 5c: the player who stayed wins everything.
    assert set(results(round, 5).values()) == {Result.WIN}


@pytest.mark.parametrize(("rulebook", "clause"), LEAVING)
def test_a_seat_is_abandoned_only_between_the_deal_and_the_settlement(rulebook: str, clause: str) -> None:
    open_bets = wagered(table(rulebook), "2: antes 5")
    settling = play(bet_on(two_players(rulebook)), Settle())
    for round in (open_bets, settling, settled(settling)):
        assert refused(round, Abandon(2)).clause == clause
    gone = play(two_players(rulebook), Abandon(2))
    assert refused(gone, Abandon(2)).clause == clause
    assert refused(gone, Abandon(3)).clause == clause


def test_a_player_who_leaves_while_cards_are_dealt_is_not_asked_for_a_bet() -> None:
    round = play(wagered(table(MA), "2: antes 5; 5: antes 5"), CloseBets(), Abandon(2))
    for card in DECK[:9]:
        assert next_delivery(round) is not None
        round = play(round, Deal((card,)))
    assert to_act(round) == 5


def test_when_all_have_left_nothing_is_turned() -> None:
    round = play(two_players(MA), Abandon(5), Abandon(2))
    assert (round.phase, round.revealed) == (Phase.SETTLEMENT, ())
    assert set(results(settled(round), 2).values()) == {Result.LOSE}


@pytest.mark.parametrize(
    "breach",
    [
        pytest.param(breach, marks=pytest.mark.clause(MD, breach, "11.A(5)"))
        for breach in ("11.A(2)", "11.A(3)", "11.A(4)")
    ],
)
@pytest.mark.parametrize("before", ["", "2 bets 5; 5 bets 5; reveal", "2 folds"])
def test_a_breach_of_marylands_limits_forfeits_all_wagers_the_bonus_too(breach: str, before: str) -> None:
    round = two_players(MD)
    if before:
        round = play(round, *moves(before))
    round = play(round, Forfeit(2, breach))
    assert to_act(round) == 5
    assert refused(round, Fold(2)).allowed == "a decision of seat 5"
    wagers = set(round.seats[2].wagers)
    round = settled(bet_on(round))
    assert results(round, 2) == dict.fromkeys(wagers, Result.FORFEITED)
    assert {(item.clause, item.returned) for item in round.lines if item.seat == 2} == {(breach, Amount.ZERO)}
    assert set(results(round, 5).values()) == {Result.WIN}


@pytest.mark.clause(MD, "11.A(4)")
def test_what_is_said_after_the_whole_cross_is_open_forfeits_nothing() -> None:
    one_card_left = play(two_players(MD), *moves("2 bets 5; 5 bets 5; reveal; 2 bets 5; 5 bets 5; reveal; 2 bets 5"))
    assert play(one_card_left, Forfeit(5, "11.A(4)")).seats[5].forfeited == "11.A(4)"
    all_open = bet_on(one_card_left)
    assert all_open.phase is Phase.SETTLEMENT
    assert refused(all_open, Forfeit(5, "11.A(4)")).clause == "11.A(4)"


def test_a_bet_of_a_player_who_has_left_is_refused() -> None:
    round = play(two_players(MA), Abandon(2))
    assert refused(round, Bet(2, round.seats[2].wagers["ante_across"])).allowed == "a decision of seat 5"
