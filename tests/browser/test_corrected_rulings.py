"""Rulings put right after the round, in the form: void, called off, left, forfeited; a second person approves each."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.desk_site import desk_site, sign_in
from browser.reading import troubles
from server.desk import Crew, Desk, full
from server.test_corrections import KINGS, NINES, PLACES, approve, crazy, deal, sound

Site = tuple[Desk, str]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with desk_site(tmp_path_factory.mktemp("rulings")) as opened:
        opened[0].person("flo", "floorperson")
        opened[0].person("fin", "floorperson")
        opened[0].person("ava", "auditor")
        yield opened


@pytest.fixture(scope="module")
def flo(desk: Site, browser: Any) -> Iterator[Page]:
    """The browser of the floorperson who proposes."""
    context = browser.new_context(base_url=desk[1], reduced_motion="reduce")
    sign_in(context, desk[0], "flo", desk[1])
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


def crossed(desk: Desk, rulebook: str, *extra: str, **choices: Any) -> Crew:
    """A round in which ann has a pair of kings both ways and bob nothing: even money on two antes and three bets."""
    crew = Crew(desk, rulebook, **choices)
    crew.extra = extra
    crew.sit()
    deal(crew, f"{PLACES} {KINGS}")
    return crew


def form(page: Page, crew: Crew) -> Locator:
    page.goto(f"/tables/{crew.table}/rounds/1/correct")
    found = page.get_by_role("region", name="Facts")
    expect(found.get_by_role("group", name="The whole round")).to_be_visible()
    return found


def seat(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name)


def compared(page: Page) -> Locator:
    """Old and new side by side."""
    page.get_by_role("button", name="Show old and new").click()
    side = page.get_by_role("region", name="Old and new")
    expect(side).to_be_visible()
    return side


def corrected(page: Page, crew: Crew, ann: str, bob: str) -> None:
    """Proposed in the browser, approved by a second person: what each has won or lost by the round then."""
    side = compared(page)
    side.get_by_label("Reason").fill("seen on the camera")
    side.get_by_role("button", name="Propose the correction").click()
    expect(page.get_by_role("listitem", name="Correction 1")).to_contain_text("waiting")
    approve(crew, id=f"approve {crew.table}")
    assert won(crew) == [ann, bob]
    sound(crew)


def won(crew: Crew) -> list[str]:
    """What ann and bob have more than before the round, in dollars."""
    return [str(now - had) for now, had in zip(crew.balances, crew.had, strict=True)]


@pytest.mark.clause("ma-criss-cross", "12(c)")
def test_a_round_that_was_void_gives_every_wager_back(desk: Site, flo: Page) -> None:
    """ann won 5.00 and bob lost 5.00; a hand had three cards, so that nobody won or lost anything."""
    crew = crossed(desk[0], "ma-criss-cross")
    facts = form(flo, crew)
    expect(facts.get_by_label("Were wagers called off?")).to_have_count(0)  # this document calls none off
    facts.get_by_label("Was the round void?").select_option("12(c)")
    expect(facts.get_by_label("When")).to_have_value("settlement")
    expect(facts.get_by_label("Last settled before it")).to_have_value("")
    expect(facts.get_by_role("link", name="clause 12(c)")).to_be_visible()
    flo.get_by_role("button", name="Show old and new").click()  # and the browser asks for the reason
    expect(flo.get_by_role("region", name="Old and new")).to_have_count(0)
    facts.get_by_label("What was found").fill("seat 1 was dealt three cards")
    row = compared(flo).get_by_role("row").filter(has_text="Across Bet").first
    expect(row).to_contain_text("win at 1 to 1")
    expect(row).to_contain_text("returned")
    assert troubles(flo) == []
    corrected(flo, crew, "0.00", "0.00")
    again = form(flo, crew)  # as it stands now
    expect(again.get_by_label("Was the round void?")).to_have_value("12(c)")
    expect(again.get_by_label("What was found")).to_have_value("seat 1 was dealt three cards")
    again.get_by_label("Was the round void?").select_option("")
    row = compared(flo).get_by_role("row").filter(has_text="Across Bet").first
    expect(row).to_contain_text(re.compile("returned.*win at 1 to 1", re.DOTALL))


@pytest.mark.clause("ma-crazy-4", "14(d)", "14(a)")
def test_a_void_before_the_bets_leaves_them_out(desk: Site, flo: Page) -> None:
    """Two cards lay face up in the deal: the Play wagers never were, and every other wager goes back."""
    crew = crazy(desk[0], NINES)
    facts = form(flo, crew)
    facts.get_by_label("Was the round void?").select_option("14(d)")
    facts.get_by_label("What was found").fill("the dealer's card was seen")
    expect(facts.get_by_label("When").first).to_have_value("play")
    flo.get_by_role("button", name="Show old and new").click()
    expect(flo.get_by_role("alert")).to_contain_text("14(d)")  # both had decided by then
    facts.get_by_label("Was the round void?").select_option("14(a)")
    expect(facts.get_by_label("When").first).to_have_value("dealing")
    expect(facts.get_by_label("What was found")).to_have_value("the dealer's card was seen")
    expect(seat(flo, "Seat 1, ann").get_by_label("Play", exact=True)).to_be_disabled()
    row = compared(flo).get_by_role("row").filter(has_text=re.compile("^Play"))
    expect(row.first).to_contain_text("none")
    corrected(flo, crew, "0.00", "0.00")


@pytest.mark.clause("nj-criss-cross", "40.6(c)")
def test_wagers_of_a_player_who_left_are_lost_or_stand(desk: Site, flo: Page) -> None:
    """ann left before the Down Bet. Abandoned: two antes and the Across Bet, 3.00. Let stand: a fold, and the same."""
    crew = crossed(desk[0], "nj-criss-cross")
    form(flo, crew)
    ann = seat(flo, "Seat 1, ann")
    expect(ann.get_by_label("Left or forfeited")).to_have_value("")
    expect(ann.get_by_role("option", name=re.compile("^forfeited"))).to_have_count(0)  # only Maryland knows that
    ann.get_by_label("Left or forfeited").select_option(label="left, and the wagers stand")
    expect(ann.get_by_label("When")).to_have_count(0)
    ann.get_by_label("Down Bet", exact=True).fill("")
    ann.get_by_label("Middle Bet", exact=True).fill("")
    expect(compared(flo).get_by_role("table").first).to_contain_text("forfeited")
    ann.get_by_label("Left or forfeited").select_option(label="left, and the wagers are lost")
    ann.get_by_label("When").select_option("down")
    expect(ann.get_by_label("Middle Bet", exact=True)).to_be_disabled()
    corrected(flo, crew, "-3.00", "-5.00")
    form(flo, crew)
    expect(ann.get_by_label("Left or forfeited")).to_have_value("left abandoned")
    expect(ann.get_by_label("When")).to_have_value("down")


@pytest.mark.clause("cardroom-criss-cross", "Round 3")
def test_who_leaves_the_card_room_has_declined(desk: Site, flo: Page) -> None:
    """Both lost all five wagers of 2.00; ann had left before the Down Bet and so lost three of them."""
    crew = crossed(desk[0], "cardroom-criss-cross")
    assert won(crew) == ["-10.00", "-10.00"]
    form(flo, crew)
    ann = seat(flo, "Seat 1, ann")
    ann.get_by_label("Left or forfeited").select_option(label="left, and so declined the next bet")
    ann.get_by_label("When").select_option("down")
    ann.get_by_label("Down Bet", exact=True).fill("")
    corrected(flo, crew, "-6.00", "-10.00")


@pytest.mark.clause("md-criss-cross", "11.A(5)")
def test_a_forfeiture_after_a_payment_takes_it_back(desk: Site, flo: Page) -> None:
    """ann broke a rule of conduct when bob was settled: her 5.00 are not won, and her five wagers of 1.00 are lost."""
    crew = crossed(desk[0], "md-criss-cross")
    form(flo, crew)
    ann = seat(flo, "Seat 1, ann")
    ann.get_by_label("Left or forfeited").select_option(label="forfeited all wagers (11.A(5))")
    expect(ann).to_contain_text("player touched cards dealt to another")
    ann.get_by_label("When").select_option("settlement")
    last = ann.get_by_label("Last settled before it")
    expect(last.get_by_role("option")).to_have_count(5)  # nothing, and for each seat all and what is settled together
    last.select_option(label="seat 2, Ante Across, Across Bet, Ante Down, Down Bet, Middle Bet")
    compared(flo)
    last.select_option(label="seat 2, every wager")
    assert troubles(flo) == []
    corrected(flo, crew, "-5.00", "-5.00")


@pytest.mark.clause("nj-criss-cross", "40.10(i)2")
def test_a_wheel_that_failed_gives_the_bonus_spin_back(desk: Site, flo: Page) -> None:
    """Neither had a pair in the hole: both lost the Bonus Spin of 5.00, which the wheel could not have decided."""
    crew = crossed(desk[0], "nj-criss-cross", "bonus_spin", **full("nj-criss-cross"))
    assert won(crew) == ["20.00", "-30.00"]
    facts = form(flo, crew)
    facts.get_by_label("Were wagers called off?").select_option("reading wheel-failure")
    facts.get_by_label("What was found").fill("the sensor was dead")
    expect(facts).to_contain_text("Goes back where it was not decided: Bonus Spin")
    corrected(flo, crew, "25.00", "-25.00")


@pytest.mark.clause("ma-crazy-4", "13(b)")
def test_a_wagering_system_that_failed_gives_the_progressives_back(desk: Site, flo: Page) -> None:
    """Without the progressives: the dealer's queen high does not play, so antes and bob's Super Bonus come back.

    The Play wagers of 5.00 win even money, and ann's four nines 30 to 1 on her Super Bonus of 5.00.
    """
    crew = crazy(desk[0], NINES)
    facts = form(flo, crew)
    facts.get_by_label("Were wagers called off?").select_option("reading wagering-system-failure")
    facts.get_by_label("What was found").fill("no wager was recorded")
    assert troubles(flo) == []
    corrected(flo, crew, "155.00", "5.00")
