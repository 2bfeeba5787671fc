"""Maryland: decks, shuffle, cut and idle table, with the clauses that records and refusals cite."""

import pytest

from pitboss.audit.virtual_dealer import Cuts
from pitboss.cards import DECK
from pitboss.engine.actions import CloseBets, Deal
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Shuffle, Table, duties, perform
from pitboss.table.commands import (
    Attest,
    CutDeck,
    DeclareIdle,
    EmptyRack,
    Leave,
    OpenRound,
    OrderRecut,
    OrderShuffle,
    Play,
    ReceiveDeck,
    ShuffleDeck,
    StoreDeck,
)
from pitboss.table.events import DeckCut, DeckLoaded, DeckShuffled, DeckStored, StepAttested
from table.staff import (
    MD,
    NOON,
    act,
    at_dealing,
    at_wagers,
    attested,
    dealer,
    dealt,
    finished,
    floor,
    happenings,
    new_table,
    next_cards,
    played,
    player,
    readied,
    ready_table,
    received,
    refusal,
    seated,
    shuffled,
    stub_away,
    wagered,
)

HOUR = 3600


def spread(table: Table, *steps: str, deck: str = "red") -> Table:
    """The deck after steps attested by those whose part they are."""
    for step in steps:
        who = floor(Attest, deck=deck, step=step) if step == "verify" else dealer(Attest, deck=deck, step=step)
        table = perform(table, player("ann", Attest, deck=deck, step=step) if step == "look" else who)
    return table


def of_one(**choices: str) -> Table:
    """A table with ann seated and a fresh deck."""
    return received(seated(new_table(MD, **choices), "ann"))


# Chapter 3: two decks


def of_two() -> Table:
    """Two decks through the opening steps, neither shuffled."""
    table = received(seated(new_table(MD, shuffler="automated", decks=2), "ann"))
    return attested(attested(table, "red"), "blue")


@pytest.mark.clause(MD, "3.B(3)", "4.E")
def test_the_resting_deck_waits_in_the_device_and_shuffled_at_the_first_round_too() -> None:
    red = perform(shuffled(of_two(), "red"), dealer(Attest, deck="red", step="load"))
    violation = refusal(red, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.where) == ("3.B(3)", "deck blue")
    assert violation.allowed == "a round while deck blue is in the shuffler"
    # in the device, but not shuffled
    stored = perform(red, dealer(StoreDeck, deck="blue"))
    violation = refusal(stored, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.where) == ("3.B(3)", "deck blue")
    assert violation.allowed == "a round once deck blue is shuffled too"
    assert "open_round" not in {duty.name for duty in duties(stored, NOON)}
    # shuffled, but not in the device
    both = perform(shuffled(shuffled(of_two(), "blue"), "red"), dealer(Attest, deck="red", step="load"))
    assert refusal(both, dealer(OpenRound, deck="red")).clause == "3.B(3)"
    assert "open_round" not in {duty.name for duty in duties(both, NOON)}
    (event,) = happenings(both, dealer(StoreDeck, deck="blue"))
    assert isinstance(event, DeckStored)
    assert event.clause == "3.B(3)"
    ready = perform(both, dealer(StoreDeck, deck="blue"))
    assert at_wagers(ready).in_play == "red"
    assert "open_round" in {duty.name for duty in duties(ready, NOON)}
    assert refusal(both, floor(StoreDeck, deck="blue")).clause == "3.B(3)"


