"""Single controls of the consoles: what each must do at the table, and what it must not let anybody do."""

import json
import re

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from browser.consoles import Site, console, due, felt, moved, opened, pressed
from browser.reading import troubles
from pitboss.cards import DECK, Card, parse_cards
from pitboss.rulebooks import load
from server.desk import Crew, command, full, play
from server.test_assist import BY_SHOE

Contexts = dict[str, BrowserContext]
SHOE = {"dealing": "manual_shoe", "shuffler": "none", "decks": 1}


def crew_at(desk: Site, rulebook: str, duty: str, **choices: object) -> Crew:
    """A crew at work until a duty is in hand."""
    crew = Crew(desk[0], rulebook, **choices)
    crew.sit()
    crew.until(duty)
    return crew


# Voids


@pytest.mark.clause("nj-criss-cross", "40.12(c)")
def test_only_the_reasons_of_the_document_for_this_phase_void_a_round(desk: Site, contexts: Contexts) -> None:
    """While a player decides: a card face up is past, a deck that cannot be dealt is past, too few cards are not."""
    crew = crew_at(desk, "nj-criss-cross", "bet")
    page = console(contexts, "flo", crew.table)
    page.get_by_role("button", name="Void the round").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="wrong number of cards")).to_be_visible()
    for title in ("card found face up while dealing", "the cards cannot be made ready"):
        expect(dialog.get_by_role("radio", name=title)).to_have_count(0)
    expect(dialog.get_by_role("textbox")).to_have_count(1)  # the reason: a clause cannot be typed in
    expect(dialog).to_contain_text("Remedy: All hands are void and every stake that is not settled goes back.")
    send = dialog.get_by_role("button", name="Void it")
    expect(send).to_be_disabled()
    dialog.get_by_role("radio", name="wrong number of cards").check()
    dialog.get_by_label("What happened").fill("   ")
    expect(send).to_be_disabled()
    dialog.get_by_label("What happened").fill("seat 2 has three cards")
    assert troubles(page) == []
    send.click()
    expect(dialog).to_be_hidden()
    assert (crew.view["round"]["phase"], crew.view["round"]["void_clause"]) == ("void", "40.12(c)")
    assert crew.balances == crew.had
    expect(page.get_by_role("region", name="Void")).to_contain_text("No round is running.")


@pytest.mark.parametrize(
    ("reading", "words"),
    [({}, "is reversed, line by line"), ({"void-after-settlement": "paid-stands"}, "settled already stands")],
)
def test_a_void_after_the_first_payment_says_what_becomes_of_it(
    desk: Site, contexts: Contexts, reading: dict[str, str], words: str
) -> None:
    crew = crew_at(desk, "ma-criss-cross", "settle", readings=reading)
    crew.step()
    assert crew.view["round"]["lines"]
    page = console(contexts, "flo", crew.table)
    page.get_by_role("button", name="Void the round").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(words)
    dialog.get_by_role("radio", name="wrong number of cards").check()
    dialog.get_by_label("What happened").fill("seat 1 had three cards")
    dialog.get_by_role("button", name="Void it").click()
    expect(dialog).to_be_hidden()
    results = {line["result"] for line in crew.view["round"]["lines"]}
    assert ("reversed" in results) is (not reading)
    if not reading:
        assert crew.balances == crew.had


def test_where_nothing_voids_the_console_says_so(desk: Site, contexts: Contexts) -> None:
    """Each document has a reason for every phase; of one that had none the console must not offer a void."""
    crew = crew_at(desk, "cardroom-criss-cross", "place-wager")
    contexts["flo"].route("**/api/rulebooks/cardroom-criss-cross", without_voids)
    page = console(contexts, "flo", crew.table)
    expect(page.get_by_role("region", name="Void")).to_contain_text("Nothing voids the round at this moment.")
    expect(page.get_by_role("button", name="Void the round")).to_have_count(0)
    contexts["flo"].unroute_all()
    dealers = console(contexts, "dee", crew.table)
    expect(dealers.get_by_role("heading", name="Void")).to_have_count(0)  # not the dealer's to do


def without_voids(route: Route) -> None:
    response = route.fetch()
    route.fulfill(response=response, body=json.dumps({**response.json(), "voids": []}))


@pytest.mark.parametrize(("readings", "offered"), [({}, 0), ({"exposed-card": "void"}, 1)])
def test_a_reason_that_only_a_reading_gives_is_offered_only_under_it(
    desk: Site, contexts: Contexts, readings: dict[str, str], offered: int
) -> None:
    crew = crew_at(desk, "cardroom-criss-cross", "bet", readings=readings)
    page = console(contexts, "flo", crew.table)
    page.get_by_role("button", name="Void the round").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name="wrong number of cards")).to_be_visible()
    expect(dialog.get_by_role("radio", name="card exposed before its time")).to_have_count(offered)
    dialog.get_by_role("button", name="Cancel").click()


