"""Irregularities: each document's own remedy."""

from typing import Any

import pytest

from pitboss.cards import DECK, Card
from pitboss.engine import Phase, Result
from pitboss.engine.actions import Deal, Fold, Settle
from pitboss.rulebooks import SHIPPED, load
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, all_due, perform
from pitboss.table.commands import OpenRound, Play, ReportIrregularity
from pitboss.table.events import IrregularityReported, ShuffleRequired
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
    played,
    proves,
    readied,
    ready_table,
    received,
    refusal,
    seated,
    stub_away,
)

MD_CLAUSES = {
    "hand_not_kept": "11.A(1)",
    "cards_touched": "11.A(2)",
    "cards_out_of_view": "11.A(3)",
    "communication": "11.A(4)",
}
ACE, KING, QUEEN = DECK[51], DECK[47], DECK[43]


def report(name: str, by: Role = Role.DEALER, **fields: Any) -> ReportIrregularity:
    """A report to the table."""
    return ReportIrregularity(by=by, at=0, name=name, **fields)


def assert_void(table: Table, clause: str) -> None:
    """The round is void under that clause, each of the two players has every wager back, and a shuffle is due."""
    assert table.round is not None
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, clause)
    required = [wager.name for wager in table.terms.wagers.values() if wager.required]
    returned = {(line.seat, line.wager): line.returned for line in table.round.lines}
    for seat in (1, 2):
        assert all(returned[seat, name] == ANTE for name in required)
    assert all(line.result is Result.RETURNED for line in table.round.lines)
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"


@pytest.mark.parametrize("rulebook", proves(ma="12(a)", crazy="14(a)"))
def test_one_face_up_card_is_set_aside_and_a_second_voids_the_round(rulebook: str) -> None:
    table = at_dealing(ready_table(rulebook))
    assert refusal(table, report("face_up_card")).allowed == "it with the card named"
    table = perform(table, report("face_up_card", card=ACE))
    assert table.round is not None
    assert table.round.discards == (ACE,)
    assert refusal(table, dealer(Play, action=Deal((ACE,)))).tried == "As", "it may not be used in this round"
    assert stub_away(dealt(table)).running is not None, "the deal goes on"
    table = act(table, Deal(next_cards(table)))
    assert_void(perform(table, report("face_up_card", card=KING)), load(rulebook).table.irregularities[0].clause)


@pytest.mark.parametrize("rulebook", proves(md="13.A", nj="40.12(a)"))
def test_elsewhere_one_face_up_card_voids_the_round(rulebook: str) -> None:
    table = act(at_dealing(ready_table(rulebook)), Deal((QUEEN,)))
    clause = {MD: "13.A", NJ: "40.12(a)"}[rulebook]
    assert_void(perform(table, report("face_up_card")), clause)


@pytest.mark.parametrize("rulebook", proves(ma="12(b)", md="13.B", nj="40.12(b)", crazy="14(b)"))
def test_a_card_drawn_in_error_unseen_is_the_next_card(rulebook: str) -> None:
    before = act(at_dealing(ready_table(rulebook)), Deal((ACE,)))
    (event,) = happenings(before, report("drawn_in_error"))
    assert isinstance(event, IrregularityReported)
    assert (event.card, event.remedies) == (None, ("use_as_next",)), "nobody has seen its face"
    table = perform(before, report("drawn_in_error"))
    assert table.round == before.round, "the card is not out of the deck: it is the next to be dealt"
    assert table.notes.drawn
    clause, title = event.clause, "Deal the card that was drawn in error: it is the next"
    assert [(duty.title, duty.clause) for duty in all_due(table, NOON)] == [(title, clause)]
    assert [duty.title for duty in all_due(before, NOON)] == ["Deal the next card or stack"]
    table = act(table, Deal((KING,)))
    assert [duty.title for duty in all_due(table, NOON)] == ["Deal the next card or stack"]
    assert table.round is not None
    assert (table.round.cards_out, table.notes.drawn) == ((ACE, KING), False)
    assert act(table, Deal((QUEEN,))).round is not None, "and the deal goes on as before"


@pytest.mark.parametrize(
    "rulebook", proves(ma="12(c)", md="13.C", nj="40.12(c)", cardroom="Irregularities 1", crazy="14(c)")
)
def test_a_wrong_number_of_cards_voids_the_round_until_it_is_over(rulebook: str) -> None:
    clause = WRONG_NUMBER[rulebook]
    dealing = at_dealing(ready_table(rulebook))
    dealing = act(dealing, Deal(next_cards(dealing)))
    decision = at_decision(ready_table(rulebook))
    folded = act(decision, Fold(1), Role.PLAYER, "ann")
    begun = act(at_settlement(decision), Settle())
    assert begun.running is not None
    assert begun.running.lines, "the first seat is settled"
    for table in (dealing, decision, folded, decided(decision), at_settlement(decision), begun):
        assert_void_with_bets(perform(table, report("wrong_number_of_cards")), clause)
    assert refusal(finished(begun), report("wrong_number_of_cards")).clause == clause


