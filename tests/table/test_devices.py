"""Devices out of order, their covers and signs, and changes of the way of dealing and shuffling."""

from typing import Any

import pytest

from pitboss.engine import Result
from pitboss.engine.actions import CloseBets, Deal, Void
from pitboss.rulebooks import Refused, terms_for
from pitboss.rulebooks.table_rules import Device, Role
from pitboss.table import DeviceState, Shuffle, duties, perform
from pitboss.table.commands import (
    ChangeMethod,
    CoverDevice,
    OpenRound,
    Play,
    RemoveDeck,
    ReportIrregularity,
    RestoreDevice,
)
from pitboss.table.events import DeviceCovered, DeviceFailed
from rulebooks.submissions import lawfully
from table.staff import (
    ANTE,
    CARDROOM,
    CRAZY,
    MA,
    MD,
    NJ,
    NOON,
    act,
    at_dealing,
    at_decision,
    at_wagers,
    dealer,
    dealt,
    finished,
    floor,
    happenings,
    next_cards,
    proves,
    readied,
    ready_table,
    refusal,
    shuffled,
    stub_away,
    wagered,
)

BY_HAND: dict[str, Any] = {"dealing": "manual_shoe", "shuffling": Shuffle.MANUAL}
BROKEN_SHUFFLER = dealer(ReportIrregularity, name="shuffler_broken")
BROKEN_SHOE = dealer(ReportIrregularity, name="shoe_broken")


@pytest.mark.parametrize("how", [DeviceState.COVERED, DeviceState.SIGNED])
@pytest.mark.parametrize("rulebook", proves(ma="12(g)", md="13.E, 13.E(1), 13.E(2)", crazy="14(g)"))
def test_a_broken_shuffler_is_covered_or_marked_before_another_method(rulebook: str, how: DeviceState) -> None:
    table = ready_table(rulebook, shuffler="automated")
    assert refusal(table, floor(CoverDevice, device=Device.SHUFFLER, how=how)).allowed.startswith("it on a device")
    _, failed = happenings(table, BROKEN_SHUFFLER)
    assert isinstance(failed, DeviceFailed)
    table = perform(table, BROKEN_SHUFFLER)
    for command in (dealer(OpenRound, deck="red"), floor(ChangeMethod, **BY_HAND)):
        violation = refusal(table, command)
        assert violation.allowed == "cover_device: Cover the device or mark it out of order"
        assert violation.clause in ("12(g)", "13.E", "14(g)")
    cover = floor(CoverDevice, device=Device.SHUFFLER, how=how)
    (event,) = happenings(table, cover)
    assert isinstance(event, DeviceCovered)
    assert event.clause in ("12(g)", "14(g)", "13.E(1)" if how is DeviceState.COVERED else "13.E(2)")
    table = perform(table, cover)
    assert refusal(table, dealer(OpenRound, deck="red")).allowed.startswith("change_method")
    table = perform(table, floor(ChangeMethod, **BY_HAND))
    assert at_wagers(readied(table, "red")).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="12(f), 12(g)", md="13.D, 13.E", nj="40.12(e)", crazy="14(f), 14(g)"))
def test_an_automated_shoe_that_breaks_before_the_deal_is_over_voids_the_round(rulebook: str) -> None:
    clause = {MA: "12(f)", MD: "13.D", NJ: "40.12(e)", CRAZY: "14(f)"}[rulebook]
    ready = ready_table(rulebook, "automated_shoe")
    begun = at_dealing(ready)
    for before in (begun, act(begun, Deal(next_cards(begun)))):
        table = perform(before, BROKEN_SHOE)
        assert table.round is not None
        assert table.round.void_clause == clause
        assert [line.returned for line in table.round.lines] == [ANTE] * 4
        assert table.devices[Device.SHOE] is DeviceState.OUT_OF_ORDER
    assert perform(at_decision(ready), BROKEN_SHOE).running is not None, "all cards are dealt"


