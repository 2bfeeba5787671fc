"""Only seated players wager, each at one position, and what becomes of the wagers of one who leaves."""

import pytest

from pitboss import engine
from pitboss.engine import Phase, Result
from pitboss.engine.actions import Bet, Fold, PlaceWager, Reveal, TakeBack
from pitboss.rulebooks import SHIPPED
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, perform
from pitboss.table.commands import Leave, Play, RuleOnLeaving, Sit
from pitboss.table.events import LeavingRuled, PlayerAway
from table.staff import (
    ANTE,
    CARDROOM,
    act,
    at_dealing,
    at_decision,
    at_settlement,
    at_wagers,
    dealer,
    finished,
    floor,
    happenings,
    new_table,
    player,
    proves,
    ready_table,
    refusal,
    seated,
    wagered,
)


def ante_of(table: Table) -> str:
    """The name of the first wager a player places."""
    return next(iter(table.terms.wagers))


@pytest.mark.parametrize(
    "rulebook", proves(ma="6(b), 10(a)(1)", md="7.B(1)", nj="40.6(c)", cardroom="", crazy="6(b), 10(a)(1)")
)
def test_only_a_seated_player_wagers_and_only_at_the_own_seat(rulebook: str) -> None:
    table = at_wagers(ready_table(rulebook))
    seat_3 = PlaceWager(3, ante_of(table), ANTE)
    violation = refusal(table, player("cat", Play, action=seat_3))
    assert violation.clause == table.rules.conduct.seated_clause
    assert violation.allowed == "it by a player seated at the table"
    for action in (PlaceWager(2, ante_of(table), ANTE), TakeBack(2, ante_of(table)), Bet(2, ANTE), Fold(2)):
        assert refusal(table, player("ann", Play, action=action)).allowed == "it at seat 1, the player's own"
    table = perform(table, player("cat", Sit, seat=3), player("cat", Play, action=seat_3))
    assert table.round is not None
    assert table.round.seats[3].wagers == {ante_of(table): ANTE}


@pytest.mark.parametrize("rulebook", proves(ma="6(g)", md="", nj="", cardroom="", crazy="6(e)"))
def test_one_position_for_each_player(rulebook: str) -> None:
    table = seated(new_table(rulebook), "ann", "bob")
    violation = refusal(table, player("ann", Sit, seat=3))
    assert violation.clause == table.rules.conduct.one_position_clause
    assert violation.allowed == "seat 1, the player's only position"
    taken = refusal(table, player("cat", Sit, seat=2))
    assert (taken.clause, taken.allowed) == (table.rules.conduct.seated_clause, "a free seat: 3, 4, 5, 6")
    refusal(table, player("ann", Sit, seat=1))


@pytest.mark.parametrize(
    "rulebook",
    proves(ma="6(b)", md="2.A(1), 7.B(1)", nj="1.13Z(a), 40.6(c)", cardroom="Dealing 1", crazy="6(b)"),
)
def test_there_are_six_seats(rulebook: str) -> None:
    table = seated(new_table(rulebook), "ann", "bob", "cat", "dan", "eve", "fay")
    for seat in (0, 7, -1):
        assert refusal(table, player("gil", Sit, seat=seat)).allowed == "seats 1 to 6"
    assert refusal(table, player("gil", Sit, seat=3)).allowed == "a free seat: none"
    assert refusal(new_table(rulebook), player("", Sit, seat=1)).tried == "a seat for nobody"


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(1)", nj="40.6(c)", cardroom="Dealing 1", crazy="6(b)"))
def test_before_no_more_bets_a_player_leaves_with_the_wagers(rulebook: str) -> None:
    table = perform(wagered(at_wagers(ready_table(rulebook))), player("ann", Leave))
    assert table.round is not None
    assert list(table.round.seats) == [2]
    assert list(table.seats) == [2]
    assert refusal(table, player("ann", Leave)).allowed == "it by a player seated at the table"


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(2), 7.B(3)", nj="40.6(c)", cardroom="", crazy="6(b)"))
def test_the_seat_of_one_who_leaves_in_mid_round_is_kept_and_the_floor_rules(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook))
    (event,) = happenings(table, player("ann", Leave))
    assert isinstance(event, PlayerAway)
    table = perform(table, player("ann", Leave))
    assert refusal(table, player("cat", Sit, seat=1)).tried == "a seat that is taken"
    assert refusal(table, player("ann", Play, action=Bet(1, ANTE))).allowed == "it once seated again"
    assert refusal(table, dealer(RuleOnLeaving, seat=1, abandoned=True)).allowed == "it by the floorperson"
    refusal(table, floor(RuleOnLeaving, seat=2, abandoned=True))

    lost = perform(table, floor(RuleOnLeaving, seat=1, abandoned=True))
    lost = finished(lost)
    assert lost.round is not None
    ann = [line for line in lost.round.lines if line.seat == 1]
    assert ann
    assert all(line.lost and not line.returned for line in ann)
    assert list(lost.seats) == [2], "the seat is free once the round is over"


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(2), 7.B(3)", nj="40.6(c)", cardroom="", crazy="6(b)"))
def test_a_player_whose_wagers_stand_may_come_back_and_play_on(rulebook: str) -> None:
    table = perform(at_decision(ready_table(rulebook)), player("bob", Leave))
    (event,) = happenings(table, floor(RuleOnLeaving, seat=2, abandoned=False))
    assert isinstance(event, LeavingRuled)
    table = perform(table, floor(RuleOnLeaving, seat=2, abandoned=False), player("bob", Sit, seat=2))
    table = finished(table)
    assert table.round is not None
    assert Result.FORFEITED not in {line.result for line in table.round.lines}
    assert list(table.seats) == [1, 2]


