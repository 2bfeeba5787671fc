"""The back office: people and roles, the cage, meters, reports and the audit log, each by who may use it."""

import base64
import re
import time
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.reading import troubles
from pitboss.server.people.second_factor import STEP_SECONDS, address_of, number_at

GIVEN, PASSWORD = "wrong horse battery", "correct horse battery"
STAFF = {"flo": "floorperson", "sue": "supervisor", "ada": "auditor", "pat": "player"}


def signed_in(site: Site, opened: Any, name: str, password: str = PASSWORD) -> Page:
    """Someone who signed in on the page."""
    page: Page = opened(f"{site.url}/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").last.click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    return page


@pytest.fixture(scope="module")
def staff(site: Site, browser: Any) -> Site:
    """The site with a person for each role, made by the administrator on the pages."""
    told = re.search(r"password (\S+)", (site.folder / "server.out").read_text())
    assert told, "the first administrator's password is told once"
    context = browser.new_context(base_url=site.url)
    page = signed_in(site, lambda url: _goto(context.new_page(), url), "admin", told[1])
    chooses_a_password(page, told[1])
    page.goto("/office/people")
    for name, role in STAFF.items():
        page.get_by_role("button", name="New person").click()
        if name == "flo":
            assert troubles(page) == []
        page.get_by_label("Name").fill(name)
        page.get_by_label(re.compile("Password, 12")).fill(GIVEN)
        if role != "player":
            page.get_by_role("checkbox", name="player").uncheck()
            page.get_by_role("checkbox", name=role).check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("listitem").filter(has_text=name).filter(has_text=role)).to_be_visible()
    context.close()
    for name in STAFF:
        own = browser.new_context(base_url=site.url)
        chooses_a_password(signed_in(site, lambda url, own=own: _goto(own.new_page(), url), name, GIVEN))
        own.close()
    return site


def chooses_a_password(page: Page, given: str = GIVEN) -> None:
    """Whoever has a password that was given is led to choose another, and nowhere else."""
    page.goto("/office/cage")
    expect(page.get_by_text("choose one of your own")).to_be_visible()
    expect(page.get_by_label("Current password")).to_be_focused()
    expect(page.get_by_role("button", name="Make a token")).to_have_count(0)  # it would be refused
    page.get_by_label("Current password").fill(given)
    page.get_by_label(re.compile("New password")).fill(PASSWORD)
    page.get_by_label("Repeat the new password").fill(PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("choose one of your own")).to_have_count(0)


def _goto(page: Page, url: str) -> Page:
    page.goto(url)
    return page


def test_each_sees_only_the_parts_of_the_own_role(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "flo")
    page.goto("/office/people")
    expect(page.get_by_role("link", name="People")).to_have_count(0)
    expect(page.get_by_role("heading", name="Player's chips")).to_be_visible()
    assert troubles(page) == []


def receipt_for(page: Page, button: str) -> int:
    """Confirms a move of chips; the number of the receipt that is shown for it."""
    page.get_by_role("button", name=button).click()
    page.get_by_role("button", name="Confirm").click()
    shown = page.get_by_role("dialog", name=re.compile("Receipt"))
    title = shown.get_by_role("heading").inner_text()
    shown.get_by_role("button", name="Close").click()
    return int(title.removeprefix("Receipt "))


def test_chips_are_bought_and_cashed_and_the_books_balance(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "flo")
    page.goto("/office/cage")
    page.get_by_label("Player", exact=True).fill("pat")
    page.get_by_label("Amount in dollars").fill("100")
    assert receipt_for(page, "Buy in") > 0
    row = page.get_by_role("row").filter(has_text="player pat")
    expect(row).to_contain_text("$100")
    page.get_by_label("Amount in dollars").fill("30.50")
    second = receipt_for(page, "Cash out")
    expect(row).to_contain_text("$69.50")
    expect(page.get_by_role("region", name="The day's drawer")).to_contain_text(
        "$69.50 should be there. The ledger says the same."
    )
    page.get_by_label("Cash in the drawer").fill("69")
    page.get_by_role("button", name="Keep the count").click()
    expect(page.get_by_role("region", name="The day's drawer")).to_contain_text(
        "flo counted $69: −$0.50 against the books"
    )
    expect(page.get_by_role("button", name=f"Receipt {second}")).to_be_visible()
    page.get_by_label("Amount in dollars").fill("1000")
    page.get_by_role("button", name="Cash out").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("status").filter(has_text="69.50")).to_be_visible()
    expect(row).to_contain_text("$69.50")


