"""What a player does on the pages, by their words."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

MONEY = re.compile(r"[−-]?\$[\d,]+(?:\.\d\d)?")


def cents(text: str) -> int:
    """The amount in a text, in cents: "−$1,234.50" is -123450."""
    found = MONEY.search(text)
    assert found, text
    digits = found[0].lstrip("−-").replace("$", "").replace(",", "")
    whole, _, part = digits.partition(".")
    value = int(whole) * 100 + int(part or 0)
    return -value if found[0][0] in "−-" else value


def enter(page: Page) -> None:
    """Signs a guest in and comes to the list of tables."""
    page.request.post("/api/guest")
    page.goto("/")
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()


def own_table(page: Page, rulebook: str, name: str, pause: int = 1) -> None:
    """Opens a practice table with everything its rulebook allows, where nobody else sits."""
    full = page.request.get(f"/api/rulebooks/{rulebook}").json()["submissions"]["full"]
    clock = {"wagers": 60, "decision": 60, "pause": pause}
    body = {"name": name, "rulebook": rulebook, "submission": full, "practice": True, "clock": clock}
    answer = page.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    page.goto("/")


def sit(page: Page, table: str) -> None:
    """Takes a seat from the lobby, in one click."""
    page.locator(f"[data-table={table}]").get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave seat")).to_be_visible()
    expect(page.get_by_role("button", name="Sit out")).to_be_visible()


def sit_alone(page: Page, rulebook: str, table: str) -> None:
    """A guest sits down at a practice table of their own."""
    enter(page)
    own_table(page, rulebook, table)
    sit(page, table)


def area(page: Page, wager: str) -> Any:
    """A betting area."""
    return page.locator(f"[data-wager={wager}]")


def open_areas(page: Page) -> list[str]:
    """The wagers that can be made before the deal, those the game asks for first."""
    found = page.locator("[data-wager]:has(button.spot:enabled)")
    return [str(item.get_attribute("data-wager")) for item in found.all()]


def put_up(page: Page, wager: str) -> None:
    """Puts a chip on a betting area and waits until it lies there."""
    area(page, wager).locator("button.spot").click()
    expect(area(page, wager)).to_have_class(re.compile("filled"))


def deal(page: Page) -> None:
    """Says that no more wagers follow."""
    page.get_by_role("button", name=re.compile("^Deal")).click()


def own_cards(page: Page) -> list[str]:
    """The cards of this player, as the page shows them."""
    hand = page.get_by_role("group", name="Your cards")
    expect(hand.locator("[data-card]:not([data-card=''])").first).to_be_visible()
    return [str(card.get_attribute("data-card")) for card in hand.locator("[data-card]").all()]


def purse(page: Page) -> int:
    """What this player has left to wager, in cents: the purse, and the game account where there is one."""
    shown = page.locator("header", has_text="Purse").last.inner_text()
    return sum(cents(found[0]) for found in MONEY.finditer(shown))


class Overheard:
    """Everything a page was sent over WebSocket."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))

    @property
    def messages(self) -> list[Any]:
        """The messages, read."""
        return [json.loads(text) for text in self.texts]
