"""A round stepped forward and back in the browser, its checks made there, and what they say of a doctored round."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.casino_site import Site
from browser.reading import troubles
from pitboss.audit.commitment import pledge


def played(page: Page, name: str, rulebook: str, wagers: tuple[str, ...], rounds: int = 1) -> None:
    """Rounds of one guest at a table of their own, who folds; without a pause if there is more than one."""
    guest = page.request.post("/api/guest").json()["name"]
    clock = {"wagers": 60, "decision": 60, "pause": 60 if rounds == 1 else 0}
    table = {"name": name, "rulebook": rulebook, "practice": True, "clock": clock}
    assert page.request.post("/api/tables", data=table).ok
    placed = [
        {"command": "play", "action": {"action": "place-wager", "seat": 1, "wager": wager, "amount": "5"}}
        for wager in wagers
    ]
    fold = {"command": "play", "action": {"action": "fold", "seat": 1}}
    seed = {"command": "seed", "seed": "♠ mine"}
    asked: list[list[dict[str, Any]]] = [[{"command": "sit", "seat": 1}]]
    for number in range(1, rounds + 1):
        bound = {"command": "pledge", "pledge": pledge(f"{name}/{number}", guest, "♠ mine")}
        asked += [[bound, *placed, {"command": "ready"}], [seed], [fold]]
    for id, commands in enumerate(asked):
        answer = page.request.post(f"/api/tables/{name}/commands", data={"id": f"{name} {id}", "commands": commands})
        assert answer.ok, answer.text()


@pytest.mark.parametrize(
    ("rulebook", "wagers"),
    [
        ("ma-criss-cross", ("ante_across", "ante_down")),
        ("nj-criss-cross", ("ante_across", "ante_down")),
        ("ma-crazy-4", ("ante", "super_bonus")),
    ],
)
def test_a_round_is_stepped_through_and_every_check_holds(
    site: Site, opened: Any, rulebook: str, wagers: tuple[str, ...]
) -> None:
    page: Page = opened(site.url)
    name = f"replay-{rulebook}"
    played(page, name, rulebook, wagers)
    page.goto(f"/tables/{name}/rounds/1")
    expect(page.get_by_text("Every wager is settled.")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="All 5 checks hold.")).to_be_visible()
    assert troubles(page) == []
    page.keyboard.press("Home")
    expect(page.get_by_text("Seat 1 puts $5.00 on")).to_be_visible()
    expect(page.get_by_text("No cards have been dealt yet.")).to_be_visible()
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_role("button", name="Back", exact=False)).to_be_enabled()
    page.keyboard.press("End")
    page.get_by_label("Seen from").select_option("1")
    seat = page.get_by_role("listitem").filter(has_text="Seat 1").first
    expect(seat.locator("[data-card]:not([data-card=''])").first).to_be_visible()


def test_rounds_that_follow_each_other_at_once_are_told_apart(site: Site, opened: Any) -> None:
    page: Page = opened(site.url)
    wagers = ("ante_across", "ante_down")
    played(page, "replay-two", "ma-criss-cross", wagers, rounds=2)
    for number in (1, 2):
        page.goto(f"/tables/replay-two/rounds/{number}")
        expect(page.get_by_role("status").filter(has_text="All 5 checks hold.")).to_be_visible()


def test_a_link_leads_to_its_step_and_ones_own_hands_to_the_round(site: Site, opened: Any) -> None:
    page: Page = opened(site.url)
    played(page, "replay-link", "ma-criss-cross", ("ante_across", "ante_down"))
    page.goto("/tables/replay-link/rounds/1?step=2&seat=1")
    expect(page.get_by_text("Seat 1 puts $5.00 on Ante Down.")).to_be_visible()
    page.get_by_role("link", name="My hands").click()
    hand = page.get_by_role("listitem", name="Round 1 at replay-link")
    expect(hand).not_to_contain_text("replay-link")  # nobody knows a table by its id
    expect(hand).to_contain_text("−$10 $5,000 → $4,990")
    expect(hand).to_contain_text("Fold at the Across Bet")
    expect(page.get_by_role("region", name="This session")).to_contain_text("Rounds1")
    assert troubles(page) == []
    hand.get_by_role("link", name="Replay").click()
    expect(page.get_by_text("Seat 1 puts $5.00 on Ante Across.")).to_be_visible()


def test_computer_players_sit_down_and_are_sent_away(site: Site, opened: Any) -> None:
    page: Page = opened(site.url)
    played(page, "company", "ma-crazy-4", ("ante", "super_bonus"))
    page.goto("/tables/company")
    page.get_by_role("button", name="Company").click()
    page.get_by_label("How they play").select_option("careless")
    assert troubles(page) == []
    page.get_by_role("button", name="Seat 2").click()
    computers = page.get_by_text("(computer)").filter(visible=True)
    expect(computers.first).to_be_visible()
    page.get_by_role("button", name="Company").click()
    page.get_by_role("button", name="Send them away").click()
    expect(computers).to_have_count(0)


def doctored(change: Callable[[Any], None]) -> Callable[[Route], None]:
    """Another answer than the server gave."""

    def answer(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        change(body)
        route.fulfill(response=response, body=json.dumps(body))

    return answer


def another_card(body: Any) -> None:
    body["dealt"][0], body["dealt"][1] = body["dealt"][1], body["dealt"][0]


def another_seed(body: Any) -> None:
    seed = body["fairness"]["server_seed"]
    body["fairness"]["server_seed"] = ("1" if seed[0] == "0" else "0") + seed[1:]


def another_entry(body: Any) -> None:
    entry = body["proof"]["entries"][0]
    entry["text"] = entry["text"].replace('"actor":"system"', '"actor":"nobody"')


def another_head(body: Any) -> None:
    body["proof"]["head"]["time"] += 1


def another_line(body: Any) -> None:
    body["steps"][-1]["view"]["lines"][0]["clause"] = "1"


@pytest.mark.parametrize(
    ("change", "failing"),
    [
        (another_card, "Cards"),
        (another_seed, "Commitment"),
        (another_entry, "Log entries"),
        (another_head, "Signature"),
        (another_line, "What they tell"),
    ],
)
def test_a_doctored_round_is_found_out(site: Site, opened: Any, change: Callable[[Any], None], failing: str) -> None:
    page: Page = opened(site.url)
    name = f"doctored-{failing.lower().replace(' ', '-')}"
    played(page, name, "ma-criss-cross", ("ante_across", "ante_down"))
    page.route("**/replay*", doctored(change))
    page.goto(f"/tables/{name}/rounds/1")
    expect(page.get_by_role("listitem").filter(has_text=f"{failing} fails:")).to_be_visible()


def test_a_round_that_is_not_over_leads_back_to_the_table(site: Site, opened: Any) -> None:
    page: Page = opened(site.url)
    played(page, "replay-early", "ma-criss-cross", ("ante_across", "ante_down"))
    page.goto("/tables/replay-early/rounds/7")
    expect(page.get_by_role("alert")).to_contain_text("There is no round 7 here that is over")
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(f"{site.url}/tables/replay-early")
