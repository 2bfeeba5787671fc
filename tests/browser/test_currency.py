"""A rulebook in euros beside those in dollars: every page says its own amounts in its own currency."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.conftest import Opener
from browser.tables import area, enter, own_table, sit
from pitboss.rulebooks.library import VARIABLE
from rulebooks.folders import changed, copied

EURO = 'currency = { code = "EUR", symbol = "€", after = true }'
BOOK = "euro-crazy-4"


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a table of every rulebook, and one of the same game in euros."""
    place = tmp_path_factory.mktemp("euros")
    folder = copied(place, BOOK, "ma-crazy-4")
    changed(folder, "rulebook.toml", "\nseats = ", f"\n{EURO}\nseats = ")
    site = Site(_folder(place))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder))
        site.start()
    yield site
    site.kill()


def _folder(place: Path) -> Path:
    data = place / "data"
    data.mkdir()
    return data


def in_euros(part: Any) -> None:
    """A part of a page has amounts, and none of them in dollars."""
    expect(part).to_contain_text("€")
    expect(part).not_to_contain_text("$")


def test_each_table_of_the_lobby_has_its_own_and_play_money_has_none(both: Site, opened: Opener) -> None:
    page = opened(both.url)
    enter(page)
    in_euros(page.locator(f"[data-table=demo-{BOOK}]"))
    expect(page.locator("[data-table=demo-ma-crazy-4]")).to_contain_text("$")
    expect(page.get_by_role("banner")).to_contain_text("5,000")
    expect(page.get_by_role("banner")).not_to_contain_text("$")
    page.goto("/account")
    expect(page.get_by_text("Amount in play money").first).to_be_visible()
    expect(page.locator("dl")).to_contain_text("Play money5,000")


def test_a_round_its_replay_and_its_rules_are_in_euros(both: Site, opened: Opener) -> None:
    page = opened(both.url)
    enter(page)
    own_table(page, BOOK, "own-euros")
    sit(page, "own-euros")
    in_euros(page.locator("main"))
    area(page, "ante").get_by_role("button").first.click()
    expect(area(page, "ante")).to_contain_text("€")
    page.get_by_role("button", name=re.compile("^Deal")).click()
    page.get_by_role("button", name="Fold").click()
    expect(page.locator(".result li").last).to_have_text(re.compile("^In all you "), timeout=20_000)
    in_euros(page.locator("main"))
    page.goto("/tables/own-euros/rounds/1")
    in_euros(page.locator("main"))
    page.goto(f"/rules/submission?rulebook={BOOK}")
    expect(page.get_by_role("heading", name="Lawful")).to_be_visible()
    expect(page.locator("main dl").last).to_contain_text("€")
    expect(page.locator("main dl").last).not_to_contain_text("$")


def test_the_study_of_a_game_in_euros_is_in_euros(both: Site, opened: Opener) -> None:
    page: Page = opened(both.url)
    enter(page)
    page.goto(f"/study/{BOOK}")
    page.get_by_role("tab", name="Session risk").click()
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("House hold", timeout=180_000)
    in_euros(panel)
    expect(panel).not_to_contain_text("dollars")
