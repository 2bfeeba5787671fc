"""The consoles of dealer and floor: a whole round keyed in, impossible cards, every irregularity, validation, voids."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.desk_site import cookie_of, desk_site
from pitboss.cards import DECK
from pitboss.rulebooks import load, load_all
from pitboss.rulebooks.table_rules import Irregularity, Remedy
from server.desk import Crew, Desk
from server.test_assist import DUTIES, REPORTS, way_with

Site = tuple[Desk, str]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with desk_site(tmp_path_factory.mktemp("consoles")) as opened:
        yield opened


@pytest.fixture(scope="module")
def contexts(desk: Site, browser: Any) -> Iterator[dict[str, BrowserContext]]:
    """A browser for the dealer and one for the floorperson."""
    opened = {}
    for name, role in (("dee", "dealer"), ("flo", "floorperson")):
        desk[0].person(name, role)
        opened[name] = browser.new_context(base_url=desk[1], reduced_motion="reduce")
        opened[name].add_cookies([cookie_of(desk[0], name, desk[1])])
        opened[name].set_default_timeout(15_000)
    yield opened
    for context in opened.values():
        context.close()


def console(contexts: dict[str, BrowserContext], name: str, table: str) -> Page:
    """The console of a table in someone's browser."""
    pages = contexts[name].pages
    page = pages[0] if pages else contexts[name].new_page()
    page.goto(f"/tables/{table}/console")
    expect(page.get_by_role("region", name="Do now")).to_be_visible()
    return page


def due(page: Page) -> Any:
    """The step to do now."""
    return page.get_by_role("region", name="Do now").get_by_role("heading", level=2)


def pressed(crew: Crew, page: Page, button: str | re.Pattern[str]) -> None:
    """Presses a button and waits until the table has moved."""
    before = crew.view["next"]
    page.get_by_role("button", name=button).first.click()
    moved(crew, before)


def moved(crew: Crew, before: int) -> None:
    """Waits until the table has moved."""
    deadline = time.monotonic() + 15
    while crew.view["next"] == before:
        assert time.monotonic() < deadline, "the table has not moved"
        time.sleep(0.05)


