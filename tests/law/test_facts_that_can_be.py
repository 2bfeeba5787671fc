"""What cannot have happened yet is neither offered nor taken, and only steps are attested: in every document alike."""

from typing import Any

import pytest

from pitboss.engine import Phase, legal
from pitboss.engine.actions import Deal, Void
from pitboss.rulebooks.table_rules import Device
from pitboss.table import DeviceState, Table, duties, perform
from pitboss.table.commands import Attest, CoverDevice, CutDeck, Play, ReceiveDeck, ReportIrregularity, ShuffleDeck
from pitboss.table.needs import deck_need
from table.staff import (
    CARDROOM,
    CRAZY,
    MA,
    MD,
    NJ,
    NOON,
    act,
    at_dealing,
    dealer,
    floor,
    new_table,
    next_cards,
    ready_table,
    refusal,
    seated,
)

EXPOSED = "reading community-exposed"
NEEDS_A_CARD = {
    (MA, "wrong_number_of_cards"): ("12(c)", "any"),
    (MA, "community_card_exposed"): ("12(d)", "cross"),
    (MD, "wrong_number_of_cards"): ("13.C", "any"),
    (MD, "community_card_exposed"): (EXPOSED, "cross"),
    (NJ, "wrong_number_of_cards"): ("40.12(c)", "any"),
    (NJ, "community_card_exposed"): (EXPOSED, "cross"),
    (CARDROOM, "wrong_number_of_cards"): ("Irregularities 1", "any"),
    (CRAZY, "wrong_number_of_cards"): ("14(c)", "any"),
    (CRAZY, "dealer_card_exposed"): ("14(d)", "dealer"),
}


def clauses(rulebook: str, clause: str) -> list[str]:
    behind = {MD: ["13.A"], NJ: ["40.12(a)"]}
    return behind[rulebook] if clause == EXPOSED else [clause]


def offered(table: Table) -> set[str]:
    return {duty.where for duty in duties(table, NOON) if duty.name == "report_irregularity"}


def lies(table: Table, what: str) -> bool:
    """Whether a card of that kind is out."""
    assert table.round is not None
    places = {place for place, cards in table.round.places.items() if cards}
    if what == "any":
        return bool(table.round.cards_out)
    return "dealer" in places if what == "dealer" else bool(places & {"top", "left", "middle", "right", "bottom"})


@pytest.mark.parametrize(
    ("rulebook", "name"),
    [
        pytest.param(*key, marks=pytest.mark.clause(key[0], *clauses(key[0], clause)), id=f"{key[0]} {key[1]}")
        for key, (clause, _) in NEEDS_A_CARD.items()
    ],
)
def test_a_fact_of_a_card_needs_the_card(rulebook: str, name: str) -> None:
    clause, what = NEEDS_A_CARD[rulebook, name]
    table = at_dealing(ready_table(rulebook, "hand" if rulebook == CARDROOM else "manual_shoe"))
    seen = set()
    while table.running is not None and table.running.phase is Phase.DEALING:
        report, void = dealer(ReportIrregularity, name=name), floor(Play, action=Void(clause, "seen"))
        out = lies(table, what)
        seen.add(out)
        assert (name in offered(table)) is out
        voids = {option.clause for option in legal(table.running) if option.action == "void"}
        assert (clause in voids) is out
        if out:
            assert perform(table, report).running is None
            assert perform(table, void).running is None
        else:
            said = refusal(table, report)
            assert (said.clause, said.allowed) == (clause, "it once such a card is dealt")
            assert refusal(table, void).clause == clause
        table = act(table, Deal(next_cards(table)))
    assert seen == {False, True}


SHUFFLE_AND_CUT = {MA: ("4(a)", "4(d)"), MD: ("5.A", "5.D"), NJ: ("40.5(a)", "40.5(c)"), CRAZY: ("4(a)", "4(d)")}


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(book, marks=pytest.mark.clause(book, *cited)) for book, cited in SHUFFLE_AND_CUT.items()],
)
def test_a_shuffle_and_a_cut_are_not_attested(rulebook: str) -> None:
    table = new_table(rulebook)
    table = perform(table, dealer(ReceiveDeck, deck="red", back="red", design="bee"))
    table = ready_to(table, "shuffle")
    assert refusal(table, dealer(Attest, deck="red", step="shuffle")).tried == "an attestation of shuffle"
    table = perform(table, dealer(ShuffleDeck, deck="red"))
    assert refusal(table, dealer(Attest, deck="red", step="cut")).tried == "an attestation of cut"
    assert perform(table, dealer(CutDeck, deck="red", depth=20)).decks["red"].cut


def ready_to(table: Table, name: str) -> Table:
    """The opening steps done until something else is due."""
    if not table.seats:
        table = seated(table, "ann", "bob")
    while (due := deck_need(table, table.decks["red"])) is not None and due.name != name:
        table = perform(table, Attest(by=due.by[-1], at=NOON, deck="red", step=due.name))
    return table


PRESHUFFLED = {MA: "4(c)(1), 4(c)(2)", CRAZY: "4(c)(1), 4(c)(2)", MD: "5.C(1), 5.C(2)"}


@pytest.mark.parametrize(
    "rulebook",
    [pytest.param(book, marks=pytest.mark.clause(book, *cited.split(", "))) for book, cited in PRESHUFFLED.items()],
)
@pytest.mark.parametrize(("reading", "due"), [("cut", "cut"), ("last-shuffle", "load")])
def test_a_preshuffled_deck_that_the_device_shuffles_is_cut_alike_everywhere(
    rulebook: str, reading: str, due: str
) -> None:
    choices: dict[str, Any] = {"readings": {"preshuffled-cut": reading}}
    table = new_table(rulebook, "manual_shoe", "automated", **choices)
    table = perform(table, dealer(ReceiveDeck, deck="red", back="red", design="bee", preshuffled=True))
    table = ready_to(table, "shuffle") if rulebook != MD else table
    table = perform(table, dealer(ShuffleDeck, deck="red"))
    need = deck_need(table, table.decks["red"])
    assert need is not None
    assert need.name == due


COVERED = {MA: "12(g)", CRAZY: "14(g)", MD: "13.E"}


@pytest.mark.parametrize(
    "rulebook", [pytest.param(book, marks=pytest.mark.clause(book, clause)) for book, clause in COVERED.items()]
)
def test_dealer_or_floor_covers_a_broken_device_in_every_document(rulebook: str) -> None:
    table = ready_table(rulebook, shuffler="automated")
    broken = perform(table, dealer(ReportIrregularity, name="shuffler_broken"))
    for by in (dealer, floor):
        cover = by(CoverDevice, device=Device.SHUFFLER, how=DeviceState.COVERED)
        assert perform(broken, cover).devices[Device.SHUFFLER] is DeviceState.COVERED
    authority = broken.rules.authority_for("cover-device")
    assert authority is not None
    assert authority.clause == "reading device-out-of-order"
