"""The rules pages in a browser: addresses of clauses, search, two rulebooks side by side, the submission editor."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.test_accessibility import serious
from pitboss.rulebooks import Met, load

PAGES = ("/rules", "/rules/cardroom-criss-cross", "/rules/compare", "/rules/submission?rulebook=nj-criss-cross")


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_a_clause_has_an_address_of_its_own(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/ma-crazy-4#10-b")
    clause = page.locator("[id='10-b']")
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    expect(clause).to_contain_text("enforced")
    clause.get_by_text(re.compile("tests prove it")).click()
    expect(clause.get_by_text(re.compile(r"test_crazy_four_decisions\.py")).first).to_be_visible()
    clause.get_by_role("link", name="queens-up-on-fold").or_(
        clause.get_by_role("link", name="play-minimum")
    ).first.click()
    expect(page).to_have_url(re.compile("#reading-"))
    expect(page.locator("article:focus")).to_contain_text("taken")


def test_figures_link_to_the_clauses_they_rest_on(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/ma-criss-cross")
    bets = page.get_by_role("region", name="Paytable: Across Bet, Down Bet and Middle Bet")
    expect(bets.get_by_role("row", name=re.compile("^royal flush"))).to_contain_text("500 to 1")
    bets.get_by_role("link", name="clause 11(b)").first.click()
    expect(page.locator("[id='11-b']")).to_be_in_viewport()


def test_a_search_leaves_only_what_fits(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/ma-criss-cross")
    page.get_by_label("Search within").fill("cover card")
    expect(page.get_by_role("status").first).not_to_contain_text("99 of 99")
    clauses = page.get_by_role("region", name="Clauses").locator("ol > li")
    for text in clauses.all_inner_texts():
        assert "cover" in text.lower()
    page.get_by_label("Search within").fill("no such words at all")
    expect(page.get_by_text("No clause fits.")).to_be_visible()
    page.get_by_label("Search within").fill("")
    register = load("ma-criss-cross").clauses
    physical = sum(clause.met is Met.PHYSICAL for clause in register)
    page.get_by_label(f"{physical} physical").check()
    expect(page.get_by_role("status").first).to_contain_text(f"{physical} of {len(register)} clauses")


def test_two_rulebooks_stand_side_by_side_with_differences_marked(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/compare?one=ma-criss-cross&other=cardroom-criss-cross")
    royal = page.get_by_role("table", name=re.compile("^Paytable: Across Bet")).get_by_role(
        "row", name=re.compile("^royal")
    )
    expect(royal).to_contain_text("differs")
    expect(royal.get_by_role("cell").nth(0)).to_contain_text("500 to 1")
    expect(royal.get_by_role("cell").nth(1)).to_contain_text("250 to 1")
    expect(royal.get_by_role("link", name="clause Pay Tables 1")).to_have_attribute(
        "href", "/rules/cardroom-criss-cross#pay-tables-1"
    )
    differing = page.get_by_role("row").count()
    page.get_by_label("show what is the same too").check()
    assert page.get_by_role("row").count() > differing
    page.get_by_label("The other").select_option("ma-criss-cross")
    expect(page.get_by_text("0 differ")).to_be_visible()


@pytest.mark.clause("ma-criss-cross", "2(b)")
def test_breaches_are_shown_as_one_types_and_go_when_mended(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/submission?rulebook=ma-criss-cross")
    expect(page.get_by_role("heading", name="✓ Lawful")).to_be_visible()
    page.get_by_label("Decks").select_option("2")
    expect(page.get_by_role("heading", name="✗ 1 breach")).to_be_visible()
    verdict = page.get_by_role("region", name=re.compile("breach"))
    expect(verdict).to_contain_text("2 without an automated shuffler")
    expect(verdict.get_by_role("link", name=re.compile("^clause"))).to_have_attribute(
        "href", "/rules/ma-criss-cross#2-b"
    )
    expect(page.get_by_label("Decks")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="Open a practice table")).to_be_disabled()
    page.get_by_label("Shuffler").select_option("automated")
    expect(page.get_by_role("heading", name="✓ Lawful")).to_be_visible()
    page.get_by_label("Minimum").first.fill("0")
    expect(page.get_by_role("heading", name=re.compile("✗"))).to_be_visible()
    expect(page.get_by_label("Minimum").first).to_have_attribute("aria-invalid", "true")


def test_a_submission_is_written_as_text_too(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/submission?rulebook=ma-crazy-4")
    page.get_by_text("As text, JSON or TOML").click()
    text = 'queens_up = "B"\ncover_all = true\nshuffler = "player_counting"\n'  # 12(d) asks for the device that counts
    page.get_by_label(re.compile("only what differs")).fill(text)
    expect(page.get_by_label("Queens Up", exact=True)).to_have_value("B")
    expect(page.get_by_label("Cover All", exact=True)).to_have_value("true")
    page.get_by_label("Queens Up", exact=True).select_option("C")
    expect(page.get_by_label(re.compile("only what differs"))).to_have_value(re.compile('"queens_up": "C"'))
    expect(page.get_by_role("link", name="Study this")).to_have_attribute("href", re.compile("queens_up"))


def test_a_lawful_submission_opens_a_practice_table(site: Site, opened: Any) -> None:
    page = opened(f"{site.url}/rules/submission?rulebook=ma-criss-cross")
    page.get_by_label("Five Card Bonus").select_option("true")
    expect(page.get_by_role("heading", name="✓ Lawful")).to_be_visible()
    page.get_by_role("button", name="Open a practice table").click()
    expect(page).to_have_url(re.compile("/tables/practice-"))
    table = page.request.get("/api" + page.evaluate("location.pathname")).json()
    assert table["rulebook"] == "ma-criss-cross"


@pytest.mark.parametrize(("theme", "width"), [("dark", 1280), ("light", 360)])
def test_every_page_of_the_rules_can_be_read_by_everyone(site: Site, opened: Any, theme: str, width: int) -> None:
    page = opened(f"{site.url}{PAGES[0]}", color_scheme=theme, viewport={"width": width, "height": 800})
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        assert serious(page) == []
        assert fits(page)