# Decks


@pytest.mark.clause("ma-criss-cross", "3(c)")
def test_a_player_looks_the_cards_over_from_the_own_page(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-criss-cross", "look")
    page = opened(contexts, "ann", f"/tables/{crew.table}", "The felt")
    assert troubles(page) == []
    pressed(crew, page, "I have looked the cards over")
    assert crew.view["duties"][0]["name"] == "wash"
    expect(page.get_by_role("button", name="I have looked the cards over")).to_have_count(0)


@pytest.mark.clause("md-criss-cross", "4.C")
def test_a_player_who_declines_to_look_does_not_hold_up_the_table(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "md-criss-cross", "look")
    page = console(contexts, "dee", crew.table)
    expect(page.get_by_role("button", name="ann has looked")).to_be_visible()
    pressed(crew, page, "Nobody wants to look")
    assert crew.view["duties"][0]["name"] != "look"


def test_a_deck_dealt_by_hand_is_taken_up(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-crazy-4", "take_up", dealing="hand", shuffler="automated")
    page = console(contexts, "dee", crew.table)
    expect(due(page)).to_have_text("Take the stacked deck into the hand")
    pressed(crew, page, "Done")
    assert crew.view["duties"][0]["name"] == "open_round"


@pytest.mark.clause("ma-criss-cross", "2(b)(2)")
def test_of_two_decks_the_one_that_rests_goes_into_the_shuffler(desk: Site, contexts: Contexts) -> None:
    """The floor orders a shuffle of the one to be dealt: the device holds one deck, so that the other comes out."""
    crew = crew_at(desk, "ma-criss-cross", "open_round", dealing="manual_shoe", shuffler="automated", decks=2)
    deck = crew.view["duties"][0]["where"].removeprefix("deck ")
    desk[0].do("flo", crew.table, command("order-shuffle", deck=deck, reason="a player asks"))
    crew.until("store_deck")
    page = console(contexts, "dee", crew.table)
    pressed(crew, page, "Put the resting deck into the shuffler")
    assert crew.view["duties"][0]["name"] == "open_round"


@pytest.mark.clause("ma-criss-cross", "4(f)")
def test_an_idle_spread_lies_face_up_only_for_a_seated_player_who_asks(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-criss-cross", "open_round", dealing="manual_shoe")
    page = console(contexts, "dee", crew.table)
    pressed(crew, page, "Declare the table idle")
    expect(page.get_by_label("Asked for by")).to_have_count(0)
    page.get_by_role("checkbox", name=re.compile("^face up")).check()
    asked = page.get_by_label("Asked for by")
    assert [option.inner_text() for option in asked.locator("option").all()] == ["seat 1, ann", "seat 2, bob"]
    asked.select_option(label="seat 2, bob")
    first = crew.view["next"]
    pressed(crew, page, "Done")
    events = desk[0].get("sue", f"/api/tables/{crew.table}/events?first={first}")["events"]
    told = next(event for event in events if event["event"] == "step-attested")
    assert (told["step"], told["face_up"], told["asked_by"]) == ("spread", True, "bob")


@pytest.mark.clause("ma-criss-cross", "4(e)")
def test_the_floor_orders_another_cut_and_says_why(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-criss-cross", "open_round", dealing="manual_shoe")
    page = console(contexts, "flo", crew.table)
    button = page.get_by_role("button", name=re.compile("^Order another cut"))
    order = page.locator("form").filter(has=button)
    number = crew.view["next"]
    button.click()  # without a reason the page sends nothing
    expect(order.get_by_label("Reason")).to_be_focused()
    assert crew.view["next"] == number
    order.get_by_label("Reason").fill("too shallow")
    pressed(crew, page, re.compile("^Order another cut"))
    assert crew.view["duties"][0]["name"] == "cut"
    expect(page.get_by_text("The table waits for the dealer.")).to_be_visible()


def test_after_a_change_to_shuffling_by_hand_nothing_asks_for_what_a_device_counted(
    desk: Site, contexts: Contexts
) -> None:
    crew = crew_at(desk, "ma-criss-cross", "shuffle", dealing="manual_shoe", shuffler="automated_counting", decks=1)
    floor, dealer = console(contexts, "flo", crew.table), console(contexts, "dee", crew.table)
    expect(dealer.get_by_label("Cards counted by the device")).to_be_visible()
    other = floor.get_by_label("Deal and shuffle by").locator("option")
    expect(other.filter(has_text="shuffled by the device").filter(has_text="manual dealing shoe")).to_have_count(
        0
    )  # as now
    floor.get_by_label("Deal and shuffle by").select_option(label="manual dealing shoe, shuffled by hand")
    pressed(crew, floor, "Change over")
    expect(floor.get_by_role("region", name="Incidents")).to_contain_text("manual dealing shoe, shuffled by hand")
    crew.until("shuffle")
    pressed(crew, dealer, re.compile("is shuffled"))
    assert crew.view["duties"][0]["name"] == "cut"


def test_a_deck_that_was_counted_wrongly_is_an_incident_and_told_to_the_dealer(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-criss-cross", "shuffle", dealing="manual_shoe", shuffler="automated_counting", decks=2)
    dealer = console(contexts, "dee", crew.table)
    deck = crew.view["duties"][0]["where"]
    dealer.get_by_label("Cards counted by the device").fill("51")
    pressed(crew, dealer, re.compile("is shuffled"))
    expect(dealer.get_by_role("region", name="Decks and devices")).to_contain_text(
        f"{deck.capitalize()} is removed: the device counted 51 cards"
    )
    floor = console(contexts, "flo", crew.table)
    expect(floor.get_by_role("region", name="Incidents")).to_contain_text("the device counted 51 cards")


# Wagers and chips


@pytest.mark.clause("ma-criss-cross", "7(d)")
def test_the_wagers_of_every_incomplete_seat_can_be_returned(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-criss-cross", "place-wager")
    for seat, name in enumerate(crew.players, start=1):
        desk[0].do(name, crew.table, play("place-wager", seat=seat, wager="ante_across", amount="5"))
    page = console(contexts, "dee", crew.table)
    expect(page.get_by_role("button", name=re.compile("^Return the wagers of seat"))).to_have_count(2)
    pressed(crew, page, "Return the wagers of seat 2")
    expect(felt(page, "2")).to_have_count(0)
    desk[0].do("ann", crew.table, play("place-wager", seat=1, wager="ante_down", amount="5"))
    expect(due(page)).to_have_text('Announce "no more bets"')
    assert crew.balances[1] == crew.had[1]


@pytest.mark.clause("ma-crazy-4", "7(b)")
def test_a_count_of_chips_that_differs_is_the_floors_to_settle(desk: Site, contexts: Contexts) -> None:
    """Of ann and bob's chips one is missing: bob's wager is struck, and the second count is right."""
    crew = crew_at(desk, "ma-crazy-4", "count_chips", **{**full("ma-crazy-4"), **BY_SHOE})
    placed = [name for seat in crew.view["round"]["seats"] for name in seat["wagers"] if "progressive" in name]
    page = console(contexts, "dee", crew.table)
    page.get_by_label("Chips of progressive wagers").fill(str(len(placed) - 1))
    pressed(crew, page, "Counted")
    expect(page.get_by_text("The table waits for the floorperson.")).to_be_visible()
    floors = console(contexts, "flo", crew.table)
    floors.get_by_label(re.compile("^Seat")).select_option("2")
    floors.get_by_label(re.compile("^Wager")).select_option(placed[0])
    floors.get_by_label("What was found").select_option("none")
    assert troubles(floors) == []
    pressed(crew, floors, "Rule so")
    assert placed[0] not in crew.view["round"]["seats"][1]["wagers"]
    page.get_by_label("Chips of progressive wagers").fill(str(len(placed) - 1))
    pressed(crew, page, "Counted")
    assert crew.view["duties"][0]["name"] == "deal"


# Wheel, draw, forfeiture


@pytest.mark.clause("nj-criss-cross", "40.10(i)2")
def test_the_dealer_keys_in_where_the_players_wheel_stopped(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "nj-criss-cross", **{**full("nj-criss-cross"), **SHOE})
    crew.extra = ("bonus_spin",)
    crew.sit()
    crew.until("deal")
    crew.stack = pairs_first(crew)
    crew.until("spin")
    seat = crew.view["round"]["spin_due"]
    players = opened(contexts, "ann", f"/tables/{crew.table}", "The felt")
    expect(players.get_by_role("button", name=re.compile("^Spin the wheel"))).to_have_count(0)  # it stands at the table
    page = console(contexts, "dee", crew.table)
    page.get_by_label(re.compile(f"^Seat {seat} spins")).select_option("3")
    pressed(crew, page, "Record the spin")
    assert crew.view["round"]["spins"][str(seat)] == 3


def pairs_first(crew: Crew) -> list[Card]:
    """A stack that gives every player a pair, however the cards are dealt."""
    twos, threes = parse_cards("2c 2d 2h 2s"), parse_cards("3c 3d 3h 3s")
    first = twos if crew.view["round"]["next_delivery"][1] > 1 else (twos[0], threes[0], twos[1], threes[1])
    return [*first, *(card for card in DECK if card not in first)]


def test_a_wheel_that_fails_is_called_off_by_the_floor(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "nj-criss-cross", **{**full("nj-criss-cross"), **SHOE})
    crew.extra = ("bonus_spin",)
    crew.sit()
    crew.until("bet")
    assert "wheel" not in console(contexts, "dee", crew.table).locator("ul button").all_inner_texts()
    page = console(contexts, "flo", crew.table)
    page.get_by_role("button", name="wheel or sensor of the Bonus Spin fails").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Called off: Bonus Spin")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    expect(felt(page, "1")).to_contain_text(re.compile("Bonus Spin.*called off"))
    assert crew.view["round"]["phase"] == "decision"  # the rest of the round goes on
    players = opened(contexts, "ann", f"/tables/{crew.table}", "The felt")
    expect(players.get_by_role("tabpanel")).to_contain_text(re.compile("Bonus Spin.* is called off"))


def test_the_system_draws_and_nobody_keys_it_in(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-crazy-4", **{**full("ma-crazy-4"), **BY_SHOE})
    crew.extra = ("five_card_hand_bonus_player",)
    crew.sit()
    crew.until("bet")
    page = console(contexts, "dee", crew.table)
    expect(page.get_by_role("region", name="The table")).to_contain_text("Drawn, shown at the settlement")
    expect(page.get_by_label(re.compile("Magic Card"))).to_have_count(0)
    crew.until("settle")
    expect(page.get_by_role("region", name="The table")).not_to_contain_text("shown at the settlement")


@pytest.mark.clause("md-criss-cross", "11.A(2)")
def test_a_seat_can_be_forfeited_until_its_hand_is_settled(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "md-criss-cross", "settle")
    offered = [
        rule
        for rule in load("md-criss-cross").table.irregularities
        if rule.forfeit_clause or "forfeit_player" in rule.remedies
    ]
    page = console(contexts, crew.names[offered[0].by[0]], crew.table)
    page.get_by_role("button", name=offered[0].title, exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The seat").select_option("1")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    assert crew.view["round"]["seats"][0]["forfeited"] == (offered[0].forfeit_clause or offered[0].clause)
    expect(felt(page, "1")).to_contain_text("forfeited")


# What players see


@pytest.mark.clause("ma-criss-cross", "10(a)")
def test_a_player_sees_the_own_cards_only_when_the_stub_is_put_away(desk: Site, contexts: Contexts) -> None:
    crew = crew_at(desk, "ma-criss-cross", "count_stub")
    page = opened(contexts, "ann", f"/tables/{crew.table}", "The felt")
    hand = page.get_by_role("group", name="Your cards")
    expect(hand.locator("[data-card='']")).to_have_count(2)
    crew.until("bet")
    expect(hand.locator("[data-card='']")).to_have_count(0)
    expect(hand.locator("[data-card]")).to_have_count(2)


def test_a_void_after_settlement_is_readable_for_the_player(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-criss-cross")
    crew.players.reverse()  # ann sits at the dealer's right and is settled before bob
    crew.had.reverse()
    crew.sit()
    crew.until("settle")
    page = opened(contexts, "ann", f"/tables/{crew.table}", "The felt")
    while not any(line["seat"] == 2 for line in crew.view["round"]["lines"]):
        crew.step()
    desk[0].do("flo", crew.table, play("void", clause="12(c)", reason="too many cards"))
    lines = page.get_by_role("tabpanel").locator("details.mine li")
    expect(lines.filter(has_text="undone").first).to_be_visible()
    expect(page.get_by_role("tabpanel")).to_contain_text("The round is void")
    assert crew.balances == crew.had
    expect(page.get_by_role("tabpanel").locator("details.mine summary")).to_contain_text("$0")


def test_a_cut_that_is_refused_is_typed_anew(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-crazy-4", dealing="manual_shoe")
    crew.sit()
    crew.until("cut")
    page = console(contexts, "dee", crew.table)
    field = page.get_by_label("Cards above the cover card")
    field.fill("many")
    field.press("Enter")
    assert field.evaluate("field => field.validity.patternMismatch")  # the field itself says what it takes
    field.fill("5")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("The cut must be 10 to 51 cards from the top; 5 was given.")
    expect(field).to_be_focused()
    page.keyboard.type("26")  # takes the place of what was refused
    before = crew.view["next"]
    page.keyboard.press("Enter")
    moved(crew, before)
