"""Until a card is dealt means until a card is dealt: orders to recut and to shuffle, and when players may look."""

import pytest

from pitboss.engine import Phase
from pitboss.engine.actions import CloseBets, Deal
from pitboss.rulebooks import SHIPPED
from pitboss.table import Table, duties, perform
from pitboss.table.commands import Attest, CountStub, CutDeck, OrderRecut, OrderShuffle, Play, ShuffleDeck, TableCommand
from table.staff import (
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
    next_cards,
    proves,
    proves_by_method,
    readied,
    ready_table,
    refusal,
    stub_away,
    wagered,
)

ORDER = {"deck": "red", "reason": "cover card seen"}
RECUTS = proves(ma="4(e)", md="5.E", nj="40.5(d)", crazy="4(e)")
SHUFFLES = proves(ma="4(a)", md="5.A(3)", crazy="4(a)")


def moments_without_a_card(rulebook: str) -> list[Table]:
    """Between rounds, with bets open, with bets placed, and after "no more bets": no card of the deck is out."""
    ready = ready_table(rulebook)
    return [ready, at_wagers(ready), wagered(at_wagers(ready)), at_dealing(ready)]


def offered(table: Table, name: str) -> bool:
    """Whether an order is among what may be done."""
    return name in {duty.name for duty in duties(table, NOON)}


def played_to_the_end(table: Table) -> Table:
    """The table after the round that is open, or else after one more."""
    if table.running is None:
        table = at_wagers(table)
    assert table.running is not None
    if table.running.phase is Phase.WAGERS:
        table = act(table if table.running.seats else wagered(table), CloseBets())
    return finished(stub_away(dealt(table)))


@pytest.mark.parametrize("rulebook", RECUTS)
def test_cards_are_cut_again_on_order_until_the_first_card_is_out(rulebook: str) -> None:
    for table in moments_without_a_card(rulebook):
        assert offered(table, "order_recut")
        ordered = perform(table, floor(OrderRecut, **ORDER))
        cut = dealer(CutDeck, deck="red", depth=20)
        assert duties(ordered, NOON)[0].name == "cut"
        loaded = perform(ordered, cut, dealer(Attest, deck="red", step="load"))
        assert loaded.decks["red"].cut
        assert played_to_the_end(loaded).running is None

    begun = at_dealing(ready_table(rulebook))
    begun = act(begun, Deal(next_cards(begun)))
    assert not offered(begun, "order_recut")
    violation = refusal(begun, floor(OrderRecut, **ORDER))
    assert (violation.clause, violation.allowed) == (
        {MA: "4(e)", MD: "5.E", NJ: "40.5(d)", CRAZY: "4(e)"}[rulebook],
        "the order before any card is dealt",
    )


@pytest.mark.parametrize("rulebook", SHUFFLES)
def test_cards_are_shuffled_again_on_order_until_the_first_card_is_out(rulebook: str) -> None:
    for table in moments_without_a_card(rulebook):
        assert offered(table, "order_shuffle")
        ordered = perform(table, floor(OrderShuffle, **ORDER))
        assert duties(ordered, NOON)[0].name == "shuffle"
        assert played_to_the_end(readied(perform(ordered, dealer(ShuffleDeck, deck="red")), "red")).running is None

    begun = at_dealing(ready_table(rulebook))
    begun = act(begun, Deal(next_cards(begun)))
    assert not offered(begun, "order_shuffle")
    violation = refusal(begun, floor(OrderShuffle, **ORDER))
    assert (violation.clause, violation.allowed) == (
        {MA: "4(a)", MD: "5.A(3)", CRAZY: "4(a)"}[rulebook],
        "the order after the round",
    )


@pytest.mark.parametrize("reason", ["", "  "])
@pytest.mark.parametrize("kind", [OrderRecut, OrderShuffle])
@pytest.mark.parametrize("rulebook", proves(ma="4(a), 4(e)", md="5.A(3), 5.E", crazy="4(a), 4(e)"))
def test_an_order_says_why_it_is_given(rulebook: str, kind: type, reason: str) -> None:
    violation = refusal(ready_table(rulebook), floor(kind, deck="red", reason=reason))
    assert violation.tried.endswith("without a reason")