def test_a_deck_comes_to_the_table_and_a_round_is_keyed_in(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe")
    crew.sit()
    page = console(contexts, "dee", crew.table)
    expect(due(page)).to_have_text("Receive a deck")
    page.get_by_label("Deck", exact=True).fill("17")
    page.get_by_label("Back").fill("red")
    page.get_by_label("Design").fill("Bee")
    page.get_by_role("button", name="Receive the deck").click()
    expect(page.get_by_text("Deck 17, red: at the table 0 h 00 min of 8 h")).to_be_visible()
    expect(due(page)).not_to_have_text("Receive a deck")
    crew.until("cut")
    page.get_by_label("Cards above the cover card").fill("20")
    pressed(crew, page, "Deck 17 is cut")
    crew.until("open_round")
    pressed(crew, page, "Begin a round")
    expect(due(page)).to_have_text('Announce "no more bets"')
    for seat in ("1", "2"):
        for wager in ("Ante Across", "Ante Down"):
            page.get_by_label("Wager of seat").select_option(seat)
            page.get_by_label(re.compile("^On ")).select_option(label=wager)
            page.get_by_label("Amount").fill("10")
            page.get_by_role("button", name="Put it up").click()
            expect(page.get_by_text(re.compile(rf"^Seat {seat}: .*{wager} \$10"))).to_be_visible()
    pressed(crew, page, 'Announce "no more bets"')
    cards = iter(DECK)
    while "deal" in crew.view["duties"][0]["name"]:
        to, count = crew.view["round"]["next_delivery"]
        number = crew.view["next"]
        scanned = "".join(str(next(cards)) for _ in range(count))
        page.get_by_label(re.compile(f"^To {to}")).locator("input").first.fill(scanned)
        moved(crew, number)
    crew.until("bet")
    expect(page.get_by_text("Seat 1, ann: Across")).to_be_visible()
    page.get_by_role("button", name="$20", exact=True).click()
    expect(page.get_by_text("Seat 2, bob: Across")).to_be_visible()
    pressed(crew, page, "Fold")
    crew.until("open_round")
    assert desk[0].office.store.reconcile() == []


def test_impossible_cards_are_refused_in_words(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-crazy-4", dealing="hand", shuffler="automated")
    crew.sit()
    crew.until("deal")
    to, count = crew.view["round"]["next_delivery"]
    page = console(contexts, "dee", crew.table)
    field = page.get_by_label(re.compile(f"^To {to}")).locator("input").first
    field.fill("1x9")
    expect(page.get_by_role("status").filter(has_text="is no card")).to_be_visible()
    number = crew.view["next"]
    for card in DECK[:count]:
        page.get_by_role("button", name=_spoken(str(card)), exact=True).click()
    moved(crew, number)
    to, _ = crew.view["round"]["next_delivery"]
    expect(page.get_by_label(re.compile(f"^To {to}")).first).to_be_visible()
    page.get_by_label(re.compile(f"^To {to}")).locator("input").first.fill("".join(map(str, DECK[:count])))
    expect(page.get_by_role("alert")).to_contain_text("2c")


def _spoken(card: str) -> str:
    names = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    return f"{names['23456789TJQKA'.index(card[0])]} of {suits[card[1]]}"


@pytest.mark.parametrize(("rulebook", "rule"), REPORTS, ids=[f"{id} {rule.name}" for id, rule in REPORTS])
def test_every_irregularity_states_its_remedy_and_clause_and_then_acts(
    desk: Site, contexts: dict[str, BrowserContext], rulebook: str, rule: Irregularity
) -> None:
    phase = next((phase for phase in rule.phases if phase in DUTIES), "")
    crew = Crew(desk[0], rulebook, **way_with(rulebook, rule.device))
    crew.sit()
    crew.until(DUTIES[phase])
    first = crew.view["next"]
    page = console(contexts, crew.names[rule.by[0]], crew.table)
    page.get_by_role("button", name=rule.title, exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Remedy:")
    expect(dialog.get_by_role("link", name=f"clause {rule.clause}", exact=True)).to_be_visible()
    if Remedy.DISCARD_CARD in rule.remedies or Remedy.USE_AS_NEXT in rule.remedies:
        dialog.get_by_label("The card").fill(str(crew.stack[0]))
    if Remedy.FORFEIT_PLAYER in rule.remedies:
        dialog.get_by_label("The seat").select_option("1")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    events = desk[0].get("ann", f"/api/tables/{crew.table}/events?first={first}")["events"]
    told = next(event for event in events if event["event"] == "irregularity-reported")
    assert (told["name"], told["clause"]) == (rule.name, rule.clause)


def test_the_floor_voids_a_round(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "nj-criss-cross")
    crew.sit()
    crew.until("bet")
    page = console(contexts, "flo", crew.table)
    page.get_by_role("button", name="Void the round").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Clause")).to_have_value(load("nj-criss-cross").void_clause)
    dialog.get_by_label("Reason").fill("fire alarm")
    dialog.get_by_role("button", name="Void it").click()
    expect(dialog).to_be_hidden()
    assert crew.view["round"]["phase"] == "void"
    assert crew.balances == crew.had


def test_players_are_told_whom_the_console_is_for(desk: Site, browser: Any) -> None:
    crew = Crew(desk[0], load_all()[0].id)
    context = browser.new_context(base_url=desk[1])
    context.add_cookies([cookie_of(desk[0], "ann", desk[1])])
    page = context.new_page()
    page.goto(f"/tables/{crew.table}/console")
    expect(page.get_by_role("alert")).to_contain_text("for dealers and the floor")
    context.close()
