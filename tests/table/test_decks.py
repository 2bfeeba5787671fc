"""How many decks, which takes its turn, where the other one is, and how old a deck may grow."""

import pytest

from pitboss.engine import Phase
from pitboss.engine.actions import CloseBets, Deal, Void
from pitboss.rulebooks import Refused, terms_for
from pitboss.rulebooks.table_rules import Role
from pitboss.table import check, duties, first_due, perform
from pitboss.table.commands import (
    DeclareIdle,
    EmptyRack,
    OpenRound,
    Play,
    ReceiveDeck,
    RemoveDeck,
    ShuffleDeck,
    StoreDeck,
)
from pitboss.table.events import DeckRemoved, RackEmptied
from rulebooks.submissions import lawfully
from table.staff import (
    CARDROOM,
    MA,
    NJ,
    NOON,
    act,
    at_dealing,
    at_decision,
    at_wagers,
    attested,
    dealer,
    finished,
    floor,
    happenings,
    new_table,
    next_cards,
    next_round_ready,
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

HOUR = 3600
BLUE = {"deck": "blue", "back": "blue", "design": "bee"}


@pytest.mark.parametrize("rulebook", proves(ma="2(a)", md="3.A", nj="40.2", cardroom="Equipment 2", crazy="2(a)"))
def test_one_deck_without_a_shuffler(rulebook: str) -> None:
    table = received(new_table(rulebook))
    assert refusal(table, dealer(ReceiveDeck, **BLUE)).clause == table.rules.decks_clause


@pytest.mark.parametrize("rulebook", proves(ma="2(b)", md="3.B", nj="40.2(a)", cardroom="Equipment 3", crazy="2(b)"))
def test_two_decks_only_with_a_shuffler(rulebook: str) -> None:
    method = "hand" if rulebook == CARDROOM else "manual_shoe"
    with pytest.raises(Refused) as refused:
        terms_for(rulebook, lawfully(rulebook, {"dealing": method, "shuffler": "none", "decks": 2}))
    assert [violation.where for violation in refused.value.violations] == ["decks"]
    assert len(received(new_table(rulebook, shuffler="automated", decks=2)).decks) == 2


@pytest.mark.parametrize("rulebook", proves(ma="2(b)(1)", md="3.B(2)", nj="40.2(a)2", crazy="2(b)(1)"))
def test_the_two_decks_have_backs_of_different_colors(rulebook: str) -> None:
    table = new_table(rulebook, shuffler="automated", decks=2)
    table = perform(table, dealer(ReceiveDeck, deck="one", back="red", design="bee"))
    violation = refusal(table, dealer(ReceiveDeck, deck="two", back="red", design="bee"))
    assert (violation.clause, violation.allowed) == (table.rules.two_decks.backs_clause, "a color other than red")


@pytest.mark.parametrize("rulebook", proves(ma="2(b)(1)", md="3.B(1)", crazy="2(b)(1)"))
def test_the_two_decks_share_one_design(rulebook: str) -> None:
    table = new_table(rulebook, shuffler="automated", decks=2)
    table = perform(table, dealer(ReceiveDeck, deck="one", back="red", design="bee"))
    violation = refusal(table, dealer(ReceiveDeck, deck="two", back="blue", design="crown"))
    assert (violation.clause, violation.allowed) == (table.rules.two_decks.design_clause, "design bee")


@pytest.mark.parametrize(
    "rulebook", proves(ma="2(b)(3)", md="3.B(4)", nj="40.2(a)4", cardroom="Equipment 3", crazy="2(b)(3)")
)
def test_the_decks_take_turns(rulebook: str) -> None:
    table = played(ready_table(rulebook, "hand", "automated", decks=2), "red")
    table = next_round_ready(shuffled(table, "red"), "blue")
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert violation.clause == table.rules.two_decks.alternate_clause
    table = played(table, "blue")
    table = next_round_ready(table, "red")
    assert refusal(table, dealer(OpenRound, deck="blue")).allowed == "a round with deck red"
    assert at_wagers(table, "red").in_play == "red"


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param(MA, "12(c)", marks=pytest.mark.clause(MA, "2(b)(3)")),
        pytest.param(NJ, "40.12(c)", marks=pytest.mark.clause(NJ, "40.2(a)4")),
        pytest.param(CARDROOM, "Irregularities 1", marks=pytest.mark.clause(CARDROOM, "Equipment 3")),
    ],
)
def test_the_decks_take_turns_after_a_void_round_too(rulebook: str, clause: str) -> None:
    """By the reading `void-rounds-count`."""
    table = at_decision(ready_table(rulebook, "hand", "automated", decks=2), "red")
    table = perform(table, floor(Play, action=Void(clause, "three cards at seat 1")))
    table = next_round_ready(shuffled(table, "red"), "blue")
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "a round with deck blue"
    assert at_wagers(table, "blue").in_play == "blue"
    taken = {item.id: item.taken for item in table.terms.rulebook.interpretations}
    assert taken["void-rounds-count"] == "counts"


