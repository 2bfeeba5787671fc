"""Crazy 4 Poker: what must be done before and after the deal, by whom, and the clause that a refusal names."""

import pytest

from law.crazy_table import (
    DEALER,
    FLOOR,
    MAIN,
    METHODS,
    NOON,
    SYSTEM,
    by,
    closed,
    deal,
    dealt,
    do,
    happens,
    next_ready,
    place,
    play,
    played,
    readied,
    ready,
    refused,
    report,
    running,
    stub_away,
    wagered,
)
from law.typed import CRAZY
from pitboss.cards import Card
from pitboss.engine import Phase
from pitboss.engine import check as check_round
from pitboss.engine.actions import Bet, CloseBets, Draw, Fold, Strike, TakeBack
from pitboss.engine.events import CardsDealt
from pitboss.money import Amount
from pitboss.rulebooks import Violation
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, duties
from pitboss.table.commands import (
    Attest,
    CountChips,
    CountStub,
    CutDeck,
    FindMisdeal,
    OpenRound,
    OrderShuffle,
    Play,
    RuleOnChips,
    ShuffleDeck,
)
from pitboss.table.events import DeckRemoved, RoundMoved, StubCounted

TEN = Amount.parse("10")
THE_SAME_CLAUSE = {
    "load": ("7(a)", "8(a)(2)", "9(a)(1)"),
    "chips": ("7(b)", "8(a)(3)", "9(a)(2)"),
    "order": ("7(d)", "8(b)", "9(b)"),
    "stub": ("7(e)", "8(c)", "9(c)"),
    "count": ("7(f)", "8(d)", "9(d)"),
    "right": ("7(g)", "8(e)", "9(e)"),
    "wrong": ("7(h)", "8(f)", "9(f)"),
}


def by_method(*what: str) -> pytest.MarkDecorator:
    """One case for each way of dealing, bound to what sections 7, 8 and 9 call alike."""
    cases = []
    for at, method in enumerate(METHODS):
        clauses = [THE_SAME_CLAUSE[each][at] for each in what]
        cases.append(pytest.param(method, *clauses, marks=pytest.mark.clause(CRAZY, *clauses), id=method))
    return pytest.mark.parametrize(("method", *what), cases)


# Before the deal


@by_method("load")
def test_the_deck_is_loaded_by_the_dealer_after_shuffle_and_cut(method: str, load: str) -> None:
    table = ready(method)
    table = do(table, by(FLOOR, OrderShuffle, deck="red", reason="a card bent"))
    step = "take_up" if method == "hand" else "load"
    attest = by(DEALER, Attest, deck="red", step=step)
    assert refused(table, attest).clause == "4(a)"  # the shuffle comes first
    table = do(table, by(DEALER, ShuffleDeck, deck="red"))
    if method != "hand":
        assert refused(table, attest).clause == "4(c)(2)"  # then the cut
        table = do(table, by(DEALER, CutDeck, deck="red", depth=10))
    assert refused(table, by(DEALER, OpenRound, deck="red")).clause == load
    assert refused(table, by(FLOOR, Attest, deck="red", step=step)).clause == load
    events = happens(table, attest)
    assert [(event.by, event.clause) for event in events] == [(DEALER, load)]
    assert do(do(table, attest), by(DEALER, OpenRound, deck="red")).in_play == "red"


@by_method("load")
def test_a_deck_shuffled_again_in_a_round_is_loaded_again_before_the_first_card(method: str, load: str) -> None:
    table = do(closed(ready(method)), by(FLOOR, OrderShuffle, deck="red", reason="a card bent"))
    table = do(table, by(DEALER, ShuffleDeck, deck="red"))
    if method != "hand":
        table = do(table, by(DEALER, CutDeck, deck="red", depth=30))
    assert refused(table, deal(table)).clause == load
    assert running(dealt(readied(table))).phase is Phase.DECISION