WRONG_NUMBER = {MA: "12(c)", MD: "13.C", NJ: "40.12(c)", CARDROOM: "Irregularities 1", CRAZY: "14(c)"}


def assert_void_with_bets(table: Table, clause: str) -> None:
    """Void, and whatever each seat had wagered is back to the cent; lines settled before are undone."""
    assert table.round is not None
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, clause)
    wagered = {
        (seat.number, name): (stake.cents, 0, stake.cents)
        for seat in table.round.seats.values()
        for name, stake in seat.wagers.items()
    }
    sums = {
        stake: tuple(
            sum(getattr(line, part).cents for line in table.round.lines if (line.seat, line.wager) == stake)
            for part in ("stake", "paid", "returned")
        )
        for stake in {(line.seat, line.wager) for line in table.round.lines}
    }
    assert sums == wagered
    assert table.decks["red"].shuffled is None


@pytest.mark.clause("ma-criss-cross", "12(d)")
def test_a_community_card_exposed_before_its_time_voids_the_round() -> None:
    decision = at_decision(ready_table(MA))
    for table in (dealt(at_dealing(ready_table(MA))), decision, decided(decision)):
        assert_void_with_bets(perform(table, report("community_card_exposed")), "12(d)")
    assert "dealing or decision or reveal" in refusal(at_settlement(decision), report("community_card_exposed")).allowed


@pytest.mark.parametrize("rulebook", [MD, NJ])
def test_where_the_document_is_silent_the_operators_reading_decides(rulebook: str) -> None:
    void = perform(at_decision(ready_table(rulebook)), report("community_card_exposed"))
    assert_void(void, "reading community-exposed")
    table = at_decision(ready_table(rulebook, readings={"community-exposed": "play-on"}))
    (event,) = happenings(table, report("community_card_exposed"))
    assert isinstance(event, IrregularityReported)
    assert event.remedies == ("play_on",)
    assert finished(perform(table, report("community_card_exposed"))).running is None


@pytest.mark.clause("ma-crazy-4", "14(d)")
def test_a_dealers_card_exposed_before_the_last_decision_voids_the_round() -> None:
    decision = at_decision(ready_table(CRAZY))
    dealing = at_dealing(ready_table(CRAZY))
    for _ in range(3):  # a card to each of two players, and to the dealer
        dealing = act(dealing, Deal(next_cards(dealing)))
    for table in (dealing, decision):
        assert_void(perform(table, report("dealer_card_exposed")), "14(d)")
    violation = refusal(decided(decision), report("dealer_card_exposed"))
    assert (violation.clause, violation.allowed) == ("14(d)", "it while the round is in dealing or decision")


@pytest.mark.parametrize("rulebook", proves(ma="12(e)", md="", nj="40.12(d)", crazy="14(e)"))
def test_a_shuffler_that_jams_means_another_shuffle(rulebook: str) -> None:
    table = ready_table(rulebook, shuffler="automated")
    assert refusal(ready_table(rulebook), report("shuffler_jam", deck="red")).allowed == "it while the device is in use"
    _, required = happenings(table, report("shuffler_jam", deck="red"))
    assert isinstance(required, ShuffleRequired)
    table = perform(table, report("shuffler_jam", deck="red"))
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"
    assert at_wagers(readied(table, "red")).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="12(e)", md="", nj="40.12(d)", crazy="14(e)"))
def test_a_jam_of_the_resting_deck_leaves_the_round_alone(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook, "hand", "automated", decks=2))
    assert refusal(table, report("shuffler_jam", deck="red")).where == "deck red"
    table = perform(table, report("shuffler_jam", deck="blue"))
    assert table.running is not None
    assert table.decks["blue"].shuffled is None


