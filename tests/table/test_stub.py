"""The stub after the deal: put away unseen, counted every fifth round, and what a wrong count brings."""

from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.engine import Phase, Result
from pitboss.engine.actions import Bet, CloseBets, Void
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, duties, perform
from pitboss.table.commands import (
    Attest,
    CountStub,
    FindMisdeal,
    Leave,
    OpenRound,
    Play,
    ReportIrregularity,
    RuleOnLeaving,
)
from pitboss.table.events import DeckRemoved, MisdealLookedFor, RoundEnded, StubCounted, StubHandled
from pitboss.table.needs import stub_need
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
    next_round_ready,
    played,
    player,
    proves_by_method,
    readied,
    ready_table,
    refusal,
    stub_away,
    wagered,
)

FIRST_BET = Play(by=Role.PLAYER, at=0, player="ann", action=Bet(1, ANTE))

# Two players: two cards each and five community cards, or five each and five for the dealer; nine with the burns.
COUNT_DUE = "count_stub: Count the stub face down"
STUB = {MA: 43, MD: 43, NJ: 43, CRAZY: 37, CARDROOM: 39}


def on_round(number: int, rulebook: str, method: str, shuffler: str = "none") -> Table:
    """The table after the deal of a given round since its opening, with the stub in the dealer's hands."""
    table = ready_table(rulebook, method, shuffler)
    for _ in range(number - 1):
        table = next_round_ready(finished(stub_away(dealt(at_dealing(table)))))
    return dealt(at_dealing(table))


def stub_in_hand(table: Table) -> Table:
    """Maryland takes the stub out first, as a step of its own."""
    first = table.handling.stub[0].name
    return perform(table, dealer(Attest, deck="red", step=first)) if first == "remove_stub" else table


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            (MA, "manual_shoe"): "7(e)",
            (MA, "hand"): "8(c)",
            (MA, "automated_shoe"): "9(c)",
            (MD, "manual_shoe"): "8.D(4)(a), 8.D(4)(b)",
            (MD, "hand"): "9.B(3)(a), 9.B(3)(b)",
            (MD, "automated_shoe"): "10.B(3)(a), 10.B(3)(b)",
            (NJ, "automated_shoe"): "40.9(c)",
            (CRAZY, "manual_shoe"): "7(e)",
            (CRAZY, "hand"): "8(c)",
            (CRAZY, "automated_shoe"): "9(c)",
            (CARDROOM, "hand"): "Dealing 5, Dealing 6, Dealing 7, Dealing 8",
        }
    ),
)
def test_decisions_wait_until_the_stub_is_put_away(rulebook: str, method: str) -> None:
    steps = {MD: ["remove_stub", "rack_stub"], CARDROOM: ["cover_bonus_cards", "rack_stub", "give_leave"]}
    table = dealt(at_dealing(ready_table(rulebook, method)))
    assert table.round is not None
    assert table.round.phase is Phase.DECISION
    for step in steps.get(rulebook, ["rack_stub"]):
        assert refusal(table, FIRST_BET).allowed.startswith(step)
        assert not table.may_examine, f"{step} is still to come"
        command = dealer(Attest, 5, deck="red", step=step)
        assert refusal(table, floor(Attest, deck="red", step=step)).allowed == "it by the dealer"
        (event,) = happenings(table, command)
        assert isinstance(event, StubHandled)
        assert (event.by, event.at) == (Role.DEALER, 5)
        table = perform(table, command)
    assert table.may_examine
    assert perform(table, FIRST_BET).round is not None


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            (MA, "manual_shoe"): "7(f), 7(g)",
            (MA, "hand"): "8(d), 8(e)",
            (MA, "automated_shoe"): "9(d), 9(e)",
            (MD, "manual_shoe"): "8.E, 8.F(1), 8.F(2)",
            (MD, "hand"): "9.C, 9.D(1), 9.D(2)",
            (NJ, "manual_shoe"): "40.7(e), 40.7(e)1",
            (NJ, "hand"): "40.8(e), 40.7(e)1",
            (CRAZY, "manual_shoe"): "7(f), 7(g)",
            (CRAZY, "hand"): "8(d), 8(e)",
            (CRAZY, "automated_shoe"): "9(d), 9(e)",
        }
    ),
)
def test_the_fifth_round_does_not_go_on_without_a_count(rulebook: str, method: str) -> None:
    fourth = stub_in_hand(on_round(4, rulebook, method))
    assert happenings(fourth, dealer(Attest, deck="red", step="rack_stub")), "no count is due yet"

    table = stub_in_hand(on_round(5, rulebook, method))
    count = table.handling.count
    assert count is not None
    for waiting in (FIRST_BET, dealer(Attest, deck="red", step="rack_stub")):
        violation = refusal(table, waiting)
        assert violation.allowed == COUNT_DUE
        assert violation.clause == count.clause
    assert refusal(table, floor(CountStub, cards=STUB[rulebook])).allowed == "it by the dealer"
    (event,) = happenings(table, dealer(CountStub, cards=STUB[rulebook]))
    assert isinstance(event, StubCounted)
    assert (event.total, event.clause) == (52, count.right_clause)
    table = perform(table, dealer(CountStub, cards=STUB[rulebook]), dealer(Attest, deck="red", step="rack_stub"))
    table = finished(perform(table, FIRST_BET))

    # the next five rounds are counted from here
    table = next_round_ready(table)
    assert table.uncounted == 0
    table = stub_in_hand(dealt(at_dealing(table)))
    assert happenings(table, dealer(Attest, deck="red", step="rack_stub"))