@pytest.mark.clause(CRAZY, "6(c)")
@by_method("chips")
def test_after_the_call_no_wager_is_made_raised_or_withdrawn_but_play(method: str, chips: str) -> None:
    table = wagered(ready(method, cover_all=True, readings={"cover-all-device": "any"}), MAIN)
    assert refused(table, play(CloseBets(), FLOOR)).clause == chips
    assert refused(table, play(CloseBets(), Role.PLAYER, "ann")).clause == chips
    table = do(table, play(CloseBets()))
    for late in (place(2, "ante", "10"), place(1, "ante", "20"), place(1, "cover_all", "1")):
        assert refused(table, late).clause == "6(c)"
    back = play(TakeBack(1, "ante"), Role.PLAYER, "ann")
    assert (refused(table, back).clause, refused(table, play(CloseBets())).clause) == ("6(c)", chips)


@by_method("chips")
def test_chips_are_squared_with_the_progressive_wagers_accepted_before_a_card(method: str, chips: str) -> None:
    four = f"{MAIN}, four_card_progressive 1"
    table = closed(ready(method, four_card_progressive="A"), four, four)
    assert refused(table, deal(table)).clause == chips
    assert refused(table, by(FLOOR, CountChips, chips=2)).clause == chips
    assert refused(table, by(DEALER, CountChips, chips=-1)).clause == chips
    counted = happens(table, by(DEALER, CountChips, chips=2))
    assert [(event.by, event.clause) for event in counted] == [(DEALER, chips)]
    differs = do(table, by(DEALER, CountChips, chips=1))
    assert refused(differs, deal(differs)).clause == "reading chip-count"
    ruling = by(FLOOR, RuleOnChips, seat=2, wager="four_card_progressive", chip=False)
    again = do(differs, ruling)
    assert "four_card_progressive" not in running(again).seats[2].wagers
    assert running(dealt(again)).phase is Phase.DECISION


@pytest.mark.clause(CRAZY, "7(b)", "8(a)(3)", "9(a)(2)", "6(d)(3)", "6(d)(4)")
def test_a_ruling_on_chips_is_the_floors_and_only_of_what_differs() -> None:
    four = f"{MAIN}, four_card_progressive 1"
    table = closed(ready(four_card_progressive="A"), four, MAIN)
    ruling = by(FLOOR, RuleOnChips, seat=1, wager="four_card_progressive", chip=False)
    assert refused(table, ruling).clause == "reading chip-count"  # nothing differs yet
    assert refused(dealt(table), by(DEALER, CountChips, chips=1)).clause == "7(b)"  # nor is a count due any more
    table = do(table, by(DEALER, CountChips, chips=2))
    for wrong in (
        by(DEALER, RuleOnChips, seat=1, wager="four_card_progressive", chip=False),
        by(FLOOR, RuleOnChips, seat=4, wager="four_card_progressive", chip=True),  # nobody plays there
        by(FLOOR, RuleOnChips, seat=1, wager="five_card_progressive", chip=True),  # it is not offered
        by(FLOOR, RuleOnChips, seat=2, wager="four_card_progressive", chip=False),  # it was not
        by(FLOOR, RuleOnChips, seat=1, wager="ante", chip=False),
    ):
        assert refused(table, wrong).clause == "reading chip-count"
    for seat in (1, 2):  # a second chip of a wager that was accepted, or one of a wager that was not
        returned = do(table, by(FLOOR, RuleOnChips, seat=seat, wager="four_card_progressive", chip=True))
        assert running(dealt(returned)).phase is Phase.DECISION