@pytest.mark.parametrize(
    "rulebook", proves(ma="2(b)(2), 4(a)", md="3.B(3), 5.A", nj="40.2(a)3, 40.5(a)", crazy="2(b)(2), 4(a)")
)
def test_the_resting_deck_is_in_the_shuffler(rulebook: str) -> None:
    table = ready_table(rulebook, "hand", "automated", decks=2)
    assert table.decks["blue"].in_shuffler
    playing = at_decision(table, "red")
    assert not playing.decks["red"].in_shuffler
    assert playing.decks["blue"].in_shuffler
    # the deck in play is not the shuffler's
    assert refusal(playing, dealer(ShuffleDeck, deck="red")).allowed == "a shuffle after the round"

    # after an idle spread blue lies stacked on the table: red is not played until blue is in the shuffler
    table = perform(table, dealer(DeclareIdle))
    table = readied(attested(table, "blue"), "red")
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert (violation.clause, violation.where) == (table.rules.two_decks.stored_clause, "deck blue")
    assert violation.allowed == "a round while deck blue is in the shuffler"
    assert at_wagers(shuffled(table, "blue"), "red").in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="2(b)(4)", md="3.B(5)", nj="40.2(a)5", crazy="2(b)(4)"))
def test_the_rack_holds_one_deck_at_a_time(rulebook: str) -> None:
    table = played(ready_table(rulebook, "hand", "automated", decks=2), "red")
    assert table.rack == "red"
    violation = refusal(table, dealer(OpenRound, deck="blue"))
    assert (violation.clause, violation.tried) == (table.rules.two_decks.rack_clause, "cards of both decks")
    (event,) = happenings(table, dealer(EmptyRack))
    assert isinstance(event, RackEmptied)
    table = perform(table, dealer(EmptyRack))
    assert (table.rack, table.decks["red"].in_shuffler) == (None, True)
    assert at_wagers(readied(table, "blue"), "blue").rack == "blue"


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            ("ma-criss-cross", "hand"): "2(c), 2(c)(1)",
            ("ma-criss-cross", "manual_shoe"): "2(c), 2(c)(2)",
            ("ma-criss-cross", "automated_shoe"): "2(c), 2(c)(2)",
            ("md-criss-cross", "hand"): "3.C, 3.C(1)",
            ("md-criss-cross", "manual_shoe"): "3.C, 3.C(2)",
            ("md-criss-cross", "automated_shoe"): "3.C, 3.C(2)",
            ("ma-crazy-4", "hand"): "2(c), 2(c)(1)",
            ("ma-crazy-4", "manual_shoe"): "2(c), 2(c)(2)",
            ("ma-crazy-4", "automated_shoe"): "2(c), 2(c)(2)",
        }
    ),
)
def test_a_deck_is_refused_once_it_reaches_its_age(rulebook: str, method: str) -> None:
    hours = 4 if method == "hand" else 8
    table = ready_table(rulebook, method)
    limit = NOON + hours * HOUR
    assert at_wagers(table, at=limit - 1).in_play == "red"
    violation = refusal(table, dealer(OpenRound, limit, deck="red"))
    assert violation.clause.endswith("(1)" if method == "hand" else "(2)")

    # nor is a round dealt that waited for wagers until then
    waiting = wagered(at_wagers(table))
    assert refusal(waiting, dealer(Play, limit, action=CloseBets())).clause == violation.clause

    # nor one whose first card waited, which is void; with a card out the others follow
    closed = act(waiting, CloseBets())
    assert refusal(closed, dealer(Play, limit, action=Deal(next_cards(closed)))).clause == violation.clause
    due = first_due(closed, limit)
    assert due is not None
    assert (due.name, due.clause) == ("void", table.rules.age_void_clause)
    void = act(closed, Void(due.clause, "four or eight hours are over"), Role.FLOORPERSON, at=limit)
    assert void.round is not None
    assert void.round.phase is Phase.VOID
    begun = act(closed, Deal(next_cards(closed)), at=limit - 1)
    assert check(begun, dealer(Play, limit, action=Deal(next_cards(begun)))) is None

    # a round under way is finished; the next needs another deck
    table = finished(at_decision(table))
    (event,) = happenings(table, dealer(RemoveDeck, limit, deck="red", reason="age"))
    assert isinstance(event, DeckRemoved)
    assert event.clause == violation.clause
    table = perform(table, dealer(RemoveDeck, limit, deck="red", reason="age"))
    assert refusal(table, dealer(ReceiveDeck, deck="red", back="red", design="bee")).allowed == "a fresh deck"
    table = perform(table, dealer(ReceiveDeck, limit, **BLUE))
    assert at_wagers(readied(table, "blue", limit), "blue", limit).in_play == "blue"


