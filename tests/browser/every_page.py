"""Every page, wide and on a phone, light and dark, to be looked at: `python -m browser.every_page FOLDER [SCENE]`."""

import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.casino_site import Site
from browser.desk_site import desk_site, sign_in
from browser.tables import area, deal, enter, open_areas, own_table, sit
from pitboss.rulebooks import SHIPPED
from server.desk import Crew

SIZES = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
SECONDS = 60


class Camera:
    """Takes what a page shows in both sizes and both themes, and says what no picture should show."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def shoot(self, page: Page, name: str, full: bool = True) -> None:
        """The whole page, or what is in sight."""
        for size, viewport in SIZES.items():
            page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
            for theme in THEMES:
                page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
                page.wait_for_timeout(150)
                page.screenshot(path=self.folder / f"{name}-{size}-{theme}.png", full_page=full)
            for fault in page.evaluate(FAULTS):
                print(f"{name} {size}: {fault}")
        page.set_viewport_size({"width": SIZES["wide"]["width"], "height": SIZES["wide"]["height"]})


FAULTS = """() => {
  const found = []
  const over = document.documentElement.scrollWidth - innerWidth
  if (over > 0) found.push(`wider than the window by ${over}`)
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const at = node.parentElement, text = node.textContent.trim()
    if (!text || !at.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const box = at.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const size = parseFloat(getComputedStyle(at).fontSize)
    if (size < 12) found.push(`${size.toFixed(1)} px: ${text.slice(0, 40)}`)
    for (let up = at; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up)
      const hides = style.overflowX === 'hidden' && style.overflowY === 'hidden' && up.clientWidth > 4
      if (hides && up.scrollWidth > up.clientWidth + 1) {
        found.push(`cut off by ${up.tagName}.${up.className}: ${text.slice(0, 40)}`)
        break
      }
    }
  }
  return [...new Set(found)]
}"""


def main(folder: Path, only: str = "") -> None:
    """Draws every picture anew, or those of one scene."""
    expect.set_options(timeout=SECONDS * 1000)
    camera = Camera(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for scene in (visitor, guest, staff):
            if only in ("", scene.__name__):
                scene(browser, camera)


def _page(browser: Browser, url: str) -> Page:
    context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(SECONDS * 1000)
    page = context.new_page()
    page.on("pageerror", lambda error: print(f"complaint: {error}"))
    return page


def _settle(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def visitor(browser: Browser, camera: Camera) -> None:
    """Somebody who has never been here."""
    site = Site(Path(tempfile.mkdtemp()), pause=8)
    site.start()
    try:
        page = _page(browser, site.url)
        for name, path in VISITED.items():
            page.goto(path)
            expect(page.get_by_role("heading", level=1).first).to_be_visible()
            _settle(page)
            camera.shoot(page, name)
        page.context.close()
    finally:
        site.kill()


VISITED = {
    "welcome": "/",
    "sign-in": "/sign-in",
    "settings": "/settings",
    "no-page": "/no/such/page",
    "rules": "/rules",
    "rulebook-ma": "/rules/ma-criss-cross",
    "rulebook-crazy": "/rules/ma-crazy-4",
    "compare": "/rules/compare",
    "submission": "/rules/submission",
    "study": "/study",
    "study-ma": "/study/ma-criss-cross",
    "study-crazy": "/study/ma-crazy-4",
    "coach": "/coach",
    "school": "/school",
}


def guest(browser: Browser, camera: Camera) -> None:
    """A guest at a table of each rulebook: wagers, a decision, the result; then hands, replay, the account."""
    site = Site(Path(tempfile.mkdtemp()), pause=30)
    site.start()
    try:
        for rulebook in SHIPPED:
            page = _page(browser, site.url)
            enter(page)
            if rulebook == SHIPPED[0]:
                _settle(page)
                camera.shoot(page, "lobby")
            _round(page, camera, rulebook)
            for name, path in _afterwards(rulebook).items():
                page.goto(path)
                expect(page.get_by_role("heading", level=1).first).to_be_visible()
                _settle(page)
                camera.shoot(page, name)
            page.context.close()
    finally:
        site.kill()


def _afterwards(rulebook: str) -> dict[str, str]:
    replay = {f"replay-{rulebook}": f"/tables/shot-{rulebook}/rounds/1"}
    own = {"hands": "/hands", "account": "/account", "statement": "/account/statement", "coach-after": "/coach"}
    return {**replay, **(own if rulebook == SHIPPED[-1] else {})}


def _round(page: Page, camera: Camera, rulebook: str) -> None:
    table = f"shot-{rulebook}"
    own_table(page, rulebook, table, pause=30)
    page.goto(f"/tables/{table}")
    _settle(page)
    camera.shoot(page, f"{rulebook}-1-watching", full=False)
    page.goto("/")
    sit(page, table)
    bar = page.get_by_role("group", name="Your actions")
    bar.get_by_role("button", name=re.compile("^Wager the least")).click()
    for name in open_areas(page):
        area(page, name).locator("button.spot").click()
    _settle(page)
    camera.shoot(page, f"{rulebook}-2-wagers", full=False)
    deal(page)
    expect(page.locator("button.bet").first).to_be_visible()
    _settle(page)
    camera.shoot(page, f"{rulebook}-3-decision", full=False)
    while page.locator("button.bet").count():
        page.locator("button.bet").last.click()
        page.wait_for_timeout(600)
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    _settle(page)
    camera.shoot(page, f"{rulebook}-4-result", full=False)
    camera.shoot(page, f"{rulebook}-5-whole")
    page.get_by_role("button", name="Leave seat").click()
    page.wait_for_timeout(500)


def staff(browser: Browser, camera: Camera) -> None:
    """Consoles at points of a round, the floor, the office, the school."""
    with desk_site(Path(tempfile.mkdtemp())) as (desk, url):
        desk.person("ada", "auditor")
        desk.person("max", "administrator")
        desk.person("sue", "supervisor")
        desk.person("cage", "cashier")
        points = (
            ("ma-criss-cross", "receive_deck"),
            ("ma-criss-cross", "place-wager"),
            ("md-criss-cross", "deal"),
            ("nj-criss-cross", "bet"),
            ("ma-crazy-4", "settle"),
            ("cardroom-criss-cross", "open_round"),
        )
        crews = [Crew(desk, id) for id, _ in points]
        for crew, (_, duty) in zip(crews, points, strict=True):
            if duty != "receive_deck":
                crew.sit()
            crew.until(duty)
        crews[4].step()
        for who in ("dee", "flo"):
            page = _as(browser, desk, url, who)
            for crew, (id, duty) in zip(crews, points, strict=True):
                page.goto(f"/tables/{crew.table}/console")
                expect(page.get_by_role("region", name="Do now")).to_be_visible()
                _settle(page)
                camera.shoot(page, f"console-{who}-{id}-{duty}")
            page.goto("/floor")
            expect(page.get_by_role("table").first).to_be_visible()
            camera.shoot(page, f"floor-{who}")
            page.context.close()
        page = _as(browser, desk, url, "ann")
        page.goto(f"/tables/{crews[3].table}")
        _settle(page)
        camera.shoot(page, "physical-player", full=False)
        page.context.close()
        _office(browser, desk, url, camera)


def _as(browser: Browser, desk: object, url: str, who: str) -> Page:
    page = _page(browser, url)
    sign_in(page.context, desk, who, url)  # type: ignore[arg-type]  # all it asks of a desk
    return page


def _office(browser: Browser, desk: object, url: str, camera: Camera) -> None:
    shoot: Callable[[Page, str], None] = camera.shoot
    for who in ("sue", "ada", "max"):
        page = _as(browser, desk, url, who)
        page.goto("/office")
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        _settle(page)
        parts = [str(link.get_attribute("href")) for link in page.locator("a[href^='/office/']").all()]
        for path in dict.fromkeys(parts):
            page.goto(path)
            _settle(page)
            shoot(page, f"office-{who}-{path.rpartition('/')[2]}")
        page.goto("/floor") if who == "sue" else None
        if who == "sue":
            page.get_by_role("button", name="Open a table").click()
            _settle(page)
            shoot(page, "open-table")
        page.context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:3])
