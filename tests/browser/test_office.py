"""The back office: people and roles, the cage, meters, reports and the audit log, each by who may use it."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.reading import troubles

PASSWORD = "correct horse battery"
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
    page.goto("/office/people")
    for name, role in STAFF.items():
        page.get_by_role("button", name="New person").click()
        if name == "flo":
            assert troubles(page) == []
        page.get_by_label("Name").fill(name)
        page.get_by_label(re.compile("Password, 12")).fill(PASSWORD)
        if role != "player":
            page.get_by_role("checkbox", name="player").uncheck()
            page.get_by_role("checkbox", name=role).check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("listitem").filter(has_text=name).filter(has_text=role)).to_be_visible()
    context.close()
    return site


def _goto(page: Page, url: str) -> Page:
    page.goto(url)
    return page


def test_each_sees_only_the_parts_of_the_own_role(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "flo")
    page.goto("/office/people")
    expect(page.get_by_role("link", name="People")).to_have_count(0)
    expect(page.get_by_role("heading", name="Player's chips")).to_be_visible()
    assert troubles(page) == []


def test_chips_are_bought_and_cashed_and_the_books_balance(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "flo")
    page.goto("/office/cage")
    page.get_by_label("Player", exact=True).fill("pat")
    page.get_by_label("Amount in dollars").fill("100")
    page.get_by_role("button", name="Buy in").click()
    row = page.get_by_role("row").filter(has_text="player pat")
    expect(row).to_contain_text("$100")
    page.get_by_label("Amount in dollars").fill("30.50")
    page.get_by_role("button", name="Cash out").click()
    expect(row).to_contain_text("$69.50")
    page.get_by_label("Amount in dollars").fill("1000")
    page.get_by_role("button", name="Cash out").click()
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
    row = page.get_by_role("row").filter(has_text="table demo-ma-criss-cross")
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


def test_the_audit_log_is_searched(staff: Site, opened: Any) -> None:
    page = signed_in(staff, opened, "ada")
    page.goto("/office/audit")
    page.get_by_label("Kind").select_option("sign-in")
    page.get_by_label("Who").fill("sue")
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
    page.get_by_label("Password so far").fill(PASSWORD)
    page.get_by_label(re.compile("^New password")).fill("another horse battery")
    page.get_by_label("The new one again").fill("another hors")
    expect(page.get_by_text("The two are not the same.")).to_be_visible()
    page.get_by_label("The new one again").fill("another horse battery")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("status").filter(has_text="The password is changed.")).to_be_visible()
    assert httpx.get(f"{staff.url}/api/me", headers=bearer).status_code == 401
    signed_in(staff, opened, "pat", "another horse battery")


def test_a_guest_is_told_whom_the_office_is_for(site: Site, opened: Any) -> None:
    page: Page = opened(f"{site.url}/office")
    expect(page.get_by_text("The back office is for the staff")).to_be_visible()
