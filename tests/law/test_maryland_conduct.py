"""Maryland: seats, departures, breaches, stub counts, irregularities and devices, with the clauses they cite."""

from typing import Any

import pytest

from pitboss.engine import Phase, Result
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, ReturnWagers, Reveal, Settle
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, perform
from pitboss.table.commands import (
    Attest,
    CountStub,
    FindMisdeal,
    Leave,
    OpenRound,
    Play,
    ReportIrregularity,
    RuleOnLeaving,
    Sit,
)
from pitboss.table.events import (
    DeckRemoved,
    IrregularityReported,
    LeavingRuled,
    PlayerAway,
    RoundMoved,
    TableEvent,
)
from table.staff import (
    ANTE,
    MD,
    act,
    at_dealing,
    at_decision,
    at_settlement,
    at_wagers,
    dealer,
    dealt,
    decided,
    finished,
    floor,
    happenings,
    new_table,
    next_cards,
    player,
    ready_table,
    refusal,
    stub_away,
    wagered,
)


def returned(table: Table) -> int:
    """The cents that went back to players in the round."""
    assert table.round is not None
    return sum(line.returned.cents for line in table.round.lines)


def void_by(events: tuple[TableEvent, ...]) -> set[str]:
    """The clauses of the lines by which wagers go back."""
    moves = [event.move for event in events if isinstance(event, RoundMoved)]
    return {move.line.clause for move in moves if hasattr(move, "line")}


# 7.B: who wagers, and who leaves


@pytest.mark.clause(MD, "7.B(1)", "2.A(1)")
def test_only_a_seated_player_wagers_at_the_own_place() -> None:
    table = at_wagers(ready_table(MD))
    for name, seat in (("cyd", 3), ("ann", 2)):
        wager = player(name, Play, action=PlaceWager(seat, "ante_across", ANTE))
        assert refusal(table, wager).clause == "7.B(1)"
    by_dealer = dealer(Play, action=PlaceWager(1, "ante_across", ANTE))
    assert (refusal(table, by_dealer).clause, refusal(table, by_dealer).allowed) == ("7.B(1)", "it by the player")
    assert refusal(table, player("cyd", Sit, seat=2)).clause == "7.B(1)"
    assert refusal(table, player("ann", Sit, seat=3)).clause == "reading positions-per-player"
    assert refusal(table, player("cyd", Sit, seat=7)).clause == "2.A(1)"
    assert perform(table, player("cyd", Sit, seat=6)).seats[6].player == "cyd"
    assert refusal(perform(new_table(MD)), dealer(OpenRound, deck="red")).clause == "3.A"


@pytest.mark.clause(MD, "7.B(2)")
def test_a_seat_is_its_players_until_the_round_is_over() -> None:
    table = at_decision(ready_table(MD))
    (event,) = happenings(table, player("ann", Leave))
    assert isinstance(event, PlayerAway)
    assert (event.seat, event.player, event.clause) == (1, "ann", "7.B(3)")
    away = perform(table, player("ann", Leave))
    assert refusal(away, player("cyd", Sit, seat=1)).clause == "7.B(1)"
    assert refusal(away, player("ann", Sit, seat=3)).allowed == "seat 1, the player's only position"
    back = perform(away, player("ann", Sit, seat=1))
    assert act(back, Bet(1, ANTE), Role.PLAYER, "ann").round != back.round
    over = finished(act(decided(perform(away, floor(RuleOnLeaving, seat=1, abandoned=True))), Reveal()))
    assert [*over.seats] == [2]
    # before the cards nobody is held: the wagers go with the player
    free = perform(wagered(at_wagers(ready_table(MD))), player("ann", Leave))
    assert free.round is not None
    assert ([*free.seats], [*free.round.seats]) == ([2], [2])


@pytest.mark.clause(MD, "7.B(3)")
def test_the_floor_rules_on_a_departure_and_without_a_ruling_the_next_cards_end_it() -> None:
    away = perform(at_decision(ready_table(MD)), player("ann", Leave))
    violation = refusal(away, dealer(RuleOnLeaving, seat=1, abandoned=True))
    assert (violation.clause, violation.allowed) == ("7.B(3)", "it by the floorperson")
    ruled, *_ = happenings(away, floor(RuleOnLeaving, seat=1, abandoned=True))
    assert isinstance(ruled, LeavingRuled)
    assert (ruled.by, ruled.abandoned, ruled.clause) == (Role.FLOORPERSON, True, "7.B(3)")
    lost = finished(act(decided(perform(away, floor(RuleOnLeaving, seat=1, abandoned=True))), Reveal()))
    assert lost.round is not None
    taken = [(line.result.value, line.clause) for line in lost.round.lines if line.seat == 1]
    assert taken == [("lose", "7.B(3)")] * 2
    assert refusal(at_decision(ready_table(MD)), floor(RuleOnLeaving, seat=1, abandoned=True)).clause == "7.B(3)"
    # without a ruling: bob bets, and the cards are turned up
    bets = act(at_decision(ready_table(MD)), Bet(1, ANTE), Role.PLAYER, "ann")
    gone = perform(act(bets, Bet(2, ANTE), Role.PLAYER, "bob"), player("ann", Leave))
    shown = act(gone, Reveal())
    assert shown.round is not None
    assert shown.round.seats[1].abandoned == "7.B(3)"


