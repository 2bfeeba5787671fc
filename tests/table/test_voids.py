"""What the floor is offered to void a round by fits the table: its way of dealing, its devices and its cards."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine.actions import Deal, Void
from pitboss.engine.deal import deliveries
from pitboss.rulebooks import SHIPPED, load
from pitboss.rulebooks.table_rules import Cards, Role
from pitboss.table import Table, check, open_table, perform, voids
from pitboss.table.commands import Attest, CountStub, FindMisdeal, Play, ReportIrregularity
from pitboss.table.needs import stub_need
from pitboss.table.rounds import require_round
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
    at_settlement,
    at_wagers,
    dealer,
    dealt,
    floor,
    made_ready,
    new_table,
    next_cards,
    ready_table,
    refusal,
    seated,
    wagered,
)

# By the document, and by the way of dealing at its table: what voids a round while the cards are dealt, and what once
# they are, with a deck that is not too old and devices that work.
DEALING: dict[tuple[str, str], set[str]] = {
    (MA, "manual_shoe"): {"12(a)", "12(c)", "12(d)"},
    (MA, "hand"): {"12(a)", "12(c)", "12(d)"},
    (MA, "automated_shoe"): {"12(a)", "12(c)", "12(d)", "12(f)"},
    (MD, "manual_shoe"): {"13.A", "13.C", "reading community-exposed"},
    (MD, "hand"): {"13.A", "13.C", "reading community-exposed"},
    (MD, "automated_shoe"): {"13.A", "13.C", "13.D", "reading community-exposed"},
    (NJ, "manual_shoe"): {"40.12(a)", "40.12(c)", "reading community-exposed"},
    (NJ, "hand"): {"40.12(a)", "40.12(c)", "reading community-exposed"},
    (NJ, "automated_shoe"): {"40.12(a)", "40.12(c)", "40.12(e)", "reading community-exposed"},
    (CARDROOM, "hand"): {"Irregularities 1", "Irregularities 2", "Irregularities 3"},
    (CRAZY, "manual_shoe"): {"14(a)", "14(c)", "14(d)"},
    (CRAZY, "hand"): {"14(a)", "14(c)", "14(d)"},
    (CRAZY, "automated_shoe"): {"14(a)", "14(c)", "14(d)", "14(f)"},
}
SETTLING: dict[tuple[str, str], set[str]] = {
    (MA, "manual_shoe"): {"12(c)"},
    (MA, "hand"): {"12(c)"},
    (MA, "automated_shoe"): {"12(c)"},
    (MD, "manual_shoe"): {"13.C"},
    (MD, "hand"): {"13.C"},
    (MD, "automated_shoe"): {"13.C"},
    (NJ, "manual_shoe"): {"40.12(c)"},
    (NJ, "hand"): {"40.12(c)"},
    (NJ, "automated_shoe"): {"40.12(c)"},
    (CARDROOM, "hand"): {"Irregularities 1", "Irregularities 2"},
    (CRAZY, "manual_shoe"): {"14(c)"},
    (CRAZY, "hand"): {"14(c)"},
    (CRAZY, "automated_shoe"): {"14(c)"},
}
# What a wrong stub count voids a round by, after the dealer has looked for a misdeal: nobody else's word does.
COUNTED: dict[tuple[str, str], set[str]] = {
    (MA, "manual_shoe"): {"7(h)"},
    (MA, "hand"): {"8(f)"},
    (MA, "automated_shoe"): {"9(f)"},
    (MD, "manual_shoe"): {"8.F(4)", "8.F(5)"},
    (MD, "hand"): {"9.D(4)", "9.D(5)"},
    (MD, "automated_shoe"): {"10.C(3)", "10.C(4)"},
    (NJ, "manual_shoe"): {"40.7(e)2"},
    (NJ, "hand"): {"40.7(e)2"},
    (NJ, "automated_shoe"): {"40.7(e)2"},
    (CRAZY, "manual_shoe"): {"7(h)"},
    (CRAZY, "hand"): {"8(f)"},
    (CRAZY, "automated_shoe"): {"9(f)"},
}
SEED = {"reading seed-lost"}
OF_A_CARD = {"12(c)", "12(d)", "13.C", "40.12(c)", "Irregularities 1", "14(c)", "14(d)", "reading community-exposed"}


def ready(rulebook: str, method: str) -> Table:
    """A table that deals so, with the shuffler that dealing by hand asks for, and no other device."""
    return ready_table(rulebook, method, "automated" if method == "hand" else "none")


def virtual(table: Table) -> Table:
    """The same table, at the same moment, with virtual cards."""
    assert table.round is not None
    return replace(table, cards=Cards.VIRTUAL, round=replace(table.round, cards_from=Cards.VIRTUAL))


def offered(table: Table, at: int = NOON) -> set[str]:
    """The clauses offered, each of which the table takes, and no other of the document."""
    assert table.round is not None
    found = {rule.clause for rule in voids(table, at)}
    book = load(table.terms.rulebook.id)
    for clause in {rule.clause for rule in book.table.voids} | {clause.id for clause in book.clauses}:
        assert (check(table, floor(Play, at, action=Void(clause, "it happened"))) is None) is (clause in found), clause
    return found


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_void_at_the_table_says_what_happened(rulebook: str) -> None:
    table = at_dealing(ready_table(rulebook))
    for rule in voids(table, NOON):
        assert refusal(table, floor(Play, action=Void(rule.clause, " "))).tried == "a void without a reason"


def bound(listed: dict[tuple[str, str], set[str]]) -> list[Any]:
    """A case for each table, bound to the clauses that are offered there."""
    return [
        pytest.param(
            *at,
            clauses,
            marks=pytest.mark.clause(at[0], *sorted(clause for clause in clauses if not clause.startswith("reading "))),
            id=f"{at[0]} {at[1]}",
        )
        for at, clauses in listed.items()
    ]


@pytest.mark.parametrize(("rulebook", "method", "clauses"), bound(DEALING))
def test_what_voids_a_round_while_its_cards_are_dealt(rulebook: str, method: str, clauses: set[str]) -> None:
    table = at_dealing(ready(rulebook, method))
    assert offered(table) == clauses - OF_A_CARD
    for _ in range(len(deliveries(require_round(table))) - 1):
        table = act(table, Deal(next_cards(table)))
    in_stacks = {"14(d)"} if method == "automated_shoe" else set()  # the dealer's are the last, and the deal is over
    assert offered(table) == clauses - in_stacks
    assert offered(virtual(table)) == clauses - in_stacks | SEED


@pytest.mark.parametrize(("rulebook", "method", "clauses"), bound(SETTLING))
def test_what_voids_a_round_before_its_settlement(rulebook: str, method: str, clauses: set[str]) -> None:
    table = at_settlement(at_decision(ready(rulebook, method)))
    assert offered(table) == clauses
    assert offered(virtual(table)) == clauses | SEED


@pytest.mark.parametrize(("rulebook", "method", "clauses"), bound(COUNTED))
def test_a_wrong_stub_voids_by_its_count_and_not_by_a_word_of_the_floor(
    rulebook: str, method: str, clauses: set[str]
) -> None:
    counting = dealt(at_dealing(ready(rulebook, method)))
    for table in (counting, at_settlement(at_decision(ready(rulebook, method)))):
        for clause in clauses:
            refused = refusal(table, floor(Play, action=Void(clause, "a card is missing")))
            assert (refused.clause, refused.tried) == (clause, f"a void under '{clause}'")
            assert refused.allowed == "it after a count of the stub, when the dealer has looked for a misdeal"
    while counting.round and (due := stub_need(counting)) and due.name not in ("rack_stub", "count_stub"):
        counting = perform(counting, dealer(Attest, deck="red", step=due.name))
    assert counting.round is not None
    short = dealer(CountStub, cards=51 - len(counting.round.cards_out))
    over = perform(counting, short, dealer(FindMisdeal, misdealt=False, cards=51))
    assert over.round is not None
    assert {line.clause for line in over.round.lines} <= clauses
    assert "red" not in over.decks, "and the deck leaves the table"


@pytest.mark.parametrize(
    ("rulebook", "clauses"),
    [
        pytest.param(MA, {"4(f)"}, marks=pytest.mark.clause(MA, "4(f)")),
        pytest.param(MD, {"5.F"}, marks=pytest.mark.clause(MD, "5.F")),
        pytest.param(NJ, {"40.5(e)"}, marks=pytest.mark.clause(NJ, "40.5(e)")),
        pytest.param(CRAZY, {"4(f)"}, marks=pytest.mark.clause(CRAZY, "4(f)")),
    ],
)
def test_what_voids_a_round_that_waits_for_wagers(rulebook: str, clauses: set[str]) -> None:
    """By a manual shoe and shuffled by hand; no card is out that a lost seed could keep from being dealt."""
    table = at_wagers(ready(rulebook, "manual_shoe"))
    assert offered(table) == offered(virtual(table)) == clauses
    assert offered(wagered(table)) == set(), "where somebody wagered the table is not idle"
    busy = wagered(at_wagers(ready(rulebook, "automated_shoe")))
    for clause in clauses:
        refused = refusal(busy, floor(Play, action=Void(clause, "nobody came")))
        assert refused.allowed == "no reason in this phase", "the shoe works and the deck is fresh"


@pytest.mark.parametrize(
    ("rulebook", "hours", "clause"),
    [
        pytest.param(MA, 8, "reading deck-age", marks=pytest.mark.clause(MA, "2(c)")),
        pytest.param(MD, 8, "reading deck-change-timing", marks=pytest.mark.clause(MD, "3.C", "3.C(2)")),
        pytest.param(CRAZY, 8, "reading deck-age", marks=pytest.mark.clause(CRAZY, "2(c)")),
    ],
)
def test_a_deck_voids_by_its_age_when_it_is_that_old(rulebook: str, hours: int, clause: str) -> None:
    late = NOON + hours * 3600
    for table in (wagered(at_wagers(ready(rulebook, "manual_shoe"))), at_dealing(ready(rulebook, "manual_shoe"))):
        assert clause not in offered(table, late - 1)
        assert clause in offered(table, late)
    assert clause not in offered(act(table, Deal(next_cards(table))), late), "a card is out"


@pytest.mark.parametrize("rulebook", [MA, MD, NJ, CRAZY])
def test_a_device_voids_by_its_failure_when_it_has_failed(rulebook: str) -> None:
    clause = "reading shuffler-failure"
    table = wagered(at_wagers(ready(rulebook, "automated_shoe")))
    assert clause not in offered(table)
    assert clause in offered(perform(table, dealer(ReportIrregularity, name="shoe_broken")))


@pytest.mark.clause(CARDROOM, "Irregularities 2")
def test_without_a_shuffler_none_malfunctions() -> None:
    with_one, without = ready(CARDROOM, "hand"), ready_table(CARDROOM)
    assert offered(at_wagers(with_one)) == {"Irregularities 2"}
    assert offered(at_wagers(without)) == set()
    assert offered(at_dealing(without)) == {"Irregularities 3"}
    refused = refusal(at_dealing(without), floor(Play, action=Void("Irregularities 2", "the shuffler stopped")))
    assert refused.allowed == ("Irregularities 3 (more than one card to be backed up)")


@pytest.mark.clause(CARDROOM, "Irregularities 1", "Irregularities 3")
def test_an_exposed_card_voids_no_hand_and_what_does_is_told_while_the_deck_is_fresh() -> None:
    table = at_dealing(ready_table(CARDROOM, deck_age=4))
    refused = refusal(table, floor(Play, action=Void("reading exposed-card", "the ace was seen")))
    assert refused.allowed == ("Irregularities 3 (more than one card to be backed up)")


@pytest.mark.clause(CARDROOM, "Irregularities 2")
def test_read_of_the_deck_in_play_a_malfunction_voids_once_that_deck_cannot_be_dealt() -> None:
    narrow = {"shuffler-malfunction": "deck-in-play"}
    table = wagered(at_wagers(ready_table(CARDROOM, "hand", "automated", readings=narrow)))
    assert offered(table) == set(), "the shuffler works"
    assert offered(perform(table, dealer(ReportIrregularity, name="shuffler_broken"))) == set(), "on the other deck"
    jammed = perform(table, dealer(ReportIrregularity, name="shuffler_jam", deck="red"))
    assert offered(jammed) == set(), "red is shuffled again"
    assert offered(perform(jammed, dealer(ReportIrregularity, name="shuffler_broken"))) == {"Irregularities 2"}


@pytest.mark.clause(MA, "7(h)", "8(f)", "9(f)")
def test_another_ways_clause_is_refused_with_what_would_be_allowed() -> None:
    table = at_decision(ready(MA, "automated_shoe"))
    for clause in ("7(h)", "8(f)"):
        refused = refusal(table, floor(Play, action=Void(clause, "a card is missing")))
        assert (refused.clause, refused.tried) == (clause, f"a void under '{clause}'")
        assert refused.allowed == ("12(c) (wrong number of cards); 12(d) (community card exposed before its time)")


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_round_is_of_the_cards_of_its_table(rulebook: str) -> None:
    physical = new_table(rulebook)
    for cards in Cards:
        table = open_table(physical.terms, cards)
        assert table.cards is cards
        opened = at_wagers(made_ready(table))
        assert opened.round is not None
        assert opened.round.cards_from is cards


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_with_no_round_in_play_nothing_is_offered(rulebook: str) -> None:
    assert voids(seated(new_table(rulebook)), NOON) == ()
    table = at_decision(ready_table(rulebook))
    over = act(table, Void(voids(table, NOON)[0].clause, "it happened"), Role.FLOORPERSON)
    assert voids(over, NOON) == ()


@pytest.mark.clause(MA, "7(h)")
def test_after_a_wrong_count_the_dealer_first_looks_for_a_misdeal() -> None:
    table = perform(dealt(at_dealing(ready(MA, "manual_shoe"))), dealer(CountStub, cards=42))
    assert table.notes.wrong_total is not None
    assert offered(table) == set()
