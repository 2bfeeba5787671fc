"""Sequences that once led nowhere, or to something that was offered and refused; each has its way on."""

import pytest

from engine.random_rounds import Rng, rigged_deck
from pitboss import engine
from pitboss.cards import DECK
from pitboss.engine import Phase
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, ReturnWagers, Reveal, Settle, Void
from pitboss.progressive import open_meters
from pitboss.rulebooks.table_rules import Device, Remedy, Role
from pitboss.table import DeviceState, Table, duties, perform
from pitboss.table.commands import (
    Attest,
    CountChips,
    CoverDevice,
    CutDeck,
    EmptyRack,
    Leave,
    OrderRecut,
    OrderShuffle,
    Play,
    ReportIrregularity,
    RuleOnLeaving,
    ShuffleDeck,
)
from pitboss.table.events import DeckRemoved
from pitboss.table.needs import deck_need
from table.promises import Proven, failures
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
    attested,
    dealer,
    dealt,
    finished,
    floor,
    full_table,
    happenings,
    new_table,
    next_cards,
    player,
    proves,
    readied,
    ready_table,
    received,
    refusal,
    seated,
    shuffled,
    stub_away,
    wagered,
)
from table.worlds import World

ORDER = {"deck": "red", "reason": "the floor wants it"}
ACE, KING = DECK[51], DECK[47]
WITH_ORDERS = [MA, MD, CRAZY]
REGULATED = [MA, MD, NJ, CRAZY]


def report(name: str, **fields: object) -> ReportIrregularity:
    """A report of the floor."""
    command: ReportIrregularity = floor(ReportIrregularity, name=name, **fields)
    return command


def assert_way_on(table: Table, at: int = NOON) -> None:
    """Nothing that is offered is refused, and doing what is due ends this round and another."""
    stakes = {
        (number, name): amount
        for number, seat in (table.running.seats.items() if table.running else ())
        for name, amount in seat.wagers.items()
    }
    world = World(table, open_meters(table.terms), at, stakes)
    assert [str(failure) for failure in failures(world, tuple(rigged_deck(Rng(3))), Proven())] == []


def due(table: Table, at: int = NOON) -> list[str]:
    """What must be done."""
    return [duty.name for duty in duties(table, at) if duty.must]


def offered(table: Table) -> set[str]:
    """The irregularities that may be reported."""
    return {duty.where for duty in duties(table, NOON) if duty.name == "report_irregularity"}


@pytest.mark.parametrize("rulebook", proves(ma="4(e)", md="5.E", nj="40.5(d)", crazy="4(e)"))
def test_a_recut_ordered_while_bets_are_open_is_done_after_no_more_bets(rulebook: str) -> None:
    table = act(perform(wagered(at_wagers(ready_table(rulebook))), floor(OrderRecut, **ORDER)), CloseBets())
    assert_way_on(table)
    assert due(table) == ["cut"]
    table = perform(table, dealer(CutDeck, deck="red", depth=20))
    assert due(table) == ["load"]
    table = perform(table, dealer(Attest, deck="red", step="load"))
    assert due(table) == ["deal"]


@pytest.mark.parametrize("rulebook", proves(ma="4(a)", md="5.A(3)", crazy="4(a)"))
def test_a_shuffle_ordered_while_bets_are_open_is_done_after_no_more_bets(rulebook: str) -> None:
    table = act(perform(wagered(at_wagers(ready_table(rulebook))), floor(OrderShuffle, **ORDER)), CloseBets())
    assert_way_on(table)
    assert due(table) == ["shuffle"]
    assert due(shuffled(table, "red")) == ["cut"]
    assert due(readied(table, "red")) == ["deal"]


@pytest.mark.parametrize("rulebook", proves(ma="12(e)", md="", nj="40.12(d)", crazy="14(e)"))
def test_a_jam_of_the_deck_in_play_before_its_first_card_means_another_shuffle(rulebook: str) -> None:
    ready = ready_table(rulebook, shuffler="automated")
    for table in (wagered(at_wagers(ready)), at_dealing(ready)):
        jammed = perform(table, report("shuffler_jam", deck="red"))
        assert due(jammed)[0] == "shuffle"
        assert_way_on(jammed)


@pytest.mark.parametrize(
    "rulebook", proves(ma="12(a), 12(b)", md="13.A, 13.B", nj="40.12(a), 40.12(b)", crazy="14(a), 14(b)")
)
def test_a_card_drawn_in_error_that_turns_out_face_up_is_a_card_found_face_up(rulebook: str) -> None:
    table = perform(act(at_dealing(ready_table(rulebook)), Deal((KING,))), report("drawn_in_error"))
    assert_way_on(table)
    table = perform(table, report("face_up_card", card=ACE))
    assert table.round is not None
    if rulebook in (MA, CRAZY):
        assert (table.round.discards, table.notes.drawn) == ((ACE,), False)
    else:
        assert table.round.phase is Phase.VOID
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", [MA, CRAZY])
def test_nothing_is_found_in_a_deck_that_is_being_shuffled_or_cut(rulebook: str) -> None:
    dealing = at_dealing(ready_table(rulebook))
    assert {"face_up_card", "drawn_in_error"} <= offered(dealing)
    for order in (floor(OrderShuffle, **ORDER), floor(OrderRecut, **ORDER)):
        table = perform(dealing, order)
        assert not {"face_up_card", "drawn_in_error"} & offered(table)
        for early in (report("face_up_card", card=ACE), report("drawn_in_error")):
            assert refusal(table, early).allowed == "it while cards are being dealt"
        assert_way_on(table)
        assert {"face_up_card", "drawn_in_error"} <= offered(readied(table, "red"))


