"""New Jersey: what is settled, opened and racked in turn, and what each line cites."""

import pytest

from engine.rounds import bet_on, dealt, line, moves, order, refused, settled, settlement, table, wagered
from law.typed import MD, NJ
from pitboss.cards import parse_cards
from pitboss.engine import play, spin_due
from pitboss.engine.actions import CloseBets, Deal, PlaceWager, ReturnWagers, Settle, Spin
from pitboss.engine.events import HandOpened, HandRacked, LineSettled, RoundEvent
from pitboss.money import Amount
from pitboss.rulebooks import Refused, load, terms_for
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Shuffle, Table, check, open_table, perform
from pitboss.table.commands import ChangeMethod, Leave, Play, RuleOnLeaving
from table.staff import (
    act,
    at_settlement,
    at_wagers,
    dealer,
    floor,
    happenings,
    player,
    ready_table,
    refusal,
    stub_away,
)
from table.staff import wagered as staked

SPIN = {"bonus_spin": "1-fixed"}


def said(event: RoundEvent) -> str:
    """The events of a settlement in a word or two."""
    match event:
        case HandOpened(seat):
            return f"{seat} opened"
        case HandRacked(seat):
            return f"{seat} racked"
        case LineSettled(settled):
            return f"{settled.seat} {settled.wager}"
    return ""


@pytest.mark.clause(NJ, "40.10(i)", "40.10(i)1", "40.10(i)3", "40.10(i)4")
def test_from_the_far_right_each_hand_is_opened_settled_and_racked_before_the_next() -> None:
    ready = bet_on(dealt(wagered(table(NJ), "1: antes 5; 4: antes 5; 6: antes 5")))
    turn = ("opened", "ante_across", "across", "ante_down", "down", "middle", "racked")
    expected = [f"{seat} {word}" for seat in (6, 4, 1) for word in turn]
    assert [word for word in map(said, settlement(ready)) if word] == expected


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(b)", "40.10(i)")
def test_the_bonus_follows_all_hands_and_the_spins_come_last() -> None:
    ready = dealt(wagered(table(NJ, **SPIN), "2: antes 5, five_card_bonus 1, bonus_spin 1; 5: antes 5, bonus_spin 1"))
    hands = ["ante_across", "across", "ante_down", "down", "middle"]
    after = settled(bet_on(ready), spins={2: 1, 5: 1})
    assert order(after) == [
        *(f"5 {wager}" for wager in hands),
        *(f"2 {wager}" for wager in hands),
        *("2 five_card_bonus", "5 bonus_spin", "2 bonus_spin"),
    ]


@pytest.mark.parametrize(
    ("cross", "hole", "result", "clause"),
    [
        # Across and Down share the middle card; top and bottom make the Down Hand, left and right the Across Hand.
        pytest.param("2c 9d 4h 7s Jc", "9h 3s", "push", "40.10(i)2", id="nines across push, Down loses"),
        pytest.param("9d 2c 4h 7s Jc", "9h 3s", "push", "40.10(i)2", id="Across loses, nines down push"),
        pytest.param("2c 7d 9d Qs Jc", "9h 3s", "push", "40.10(i)2", id="both push"),
        pytest.param("2c 7d 4h Qs Jc", "9h 3s", "lose", "40.10(i)2", id="both lose"),
        pytest.param("2c Kd 4h Qs Jc", "Kh 3s", "win", "40.11(a)", id="kings across win"),
    ],
)
@pytest.mark.clause(NJ, "40.10(i)2", "40.11(a)")
def test_the_middle_bet_and_the_clause_that_decides_it(cross: str, hole: str, result: str, clause: str) -> None:
    after = settled(bet_on(dealt(wagered(table(NJ), "1: antes 5"), f"cross {cross}, 1 {hole}")))
    middle = line(after, 1, "middle")
    assert (middle.result, middle.clause) == (result, clause)


@pytest.mark.parametrize(
    ("made", "clause"),
    [
        ("1 folds", "40.10(c)"),
        ("1 bets 5; reveal; 1 folds", "40.10(e)"),
        ("1 bets 5; reveal; 1 bets 5; reveal; 1 folds", "40.10(g)"),
    ],
)
@pytest.mark.clause(NJ, "40.10(c)", "40.10(e)", "40.10(g)", "40.10(i)2", "40.11(b)")
def test_a_fold_at_each_decision_and_what_its_lines_cite(made: str, clause: str) -> None:
    ready = dealt(wagered(table(NJ, **SPIN), "1: antes 5, five_card_bonus 1, bonus_spin 1"), "1 9h 9s")
    after = play(ready, *moves(made))
    lines = {item.wager: item for item in after.lines}
    assert {item.result for item in lines.values()} == {"forfeited"}
    assert "five_card_bonus" not in lines, "it outlives the fold"
    assert lines.pop("bonus_spin").clause == "reading bonus-spin-on-fold"
    assert {item.clause for item in lines.values()} == {clause}
    assert after.seats[1].racked