@pytest.mark.clause(MD, "3.B(3)", "3.B(4)", "3.B(5)")
def test_the_deck_just_played_is_shuffled_in_the_device_while_the_other_is_played() -> None:
    both = perform(shuffled(shuffled(of_two(), "blue"), "red"), dealer(Attest, deck="red", step="load"))
    table = played(perform(both, dealer(StoreDeck, deck="blue")))
    assert refusal(table, dealer(OpenRound, deck="red")).clause == "3.B(4)"
    blue = perform(table, dealer(Attest, deck="blue", step="load"))
    assert refusal(blue, dealer(OpenRound, deck="blue")).clause == "3.B(5)"
    blue = perform(blue, dealer(EmptyRack))
    assert (blue.rack, blue.decks["red"].in_shuffler, blue.decks["red"].shuffled) == (None, True, None)
    second = at_wagers(blue, "blue")
    assert ("shuffle", "deck red", True) in {(duty.name, duty.where, duty.must) for duty in duties(second, NOON)}
    assert perform(second, dealer(ShuffleDeck, deck="red")).decks["red"].in_shuffler
    # and not played again before
    third = perform(finished(stub_away(dealt(act(wagered(second), CloseBets())))), dealer(EmptyRack))
    assert refusal(third, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"


@pytest.mark.clause(MD, "3.C", "3.C(1)", "3.C(2)")
@pytest.mark.parametrize(
    ("method", "hours", "clause"),
    [("hand", 4, "3.C(1)"), ("manual_shoe", 8, "3.C(2)"), ("automated_shoe", 8, "3.C(2)")],
)
def test_a_deck_is_changed_by_its_hour(method: str, hours: int, clause: str) -> None:
    table = ready_table(MD, method)
    late = NOON + hours * HOUR
    assert perform(table, dealer(OpenRound, late - 1, deck="red")).in_play == "red"
    assert refusal(table, dealer(OpenRound, late, deck="red")).clause == clause


# Chapter 4: the opening


@pytest.mark.clause(MD, "4.A", "4.B", "4.C", "4.C(1)", "4.C(2)", "4.C(3)", "4.D")
def test_each_opening_step_has_its_clause_and_its_person() -> None:
    table = of_one()
    order = [
        ("inspect", "dealer", "4.A"),
        ("verify", "floorperson", "4.A"),
        ("spread", "dealer", "4.B"),
        ("look", "player or dealer", "4.C"),
        ("turn_down", "dealer", "4.C(1)"),
        ("wash", "dealer", "4.C(2)"),
        ("stack", "dealer", "4.C(3)"),
    ]
    for step, who, clause in order:
        assert refusal(table, dealer(ShuffleDeck, deck="red")).clause == clause
        by = Role.DEALER if who == "floorperson" else Role.FLOORPERSON
        violation = refusal(table, Attest(by=by, at=NOON, deck="red", step=step))
        assert (violation.clause, violation.allowed) == (clause, f"it by the {who}")
        role = Role(who.split()[-1])
        (event,) = happenings(table, Attest(by=role, at=NOON, deck="red", step=step))
        assert isinstance(event, StepAttested)
        assert (event.by, event.step, event.clause) == (role, step, clause)
        table = perform(table, Attest(by=role, at=NOON, deck="red", step=step))
    assert refusal(table, dealer(OpenRound, deck="red")).clause == "5.A"


@pytest.mark.clause(MD, "4.C", "5.F(3)")
def test_a_player_who_declines_to_look_does_not_hold_up_the_table() -> None:
    table = spread(of_one(), "inspect", "verify", "spread")
    nobody = Attest(by=Role.PLAYER, at=NOON, player="cyd", deck="red", step="look")
    assert refusal(table, nobody).allowed == "it by a player seated at the table"
    for looked in (player("ann", Attest, deck="red", step="look"), dealer(Attest, deck="red", step="look")):
        assert refusal(table, dealer(Attest, deck="red", step="turn_down")).clause == "4.C"
        assert "look" in perform(table, looked).decks["red"].steps_done
    idle = spread(perform(ready_table(MD), dealer(DeclareIdle)), "clear", "spread")
    assert "look" in perform(idle, dealer(Attest, deck="red", step="look")).decks["red"].steps_done


@pytest.mark.clause(MD, "4.E")
def test_both_decks_go_through_the_opening() -> None:
    table = received(seated(new_table(MD, shuffler="automated", decks=2), "ann"))
    table = perform(shuffled(attested(table, "red"), "red"), dealer(Attest, deck="red", step="load"))
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.where) == ("4.E", "deck blue")


# 4.F and 5.C: preshuffled decks


def preshuffled(**choices: str) -> Table:
    table = seated(new_table(MD, **choices), "ann")
    return perform(table, dealer(ReceiveDeck, deck="red", back="red", design="bee", preshuffled=True))


@pytest.mark.clause(MD, "4.F", "5.C(2)")
def test_a_preshuffled_deck_needs_the_cut_and_nothing_else() -> None:
    for table in (preshuffled(), preshuffled(shuffler="automated")):
        violation = refusal(table, dealer(OpenRound, deck="red"))
        assert (violation.clause, violation.allowed[:4]) == ("5.C(2)", "cut:")
        ready = perform(table, dealer(CutDeck, deck="red", depth=10), dealer(Attest, deck="red", step="load"))
        assert at_wagers(ready).in_play == "red"