def test_no_card_is_found_before_the_table_system_has_drawn() -> None:
    table = wagered(at_wagers(full_table(CRAZY)), "five_card_hand_bonus_player")
    table = act(table, CloseBets())
    assert due(table)[0] == "draw"
    assert "face_up_card" not in offered(table)
    assert refusal(table, report("face_up_card", card=ACE)).allowed == "it while cards are being dealt"
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", REGULATED)
def test_a_player_in_turn_who_left_and_whose_wagers_stand_does_not_hold_up_the_table(rulebook: str) -> None:
    stands = floor(RuleOnLeaving, seat=1, abandoned=False)
    before = perform(at_dealing(ready_table(rulebook)), player("ann", Leave))
    for table in (perform(before, stands), before, perform(at_decision(ready_table(rulebook)), player("ann", Leave))):
        assert_way_on(table)
    ruled = stub_away(dealt(perform(before, stands)))
    assert ruled.running is not None
    assert engine.to_act(ruled.running) != 1
    assert_way_on(ruled)


@pytest.mark.parametrize("rulebook", REGULATED)
def test_of_two_decks_the_one_that_is_loaded_is_played(rulebook: str) -> None:
    table = received(seated(new_table(rulebook, "hand", "automated", decks=2), "ann", "bob"))
    table = readied(table, "blue")
    assert table.decks["blue"].loaded
    table = shuffled(attested(table, "red"), "red")
    assert [(duty.name, duty.where) for duty in duties(table, NOON) if duty.must] == [("open_round", "deck blue")]
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", REGULATED)
def test_with_the_shuffler_broken_in_mid_round_the_resting_deck_waits(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook, "hand", "automated", decks=2))
    table = perform(table, report("shuffler_jam", deck="blue"))
    assert due(table) == ["bet", "shuffle"]
    table = perform(table, report("shuffler_broken"))
    assert "change_method" not in due(table)
    assert_way_on(table)
    over = finished(table)
    cover = ["cover_device"] if over.rules.out_of_order else []
    assert [name for name in due(over) if name in ("cover_device", "change_method")] == (cover or ["change_method"])
    if cover:
        over = perform(over, floor(CoverDevice, device=Device.SHUFFLER, how=DeviceState.COVERED))
        assert due(over)[0] == "change_method"
    assert_way_on(over)


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 2")
def test_a_shuffler_without_a_deck_has_nothing_to_jam_on() -> None:
    table = seated(new_table(CARDROOM, shuffler="automated"), "ann")
    assert "shuffler_jam" not in offered(table)
    assert refusal(table, report("shuffler_jam")).allowed == "it while the device is in use"
    assert_way_on(table)


@pytest.mark.clause("nj-criss-cross", "40.10(i)2")
def test_a_wheel_that_fails_with_a_spin_due_gives_the_wagers_back_and_the_round_goes_on() -> None:
    table = act(wagered(at_wagers(full_table(NJ)), "bonus_spin"), CloseBets())
    pair = iter([DECK[0], DECK[1]])  # two deuces for seat 1: its wheel turns
    rest = iter(DECK[8:])
    while table.running is not None and table.running.phase is Phase.DEALING:
        place, count = engine.next_delivery(table.running) or ("", 0)
        table = act(table, Deal(tuple(next(pair if place == "seat 1" else rest) for _ in range(count))))
    table = stub_away(table)
    while table.running is not None and table.running.phase is not Phase.SETTLEMENT:
        seat = engine.to_act(table.running)
        if seat is not None:
            table = act(table, Bet(seat, ANTE), Role.PLAYER, table.seats[seat].player)
        else:
            table = act(table, Reveal())
    while due(table) != ["spin"]:
        table = act(table, Settle())
    assert_way_on(table)
    failed = perform(table, report("wheel_failure"))
    assert failed.running is not None
    back = [line for line in failed.running.lines if line.wager == "bonus_spin" and line.returned]
    assert 1 in {line.seat for line in back}
    assert {line.clause for line in back} == {"reading wheel-failure"}
    assert due(failed) == ["settle"]
    assert_way_on(failed)


