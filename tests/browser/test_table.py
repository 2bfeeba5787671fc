"""The table by itself: wagers that go together, the keyboard alone, small screens, lost connections, the wheel."""

import re
import secrets
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.players import Player, play_round
from browser.tables import Overheard, area, cents, deal, enter, own_cards, own_table, put_up, sit, sit_alone

PHONE = {"width": 360, "height": 740}


def fits(page: Page) -> bool:
    """Whether nothing sticks out sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_side_wager_brings_the_antes_that_it_cannot_stand_without(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-criss-cross", "antes-too")
    area(page, "five_card_bonus").locator("button.spot").click()
    for wager in ("ante_across", "ante_down", "five_card_bonus"):
        expect(area(page, wager)).to_have_class(re.compile("filled"))
    expect(page.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()
    expect(page.locator(".toast.problem")).to_have_count(0)


def test_a_chip_above_the_limit_goes_up_to_it_and_no_further(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-criss-cross", "limits")
    page.get_by_role("radio", name="$25 chip").click()
    put_up(page, "ante_across")
    page.get_by_role("radio", name="$100 chip").click()
    area(page, "ante_across").locator("button.spot").click()
    for wager in ("ante_across", "ante_down"):
        expect(area(page, wager)).to_contain_text("$100")
    expect(page.locator(".toast.problem")).to_have_count(0)


def test_the_game_account_stands_beside_the_purse_and_goes_back_to_it_in_one_click(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-crazy-4", "accounts")
    header = page.locator("header", has_text="Purse").last
    expect(header).to_contain_text(re.compile(r"Purse\s+\$5,000\s+Game account\s+\$0"))
    page.get_by_role("radio", name="$5 chip").click()
    put_up(page, "ante")
    put_up(page, "five_card_hand_bonus_player")
    expect(header).to_contain_text(re.compile(r"Purse\s+\$4,985\s+Game account\s+\$0"))
    page.get_by_role("button", name=re.compile("^Clear")).click()  # the stake goes back where it came from
    expect(header).to_contain_text(re.compile(r"Purse\s+\$4,995\s+Game account\s+\$5"))
    header.get_by_role("button", name="To purse").click()
    expect(header).to_contain_text(re.compile(r"Purse\s+\$5,000\s+Game account\s+\$0"))


def test_a_table_without_such_a_wager_shows_no_game_account(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-criss-cross", "chips-only")
    expect(page.locator("header", has_text="Purse").last).not_to_contain_text("Game account")


def test_leaving_with_wagers_in_play_asks_first(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-criss-cross", "leaving")
    put_up(page, "ante_across")
    deal(page)
    own_cards(page)
    page.get_by_role("button", name="Leave seat").click()
    question = page.get_by_role("dialog", name="Leave in the middle of a round?")
    expect(question).to_contain_text("Your wagers of $10")
    question.get_by_role("button", name="Stay").click()
    expect(page.locator("button.bet").first).to_be_enabled()
    page.get_by_role("button", name="Leave seat").click()
    question.get_by_role("button", name="Leave anyway").click()
    expect(page.get_by_role("group", name="Your actions")).to_contain_text("You are watching")


def test_a_full_purse_says_so_when_it_is_filled(site: Site, opened: Any) -> None:
    page = opened(site.url)
    enter(page)
    page.goto("/tables/demo-ma-criss-cross")
    page.get_by_role("button", name="Fill up").click()
    expect(page.get_by_role("status").filter(has_text="Your purse is full")).to_be_visible()


def test_an_address_that_cannot_be_read_is_answered(site: Site, opened: Any) -> None:
    page = opened(site.url)
    enter(page)
    page.goto("/tables/%")
    expect(page.get_by_role("link", name="To the tables", exact=True)).to_be_visible()
    page.goto("/rules/ma-crazy-4#%")
    expect(page.get_by_role("heading", name="Clauses", exact=True)).to_be_visible()


def test_the_account_is_reached_on_a_phone(site: Site, opened: Any) -> None:
    page = opened(site.url, viewport=PHONE)
    enter(page)
    page.get_by_role("banner").get_by_role("link", name="Guest").click()
    expect(page.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    assert fits(page)


def test_wagers_are_repeated_and_cleared(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "cardroom-criss-cross", "again")
    put_up(page, "ante_across")
    put_up(page, "five_card_bonus")
    deal(page)
    page.locator("button.fold").click()
    page.get_by_role("button", name=re.compile("^Repeat")).click()
    expect(page.get_by_role("button", name="Deal $15")).to_be_enabled()
    page.get_by_role("button", name=re.compile("^Clear")).click()
    expect(area(page, "ante_across")).not_to_have_class(re.compile("filled"))
    expect(page.get_by_role("button", name="Sit out")).to_be_visible()


def test_wagers_that_must_be_equal_move_together(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "cardroom-criss-cross", "equal")
    page.get_by_role("radio", name="$1 chip").click()
    put_up(page, "ante_across")
    put_up(page, "five_card_bonus")
    put_up(page, "six_card_bonus")
    expect(page.get_by_role("button", name="Deal $8")).to_be_enabled()  # four wagers of the least, two dollars
    area(page, "six_card_bonus").locator("button.spot").click()
    expect(area(page, "five_card_bonus")).to_contain_text("$3")
    area(page, "ante_down").locator("button.spot").click()
    expect(page.get_by_role("button", name="Deal $12")).to_be_enabled()
    area(page, "five_card_bonus").get_by_role("button", name="Take 5 Card Bonus back").click()
    expect(page.get_by_role("button", name="Deal $6")).to_be_enabled()


def test_a_round_by_the_keyboard_alone(site: Site, opened: Any) -> None:
    page = opened(site.url)
    expect(page.get_by_role("button", name="Play now, as a guest")).to_be_visible()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent").startswith("Play now"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sit out")).to_be_visible()
    page.keyboard.press("1")
    expect(area(page, "ante_down")).to_have_class(re.compile("filled"))
    page.keyboard.press("2")
    expect(area(page, "five_card_bonus")).to_have_class(re.compile("filled"))
    page.keyboard.press("d")
    for bet in ("Across Bet", "Down Bet", "Middle Bet"):
        expect(page.get_by_role("group", name="Your actions")).to_contain_text(bet)
        page.keyboard.press("1")
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    expect(page.get_by_role("tabpanel").locator("ul:not(.result) > li")).to_have_count(6)


@pytest.mark.parametrize("rulebook", ["nj-criss-cross", "ma-crazy-4"])
def test_a_phone_shows_everything_without_sideways_scrolling(site: Site, opened: Any, rulebook: str) -> None:
    page = opened(site.url, viewport=PHONE, has_touch=True, is_mobile=True)
    expect(page.get_by_role("button", name="Play now, as a guest")).to_be_visible()
    assert fits(page)
    enter(page)
    own_table(page, rulebook, f"phone-{rulebook}")
    assert fits(page)
    page.get_by_role("button", name="Open a practice table").tap()
    expect(page.get_by_role("heading", name="Open a practice table")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Cancel").tap()
    sit(page, f"phone-{rulebook}")
    assert fits(page)
    page.locator("[data-wager] button.spot:enabled").first.tap()
    expect(page.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()
    page.get_by_role("button", name=re.compile("^Deal")).tap()
    assert len(own_cards(page)) in (2, 5)
    assert fits(page)
    page.locator("button.fold").tap()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
    assert fits(page)


def test_a_killed_server_is_said_so_and_the_page_comes_back_by_itself(own_site: Site, opened: Any) -> None:
    page = opened(own_site.url)
    sit_alone(page, "md-criss-cross", "resuming")
    put_up(page, "ante_across")
    deal(page)
    before = own_cards(page)
    own_site.kill()
    lost = page.get_by_role("alert").filter(has_text="connection is lost")
    expect(lost).to_be_visible()
    own_site.start()
    expect(lost).not_to_be_visible(timeout=20_000)
    assert own_cards(page) == before
    page.locator("button.bet").first.click()
    expect(page.get_by_role("group", name="Your actions")).to_contain_text("Down Bet")


def test_the_fair_shuffle_is_checked_by_the_page(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "md-criss-cross", "fair")
    page.get_by_role("tab", name="Fairness").click()
    panel = page.get_by_role("tabpanel")
    panel.get_by_role("textbox", name="Your seed").fill("seven red herrings")
    panel.get_by_role("button", name="Pledge my seed").click()
    expect(panel).to_contain_text("seven red herrings")
    put_up(page, "ante_across")
    deal(page)
    page.locator("button.fold").click()
    expect(panel).to_contain_text("The revealed seed is the one committed to")
    expect(panel).to_contain_text("the one this browser saw the house bound to before the wagers")


def give(page: Page, table: str, *commands: dict[str, Any]) -> Any:
    """Commands of the page's own player, past the page; the round after them."""
    body = {"id": secrets.token_hex(8), "commands": list(commands)}
    answer = page.request.post(f"/api/tables/{table}/commands", data=body)
    assert answer.ok, answer.text()
    return page.request.get(f"/api/tables/{table}").json()["round"]


