"""Pictures of the main views for the guides: `PYTHONPATH=tests python -m browser.pictures FOLDER`."""

import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.casino_site import Site
from browser.players import Player, wager
from browser.tables import deal, enter, own_cards, own_table, put_up, sit

WIDE = {"width": 1360, "height": 880}
PHONE = {"width": 390, "height": 844}


def main(folder: Path) -> None:
    """Draws every picture anew."""
    folder.mkdir(parents=True, exist_ok=True)
    site = Site(Path(tempfile.mkdtemp()), pause=8)
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            _lobby(browser, site, folder)
            _criss_cross(browser, site, folder)
            _crazy_four(browser, site, folder)
            _wheel(browser, site, folder)
            _phone(browser, site, folder)
    finally:
        site.kill()


def _page(browser: Browser, site: Site, theme: str, size: dict[str, int]) -> Page:
    context = browser.new_context(
        base_url=site.url,
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto("/")
    return page


def _lobby(browser: Browser, site: Site, folder: Path) -> None:
    page = _page(browser, site, "dark", WIDE)
    expect(page.get_by_role("button", name="Play now, as a guest")).to_be_visible()
    expect(page.get_by_role("heading", name="Crazy 4 Poker")).to_be_visible()
    page.screenshot(path=folder / "welcome.png")
    for seat in (2, 3, 5):
        Player(site.url, seat).give("demo-ma-crazy-4", {"command": "sit", "seat": seat})
    enter(page)
    page.screenshot(path=folder / "lobby.png")
    page.close()


def _criss_cross(browser: Browser, site: Site, folder: Path) -> None:
    page = _page(browser, site, "dark", WIDE)
    enter(page)
    own_table(page, "nj-criss-cross", "atlantic")
    others = _company(site, "atlantic", 2, 5, 6)
    sit(page, "atlantic")
    for name in ("ante_across", "five_card_bonus", "bonus_spin"):
        put_up(page, name)
    page.screenshot(path=folder / "wagers.png")
    wager("atlantic", others, "ante_across", "ante_down", "five_card_bonus")
    deal(page)
    own_cards(page)
    seats = {1: others[:1], 2: others[1:]}
    for stage in range(3):
        for player in seats[1]:
            player.act("atlantic", "bet", amount="5")
        expect(page.locator("button.bet").first).to_be_visible()
        if stage == 1:
            page.screenshot(path=folder / "decision.png")
        page.locator("button.bet").last.click()
        expect(page.locator("button.bet").first).not_to_be_visible()
        for player in seats[2]:
            player.act("atlantic", "bet", amount="10")
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    page.screenshot(path=folder / "settlement.png")
    page.close()


def _company(site: Site, table: str, *seats: int) -> list[Player]:
    players = [Player(site.url, seat) for seat in seats]
    for player in players:
        player.give(table, {"command": "sit", "seat": player.seat})
    return players


def _crazy_four(browser: Browser, site: Site, folder: Path) -> None:
    page = _page(browser, site, "light", WIDE)
    enter(page)
    own_table(page, "ma-crazy-4", "boston")
    others = _company(site, "boston", 1, 4)
    sit(page, "boston")
    for name in ("ante", "queens_up", "four_card_progressive", "five_card_progressive", "cover_all"):
        put_up(page, name)
    wager("boston", others, "ante", "super_bonus")
    deal(page)
    own_cards(page)
    others[0].act("boston", "bet", amount="5")
    expect(page.locator("button.bet").first).to_be_visible()
    page.screenshot(path=folder / "crazy-4.png")
    page.locator("button.bet").last.click()
    others[1].act("boston", "bet", amount="5")
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    page.screenshot(path=folder / "crazy-4-settlement.png")
    page.close()


def _wheel(browser: Browser, site: Site, folder: Path) -> None:
    page = _page(browser, site, "dark", WIDE)
    enter(page)
    own_table(page, "nj-criss-cross", "wheel")
    players = _company(site, "wheel", 1, 2, 3, 4, 5, 6)
    page.goto("/tables/wheel")
    overlay = page.get_by_role("dialog", name=re.compile("Bonus Spin"))
    for _ in range(20):
        wager("wheel", players, "ante_across", "ante_down", "bonus_spin")
        for _ in range(3):
            for player in players:
                player.act("wheel", "bet", amount="5")
        page.wait_for_timeout(300)
        if overlay.is_visible():
            break
    page.screenshot(path=folder / "wheel.png")
    page.close()


def _phone(browser: Browser, site: Site, folder: Path) -> None:
    page = _page(browser, site, "dark", PHONE)
    enter(page)
    page.screenshot(path=folder / "phone-lobby.png")
    own_table(page, "ma-criss-cross", "pocket")
    sit(page, "pocket")
    put_up(page, "ante_across")
    put_up(page, "five_card_bonus")
    deal(page)
    page.locator("button.bet").first.click()
    expect(page.get_by_role("group", name="Your actions")).to_contain_text("Down Bet")
    page.screenshot(path=folder / "phone.png")
    page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
