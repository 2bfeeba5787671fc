"""Criss-Cross Poker: a player who leaves loses what is not settled, and in Maryland one who breaks the rules all."""

import pytest

from engine.rounds import (
    CARD_ROOM,
    MA,
    MD,
    NJ,
    bet_on,
    case,
    dealt,
    events_of,
    moves,
    refused,
    settled,
    table,
    told,
    wagered,
)
from pitboss.cards import DECK
from pitboss.engine import Phase, Result, Round, next_delivery, play, to_act
from pitboss.engine.actions import Abandon, Bet, CloseBets, Deal, Fold, Forfeit, Settle
from pitboss.engine.events import Folded
from pitboss.money import Amount

# Both seats hold winners: a pair of kings with the middle card. The cross is a pair of 9s: a bonus would win.
CARDS = "cross 2c 9d Kh 9s 5c, 2 Kc 3d, 5 Kd 4s"
LEAVING = [
    case(MA, "6(b)", "6(b)"),
    case(MD, "7.B(3)", "7.B(3)"),
    case(NJ, "40.6(c)", "reading leaving-abandons"),
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
    collected = {item.wager for item in round.lines}  # by the fold, where there was one
    round = play(round, Abandon(2))
    assert to_act(round) == 5
    wagers = set(round.seats[2].wagers) - collected
    assert collected == ({"ante_across", "ante_down"} if before == "2 folds" else set())
    round = settled(bet_on(round))
    lost = [item for item in round.lines if item.seat == 2 and item.wager not in collected]
    assert {item.wager: item.result for item in lost} == dict.fromkeys(wagers, Result.LOSE)
    assert {(item.clause, item.returned) for item in lost} == {(clause, Amount.ZERO)}
    assert round.opened == (5,)
    # Across Kd 4s Kh 9d 9s and Down Kd 4s Kh 2c 5c: the player who stayed wins everything.
    assert set(results(round, 5).values()) == {Result.WIN}


@pytest.mark.parametrize(("rulebook", "clause"), LEAVING)
def test_a_seat_is_abandoned_only_from_no_more_bets_until_its_wagers_are_settled(rulebook: str, clause: str) -> None:
    open_bets = wagered(table(rulebook), "2: antes 5")
    over = settled(bet_on(two_players(rulebook)))
    for round in (open_bets, over):
        assert refused(round, Abandon(2)).clause == clause
    closed = play(open_bets, CloseBets())
    for round in (closed, two_players(rulebook), bet_on(two_players(rulebook))):
        assert play(round, Abandon(2)).seats[2].abandoned == clause
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


@pytest.mark.clause(MD, "7.B(3)")
def test_a_player_who_leaves_in_settlement_loses_what_is_not_settled_and_keeps_the_rest() -> None:
    # Maryland settles every bonus first: a pair of 9s pays 1 to 1. Then seat 5 is settled, and seat 2 leaves.
    round = play(bet_on(two_players(MD)), Settle(), Settle(), Settle())
    assert {item.seat for item in round.lines if item.wager == "middle"} == {5}
    before = told(round)
    round = settled(play(round, Abandon(2)))
    assert told(round)[: len(before)] == before
    assert told(round)[len(before) :] == [
        "2 ante_across lose 0.00",
        "2 across lose 0.00",
        "2 ante_down lose 0.00",
        "2 down lose 0.00",
        "2 middle lose 0.00",
    ]
    assert results(round, 2)["five_card_bonus"] is Result.WIN
    assert round.opened == (5,)


@pytest.mark.clause(MD, "7.B(3)")
def test_once_a_seat_is_settled_there_is_nothing_left_to_abandon() -> None:
    round = play(bet_on(two_players(MD)), Settle(), Settle(), Settle())
    assert refused(round, Abandon(5)).clause == "7.B(3)"


# The card room: nothing is said of leaving, and a player who is not there declines the next bet.


@pytest.mark.clause(CARD_ROOM, "Round 1", "Round 3", "Round 5", "5 Card Bonus 5")
@pytest.mark.parametrize(
    ("before", "bet", "clause", "given_up"),
    [
        ("", "across", "Round 1", {"ante_across", "ante_down"}),
        ("2 bets 5", "down", "Round 3", {"ante_across", "ante_down", "across"}),
        ("2 bets 5; 5 bets 5; reveal", "down", "Round 3", {"ante_across", "ante_down", "across"}),
        (
            *("2 bets 5; 5 bets 5; reveal; 2 bets 5; 5 bets 5; reveal", "middle", "Round 5"),
            {"ante_across", "ante_down", "across", "down"},
        ),
    ],
)
def test_a_player_who_leaves_the_card_room_declines_the_next_bet_and_the_bonus_stands(
    before: str, bet: str, clause: str, given_up: set[str]
) -> None:
    round = play(two_players(CARD_ROOM), *moves(before)) if before else two_players(CARD_ROOM)
    events = events_of(round, Abandon(2))
    assert events[0] == Folded(2, bet)
    round = settled(bet_on(play(round, Abandon(2))))
    lost = [item for item in round.lines if item.seat == 2 and item.result is Result.FORFEITED]
    assert {item.wager for item in lost} == given_up
    assert {(item.clause, item.returned) for item in lost} == {(clause, Amount.ZERO)}
    assert results(round, 2)["five_card_bonus"] is Result.WIN


@pytest.mark.clause(CARD_ROOM, "Round 5")
def test_who_has_made_every_bet_in_the_card_room_may_leave_and_loses_nothing() -> None:
    round = bet_on(two_players(CARD_ROOM))
    assert refused(round, Abandon(2)).clause == "reading leaving-abandons"
    assert set(results(settled(round), 2).values()) == {Result.WIN}


# Maryland: who breaks 11.A(1) to (4) forfeits every wager of the round, by 11.A(5), found whenever it is.


FORFEITS = "11.A(1)", "11.A(2)", "11.A(3)", "11.A(4)", "11.A(5)"


@pytest.mark.clause(MD, *FORFEITS)
@pytest.mark.parametrize("before", ["", "2 bets 5; 5 bets 5; reveal", "2 folds"])
def test_a_breach_of_marylands_limits_forfeits_all_wagers_the_bonus_too(before: str) -> None:
    round = two_players(MD)
    if before:
        round = play(round, *moves(before))
    folded = [item.wager for item in round.lines]
    round = play(round, Forfeit(2, "11.A(5)"))
    assert to_act(round) == 5
    assert refused(round, Fold(2)).allowed == "a decision of seat 5"
    wagers = set(round.seats[2].wagers)
    round = settled(bet_on(round))
    assert results(round, 2) == dict.fromkeys(wagers, Result.FORFEITED)
    taken = [item for item in round.lines if item.seat == 2 and item.wager not in folded]
    assert {(item.clause, item.returned) for item in taken} == {("11.A(5)", Amount.ZERO)}
    assert set(results(round, 5).values()) == {Result.WIN}


@pytest.mark.clause(MD, *FORFEITS)
def test_a_breach_found_in_settlement_takes_back_a_bonus_that_was_paid() -> None:
    round = play(bet_on(two_players(MD)), Settle(), Settle())  # both bonuses of 5 are paid 1 to 1
    assert told(round) == ["5 five_card_bonus win 10.00", "2 five_card_bonus win 10.00"]
    round = play(round, Forfeit(2, "11.A(5)"))
    assert told(round)[2:] == [
        "2 five_card_bonus reversed -10.00",
        "2 ante_across forfeited 0.00",
        "2 ante_down forfeited 0.00",
        "2 five_card_bonus forfeited 0.00",
        "2 across forfeited 0.00",
        "2 down forfeited 0.00",
        "2 middle forfeited 0.00",
    ]
    assert {item.clause for item in round.lines[2:]} == {"11.A(5)"}
    round = settled(round)
    assert sum((item.returned for item in round.lines if item.seat == 2), Amount.ZERO) == Amount.ZERO
    assert round.opened == (5,)


@pytest.mark.clause(MD, "11.A(5)")
def test_what_is_settled_is_forfeited_too_and_no_other_clause_forfeits() -> None:
    done = play(bet_on(two_players(MD)), Settle(), Settle(), Settle())  # seat 5 is settled
    taken = [item for item in play(done, Forfeit(5, "11.A(5)")).lines if item.seat == 5]
    assert sum(item.returned.cents for item in taken) == 0
    assert sum(item.stake.cents for item in taken) == sum(stake.cents for stake in done.seats[5].wagers.values())
    assert play(done, Forfeit(2, "11.A(5)")).seats[2].forfeited == "11.A(5)"
    assert refused(done, Forfeit(2, "11.B(2)(a)")).allowed == "11.A(5)"
    assert refused(settled(done), Forfeit(2, "11.A(5)")).where == "seat 2"
    gone = play(two_players(MD), Forfeit(2, "11.A(5)"))
    assert refused(gone, Forfeit(2, "11.A(5)")).where == "seat 2"


@pytest.mark.parametrize("rulebook", [MA, NJ, CARD_ROOM])
def test_no_other_document_forfeits_for_conduct(rulebook: str) -> None:
    nothing = "nothing: this document forfeits no wagers for conduct"
    assert refused(two_players(rulebook), Forfeit(2, "11.A(5)")).allowed == nothing


def test_a_bet_of_a_player_who_has_left_is_refused() -> None:
    round = play(two_players(MA), Abandon(2))
    assert refused(round, Bet(2, round.seats[2].wagers["ante_across"])).allowed == "a decision of seat 5"