@pytest.mark.clause(NJ, "40.7(e)1", "40.8(e)", "40.9(c)")
@pytest.mark.parametrize(
    ("method", "uncounted", "counted"),
    [
        ("manual_shoe", "reading stub-uncounted-rounds", "40.7(e)1"),
        ("hand", "reading stub-uncounted-rounds", "40.7(e)1"),
        ("automated_shoe", "40.9(c)", "40.9(c)"),  # which is said of every round
    ],
)
def test_an_uncounted_stub_goes_to_the_rack_by_the_reading_and_a_counted_one_by_the_clause(
    method: str, uncounted: str, counted: str
) -> None:
    rack = dealer(Attest, deck="red", step="rack_stub")
    table = stub_in_hand(on_round(1, NJ, method))
    need = stub_need(table)
    assert need is not None
    assert (need.name, need.clause) == ("rack_stub", uncounted)
    (put_away,) = happenings(table, rack)
    assert put_away.clause == uncounted
    (put_away,) = happenings(perform(table, dealer(CountStub, cards=STUB[NJ])), rack)
    assert put_away.clause == counted


WRONG = {
    (MA, "manual_shoe"): "7(h)",
    (MA, "hand"): "8(f)",
    (MA, "automated_shoe"): "9(f)",
    (NJ, "manual_shoe"): "40.7(e)2",
    (NJ, "hand"): "40.8(e), 40.7(e)2",
    (NJ, "automated_shoe"): "40.7(e)2",
    (CRAZY, "manual_shoe"): "7(h)",
    (CRAZY, "hand"): "8(f)",
    (CRAZY, "automated_shoe"): "9(f)",
}
MISDEALT = WRONG | {
    (MD, "manual_shoe"): "8.F(3), 8.F(4)",
    (MD, "hand"): "9.D(3), 9.D(4)",
    (MD, "automated_shoe"): "10.C(1), 10.C(2), 10.C(3)",
}
NOT_MISDEALT = WRONG | {
    (MD, "manual_shoe"): "8.F(3), 8.F(5)",
    (MD, "hand"): "9.D(3), 9.D(5)",
    (MD, "automated_shoe"): "10.C(2), 10.C(4)",
}


