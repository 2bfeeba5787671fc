"""What dealer and floor do on their consoles, by their words."""

import re
import time
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from server.desk import Crew, Desk

Site = tuple[Desk, str]
SECONDS = 15
STAFF = (("dee", "dealer"), ("flo", "floorperson"), ("sue", "supervisor"), ("ann", "player"))


def console(contexts: dict[str, BrowserContext], name: str, table: str) -> Page:
    """The console of a table in someone's browser."""
    return opened(contexts, name, f"/tables/{table}/console", "Do now")


def opened(contexts: dict[str, BrowserContext], name: str, path: str, region: str) -> Page:
    """A page in someone's browser, once a part of it is there."""
    pages = contexts[name].pages
    page = pages[0] if pages else contexts[name].new_page()
    if not page.url.endswith(path):
        page.goto(path)
    expect(page.get_by_role("region", name=region)).to_be_visible()
    return page


def due(page: Page) -> Any:
    """The step to do now."""
    return page.get_by_role("region", name="Do now").get_by_role("heading", level=2)


def felt(page: Page, seat: str) -> Any:
    """A seat with its wagers."""
    return page.get_by_role("region", name="The table").get_by_role("listitem").filter(has_text=f"Seat {seat}")


def pressed(crew: Crew, page: Page, button: str | re.Pattern[str]) -> None:
    """Presses a button and waits until the table has moved."""
    before = crew.view["next"]
    page.get_by_role("button", name=button).first.click()
    moved(crew, before)


def moved(crew: Crew, before: int) -> None:
    """Waits until the table has moved."""
    deadline = time.monotonic() + SECONDS
    while crew.view["next"] == before:
        assert time.monotonic() < deadline, "the table has not moved"
        time.sleep(0.05)


def waits(crew: Crew, *names: str) -> None:
    """Waits until none of these is due any more."""
    deadline = time.monotonic() + SECONDS
    while crew.view["duties"][0]["name"] in names:
        assert time.monotonic() < deadline, f"{names} is still due"
        time.sleep(0.05)
