"""Duty of care on the pages: limits on the Account page, a reality check at the table, an exclusion, a statement."""

import re

from playwright.sync_api import Browser, Page, expect

from browser.desk_site import sign_in
from browser.reading import troubles
from server.desk import Desk, command

MINUTE = 60


def page_of(desk: tuple[Desk, str], browser: Browser, name: str) -> Page:
    """The browser of a player with a thousand dollars, at the account."""
    crew, url = desk
    crew.person(name, "player", dollars=1000)
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    sign_in(context, crew, name, url)
    page = context.new_page()
    page.goto("/account")
    return page


def test_limits_are_chosen_lowered_at_once_and_raised_a_day_later(desk: tuple[Desk, str], browser: Browser) -> None:
    page = page_of(desk, browser, "lia")
    care = page.get_by_role("region", name="Your own limits")
    assert troubles(page) == []
    for amount in ("200", "80", "300"):
        care.get_by_label("Amount in").fill(amount)
        care.get_by_role("button", name="Choose the limit").click()
        expect(care.get_by_label("Limits in force")).to_contain_text("80.00" if amount != "200" else "200.00")
    expect(care.get_by_label("Limits in force")).to_contain_text(re.compile("80.00.*300.00 from"))
    page.context.close()


def test_a_reality_check_comes_at_the_table_and_play_goes_on_after_it(desk: tuple[Desk, str], browser: Browser) -> None:
    crew, _ = desk
    page = page_of(desk, browser, "rea")
    page.get_by_label("Every so many minutes").fill("5")
    page.get_by_role("button", name="Tell me").click()
    expect(page.get_by_text("every 5 minutes").first).to_be_visible()
    crew.person("sue", "supervisor")
    body = {
        "name": "real",
        "rulebook": "ma-criss-cross",
        "cards": "virtual",
        "clock": {"wagers": 3600, "decision": 3600},
    }
    assert crew.ask("sue", "POST", "/api/tables", body).status_code == 201
    ante = {"command": "set-wagers", "seat": 1, "wagers": {"ante_across": "5", "ante_down": "5"}}
    crew.do("rea", "real", command("sit", seat=1))
    crew.do("rea", "real", ante, command("ready"))
    page.goto("/tables/real")
    crew.do("rea", "real", {"command": "play", "action": {"action": "fold", "seat": 1}})
    crew.clock.seconds += 5 * MINUTE
    dialog = page.get_by_role("dialog", name="Reality check")
    expect(dialog).to_contain_text("5 min")
    expect(dialog).to_contain_text(re.compile(r"\$10\b"))
    refused = crew.tell("rea", "real", ante)
    assert "reality check" in refused.json()["error"]
    dialog.get_by_role("button", name="Go on playing").click()
    expect(dialog).to_have_count(0)
    crew.do("rea", "real", ante)
    page.context.close()


def test_an_exclusion_asks_for_the_name_signs_out_and_stands(desk: tuple[Desk, str], browser: Browser) -> None:
    crew, _ = desk
    page = page_of(desk, browser, "exa")
    page.get_by_role("button", name="Exclude myself").click()
    dialog = page.get_by_role("dialog", name="Exclude yourself from play")
    expect(dialog.get_by_role("button", name="Exclude me")).to_be_disabled()
    dialog.get_by_label("Your name").fill("exa")
    dialog.get_by_role("button", name="Exclude me").click()
    expect(page.get_by_text("Nobody is signed in")).to_be_visible()
    assert crew.ask("exa", "GET", "/api/me").status_code == 401
    assert crew.office.store.care("exa").care.excluded_at(int(crew.clock()) + 364 * 86_400)
    page.context.close()


def test_a_statement_shows_each_day_and_its_sum(desk: tuple[Desk, str], browser: Browser) -> None:
    page = page_of(desk, browser, "sta")
    page.get_by_role("link", name="Statement of play").click()
    expect(page.get_by_role("row", name=re.compile("Together"))).to_contain_text("$1,000")
    assert troubles(page) == []
    page.context.close()
