"""An open table at which nobody plays."""

import pytest

from pitboss.rulebooks.table_rules import Role
from pitboss.table import Table, perform
from pitboss.table.commands import Attest, DeclareIdle, OpenRound, ShuffleDeck
from pitboss.table.events import StepAttested
from table.staff import (
    CARDROOM,
    MA,
    MD,
    NJ,
    at_wagers,
    dealer,
    floor,
    happenings,
    new_table,
    player,
    proves,
    readied,
    ready_table,
    received,
    refusal,
    wagered,
)


def idle(rulebook: str) -> Table:
    """An idle table with the cards still in shoe and rack."""
    return perform(ready_table(rulebook), dealer(DeclareIdle))


@pytest.mark.parametrize(
    ("rulebook", "order"),
    [
        pytest.param(MA, "spread look wash stack", marks=pytest.mark.clause(MA, "4(f)")),
        pytest.param(
            MD,
            "clear spread look turn_down wash stack",
            marks=pytest.mark.clause(MD, "5.F", "5.F(1)", "5.F(2)", "5.F(3)"),
        ),
        pytest.param(NJ, "spread turn_up look wash stack", marks=pytest.mark.clause(NJ, "40.5(e)")),
        pytest.param("ma-crazy-4", "spread look wash stack", marks=pytest.mark.clause("ma-crazy-4", "4(f)")),
    ],
)
def test_cards_are_spread_looked_at_washed_and_shuffled_afresh(rulebook: str, order: str) -> None:
    table = idle(rulebook)
    assert table.idle
    assert table.rules.idle is not None
    for step in order.split():
        assert refusal(table, dealer(OpenRound, deck="red")).allowed.startswith(step)
        assert refusal(table, dealer(ShuffleDeck, deck="red")).allowed.startswith(step)
        command = (
            player("ann", Attest, deck="red", step=step) if step == "look" else dealer(Attest, deck="red", step=step)
        )
        (event,) = happenings(table, command)
        assert isinstance(event, StepAttested)
        table = perform(table, command)
    assert not table.idle
    assert refusal(table, dealer(OpenRound, deck="red")).allowed == "shuffle: Shuffle the cards"
    assert at_wagers(readied(table, "red")).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="4(f)", md="5.F(2)", crazy="4(f)"))
def test_face_down_unless_a_player_asks(rulebook: str) -> None:
    table = idle(rulebook)
    if rulebook == MD:
        table = perform(table, dealer(Attest, deck="red", step="clear"))
    face_up = {"deck": "red", "step": "spread", "face_up": True}
    for nobody in ("", "the pit manager"):
        violation = refusal(table, dealer(Attest, **face_up, asked_by=nobody))
        assert violation.allowed == "face down, unless a seated player asks"
    asked = perform(table, dealer(Attest, **face_up, asked_by="ann"))
    assert asked.decks["red"].face_up
    assert not perform(table, dealer(Attest, deck="red", step="spread")).decks["red"].face_up


@pytest.mark.clause("nj-criss-cross", "40.5(e)")
def test_new_jersey_spreads_either_way_and_turns_face_down_cards_up_for_the_player() -> None:
    table = perform(idle(NJ), dealer(Attest, deck="red", step="spread", face_up=True))
    assert perform(table, player("ann", Attest, deck="red", step="look")).idle, "no turning up is asked for"
    table = perform(idle(NJ), dealer(Attest, deck="red", step="spread"))
    assert refusal(table, player("ann", Attest, deck="red", step="look")).allowed.startswith("turn_up")


@pytest.mark.parametrize("rulebook", proves(ma="4(g)", md="5.H"))
def test_with_a_reshuffling_device_nothing_is_spread(rulebook: str) -> None:
    table = ready_table(rulebook, shuffler="reshuffling_device")
    violation = refusal(table, dealer(DeclareIdle))
    assert violation.clause == table.rules.shuffling.device_clause
    assert violation.allowed == "nothing: with this device no spread is needed"


@pytest.mark.clause(MA, "4(f)")
def test_a_table_is_idle_only_between_rounds_and_once_open() -> None:
    assert refusal(received(new_table(MA)), dealer(DeclareIdle)).allowed == "it once the table is open for gaming"
    assert refusal(wagered(at_wagers(ready_table(MA))), floor(DeclareIdle)).allowed == "it after the round"
    assert perform(at_wagers(ready_table(MA)), floor(DeclareIdle)).idle, "no wager was placed in the round"
    assert refusal(ready_table(MA), DeclareIdle(by=Role.PLAYER, at=0)).allowed == "it by the dealer or floorperson"
    assert refusal(ready_table(CARDROOM), dealer(DeclareIdle)).allowed == "nothing: these rules ask for no spread"