@pytest.mark.clause(MD, "7.B(3)")
def test_in_settlement_the_cards_decide_unless_the_floor_rules() -> None:
    away = perform(at_settlement(at_decision(ready_table(MD))), player("ann", Leave))
    assert away.round is not None
    assert away.round.phase is Phase.SETTLEMENT
    ruled = finished(perform(away, floor(RuleOnLeaving, seat=1, abandoned=True)))
    assert ruled.round is not None
    assert {(line.result.value, line.clause) for line in ruled.round.lines if line.seat == 1} == {("lose", "7.B(3)")}
    left = finished(away)
    assert left.round is not None
    assert "7.B(3)" not in {line.clause for line in left.round.lines}
    assert refusal(left, floor(RuleOnLeaving, seat=1, abandoned=True)).clause == "7.B(3)"


@pytest.mark.clause(MD, "7.E(1)", "8.D(3)", "9.B(2)", "10.B(2)")
def test_a_lone_ante_goes_back_and_the_others_are_dealt() -> None:
    table = at_wagers(ready_table(MD))
    table = act(table, PlaceWager(1, "ante_across", ANTE), Role.PLAYER, "ann")
    for name in ("ante_across", "ante_down"):
        table = act(table, PlaceWager(2, name, ANTE), Role.PLAYER, "bob")
    assert refusal(table, dealer(Play, action=CloseBets())).clause == "7.E(1)"
    violation = refusal(table, floor(Play, action=ReturnWagers(1)))
    assert (violation.clause, violation.allowed) == ("reading incomplete-wagers", "it by the dealer")
    after = dealt(act(act(table, ReturnWagers(1)), CloseBets()))
    assert after.round is not None
    assert {number for number, seat in after.round.seats.items() if seat.cards} == {2}


# 11.A: breaches, until the wagers are settled

BREACHES = {
    "hand_not_kept": "11.A(1)",
    "cards_touched": "11.A(2)",
    "cards_out_of_view": "11.A(3)",
    "communication": "11.A(4)",
}


@pytest.mark.parametrize(
    ("name", "clause"),
    [pytest.param(*item, marks=pytest.mark.clause(MD, item[1], "11.A(5)"), id=item[0]) for item in BREACHES.items()],
)
def test_a_breach_forfeits_all_wagers_in_any_phase_once_cards_are_held(name: str, clause: str) -> None:
    told = floor(ReportIrregularity, name=name, seat=1)
    assert refusal(at_dealing(ready_table(MD)), told).allowed == "it once such a card is dealt"
    dealing = mid_deal(ready_table(MD))
    decision = at_decision(ready_table(MD))
    for table in (dealing, decision, decided(decision), at_settlement(decision)):
        assert refusal(table, dealer(ReportIrregularity, name=name, seat=1)).clause == clause
        assert refusal(table, floor(ReportIrregularity, name=name)).clause == clause
        reported, *_ = happenings(table, told)
        assert isinstance(reported, IrregularityReported)
        assert (reported.by, reported.seat, reported.clause) == (Role.FLOORPERSON, 1, clause)
        after = perform(table, told)
        assert after.round is not None
        assert after.round.seats[1].forfeited == "11.A(5)"
        lost = [line for line in after.round.lines if line.seat == 1]
        assert {(line.result.value, line.clause) for line in lost} == {("forfeited", "11.A(5)")}
        assert {line.wager for line in lost} == {*after.round.seats[1].wagers}
        assert refusal(after, told).clause == "11.A(5)", "once is enough"
    assert refusal(at_wagers(ready_table(MD)), told).clause == clause
    assert refusal(finished(at_settlement(decision)), told).clause == clause


def mid_deal(table: Table) -> Table:
    """The cross and a card of seat 1 dealt."""
    table = at_dealing(table)
    for _ in range(6):
        table = act(table, Deal(next_cards(table)))
    return table


