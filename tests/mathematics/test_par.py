"""The PAR sheet: what stands on it, that it needs nothing else, and that it is the same every time."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html import unescape

import pytest

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.drawing import distribution_plot, share_bars
from pitboss.mathematics.par import ParSheet, par_sheet
from pitboss.mathematics.par_page import page
from pitboss.rulebooks import terms_for
from rulebooks.submissions import named

OFFERS: dict[str, object] = {"cover_all": True, "four_card_progressive": "B"}


@pytest.fixture(scope="module")
def crazy() -> ParSheet:
    return par_sheet(terms_for("ma-crazy-4", named(OFFERS)))


@pytest.fixture(scope="module")
def cross() -> ParSheet:
    return par_sheet(terms_for("ma-criss-cross", {"payout_limit": "50000"}), card=False)


def words(html: str) -> str:
    """The page's text without markup."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)))


def test_the_sheet_identifies_rules_submission_and_software(crazy: ParSheet) -> None:
    text = words(page(crazy))
    book = crazy.terms.rulebook
    for stated in (book.title, book.id, book.jurisdiction, book.document, book.hash, crazy.submission_hash):
        assert stated in text
    assert f"Pitboss {crazy.version}" in text


def test_another_submission_has_another_hash(crazy: ParSheet, cross: ParSheet) -> None:
    assert len({crazy.submission_hash, cross.submission_hash}) == 2


def test_counts_and_fractions_are_exact(crazy: ParSheet) -> None:
    text = words(page(crazy))
    assert "3,986,646,103,440" in text
    assert f"{crazy.main.ev.numerator} / {crazy.main.ev.denominator}" in text
    # The published counts of best four of five cards, on the Four-Card Progressive's own lines.
    lines = {line.title: line.count for line in crazy.wagers[2].odds[0].lines}
    assert (lines["four aces"], lines["four of a kind"], lines["straight flush"]) == (48, 576, 2072)
    assert "58,656" in text
    assert sum(crazy.spread.counts.values()) == crazy.main.deals
    assert crazy.spread.mean == crazy.main.ev


def test_every_wager_clause_meter_and_reading_is_there(crazy: ParSheet) -> None:
    text = words(page(crazy))
    for wager in crazy.wagers:
        assert wager.odds[0].title in text
        assert f"clause {wager.odds[0].clause}" in text
    assert [meter.figures.name for meter in crazy.meters] == ["four_card"]
    assert crazy.meters[0].break_even[0][1].amount.dollars() in text
    for item in crazy.terms.rulebook.interpretations:
        assert re.sub(r"\s+", " ", item.question) in text
    chosen = dict(crazy.choices)
    assert (chosen["cover_all"], chosen["five_card_progressive"]) == ("offered", "not offered")
    assert chosen["limits.ante"] == "minimum 1.00, maximum 1000.00, unit 0.50"


def test_cover_all_has_a_table_for_each_number_of_players(crazy: ParSheet) -> None:
    cover_all = next(wager for wager in crazy.wagers if wager.odds[0].wager == "cover_all")
    assert [odds.players for odds in cover_all.odds] == [1, 2, 3, 4, 5, 6]
    assert cover_all.depends_on_players
    assert [odds.lines[0].pays.split()[0] for odds in cover_all.odds] == ["300", "250", "200", "150", "125", "100"]


def test_the_strategy_is_on_the_sheet(crazy: ParSheet, cross: ParSheet) -> None:
    text = words(page(crazy))
    assert sum(kind.hands for kind in crazy.kinds) == 2_598_960
    assert re.search("flush 114,616 114,616", text), "every flush is played, and with one and the same wager"
    assert crazy.card is not None
    for line in crazy.card.lines:
        assert line.hands in text
    drawn = words(page(cross))
    assert len(re.findall(r"\b[2-9TJQKA]{2}[so]? [+-][0-9.]{4,5}\b", drawn)) == 169
    assert "Strategy card" not in drawn


def test_the_payout_limit_is_reported_where_there_is_one(cross: ParSheet, crazy: ParSheet) -> None:
    assert crazy.at_limit is None
    assert cross.at_limit is not None
    assert cross.at_limit.limited > 0, "two straight flushes at an ante of $1,000 pass $50,000"
    assert "aggregate payout limit" in words(page(cross))


def test_the_page_needs_nothing_from_elsewhere(crazy: ParSheet) -> None:
    html = page(crazy)
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", html)
    for chart in re.findall(r"<svg.*?</svg>", html, re.S):
        ET.fromstring(chart)


def test_the_page_is_the_same_every_time_and_carries_a_date_only_if_given(crazy: ParSheet) -> None:
    assert page(crazy) == page(crazy)
    assert "2026-01-31" in page(crazy, "2026-01-31")
    assert "<script>" not in page(crazy, "<script>"), "whatever is put on it is escaped"
    assert not re.search(r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}\b", page(crazy))


def test_changed_lines_are_declared() -> None:
    sheet = par_sheet(terms_for("ma-crazy-4"), {"queens_up.flush": "5"})
    assert "Not the paytables of the document" in page(sheet)
    assert "queens_up.flush = 5" in words(page(sheet))
    assert sheet.terms.rulebook.hash != terms_for("ma-crazy-4").rulebook.hash


def test_charts_are_drawings_with_a_mark_for_each_value() -> None:
    spread = Distribution({Fraction(-1): 3, Fraction(0): 1, Fraction(100): 1})
    plot = ET.fromstring(distribution_plot(spread, "antes"))
    assert len(plot.findall("circle")) == 3
    bars = ET.fromstring(share_bars({"play": {"fold": Fraction(1, 4), "1x": Fraction(3, 4)}}))
    widths = [float(bar.attrib["width"]) for bar in bars.findall("rect")]
    assert widths[1] == pytest.approx(3 * widths[0], abs=0.3)