@pytest.mark.clause(MD, "5.C(1)", "5.C(2)")
def test_a_preshuffled_deck_shuffled_again_is_still_cut() -> None:
    by_hand = perform(preshuffled(), dealer(ShuffleDeck, deck="red"))
    assert refusal(by_hand, dealer(Attest, deck="red", step="load")).clause == "5.C(2)"
    by_device = perform(preshuffled(shuffler="automated"), dealer(ShuffleDeck, deck="red"))
    assert refusal(by_device, dealer(Attest, deck="red", step="load")).clause == "5.C(2)"
    ordered = perform(preshuffled(shuffler="automated"), floor(OrderShuffle, deck="red", reason="a card fell"))
    again = perform(ordered, dealer(ShuffleDeck, deck="red"), dealer(CutDeck, deck="red", depth=10))
    assert happenings(again, dealer(Attest, deck="red", step="load"))


@pytest.mark.clause(MD, "9.A(1)", "5.C(1)", "9.A(2)")
def test_by_hand_a_preshuffled_deck_is_shuffled_by_the_device_and_cut() -> None:
    table = preshuffled(dealing="hand")
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.allowed) == ("9.A(1)", "shuffle: Shuffle the cards with the device")
    table = perform(table, dealer(ShuffleDeck, deck="red"))
    assert refusal(table, dealer(OpenRound, deck="red")).clause == "5.C(2)"
    table = perform(table, dealer(CutDeck, deck="red", depth=10))
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.allowed[:8]) == ("9.A(2)", "take_up:")
    (event,) = happenings(table, dealer(Attest, deck="red", step="take_up"))
    assert isinstance(event, DeckLoaded)
    assert (event.by, event.step, event.clause) == (Role.DEALER, "take_up", "9.A(2)")


# Chapter 5: shuffle and cut


@pytest.mark.clause(MD, "5.C", "5.A", "5.A(1)")
def test_a_shuffles_record_says_who_shuffled_and_that_the_deck_lies_in_one_stack() -> None:
    for shuffler, how in (("none", Shuffle.MANUAL), ("automated", Shuffle.DEVICE)):
        table = attested(of_one(shuffler=shuffler), "red")
        (event,) = happenings(table, dealer(ShuffleDeck, deck="red"))
        assert isinstance(event, DeckShuffled)
        assert (event.by, event.how, event.clause, event.stack_clause) == (Role.DEALER, how, "5.A", "5.C")
        after = perform(table, dealer(ShuffleDeck, deck="red"))
        due = "cut" if how is Shuffle.MANUAL else "load"
        assert refusal(after, dealer(OpenRound, deck="red")).allowed.startswith(f"{due}:")


@pytest.mark.clause(MD, "5.B", "5.B(2)")
def test_a_deck_the_device_counts_wrong_leaves_the_table() -> None:
    table = attested(of_one(shuffler="automated_counting"), "red")
    _, removed = happenings(table, dealer(ShuffleDeck, deck="red", count=51))
    assert (type(removed).__name__, removed.clause) == ("DeckRemoved", "5.B(2)")
    assert perform(table, dealer(ShuffleDeck, deck="red", count=51)).decks == {}
    assert "red" in perform(table, dealer(ShuffleDeck, deck="red", count=52)).decks


@pytest.mark.clause(MD, "5.A(3)")
def test_a_shuffle_on_order_of_the_floor() -> None:
    table = ready_table(MD)
    order = {"deck": "red", "reason": "a card was seen"}
    violation = refusal(table, dealer(OrderShuffle, **order))
    assert (violation.clause, violation.allowed) == ("5.A(3)", "it by the floorperson")
    assert refusal(table, floor(OrderShuffle, deck="red", reason=" ")).clause == "5.A(3)"
    (event,) = happenings(table, floor(OrderShuffle, **order))
    assert (event.by, event.clause) == (Role.FLOORPERSON, "5.A(3)")
    waiting = perform(at_dealing(table), floor(OrderShuffle, **order))
    assert refusal(waiting, dealer(Play, action=Deal(next_cards(waiting)))).clause == "5.A"
    assert refusal(dealt(at_dealing(table)), floor(OrderShuffle, **order)).clause == "5.A(3)"