@pytest.mark.clause("ma-crazy-4", "7(b)", "8(a)(3)", "9(a)(2)")
@pytest.mark.parametrize("method", ["manual_shoe", "hand", "automated_shoe"])
@pytest.mark.parametrize("chips", [0, 1, 3])
def test_a_differing_chip_count_is_settled_by_the_floor(method: str, chips: int) -> None:
    ready = ready_table(CRAZY, method, four_card_progressive="A")
    table = act(wagered(at_wagers(ready), "four_card_progressive"), CloseBets())
    table = perform(table, dealer(CountChips, chips=chips))
    assert due(table) == ["rule_on_chips"]
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", WITH_ORDERS)
def test_a_shuffler_that_breaks_with_a_shuffle_ordered_voids_the_round_or_is_restored(rulebook: str) -> None:
    ready = ready_table(rulebook, shuffler="automated")
    for before in (wagered(at_wagers(ready)), at_dealing(ready)):
        table = perform(before, floor(OrderShuffle, **ORDER), report("shuffler_broken"))
        first = duties(table, NOON)[0]
        assert (first.name, first.clause) == ("void", "reading shuffler-failure")
        assert_way_on(table)
        over = act(table, Void(first.clause, first.title), Role.FLOORPERSON)
        assert over.running is None
        assert_way_on(over)


@pytest.mark.parametrize("rulebook", WITH_ORDERS)
def test_a_deck_in_play_that_the_shuffler_counts_wrong_voids_the_round_and_leaves(rulebook: str) -> None:
    table = wagered(at_wagers(ready_table(rulebook, shuffler="automated_counting")))
    table = perform(table, floor(OrderShuffle, **ORDER))
    found = happenings(table, dealer(ShuffleDeck, deck="red", count=51))
    assert isinstance(found[-1], DeckRemoved)
    table = perform(table, dealer(ShuffleDeck, deck="red", count=51))
    assert table.round is not None
    assert (table.round.phase, table.decks) == (Phase.VOID, {})
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", proves(ma="7(d)", md="8.D(3)", nj="40.7(c)", cardroom="Dealing 2", crazy="7(d)"))
def test_one_lone_ante_does_not_keep_the_table_waiting(rulebook: str) -> None:
    table = at_wagers(ready_table(rulebook))
    first = next(wager.name for wager in table.terms.wagers.values() if wager.required)
    table = act(table, PlaceWager(1, first, ANTE), Role.PLAYER, "ann")
    assert_way_on(table)
    due = duties(table, NOON)[0]
    given = table.rules.authority_for("return-wagers")
    assert given is not None
    assert (due.name, due.clause) == ("return-wagers", given.clause)
    assert refusal(table, dealer(Play, action=CloseBets())).where == "seat 1"
    table = act(table, ReturnWagers(1))
    assert refusal(table, dealer(Play, action=CloseBets())).allowed == "a wager at one seat or more"
    assert table.running is not None
    assert table.running.seats == {}
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", proves(ma="2(c)(2)", md="3.C(2)", crazy="2(c)(2)"))
def test_a_deck_that_grows_too_old_while_bets_are_open_voids_the_round_by_its_reading(rulebook: str) -> None:
    late = NOON + 8 * 3600
    table = wagered(at_wagers(ready_table(rulebook)))
    first = duties(table, late)[0]
    assert (first.name, first.by, first.clause[:8]) == ("void", (Role.FLOORPERSON,), "reading ")
    assert_way_on(table, late)
    assert next_cards(at_dealing(ready_table(rulebook))), "with betting closed in time the round is dealt"


@pytest.mark.parametrize("rulebook", proves(ma="2(b)", crazy="2(b)"))
def test_the_deck_of_the_round_before_waits_for_the_other_even_while_that_is_gone(rulebook: str) -> None:
    """Loaded in the absence of the other it would keep the shoe, and could not be dealt by turns either."""
    table = ready_table(rulebook, "automated_shoe", "automated_counting", decks=2)
    table = act(wagered(at_wagers(table)), CloseBets())
    table = act(table, Deal(next_cards(table)))
    table = perform(table, report("wrong_number_of_cards", deck="red"))
    table = perform(table, dealer(EmptyRack)) if table.rack else table
    table = perform(table, dealer(ShuffleDeck, deck="blue", count=51))  # short of a card: blue leaves the table
    assert list(table.decks) == ["red"]
    table = shuffled(table, "red")
    while (need := deck_need(table, table.decks["red"])) and need.name == "cut":
        table = perform(table, dealer(CutDeck, deck="red", depth=20))
    assert due(table) == ["receive_deck"]
    assert refusal(table, dealer(Attest, deck="red", step="load")).rulebook == rulebook
    assert_way_on(table)


@pytest.mark.parametrize("rulebook", REGULATED)
def test_no_card_comes_from_a_shoe_that_is_broken(rulebook: str) -> None:
    """Bets closed with the shoe out of order: a card found face up or drawn in error would keep the void away."""
    table = perform(wagered(at_wagers(ready_table(rulebook, "automated_shoe"))), report("shoe_broken"))
    table = act(table, CloseBets())
    of_a_card = {Remedy.DISCARD_CARD, Remedy.USE_AS_NEXT, Remedy.BACK_UP_CARD}
    offered = [duty.where for duty in duties(table, NOON) if of_a_card & set(duty.remedies)]
    assert offered == []
    for rule in table.rules.irregularities:
        if of_a_card & set(rule.remedies):
            refusal(table, report(rule.name, card=KING))
    assert_way_on(table)
