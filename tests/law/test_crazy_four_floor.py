"""Crazy 4 Poker: seats, decks and orders of the floor, payouts that wait for it, and a shuffler out of order."""

from typing import Any

import pytest

from law.crazy_table import (
    DEALER,
    FLOOR,
    MAIN,
    PLAYERS,
    at_decision,
    at_settlement,
    by,
    closed,
    deal,
    do,
    filed,
    finished,
    happens,
    play,
    played,
    ready,
    received,
    refused,
    report,
    running,
    seated,
)
from law.typed import CRAZY
from pitboss.cards import DECK
from pitboss.engine import Phase
from pitboss.engine.actions import Bet, Fold, PlaceWager, Reveal, Settle, Validate
from pitboss.engine.events import PayoutValidated
from pitboss.money import Amount
from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table
from pitboss.table.commands import (
    Attest,
    ChangeMethod,
    CoverDevice,
    CutDeck,
    Leave,
    OpenRound,
    OrderRecut,
    OrderShuffle,
    ReceiveDeck,
    RestoreDevice,
    RuleOnLeaving,
    ShuffleDeck,
    Sit,
)
from pitboss.table.events import RoundMoved
from pitboss.table.state import Shuffle

TEN = Amount.parse("10")

# Seats, decks and orders


@pytest.mark.clause(CRAZY, "6(b)", "6(e)")
def test_only_the_seated_wager_and_at_one_position() -> None:
    table = do(ready(), by(DEALER, OpenRound, deck="red"))
    ante = PlaceWager(2, "ante", TEN)
    assert refused(table, play(ante, Role.PLAYER, "ann")).clause == "6(b)"
    assert refused(table, play(ante, Role.PLAYER, "eve")).clause == "6(b)"
    assert refused(table, Sit(by=Role.PLAYER, at=0, player="ann", seat=3)).clause == "6(e)"
    assert refused(table, Sit(by=Role.PLAYER, at=0, player="eve", seat=2)).clause == "6(b)"
    assert refused(table, Sit(by=Role.PLAYER, at=0, player="eve", seat=7)).clause == "reading seat-count"


@pytest.mark.clause(CRAZY, "6(b)")
@pytest.mark.parametrize(("abandoned", "results"), [(True, {"lose"}), (False, {"forfeited"})])
def test_the_floor_rules_on_the_wagers_of_a_player_who_leaves(abandoned: bool, results: set[str]) -> None:
    table = do(at_decision(ready()), Leave(by=Role.PLAYER, at=0, player="ann"))
    assert refused(table, by(DEALER, RuleOnLeaving, seat=1, abandoned=abandoned)).clause == "6(b)"
    assert refused(table, by(FLOOR, RuleOnLeaving, seat=2, abandoned=abandoned)).clause == "6(b)"
    table = do(table, by(FLOOR, RuleOnLeaving, seat=1, abandoned=abandoned))
    table = finished(at_settlement(table))
    assert {line.result for line in running(table).lines if line.seat == 1} == results


@pytest.mark.clause(CRAZY, "4(a)", "4(e)")
def test_orders_of_the_floor_stand_until_a_card_is_dealt_and_give_their_reason() -> None:
    table = closed(ready())
    for kind, clause in ((OrderShuffle, "4(a)"), (OrderRecut, "4(e)")):
        assert refused(table, by(DEALER, kind, deck="red", reason="doubtful")).clause == clause
        assert refused(table, by(FLOOR, kind, deck="red", reason=" ")).clause == clause
        assert happens(table, by(FLOOR, kind, deck="red", reason="doubtful"))[0].clause == clause
        begun = do(table, deal(table))
        assert refused(begun, by(FLOOR, kind, deck="red", reason="doubtful")).clause == clause


@pytest.mark.clause(CRAZY, "4(d)", "4(c)(2)", "3(c)")
def test_a_preshuffled_deck_goes_through_the_opening_and_is_cut_even_for_the_hand() -> None:
    table = received(seated(filed("hand")), preshuffled=True)
    assert refused(table, by(DEALER, ShuffleDeck, deck="red")).clause == "3(a)"
    for step in table.steps_left(table.decks["red"]):
        table = do(table, Attest(by=step.by[-1], at=0, deck="red", step=step.name))
    table = do(table, by(DEALER, ShuffleDeck, deck="red"))
    assert refused(table, by(DEALER, OpenRound, deck="red")).clause == "4(c)(2)"
    assert refused(table, by(DEALER, CutDeck, deck="red", depth=9)).clause == "4(d)"
    table = do(table, by(DEALER, CutDeck, deck="red", depth=10), by(DEALER, Attest, deck="red", step="take_up"))
    assert do(table, by(DEALER, OpenRound, deck="red")).in_play == "red"