@pytest.mark.clause(MD, "5.D")
def test_ten_cards_or_more_from_the_top() -> None:
    table = shuffled(attested(of_one(), "red"), "red")
    for depth in (9, 52):
        violation = refusal(table, dealer(CutDeck, deck="red", depth=depth))
        assert (violation.clause, violation.allowed) == ("5.D", "10 to 51 cards")
    assert refusal(table, floor(CutDeck, deck="red", depth=10)).clause == "5.D"
    for depth in (10, 51):
        assert perform(table, dealer(CutDeck, deck="red", depth=depth)).decks["red"].cut


@pytest.mark.clause(MD, "5.D(1)")
def test_a_virtual_deck_is_dealt_as_the_cover_card_left_it() -> None:
    cuts, dealt_by = Cuts(), Role.DEALER
    cuts.keep([DeckShuffled(by=dealt_by, at=NOON, deck="red", how=Shuffle.MANUAL)])
    assert cuts.stack("red", DECK) == DECK
    cuts.keep([DeckCut(by=dealt_by, at=NOON, deck="red", depth=10)])
    stack = cuts.stack("red", DECK)
    assert stack[0] is DECK[10]
    assert stack[41:] == (DECK[51], *DECK[:10])


@pytest.mark.clause(MD, "5.E", "5.D(2)", "8.B")
def test_a_recut_until_the_first_card_then_the_shoe_is_loaded_again() -> None:
    order = floor(OrderRecut, deck="red", reason="the cover card slipped")
    table = perform(at_dealing(ready_table(MD)), order)
    card = dealer(Play, action=Deal(next_cards(table)))
    assert refusal(table, card).clause == "5.C(2)"
    table = perform(table, dealer(CutDeck, deck="red", depth=20))
    assert refusal(table, card).clause == "8.B"
    table = perform(table, dealer(Attest, deck="red", step="load"), card)
    assert refusal(table, order).clause == "5.E"
    assert refusal(ready_table(MD), dealer(OrderRecut, deck="red", reason="so")).clause == "5.E"
    assert refusal(ready_table(MD), floor(OrderRecut, deck="red", reason="")).clause == "5.E"


# 5.F: nobody plays


@pytest.mark.clause(MD, "5.F", "5.F(1)", "5.F(2)", "5.F(3)")
def test_an_idle_table_shows_backs_unless_a_player_asks_for_the_faces() -> None:
    table = perform(ready_table(MD), dealer(DeclareIdle))
    assert refusal(ready_table(MD), floor(DeclareIdle)).clause == "5.F"
    clauses = {"clear": "5.F(1)", "spread": "5.F(2)", "look": "5.F(3)", "turn_down": "4.C(1)"}
    for step, clause in {**clauses, "wash": "4.C(2)", "stack": "4.C(3)"}.items():
        assert refusal(table, dealer(OpenRound, deck="red")).clause == clause
        if step == "spread":
            face_up = {"deck": "red", "step": "spread", "face_up": True}
            assert refusal(table, dealer(Attest, **face_up)).clause == "5.F(2)"
            assert refusal(table, dealer(Attest, **face_up, asked_by="cyd")).clause == "5.F(2)"
            faces = perform(table, dealer(Attest, **face_up, asked_by="ann"))
            assert spread(faces, "look").decks["red"].face_up
        table = spread(table, step)
        assert not table.decks["red"].face_up, "the first player looks at the backs"
    assert refusal(table, dealer(OpenRound, deck="red")).clause == "5.A"
    assert at_wagers(readied(table, "red")).in_play == "red"


@pytest.mark.clause(MD, "5.F")
def test_with_nobody_seated_the_spread_is_a_duty() -> None:
    left = perform(ready_table(MD), player("ann", Leave), player("bob", Leave))
    idle = {duty.clause: duty.must for duty in duties(left, NOON) if duty.name == "declare_idle"}
    assert idle == {"5.F": True}
    assert [duty.must for duty in duties(ready_table(MD), NOON) if duty.name == "declare_idle"] == [False]


@pytest.mark.clause(MD, "5.G", "5.H")
def test_a_reshuffling_device_spares_cut_and_spread() -> None:
    table = ready_table(MD, shuffler="reshuffling_device", device_approval="2026-17")
    assert not table.decks["red"].cut
    violation = refusal(table, dealer(DeclareIdle))
    assert violation.clause == "5.H"
