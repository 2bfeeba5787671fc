"""Shuffle before play, after every round and on order; the cut, the recut, and the count of the shuffler."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.engine.actions import CloseBets, Deal
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Shuffle, Table, cut_stack, perform
from pitboss.table.commands import (
    Attest,
    CutDeck,
    OpenRound,
    OrderRecut,
    OrderShuffle,
    Play,
    ReceiveDeck,
    ShuffleDeck,
)
from pitboss.table.events import DeckCut, DeckRemoved, DeckShuffled, RecutRequired, ShuffleRequired
from table.staff import (
    CARDROOM,
    CRAZY,
    MA,
    MD,
    NJ,
    at_dealing,
    at_wagers,
    attested,
    dealer,
    dealt,
    floor,
    happenings,
    new_table,
    next_cards,
    played,
    proves,
    proves_by_method,
    readied,
    ready_table,
    received,
    refusal,
    seated,
    shuffled,
    wagered,
)


def stacked(rulebook: str, dealing: str = "manual_shoe", shuffler: str = "none", **choices: Any) -> Table:
    """A table whose deck waits for its first shuffle."""
    return attested(received(seated(new_table(rulebook, dealing, shuffler, **choices), "ann", "bob")), "red")


@pytest.mark.parametrize(
    "rulebook",
    proves(ma="4(a)", md="5.A, 5.A(1), 5.A(2), 5.C", nj="40.5(a)", cardroom="Equipment 2", crazy="4(a)"),
)
def test_cards_are_shuffled_before_play_and_after_every_round(rulebook: str) -> None:
    table = stacked(rulebook)
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.allowed) == (table.rules.shuffling.clause, "shuffle: Shuffle the cards")
    (event,) = happenings(table, dealer(ShuffleDeck, 9, deck="red"))
    assert isinstance(event, DeckShuffled)
    assert (event.by, event.at, event.how) == (Role.DEALER, 9, Shuffle.MANUAL)
    table = played(readied(table, "red"))
    assert table.decks["red"].shuffled is None
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"
    table = shuffled(table, "red")
    assert table.rack is None, "the stack is out of the discard rack"
    assert at_wagers(readied(table, "red")).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="4(a)", md="5.A(3)", crazy="4(a)"))
def test_the_floor_may_order_a_shuffle(rulebook: str) -> None:
    table = ready_table(rulebook)
    order = {"deck": "red", "reason": "cards clumped"}
    assert refusal(table, dealer(OrderShuffle, **order)).allowed == "it by the floorperson"
    (event,) = happenings(table, floor(OrderShuffle, **order))
    assert isinstance(event, ShuffleRequired)
    ordered = perform(table, floor(OrderShuffle, **order))
    assert refusal(ordered, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"

    # in a round before the first card, too: the deal waits for the shuffle
    table = perform(at_dealing_not_yet(table), floor(OrderShuffle, **order))
    table = perform(table, dealer(Play, action=CloseBets()))
    first = dealer(Play, action=Deal(next_cards(table)))
    assert refusal(table, first).allowed == "shuffle: Shuffle the cards"


def at_dealing_not_yet(table: Table) -> Table:
    """The table with wagers down and betting still open."""
    return wagered(at_wagers(table))


@pytest.mark.clause(NJ, "40.5(a)")
def test_new_jersey_gives_the_floor_no_such_order() -> None:
    assert refusal(ready_table(NJ), floor(OrderShuffle, deck="red", reason="")).clause == "40.5(a)"


@pytest.mark.parametrize(
    "rulebook",
    proves(ma="4(a), 4(b), 2(a)", md="5.A, 5.B, 5.B(2), 3.A", nj="40.5(a), 40.7(f), 40.2", crazy="4(a), 4(b), 2(a)"),
)
@pytest.mark.parametrize("count", [0, 51, 53])
def test_a_deck_the_shuffler_counts_wrong_leaves_the_table(rulebook: str, count: int) -> None:
    table = stacked(rulebook, shuffler="automated_counting")
    assert refusal(table, dealer(ShuffleDeck, deck="red")).allowed == "the number the device counted"
    _, removed = happenings(table, dealer(ShuffleDeck, deck="red", count=count))
    assert isinstance(removed, DeckRemoved)
    assert removed.clause == table.rules.shuffling.wrong_count_clause
    table = perform(table, dealer(ShuffleDeck, deck="red", count=count))
    assert table.decks == {}
    assert refusal(table, dealer(OpenRound, deck="red")).where == "deck red"
    assert refusal(table, dealer(ReceiveDeck, deck="red", back="red", design="bee")).allowed == "a fresh deck"


def test_a_shuffler_that_does_not_count_reports_no_count() -> None:
    table = stacked(MA, shuffler="automated")
    assert refusal(table, dealer(ShuffleDeck, deck="red", count=52)).allowed == "a shuffle without a count"


@pytest.mark.parametrize(
    "rulebook", proves(ma="4(c), 4(c)(1)", md="5.C(1)", nj="40.5(b)1", cardroom="", crazy="4(c)(1)")
)
def test_after_a_device_no_cut_is_asked_for(rulebook: str) -> None:
    if rulebook == CARDROOM:  # needs two decks with a shuffler, and knows no cut
        assert at_wagers(ready_table(rulebook)).in_play == "red"
        return
    table = shuffled(stacked(rulebook, shuffler="automated"), "red")
    violation = refusal(table, dealer(CutDeck, deck="red", depth=20))
    assert table.rules.cut is not None
    assert violation.clause == table.rules.cut.uncut_clause
    table = perform(table, dealer(Attest, deck="red", step="load"))
    assert at_wagers(table).in_play == "red"


@pytest.mark.parametrize(
    "rulebook",
    proves(ma="4(c), 4(c)(2), 4(d)", md="5.C(2), 5.D", nj="40.5(b)2, 40.5(c)1, 40.5(c)1ii", crazy="4(c)(2), 4(d)"),
)
def test_after_a_manual_shuffle_the_cards_are_cut_ten_deep_or_more(rulebook: str) -> None:
    table = shuffled(stacked(rulebook), "red")
    assert table.rules.cut is not None
    assert refusal(table, dealer(OpenRound, deck="red")).clause == table.rules.cut.required_clause
    for depth in (0, 1, 9, 52, -10):
        violation = refusal(table, dealer(CutDeck, deck="red", depth=depth))
        assert (violation.clause, violation.allowed) == (table.rules.cut.clause, "10 to 51 cards")
    assert refusal(table, floor(CutDeck, deck="red", depth=10)).allowed == "it by the dealer"
    (event,) = happenings(table, dealer(CutDeck, deck="red", depth=10))
    assert isinstance(event, DeckCut)
    assert event.depth == 10
    assert perform(table, dealer(CutDeck, deck="red", depth=10)).decks["red"].cut


@pytest.mark.clause("ma-criss-cross", "4(d)")
@pytest.mark.clause("md-criss-cross", "5.D(1)")
@pytest.mark.clause("nj-criss-cross", "40.5(c)1iii")
@pytest.mark.clause("ma-crazy-4", "4(d)")
@given(st.integers(10, 51))
def test_the_cut_moves_the_upper_cards_to_the_bottom_and_no_other(depth: int) -> None:
    cut = cut_stack(DECK, depth)
    assert cut[0] is DECK[depth]
    assert cut[52 - depth :] == DECK[:depth]
    assert cut[: 52 - depth] == DECK[depth:]


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            (MA, "manual_shoe"): "7(a), 4(d)",
            (MA, "automated_shoe"): "9(a)(1), 4(d)",
            (MD, "manual_shoe"): "8.B, 5.D(2)",
            (MD, "automated_shoe"): "10.A(1), 5.D(2)",
            (NJ, "manual_shoe"): "40.7(a), 40.5(c)2",
            (NJ, "automated_shoe"): "40.9(b)1, 40.5(c)2",
            (CRAZY, "manual_shoe"): "7(a), 4(d)",
            (CRAZY, "automated_shoe"): "9(a)(1), 4(d)",
        }
    ),
)
def test_the_shoe_is_loaded_when_shuffle_and_cut_are_done(rulebook: str, method: str) -> None:
    table = shuffled(stacked(rulebook, method), "red")
    load = dealer(Attest, deck="red", step="load")
    assert refusal(table, load).allowed.startswith("cut")
    table = perform(table, dealer(CutDeck, deck="red", depth=26))
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert violation.allowed.startswith("load")
    assert violation.clause == table.handling.load[0].clause
    table = at_wagers(perform(table, load))
    assert table.in_play == "red"
    assert table.round is not None
    assert table.round.terms.dealing.method == method


@pytest.mark.parametrize("rulebook", proves(ma="4(e)", md="5.E", nj="40.5(d)", crazy="4(e)"))
def test_the_floor_may_have_the_cards_recut_until_a_card_is_dealt(rulebook: str) -> None:
    order = {"deck": "red", "reason": "cover card seen"}
    uncut = shuffled(stacked(rulebook), "red")
    assert refusal(uncut, floor(OrderRecut, **order)).allowed == "the order after a cut"

    table = wagered(at_wagers(ready_table(rulebook)))
    assert refusal(table, dealer(OrderRecut, **order)).allowed == "it by the floorperson"
    (event,) = happenings(table, floor(OrderRecut, **order))
    assert isinstance(event, RecutRequired)
    assert (event.reason, event.clause) == ("cover card seen", table.rules.cut.recut_clause if table.rules.cut else "")
    recut = perform(table, floor(OrderRecut, **order), dealer(Play, action=CloseBets()))
    assert refusal(recut, dealer(Play, action=Deal(next_cards(recut)))).allowed.startswith("cut")

    table = dealt(at_dealing(ready_table(rulebook)))
    assert refusal(table, floor(OrderRecut, **order)).allowed == "the order before any card is dealt"


@pytest.mark.parametrize("rulebook", proves(ma="4(g)", md="5.H"))
def test_with_a_reshuffling_device_cut_and_recut_fall_away(rulebook: str) -> None:
    table = shuffled(stacked(rulebook, shuffler="reshuffling_device"), "red")
    assert refusal(table, dealer(CutDeck, deck="red", depth=20)).allowed.startswith("load")
    assert refusal(table, floor(OrderRecut, deck="red", reason="")).allowed == "the order after a cut"
    assert at_wagers(readied(table, "red")).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="4(a)", md="5.A", nj="40.5(a)", cardroom="Equipment 2", crazy="4(a)"))
def test_the_deck_in_play_is_shuffled_only_by_order(rulebook: str) -> None:
    refused = refusal(at_wagers(ready_table(rulebook)), dealer(ShuffleDeck, deck="red"))
    assert (refused.tried, refused.allowed) == ("a shuffle of the deck in play", "one that was ordered")


@pytest.mark.parametrize("rulebook", proves(cardroom="Equipment 2"))
def test_the_card_room_asks_for_no_cut(rulebook: str) -> None:
    table = shuffled(stacked(rulebook), "red")
    assert refusal(table, dealer(CutDeck, deck="red", depth=20)).allowed == "nothing: these rules ask for no cut"
    assert refusal(table, floor(OrderRecut, deck="red", reason="")).allowed == "nothing: these rules ask for no cut"


@pytest.mark.parametrize("rulebook", proves(ma="8(a)(2)", md="9.A(2)", nj="40.8(b)2", crazy="8(a)(2)"))
def test_the_dealer_takes_the_shuffled_deck_up_on_record_before_a_round(rulebook: str) -> None:
    clause = {MA: "8(a)(2)", MD: "9.A(2)", NJ: "40.8(b)2", CRAZY: "8(a)(2)"}[rulebook]
    table = stacked(rulebook, "hand")
    take_up = dealer(Attest, deck="red", step="take_up")
    assert refusal(table, take_up).allowed.startswith("shuffle")
    table = shuffled(table, "red")
    assert refusal(table, dealer(OpenRound, deck="red")).clause == clause
    assert refusal(table, floor(Attest, deck="red", step="take_up")).clause == clause
    (event,) = happenings(table, take_up)
    assert (event.by, getattr(event, "clause", None)) == (Role.DEALER, clause)
    assert at_wagers(perform(table, take_up)).in_play == "red"
