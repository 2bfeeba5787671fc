"""`pitboss risk`: what a session or a table's day may bring, by exact convolution."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import typer
from rich.table import Table

from pitboss.cli.odds import MeterAmounts
from pitboss.cli.output import console, emit_json, note, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import (
    AsJson,
    Changes,
    SubmissionFile,
    amount,
    amounts,
    exact,
    pairs,
    percent,
    terms_from,
)
from pitboss.mathematics import risk as risks
from pitboss.mathematics.powers import TooFine
from pitboss.mathematics.whatif import changed
from pitboss.rulebooks import Refused, Violation
from pitboss.rulebooks.currency import Currency
from pitboss.simulation.risk_report import RiskReport, risk_of
from pitboss.simulation.table_day import TableDay

MOST_ROUNDS = 100_000

Written = Callable[[Fraction | float], str]


def risk(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    ante: Annotated[str | None, typer.Option(metavar="AMOUNT", help="One ante; the least allowed by default.")] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", metavar="WAGER=AMOUNT", help="A side wager made every round.")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds of the session.")] = 1000,
    bankroll: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What can be lost; 100 antes by default.")
    ] = None,
    hours: Annotated[int, typer.Option(metavar="H", help="Hours of the table's day.")] = 8,
    rounds_per_hour: Annotated[int, typer.Option(metavar="R", help="Rounds dealt in an hour.")] = 40,
    seats: Annotated[int | None, typer.Option(metavar="S", help="Seats in play; all by default.")] = None,
    meter: MeterAmounts = None,
    set_: Changes = None,
    json: AsJson = False,
) -> None:
    """The risk of a session and of a table's day, from the exact distribution of a round."""
    terms = changed(terms_from(rulebook, submission), pairs(set_, "--set"))
    places = terms.rulebook.seats if seats is None else seats
    _within("--rounds", rounds, MOST_ROUNDS)
    _within("--seats", places, terms.rulebook.seats)
    _within("--hours", hours, 24)
    _within("--rounds-per-hour", rounds_per_hour, 1000)
    staked = None if ante is None else amount(ante, "--ante", above_zero=True)
    held = None if bankroll is None else amount(bankroll, "--bankroll", above_zero=True)
    try:
        with progress.status("Counting every deal ...", spinner="dots") as status:
            report = risk_of(
                terms,
                staked,
                held,
                stakes=amounts(with_, "--with"),
                meters=amounts(meter, "--meter"),
                rounds=rounds,
                seats=places,
                hours=hours,
                rounds_per_hour=rounds_per_hour,
                report=status.update,
            )
    except TooFine as error:
        allowed = "fewer rounds, or rounder stakes and meters"
        says = f"This is too fine to add up: {error}. Ask for {allowed}."
        raise Refused(_violation("--rounds", str(error), allowed, says)) from error
    if json:
        emit_json(_plain(report))
    else:
        _show(report)


def _within(where: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise Refused(_violation(where, str(number), f"1 to {most}"))


def _violation(where: str, tried: str, allowed: str, says: str = "") -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says)


