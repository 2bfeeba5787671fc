"""A dealer with a keyboard alone: where the focus is, how many keys a round takes, wagers put right in time."""

import re

import pytest
from playwright.sync_api import BrowserContext, expect

from browser.consoles import Site, console, felt
from browser.keyboard import Staff, people
from server.desk import Crew, play

Contexts = dict[str, BrowserContext]
MOST_KEYS = 40
SIX = 6


def staff_at(desk: Site, contexts: Contexts, rulebook: str, players: int, **choices: object) -> Staff:
    """A table of its own, nobody seated yet."""
    crew = Crew(desk[0], rulebook, **choices)
    return Staff(desk[0], contexts, crew.table, people(desk[0], players))


@pytest.mark.parametrize(("rulebook", "keyed"), [("md-criss-cross", "seen"), ("ma-crazy-4", "dealt")])
def test_a_round_of_six_players_takes_at_most_forty_keys_besides_the_cards(
    desk: Site, contexts: Contexts, rulebook: str, keyed: str
) -> None:
    staff = staff_at(desk, contexts, rulebook, SIX, dealing="manual_shoe", keyed=keyed)
    counted = []
    for _ in range(2):  # the first keys the wagers anew, the second says the same again
        staff.until("open_round")
        before = staff.dealer.keys
        staff.step()
        staff.until("shuffle", "open_round")
        counted.append(staff.dealer.keys - before)
        assert staff.view["round"]["phase"] == "settled"
        assert len(staff.view["round"]["seats"]) == SIX
    assert max(counted) <= MOST_KEYS
    assert counted == KEYS[rulebook, keyed]
    assert staff.cards == 2 * CARDS[rulebook]  # none is keyed twice, and none that nobody has seen
    assert desk[0].office.store.reconcile() == []
    staff.close()


# Begin, wagers, "no more bets", steps with the stub, decisions, cards turned up, settlement seat by seat. In Crazy 4
# each seat decides once, and the dealer's hand is turned up once.
KEYS = {
    ("md-criss-cross", "dealt"): [1 + 8 + 1 + 2 + 3 * SIX + 3 + SIX, 1 + 1 + 1 + 2 + 3 * SIX + 3 + SIX],
    ("ma-crazy-4", "dealt"): [1 + 8 + 1 + 2 + SIX + SIX, 1 + 1 + 1 + 2 + SIX + SIX],
    # One key says that the cards are dealt; those turned up between decisions are keyed, and that turns them up.
    ("md-criss-cross", "seen"): [1 + 8 + 1 + 1 + 2 + 3 * SIX + SIX, 1 + 1 + 1 + 1 + 2 + 3 * SIX + SIX],
    ("ma-crazy-4", "seen"): [1 + 8 + 1 + 1 + 1 + SIX + SIX, 1 + 1 + 1 + 1 + 1 + SIX + SIX],
}
CARDS = {"md-criss-cross": 2 * SIX + 5, "ma-crazy-4": 5 * SIX + 5}
"""What docs/guides/dealers.md states."""


def test_nobody_leaves_by_the_next_key(desk: Site, contexts: Contexts) -> None:
    """From whatever is due, neither Enter nor Tab and Enter makes a player leave."""
    staff = staff_at(desk, contexts, "md-criss-cross", 2)
    staff.until("open_round")
    page = staff.dealer.page
    staff.dealer.wait_for(lambda focus: focus[2] == "Begin a round")
    staff.dealer.tab_to("leaves")
    staff.dealer.press("Enter")
    question = page.get_by_role("dialog", name="Does p1 leave the table?")
    expect(question.get_by_role("button", name="Stays")).to_be_focused()
    staff.dealer.press("Enter")
    expect(question).to_be_hidden()
    assert [seat["player"] for seat in staff.view["seats"]] == ["p1", "p2"]
    staff.dealer.press("Enter")  # still at "leaves": asked again, and this time it is so
    expect(question).to_be_visible()
    staff.dealer.press("Tab", "Enter")
    expect(page.get_by_role("region", name="Players").get_by_role("listitem")).to_have_count(1)
    assert [seat["player"] for seat in staff.view["seats"]] == ["p2"]
    staff.close()


