"""A guest's first minute, from an empty database: arrive, sit, be told what to do, bet, decide, see the result."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.tables import area, deal, sit_alone
from browser.test_accessibility import serious
from pitboss.rulebooks import load
from pitboss.rulebooks.library import ids


@pytest.mark.parametrize("rulebook", ids())
def test_a_guest_is_led_through_a_first_round(site: Site, opened: Any, rulebook: str) -> None:
    book = load(rulebook)
    page: Page = opened(site.url)
    page.get_by_role("button", name=f"Play {book.title} as a guest").click()
    guide, bar = page.get_by_role("region", name="Your first round"), page.get_by_role("group", name="Your actions")
    required = [wager.title for wager in book.wagers if wager.required]
    expect(guide).to_contain_text("Put up your wagers")
    expect(guide).to_contain_text(f"Put up {' and '.join(required)}")
    bar.get_by_role("button", name=re.compile("^Wager the least")).click()
    expect(guide).to_contain_text("The required wagers are up")
    bar.get_by_role("button", name=re.compile("^Deal")).click()
    for decision in book.decisions:
        title = next(wager.title for wager in book.wagers if wager.name == decision.bet)
        expect(guide).to_contain_text(title)
        expect(guide).to_contain_text(re.compile(r"bet .* your|the coach would"))
        expect(page).to_have_title(re.compile("Your turn"))
        named = page.get_by_role("group", name="Your hands")
        expect(named.get_by_role("paragraph").first).to_be_visible()
        before = named.inner_text()
        page.locator("button.bet").first.click()
        if decision is not book.decisions[-1]:
            expect(named).not_to_have_text(before)
    expect(bar).to_contain_text(re.compile("You won|You lost|You are even"))
    result = page.locator(".result li")
    expect(result.last).to_have_text(re.compile("^In all you "))
    expect(result.first).to_have_text(re.compile(r": your .*(win|lose|push)"))
    expect(guide).to_contain_text("That is the whole game")
    assert serious(page) == []


def test_the_first_page_tells_the_price_and_the_pace_of_every_game(site: Site, opened: Any) -> None:
    page: Page = opened(site.url)
    for rulebook in ids():
        game = page.get_by_role("listitem").filter(has=page.locator(f"a[href='/rules/{rulebook}']"))
        expect(game).to_contain_text(re.compile(r"House edge \d+\.\d\d% of an ante"), timeout=60_000)
        expect(game).to_contain_text("30 seconds to decide")
    assert serious(page) == []


def test_how_to_play_comes_first_on_the_rules_page_and_explains_its_words(site: Site, opened: Any) -> None:
    page: Page = opened(f"{site.url}/rules/ma-crazy-4")
    expect(page.get_by_role("heading", level=2).first).to_have_text("How to play")
    term = page.get_by_role("button", name="qualify").first
    term.hover()
    expect(term.get_by_role("tooltip")).to_be_visible()
    expect(term.get_by_role("tooltip")).to_contain_text("The dealer must hold")
    assert serious(page) == []


def test_who_lets_the_time_run_out_is_told_why(site: Site, opened: Any) -> None:
    page: Page = opened(site.url)
    page.request.post("/api/guest")
    full = page.request.get("/api/rulebooks/ma-criss-cross").json()["submissions"]["full"]
    clock = {"wagers": 30, "decision": 5, "pause": 3}
    body = {"name": "slow", "rulebook": "ma-criss-cross", "submission": full, "practice": True, "clock": clock}
    assert page.request.post("/api/tables", data=body).ok
    page.goto("/tables/slow")
    page.get_by_role("button", name="Take seat 3").click()
    bar = page.get_by_role("group", name="Your actions")
    bar.get_by_role("button", name=re.compile("^Wager the least")).click()
    bar.get_by_role("button", name=re.compile("^Deal")).click()
    expect(bar.get_by_role("alert")).to_contain_text(
        "Your 5 seconds were over, so the table folded your hand for you.", timeout=20_000
    )


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "nj-criss-cross"])
def test_on_a_phone_what_to_do_and_where_is_in_sight_together(site: Site, opened: Any, rulebook: str) -> None:
    page: Page = opened(site.url, **PHONE)
    sit_alone(page, rulebook, f"phone-{rulebook}")
    guide, bar = page.get_by_role("region", name="Your first round"), page.get_by_role("group", name="Your actions")
    least = bar.get_by_role("button", name=re.compile("^Wager the least"))
    for part in (guide.get_by_text("Put up your wagers"), area(page, "ante_across"), least):
        expect(part).to_be_in_viewport(ratio=1)
    least.tap()
    deal(page)
    own = page.get_by_role("group", name="Your cards").locator("[data-card]")
    for part in (guide.get_by_text("Look at your cards"), own.first, page.locator("button.bet").first):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert uncovered(page, own.first)


@pytest.mark.parametrize("rulebook", ["ma-crazy-4", "cardroom-criss-cross"])
def test_on_a_phone_the_guide_lies_over_no_card_of_the_board(site: Site, opened: Any, rulebook: str) -> None:
    page: Page = opened(site.url, **PHONE)
    sit_alone(page, rulebook, f"board-{rulebook}")
    bar, board = page.get_by_role("group", name="Your actions"), page.locator(".centre [data-card]")
    bar.get_by_role("button", name=re.compile("^Wager the least")).tap()
    deal(page)
    book = load(rulebook)
    for decision in book.decisions:
        title = next(wager.title for wager in book.wagers if wager.name == decision.bet)
        expect(bar.locator(".words strong")).to_have_text(title)
        assert all(uncovered(page, card, "top") for card in board.all())
        page.locator("button.bet").first.tap()
    expect(bar).to_contain_text(re.compile("You won|You lost|You are even"))
    assert all(uncovered(page, card, "top") for card in board.all())
    bar.get_by_role("button", name="New wagers").tap()
    expect(bar.get_by_role("button", name=re.compile("^Wager the least"))).to_be_in_viewport(ratio=1)


def uncovered(page: Page, part: Any, where: str = "middle") -> bool:
    """Whether nothing lies over the middle, or the upper edge, of a part of the page."""
    return bool(
        part.evaluate(
            """(part, where) => {
              const { x, y, width, height } = part.getBoundingClientRect()
              return part.contains(document.elementFromPoint(x + width / 2, y + (where === 'top' ? 3 : height / 2)))
            }""",
            where,
        )
    )
