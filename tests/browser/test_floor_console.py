"""The floor at a console: incidents with what was done, void and corrections at hand, dialogs ready for keys."""

from playwright.sync_api import BrowserContext, expect

from browser.consoles import Site, console
from browser.reading import troubles
from pitboss.rulebooks import load
from server.desk import Crew

Contexts = dict[str, BrowserContext]


def test_an_incident_is_told_with_what_was_done(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe")
    crew.sit()
    crew.until("bet")
    rule = next(rule for rule in load("ma-criss-cross").table.irregularities if rule.name == "wrong_number_of_cards")
    page = console(contexts, "flo", crew.table)
    incidents = page.get_by_role("region", name="Incidents")
    expect(incidents).to_contain_text("Nothing has gone wrong so far.")
    page.get_by_role("button", name=rule.title, exact=True).click()
    dialog = page.get_by_role("dialog", name=rule.title)
    expect(dialog.locator("input, select").first).to_be_focused()  # and not the cross
    dialog.get_by_label("Note").fill("seat 2 has three")
    dialog.get_by_role("button", name="Report it").click()
    expect(dialog).to_be_hidden()
    told = incidents.get_by_role("listitem").filter(has_text=rule.title)
    expect(told).to_contain_text("seat 2 has three): the round is void and every wager goes back")
    expect(told.get_by_role("link", name=f"clause {rule.clause}", exact=True)).to_be_visible()
    page.reload()
    expect(told).to_be_visible()  # also for who comes later
    assert troubles(page) == []


def test_void_and_corrections_come_before_the_layout(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-criss-cross", dealing="manual_shoe")
    crew.sit()
    crew.until("bet")
    page = console(contexts, "flo", crew.table)
    felt = page.get_by_role("region", name="The table").bounding_box()
    for name in ("Void", "Corrections", "Incidents"):
        box = page.get_by_role("region", name=name).bounding_box()
        assert felt is not None
        assert box is not None
        assert box["y"] < felt["y"], name
    page.get_by_role("button", name="Void the round").click()
    expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_focused()
    page.keyboard.press("Escape")


def test_two_decks_are_told_apart_by_their_number(desk: Site, contexts: Contexts) -> None:
    crew = Crew(desk[0], "ma-crazy-4", dealing="hand", shuffler="automated", decks=2)
    crew.sit()
    crew.until("open_round")
    page = console(contexts, "dee", crew.table)
    for number, deck in enumerate(crew.view["decks"], start=1):
        expect(page.get_by_text(f"Deck {deck['id']}, {deck['back']}, {number} of 2: at the table")).to_be_visible()