@pytest.mark.clause("nj-criss-cross", "40.5(d)")
def test_in_new_jersey_an_order_to_recut_says_why_it_is_given() -> None:
    violation = refusal(ready_table(NJ), floor(OrderRecut, deck="red", reason=""))
    assert (violation.clause, violation.tried) == ("40.5(d)", "an order to recut without a reason")


# When cards may be seen

STEPS = {
    MA: ["rack_stub"],
    MD: ["remove_stub", "rack_stub"],
    NJ: ["rack_stub"],
    CARDROOM: ["cover_bonus_cards", "rack_stub", "give_leave"],
    CRAZY: ["rack_stub"],
}


@pytest.mark.parametrize("rulebook", proves(ma="10(a)", md="11.A", nj="40.10(b)", cardroom="Dealing 7", crazy="10(a)"))
def test_players_look_at_their_cards_once_the_dealing_procedures_are_over(rulebook: str) -> None:
    ready = ready_table(rulebook)
    for early in (ready, wagered(at_wagers(ready)), at_dealing(ready)):
        assert not early.may_examine
    table = dealt(at_dealing(ready))
    assert table.round is not None
    assert table.round.phase is Phase.DECISION, "the last card is dealt"
    for step in STEPS[rulebook]:
        assert not table.may_examine, f"{step} is still to come"
        table = perform(table, dealer(Attest, deck="red", step=step))
    assert table.may_examine
    assert finished(table).may_examine


COUNTED = {
    (MA, "manual_shoe"): "7(f), 10(a)",
    (MA, "hand"): "8(d), 10(a)",
    (MA, "automated_shoe"): "9(d), 10(a)",
    (MD, "manual_shoe"): "8.E, 11.A",
    (NJ, "manual_shoe"): "40.7(e), 40.10(b)",
    (CRAZY, "manual_shoe"): "7(f), 10(a)",
}


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(COUNTED))
def test_a_count_of_the_stub_comes_before_a_look_at_the_cards(rulebook: str, method: str) -> None:
    table = dealt(at_dealing(ready_table(rulebook, method)))
    left = 52 - len(table.round.cards_out) if table.round else 0
    for step in STEPS[rulebook][:-1]:
        table = perform(table, dealer(Attest, deck="red", step=step))
    right = perform(table, dealer(CountStub, cards=left))
    assert not right.may_examine, "the stub is counted and not yet put away"
    assert perform(right, dealer(Attest, deck="red", step="rack_stub")).may_examine
    assert not perform(table, dealer(CountStub, cards=left - 1)).may_examine


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_no_bet_is_made_before_the_cards_may_be_seen(rulebook: str) -> None:
    table = dealt(at_dealing(ready_table(rulebook)))
    while not table.may_examine:
        first = duties(table, NOON)[0]
        assert first.name in STEPS[rulebook]
        table = perform(table, dealer(Attest, deck="red", step=first.name))
    assert duties(table, NOON)[0].name == "bet"
    assert table == at_decision(ready_table(rulebook))


def next_card(table: Table) -> TableCommand:
    """The next card."""
    command: TableCommand = dealer(Play, action=Deal(next_cards(table)))
    return command


@pytest.mark.parametrize("rulebook", RECUTS)
def test_no_card_is_dealt_between_an_order_and_what_it_asks_for(rulebook: str) -> None:
    table = perform(at_dealing(ready_table(rulebook)), floor(OrderRecut, **ORDER))
    assert refusal(table, next_card(table)).allowed.startswith("cut:")
    table = perform(table, dealer(CutDeck, deck="red", depth=20))
    assert refusal(table, next_card(table)).allowed.startswith("load:")
    table = perform(table, dealer(Attest, deck="red", step="load"))
    assert perform(table, next_card(table)).running is not None
