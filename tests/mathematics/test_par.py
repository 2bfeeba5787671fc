"""The PAR sheet: what stands on it, that it needs nothing else, and that it is the same every time."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from math import comb

import pytest

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.drawing import distribution_plot, share_bars
from pitboss.mathematics.limits import BERRY_ESSEEN, limits_of_round, volatility_index
from pitboss.mathematics.par import Filing, ParSheet, par_sheet
from pitboss.mathematics.par_page import page
from pitboss.rulebooks import terms_for
from pitboss.rulebooks.codec import json_text
from pitboss.server.study.sheet import sheet
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
    assert "2026-01-31" in page(crazy, Filing("2026-01-31"))
    assert "<script>" not in page(crazy, Filing("<script>")), "whatever is put on it is escaped"
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


class Nesting(HTMLParser):
    """Which elements are open; what is closed must be what was opened last."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "link", "br", "img", "hr", "input", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, self.getpos()


def test_every_element_of_the_page_is_closed_where_it_was_opened(crazy: ParSheet, cross: ParSheet) -> None:
    for one in (crazy, cross):
        nesting = Nesting()
        nesting.feed(page(one))
        nesting.close()
        assert nesting.open == []


def test_no_heading_is_printed_on_another_page_than_what_it_stands_over(crazy: ParSheet, cross: ParSheet) -> None:
    """A table that a heading stands over is not broken, or else its head alone may stay with the heading."""
    for sheet_of in (crazy, cross):
        html = page(sheet_of)
        below = re.findall(r"</h3>\s*<(\w+)(?: class=\"([\w ]*)\")?", html)
        assert below
        assert {kind for name, kind in below if name == "table"} == {"keep"}
        whole = html.index('<div class="keep">\n<h2><span class="no">3</span>')
        assert whole < html.index("<svg", whole) < html.index("</div>", whole)
        assert "break-before: page" not in html


def test_a_sheet_that_is_filed_says_by_whom_as_what_and_by_which_program(crazy: ParSheet) -> None:
    text = words(page(crazy, Filing("2026-01-31", "B2", "J. Doe", "ab" * 32)))
    for stated in ("revision B2", "prepared by J. Doe", "ab" * 32, "Sign-off", "checked by", "approved by"):
        assert stated in text


def test_each_wager_of_the_main_game_has_its_lines_on_the_sheet(crazy: ParSheet) -> None:
    assert [wager.name for wager in crazy.main_wagers] == ["ante", "super_bonus", "play"]
    text = words(page(crazy))
    for line in (line for wager in crazy.main_wagers for line in wager.lines):
        assert f"{line.title} {line.pays} {line.count:,}" in text
    assert {name for table in crazy.main_tables for name in table.wagers} == {"super_bonus"}, "no wager's that is aside"
    assert f"{float(crazy.main_wagers[0].hold):.4%}".replace("-", "−") in text


def test_limits_of_the_return_are_those_of_the_normal_distribution(cross: ParSheet) -> None:
    """By the published points of the normal distribution; the error by moments summed in floats."""
    spread = cross.spread
    mean, deviation = float(spread.mean), spread.standard_deviation
    nets, chances = spread.arrays()
    third = float((abs(nets - mean) ** 3 * chances).sum())
    for one in cross.limits:
        for (low, high), points in zip(one.bounds, (1.644854, 1.959964, 2.575829), strict=True):
            assert low == pytest.approx(1 + mean - points * deviation / one.rounds**0.5, rel=1e-6)
            assert high == pytest.approx(1 + mean + points * deviation / one.rounds**0.5, rel=1e-6)
        assert one.error == pytest.approx(min(1, BERRY_ESSEEN * third / deviation**3 / one.rounds**0.5))
    assert [one.rounds for one in cross.limits] == [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    assert volatility_index(1.0) == pytest.approx(1.644854, rel=1e-6)


def test_the_stated_error_of_the_limits_holds_against_an_exact_sum_of_rounds() -> None:
    """A coin of one side in eight, 1,000 times over, by the binomial itself."""
    chance, rounds = Fraction(1, 8), 1_000
    spread = Distribution({Fraction(-1): 7, Fraction(6): 1})
    limits = limits_of_round(spread)[0]
    for (low, high), confidence in zip(limits.bounds, (0.90, 0.95, 0.99), strict=True):
        inside = sum(
            comb(rounds, wins) * float(chance) ** wins * float(1 - chance) ** (rounds - wins)
            for wins in range(300)
            if low <= 1 + (7 * wins - rounds) / rounds <= high
        )
        assert limits.error is not None
        assert abs(inside - confidence) <= 2 * limits.error


def test_the_long_run_of_a_meter_is_on_the_sheet_by_number_of_players(crazy: ParSheet) -> None:
    (meter,) = crazy.meters
    assert [run.players for run, _ in meter.runs] == [1, 2, 3, 4, 5, 6]
    text = words(page(crazy))
    for run, edges in meter.runs:
        assert f"{float(run.mean):,.2f}" in text
        assert all(edge is not None and f"{float(edge):.4%}" in text for edge in edges)


def test_the_data_has_every_figure_of_the_page(crazy: ParSheet, cross: ParSheet) -> None:
    """Every count and fraction printed on the page is in the data, and so is all that identifies it."""
    for found in (crazy, cross):
        data = json_text(sheet(found, Filing("2026-01-31", "B2", "J. Doe", "ab" * 32)))
        text = words(
            re.sub(
                r"<(style|svg).*?</\1>", "", page(found, Filing("2026-01-31", "B2", "J. Doe", "ab" * 32)), flags=re.S
            )
        )
        counts = {number.replace(",", "") for number in re.findall(r"\b\d{1,3}(?:,\d{3})+\b(?!\.)", text)}
        known = {str(number) for number in re.findall(r"\d+", data)} | {str(limit.rounds) for limit in found.limits}
        assert not {count for count in counts if count not in known and f"{count}00" not in known}
        for stated in ("B2", "J. Doe", "ab" * 32, found.terms.rulebook.document, found.submission_hash):
            assert stated in data
        for fraction in re.findall(r"(-?\d+) / (\d+)", text):
            assert "/".join(fraction) in data or fraction[1] == "1"