def wrong_count(rulebook: str, method: str, **choices: Any) -> Table:
    """One card too few in the stub: play stops until the dealer has looked for a misdeal."""
    table = stub_in_hand(dealt(at_dealing(ready_table(rulebook, method, **choices))))
    right = perform(table, dealer(CountStub, cards=STUB[rulebook]))
    assert happenings(right, dealer(Attest, deck="red", step="rack_stub")), "a right count lets the stub go"
    table = perform(table, dealer(CountStub, cards=STUB[rulebook] - 1))
    for waiting in (FIRST_BET, dealer(Attest, deck="red", step="rack_stub")):
        assert refusal(table, waiting).allowed.startswith("find_misdeal")
    assert refusal(table, FIRST_BET).tried == "bet", "no bet is made before the stub is put away"
    return table


RECOUNTED = {
    (MA, "manual_shoe"): "7(g), 7(h)",
    (MA, "hand"): "8(e), 8(f)",
    (MA, "automated_shoe"): "9(e), 9(f)",
    (MD, "manual_shoe"): "8.F(2), 8.F(5)",
    (MD, "hand"): "9.D(2), 9.D(5)",
    (MD, "automated_shoe"): "10.C(1), 10.C(4)",
    (NJ, "manual_shoe"): "40.7(e)1, 40.7(e)2",
    (NJ, "hand"): "40.7(e)1, 40.7(e)2",
    (NJ, "automated_shoe"): "40.7(e)2",
    (CRAZY, "manual_shoe"): "7(g), 7(h)",
    (CRAZY, "hand"): "8(e), 8(f)",
    (CRAZY, "automated_shoe"): "9(e), 9(f)",
}


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(RECOUNTED))
def test_a_stub_miscounted_is_counted_again_on_record(rulebook: str, method: str) -> None:
    table = wrong_count(rulebook, method)
    assert ("count_stub", "reading stub-recount", False) in [
        (duty.name, duty.clause, duty.must) for duty in duties(table, NOON)
    ]
    assert refusal(table, floor(CountStub, cards=STUB[rulebook])).allowed == "it by the dealer"
    (again,) = happenings(table, dealer(CountStub, cards=STUB[rulebook]))
    assert isinstance(again, StubCounted)
    assert table.handling.count is not None
    assert (again.total, again.clause) == (52, table.handling.count.right_clause)
    table = perform(table, dealer(CountStub, cards=STUB[rulebook]))
    assert refusal(table, dealer(CountStub, cards=STUB[rulebook])).tried == "a count"
    assert happenings(table, dealer(Attest, deck="red", step="rack_stub"))


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(RECOUNTED))
def test_a_deck_of_which_nothing_is_misdealt_and_nothing_missing_is_right_and_the_round_goes_on(
    rulebook: str, method: str
) -> None:
    table = wrong_count(rulebook, method)
    (looked,) = happenings(table, dealer(FindMisdeal, misdealt=False, cards=52))
    assert isinstance(looked, MisdealLookedFor)
    assert looked.clause == "reading stub-recount"
    table = perform(table, dealer(FindMisdeal, misdealt=False, cards=52))
    assert table.decks.keys() == {"red"}
    assert happenings(table, dealer(Attest, deck="red", step="rack_stub"))


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(NOT_MISDEALT))
def test_by_the_other_reading_the_first_count_binds(rulebook: str, method: str) -> None:
    table = wrong_count(rulebook, method, readings={"stub-recount": "count-stands"})
    assert refusal(table, dealer(CountStub, cards=STUB[rulebook])).allowed.startswith("find_misdeal")
    table = perform(table, dealer(FindMisdeal, misdealt=False, cards=52))
    assert_every_wager_returned(table)
    assert table.decks == {}


