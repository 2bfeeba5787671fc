"""A refusal at the table names its clause by a link, and the link leads to what the clause says."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from browser.casino_site import Site
from browser.tables import area, deal, own_cards, put_up, sit_alone
from pitboss.rulebooks import load


def chip(page: Page, dollars: int) -> None:
    page.get_by_role("radio", name=f"${dollars} chip").click()


def followed(page: Page, rulebook: str, clause: str, place: str) -> None:
    """The link in the message leads to the clause on the rules page, which has its words and the reader's place."""
    told = page.locator(".toast.problem")
    link = told.get_by_role("link", name=f"clause {clause}")
    link.focus()
    expect(told.get_by_role("tooltip")).to_have_text(says(rulebook, clause))
    link.press("Enter")
    expect(page).to_have_url(re.compile(f"/rules/{rulebook}#{re.escape(place)}$"))
    found = page.locator(f"[id='{place}']")
    expect(found).to_be_in_viewport()
    expect(found).to_be_focused()
    expect(found).to_contain_text(says(rulebook, clause))


def says(rulebook: str, clause: str) -> str:
    return next(item.says for item in load(rulebook).clauses if item.id == clause)


@pytest.mark.clause("cardroom-criss-cross", "Wagers 1")
def test_an_ante_above_the_card_rooms_own_limit(site: Site, opened: Any) -> None:
    """2.00 to 10.00: two chips of 5 dollars stand, a third does not."""
    page = opened(site.url)
    sit_alone(page, "cardroom-criss-cross", "card-room-limit")
    chip(page, 5)
    put_up(page, "ante_across")
    for stands in ("$10", "$10"):
        area(page, "ante_across").locator("button.spot").click()
        expect(area(page, "ante_across")).to_contain_text(stands)
    expect(page.locator(".toast.problem")).to_contain_text("between $2.00 and $10.00")
    followed(page, "cardroom-criss-cross", "Wagers 1", "wagers-1")
    page.go_back()
    expect(area(page, "ante_across")).to_contain_text("$10")


class Deaf:
    """A page that can be made to hear no more news from the server, as behind a network that stalls; answers come."""

    def __init__(self, page: Page) -> None:
        self.deaf = False
        page.route_web_socket(re.compile("/api/"), self._join)

    def _join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: None if self.deaf and '"delta"' in str(message) else socket.send(message))


@pytest.mark.parametrize(
    ("rulebook", "ante", "side", "clause", "place"),
    [
        pytest.param(*row, marks=pytest.mark.clause(row[0], row[3]), id=row[0])
        for row in (
            ("ma-crazy-4", "ante", "queens_up", "6(c)", "6-c"),
            ("md-criss-cross", "ante_across", "five_card_bonus", "7.D", "7.d"),
        )
    ],
)
def test_a_wager_after_no_more_bets(
    site: Site, opened: Any, rulebook: str, ante: str, side: str, clause: str, place: str
) -> None:
    """A player has the table open twice; one page hears nothing of the deal, and puts up a wager too late."""
    page = opened(site.url)
    sit_alone(page, rulebook, f"late-{rulebook}")
    put_up(page, ante)
    late = page.context.new_page()
    stalled = Deaf(late)
    late.goto(page.url)
    expect(area(late, ante)).to_have_class(re.compile("filled"))
    stalled.deaf = True
    deal(page)
    assert own_cards(page)
    area(late, side).locator("button.spot").click()
    followed(late, rulebook, clause, place)