@pytest.mark.parametrize("left_in_turn", [True, False])
@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_player_whose_wagers_stand_and_who_is_not_there_in_turn_makes_no_bet(
    rulebook: str, left_in_turn: bool
) -> None:
    gone, seat = ("ann", 1) if left_in_turn else ("bob", 2)
    stands = floor(RuleOnLeaving, seat=seat, abandoned=False)
    table = perform(at_decision(ready_table(rulebook)), player(gone, Leave), stands)
    if not left_in_turn:
        table = act(table, Bet(1, ANTE), Role.PLAYER, "ann")
    assert table.round is not None
    first = table.terms.rulebook.decisions[0]
    assert table.round.seats[seat].folded == first.bet
    assert engine.to_act(table.round) != seat
    table = finished(table)
    assert table.round is not None
    lost = [line for line in table.round.lines if line.seat == seat]
    assert {(line.wager, line.result, line.clause) for line in lost} == {
        (wager.name, Result.FORFEITED, first.fold_clause) for wager in table.terms.wagers.values() if wager.required
    }


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(3)", nj="40.6(c)", crazy="6(b)"))
def test_with_no_ruling_the_wagers_are_lost_before_more_cards_are_turned(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook))
    table = act(table, Bet(1, ANTE), Role.PLAYER, "ann")
    table = act(table, Bet(2, ANTE), Role.PLAYER, "bob")
    table = perform(table, player("ann", Leave))
    table = act(table, Reveal())
    assert table.round is not None
    assert [seat.number for seat in table.round.playing] == [2]
    assert table.round.seats[1].abandoned == table.rules.conduct.leaving_clause


@pytest.mark.clause("cardroom-criss-cross", "Round 3")
def test_in_the_card_room_a_player_who_leaves_has_declined_the_next_bet() -> None:
    table = at_decision(ready_table(CARDROOM))
    table = act(table, Bet(1, ANTE), Role.PLAYER, "ann")
    table = act(table, Bet(2, ANTE), Role.PLAYER, "bob")
    table = act(perform(table, player("ann", Leave)), Reveal())
    assert table.round is not None
    assert (table.round.seats[1].folded, table.round.seats[1].abandoned) == ("down", None)
    assert engine.to_act(table.round) == 2


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_when_all_have_left_without_a_ruling_the_round_goes_to_settlement(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook))
    for seat, name in ((1, "ann"), (2, "bob")):
        table = act(table, Bet(seat, ANTE), Role.PLAYER, name)
    table = perform(table, player("ann", Leave), player("bob", Leave))
    table = act(table, Reveal())
    assert table.round is not None
    assert table.round.phase is Phase.SETTLEMENT
    table = finished(table)
    assert table.round is not None
    assert all(line.lost for line in table.round.lines)


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_in_settlement_a_player_may_go_and_is_settled_all_the_same(rulebook: str) -> None:
    table = at_settlement(at_decision(ready_table(rulebook)))
    left = finished(perform(table, player("ann", Leave)))
    stayed = finished(table)
    assert left.round is not None
    assert stayed.round is not None
    assert left.round.lines == stayed.round.lines
    assert list(left.seats) == [2]


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_player_without_wagers_comes_and_goes_freely(rulebook: str) -> None:
    table = perform(at_dealing(ready_table(rulebook)), player("cat", Sit, seat=5), player("cat", Leave))
    assert list(table.seats) == [1, 2]
