"""A round corrected in the browser: one floorperson puts the facts right, another approves, the replay tells of it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.desk_site import desk_site, sign_in
from browser.reading import troubles
from pitboss.money import Amount
from server.desk import Crew, Desk
from server.test_corrections import KINGS, NINES, PLACES, crazy, deal

Site = tuple[Desk, str]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with desk_site(tmp_path_factory.mktemp("corrections")) as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(desk: Site, browser: Any) -> Iterator[dict[str, Page]]:
    """A browser for each of the two floorpersons."""
    contexts: list[BrowserContext] = []
    found = {}
    for name in ("flo", "fin"):
        desk[0].person(name, "floorperson")
        context = browser.new_context(base_url=desk[1], reduced_motion="reduce")
        sign_in(context, desk[0], name, desk[1])
        context.set_default_timeout(15_000)
        contexts.append(context)
        found[name] = context.new_page()
    yield found
    for context in contexts:
        context.close()


def test_two_persons_correct_a_round(desk: Site, pages: dict[str, Page]) -> None:
    """ann's kings were three, not two: 6.00 more, when fin has approved what flo proposed."""
    crew = Crew(desk[0], "ma-criss-cross")
    crew.sit()
    deal(crew, f"{PLACES} {KINGS}")
    before = crew.balances
    flo, fin = pages["flo"], pages["fin"]

    flo.goto(f"/tables/{crew.table}/console")
    corrections = flo.get_by_role("region", name="Corrections")
    corrections.get_by_label("Round").fill("1")
    corrections.get_by_role("button", name="Correct this round").press("Enter")
    seat = flo.get_by_role("group", name="Seat 1, ann")
    expect(seat.get_by_label("Cards")).to_have_value("Kc 2h")
    flo.get_by_role("button", name="Show old and new").click()
    expect(flo.get_by_text("These facts settle as the round was settled.")).to_be_visible()
    seat.get_by_label("Cards").fill("Kc Kd")
    flo.get_by_role("button", name="Show old and new").click()
    expect(flo.get_by_role("alert")).to_contain_text("Kd as well as community middle")
    seat.get_by_label("Cards").fill("kc KH")
    flo.get_by_role("button", name="Show old and new").press("Enter")
    side = flo.get_by_role("region", name="Old and new")
    expect(side.get_by_role("table", name=re.compile("Seat 1, ann: .*becomes"))).to_be_visible()
    row = side.get_by_role("row").filter(has_text="Across Bet").first
    expect(row).to_contain_text("win at 1 to 1")
    expect(row).to_contain_text("win at 3 to 1")
    expect(row).to_contain_text("+$2")
    assert troubles(flo) == []
    side.get_by_label("Reason").fill("a king keyed in as a deuce")
    side.get_by_role("button", name="Propose the correction").click()
    made = flo.get_by_role("listitem", name="Correction 1")
    expect(made).to_contain_text("waiting")
    expect(made).to_contain_text("A second person approves it.")
    expect(made.get_by_role("button", name=re.compile("^Approve"))).to_have_count(0)
    assert crew.balances == before

    fin.goto(f"/tables/{crew.table}/console")
    waiting = fin.get_by_role("region", name="Corrections")
    expect(waiting).to_contain_text("a king keyed in as a deuce")
    assert troubles(fin) == []
    waiting.get_by_role("button", name="Approve correction 1").press("Enter")
    expect(waiting.get_by_text("None is waiting for a decision")).to_be_visible()
    assert crew.balances == [before[0] + Amount.parse("6"), before[1]]
    assert desk[0].office.store.reconcile() == []

    fin.goto(f"/tables/{crew.table}/rounds/1")
    told = fin.get_by_role("region", name="Correction 1")
    expect(told).to_contain_text("Corrected after the round")
    expect(told).to_contain_text("proposed by flo, approved by fin")


def test_a_proposal_is_rejected_with_a_reason(desk: Site, pages: dict[str, Page]) -> None:
    """At Crazy 4 Poker: the dealer's cards and every wager have a field; the second person says no."""
    crew = crazy(desk[0], NINES)
    flo, fin = pages["flo"], pages["fin"]
    flo.goto(f"/tables/{crew.table}/rounds/1")
    flo.get_by_role("link", name="Correct this round").click()
    expect(flo.get_by_label("Dealer's cards")).not_to_have_value("")
    flo.get_by_role("group", name="Seat 2, bob").get_by_label("Folded at").select_option("")
    flo.get_by_role("group", name="Seat 1, ann").get_by_label("Cards").fill("9s 9c 9h 8d 2c")
    flo.get_by_role("button", name="Show old and new").click()
    side = flo.get_by_role("region", name="Old and new")
    side.get_by_label("Reason").fill("an eight, not a nine")
    side.get_by_role("button", name="Propose the correction").click()
    expect(flo.get_by_role("listitem", name="Correction 1")).to_contain_text("waiting")
    fin.goto(f"/tables/{crew.table}/rounds/1/correct")
    fin.get_by_role("button", name="Reject correction 1").click()
    fin.get_by_role("dialog").get_by_label("Reason").fill("the camera shows a nine")
    fin.get_by_role("button", name="Reject it").click()
    expect(fin.get_by_role("listitem", name="Correction 1")).to_contain_text("rejected by fin: the camera shows a nine")