@pytest.mark.parametrize("rulebook", [NJ, CARDROOM])
def test_a_round_not_dealt_before_its_deck_reached_the_operators_own_age_is_void(rulebook: str) -> None:
    waiting = wagered(at_wagers(ready_table(rulebook, deck_age=1)))
    late = NOON + HOUR
    violation = refusal(waiting, dealer(Play, late, action=CloseBets()))
    assert (violation.clause, violation.allowed) == ("reading deck-age", "a void by the floor, then another deck")
    (due, *_) = duties(waiting, late)
    assert (due.name, due.by, due.clause) == ("void", (Role.FLOORPERSON,), "reading deck-age")
    table = act(waiting, Void("reading deck-age", "an hour old"), Role.FLOORPERSON, at=late)
    assert table.round is not None
    assert {str(line.result) for line in table.round.lines} == {"returned"}
    assert refusal(at_dealing(ready_table(rulebook)), floor(Play, action=Void("reading deck-age", "old"))).where


@pytest.mark.parametrize("rulebook", ["nj-criss-cross", "cardroom-criss-cross"])
def test_where_the_document_sets_no_age_a_deck_does_not_grow_too_old(rulebook: str) -> None:
    assert at_wagers(ready_table(rulebook), at=NOON + 100 * HOUR).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="2(a)", md="3.A", nj="40.2", cardroom="Equipment 2", crazy="2(a)"))
def test_the_deck_in_play_stays_until_the_round_is_over(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook))
    assert refusal(table, floor(RemoveDeck, deck="red", reason="marked")).allowed == "removal after the round"
    assert finished(table).rack == "red"


@pytest.mark.parametrize(
    "rulebook", proves(ma="2(b)(4)", md="3.B(5)", nj="40.2(a)5", cardroom="Equipment 3", crazy="2(b)(4)")
)
def test_the_rack_is_emptied_of_a_used_deck_of_two(rulebook: str) -> None:
    nothing = "nothing: no used deck waits in the rack for the shuffler"
    table = ready_table(rulebook, "hand", "automated", decks=2)
    used = played(table, "red")
    for other in (table, at_decision(table, "red"), played(ready_table(rulebook))):
        assert refusal(other, dealer(EmptyRack)).allowed == nothing
    assert perform(used, dealer(EmptyRack)).rack is None


@pytest.mark.parametrize("rulebook", proves(ma="2(b)(2)", md="3.B(3)", nj="40.2(a)3", crazy="2(b)(2)"))
def test_only_a_resting_deck_of_two_goes_into_the_shuffler(rulebook: str) -> None:
    table = ready_table(rulebook, "hand", "automated", decks=2)
    playing, alone = at_decision(table, "red"), ready_table(rulebook)
    for other, deck in ((table, "blue"), (table, "red"), (playing, "red"), (alone, "red")):
        refused = refusal(other, dealer(StoreDeck, deck=deck))
        assert refused.allowed == "a resting deck of two that lies on the table"


def test_a_table_filed_for_two_decks_waits_for_both() -> None:
    table = seated(new_table(MA, "hand", "automated", decks=2), "ann")
    table = perform(table, dealer(ReceiveDeck, deck="red", back="red", design="bee"))
    table = readied(table, "red")
    assert refusal(table, dealer(OpenRound, deck="red")).tried == "a round with 1 of 2 decks"