def test_a_supervisor_fills_a_table_and_changes_a_meter(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "sue")
    page.goto("/office/cage")
    expect(page.get_by_role("status").filter(has_text="The books balance")).to_be_visible()
    page.get_by_label(re.compile("^Table")).select_option("demo-ma-criss-cross")
    page.get_by_label("Amount in play money").fill("500")
    page.get_by_label("Reason").fill("low on chips")
    page.get_by_role("button", name="Fill").click()
    row = page.get_by_role("row").filter(has_text="inventory of demo-ma-criss-cross, Criss-Cross Poker (Massachusetts)")
    expect(row).to_contain_text(",500")
    page.goto("/office/meters")
    page.get_by_role("button", name="demo-ma-crazy-4: four card").click()
    page.get_by_label("Rate of progression").fill("20%")
    page.get_by_label("Reason").fill("filed with the commission")
    page.get_by_role("button", name="Record the change").click()
    expect(page.get_by_text(re.compile("Waiting: rate 20%"))).to_be_visible()
    assert troubles(page) == []


def test_reports_say_how_every_wager_stands_against_theory(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "ada")
    page.goto("/office/reports")
    expect(page.get_by_role("heading", name="Actual against theoretical return")).to_be_visible(timeout=90_000)
    expect(page.get_by_role("heading", name="Hold")).to_be_visible()
    page.get_by_text("Export", exact=True).click()
    assert troubles(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="hand histories, text").click()
    assert saved.value.suggested_filename == "hands.txt"


def test_the_desk_the_close_of_a_shift_and_compliance(staff: Site, opened: Any) -> None:
    """A refused role change is no matter of compliance; the amounts set for second persons are one, with its proof."""
    page = signed_in(staff, opened, "ada")
    page.goto("/office/desk")
    page.get_by_label(re.compile("^By")).select_option("player")
    page.get_by_label("Table", exact=True).fill("no-such")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_contain_text("table no-such")
    page.get_by_label("Table", exact=True).fill("demo-ma-criss-cross")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("Nothing was played in that time.")).to_be_visible()
    assert troubles(page) == []
    page.goto("/office/shift")
    expect(page.get_by_role("region", name="Shift close")).to_contain_text("by nobody yet")
    assert troubles(page) == []
    page.goto("/office/compliance")
    page.get_by_label("Matter").select_option("large cash")
    page.get_by_role("button", name="Show").click()
    entry = page.get_by_role("listitem").filter(has_text="a second person is asked for above other amounts")
    entry.get_by_role("button", name=re.compile("Prove entry")).click()
    expect(entry).to_contain_text("✓ Proved here")
    assert troubles(page) == []


def test_players_are_rated_when_asked_for(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "sue")
    page.goto("/office/reports")
    players = page.locator("section").filter(has=page.get_by_role("heading", name="Players"))
    players.get_by_label("Comp").fill("a lot")
    players.get_by_role("button", name="Rate them").click()
    expect(players.get_by_role("alert")).to_contain_text("such as 25%")
    players.get_by_label("Comp").fill("30%")
    players.get_by_label("Player").fill("nobody-by-this-name")
    players.get_by_role("button", name="Rate them").click()
    expect(players).to_contain_text("Nobody played in that time.")
    assert troubles(page) == []


def test_the_audit_log_is_searched(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "ada")
    page.goto("/office/audit")
    page.get_by_label("Kind").select_option("sign-in")
    page.get_by_label("Person").fill("sue")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("listitem").filter(has_text="sign-ins").first).to_contain_text("sue")
    expect(page.get_by_role("link", name="Download the log")).to_be_visible()
    assert troubles(page) == []