@by_method("chips")
def test_chips_miscounted_are_counted_again_on_record_before_anything_is_ruled_on(method: str, chips: str) -> None:
    four = f"{MAIN}, four_card_progressive 1"
    table = closed(ready(method, four_card_progressive="A"), four, four)
    for wrong in (1, 3):
        differs = do(table, by(DEALER, CountChips, chips=wrong))
        offered = [(duty.name, duty.must) for duty in duties(differs, NOON)]
        assert offered[0] == ("rule_on_chips", True)
        assert ("count_chips", False) in offered
        assert refused(differs, by(FLOOR, CountChips, chips=2)).clause == chips
        (again,) = happens(differs, by(DEALER, CountChips, chips=2))
        assert (type(again).__name__, again.clause) == ("ChipsSquared", chips)
        assert running(dealt(do(differs, by(DEALER, CountChips, chips=4), by(DEALER, CountChips, chips=2))))


FAILS = report("wagering_system_failure", FLOOR, note="the screen is dark")


@by_method("chips")
def test_wagers_called_off_before_the_deal_are_not_counted_struck_or_given_back_again(method: str, chips: str) -> None:
    made = "ante 10, super_bonus 10, four_card_progressive 5"
    table = closed(ready(method, four_card_progressive="A"), made, MAIN)
    differs = do(table, by(DEALER, CountChips, chips=0))
    strike = by(FLOOR, RuleOnChips, seat=1, wager="four_card_progressive", chip=False)
    for called_off in (do(table, FAILS), do(differs, FAILS)):
        assert [str(line.returned) for line in running(called_off).lines] == ["5.00"]
        assert refused(called_off, strike).clause == "reading chip-count"
        assert refused(called_off, by(DEALER, CountChips, chips=1)).clause == chips
        assert isinstance(check_round(running(called_off), Strike(1, "four_card_progressive")), Violation)
        assert running(dealt(called_off)).phase is Phase.DECISION


@pytest.mark.clause(CRAZY, "1 Magic Card Bonus", "1 Lucky Bonus")
def test_nothing_is_drawn_for_wagers_that_were_called_off() -> None:
    table = ready(five_card_hand_bonus=True, magic_card=True, lucky_bonus=True)
    table = closed(table, f"{MAIN}, five_card_hand_bonus_player 1", MAIN)
    assert refused(table, deal(table)).clause == "reading draw-time"
    assert running(dealt(do(table, FAILS))).phase is Phase.DECISION


# The draw

HAND_BONUS = f"{MAIN}, five_card_hand_bonus_player 1"


@pytest.mark.clause(CRAZY, "1 Magic Card Bonus", "1 Lucky Bonus", "11(f)(3)")
def test_the_system_alone_draws_once_between_the_call_and_the_first_card() -> None:
    table = wagered(ready(five_card_hand_bonus=True, magic_card=True, lucky_bonus=True), HAND_BONUS)
    draw = Draw(Card.parse("7c"), 1)
    assert refused(table, play(draw, SYSTEM)).clause == "reading draw-time"
    table = do(table, play(CloseBets()))
    assert refused(table, deal(table)).clause == "reading draw-time"
    assert {refused(table, play(draw, role)).clause for role in (DEALER, FLOOR)} == {"1 Magic Card Bonus"}
    assert refused(table, play(Draw(None, 7), SYSTEM)).clause == "reading draw-time"
    drawn = do(table, play(draw, SYSTEM))
    assert refused(drawn, play(draw, SYSTEM)).clause == "reading draw-time"
    assert refused(dealt(drawn), play(draw, SYSTEM)).clause == "reading draw-time"


# The deal and the stub


@by_method("order")
def test_cards_are_dealt_by_the_dealer_from_seat_one_and_to_the_dealer_last(method: str, order: str) -> None:
    table = closed(ready(method))
    assert refused(table, Play(by=FLOOR, at=deal(table).at, action=deal(table).action)).clause == order
    places = []
    while running(table).phase is Phase.DEALING:
        (moved,) = happens(table, deal(table))
        assert isinstance(moved, RoundMoved)
        assert isinstance(moved.move, CardsDealt)
        places.append((moved.move.to, len(moved.move.cards)))
        table = do(table, deal(table))
    once = ["seat 1", "seat 2", "dealer"]
    assert places == ([(to, 5) for to in once] if method == "automated_shoe" else [(to, 1) for to in once * 5])