@pytest.mark.clause(CRAZY, "2(b)", "2(b)(1)", "2(a)")
def test_a_second_deck_needs_leave_and_can_be_told_apart() -> None:
    blue = by(DEALER, ReceiveDeck, deck="blue", back="blue", design="bee")
    assert refused(received(filed()), blue).clause == "2(a)"
    two = do(filed("hand", decks=2), by(DEALER, ReceiveDeck, deck="red", back="red", design="bee"))
    assert refused(two, by(DEALER, ReceiveDeck, deck="b", back="red", design="bee")).clause == "2(b)(1)"
    assert refused(two, by(DEALER, ReceiveDeck, deck="b", back="blue", design="oak")).clause == "2(b)(1)"
    both = do(two, blue)
    assert refused(both, by(DEALER, ReceiveDeck, deck="c", back="green", design="bee")).clause == "2(b)"


@pytest.mark.clause(CRAZY, "10(b)", "10(c)")
def test_the_dealer_reveals_after_the_last_decision_and_no_other() -> None:
    table = at_decision(ready())
    assert refused(table, play(Reveal())).clause == "10(c)"
    assert refused(table, play(Bet(2, TEN), Role.PLAYER, PLAYERS[2])).clause == "10(b)"
    table = do(table, play(Fold(1), Role.PLAYER, "ann"), play(Bet(2, TEN), Role.PLAYER, "bob"))
    assert refused(table, play(Reveal(), FLOOR)).clause == "10(c)"
    assert refused(table, play(Validate(1, "four_card_progressive", "form"), DEALER)).clause == "10(e)(3)"
    assert finished(do(table, play(Reveal()))).running is None


@pytest.mark.clause(CRAZY, "10(g)", "7(d)")
def test_after_the_round_every_hand_can_be_rebuilt_card_by_card() -> None:
    table = played(ready())
    round = running(table)
    # Of three places each gets every third card of the deck.
    assert [round.seats[1].cards, round.seats[2].cards, round.places["dealer"]] == [DECK[at:15:3] for at in range(3)]
    assert {seat.racked for seat in round.seats.values()} == {True}


# The floorperson and a payout


@pytest.mark.parametrize(
    ("wager", "choices", "clause"),
    [
        pytest.param(
            "five_card_hand_bonus_player",
            {"five_card_hand_bonus": True},
            "10(f)(2)",
            marks=pytest.mark.clause(CRAZY, "10(f)(2)"),
        ),
        pytest.param(
            "link_progressive", {"link_progressive": "PTMGL01"}, "13(d)d", marks=pytest.mark.clause(CRAZY, "13(d)d")
        ),
    ],
)
def test_four_deuces_wait_for_the_floorperson_who_is_on_record(
    wager: str, choices: dict[str, Any], clause: str
) -> None:
    table = at_settlement(at_decision(ready("automated_shoe", **choices), f"{MAIN}, {wager} 1", MAIN))  # 2c 2d 2h 2s 3c
    while running(table).phase is Phase.SETTLEMENT:
        table = do(table, play(Settle({"link": TEN, "five_card_hand": TEN})))
    assert [line.wager for line in running(table).held] == [wager]
    validated = Validate(1, wager)
    assert refused(table, play(validated)).clause == clause
    assert refused(table, play(validated, Role.PLAYER, "ann")).clause == clause
    (event, *_) = happens(table, play(validated, FLOOR))
    assert isinstance(event, RoundMoved)
    assert (event.by, event.move) == (FLOOR, PayoutValidated(1, wager))
    assert finished(do(table, play(validated, FLOOR))).running is None


# A shuffler out of order at a linked table


LINKED: dict[str, Any] = {"link_progressive": "PTMGL01", "shuffler": "automated"}
GAME = {"title": "Three Card Poker", "paytable": "PTMGL01", "wager": "1"}


def without_its_shuffler(**choices: Any) -> Table:
    """A linked table that goes on with cards shuffled by hand."""
    table = do(ready(**{**LINKED, **choices}), report("shuffler_broken"))
    table = do(table, by(DEALER, CoverDevice, device="shuffler", how="covered"))
    return do(table, by(FLOOR, ChangeMethod, dealing="manual_shoe", shuffling=Shuffle.MANUAL))


@pytest.mark.clause(CRAZY, "13(h)", "14(g)")
@pytest.mark.parametrize("links", [[], [{**GAME, "decks": 2}]], ids=["alone", "with another game"])
def test_a_table_that_plays_with_fewer_decks_than_its_link_does_not_offer_the_link(links: list[object]) -> None:
    table = without_its_shuffler(decks=2, links=links)
    assert table.terms.submission.decks == 1
    assert "link_progressive" not in table.terms.wagers
    table = do(table, by(FLOOR, RestoreDevice, device="shuffler"))
    table = do(table, by(FLOOR, ChangeMethod, dealing="manual_shoe", shuffling=Shuffle.DEVICE))
    assert "link_progressive" in table.terms.wagers


@pytest.mark.clause(CRAZY, "13(h)")
def test_a_link_of_one_deck_is_played_on_without_the_shuffler() -> None:
    assert "link_progressive" in without_its_shuffler(links=[{**GAME, "decks": 1}]).terms.wagers