def test_a_password_is_changed_and_a_token_made(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "pat")
    page.get_by_role("banner").get_by_role("link", name=re.compile("^pat")).click()
    page.get_by_label("What it is for").fill("nightly report")
    page.get_by_role("button", name="Make a token").click()
    token = page.locator("code").inner_text()
    bearer = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"{staff.url}/api/me", headers=bearer).json()["name"] == "pat"
    assert troubles(page) == []
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label(re.compile("^New password")).fill("another horse battery")
    page.get_by_label("Repeat the new password").fill("another hors")
    expect(page.get_by_text("The two are not the same.")).to_be_visible()
    page.get_by_label("Repeat the new password").fill("another horse battery")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status").filter(has_text="The password is changed.")).to_be_visible()
    assert httpx.get(f"{staff.url}/api/me", headers=bearer).status_code == 401
    signed_in(staff, opened, "pat", "another horse battery")


def test_a_guest_is_told_whom_the_office_is_for(site: Site, opened: Any) -> None:
    page: Page = opened(f"{site.url}/office")
    expect(page.get_by_text("The back office is for the staff")).to_be_visible()


def test_what_is_above_the_limits_waits_for_a_second_person(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "flo")
    page.goto("/office/cage")
    page.get_by_label("Player").fill("pat")
    page.get_by_label(re.compile("Amount")).first.fill("12500")
    page.get_by_role("button", name="Buy in").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("This takes a second person")).to_be_visible()
    page.goto("/office/approvals")
    own = page.get_by_role("listitem").filter(has_text="Buy-in of pat")
    expect(own.filter(has_text="12,500")).to_be_visible()
    expect(own.get_by_role("button", name=re.compile("Approve"))).to_have_count(0)
    expect(own.get_by_role("button", name=re.compile("Take back"))).to_be_visible()
    assert troubles(page) == []
    other = signed_in(staff, opened, "sue")
    other.goto("/office/approvals")
    expect(other.get_by_text("asked for by flo")).to_be_visible()
    other.get_by_role("button", name="Approve: Buy-in of pat").click()
    expect(other.get_by_text("Nothing is waiting")).to_be_visible()
    other.goto("/office/cage")
    expect(other.get_by_role("row").filter(has_text="player pat").first).to_contain_text("12,")
    other.goto("/office/approvals")
    other.get_by_role("button", name="Other limits").click()
    assert troubles(other) == []
    other.get_by_label(re.compile("^Fill")).fill("300")
    other.get_by_label("Reason").fill("a small house")
    other.get_by_role("button", name="Ask for them").click()
    expect(other.get_by_text("fill: 300")).to_be_visible()
    other.get_by_role("button", name=re.compile("Take back")).click()
    other.get_by_label("Reason").fill("not needed")
    other.get_by_role("button", name="Take back", exact=True).last.click()
    expect(other.get_by_text("Nothing is waiting")).to_be_visible()


def test_a_second_factor_is_set_up_on_the_account_page(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "ada")
    page.goto("/account")
    expect(page.get_by_text("Last signed in")).to_be_visible()
    page.get_by_role("button", name="Set up").click()
    secret = page.locator("code").inner_text().replace(" ", "")
    assert page.get_by_role("link", name="open it there").get_attribute("href") == address_of(secret, "ada")
    assert troubles(page) == []
    page.get_by_label(re.compile("Number that the app shows")).fill("000000")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("That is not the number your app shows now.")).to_be_visible()
    step = int(time.time()) // STEP_SECONDS
    page.get_by_label(re.compile("Number that the app shows")).fill(number_at(base64.b32decode(secret), step))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("It is on:")).to_be_visible()


def test_nobody_but_a_player_is_offered_a_seat(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "flo")
    table = page.locator("[data-table]").first
    expect(table.get_by_role("link", name="Watch")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    table.get_by_role("link", name="Watch").click()
    expect(page.get_by_role("group", name="Your actions")).to_have_text("You are watching.")
    expect(page.get_by_role("button", name=re.compile("^Take seat"))).to_have_count(0)
    expect(page.get_by_role("region", name="Your first round")).to_have_count(0)