@pytest.mark.clause(CRAZY, "10(a)")
@by_method("stub")
def test_the_stub_is_racked_by_the_dealer_before_anybody_plays(method: str, stub: str) -> None:
    table = dealt(closed(ready(method)))
    bet = play(Bet(1, TEN), Role.PLAYER, "ann")
    assert (refused(table, bet).clause, refused(table, play(Fold(1), Role.PLAYER, "ann")).clause) == (stub, stub)
    assert refused(table, by(FLOOR, Attest, deck="red", step="rack_stub")).clause == stub
    events = happens(table, by(DEALER, Attest, deck="red", step="rack_stub"))
    assert [(event.by, event.clause) for event in events] == [(DEALER, stub)]
    assert running(do(stub_away(table), bet)).seats[1].wagers["play"] == TEN


def four_rounds(method: str) -> Table:
    """A table after four rounds without a count, ready for the fifth."""
    table = ready(method)
    for _ in range(4):
        table = next_ready(played(table))
    return table


@by_method("count", "right", "stub")
def test_in_the_fifth_round_the_stub_is_counted_first(method: str, count: str, right: str, stub: str) -> None:
    table = dealt(closed(four_rounds(method)))
    assert refused(table, by(DEALER, Attest, deck="red", step="rack_stub")).clause == count
    assert refused(table, by(FLOOR, CountStub, cards=37)).clause == count
    assert refused(table, by(DEALER, CountStub, cards=53)).clause == count
    (counted,) = happens(table, by(DEALER, CountStub, cards=37))  # 52 less fifteen cards dealt
    assert isinstance(counted, StubCounted)
    assert (counted.by, counted.clause, counted.total) == (DEALER, right, 52)
    table = do(table, by(DEALER, CountStub, cards=37))
    assert refused(table, by(DEALER, CountStub, cards=37)).clause == count
    assert refused(table, play(Bet(1, TEN), Role.PLAYER, "ann")).clause == stub


@pytest.mark.clause(CRAZY, "7(f)", "8(d)", "9(d)", "14(f)")
def test_a_void_round_counts_toward_the_five() -> None:
    table = ready()
    for _ in range(4):
        table = dealt(closed(table))
        table = next_ready(do(table, report("wrong_number_of_cards")))
    table = dealt(closed(table))
    assert refused(table, by(DEALER, Attest, deck="red", step="rack_stub")).clause == "7(f)"


@by_method("wrong")
@pytest.mark.parametrize(("misdealt", "cards", "stays"), [(True, 52, True), (False, 51, False), (True, 51, False)])
def test_a_wrong_count_voids_the_round_and_may_cost_the_deck(
    method: str, wrong: str, misdealt: bool, cards: int, stays: bool
) -> None:
    table = dealt(closed(ready(method)))
    (counted,) = happens(table, by(DEALER, CountStub, cards=36))
    assert isinstance(counted, StubCounted)
    assert (counted.clause, counted.total) == (wrong, 51)
    table = do(table, by(DEALER, CountStub, cards=36))
    assert refused(table, play(Bet(1, TEN), Role.PLAYER, "ann")).clause == wrong
    find = by(DEALER, FindMisdeal, misdealt=misdealt, cards=cards)
    assert refused(table, by(FLOOR, FindMisdeal, misdealt=misdealt, cards=cards)).clause == wrong
    events = happens(table, find)
    assert {event.clause for event in events if isinstance(event, DeckRemoved)} == (set() if stays else {wrong})
    after = do(table, find)
    assert running(after).phase is Phase.VOID
    assert {(line.result, line.clause) for line in running(after).lines} == {("returned", wrong)}
    assert ("red" in after.decks) is stays
    assert refused(after, find).clause == wrong
