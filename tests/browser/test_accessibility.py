"""Every main view in both themes, read by axe: nothing serious."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.tables import deal, enter, own_table, put_up, sit

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


AT_REST = """async () => {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  const ending = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(ending.map((one) => one.finished))
}"""
"""Colours on their way from one to another, as when the theme changes, are nobody's colours to read by."""


def serious(page: Page) -> list[str]:
    """The findings of axe that shut somebody out."""
    page.evaluate(AT_REST)
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{item['id']}: {node['target']} {node.get('failureSummary', '')}"
        for item in found["violations"]
        if item["impact"] in ("serious", "critical")
        for node in item["nodes"]
    ]


@pytest.mark.parametrize(
    ("theme", "rulebook", "ante"), [("dark", "ma-crazy-4", "ante"), ("light", "nj-criss-cross", "ante_across")]
)
def test_every_view_can_be_read_by_everyone(site: Site, opened: Any, theme: str, rulebook: str, ante: str) -> None:
    page = opened(site.url, color_scheme=theme)
    expect(page.get_by_role("button", name="Play now, as a guest")).to_be_visible()
    assert serious(page) == []
    for path in ("/sign-in", "/settings", "/no/such/page"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert serious(page) == []
    enter(page)
    expect(page.locator("[data-table]").first).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Open a practice table").click()
    expect(page.get_by_role("group", name="Optional wagers")).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("Escape")
    _table(page, f"{theme}-{rulebook}", rulebook, ante)


def _table(page: Page, name: str, rulebook: str, ante: str) -> None:
    own_table(page, rulebook, name)
    sit(page, name)
    put_up(page, ante)
    assert serious(page) == []
    deal(page)
    expect(page.locator("button.fold")).to_be_visible()
    assert serious(page) == []
    page.locator("button.fold").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    assert serious(page) == []
    for tab in ("Pays", "Fairness", "Log"):
        page.get_by_role("tab", name=tab).click()
        assert serious(page) == []