def _plain(report: RiskReport) -> dict[str, Any]:
    result, spread = report.result, report.result.spread
    return {
        "rulebook": report.terms.rulebook.id,
        "rulebook_hash": report.terms.rulebook.hash,
        "unit": report.terms.rulebook.currency.unit,
        "ante": str(result.ante),
        "round": {
            "ev": exact(spread.mean),
            "variance": exact(spread.variance),
            "standard_deviation": spread.standard_deviation,
            "skewness": spread.skewness,
            "average_wager": exact(result.wagered),
            "largest_win": exact(spread.largest_win),
            "largest_loss": exact(spread.largest_loss),
            "payout_limit": str(result.limit) if result.limit is not None else None,
            "limited": exact(result.limited),
        },
        "n0": exact(risks.rounds_to_one_deviation(spread)) if spread.mean else None,
        "session": {
            "rounds": report.rounds,
            "ahead": report.session.above(Fraction(0)),
            "behind": report.session.below(Fraction(0)),
            "quantiles": [
                {"share": float(share), "result": float(report.session.quantile(share))} for share in risks.PERCENTILES
            ],
            "error": report.session.error,
        },
        "ruin": {
            "bankroll": float(report.ruin.bankroll),
            "rounds": report.ruin.rounds,
            "chance": report.ruin.chance,
            "error": report.ruin.error,
            "eventually": report.ruin.eventually,
        },
        "house": {
            "seats": report.day.seats,
            "hold_per_hour": exact(report.day.take.hold_per_hour),
            "standard_deviation_per_hour": report.day.take.deviation_per_hour,
            "hours": report.day.hours,
            "player_rounds": report.day.player_rounds,
            "worst_day_in_thousand": float(report.day.take.worst_in_thousand),
            "losing_day": report.day.take.loses,
            "error": report.day.take.error,
            "rounds_dealt": report.day.dealt,
            "margins_95": {
                "hold_per_hour": report.day.margins.hold_per_hour,
                "standard_deviation_per_hour": report.day.margins.deviation_per_hour,
                "worst_day_in_thousand": report.day.margins.worst_in_thousand,
                "losing_day": report.day.margins.loses,
            },
        },
        "notes": report.notes,
    }


def _show(report: RiskReport) -> None:
    result, spread = report.result, report.result.spread
    written = partial(_written, report.terms.rulebook.currency)
    table = Table(
        title=f"{report.terms.rulebook.title}: risk at an ante of {report.terms.money(result.ante)}", show_header=False
    )
    table.add_row("a round: expected result", written(spread.mean))
    table.add_row("a round: standard deviation", written(spread.standard_deviation))
    table.add_row("a round: largest win", written(spread.largest_win))
    if spread.mean:
        table.add_row("N0, rounds", f"{float(risks.rounds_to_one_deviation(spread)):,.0f}")
    table.add_section()
    table.add_row(f"ahead after {report.rounds:,} rounds", f"{report.session.above(Fraction(0)):.4%}")
    for share in risks.PERCENTILES:
        table.add_row(f"{percent(share, 1)} of sessions end at or below", written(report.session.quantile(share)))
    table.add_section()
    table.add_row(f"a bankroll of {written(report.ruin.bankroll)} is lost", f"{report.ruin.chance:.4%}")
    table.add_row("it is lost if play never ends", _eventually(report.ruin.eventually))
    table.add_section()
    for words, figure, margin in _house_lines(report.day, written):
        table.add_row(words, f"{figure} ± {margin}" if margin else figure)
    console.print(table)
    errors = f"chances of the session are off by at most {max(report.session.error, report.ruin.error):.1e}"
    for words in (*report.notes, errors):
        note(words)


def _house_lines(day: TableDay, written: Written) -> list[tuple[str, str, str]]:
    """Of a table's hour and day: words, figure, and how far it may be off; nothing where it is exact."""
    take, margins = day.take, day.margins
    loses, off = f"{take.loses:.4%}", ""
    if day.dealt:
        loses, off = f"{take.loses:.2%}", f"{max(margins.loses, 0.0001):.2%}"
    return [
        ("the house: hold by table-hour", written(take.hold_per_hour), _off(margins.hold_per_hour, written)),
        (
            "the house: deviation by table-hour",
            written(take.deviation_per_hour),
            _off(margins.deviation_per_hour, written),
        ),
        (
            f"the house: worst {day.hours}-hour day in 1,000",
            written(take.worst_in_thousand),
            _off(margins.worst_in_thousand, written),
        ),
        ("the house: days that lose", loses, off),
    ]


def _off(margin: float, written: Written) -> str:
    """A margin in whole cents, rounded up."""
    return written(math.ceil(margin * 100) / 100) if margin else ""


def _eventually(chance: float) -> str:
    return "certain" if chance == 1 else f"at most {chance:.4%}"


def _written(currency: Currency, value: Fraction | float) -> str:
    return currency.number(float(value))
