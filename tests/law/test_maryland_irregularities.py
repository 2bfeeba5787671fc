"""Maryland: chapter 13 at the table, who reports what when, and what a broken device asks for."""

from typing import Any

import pytest

from pitboss.engine import legal
from pitboss.engine.actions import Bet, Deal, PlaceWager, Reveal, Settle, Void
from pitboss.rulebooks.table_rules import Device, Role
from pitboss.table import DeviceState, Shuffle, Table, duties, perform
from pitboss.table.commands import (
    ChangeMethod,
    CoverDevice,
    OpenRound,
    OrderShuffle,
    Play,
    ReportIrregularity,
    RestoreDevice,
    ShuffleDeck,
)
from pitboss.table.events import (
    DeviceCovered,
    IrregularityReported,
    RoundEnded,
    ShuffleRequired,
)
from table.staff import (
    ANTE,
    MD,
    NOON,
    act,
    at_dealing,
    at_decision,
    at_settlement,
    at_wagers,
    dealer,
    dealt,
    decided,
    floor,
    happenings,
    next_cards,
    player,
    ready_table,
    refusal,
    wagered,
)


def tables(method: str = "manual_shoe", **choices: Any) -> dict[str, Table]:
    """A table in each phase of a round: before and after the first card, at a decision, a reveal, the settlement."""
    ready = ready_table(MD, method, **choices)
    dealing = at_dealing(ready)
    decision = at_decision(ready)
    return {
        "wagers": wagered(at_wagers(ready)),
        "before the first card": dealing,
        "among the cards": act(dealing, Deal(next_cards(dealing))),
        "before the stub": dealt(dealing),
        "decision": decision,
        "reveal": decided(decision),
        "settlement": at_settlement(decision),
        "half settled": act(at_settlement(decision), Settle()),
    }


def holding(**choices: Any) -> Table:
    """A table in mid-deal, the cross and the first card of a player out."""
    table = tables(**choices)["before the first card"]
    for _ in range(6):
        table = act(table, Deal(next_cards(table)))
    return table


def offered(table: Table) -> set[str]:
    """The irregularities that can be reported now."""
    return {duty.where for duty in duties(table, NOON) if duty.name == "report_irregularity"}


def voided(table: Table, report: ReportIrregularity, clause: str) -> None:
    """All wagers are back by a clause, the round is over, and the deck is to be shuffled."""
    events, over = happenings(table, report), perform(table, report).round
    assert over is not None
    back = [line for line in over.lines if line.result.value == "returned"]
    assert {line.clause for line in back} == {clause}
    staked = sum(amount.cents for seat in over.seats.values() for amount in seat.wagers.values())
    assert sum(line.returned.cents for line in back) == sum(line.returned.cents for line in over.lines) == staked
    assert [event.void for event in events if isinstance(event, RoundEnded)] == [True]
    assert [(event.deck, event.clause) for event in events if isinstance(event, ShuffleRequired)] == [("red", clause)]


ALL = {
    "wagers",
    "before the first card",
    "among the cards",
    "before the stub",
    "decision",
    "reveal",
    "settlement",
    "half settled",
}
WHEN = {
    "face_up_card": ("13.A", {"before the first card", "among the cards"}),
    "wrong_number_of_cards": ("13.C", ALL - {"wagers", "before the first card"}),
    "community_card_exposed": (
        "reading community-exposed",
        ALL - {"wagers", "before the first card", "settlement", "half settled"},
    ),
}
BOUND = {
    "face_up_card": ["13.A"],
    "wrong_number_of_cards": ["13.C"],
    "community_card_exposed": ["11.C", "11.E", "11.G", "13.A"],
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.clause(MD, *BOUND[name])) for name in WHEN])
def test_what_voids_the_round_and_when(name: str) -> None:
    clause, when = WHEN[name]
    for phase, table in tables().items():
        for by in (dealer, floor):
            report = by(ReportIrregularity, name=name, note="seat 2")
            if phase in when:
                events = happenings(table, report)
                assert isinstance(events[0], IrregularityReported)
                assert (events[0].by, events[0].clause) == (report.by, clause)
                voided(table, report, clause)
            else:
                assert refusal(table, report).clause == clause, phase
        assert (name in offered(table)) is (phase in when), phase
        assert refusal(table, player("ann", ReportIrregularity, name=name)).clause == clause
    over = perform(tables()["among the cards"], dealer(ReportIrregularity, name="face_up_card"))
    assert refusal(over, dealer(OpenRound, deck="red")).clause == "5.A"