@pytest.mark.clause(NJ, "40.10(i)2")
def test_a_bonus_spin_without_a_pair_is_lost_by_the_clause_that_asks_for_one() -> None:
    ready = dealt(wagered(table(NJ, **SPIN), "1: antes 5, bonus_spin 1"), "1 9h 8s")
    lost = line(settled(bet_on(ready)), 1, "bonus_spin")
    assert (lost.result, lost.clause) == ("lose", "40.10(i)2")


# Wagers


@pytest.mark.clause(NJ, "40.6(b)")
def test_a_wager_is_an_amount_in_an_area_of_the_layout_and_nothing_else() -> None:
    for area in ("call_bet", "match_play", ""):
        violation = refused(table(NJ), PlaceWager(1, area, Amount.parse("5")))
        assert violation.tried == f"an unknown wager '{area}'"
    assert PlaceWager.__struct_fields__ == ("seat", "wager", "amount"), "neither coupon nor cash has a way in"


@pytest.mark.clause(NJ, "40.6(a)", "40.7(d)", "40.8(d)", "40.9(c)")
def test_a_lone_ante_goes_back_and_the_round_goes_on_without_it() -> None:
    open_bets = wagered(table(NJ), "1: ante_across 5; 2: antes 5")
    assert refused(open_bets, CloseBets()).clause == "40.6(a)"
    closed = play(open_bets, ReturnWagers(1), CloseBets())
    assert [number for number, seat in closed.seats.items() if seat.wagers] == [2]


# The automated shoe


@pytest.mark.parametrize("approval", [None, "", " "])
@pytest.mark.clause(NJ, "40.9(a)")
def test_an_automated_shoe_is_not_filed_without_its_approval(approval: str | None) -> None:
    with pytest.raises(Refused) as refusal:
        terms_for(NJ, {"dealing": "automated_shoe", "device_approval": approval})
    (violation,) = refusal.value.violations
    assert (violation.clause, violation.where) == ("40.9(a)", "device_approval")
    assert violation.tried == "automated_shoe without an approval on record"
    filed = terms_for(NJ, {"dealing": "automated_shoe", "device_approval": "DGE 2026-4"})
    assert filed.dealing.method == "automated_shoe"


@pytest.mark.clause(NJ, "40.9(a)", "40.12(d)", "40.12(e)")
def test_a_table_without_the_approval_does_not_change_to_an_automated_shoe() -> None:
    change = ChangeMethod(by=Role.FLOORPERSON, at=0, dealing="automated_shoe", shuffling=Shuffle.MANUAL)
    violation = check(open_table(terms_for(NJ)), change)
    assert violation is not None
    assert violation.clause == "40.9(a)"
    approved = open_table(terms_for(NJ, {"device_approval": "DGE 2026-4"}))
    (event,) = happenings(approved, change)
    assert event.clause == "reading device-out-of-order"


# Players who leave


def with_a_spin_for_ann() -> Table:
    """All cards up; ann, in seat 1, holds a pair and has made the Bonus Spin."""
    closed = act(staked(at_wagers(ready_table(NJ, bonus_spin="5-fixed")), "bonus_spin"), CloseBets())
    for card in parse_cards("2c 7h 9d 4s Kh 5c 8s 5d Ts"):
        closed = act(closed, Deal((card,)))
    return at_settlement(stub_away(closed))


@pytest.mark.clause(NJ, "40.6(c)", "40.10(i)2")
def test_when_all_cards_are_up_they_decide_the_wagers_of_one_who_left_and_the_spin_is_still_the_players() -> None:
    away = perform(with_a_spin_for_ann(), player("ann", Leave))
    waiting = act(act(act(away, Settle()), Settle()), Settle())
    assert waiting.round is not None
    assert {item.clause for item in waiting.round.lines if item.seat == 1} == {"40.11(a)", "40.10(i)2"}
    spin = {"action": Spin(1, 8)}
    for by in (dealer, floor):
        assert refusal(waiting, by(Play, **spin)).allowed == "it by the player"
    turned = perform(waiting, player("ann", Play, **spin)).round
    assert turned is not None
    won = line(turned, 1, "bonus_spin")
    assert (won.paid, won.clause) == (Amount.parse("1000"), "40.11(c)")
    lost = perform(waiting, floor(RuleOnLeaving, seat=1, abandoned=True))
    assert lost.round is not None
    assert spin_due(lost.round) is None, "the floor may still rule, until the wager is settled"


@pytest.mark.clause(NJ, "40.6(c)")
def test_the_reading_of_a_departure_is_that_of_the_same_sentence_in_maryland() -> None:
    taken = {}
    for id in (NJ, MD):
        reading = load(id).interpretation("leaving-abandons")
        assert reading is not None
        taken[id] = next(item.says for item in reading.readings if item.id == reading.taken)
    assert taken[NJ].startswith(taken[MD].removesuffix("."))