def assert_every_wager_returned(table: Table) -> None:
    """Both players had placed every required wager at 10.00."""
    assert table.round is not None
    assert table.round.phase is Phase.VOID
    required = sum(wager.required for wager in table.terms.wagers.values())
    assert [(line.result, line.returned) for line in table.round.lines] == [(Result.RETURNED, ANTE)] * (2 * required)


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(MISDEALT))
def test_a_misdeal_of_a_whole_deck_voids_the_round_and_keeps_the_deck(rulebook: str, method: str) -> None:
    table = wrong_count(rulebook, method)
    found = happenings(table, dealer(FindMisdeal, misdealt=True, cards=52))
    assert isinstance(found[0], MisdealLookedFor)
    assert isinstance(found[-1], RoundEnded)
    table = perform(table, dealer(FindMisdeal, misdealt=True, cards=52))
    assert_every_wager_returned(table)
    assert table.round is not None
    assert table.handling.count is not None
    assert table.round.void_clause == table.handling.count.misdealt_clause
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(NOT_MISDEALT))
@pytest.mark.parametrize(("misdealt", "cards"), [(False, 51), (True, 51)])
def test_without_a_misdeal_of_a_whole_deck_the_deck_leaves_too(
    rulebook: str, method: str, misdealt: bool, cards: int
) -> None:
    table = wrong_count(rulebook, method)
    *_, removed = happenings(table, dealer(FindMisdeal, misdealt=misdealt, cards=cards))
    assert isinstance(removed, DeckRemoved)
    table = perform(table, dealer(FindMisdeal, misdealt=misdealt, cards=cards))
    assert_every_wager_returned(table)
    assert table.handling.count is not None
    assert removed.clause == table.handling.count.wrong_deck_clause
    assert table.decks == {}


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {(NJ, "manual_shoe"): "40.7(f)", (MA, "manual_shoe"): "7(f)", (MD, "hand"): "9.C", (CRAZY, "hand"): "8(d)"}
    ),
)
def test_with_a_counting_shuffler_no_count_is_due(rulebook: str, method: str) -> None:
    table = stub_in_hand(on_round(5, rulebook, method, "automated_counting"))
    assert happenings(table, dealer(Attest, deck="red", step="rack_stub"))


@pytest.mark.parametrize("rulebook", [MD, NJ])
def test_with_an_automated_shoe_these_two_ask_for_no_count(rulebook: str) -> None:
    table = stub_in_hand(on_round(5, rulebook, "automated_shoe"))
    assert happenings(table, dealer(Attest, deck="red", step="rack_stub"))


def test_a_wrong_count_is_not_passed_over_by_another_void() -> None:
    table = wrong_count(MA, "manual_shoe")
    for way_out in (
        dealer(ReportIrregularity, name="wrong_number_of_cards"),
        floor(Play, action=Void("12(c)", "misdeal")),
    ):
        assert refusal(table, way_out).allowed.startswith("find_misdeal")


VOID_ROUNDS_COUNT = {
    (MA, "manual_shoe"): "7(f)",
    (MA, "hand"): "8(d)",
    (MA, "automated_shoe"): "9(d)",
    (MD, "manual_shoe"): "8.E",
    (MD, "hand"): "9.C",
    (NJ, "manual_shoe"): "40.7(e)",
    (NJ, "hand"): "40.8(e)",
    (CRAZY, "manual_shoe"): "7(f)",
    (CRAZY, "hand"): "8(d)",
    (CRAZY, "automated_shoe"): "9(d)",
}


@pytest.mark.parametrize(("rulebook", "method"), proves_by_method(VOID_ROUNDS_COUNT))
def test_a_void_round_is_one_of_the_five(rulebook: str, method: str) -> None:
    table = on_round(4, rulebook, method)
    table = perform(table, dealer(ReportIrregularity, name="wrong_number_of_cards"))
    fifth = stub_in_hand(dealt(at_dealing(readied(table, "red"))))
    assert refusal(fifth, dealer(Attest, deck="red", step="rack_stub")).allowed == COUNT_DUE


