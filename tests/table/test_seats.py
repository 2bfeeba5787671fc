"""Only seated players wager, each at one position, and what becomes of the wagers of one who leaves."""

import pytest

from pitboss.games import Phase, Result
from pitboss.games.actions import Bet, Fold, PlaceWager, Reveal, TakeBack
from pitboss.rulebooks import IDS
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, perform
from pitboss.table.commands import Leave, Play, RuleOnLeaving, Sit
from pitboss.table.events import LeavingRuled, PlayerAway
from table.staff import (
    ANTE,
    CRAZY,
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

RULED_BY_THE_FLOOR = tuple(id for id in IDS if id != CRAZY)


def ante_of(table: Table) -> str:
    """The name of the first wager a player places."""
    return next(iter(table.terms.wagers))


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(1)", nj="40.6(c)", cardroom="", crazy="6(b)"))
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
    assert refusal(table, player("cat", Sit, seat=2)).allowed == "a free seat: 3, 4, 5, 6"
    refusal(table, player("ann", Sit, seat=1))


@pytest.mark.parametrize("rulebook", proves(ma="", md="2.A(1)", nj="1.13Z(a)", cardroom="", crazy=""))
def test_there_are_six_seats(rulebook: str) -> None:
    table = seated(new_table(rulebook), "ann", "bob", "cat", "dan", "eve", "fay")
    for seat in (0, 7, -1):
        assert refusal(table, player("gil", Sit, seat=seat)).allowed == "seats 1 to 6"
    assert refusal(table, player("gil", Sit, seat=3)).allowed == "a free seat: none"
    assert refusal(new_table(rulebook), player("", Sit, seat=1)).tried == "a seat for nobody"


@pytest.mark.parametrize("rulebook", IDS)
def test_before_no_more_bets_a_player_leaves_with_the_wagers(rulebook: str) -> None:
    table = perform(wagered(at_wagers(ready_table(rulebook))), player("ann", Leave))
    assert table.round is not None
    assert list(table.round.seats) == [2]
    assert list(table.seats) == [2]
    assert refusal(table, player("ann", Leave)).allowed == "it by a player seated at the table"


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(2), 7.B(3)", nj="40.6(c)", cardroom=""))
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


@pytest.mark.parametrize("rulebook", RULED_BY_THE_FLOOR)
def test_a_player_whose_wagers_stand_may_come_back_and_play_on(rulebook: str) -> None:
    table = perform(at_decision(ready_table(rulebook)), player("ann", Leave))
    (event,) = happenings(table, floor(RuleOnLeaving, seat=1, abandoned=False))
    assert isinstance(event, LeavingRuled)
    table = perform(table, floor(RuleOnLeaving, seat=1, abandoned=False), player("ann", Sit, seat=1))
    table = finished(table)
    assert table.round is not None
    assert Result.FORFEITED not in {line.result for line in table.round.lines}
    assert list(table.seats) == [1, 2]


@pytest.mark.parametrize("rulebook", proves(ma="6(b)", md="7.B(3)", nj="40.6(c)", cardroom=""))
def test_with_no_ruling_the_wagers_are_lost_before_more_cards_are_turned(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook))
    table = act(table, Bet(1, ANTE), Role.PLAYER, "ann")
    table = act(table, Bet(2, ANTE), Role.PLAYER, "bob")
    table = perform(table, player("ann", Leave))
    table = act(table, Reveal())
    assert table.round is not None
    assert [seat.number for seat in table.round.playing] == [2]
    assert table.round.seats[1].abandoned == table.rules.conduct.leaving_clause


@pytest.mark.parametrize("rulebook", RULED_BY_THE_FLOOR)
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


@pytest.mark.clause("ma-crazy-4", "6(b)")
def test_in_crazy_4_the_wagers_of_one_who_leaves_are_lost_at_once() -> None:
    table = perform(at_decision(ready_table(CRAZY)), player("ann", Leave))
    assert table.round is not None
    assert table.round.seats[1].abandoned == "6(b)"
    table = finished(table)
    assert table.round is not None
    assert all(line.lost for line in table.round.lines if line.seat == 1)
    assert list(table.seats) == [2]


@pytest.mark.parametrize("rulebook", IDS)
def test_in_settlement_a_player_may_go_and_is_settled_all_the_same(rulebook: str) -> None:
    table = at_settlement(at_decision(ready_table(rulebook)))
    left = finished(perform(table, player("ann", Leave)))
    stayed = finished(table)
    assert left.round is not None
    assert stayed.round is not None
    assert left.round.lines == stayed.round.lines
    assert list(left.seats) == [2]


@pytest.mark.parametrize("rulebook", IDS)
def test_a_player_without_wagers_comes_and_goes_freely(rulebook: str) -> None:
    table = perform(at_dealing(ready_table(rulebook)), player("cat", Sit, seat=5), player("cat", Leave))
    assert list(table.seats) == [1, 2]
