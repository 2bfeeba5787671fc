"""Pictures of the staff pages, replay and coach: `PYTHONPATH=tests python -m browser.staff_pictures FOLDER`."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.casino_site import PITBOSS, Site
from browser.desk_site import desk_site, sign_in
from server.desk import Crew

SIZE = (1360, 880)
ROUNDS = "100"
SECONDS = 120  # the theory of every wager is counted exactly the first time
PASSWORD = "correct horse battery"


def main(folder: Path) -> None:
    """Draws every picture anew."""
    expect.set_options(timeout=SECONDS * 1000)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        _console(browser, folder)
        _house(browser, folder)


def _page(browser: Browser, url: str, theme: str = "dark") -> Page:
    width, height = SIZE
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    context.set_default_timeout(SECONDS * 1000)
    return context.new_page()


def _console(browser: Browser, folder: Path) -> None:
    """A dealer in mid-deal, and the floor of a few tables."""
    with desk_site(Path(tempfile.mkdtemp())) as (desk, url):
        crews = [Crew(desk, id) for id in ("ma-criss-cross", "ma-crazy-4", "nj-criss-cross")]
        for crew, duty in zip(crews, ("deal", "verify", "bet"), strict=True):
            crew.sit()
            crew.until(duty)
        crews[0].step()
        page = _page(browser, url)
        context: Any = page.context
        sign_in(context, desk, "dee", url)
        page.goto(f"/tables/{crews[0].table}/console")
        expect(page.get_by_role("region", name="Do now")).to_be_visible()
        page.keyboard.type("T")
        page.screenshot(path=folder / "console.png")
        context.clear_cookies()
        sign_in(context, desk, "flo", url)
        page.goto("/floor")
        expect(page.get_by_role("table")).to_be_visible()
        page.screenshot(path=folder / "floor.png")
        context.close()


def _house(browser: Browser, folder: Path) -> None:
    """A house where bots have played: its reports, a round replayed, a drill."""
    site = Site(Path(tempfile.mkdtemp()), pause=0)
    site.start()
    try:
        command = [*PITBOSS, "bots", site.url, "--rounds", ROUNDS, "--seats", "6", "--tables", "2"]
        subprocess.run(command, check=True, capture_output=True)
        page = _page(browser, site.url, "light")
        _hire(site, "ada", "auditor")
        page.request.post("/api/sign-in", data={"name": "ada", "password": PASSWORD})
        page.goto("/office/reports")
        expect(page.get_by_role("heading", name="Actual against theoretical return")).to_be_visible()
        page.screenshot(path=folder / "reports.png")
        table = next(item["name"] for item in page.request.get("/api/tables").json() if item["rounds"])
        page.goto(f"/tables/{table}/rounds/2")
        expect(page.get_by_role("heading", name="Checked in this browser")).to_be_visible()
        page.screenshot(path=folder / "replay.png", full_page=True)
        page.goto("/coach")
        page.get_by_role("group", name="Your decision").get_by_role("button").first.click()
        expect(page.get_by_role("button", name="Next spot")).to_be_visible()
        page.screenshot(path=folder / "coach.png")
    finally:
        site.kill()


def _hire(site: Site, name: str, role: str) -> None:
    """The first administrator, whose password the server tells once, adds someone."""
    told = re.search(r"password (\S+)", (site.folder / "server.out").read_text())
    assert told, "the first administrator's password is told once"
    with httpx.Client(base_url=site.url) as http:
        _choose_password(http, "admin", told[1])
        secret = http.post("/api/sign-in", json={"name": "admin", "password": PASSWORD}).json()["token"]
        given = f"{PASSWORD}, given"
        person = {"name": name, "password": given, "roles": [role]}
        answer = http.post("/api/people", json=person, headers={"Authorization": f"Bearer {secret}"})
        assert answer.is_success, answer.text
        _choose_password(http, name, given)


def _choose_password(http: httpx.Client, name: str, given: str) -> None:
    """Whoever has a password that others have seen chooses another."""
    secret = http.post("/api/sign-in", json={"name": name, "password": given}).json()["token"]
    change = {"old": given, "new": PASSWORD}
    answer = http.post("/api/me/password", json=change, headers={"Authorization": f"Bearer {secret}"})
    assert answer.is_success, answer.text


if __name__ == "__main__":
    main(Path(sys.argv[1]))
