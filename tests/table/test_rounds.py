"""Who may act in a round, and what the table checks before an action reaches it."""

from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.engine import Phase, next_delivery
from pitboss.engine.actions import (
    Abandon,
    Bet,
    CloseBets,
    Deal,
    DiscardCard,
    Draw,
    Fold,
    Forfeit,
    PlaceWager,
    Reveal,
    RoundAction,
    Settle,
    Validate,
    Void,
)
from pitboss.engine.events import BetsClosed
from pitboss.rulebooks import SHIPPED
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, duties, perform
from pitboss.table.commands import CountChips, OpenRound, Play, RuleOnChips
from pitboss.table.events import ChipsDiffered, ChipsRuled, ChipsSquared, RoundMoved
from table.staff import (
    ANTE,
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
    floor,
    happenings,
    new_table,
    next_cards,
    played,
    player,
    proves,
    proves_by_method,
    readied,
    ready_table,
    received,
    refusal,
    seated,
    wagered,
)

ACE = Card.parse("As")
ROLES = [
    (PlaceWager(1, "ante_across", ANTE), Role.PLAYER),
    (Bet(1, ANTE), Role.PLAYER),
    (Fold(1), Role.PLAYER),
    (CloseBets(), Role.DEALER),
    (Deal((ACE,)), Role.DEALER),
    (Reveal(), Role.DEALER),
    (Settle(), Role.DEALER),
    (Void("12(c)", "misdeal"), Role.FLOORPERSON),
]
OF_CRAZY_4 = [(Validate(1, "four_card_progressive"), Role.FLOORPERSON), (Draw(), Role.SYSTEM)]


@pytest.mark.parametrize(
    ("rulebook", "action", "role"),
    [(MA, *case) for case in ROLES] + [(CRAZY, *case) for case in OF_CRAZY_4],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_every_action_has_its_role(rulebook: str, action: RoundAction, role: Role) -> None:
    table = at_wagers(ready_table(rulebook))
    for wrong in {Role.PLAYER, Role.DEALER, Role.FLOORPERSON} - {role}:
        violation = refusal(table, Play(by=wrong, at=0, player="ann", action=action))
        assert (violation.where, violation.allowed) == (f"the {wrong}", f"it by the {role}")


@pytest.mark.parametrize("action", [DiscardCard(ACE), Abandon(1), Forfeit(1, "6(b)")], ids=lambda a: type(a).__name__)
def test_remedies_come_only_with_what_they_remedy(action: RoundAction) -> None:
    for role in Role:
        assert "irregularity" in refusal(at_wagers(ready_table(MA)), Play(by=role, at=0, action=action)).allowed


def test_the_system_stands_in_for_the_dealer_but_not_for_the_floor_or_a_player() -> None:
    table = wagered(at_wagers(ready_table(MA)))
    assert perform(table, Play(by=Role.SYSTEM, at=0, action=CloseBets())).round is not None
    for action in (Void("12(c)", ""), PlaceWager(1, "ante_across", ANTE)):
        refusal(table, Play(by=Role.SYSTEM, at=0, player="ann", action=action))


@pytest.mark.parametrize(
    "rulebook", proves(ma="2(a), 4(a)", md="3.A, 5.A", nj="40.2, 40.5(a)", cardroom="Equipment 2", crazy="2(a), 4(a)")
)
def test_a_round_needs_a_deck_a_player_and_the_end_of_the_last(rulebook: str) -> None:
    empty = new_table(rulebook)
    assert refusal(empty, dealer(OpenRound, deck="red")).where == "deck red"
    table = ready_table(rulebook)
    assert refusal(table, floor(OpenRound, deck="red")).allowed == "it by the dealer"
    assert refusal(table, dealer(Play, action=CloseBets())).allowed == "a round opened first"
    assert refusal(at_wagers(table), dealer(OpenRound, deck="red")).tried == "a second round"
    assert played(table).running is None


@pytest.mark.clause("cardroom-criss-cross", "Dealing 1")
def test_nobody_seated_no_round() -> None:
    table = readied(received(new_table("cardroom-criss-cross")), "red")
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "a round with a seated player"
    assert at_wagers(seated(table, "ann")).in_play == "red"


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            (MA, "manual_shoe"): "7(b)",
            (MA, "hand"): "8(a)(3)",
            (MA, "automated_shoe"): "9(a)(2)",
            (MD, "manual_shoe"): "8.C",
            (MD, "hand"): "9.A(5)",
            (MD, "automated_shoe"): "10.A(2)",
            (NJ, "manual_shoe"): "40.7(b)",
            (NJ, "hand"): "40.8(b)3",
            (NJ, "automated_shoe"): "40.9(b)2",
        }
    ),
)
def test_the_dealer_announces_no_more_bets_before_the_first_card(rulebook: str, method: str) -> None:
    table = wagered(at_wagers(ready_table(rulebook, method)))
    cards = tuple(map(Card.parse, ("As", "Ks", "Qs", "Js", "Ts")))
    assert 'after "no more bets"' in refusal(table, dealer(Play, action=Deal(cards))).allowed
    assert refusal(table, floor(Play, action=CloseBets())).clause == table.terms.dealing.no_more_bets_clause
    (event,) = happenings(table, dealer(Play, 11, action=CloseBets()))
    assert isinstance(event, RoundMoved)
    assert (event.move, event.by, event.at) == (BetsClosed(), Role.DEALER, 11)


