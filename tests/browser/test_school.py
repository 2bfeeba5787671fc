"""The dealer school in the browser: drills by keyboard, marks with their clause, progress that is there again."""

import re

from playwright.sync_api import BrowserContext, expect

from browser.consoles import Site
from browser.reading import troubles
from pitboss.school import KINDS


def test_every_drill_is_answered_by_keyboard_and_is_kept(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    page = contexts["dee"].new_page()
    page.goto("/school")
    drill = page.get_by_role("region", name="The drill")
    for kind in KINDS:
        expect(drill.get_by_role("heading", level=2)).to_be_visible()
        if kind == "pay":
            expect(drill.get_by_label("Payout")).to_be_focused()
            page.keyboard.type("1")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("1")
        expect(drill.get_by_text(re.compile(r"^(Right\.|No: )"))).to_be_visible()
        expect(drill.get_by_role("status").get_by_role("link")).to_be_visible()
        expect(drill.get_by_role("button", name="Next", exact=True)).to_be_focused()
        if kind in ("hand", "pay"):
            assert troubles(page) == []
        page.keyboard.press("Enter")
        expect(drill.get_by_role("button", name="Next", exact=True)).to_have_count(0)
    expect(drill.get_by_text(re.compile(rf"of {len(KINDS)} right"))).to_be_visible()
    page.reload()
    rows = page.get_by_role("table", name="Your progress").locator("tbody").get_by_role("row")
    expect(rows).to_have_count(len(KINDS))
    page.close()
