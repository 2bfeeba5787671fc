"""Opening: inspect, verify, spread, look, wash, stack, and only then a shuffle."""

import pytest

from pitboss.rulebooks.table_rules import Role
from pitboss.table import Shuffle, perform
from pitboss.table.commands import Attest, CutDeck, OpenRound, ReceiveDeck, ShuffleDeck
from pitboss.table.events import DeckReceived, StepAttested
from table.staff import (
    CRAZY,
    MA,
    MD,
    NJ,
    at_wagers,
    attested,
    dealer,
    floor,
    happenings,
    new_table,
    player,
    proves,
    readied,
    received,
    refusal,
    seated,
    shuffled,
)

# The order of each document: who does what.
STEPS = {
    MA: ["dealer inspect", "floorperson verify", "dealer spread", "player/dealer look", "dealer wash", "dealer stack"],
    NJ: ["dealer inspect", "floorperson verify", "dealer spread", "player/dealer look", "dealer wash", "dealer stack"],
    CRAZY: [
        "dealer inspect",
        "floorperson verify",
        "dealer spread",
        "player/dealer look",
        "dealer wash",
        "dealer stack",
    ],
    MD: [
        "dealer inspect",
        "floorperson verify",
        "dealer spread",
        "player/dealer look",
        "dealer turn_down",
        "dealer wash",
        "dealer stack",
    ],
}


@pytest.mark.parametrize(
    "rulebook",
    proves(
        ma="3(a), 3(b), 3(c)",
        md="4.A, 4.B, 4.C, 4.C(1), 4.C(2), 4.C(3), 4.D",
        nj="40.4(b), 40.4(c)",
        crazy="3(a), 3(b), 3(c)",
    ),
)
def test_the_steps_come_in_the_documents_order_and_each_by_its_role(rulebook: str) -> None:
    table = received(seated(new_table(rulebook), "ann"))
    for number, line in enumerate(STEPS[rulebook]):
        roles, step = line.split()
        for later in STEPS[rulebook][number + 1 :]:
            other_roles, other = later.split()
            for other_role in other_roles.split("/"):
                refusal(table, Attest(by=Role(other_role), at=0, player="ann", deck="red", step=other))
        refusal(table, dealer(ShuffleDeck, deck="red"))
        for wrong in set(Role) - {*map(Role, roles.split("/")), Role.SYSTEM}:
            refusal(table, Attest(by=wrong, at=0, player="ann", deck="red", step=step))
        for role in roles.split("/"):
            command = Attest(by=Role(role), at=7, player="ann", deck="red", step=step)
            (event,) = happenings(table, command)
            assert isinstance(event, StepAttested)
            assert (event.by, event.at, event.step) == (role, 7, step)
        table = perform(table, command)
    assert shuffled(table, "red").decks["red"].shuffled is Shuffle.MANUAL


@pytest.mark.parametrize("rulebook", proves(ma="3(c)", md="4.C", nj="40.4(c)", crazy="3(c)"))
def test_the_look_is_a_seated_players_and_nobody_who_declines_it_holds_up_the_table(rulebook: str) -> None:
    table = received(new_table(rulebook))
    for role, step in ((Role.DEALER, "inspect"), (Role.FLOORPERSON, "verify"), (Role.DEALER, "spread")):
        table = perform(table, Attest(by=role, at=0, deck="red", step=step))
    look = player("ann", Attest, deck="red", step="look")
    for early in (look, dealer(Attest, deck="red", step="look"), dealer(Attest, deck="red", step="wash")):
        assert refusal(table, early).allowed.startswith("sit: Wait for the first player")
    table = seated(table, "ann")
    stranger = player("cat", Attest, deck="red", step="look")
    assert refusal(table, stranger).allowed == "it by a player seated at the table"
    assert perform(table, look).decks["red"].steps_done[-1] == "look"
    assert refusal(table, dealer(Attest, deck="red", step="wash")).allowed.startswith("look")
    (passed,) = happenings(table, dealer(Attest, deck="red", step="look"))
    assert passed.by is Role.DEALER, "the record shows that no player looked"


@pytest.mark.clause("nj-criss-cross", "40.4(a)")
def test_the_dealer_takes_the_cards_in() -> None:
    table = new_table(NJ)
    receipt = {"deck": "red", "back": "red", "design": "bee"}
    assert refusal(table, floor(ReceiveDeck, **receipt)).allowed == "it by the dealer"
    (event,) = happenings(table, dealer(ReceiveDeck, 42, **receipt))
    assert isinstance(event, DeckReceived)
    assert (event.by, event.at, event.clause) == (Role.DEALER, 42, "40.4(a)")


@pytest.mark.parametrize("rulebook", proves(ma="3(d)", md="4.E", nj="40.4(d)", crazy="3(d)"))
def test_each_of_two_decks_goes_through_the_opening_by_itself(rulebook: str) -> None:
    table = received(seated(new_table(rulebook, shuffler="automated", decks=2), "ann"))
    table = readied(table, "red")
    assert table.decks["blue"].steps_done == ()
    violation = refusal(table, dealer(OpenRound, deck="red"))
    assert violation.clause in ("3(d)", "4.E", "40.4(d)")
    assert violation.where == "deck blue"
    table = shuffled(attested(table, "blue"), "blue")
    assert at_wagers(table).in_play == "red"


@pytest.mark.clause("md-criss-cross", "4.F", "5.C(2)")
def test_preinspected_and_preshuffled_decks_skip_the_opening_and_are_cut() -> None:
    table = seated(new_table(MD), "ann")
    table = perform(table, dealer(ReceiveDeck, deck="red", back="red", design="bee", preshuffled=True))
    assert refusal(table, dealer(Attest, deck="red", step="inspect")).allowed.startswith("cut")
    assert refusal(table, dealer(OpenRound, deck="red")).clause == "5.C(2)"
    table = perform(table, dealer(CutDeck, deck="red", depth=10), dealer(Attest, deck="red", step="load"))
    assert at_wagers(table).in_play == "red"


@pytest.mark.parametrize("rulebook", proves(ma="4(c)(2)", crazy="4(c)(2)"))
def test_elsewhere_preshuffled_decks_are_opened_like_others_and_cut_even_after_the_device(rulebook: str) -> None:
    table = seated(new_table(rulebook, shuffler="automated"), "ann")
    table = perform(table, dealer(ReceiveDeck, deck="red", back="red", design="bee", preshuffled=True))
    assert refusal(table, dealer(ShuffleDeck, deck="red")).allowed.startswith("inspect")
    table = shuffled(attested(table, "red"), "red")
    assert refusal(table, dealer(OpenRound, deck="red")).clause == "4(c)(2)"
    assert perform(table, dealer(CutDeck, deck="red", depth=10)).decks["red"].cut
