"""A round of every rulebook, played by two people in two browsers of whom neither sees the other's cards."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.tables import Overheard, cents, deal, enter, open_areas, own_cards, purse, put_up, sit
from pitboss.rulebooks import SHIPPED

START = 5000_00


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_two_players_play_a_round_and_see_only_their_own_cards(site: Site, opened: Any, rulebook: str) -> None:
    pages = [opened(site.url), opened(site.url)]
    overheard = [Overheard(page) for page in pages]
    for page in pages:
        enter(page)
        sit(page, f"demo-{rulebook}")
    for page in pages:
        for wager in open_areas(page):
            if page.locator(f"[data-wager={wager}].filled").count() == 0:
                put_up(page, wager)
    for page in pages:
        deal(page)
    hands = [own_cards(page) for page in pages]
    assert not set(hands[0]) & set(hands[1])
    for page, heard, theirs in zip(pages, overheard, reversed(hands), strict=True):
        hidden = page.content()
        for card in theirs:
            assert f'data-card="{card}"' not in hidden
            assert not any(f'"{card}"' in text for text in heard.texts)
    _decide(pages)
    for page in pages:
        _check_settlement(page)
        page.get_by_role("button", name="Leave seat").click()
        expect(page.get_by_role("group", name="Your actions")).to_contain_text("You are watching")


def _decide(pages: list[Page]) -> None:
    """Everybody makes the smallest bet whenever it is their turn, until the round is settled."""
    for _ in range(100):
        if all(_settled(page) for page in pages):
            return
        for page in pages:
            bet = page.locator("button.bet").first
            if bet.is_visible():
                bet.click()
                expect(bet).not_to_be_visible()
        pages[0].wait_for_timeout(50)
    raise AssertionError("the round did not end")


def _settled(page: Page) -> bool:
    return page.get_by_role("heading", name="You", exact=True).is_visible()


def _check_settlement(page: Page) -> None:
    """Every wager is explained with its clause, and the lines add up to what the purse has become."""
    mine = page.get_by_role("tabpanel").locator("details.mine")
    lines = mine.locator("li")
    assert lines.count() >= 3
    for line in lines.all():
        assert line.get_by_role("link", name=re.compile("^(clause|reading) ")).count() == 1
    changes = [line.locator(".amount").inner_text() for line in lines.all()]
    total = sum(cents(text) for text in changes if "$" in text)
    assert cents(mine.locator("summary").inner_text()) == total
    expect(page.locator("header", has_text="Purse").last).to_contain_text(re.compile(r"\$"))
    for _ in range(40):
        if purse(page) == START + total:
            break
        page.wait_for_timeout(50)
    assert purse(page) == START + total
    expect(page.locator(".hand [data-card]").first).to_be_visible()