def settled_first(**choices: Any) -> Table:
    """Seat 2 is settled, and seat 1 is not: the round is open."""
    table = at_settlement(at_decision(ready_table(MD, **choices)))
    while table.running is not None and not table.running.settled(2, "middle"):
        table = act(table, Settle())
    assert table.running is not None
    return table


@pytest.mark.clause(MD, "11.A(5)", "11.I(3)")
def test_a_breach_forfeits_what_was_settled_too_while_the_round_is_open() -> None:
    table = settled_first()
    assert table.round is not None
    before = [line for line in table.round.lines if line.seat == 2]
    paid = [line for line in before if line.returned]
    assert paid, "something of seat 2 was paid or returned"
    over = perform(table, floor(ReportIrregularity, name="communication", seat=2, note="told of later"))
    assert over.round is not None
    lines = [line for line in over.round.lines if line.seat == 2]
    assert [line for line in lines if line.result is Result.REVERSED] == [
        line.undone("11.A(5)") for line in reversed(paid)
    ]
    assert sum(line.returned.cents for line in lines) == 0
    assert sum(line.stake.cents for line in lines) == 5000, "two antes and three bets of 10, all collected"
    assert finished(over).running is None


@pytest.mark.clause(MD, "11.A(5)", "11.I(3)")
def test_by_the_other_reading_what_is_settled_stands() -> None:
    table = settled_first(readings={"forfeiture-time": "until-settled"})
    told = floor(ReportIrregularity, name="communication", seat=2)
    assert refusal(table, told).allowed.endswith("until its wagers are settled")


@pytest.mark.clause(MD, "11.A(2)", "11.A(5)")
def test_who_touches_anothers_cards_forfeits_and_the_other_does_not() -> None:
    table = at_decision(ready_table(MD))
    over = perform(table, floor(ReportIrregularity, name="cards_touched", seat=2, note="took up seat 1's cards"))
    assert over.round is not None
    assert (over.round.seats[2].forfeited, over.round.seats[1].forfeited) == ("11.A(5)", None)
    rule = over.rules.irregularity("cards_touched")
    assert rule is not None
    assert "the one who touched" in rule.title


# Chapters 8 to 10: the stub

COUNTS = {
    "manual_shoe": ("8.F(2)", "8.F(3)", "8.F(4)", "8.F(5)"),
    "hand": ("9.D(2)", "9.D(3)", "9.D(4)", "9.D(5)"),
    "automated_shoe": ("10.C(1)", "10.C(2)", "10.C(3)", "10.C(4)"),
}
ASKED = {"manual_shoe": "8.F(1)", "hand": "9.D(1)", "automated_shoe": "10.C"}


@pytest.mark.parametrize(
    "method", [pytest.param(method, marks=pytest.mark.clause(MD, *COUNTS[method], ASKED[method])) for method in COUNTS]
)
def test_a_stub_count_and_what_follows_it(method: str) -> None:
    right, wrong, misdealt, wrong_deck = COUNTS[method]
    table = dealt(at_dealing(ready_table(MD, method)))
    stub = perform(table, dealer(Attest, deck="red", step="remove_stub"))
    (event,) = happenings(stub, dealer(CountStub, cards=43))  # nine are dealt: five and twice two
    assert (event.by, event.clause) == (Role.DEALER, right)
    assert stub_away(perform(stub, dealer(CountStub, cards=43))).may_examine
    (event,) = happenings(stub, dealer(CountStub, cards=42))
    assert event.clause == wrong
    short = perform(stub, dealer(CountStub, cards=42))
    assert refusal(short, player("ann", Play, action=Bet(1, ANTE))).clause == wrong
    assert refusal(short, floor(FindMisdeal, misdealt=True, cards=52)).clause == wrong
    explained = perform(short, dealer(FindMisdeal, misdealt=True, cards=52))
    assert (returned(explained), [*explained.decks]) == (4000, ["red"])
    assert void_by(happenings(short, dealer(FindMisdeal, misdealt=True, cards=52))) == {misdealt}
    for misdeal in (False, True):  # short as well as misdealt: the reading misdeal-short-deck
        events = happenings(short, dealer(FindMisdeal, misdealt=misdeal, cards=51))
        assert void_by(events) == {wrong_deck}
        assert [event.clause for event in events if isinstance(event, DeckRemoved)] == [wrong_deck]
        gone = perform(short, dealer(FindMisdeal, misdealt=misdeal, cards=51))
        assert (returned(gone), [*gone.decks]) == (4000, [])
