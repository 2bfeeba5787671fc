"""What a table must not do: give a prize away, move under the pointer, fold at a slip, say what is not so."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.consoles import Site as DeskSite
from browser.consoles import opened as page_of
from browser.players import Player, wager
from browser.tables import area, cents, deal, enter, open_areas, own_cards, own_table, put_up, sit, sit_alone
from server.desk import Crew

MOVING = {"reduced_motion": "no-preference"}


def place_of(page: Page, name: str) -> float:
    """How far down the page a button stands."""
    box = page.get_by_role("button", name=re.compile(f"^{name}")).bounding_box()
    assert box is not None
    return float(box["y"])


def test_a_chip_puts_up_what_it_is_worth(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-crazy-4", "chips")
    full = page.request.get("/api/tables/chips/layout").json()["areas"]
    fixed = next(item for item in full if len(item["amounts"]) > 1 and "5.00" in item["amounts"])
    page.get_by_role("radio", name="$5 chip").click()
    put_up(page, fixed["wager"])
    expect(area(page, fixed["wager"])).to_contain_text("$5")


def test_nothing_moves_under_the_pointer_as_chips_go_on(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-criss-cross", "still")
    expect(page.get_by_role("button", name=re.compile("^Wager the least"))).to_be_visible()
    before = place_of(page, "Wager the least")
    for wager_ in ("ante_across", "five_card_bonus"):
        put_up(page, wager_)
    assert place_of(page, "Deal") == pytest.approx(before, abs=1)
    assert place_of(page, "Clear") == pytest.approx(before, abs=1)


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "cardroom-criss-cross"])
def test_the_deal_moves_nothing_but_cards(site: Site, opened: Any, rulebook: str) -> None:
    page = opened(site.url)
    sit_alone(page, rulebook, f"dealt-{rulebook}")
    page.get_by_role("button", name=re.compile("^Wager the least")).click()
    expect(page.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()
    before = [laid(page, part) for part in (".bar", "[data-wager]", ".centre")]
    deal(page)
    own_cards(page)
    after = [laid(page, part) for part in (".bar", "[data-wager]", ".centre")]
    assert after == [pytest.approx(place, abs=3) for place in before]


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "ma-crazy-4"])
def test_from_the_deal_to_the_result_nothing_moves(site: Site, opened: Any, rulebook: str) -> None:
    page = opened(site.url, viewport={"width": 1440, "height": 900})
    sit_alone(page, rulebook, f"result-{rulebook}")
    for name in open_areas(page):
        put_up(page, name)
    parts = (".felt", ".felt .dealer", ".centre", "[data-wager] >> nth=-1", ".bar")
    before = [laid(page, part)[1] for part in parts]
    heights = """() => {
      const felt = document.querySelector('.felt')
      window.heights = new Set()
      new ResizeObserver(() => window.heights.add(Math.round(felt.getBoundingClientRect().height))).observe(felt)
    }"""
    page.evaluate(heights)
    deal(page)
    while page.get_by_role("button", name="New wagers").count() == 0:
        bet = page.locator("button.bet").first
        if bet.count():
            assert [laid(page, part)[1] for part in parts] == [pytest.approx(at, abs=1) for at in before]
            bet.click()
        page.wait_for_timeout(200)
    assert [laid(page, part)[1] for part in parts] == [pytest.approx(at, abs=1) for at in before]
    assert len(page.evaluate("() => [...window.heights]")) == 1


def laid(page: Page, part: str) -> list[float]:
    """Where a part of the page begins, and how high it is."""
    box = "part => { const { x, y, height } = part.getBoundingClientRect(); return [x, y + scrollY, height] }"
    found: list[float] = page.locator(part).first.evaluate(box)
    return found


def test_sitting_down_the_next_step_is_the_obvious_button_and_not_to_sit_out(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "md-criss-cross", "obvious")
    bar = page.get_by_role("group", name="Your actions")
    primary = bar.locator("button.primary")
    expect(primary).to_have_text(re.compile("Wager the least, "))
    page.keyboard.press("d")  # nothing is up: nothing is sat out by it
    expect(primary).to_be_visible()
    primary.click()
    expect(bar.get_by_role("button", name=re.compile("^Deal"))).to_be_enabled()


def test_a_fold_can_be_undone_for_two_seconds(site: Site, opened: Any) -> None:
    page = opened(site.url)
    sit_alone(page, "ma-criss-cross", "undo")
    put_up(page, "ante_across")
    deal(page)
    own_cards(page)
    page.keyboard.press("f")
    bar = page.get_by_role("group", name="Your actions")
    expect(bar).to_contain_text("You fold.")
    page.keyboard.press("u")
    expect(page.locator("button.bet").first).to_be_enabled()
    page.wait_for_timeout(2200)
    expect(page.locator("button.bet").first).to_be_enabled()  # it was undone for good
    page.keyboard.press("f")
    expect(bar).to_contain_text(re.compile("You lost|The next round"))


def test_the_wheel_turns_and_nothing_tells_the_prize_before_it_stops(site: Site, opened: Any) -> None:
    page = opened(site.url, **MOVING)
    enter(page)
    own_table(page, "nj-criss-cross", "wheel")
    players = [Player(site.url, seat) for seat in range(1, 6)]
    for player in players:
        player.give("wheel", {"command": "sit", "seat": player.seat})
    page.goto("/tables/wheel")
    expect(page.get_by_role("tab", name="Fairness")).to_be_visible()
    purse = page.locator("header", has_text="Purse").last
    for _ in range(12):  # until somebody holds a pair
        wager("wheel", players, "ante_across", "ante_down", "bonus_spin")
        for _ in range(3):
            for player in players:
                player.act("wheel", "bet", amount="5")
        spinner = players[0].round("wheel").get("spin_due")
        if spinner is not None:
            break
    assert spinner is not None
    panel = page.get_by_role("tabpanel")
    expect(page.locator(f"[data-seat='{spinner}']")).to_contain_text("at the wheel")
    said = panel.inner_text()
    players[spinner - 1].act("wheel", "spin", position=1)
    overlay = page.get_by_role("dialog", name="Bonus Spin")
    expect(overlay).to_be_visible()
    turned = page.locator(".overlay .disc").evaluate("disc => disc.getAnimations().map(item => item.playState)")
    assert turned == ["running"]
    assert overlay.get_by_role("status").inner_text().strip() == ""
    assert panel.inner_text() == said
    assert cents(purse.inner_text()) == 500_000
    expect(overlay.get_by_role("status")).not_to_be_empty()
    expect(panel).not_to_have_text(said)


def test_who_is_not_in_the_round_is_not_told_to_be_next(site: Site, opened: Any) -> None:
    page = opened(site.url)
    enter(page)
    own_table(page, "ma-criss-cross", "watching")
    other = Player(site.url, 1)
    other.give("watching", {"command": "sit", "seat": 1})
    sit(page, "watching")
    page.get_by_role("button", name="Sit out").click()
    wager("watching", [other], "ante_across", "ante_down")
    bar = page.get_by_role("group", name="Your actions")
    expect(bar).to_contain_text("You are not in this round.")
    page.reload()
    expect(bar).to_contain_text("decides")
    expect(page.locator(".dealer")).to_have_text(re.compile("decides"))
    expect(page.locator(".dealer")).not_to_contain_text("Welcome")


def test_a_page_that_nobody_is_signed_in_at_writes_nothing_into_the_log(desk: DeskSite, opened: Any) -> None:
    before = desk[0].office.store.log_state()
    page = opened(desk[1])
    expect(page.get_by_role("heading", name="Table poker, played by the rulebook")).to_be_visible()
    page.goto(f"{desk[1]}/rules")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert desk[0].office.store.log_state() == before


def test_at_a_table_with_physical_cards_nothing_is_told_of_seeds_and_the_deal_is_told_once(
    desk: DeskSite, contexts: Any
) -> None:
    crew = Crew(desk[0], "ma-criss-cross")
    crew.sit()
    crew.until("deal")
    page = page_of(contexts, "ann", f"/tables/{crew.table}", "The felt")
    expect(page.get_by_role("tab", name="Pays")).to_be_visible()
    expect(page.get_by_role("tab", name="Fairness")).to_have_count(0)
    crew.step()
    expect(page.locator(".dealer")).not_to_contain_text("The cards are dealt")
    crew.until("bet")
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("tabpanel").get_by_text("The cards are dealt")).to_have_count(1)


def test_a_submission_that_cannot_be_read_is_told_in_words(desk: DeskSite) -> None:
    filed = {"limits": {"ante_across": {"minimum": "a few", "maximum": "100"}}, "decks": 1.5}
    desk[0].person("sue", "supervisor")
    answer = desk[0].ask("sue", "POST", "/api/check", {"rulebook": "ma-criss-cross", "submission": filed}).json()
    told = {item["where"]: item["says"] for item in answer["violations"]}
    assert told["decks"] == "It must be a whole number, not 1.5."
    assert "is not an amount" in told["limits.ante_across.minimum"]
    assert "$." not in json.dumps(answer)
    assert "`" not in json.dumps(answer)