def play_until_a_spin(page: Page, table: str) -> None:
    """Rounds of the smallest wagers, without a pause between them, until a pair in the hole lets the player spin."""
    for _ in range(300):
        placed = [
            {"command": "play", "action": {"action": "place-wager", "seat": 1, "wager": wager, "amount": "5"}}
            for wager in ("ante_across", "ante_down", "bonus_spin")
        ]
        round = give(page, table, *placed, {"command": "ready"})
        while round["to_act"] is not None:
            round = give(page, table, {"command": "play", "action": {"action": "bet", "seat": 1, "amount": "5"}})
        if round["spin_due"] is not None:
            return
    raise AssertionError("no pair in 300 rounds")


@pytest.mark.clause("nj-criss-cross", "40.10(i)2")
def test_the_wheel_waits_for_the_player_and_shows_the_stop_that_is_paid(site: Site, opened: Any) -> None:
    """Rounds until this player has a pair: the wheel turns at a press, stops where the server says, and pays."""
    page = opened(site.url)
    heard = Overheard(page)
    enter(page)
    own_table(page, "nj-criss-cross", "spinning", pause=0)
    page.goto("/tables/spinning")
    page.get_by_role("button", name="Take seat 1", exact=True).click()
    expect(page.get_by_role("button", name="Leave seat")).to_be_visible()
    overlay = page.get_by_role("dialog", name=re.compile("Bonus Spin"))
    spin = page.get_by_role("button", name=re.compile("^Spin the wheel"))
    play_until_a_spin(page, "spinning")
    expect(spin).to_be_visible()
    expect(overlay).to_have_count(0)  # nobody turns it for the player
    spin.click()
    expect(overlay).to_be_visible()
    events = [event for message in heard.messages for event in message.get("events", [])]
    spun = next(event for event in events if event["event"] == "wheel-spun")
    lines = [event["line"] for event in events if event["event"] == "line-settled"]
    paid = [line["paid"] for line in lines if line["wager"] == "bonus_spin" and line["paid"] != "0.00"][-1]
    assert overlay.get_attribute("data-position") == str(spun["position"])
    expect(overlay.get_by_role("img")).to_have_accessible_name(re.compile(f"stops at {spun['position']}$"))
    prize = overlay.get_by_role("status")
    expect(prize).to_contain_text("$")
    assert cents(prize.inner_text()) == cents(f"${paid}")


def test_the_wheel_of_another_player_is_seen_from_the_rail(site: Site, opened: Any) -> None:
    page = opened(site.url)
    enter(page)
    own_table(page, "nj-criss-cross", "watching")
    players = [Player(site.url, seat) for seat in range(1, 7)]
    page.goto("/tables/watching")
    for player in players:
        player.give("watching", {"command": "sit", "seat": player.seat})
    for _ in range(30):
        if play_round("watching", players):
            break
    expect(page.get_by_role("dialog", name=re.compile("Bonus Spin"))).to_be_visible()