def progressive_table(method: str, *wagers: str) -> Table:
    """Two players with progressive wagers, and betting closed."""
    offers: dict[str, Any] = {
        "four_card_progressive": "A",
        "five_card_progressive": True,
        "link_progressive": "PTMGL01",
    }
    return act(wagered(at_wagers(ready_table(CRAZY, method, **offers)), *wagers), CloseBets())


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {
            (CRAZY, "manual_shoe"): "7(b), 13(b)",
            (CRAZY, "hand"): "8(a)(3), 13(b)",
            (CRAZY, "automated_shoe"): "9(a)(2), 13(b)",
        }
    ),
)
def test_chips_are_squared_with_the_progressive_wagers_accepted(rulebook: str, method: str) -> None:
    table = progressive_table(method, "four_card_progressive", "link_progressive")
    late = PlaceWager(1, "link_progressive", ANTE)
    assert '"no more bets"' in refusal(table, player("ann", Play, action=late)).tried
    first = dealer(Play, action=Deal(next_cards(table)))
    assert refusal(table, first).allowed.startswith("count_chips")
    assert refusal(table, floor(CountChips, chips=4)).allowed == "it by the dealer"
    assert refusal(table, dealer(CountChips, chips=-1)).allowed == "0 or more"
    (event,) = happenings(table, dealer(CountChips, chips=4))
    assert isinstance(event, ChipsSquared)
    table = perform(table, dealer(CountChips, chips=4), first)
    assert refusal(table, dealer(CountChips, chips=4)).allowed == "nothing: no count is due"


@pytest.mark.parametrize(
    ("rulebook", "method"),
    proves_by_method(
        {(CRAZY, "manual_shoe"): "7(b)", (CRAZY, "hand"): "8(a)(3)", (CRAZY, "automated_shoe"): "9(a)(2)"}
    ),
)
def test_a_chip_count_that_differs_is_recorded_ruled_on_by_the_floor_and_taken_again(
    rulebook: str, method: str
) -> None:
    table = progressive_table(method, "four_card_progressive")
    (event,) = happenings(table, dealer(CountChips, chips=1))
    assert isinstance(event, ChipsDiffered)
    assert (event.chips, event.accepted) == (1, 2)
    table = perform(table, dealer(CountChips, chips=1))
    first = dealer(Play, action=Deal(next_cards(table)))
    due = duties(table, NOON)[0]
    assert (due.name, due.by, due.clause) == ("rule_on_chips", (Role.FLOORPERSON,), "reading chip-count")
    assert refusal(table, first).allowed.startswith("rule_on_chips")
    no_chip = {"seat": 2, "wager": "four_card_progressive", "chip": False}
    assert refusal(table, dealer(RuleOnChips, **no_chip)).allowed == "it by the floorperson"
    for wrong in ({**no_chip, "chip": True, "seat": 3}, {**no_chip, "seat": 3}, {**no_chip, "wager": "ante"}):
        assert "without a chip" in refusal(table, floor(RuleOnChips, **wrong)).allowed

    struck = perform(table, floor(RuleOnChips, **no_chip))
    assert struck.round is not None
    assert ["four_card_progressive" in seat.wagers for seat in struck.round.seats.values()] == [True, False]
    assert refusal(struck, first).allowed.startswith("count_chips"), "and the chips are counted again"
    assert perform(struck, dealer(CountChips, chips=1), first).running is not None


@pytest.mark.clause("ma-crazy-4", "7(b)")
def test_a_chip_whose_wager_was_not_accepted_goes_back() -> None:
    table = progressive_table("manual_shoe", "four_card_progressive")
    table = perform(table, dealer(CountChips, chips=3))
    chip = {"seat": 1, "wager": "link_progressive", "chip": True}
    (event,) = happenings(table, floor(RuleOnChips, **chip))
    assert isinstance(event, ChipsRuled)
    table = perform(table, floor(RuleOnChips, **chip), dealer(CountChips, chips=2))
    assert perform(table, dealer(Play, action=Deal(next_cards(table)))).running is not None


def test_without_progressive_wagers_there_are_no_chips_to_square() -> None:
    table = progressive_table("manual_shoe")
    assert perform(table, dealer(Play, action=Deal(next_cards(table)))).round is not None


@pytest.mark.parametrize("rulebook", proves(md="10.A", nj="40.9(a)"))
def test_an_automated_shoe_gives_a_stack_of_five_and_then_stacks_of_two(rulebook: str) -> None:
    table = at_dealing(ready_table(rulebook, "automated_shoe"))
    for place, count in (("community", 5), ("seat 1", 2), ("seat 2", 2)):
        assert table.round is not None
        assert next_delivery(table.round) == (place, count)
        assert refusal(table, dealer(Play, action=Deal(next_cards(table)[1:]))).allowed == f"a stack of {count} cards"
        table = act(table, Deal(next_cards(table)))
    assert table.round is not None
    assert table.round.phase is Phase.DECISION


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_no_card_is_dealt_twice(rulebook: str) -> None:
    table = at_dealing(ready_table(rulebook))
    first = next_cards(table)
    table = act(table, Deal(first))
    assert refusal(table, dealer(Play, action=Deal(first))).clause == table.rules.decks_clause


def test_suit_is_no_reason_to_void_a_round() -> None:
    violation = refusal(at_settlement(at_decision(ready_table(MA))), floor(Play, action=Void("1 Suit", "because")))
    assert violation.tried == "a void under '1 Suit'"
    assert violation.allowed.startswith("12(c) (wrong number of cards)")


@pytest.mark.clause("ma-crazy-4", "13(d)e")
def test_the_next_round_opens_only_when_every_wager_is_settled() -> None:
    table = at_settlement(at_decision(ready_table(CRAZY)))
    while table.round is not None and table.round.phase is not Phase.SETTLED:
        assert refusal(table, dealer(OpenRound, deck="red")).tried == "a second round"
        table = act(table, Settle())
    assert at_wagers(readied(table, "red")).running is not None
