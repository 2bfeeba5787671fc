"""The coach: exact values one key away, what a decision cost, the drill and its report."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.reading import troubles
from browser.tables import deal, own_cards, put_up, sit
from pitboss.mathematics.advice import advise, parse_position
from pitboss.rulebooks import terms_for


def at_table(site: Site, opened: Any, name: str) -> Page:
    """A guest at a practice table of their own, with the cards dealt."""
    page: Page = opened(site.url)
    page.request.post("/api/guest")
    clock = {"wagers": 60, "decision": 120, "pause": 60}
    table = {"name": name, "rulebook": "ma-criss-cross", "practice": True, "clock": clock}
    assert page.request.post("/api/tables", data=table).ok
    page.goto("/")
    sit(page, name)
    put_up(page, "ante_across")
    deal(page)
    return page


def test_the_values_are_one_key_away_and_those_of_the_exact_count(site: Site, opened: Any) -> None:
    page = at_table(site, opened, "coach-values")
    cards = " ".join(own_cards(page))
    page.keyboard.press("h")
    terms = terms_for("ma-criss-cross")
    expected = advise(terms, parse_position(terms, cards))
    rows = page.get_by_role("table", name="What every option is worth").get_by_role("row")
    expect(rows).to_have_count(1 + len(expected.options), timeout=60_000)
    for option, value in expected.options.items():
        row = rows.filter(has=page.get_by_role("rowheader", name=re.compile(f"^{option.replace('x', '×')}", re.I)))
        expect(row).to_contain_text(f"{float(value):.4f}".replace("-", "−"))
        assert row.get_by_role("cell").first.get_attribute("title") == str(value)
    assert troubles(page) == []
    page.keyboard.press("f")
    words = page.get_by_label("Last decision")
    cost = expected.cost("fold")
    expect(words).to_contain_text(f"{float(cost):.4f} of an ante" if cost else "fold was the best choice")
    page.goto("/coach")
    expect(page.get_by_text("Decisions", exact=True)).to_be_visible()


def test_a_drill_keeps_score_by_keyboard_alone(site: Site, opened: Any) -> None:
    page: Page = opened(f"{site.url}/coach")
    expect(page.get_by_text("What do you do at the")).to_be_visible(timeout=60_000)
    page.keyboard.press("1")
    expect(page.get_by_text(re.compile("Score: [01] of 1 right"))).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("What do you do at the")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_text(re.compile("Score: [012] of 2 right"))).to_be_visible()
    assert troubles(page) == []
    page.reload()
    expect(page.get_by_text(re.compile("Score: [012] of 2 right"))).to_be_visible()
    page.get_by_label("Made").select_option("at tables")
    expect(page.get_by_text("No decision of this kind yet")).to_be_visible()
    page.get_by_label("Made").select_option("anywhere")
    page.get_by_role("button", name="Begin a new report").click()
    page.get_by_role("button", name="Begin anew").click()
    expect(page.get_by_text("No decisions yet")).to_be_visible()