@pytest.mark.parametrize("rulebook", proves(ma="12(f)", md="13.D", nj="40.12(e)", crazy="14(f)"))
def test_an_automated_shoe_that_jams_voids_the_round(rulebook: str) -> None:
    clause = {MA: "12(f)", MD: "13.D", NJ: "40.12(e)", CRAZY: "14(f)"}[rulebook]
    table = at_dealing(ready_table(rulebook, "automated_shoe"))
    table = act(table, Deal(next_cards(table)))
    assert_void(perform(table, report("shoe_jam")), clause)
    refused = refusal(at_dealing(ready_table(rulebook)), report("shoe_jam"))
    assert (refused.clause, refused.allowed) == (clause, "it while the device is in use")


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 2")
def test_in_the_card_room_a_shuffler_malfunction_voids_the_hand() -> None:
    table = at_decision(ready_table(CARDROOM, shuffler="automated"))
    table = perform(table, report("shuffler_jam", deck="blue"))
    assert table.round is not None
    assert table.round.void_clause == "Irregularities 2"
    assert [line.returned for line in table.round.lines] == [ANTE] * 4
    assert {deck.shuffled for deck in table.decks.values()} == {None}
    # so too while it is being paid, until it is over
    paid = act(at_settlement(at_decision(ready_table(CARDROOM, shuffler="automated"))), Settle())
    assert_void_with_bets(perform(paid, report("shuffler_jam", deck="blue")), "Irregularities 2")
    # with no hand in play there is nothing to void
    between = ready_table(CARDROOM, shuffler="automated")
    assert perform(between, report("shuffler_jam", deck="blue")).round is None


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 3")
def test_one_card_may_be_backed_up_and_a_second_voids_the_hand() -> None:
    table = at_dealing(ready_table(CARDROOM))
    (event,) = happenings(table, report("card_backed_up"))
    assert isinstance(event, IrregularityReported)
    table = perform(table, report("card_backed_up"))
    assert table.running is not None
    table = act(table, Deal((ACE,)))
    assert_void(perform(table, report("card_backed_up")), "Irregularities 3")

    # each hand starts afresh
    again = at_dealing(readied(played(ready_table(CARDROOM)), "red"))
    assert perform(again, report("card_backed_up")).running is not None


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 3")
def test_two_cards_to_be_backed_up_at_once_void_the_hand_until_the_hands_are_opened() -> None:
    dealing = act(at_dealing(ready_table(CARDROOM)), Deal((ACE,)))
    for table in (dealing, dealt(dealing), at_decision(ready_table(CARDROOM))):
        assert_void(perform(table, report("cards_out_of_turn")), "Irregularities 3")
    for table in (at_wagers(ready_table(CARDROOM)), at_settlement(at_decision(ready_table(CARDROOM)))):
        refused = refusal(table, report("cards_out_of_turn"))
        assert (refused.clause, refused.tried) == ("Irregularities 3", "more than one card dealt out of turn")


@pytest.mark.clause("cardroom-criss-cross", "Dealing 7", "Dealing 8")
def test_cards_touched_before_leave_is_given_are_noted_and_the_hand_goes_on() -> None:
    for table in (at_dealing(ready_table(CARDROOM)), dealt(at_dealing(ready_table(CARDROOM)))):
        early = report("cards_touched_early", seat=1, note="looked")
        (event,) = happenings(table, early)
        assert isinstance(event, IrregularityReported)
        assert (event.clause, event.seat, event.note) == ("Dealing 7", 1, "looked")
        assert perform(table, early).running == table.running


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("hand_not_kept", marks=pytest.mark.clause(MD, "11.A(1)", "11.A(5)")),
        pytest.param("cards_touched", marks=pytest.mark.clause(MD, "11.A(2)", "11.A(5)")),
        pytest.param("cards_out_of_view", marks=pytest.mark.clause(MD, "11.A(3)", "11.A(5)")),
        pytest.param("communication", marks=pytest.mark.clause(MD, "11.A(4)", "11.A(5)")),
    ],
)
def test_in_maryland_a_breach_of_conduct_forfeits_the_players_wagers(name: str) -> None:
    table = at_decision(ready_table(MD))
    assert refusal(table, report(name, seat=1)).allowed == "it by the floorperson"
    assert refusal(table, report(name, Role.FLOORPERSON)).allowed == "it with the seat named"
    forfeited = finished(perform(table, report(name, Role.FLOORPERSON, seat=1)))
    assert forfeited.round is not None
    ann = [line for line in forfeited.round.lines if line.seat == 1]
    assert [(line.result, line.returned.cents, line.clause) for line in ann] == [(Result.FORFEITED, 0, "11.A(5)")] * 2
    bob = [line for line in forfeited.round.lines if line.seat == 2]
    assert Result.FORFEITED not in {line.result for line in bob}
    # what happened earlier can be reported until the round is over, and not after
    settling = at_settlement(table)
    late = perform(settling, report(name, Role.FLOORPERSON, seat=1))
    assert late.round is not None
    assert {line.result for line in late.round.lines if line.seat == 1} == {Result.FORFEITED}
    settling = finished(settling)
    assert refusal(settling, report(name, Role.FLOORPERSON, seat=1)).clause == MD_CLAUSES[name]


@pytest.mark.parametrize("rulebook", [MA, NJ, CARDROOM, CRAZY])
def test_no_other_document_forfeits_for_talk(rulebook: str) -> None:
    table = at_decision(ready_table(rulebook))
    assert "unknown irregularity" in refusal(table, report("communication", Role.FLOORPERSON, seat=1)).tried


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_an_irregularity_of_the_deal_needs_a_deal(rulebook: str) -> None:
    rules = load(rulebook).table.irregularities
    table = received(seated(new_table(rulebook), "ann"))
    for rule in rules:
        if rule.phases:
            refusal(table, report(rule.name, rule.by[0], seat=1, card=Card.parse("As"), deck="red"))
            refusal(at_wagers(ready_table(rulebook)), floor(ReportIrregularity, name=rule.name))