@pytest.mark.parametrize("rulebook", proves(ma="", md="", nj="", crazy=""))
def test_a_round_whose_shoe_breaks_while_bets_are_open_is_void_by_its_reading_or_waits_for_the_repair(
    rulebook: str,
) -> None:
    table = perform(wagered(at_wagers(ready_table(rulebook, "automated_shoe"))), BROKEN_SHOE)
    assert table.running is not None, "no card was being dealt: the shoe has not failed to deal the round"
    due = duties(table, NOON)[0]
    assert (due.name, due.by, due.clause) == ("void", (Role.FLOORPERSON,), "reading shuffler-failure")
    void = act(table, Void(due.clause, due.title), Role.FLOORPERSON)
    assert void.round is not None
    assert [(line.result, line.returned) for line in void.round.lines] == [(Result.RETURNED, ANTE)] * 4
    restored = perform(table, floor(RestoreDevice, device=Device.SHOE))
    assert finished(stub_away(dealt(act(restored, CloseBets())))).running is None


@pytest.mark.parametrize("how", [DeviceState.COVERED, DeviceState.SIGNED])
@pytest.mark.clause("md-criss-cross", "13.E")
def test_in_maryland_dealer_or_floorperson_attests_the_cover(how: DeviceState) -> None:
    table = perform(ready_table(MD, shuffler="automated"), BROKEN_SHUFFLER)
    due = duties(table, NOON)[0]
    assert (due.name, due.by, due.clause) == ("cover_device", (Role.DEALER, Role.FLOORPERSON), "13.E")
    violation = refusal(table, CoverDevice(by=Role.PLAYER, at=NOON, device=Device.SHUFFLER, how=how))
    assert (violation.clause, violation.allowed) == ("13.E", "it by the dealer or floorperson")
    (event,) = happenings(table, floor(CoverDevice, 77, device=Device.SHUFFLER, how=how))
    assert (event.by, event.at) == (Role.FLOORPERSON, 77)


@pytest.mark.parametrize("rulebook", proves(ma="12(g)", md="13.E", crazy="14(g)"))
def test_a_broken_automated_shoe_gives_way_to_another_method(rulebook: str) -> None:
    table = perform(ready_table(rulebook, "automated_shoe"), BROKEN_SHOE)
    change = floor(ChangeMethod, dealing="manual_shoe", shuffling=Shuffle.MANUAL)
    assert refusal(table, change).allowed.startswith("cover_device")
    table = perform(table, floor(CoverDevice, device=Device.SHOE, how=DeviceState.SIGNED), change)
    assert table.terms.dealing.method == "manual_shoe"
    back = floor(ChangeMethod, dealing="automated_shoe", shuffling=Shuffle.MANUAL)
    assert refusal(table, back).allowed == "a method without it"
    table = perform(table, floor(RestoreDevice, device=Device.SHOE), back)
    assert table.terms.dealing.method == "automated_shoe"


@pytest.mark.parametrize("rulebook", [MA, MD, NJ, CRAZY])
def test_a_shuffler_that_breaks_in_mid_round_leaves_the_round_alone(rulebook: str) -> None:
    table = at_dealing(ready_table(rulebook, "hand", "automated", decks=2))
    assert finished(stub_away(dealt(perform(table, BROKEN_SHUFFLER)))).running is None


def test_a_stack_loaded_for_one_method_is_loaded_again_for_another() -> None:
    table = perform(ready_table(MA), floor(ChangeMethod, dealing="automated_shoe", shuffling=Shuffle.MANUAL))
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert violation.clause == "9(a)(1)"