def test_a_wager_keyed_wrongly_is_put_right_and_taken_back_until_bets_close(desk: Site, contexts: Contexts) -> None:
    staff = staff_at(desk, contexts, "ma-criss-cross", 2, five_card_bonus=True)
    staff.until("place-wager")
    hands = staff.dealer
    page = hands.page
    hands.type("50")
    hands.press("Enter")
    expect(felt(page, "1")).to_contain_text(re.compile(r"Ante Down.*\$50"))
    hands.press("ArrowUp")
    hands.type("5")  # the figure that stands is replaced
    hands.press("Enter")
    expect(felt(page, "1")).to_contain_text(re.compile(r"Ante Down.*\$5\b"))
    hands.type("10")
    hands.press("ArrowRight")
    hands.type("5")
    hands.press("Enter")
    expect(felt(page, "2")).to_contain_text(re.compile(r"Five Card Bonus.*\$5"))
    hands.wait_for(lambda focus: "no more bets" in focus[2])
    hands.press("Shift+Tab")  # back from "no more bets" to the last cell
    hands.press("Delete", "Enter")
    expect(felt(page, "2")).not_to_contain_text("Five Card Bonus")
    assert staff.view["round"]["seats"][1]["wagers"] == {"ante_across": "10.00", "ante_down": "10.00"}
    staff.until("deal")
    expect(page.get_by_role("table", name="Wagers by seat")).to_have_count(0)
    staff.close()


def test_what_the_rules_refuse_is_said_once_and_the_cell_has_the_keyboard(desk: Site, contexts: Contexts) -> None:
    staff = staff_at(desk, contexts, "ma-criss-cross", 1)
    staff.until("place-wager")
    hands = staff.dealer
    hands.type("5000")
    hands.press("Enter")
    cell = hands.page.get_by_role("textbox", name="Seat 1, Ante Across and Ante Down")
    expect(hands.page.get_by_role("alert")).to_have_count(1)
    expect(hands.page.locator(".toast.problem")).to_have_count(0)
    expect(cell).to_be_focused()
    hands.press("Control+a")
    hands.type("10")
    hands.press("Enter")
    expect(hands.page.get_by_role("alert")).to_have_count(0)
    expect(hands.page.get_by_role("button", name='Announce "no more bets"')).to_be_focused()
    desk[0].do("dee", staff.table, play("close-bets"))
    staff.close()


def test_while_the_floor_is_awaited_the_keyboard_is_at_what_the_dealer_can_do(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe", shuffler="automated", decks=2)
    crew.sit()
    crew.until("verify")
    page = console(contexts, "dee", crew.table)
    expect(page.get_by_text("The table waits for the floorperson.")).to_be_visible()
    expect(page.locator(".besides").get_by_role("button", name="Done")).to_be_focused()


def test_a_figure_that_was_refused_stays_marked_with_its_reason_while_others_are_keyed(
    desk: Site, contexts: Contexts
) -> None:
    staff = staff_at(desk, contexts, "ma-criss-cross", 2)
    staff.until("place-wager")
    hands, page = staff.dealer, staff.dealer.page
    hands.type("5000")
    hands.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("$5,000.00 was given")
    hands.type("10")
    hands.press("Enter")
    expect(felt(page, "2")).to_contain_text("$10")
    wrong = page.get_by_role("textbox", name="Seat 1, Ante Across and Ante Down")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("region", name="Do now").get_by_text("$5,000.00 was given")).to_have_count(1)
    hands.press("Control+a")
    hands.type("5")
    hands.press("Enter")
    expect(felt(page, "1")).to_contain_text("$5")
    expect(page.get_by_text("$5,000.00 was given")).to_have_count(0)
    hands.press("n")
    hands.wait_for(lambda focus: "no more bets" in focus[2])
    staff.close()
