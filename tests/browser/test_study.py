"""The study page in a browser, its figures against the exact solver."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.casino_site import Site
from browser.test_accessibility import serious
from browser.test_rules import fits
from pitboss.mathematics.criss_cross.opening import opening_chart
from pitboss.mathematics.main_game import solve
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.whatif import changed
from pitboss.rulebooks import terms_for

WAIT = 60_000  # milliseconds, for a machine that has much else to do


@pytest.fixture(scope="module", autouse=True)
def ready(site: Site, browser: Any) -> None:
    """The mathematics compiled before the first test waits for them."""
    context = browser.new_context(base_url=site.url)
    context.request.post("/api/guest")
    for rulebook in ("ma-crazy-4", "ma-criss-cross"):
        context.request.post("/api/study/game", data={"rulebook": rulebook}, timeout=3 * WAIT)
    context.close()


def study(opened: Any, site: Site, rulebook: str, **options: Any) -> Page:
    """The page of a rulebook, once it has its figures."""
    page: Page = opened(f"{site.url}/study/{rulebook}", **options)
    page.set_default_timeout(WAIT)
    expect(page.locator("[data-figure=ev]")).to_be_visible(timeout=WAIT)
    return page


def expect_value(page: Page, value: Fraction) -> None:
    """The page comes to show this as the value of the game, exactly."""
    text = str(value).replace("-", "−")
    expect(page.locator("[data-figure=ev]:not(.stale) .exact")).to_have_text(text, timeout=WAIT)


def line(page: Page, name: str) -> Any:
    return page.locator(f"[data-line='{name}']")


def test_the_published_values_stand_on_the_page(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-criss-cross")
    expect_value(page, Fraction("-579091/6689228"))
    expect(page.locator("[data-figure=edge] strong")).to_have_text("8.6571%")


def test_an_edited_line_gives_the_solvers_figure_and_is_marked_unlawful(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-crazy-4")
    expect_value(page, Fraction("-264142729/7726058340"))
    line(page, "super_bonus.flush").fill("2")
    changes = {"super_bonus.flush": "2"}
    expect_value(page, solve(changed(terms_for("ma-crazy-4"), changes)).ev)
    expect(page.locator("[data-figure=edge]")).to_contain_text("was 3.4189%", timeout=WAIT)
    editor = page.get_by_role("complementary", name="Paytables")
    expect(editor.get_by_role("status")).to_contain_text("1 line leaves the document")
    expect(editor).to_contain_text("The document pays 3 to 2")
    assert json.loads(page.evaluate("new URLSearchParams(location.search).get('changes')")) == changes
    page.reload()  # what is studied is kept in the address
    expect_value(page, solve(changed(terms_for("ma-crazy-4"), changes)).ev)
    page.get_by_role("button", name="flush as published", exact=True).click()
    expect_value(page, Fraction("-264142729/7726058340"))
    expect(editor.get_by_role("status")).to_contain_text("as the document has it")


def test_only_the_last_of_what_was_typed_is_shown(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-crazy-4")
    line(page, "super_bonus.straight").press_sequentially("0", delay=20)  # 1 to 10
    line(page, "super_bonus.straight").fill("many")
    expect(page.get_by_text("Write odds such as")).to_be_visible()
    expect_value(page, Fraction("-264142729/7726058340"))  # what is no odds is not asked for
    for odds in ("3", "30", "3", "3 to 1", "5 to 4"):
        line(page, "super_bonus.straight").fill(odds)
        page.wait_for_timeout(60)
    expect_value(page, solve(changed(terms_for("ma-crazy-4"), {"super_bonus.straight": "5 to 4"})).ev)


def test_the_opening_chart_by_keyboard_with_the_solvers_values(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-criss-cross")
    page.get_by_role("tab", name="Opening chart").click()
    cells = page.get_by_role("gridcell")
    expect(cells).to_have_count(169, timeout=WAIT)
    hands = opening_chart(criss_cross_pays(terms_for("ma-criss-cross"))).hands
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    best = max(hands["AKs"].fold, hands["AKs"].least, hands["AKs"].most)
    sign = "−" if best < 0 else "+"
    expect(page.locator(":focus")).to_have_attribute(
        "aria-label", re.compile(rf"^AKs, \d: bet \dx, worth {re.escape(sign)}{abs(float(best)):.4f} antes")
    )
    expect(page.locator(".told")).to_contain_text(str(best).replace("-", "−"))
    letters = [text.strip() for text in cells.all_inner_texts()]
    assert set(letters) == {"F", "1", "3"}
    page.get_by_text("As a table").click()
    expect(page.get_by_role("region", name="Starting hands").get_by_role("row")).to_have_count(170)


def test_side_wagers_have_their_published_edges_and_meters(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-crazy-4")
    sides = page.get_by_role("region", name="Side wagers, per unit staked")
    expect(sides.get_by_role("row", name=re.compile("^Queens Up A"))).to_contain_text("3.0606%", timeout=WAIT)
    meters = {"four_card": {"rate": "15%", "seed": "5000", "reset": "5000"}}
    submission = json.dumps({"queens_up": "A", "four_card_progressive": "A", "meters": meters})
    page.goto(f"/study/ma-crazy-4?submission={submission}")
    row = sides.get_by_role("row", name=re.compile("^Four-Card Progressive"))
    expect(row).to_contain_text("55.8322%", timeout=WAIT)
    expect(row).to_contain_text("$35,230.34")
    page.get_by_label(re.compile("Four-Card Progressive")).last.fill("35230.34")
    expect(row).to_contain_text(re.compile(r"[−-]?0\.0000%"), timeout=WAIT)


def test_a_strategy_card_is_found_while_another_tab_is_open_and_printed_alone(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-crazy-4")
    page.get_by_role("tab", name="Strategy card").click()
    page.get_by_role("button", name="Find the card").click()
    page.get_by_role("tab", name="Session risk").click()
    page.get_by_label("Rounds").fill("many")
    expect(page.get_by_text("Write a whole number from 1 to 20,000.")).to_be_visible()
    page.get_by_label("Rounds").fill("50")
    page.get_by_label("Ante", exact=True).fill("ten")
    expect(page.get_by_text("Write an amount such as 5 or 12.50.")).to_be_visible()
    page.get_by_role("tab", name="Strategy card").click()
    card = page.locator(".strategy-card")
    expect(card).to_contain_text("a pair of aces or better", timeout=WAIT)
    page.emulate_media(media="print")
    expect(card).to_be_visible()
    expect(page.get_by_role("heading", name="Main game under best play")).not_to_be_visible()


def test_odds_for_a_wanted_edge_are_put_into_the_paytable(site: Site, opened: Any) -> None:
    """Queens Up A keeps 3.0606% with a flush at 4 to 1: for 5% it must pay less, and 3 to 1 is on the other side."""
    page = study(opened, site, "ma-crazy-4")
    page.get_by_role("tab", name="Wanted edge").click()
    page.get_by_label("Line", exact=True).select_option("queens_up.flush")
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("button", name="Use 3 to 1").click(timeout=WAIT)
    expect(page.get_by_text("1 line leaves the document")).to_be_visible()
    expect(page.get_by_text("The paytables have changed since this was solved.")).to_be_visible()


def test_a_par_sheet_is_downloaded_with_the_figures_of_the_page(site: Site, opened: Any) -> None:
    page = study(opened, site, "ma-crazy-4")
    page.get_by_role("tab", name="PAR sheet").click()
    page.get_by_label("As", exact=True).select_option("json")
    page.get_by_role("button", name="Make the sheet").click()
    link = page.get_by_role("link", name=re.compile("^Download"))
    expect(link).to_be_visible(timeout=WAIT)
    with page.expect_download() as download:
        link.click()
    sheet = json.loads(download.value.path().read_text())
    assert download.value.suggested_filename == "par-ma-crazy-4.json"
    assert sheet["game"]["ev"]["exact"] == "-264142729/7726058340"


@pytest.mark.parametrize(("theme", "width"), [("dark", 1280), ("light", 360)])
def test_every_study_can_be_read_by_everyone(site: Site, opened: Any, theme: str, width: int) -> None:
    page = study(opened, site, "ma-crazy-4", color_scheme=theme, viewport={"width": width, "height": 800})
    assert serious(page) == []
    for tab, told in (("Hands", "Kinds of hands"), ("Distribution", "As a table"), ("Session risk", "As tables")):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_text(told).first).to_be_attached(timeout=WAIT)
        assert serious(page) == []
        assert fits(page)
    page.goto("/study/ma-criss-cross")
    page.get_by_role("tab", name="Opening chart").click()
    expect(page.get_by_role("gridcell").first).to_be_visible(timeout=WAIT)
    assert serious(page) == []
    assert fits(page)