def test_new_jersey_asks_for_no_cover() -> None:
    table = perform(ready_table(NJ, shuffler="automated"), BROKEN_SHUFFLER)
    assert refusal(table, dealer(OpenRound, deck="red")).allowed.startswith("change_method")
    refusal(table, dealer(CoverDevice, device=Device.SHUFFLER, how=DeviceState.COVERED))
    assert perform(table, floor(ChangeMethod, **BY_HAND)).shuffling is Shuffle.MANUAL


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 2", "Equipment 2")
def test_the_card_room_voids_the_hand_and_goes_on_with_one_deck_shuffled_by_hand() -> None:
    table = perform(at_decision(ready_table(CARDROOM, shuffler="automated")), BROKEN_SHUFFLER)
    assert table.round is not None
    assert table.round.void_clause == "Irregularities 2"
    table = perform(table, floor(ChangeMethod, dealing="hand", shuffling=Shuffle.MANUAL))
    assert refusal(table, dealer(OpenRound, deck="blue")).clause == "Equipment 2"
    table = readied(perform(table, floor(RemoveDeck, deck="red", reason="one deck")), "blue")
    assert at_wagers(table, "blue").in_play == "blue"


@pytest.mark.parametrize("rulebook", proves(ma="8(a)(1)", md="9.A, 9.A(1)", nj="40.8(a), 40.8(b)1", crazy="8(a)(1)"))
def test_cards_are_dealt_from_the_hand_only_with_an_automated_shuffler(rulebook: str) -> None:
    with pytest.raises(Refused, match="without one"):
        terms_for(rulebook, lawfully(rulebook, {"dealing": "hand", "shuffler": "none"}))
    table = ready_table(rulebook, shuffler="automated")
    by_hand = floor(ChangeMethod, dealing="hand", shuffling=Shuffle.MANUAL)
    clause = {MA: "8(a)(1)", MD: "9.A(1)", NJ: "40.8(b)1", CRAZY: "8(a)(1)"}[rulebook]
    assert refusal(table, by_hand).clause == clause
    table = perform(table, floor(ChangeMethod, dealing="hand", shuffling=Shuffle.DEVICE))
    assert at_wagers(readied(table, "red")).terms.dealing.method == "hand"

    # nor is a deck that was last shuffled by hand
    table = perform(ready_table(rulebook, shuffler="automated"), floor(ChangeMethod, **BY_HAND))
    table = perform(shuffled(table, "red"), floor(ChangeMethod, dealing="hand", shuffling=Shuffle.DEVICE))
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.allowed) == (clause, "shuffle: Shuffle the cards with the device")


@pytest.mark.parametrize("rulebook", proves(ma="9(a)", md="10.A", nj="40.9(a)", crazy="9(a)"))
def test_no_card_leaves_a_shoe_that_is_out_of_order(rulebook: str) -> None:
    table = wagered(at_wagers(ready_table(rulebook, "automated_shoe")))
    table = act(perform(table, dealer(ReportIrregularity, name="shoe_broken")), CloseBets())
    refused = refusal(table, dealer(Play, action=Deal(next_cards(table))))
    assert (refused.where, refused.allowed) == ("the shoe", "a void before the first card")


@pytest.mark.clause(MA, "12(g)", "7(a)")
def test_methods_change_by_the_floor_between_rounds_and_within_the_filing() -> None:
    table = ready_table(MA)
    change = {"dealing": "automated_shoe", "shuffling": Shuffle.MANUAL}
    assert refusal(table, dealer(ChangeMethod, **change)).allowed == "it by the floorperson"
    assert refusal(at_wagers(table), floor(ChangeMethod, **change)).allowed == "it after the round"
    assert refusal(table, floor(ChangeMethod, dealing="roulette", shuffling=Shuffle.MANUAL)).where == "dealing"
    with_device = floor(ChangeMethod, dealing="hand", shuffling=Shuffle.DEVICE)
    assert refusal(table, with_device).allowed == "the filed way: no shuffler"
    assert refusal(table, floor(RestoreDevice, device=Device.SHUFFLER)).tried == "restoring it"
    assert (
        refusal(table, RestoreDevice(by=Role.DEALER, at=0, device=Device.SHUFFLER)).allowed == "it by the floorperson"
    )