@pytest.mark.clause(MD, "13.A")
def test_a_face_up_card_is_never_set_aside() -> None:
    for table in tables().values():
        assert table.round is not None
        assert "discard-card" not in {option.action for option in legal(table.round)}


@pytest.mark.clause(MD, "13.A", "13.B")
def test_a_players_card_exposed_stands() -> None:
    table = holding()
    report = dealer(ReportIrregularity, name="player_card_exposed", seat=1)
    assert refusal(tables()["among the cards"], report).allowed == "it once such a card is dealt"  # of the cross only
    (event,) = happenings(table, report)
    assert event.clause == "reading player-card-exposed"
    assert perform(table, report).round == table.round
    assert refusal(tables()["decision"], report).clause == "reading player-card-exposed"


@pytest.mark.clause(MD, "13.A", "13.B")
def test_a_players_card_exposed_voids_where_the_operator_reads_it_so() -> None:
    table = holding(readings={"player-card-exposed": "void"})
    voided(table, dealer(ReportIrregularity, name="player_card_exposed", seat=1), "reading player-card-exposed")
    void = floor(Play, action=Void("reading player-card-exposed", "an ace was seen"))
    assert perform(table, void).running is None
    assert refusal(holding(), void).clause == "reading player-card-exposed"


@pytest.mark.clause(MD, "13.B")
def test_a_card_drawn_in_error_unseen_is_the_next_card() -> None:
    for phase, table in tables().items():
        report = dealer(ReportIrregularity, name="drawn_in_error")
        if phase not in {"before the first card", "among the cards"}:
            assert refusal(table, report).clause == "13.B", phase
            continue
        (event,) = happenings(table, report)
        assert isinstance(event, IrregularityReported)
        assert ([str(remedy) for remedy in event.remedies], event.clause) == (["use_as_next"], "13.B")
        drawn = perform(table, report)
        assert drawn.notes.drawn
        dealt_on = act(drawn, Deal(next_cards(drawn)))
        assert dealt_on.round == act(table, Deal(next_cards(table))).round, "dealt as if nothing had happened"
        assert not dealt_on.notes.drawn


@pytest.mark.clause(MD, "13.C")
def test_a_wrong_hand_found_when_another_is_settled_undoes_that_too() -> None:
    table = tables()["half settled"]
    assert table.round is not None
    assert table.round.lines, "seat 2 is settled"
    over = perform(table, floor(ReportIrregularity, name="wrong_number_of_cards", note="seat 1 holds three"))
    assert over.round is not None
    for seat in (1, 2):
        lines = [line for line in over.round.lines if line.seat == seat]
        assert sum(line.returned.cents for line in lines) == 5000, "two antes and three bets of 10"
    assert {line.clause for line in over.round.lines if line.result.value in {"reversed", "returned"}} == {"13.C"}


@pytest.mark.clause(MD, "13.C")
def test_no_other_reason_voids_a_round() -> None:
    for table in tables().values():
        for clause in ("1.B(7)", "7.A", "11.A(5)"):
            assert refusal(table, floor(Play, action=Void(clause, "so")))
        assert refusal(table, dealer(Play, action=Void("13.C", "three cards"))).clause == "reading void-ruling"


# 13.D and 13.E: devices


@pytest.mark.clause(MD, "13.D")
def test_a_shoe_that_jams_in_the_deal_voids_the_round() -> None:
    report = dealer(ReportIrregularity, name="shoe_jam")
    for phase, table in tables("automated_shoe").items():
        if phase in {"before the first card", "among the cards"}:
            voided(table, report, "13.D")
            after = perform(table, report)
            assert refusal(after, dealer(OpenRound, deck="red")).clause == "5.A"
        else:
            assert refusal(table, report).clause == "13.D", phase
    assert refusal(tables()["among the cards"], report).clause == "13.D", "a manual shoe does not jam"


@pytest.mark.clause(MD, "13.D", "13.E")
def test_a_shuffler_that_jams_shuffles_again() -> None:
    table = ready_table(MD, shuffler="automated")
    report = dealer(ReportIrregularity, name="shuffler_jam", deck="red")
    told, required = happenings(table, report)
    assert (told.clause, required.clause) == ("reading shuffler-jam", "reading shuffler-jam")
    after = perform(table, report)
    assert refusal(after, dealer(OpenRound, deck="red")).clause == "5.A"
    assert refusal(ready_table(MD), report).clause == "reading shuffler-jam", "there is no shuffler"


