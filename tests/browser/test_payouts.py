"""The dealer's settlement: seat by seat, what to take and pay and with which chips, and the total that runs along."""

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from browser.consoles import Site, console
from browser.keyboard import Keyboard
from browser.reading import troubles
from pitboss.money import Amount
from server.desk import Crew, Json

CHIPS = ((100_000, "gold"), (50_000, "purple"), (10_000, "black"), (2_500, "green"), (500, "red"), (100, "white"))
DOES = {"win": "Pay", "push": "Push", "lose": "Take"}


def chips_for(cents: int) -> str:
    """The fewest chips for whole dollars, by hand."""
    words = []
    for value, name in CHIPS:
        count, cents = divmod(cents, value)
        words += [f"{count} {name}"] if count else []
    assert cents == 0
    return ", ".join(words)


def shown(amount: Amount) -> str:
    """Whole dollars as the page writes them."""
    assert amount.cents % 100 == 0
    return f"${abs(amount.cents) // 100:,}"


def settlement(page: Page) -> Locator:
    """The dealer's settlement."""
    return page.get_by_role("region", name="Settlement")


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "ma-crazy-4"])
def test_a_seat_is_settled_by_one_key_and_its_wagers_are_told(
    desk: Site, contexts: dict[str, BrowserContext], rulebook: str
) -> None:
    crew = Crew(desk[0], rulebook, dealing="manual_shoe")
    crew.sit()
    had = crew.balances
    crew.until("settle")
    page = console(contexts, "dee", crew.table)
    hands, wagered = Keyboard(page), crew.view["round"]["seats"]
    titles = {item["name"]: item["title"] for item in crew.listed["wagers"]}
    for seat in (2, 1):  # from the dealer's right
        button = page.get_by_role("button", name=re.compile(f"ettle seat {seat}$"))
        expect(button).to_be_focused()
        hands.press("Enter")
        turn = settlement(page).get_by_role("table", name=f"Seat {seat}, {crew.players[seat - 1]}").first
        expect(turn).to_be_visible()
        lines = [line for line in crew.view["round"]["lines"] if line["seat"] == seat]
        assert {line["wager"] for line in lines} >= {*wagered[seat - 1]["wagers"]}
        for line in lines:
            told(turn, titles.get(line["wager"], ""), line)
        paid = sum(round(float(line["paid"]) * 100) for line in lines)
        words = f"in chips: {chips_for(paid)}." if paid else "Nothing is paid in chips."
        expect(settlement(page).get_by_text(words).first).to_be_visible()
    assert hands.keys == 2
    expect(settlement(page)).to_contain_text("Settled before in this round")
    table = sum((old - new for old, new in zip(had, crew.balances, strict=True)), Amount.ZERO)
    sign = {-1: "−", 0: "", 1: "+"}[(table.cents > 0) - (table.cents < 0)]
    expect(settlement(page).get_by_role("status")).to_have_text(f"The table so far: {sign}{shown(table)}")
    assert troubles(page) == []


def told(turn: Locator, title: str, line: Json) -> None:
    """A wager's row says what is done with it, how much that is, the odds, and by which clause."""
    row = turn.get_by_role("row").filter(has=turn.page.get_by_role("rowheader", name=re.compile(f"^{title}")))
    row = row.filter(has_text=line["hand"]).first if line["hand"] else row.first
    expect(row).to_contain_text(DOES[line["result"]])
    moved = line["paid"] if line["result"] == "win" else line["stake"]
    expect(row.locator("td.figure")).to_have_text(shown(Amount.parse(moved)))
    if line["result"] == "win":
        expect(row).to_contain_text(line["odds"])
    expect(row.get_by_role("link", name=f"clause {line['clause']}", exact=True)).to_be_attached()
