"""A whole evening at a physical table by keyboard only, from an empty database, under each rulebook."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from browser.consoles import STAFF, felt
from browser.desk_site import desk_site, sign_in
from browser.keyboard import DOLLARS, Keyboard, Staff, people
from browser.reading import troubles
from pitboss.cards import DECK
from pitboss.rulebooks import SHIPPED, load
from server.desk import Desk

House = tuple[Desk, str, dict[str, BrowserContext]]
TABLE, PLAYERS = "pit-1", 2
IRREGULARITY = "wrong_number_of_cards"
APART = 21
"""So many cards lie between two that are dealt one after another: under every rulebook one seat then wins more."""


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    """Nothing but people with their roles: no table, no deck, no round."""
    with desk_site(tmp_path) as (desk, url):
        opened = {}
        for name, role in STAFF[:-1]:
            desk.person(name, role)
            opened[name] = browser.new_context(base_url=url, reduced_motion="reduce")
            opened[name].set_default_timeout(15_000)
            sign_in(opened[name], desk, name, url)
        yield desk, url, opened
        for context in opened.values():
            context.close()


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_an_evening_by_keyboard(house: House, rulebook: str) -> None:
    desk, _, contexts = house
    players = people(desk, PLAYERS)
    had = [desk.office.store.balance(f"player:{name}") for name in players]
    supervisor = table_opened(contexts["sue"], rulebook)
    staff = Staff(desk, contexts, TABLE, players)
    first_round(staff)
    hands_exchanged(staff, supervisor)
    staff.until("place-wager")
    staff.until("open_round")
    voided_round(staff, rulebook)
    assert staff.view["rounds"] == 3
    assert desk.office.store.reconcile() == []
    everybody_leaves(staff)
    assert troubles(staff.dealer.page) == []
    staff.close()
    table_closed(supervisor)
    spent = sum((desk.office.store.balance(f"player:{name}") for name in players), start=-had[0] - had[1])
    assert desk.office.store.balance(f"table:{TABLE}").cents in (0, -spent.cents)
    assert desk.office.store.reconcile() == []


def table_opened(context: BrowserContext, rulebook: str) -> Keyboard:
    """The supervisor opens a table with physical cards and real money."""
    page = context.new_page()
    page.goto("/floor")
    expect(page.get_by_role("button", name="Open a table")).to_be_visible()
    hands = Keyboard(page)
    hands.tab_to("Open a table")
    hands.press("Enter")
    expect(page.get_by_role("dialog", name="Open a table").get_by_label("Cards", exact=False).first).to_be_visible()
    hands.tab_to("Rulebook")
    hands.choose(rulebook)
    hands.tab_to("Name of the table")
    hands.press("Control+a")
    hands.type(TABLE)
    hands.tab_to("Cards")
    hands.choose("physical")
    hands.tab_to("Money")
    hands.choose("real")
    hands.tab_to("Open the table", most=120)
    hands.press("Enter")
    expect(page.get_by_role("heading", name=f"Console, {TABLE}")).to_be_visible()
    return hands


def first_round(staff: Staff) -> None:
    """A wager is keyed wrongly, and put right before the bets are closed."""
    staff.until("place-wager")
    staff.stack = [staff.stack[APART * place % len(DECK)] for place in range(len(DECK))]
    hands = staff.dealer
    hands.wait_for(lambda focus: focus[2].startswith("Seat 1"))
    hands.type("5")
    hands.press("Enter", "ArrowUp")
    hands.wait_for(lambda focus: focus[2].startswith("Seat 1"))
    expect(felt(hands.page, "1")).to_contain_text("$5")
    hands.type("10")
    hands.press("Enter", "d")
    hands.wait_for(lambda focus: "no more bets" in focus[2])
    ten = {seat["seat"]: {*seat["wagers"].values()} for seat in staff.view["round"]["seats"]}
    assert ten == {1: {"10.00"}, 2: {"10.00"}}
    staff.until("open_round")
    assert staff.view["round"]["phase"] == "settled"


def hands_exchanged(staff: Staff, supervisor: Keyboard) -> None:
    """The hands of the first round were keyed the wrong way round: the floor says so, and the supervisor approves.

    Both seats had the same wagers, so that each gets what the other had got.
    """
    won = results(staff)
    assert won[0] != won[1]
    first, second = (" ".join(seat["cards"]) for seat in staff.view["round"]["seats"])
    hands = staff.hands["flo"]
    hands.tab_to("Round")
    hands.type("1")
    hands.press("Enter")
    expect(hands.page.get_by_role("group", name="Seat 2, p2").get_by_label("Cards", exact=True)).to_have_value(second)
    for cards in (second, first):
        hands.press("Tab")
        hands.tab_to("Cards")
        hands.press("Control+a")
        hands.type(cards)
    hands.press("Enter")
    hands.wait_for(lambda focus: focus[2] == "Old and new")
    hands.tab_to("Reason", most=120)
    hands.type("hands exchanged")
    hands.press("Enter")
    proposed = hands.page.get_by_role("listitem", name="Correction 1")
    expect(proposed).to_contain_text("A second person approves it.")
    assert results(staff) == won
    supervisor.page.reload()
    expect(supervisor.page.get_by_role("region", name="Corrections")).to_contain_text("hands exchanged")
    supervisor.tab_to("Approve correction 1", most=120)
    supervisor.press("Enter")
    expect(supervisor.page.get_by_text("None is waiting for a decision; 1 decided so far.")).to_be_visible()
    assert results(staff) == won[::-1]
    hands.page.goto(f"/tables/{TABLE}/console")


def results(staff: Staff) -> list[int]:
    """What each player has won or lost so far, in cents."""
    balance = staff.desk.office.store.balance
    return [balance(f"player:{name}").cents - 100 * DOLLARS for name in staff.players]


def voided_round(staff: Staff, rulebook: str) -> None:
    """A hand has the wrong number of cards: the dealer reports it, and the wagers go back."""
    before = [staff.desk.office.store.balance(f"player:{name}") for name in staff.players]
    staff.until("bet")
    hands = staff.dealer
    title = next(rule.title for rule in load(rulebook).table.irregularities if rule.name == IRREGULARITY)
    hands.tab_to(title[0].upper() + title[1:])
    hands.press("Enter")
    expect(hands.page.get_by_role("dialog", name=title)).to_be_visible()
    hands.tab_to("Note")
    hands.type("seat 2 has one card more")
    hands.tab_to("Report it")
    hands.press("Enter")
    expect(hands.page.get_by_role("dialog", name=title)).to_be_hidden()
    assert staff.view["round"]["phase"] == "void"
    assert [staff.desk.office.store.balance(f"player:{name}") for name in staff.players] == before


def everybody_leaves(staff: Staff) -> None:
    """The last round is over, and the players go."""
    hands = staff.dealer
    seats = hands.page.get_by_role("region", name="Players").get_by_role("button", name="leaves")
    for left in reversed(range(PLAYERS)):
        hands.tab_to("leaves", most=120)
        hands.press("Enter")
        hands.wait_for(lambda focus: focus[2] == "Stays")
        hands.press("Tab", "Enter")
        expect(seats).to_have_count(left)
    assert staff.view["seats"] == []


def table_closed(hands: Keyboard) -> None:
    """The supervisor closes the table."""
    hands.page.goto("/floor")
    expect(hands.page.get_by_role("link", name=TABLE, exact=True).first).to_be_visible()
    hands.tab_to("Manage", most=120)
    hands.press("Enter")
    hands.tab_to("Close the table")
    hands.press("Enter")
    expect(hands.page.get_by_role("dialog")).to_be_hidden()
    expect(hands.page.get_by_text("No table is open: open one.")).to_be_visible()