@pytest.mark.clause(MD, "13.E", "13.E(1)", "13.E(2)")
@pytest.mark.parametrize(
    ("device", "how", "clause"),
    [
        (Device.SHUFFLER, DeviceState.COVERED, "13.E(1)"),
        (Device.SHUFFLER, DeviceState.SIGNED, "13.E(2)"),
        (Device.SHOE, DeviceState.COVERED, "13.E(1)"),
        (Device.SHOE, DeviceState.SIGNED, "13.E(2)"),
    ],
)
def test_the_floor_attests_cover_or_sign_before_another_method(device: Device, how: DeviceState, clause: str) -> None:
    method = "automated_shoe" if device is Device.SHOE else "manual_shoe"
    shuffler = "automated" if device is Device.SHUFFLER else "none"
    table = ready_table(MD, method, shuffler)
    assert refusal(table, floor(CoverDevice, device=device, how=how)).clause == "13.E", "it works"
    failed = perform(table, dealer(ReportIrregularity, name=f"{device}_broken"))
    change = floor(ChangeMethod, dealing="manual_shoe", shuffling=Shuffle.MANUAL)
    assert (refusal(failed, change).clause, refusal(failed, change).allowed[:12]) == ("13.E", "cover_device")
    assert refusal(failed, dealer(OpenRound, deck="red")).clause == "13.E"
    by_player = player("ann", CoverDevice, device=device, how=how)
    assert refusal(failed, by_player).allowed == "it by the dealer or floorperson"
    assert happenings(failed, dealer(CoverDevice, device=device, how=how))[0].by is Role.DEALER
    assert refusal(failed, floor(CoverDevice, device=device, how=DeviceState.WORKING)).clause == "13.E"
    (event,) = happenings(failed, floor(CoverDevice, device=device, how=how))
    assert isinstance(event, DeviceCovered)
    assert (event.by, event.how, event.clause) == (Role.FLOORPERSON, how, clause)
    covered = perform(failed, floor(CoverDevice, device=device, how=how))
    assert refusal(covered, dealer(OpenRound, deck="red")).clause == "13.E", "covered, it is no other method yet"
    assert refusal(covered, dealer(ChangeMethod, dealing="manual_shoe", shuffling=Shuffle.MANUAL)).clause == "13.E"
    changed = perform(covered, change)
    assert changed.terms.submission.dealing == "manual_shoe"
    assert changed.shuffling is Shuffle.MANUAL
    back = perform(covered, floor(RestoreDevice, device=device))
    assert back.devices[device] is DeviceState.WORKING
    assert refusal(covered, dealer(RestoreDevice, device=device)).clause == "13.E"


@pytest.mark.clause(MD, "5.A", "13.E")
def test_wagers_go_back_when_a_broken_shuffler_leaves_the_cards_unready() -> None:
    table = wagered(at_wagers(ready_table(MD, shuffler="automated")))
    table = perform(table, floor(OrderShuffle, deck="red", reason="a card was seen"))
    table = perform(table, dealer(ReportIrregularity, name="shuffler_broken"))
    assert refusal(table, dealer(ShuffleDeck, deck="red")).clause == "13.E", "it is covered or marked first"
    assert [duty.clause for duty in duties(table, NOON) if duty.name == "void"] == ["reading shuffler-failure"]
    over = perform(table, floor(Play, action=Void("reading shuffler-failure", "the device is broken")))
    assert over.round is not None
    assert sum(line.returned.cents for line in over.round.lines) == 4000


@pytest.mark.clause(MD, "11.B", "11.C")
def test_who_acts_in_the_round() -> None:
    table = tables()["decision"]
    assert refusal(table, dealer(Play, action=Bet(1, ANTE))).clause == "7.B(1)"
    assert refusal(table, player("bob", Play, action=Bet(2, ANTE))).clause == "11.B"
    assert refusal(tables()["reveal"], floor(Play, action=Reveal())).clause == "11.C"
    assert refusal(tables()["settlement"], floor(Play, action=Settle())).clause == "11.I"
    assert refusal(tables()["wagers"], player("ann", Play, action=PlaceWager(1, "across", ANTE)))
