"""The consoles of dealer and floor: rounds keyed in, every irregularity, devices, decks, payouts, tables opened."""

import re
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from browser.consoles import Site, console, due, felt, moved, pressed, waits
from browser.desk_site import sign_in
from browser.reading import troubles
from pitboss.cards import DECK, parse_cards
from pitboss.rulebooks import load_all
from pitboss.rulebooks.table_rules import Irregularity, Remedy
from server.desk import Crew, command, full
from server.test_assist import BY_SHOE, DUTIES, REPORTS, way_with, weave

Crews = dict[tuple[str, str], Crew]
HOUR = 3600


@pytest.fixture(scope="module")
def crews() -> Crews:
    """Tables that are already under way, by rulebook and device."""
    return {}


def test_a_deck_comes_to_the_table_and_a_round_is_keyed_in(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe")
    crew.sit()
    page = console(contexts, "dee", crew.table)
    expect(due(page)).to_have_text("Receive a deck")
    page.get_by_label("Deck", exact=True).fill("17")
    page.get_by_label("Back").fill("red")
    page.get_by_label("Design").fill("Bee")
    page.get_by_role("button", name="Receive the deck").click()
    expect(page.get_by_text("Deck 17, red: at the table 0 min of 8 h")).to_be_visible()
    expect(due(page)).not_to_have_text("Receive a deck")
    crew.until("cut")
    page.get_by_label("Cards above the cover card").fill("20")
    pressed(crew, page, "Deck 17 is cut")
    crew.until("open_round")
    pressed(crew, page, "Begin a round")
    expect(due(page)).to_have_text("Put up the wagers of the round")
    for seat in ("1", "2"):
        page.get_by_role("textbox", name=f"Seat {seat}, Ante Across and Ante Down").fill("10")
        page.keyboard.press("Enter")
        for wager in ("Ante Across", "Ante Down"):
            expect(felt(page, seat)).to_contain_text(re.compile(rf"{wager}.*\$10"))
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
    expect(page.get_by_text("A fold is keyed in by the floor, or by the player")).to_be_visible()
    expect(page.get_by_role("button", name="Fold")).to_have_count(0)
    floor = console(contexts, "flo", crew.table)
    expect(floor.get_by_text("Seat 2, bob: Across")).to_be_visible()
    expect(floor.get_by_role("button", name="$20", exact=True)).to_have_count(0)
    assert troubles(floor) == []
    pressed(crew, floor, "Fold")
    crew.until("open_round")
    assert desk[0].office.store.reconcile() == []


def test_at_a_practice_table_the_dealer_folds_for_a_player(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross", practice=True)
    crew.sit()
    crew.until("bet")
    floor = console(contexts, "flo", crew.table)
    expect(floor.get_by_text("The table waits for the player.")).to_be_visible()
    expect(floor.get_by_role("button", name="Fold")).to_have_count(0)
    page = console(contexts, "dee", crew.table)
    expect(page.get_by_text("Seat 1, ann: Across")).to_be_visible()
    page.keyboard.press("f")
    expect(page.get_by_text("Seat 2, bob: Across")).to_be_visible()
    assert crew.view["round"]["seats"][0]["folded"] == "across"


def test_impossible_cards_are_refused_in_words(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-crazy-4", queens_up="A", dealing="hand", shuffler="automated")
    crew.sit()
    crew.until("deal")
    to, count = crew.view["round"]["next_delivery"]
    page = console(contexts, "dee", crew.table)
    field = page.get_by_label(re.compile(f"^To {to}")).locator("input").first
    field.fill("1x9")
    expect(page.get_by_role("status").filter(has_text="is not a card")).to_be_visible()
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


def test_a_scanner_faster_than_the_table_loses_no_card(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe")
    crew.sit()
    crew.until("close-bets")
    for seat, name in enumerate(crew.players, start=1):
        desk[0].do(name, crew.table, *crew.wagers(seat))
    page = console(contexts, "dee", crew.table)
    button = page.get_by_role("button", name='Announce "no more bets"')
    expect(button).to_be_focused()
    scanned, crew.stack = crew.stack[:9], crew.stack[9:]  # two hole cards for each of two players, and the cross
    page.keyboard.press("Enter")
    page.keyboard.type("".join(map(str, scanned)))
    waits(crew, "deal", "close-bets")
    crew.until("bet")
    assert [seat["face_down"] for seat in crew.view["round"]["seats"]] == [2, 2]
    expect(page.get_by_text("Seat 1, ann: Across")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_text("Seat 2, bob: Across")).to_be_visible()
    floor = console(contexts, "flo", crew.table)
    expect(floor.get_by_role("button", name="Fold")).to_be_visible()
    floor.keyboard.press("f")
    expect(page.get_by_role("button", name="Turn cards up")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Seat 1, ann: Down")).to_be_visible()
    first, second = crew.view["round"]["seats"]
    assert first["wagers"]["across"] == "2.00"
    assert second["folded"] == "across"


@pytest.mark.parametrize(("rulebook", "rule"), REPORTS, ids=[f"{id} {rule.name}" for id, rule in REPORTS])
def test_every_irregularity_states_its_remedy_and_clause_and_then_acts(
    desk: Site, contexts: dict[str, BrowserContext], crews: Crews, rulebook: str, rule: Irregularity
) -> None:
    phase = next((phase for phase in rule.phases if phase in DUTIES), "")
    # the table is then of no use to the next test
    spent = rule.device or rule.wagers or Remedy.FORFEIT_PLAYER in rule.remedies
    place = (rulebook, rule.name if spent else "")
    if place not in crews:
        choices = full(rulebook) if rule.wagers else way_with(rulebook, rule.device)
        crews[place] = Crew(desk[0], rulebook, **choices)
        crews[place].extra = rule.wagers
        crews[place].sit()
    crew = crews[place]
    crew.until(DUTIES[phase])
    crew.until_found(rule)
    first = crew.view["next"]
    page = console(contexts, crew.names[rule.by[0]], crew.table)
    page.get_by_role("button", name=rule.title, exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Remedy:")
    cited = rule.clause if rule.clause.startswith("reading ") else f"clause {rule.clause}"
    expect(dialog.get_by_role("link", name=cited, exact=True)).to_be_visible()
    if Remedy.DISCARD_CARD in rule.remedies:
        dialog.get_by_label("The card").fill(str(crew.stack[0]))
        crew.stack = crew.stack[1:]
    if Remedy.USE_AS_NEXT in rule.remedies:  # nobody has seen it
        expect(dialog.get_by_label("The card")).to_have_count(0)
    if Remedy.FORFEIT_PLAYER in rule.remedies:
        dialog.get_by_label("The seat").select_option("1")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    events = desk[0].get("ann", f"/api/tables/{crew.table}/events?first={first}")["events"]
    told = next(event for event in events if event["event"] == "irregularity-reported")
    assert (told["name"], told["clause"]) == (rule.name, rule.clause)


def test_where_the_operator_reads_the_document_so_the_dialog_says_play_on(
    desk: Site, contexts: dict[str, BrowserContext]
) -> None:
    crew = Crew(desk[0], "nj-criss-cross", readings={"community-exposed": "play-on"})
    crew.sit()
    crew.until("bet")
    page = console(contexts, "flo", crew.table)
    page.get_by_role("button", name="community card exposed before its time").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Remedy: play goes on.")
    expect(dialog).to_contain_text("the operator's reading")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    assert crew.view["round"]["phase"] == "decision"


@pytest.mark.clause("ma-criss-cross", "12(a)")
def test_a_second_card_face_up_weighs_more_and_the_dialog_says_so(
    desk: Site, contexts: dict[str, BrowserContext]
) -> None:
    crew = Crew(desk[0], "ma-criss-cross")
    crew.sit()
    crew.until("deal")
    page = console(contexts, "dee", crew.table)
    report = page.get_by_role("button", name="card found face up while dealing")
    report.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Remedy: the card is set aside. A second time in this round: the round is void")
    dialog.get_by_label("The card").fill("As")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    report.click()
    expect(dialog).to_contain_text(
        "Remedy: the round is void and every wager goes back, and the deck is shuffled again."
    )
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    assert crew.view["round"]["phase"] == "void"


@pytest.mark.clause("ma-crazy-4", "10(e)(4)")
def test_a_jackpot_is_validated_by_the_floor_and_not_by_the_dealer(
    desk: Site, contexts: dict[str, BrowserContext]
) -> None:
    crew = Crew(desk[0], "ma-crazy-4", **{**full("ma-crazy-4"), **BY_SHOE})
    crew.sit()
    crew.until("close-bets")
    crew.step()
    royal = parse_cards("As Ks Qs Js Ts")
    rest = [card for card in DECK if card not in royal]
    crew.stack = [*royal, *rest] if crew.view["round"]["next_delivery"][1] > 1 else weave(royal, rest, 3)
    crew.until("validate")
    dealers = console(contexts, "dee", crew.table)
    expect(dealers.get_by_text("The table waits for the floorperson.")).to_be_visible()
    expect(dealers.get_by_role("button", name="Validate the payout")).to_have_count(0)
    waiting = crew.view["round"]["held"][0]
    amount = f"${Decimal(waiting['paid']):,}".removesuffix(".00")
    words = f"of seat {waiting['seat']} waits for the floor: {amount}"
    expect(dealers.get_by_role("alert").first).to_contain_text(words)
    floor = contexts["flo"].new_page()
    floor.goto("/floor")
    calls = floor.get_by_role("region", name="Waiting for you").get_by_role("listitem").filter(has_text=crew.table)
    expect(calls).to_contain_text(f"Validate a payout, seat {waiting['seat']}: {amount}")
    floor.close()
    players = contexts["ann"].new_page()
    players.goto(f"/tables/{crew.table}")
    expect(players.get_by_text(f"Your payout of {amount} waits for a floorperson.").first).to_be_visible()
    players.close()
    page = console(contexts, "flo", crew.table)
    assert troubles(page) == []
    while crew.view["duties"][0]["name"] == "validate":
        number, held = crew.view["next"], crew.view["round"]["held"][0]
        expect(page.get_by_text(re.compile(f"^Seat {held['seat']}, .*{re.escape(held['hand'])}")).first).to_be_visible()
        page.get_by_label("Document").fill("W-2G 17")
        page.get_by_role("button", name="Validate the payout").click()
        moved(crew, number)
    crew.until("open_round")
    assert desk[0].office.store.reconcile() == []


@pytest.mark.clause("ma-criss-cross", "7(h)")
def test_a_wrong_count_of_the_stub_asks_for_a_misdeal(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross")
    crew.sit()
    crew.until("count_stub")
    page = console(contexts, "dee", crew.table)
    field = page.get_by_label("Cards left in the stub")
    expect(field).to_be_focused()
    field.fill(str(len(crew.stack) - 1))
    page.keyboard.press("Enter")
    expect(page.get_by_text("The stub has the wrong number of cards.")).to_be_visible()
    page.get_by_label("Cards in the whole deck").fill("52")
    page.get_by_role("checkbox", name="the cards were misdealt").check()
    pressed(crew, page, "Record what was found")
    assert crew.view["round"]["phase"] == "void"


@pytest.mark.clause("ma-criss-cross", "12(g)")
def test_a_broken_shoe_is_covered_and_restored(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="automated_shoe")
    crew.sit()
    crew.until("open_round")
    desk[0].do("dee", crew.table, command("report-irregularity", name="shoe_broken"))
    page = console(contexts, "dee", crew.table)
    pressed(crew, page, "It is covered")
    expect(page.get_by_text("The table waits for the floorperson.")).to_be_visible()
    page = console(contexts, "flo", crew.table)
    expect(due(page)).to_contain_text("Change to a method without the shoe")
    expect(page.get_by_role("button", name="Change over")).to_have_count(1)
    assert troubles(page) == []
    pressed(crew, page, "The shoe works again")
    assert crew.view["devices"] == {"shoe": "working"}


def test_players_are_told_whom_the_console_is_for(desk: Site, browser: Any) -> None:
    crew = Crew(desk[0], load_all()[0].id)
    context = browser.new_context(base_url=desk[1])
    sign_in(context, desk[0], "ann", desk[1])
    page = context.new_page()
    page.goto(f"/tables/{crew.table}/console")
    expect(page.get_by_role("alert")).to_contain_text("for dealers and the floor")
    context.close()


def test_a_supervisor_opens_fills_and_closes_a_table_from_the_floor(
    desk: Site, contexts: dict[str, BrowserContext]
) -> None:
    page = contexts["sue"].new_page()
    page.goto("/floor")
    page.get_by_role("button", name="Open a table").click()
    dialog = page.get_by_role("dialog", name="Open a table")
    dialog.get_by_label("Rulebook").select_option("ma-crazy-4")
    dialog.get_by_label("Name of the table").fill("pit-one")
    dialog.get_by_label(re.compile("^Cards")).select_option("physical")
    dialog.get_by_label(re.compile("^Money")).select_option("real")
    dialog.get_by_label("Table inventory in dollars").fill("5000")
    assert troubles(page) == []
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Console, pit-one")).to_be_visible()
    listed = next(table for table in desk[0].get("sue", "/api/tables") if table["name"] == "pit-one")
    assert (listed["cards"], listed["practice"]) == ("physical", False)
    page.goto("/floor")
    row = page.get_by_role("row").filter(has_text="pit-one")
    expect(row).to_contain_text("$5,000")
    assert troubles(page) == []
    row.get_by_role("button", name="Manage").click()
    page.get_by_label("Amount in dollars").fill("250")
    page.get_by_label("Reason").fill("opening fill")
    page.get_by_role("button", name="Fill", exact=True).click()
    expect(row).to_contain_text("$5,250")
    row.get_by_role("button", name="Manage").click()
    page.get_by_role("button", name="Close the table").click()
    expect(row).to_have_count(0)
    page.close()


@pytest.mark.clause("ma-criss-cross", "2(c)(2)")
def test_a_deck_of_eight_hours_is_changed(desk: Site, contexts: dict[str, BrowserContext]) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe")
    crew.sit()
    crew.until("open_round")
    desk[0].clock.seconds += 8 * HOUR
    page = console(contexts, "dee", crew.table)
    expect(due(page)).to_contain_text("Change the deck")
    assert troubles(page) == []
    pressed(crew, page, re.compile("^Deck d1 is removed"))
    expect(due(page)).to_have_text("Receive a deck")
