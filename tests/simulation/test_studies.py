"""Bankrolls, meters and misread hands: figures by hand, and studies whose checks must hold."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import STANDARD, parse_cards, ranking_of
from pitboss.mathematics import main_game
from pitboss.money import Amount, MeterShare, Rate
from pitboss.program.compiler import compile_terms
from pitboss.progressive import Meter
from pitboss.rulebooks import Refused, full_terms, terms_for
from pitboss.rulebooks.loader import submission_data
from pitboss.simulation.studies.bankroll import bankroll
from pitboss.simulation.studies.collusion import collusion
from pitboss.simulation.studies.errors import errors
from pitboss.simulation.studies.exposed import exposed
from pitboss.simulation.studies.games import studied
from pitboss.simulation.studies.meter_walk import Book, Hit, time_above, walk
from pitboss.simulation.studies.misreading import Dealer, Favour, Readings, turned
from pitboss.simulation.studies.picture import Picture, percent, thousands, ticks
from pitboss.simulation.studies.progressive import progressive
from pitboss.simulation.studies.report import Agreement, Column, ColumnKind, Report
from simulation.holdem import EXAMPLES, holdem
from simulation.test_any_game import PUBLISHED

HALF = Fraction(1, 2)


def sound(report: Report) -> bool:
    """Whether the checks hold and the picture can be read."""
    root = ET.fromstring(report.picture)
    lengths = {len(values) for values in report.data.values()}
    return all(check.holds for check in report.checks) and root.tag.endswith("svg") and len(lengths) == 1


@pytest.mark.parametrize("rulebook", ["ma-crazy-4", "cardroom-criss-cross"])
def test_sessions_beside_exact_chances(rulebook: str) -> None:
    # In the card room the aggregate payout limit is part of both.
    report = bankroll(terms_for(rulebook), Amount.parse("60"), rounds=60, paths=3_000, seed=5)
    assert sound(report)
    assert report.rows[0][0] == "ruined"
    assert report.value(0, "simulated") == np.mean(report.data["ruined"])


def test_a_bankroll_that_cannot_be_lost() -> None:
    # Thirty rounds of Crazy 4 lose at most 5 antes each.
    report = bankroll(terms_for("ma-crazy-4"), Amount.parse("151"), rounds=30, paths=500)
    assert (report.value(0, "simulated"), report.value(0, "exact")) == (0.0, 0.0)


def test_meters_and_winners() -> None:
    report = progressive(full_terms("ma-crazy-4"), "five_card_progressive", tables=2, seats=6, rounds=60_000, seed=4)
    assert sound(report)
    found = {str(row[0]): row for row in report.rows}
    # Of 2,598,960 hands 4 are royal flushes; 2 tables of 6 hands: one in 54,145 rounds.
    assert found["royal flush, rounds between wins"][3] == pytest.approx(2_598_960 / 4 / 12)
    # A round feeds 12 wagers of $1 at 10%: $1.20. The meter when won, by the arithmetic of the study's docstring.
    whole, part = 4 * 12 / 2_598_960, 36 * 12 / 2_598_960
    expected = (1.20 + whole * 10_000) / (whole + part / 10)
    assert found["royal flush, meter when won, dollars"][3] == pytest.approx(expected)


@pytest.mark.clause("ma-crazy-4", "11(e)(1)", "11(e)(2)", "11(e)(4)")
def test_a_meter_is_won_in_part_and_whole() -> None:
    book = Book({"five_card": Meter("five_card", 12_345_67 * 1_000_000, Amount.parse("10000"), Rate.parse("10%"))})
    tenth, whole = (MeterShare(Rate.parse(rate), "five_card") for rate in ("10%", "100%"))
    book.win(Hit(3, 0, 5, 1), tenth)  # 10% of 12,345.67 is 1,234.56 in whole cents
    assert str(book.meters["five_card"].shows) == "11111.11"
    book.feed({"five_card": 1_200_000_000 // 10}, rounds=10)  # $1.20 a round
    assert str(book.meters["five_card"].shows) == "11123.11"
    book.win(Hit(13, 1, 0, 0), whole)
    assert str(book.meters["five_card"].shows) == "10000.00"
    assert (book.paid["five_card"], book.resets["five_card"]) == (1_234_56 + 11_123_11, 10_000_00)


@pytest.mark.parametrize(
    ("reading", "won", "after"), [("accepted", 10_001.20, "10000.00"), ("settled", 10_000.0, "10001.20")]
)
def test_a_jackpot_holds_what_its_own_round_fed_unless_that_comes_later(reading: str, won: float, after: str) -> None:
    """Twelve wagers of 1.00 at 10% in the round of the first win: 1.20 on top of the 10,000.00 it opened with."""
    choices = {**submission_data("ma-crazy-4", "full"), "readings": {"contribution-time": reading}}
    terms = terms_for("ma-crazy-4", choices)
    paytable = terms.paytable("five_card_progressive")
    assert paytable is not None
    whole = next(
        place for place, line in enumerate(paytable.lines) if line.pays == MeterShare(Rate.parse("100%"), "five_card")
    )
    book, _ = walk(terms, paytable, [Hit(0, 0, 0, whole)], {"five_card": 120_000_000}, rounds=1)
    assert book.at_wins[whole] == [(0, won)]
    assert str(book.meters["five_card"].shows) == after


def test_time_above_a_limit() -> None:
    # Up from 0 to 10 in ten rounds, won, back at 4 and up to 8 in four rounds; above 6 for 4 and 2 of 14 rounds.
    at, shown = np.array([0.0, 10, 10, 14]), np.array([0.0, 10, 4, 8])
    share, mean = time_above(at, shown, 6.0)
    assert share == pytest.approx(6 / 14)
    assert mean == pytest.approx((4 * 8 + 2 * 7) / 6)
    assert time_above(at, shown, 20.0) == (0.0, 20.0)


@pytest.mark.parametrize(
    ("dealer", "kind", "readings"),
    [
        (Dealer(Fraction(0)), 3, {3: 1}),
        (Dealer(Fraction(1, 10)), 3, {3: Fraction(9, 10), 4: Fraction(1, 20), 2: Fraction(1, 20)}),
        (Dealer(Fraction(1, 10)), 0, {0: Fraction(19, 20), 1: Fraction(1, 20)}),
        (Dealer(Fraction(1, 10)), 4, {4: Fraction(19, 20), 3: Fraction(1, 20)}),
        (Dealer(Fraction(1, 10), Favour.PLAYER), 3, {3: Fraction(9, 10), 4: Fraction(1, 10)}),
        (Dealer(Fraction(1, 10), Favour.HOUSE), 0, {0: 1}),
    ],
)
def test_what_a_hand_is_taken_for(dealer: Dealer, kind: int, readings: dict[int, Fraction]) -> None:
    assert dealer.readings(kind, kinds=5) == readings


@pytest.mark.parametrize("rulebook", ["ma-crazy-4", "md-criss-cross", "three-card-poker", "pa-mississippi-stud"])
def test_a_careful_dealer_leaves_the_exact_edge_and_a_careless_one_does_not(rulebook: str) -> None:
    terms = terms_for(EXAMPLES / rulebook if rulebook in PUBLISHED else rulebook)
    settled = studied(terms).misread
    right, spread = settled(Dealer(Fraction(0))), main_game.distribution(terms)
    assert right.chances == {net: Fraction(count, spread.total) for net, count in spread.counts.items()}
    rate = Fraction(1, 20)
    means = [settled(Dealer(rate, favour)).mean for favour in (Favour.HOUSE, Favour.NEITHER, Favour.PLAYER)]
    assert means[0] < right.mean < means[2]
    assert means == sorted(means)
    assert sum(settled(Dealer(rate)).chances.values()) == 1


@pytest.mark.parametrize(
    ("dealer", "steps"),
    [
        (Dealer(Fraction(0)), {0: 1}),
        (Dealer(Fraction(1), Favour.PLAYER), {1: 1}),
        (Dealer(Fraction(1), Favour.HOUSE), {-1: 1}),
        (Dealer(Fraction(1, 10)), {0: Fraction(9, 10), 1: Fraction(1, 20), -1: Fraction(1, 20)}),
    ],
)
def test_mistakes_by_which_way_they_go(dealer: Dealer, steps: dict[int, Fraction]) -> None:
    assert dealer.steps == steps
    drawn = dealer.drawn(40_000, np.random.default_rng(1))
    for step, chance in steps.items():
        # 4.5 standard errors of at most 0.0015.
        assert (drawn == step).mean() == pytest.approx(float(chance), abs=0.007)


def test_a_comparison_is_turned_only_against_one_who_qualifies() -> None:
    ends = np.arange(6)  # higher, tie, lower; then the same of a dealer who does not qualify
    assert turned(ends, 1).tolist() == [0, 1, 0, 3, 4, 5]
    assert turned(ends, -1).tolist() == [2, 1, 2, 3, 4, 5]
    assert turned(ends, 0).tolist() == ends.tolist()


def test_hands_are_sorted_by_what_the_table_pays() -> None:
    """Let It Ride pays royal flush, straight flush, fours, full house, flush, straight, trips, two pair and tens: ten
    kinds with those that lose. A pair of nines read a kind too high is paid as tens, and a royal flush stays one."""
    program = compile_terms(terms_for(EXAMPLES / "let-it-ride"))
    readings = Readings(program)
    assert readings.families == ((0,),)
    kinds = readings.kinds((0,))
    assert kinds[-1] == 9
    games = dict(readings.games(Dealer(Fraction(1), Favour.PLAYER)))
    ((read, chance),) = games.items()
    assert chance == 1
    nines = five_card_value("9c 9d 2h 3s 4c")
    royal = five_card_value("Ac Kc Qc Jc Tc")
    assert [read.stakes[0].nets[0][strength] for strength in (nines, royal)] == [1, 1000]
    ((read, _),) = Readings(program).games(Dealer(Fraction(1), Favour.HOUSE))
    assert [read.stakes[0].nets[0][strength] for strength in (nines, royal)] == [-1, 200]


def five_card_value(cards: str) -> int:
    return ranking_of(*STANDARD["five_card"]).best(parse_cards(cards)).value.strength


@pytest.mark.parametrize("id", ["let-it-ride", "three-card-poker"])
def test_errors_of_any_game(id: str) -> None:
    report = errors(terms_for(EXAMPLES / id), HALF, Favour.PLAYER, 500, 6, 40, simulated=30_000, seed=2)
    assert sound(report)
    assert float(str(report.value(0, "with mistakes"))) < 0 < float(str(report.value(0, "without")))


@pytest.mark.parametrize("id", ["let-it-ride", "three-card-poker"])
def test_sessions_of_any_game(id: str) -> None:
    assert sound(bankroll(terms_for(EXAMPLES / id), rounds=40, paths=500))


def test_errors_cost_and_alarms() -> None:
    report = errors(
        terms_for("ma-crazy-4"), HALF, Favour.PLAYER, shift=500, shifts=12, tables=60, simulated=60_000, seed=2
    )
    assert sound(report)
    last = next(row for row in report.rows if str(row[0]).startswith("alarm within 6,000"))
    assert last[1] == 1.0  # half of all hands misread in the players' favour is seen by every table


@pytest.mark.parametrize("rate", [Fraction(-1, 2), Fraction(3, 2)])
def test_a_rate_is_a_chance(rate: Fraction) -> None:
    with pytest.raises(Refused, match="a chance between 0 and 1"):
        errors(terms_for("ma-crazy-4"), rate)


def test_what_is_out_of_reach_is_said_in_one_line(tmp_path: Path) -> None:
    terms = holdem(tmp_path)
    for study in (errors, collusion, exposed):
        with pytest.raises(Refused, match="1,153,664,820,000 evaluations") as refusal:
            study(terms)
        assert "\n" not in str(refusal.value)


def test_no_meter_no_study() -> None:
    with pytest.raises(Refused, match="terms with a progressive wager"):
        progressive(terms_for("ma-criss-cross"))
    with pytest.raises(Refused, match="--wager: Got queens_up; expected one of four_card_progressive"):
        progressive(full_terms("ma-crazy-4"), "queens_up")


def test_checks_say_whether_they_hold() -> None:
    assert Agreement("a", 1.0, 1.0).holds
    assert not Agreement("a", 1.0, 1.1).holds
    assert Agreement("a", 1.0, 1.1, error=0.03).holds
    assert not Agreement("a", 1.0, 1.2, error=0.03).holds
    assert str(Agreement("a", 1.0, 1.2, error=0.03)) == "a: 1 against 1.2, standard error 0.03: FAILS"


@pytest.mark.parametrize(
    ("kind", "cell", "shown"),
    [
        (ColumnKind.TEXT, "middle", "middle"),
        (ColumnKind.COUNT, 1234567, "1,234,567"),
        (ColumnKind.PERCENT, Fraction(1, 16), "6.2500%"),
        (ColumnKind.NUMBER, 54145.3, "54,145"),
        (ColumnKind.NUMBER, 0.5, "0.5000"),
        (ColumnKind.NUMBER, None, ""),
    ],
)
def test_cells_in_writing(kind: ColumnKind, cell: Fraction | float | int | str | None, shown: str) -> None:
    assert Column("x", kind).show(cell) == shown


def test_pictures_are_plain_svg() -> None:
    picture = Picture("A & B", (0, 10), (0, 1), "rounds", thousands, percent)
    picture.steps([0, 5, 10], [0, 0.5, 1], "#000")
    picture.point(5, 0.5, "#000", (0.4, 0.6))
    picture.level(0.5, "#000", "half")
    root = ET.fromstring(picture.svg())
    words = [element.text for element in root.iter() if element.text]
    assert {"A & B", "half", "rounds", "40%"} <= set(words)
    assert ticks(-3, 10) == [0, 5, 10]