def test_a_card_set_aside_face_up_belongs_to_the_52() -> None:
    table = at_dealing(ready_table(MA))
    report = dealer(ReportIrregularity, name="face_up_card", card=Card.parse("As"))
    table = perform(dealt(perform(table, report)), dealer(CountStub, cards=42))
    assert table.notes.wrong_total is None


@pytest.mark.clause(MA, "7(f)")
@pytest.mark.clause(CARDROOM, "Dealing 2")
def test_the_stub_is_counted_once_and_before_it_is_put_away() -> None:
    table = at_decision(ready_table(MA))
    assert refusal(table, dealer(CountStub, cards=43)).clause == "7(f)"
    counted = perform(dealt(at_dealing(ready_table(MA))), dealer(CountStub, cards=43))
    assert refusal(counted, dealer(CountStub, cards=43)).clause == "7(f)"
    assert refusal(dealt(at_dealing(ready_table(MA))), dealer(CountStub, cards=53)).allowed == "0 to 52"
    assert refusal(counted, dealer(FindMisdeal, misdealt=True, cards=52)).allowed == "it after a wrong count"
    assert refusal(dealt(at_dealing(ready_table(CARDROOM))), dealer(CountStub, cards=39)).tried == "a count"


def test_with_two_decks_the_five_rounds_are_the_tables() -> None:
    table = ready_table(MA, "hand", "automated", decks=2)
    for deck, other in [("red", "blue"), ("blue", "red")] * 2:
        table = next_round_ready(played(table, deck), other)
    table = dealt(at_dealing(table, "red"))
    assert refusal(table, FIRST_BET).allowed == COUNT_DUE


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            (MA, "manual_shoe"): "7(h)",
            (MA, "hand"): "8(f)",
            (MA, "automated_shoe"): "9(f)",
            (MD, "manual_shoe"): "8.F(5)",
            (MD, "hand"): "9.D(5)",
            (MD, "automated_shoe"): "10.C(4)",
            (NJ, "manual_shoe"): "40.7(e)2",
            (NJ, "hand"): "40.7(e)2",
            (CRAZY, "manual_shoe"): "7(h)",
            (CRAZY, "hand"): "8(f)",
            (CRAZY, "automated_shoe"): "9(f)",
        }
    ),
)
def test_a_wrong_count_voids_the_round_of_an_absent_player_too(rulebook: str, method: str) -> None:
    """The only player left during the deal and the floor let the wagers stand: with the last card the hand is folded,
    the next cards wait to be turned up for a side wager, and only then is the stub counted."""
    choices: dict[str, Any] = {} if rulebook == CRAZY else {"five_card_bonus": True}
    side = "queens_up" if rulebook == CRAZY else "five_card_bonus"
    table = perform(ready_table(rulebook, method, **choices), player("bob", Leave))
    table = act(wagered(at_wagers(table), side), CloseBets())
    stands = floor(RuleOnLeaving, seat=1, abandoned=False)
    table = stub_in_hand(dealt(perform(table, player("ann", Leave), stands)))
    assert table.round is not None
    assert table.round.phase is Phase.REVEAL
    table = perform(table, dealer(CountStub, cards=0), dealer(FindMisdeal, misdealt=False, cards=51))
    assert table.round is not None
    assert table.round.phase is Phase.VOID
    assert "red" in table.removed


@pytest.mark.parametrize("rulebook", [MA, MD, CRAZY])
def test_after_a_wrong_count_nothing_is_due_of_an_absent_player_before_the_misdeal_is_looked_for(rulebook: str) -> None:
    table = perform(wrong_count(rulebook, "manual_shoe"), player("ann", Leave))
    due = [duty for duty in duties(table, NOON) if duty.must]
    assert [duty.name for duty in due if duty.where.startswith("seat")] == []
    assert "find_misdeal" in [duty.name for duty in due]
    assert refusal(table, floor(RuleOnLeaving, seat=1, abandoned=True)).allowed.startswith("find_misdeal")
