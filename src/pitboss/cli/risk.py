"""`pitboss risk`: what a session or a table's day may bring, by exact convolution."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any

import typer
from rich.table import Table

from pitboss.cli.odds import MeterAmounts, amount, amounts
from pitboss.cli.output import console, emit_json, note, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, exact, pairs, percent, terms_from
from pitboss.mathematics import risk as risks
from pitboss.mathematics.combined import RoundResult, notes_on, round_result
from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.rulebooks.currency import Currency

MOST_ROUNDS = 100_000


@dataclass(frozen=True)
class _Report:
    terms: Terms
    result: RoundResult
    rounds: int
    session: risks.SessionSums
    ruin: risks.Ruin
    house: risks.HouseTake


def risk(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    ante: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="One ante; the least allowed unless given.")
    ] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", metavar="WAGER=AMOUNT", help="A side wager made every round.")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds of the session.")] = 1000,
    bankroll: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="What can be lost; 100 antes unless given.")
    ] = None,
    hours: Annotated[int, typer.Option(metavar="H", help="Hours of the table's day.")] = 8,
    rounds_per_hour: Annotated[int, typer.Option(metavar="R", help="Rounds dealt in an hour.")] = 40,
    seats: Annotated[int | None, typer.Option(metavar="S", help="Seats in play; all unless given.")] = None,
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
    staked = None if ante is None else amount(ante, "--ante")
    held = None if bankroll is None else amount(bankroll, "--bankroll")
    if held == Amount.ZERO:
        raise Refused(_violation("--bankroll", terms.money(held), f"an amount above {terms.money(Amount.ZERO)}"))
    try:
        with progress.status("Counting every deal ...", spinner="dots") as status:
            result = round_result(terms, staked, amounts(with_, "--with"), amounts(meter, "--meter"))
            spread = result.spread
            status.update(f"Adding up {rounds:,} rounds ...")
            session = risks.sums(spread, rounds)
            status.update(f"Following the bankroll through {rounds:,} rounds ...")
            cents = held.cents if held is not None else 100 * result.ante.cents
            ruin = risks.ruin(spread, Fraction(cents, 100), rounds)
            status.update("Adding up the table's day ...")
            house = risks.house(spread, hours, rounds_per_hour, places)
    except risks.TooFine as error:
        raise Refused(_violation("--rounds", str(error), "fewer rounds, or rounder stakes and meters")) from error
    report = _Report(terms, result, rounds, session, ruin, house)
    if json:
        emit_json(_plain(report))
    else:
        _show(report)


def _within(where: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise Refused(_violation(where, str(number), f"1 to {most}"))


def _violation(where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed)


def _plain(report: _Report) -> dict[str, Any]:
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
            "hold_per_hour": exact(report.house.hold_per_hour),
            "standard_deviation_per_hour": report.house.deviation_per_hour,
            "hours": report.house.hours,
            "player_rounds": report.house.rounds,
            "worst_day_in_thousand": float(report.house.worst_in_thousand),
            "losing_day": report.house.loses,
            "error": report.house.error,
        },
        "notes": notes_on(report.terms, report.result),
    }


def _show(report: _Report) -> None:
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
    table.add_row("the house: hold by table-hour", written(report.house.hold_per_hour))
    table.add_row("the house: deviation by table-hour", written(report.house.deviation_per_hour))
    table.add_row(f"the house: worst {report.house.hours}-hour day in 1,000", written(report.house.worst_in_thousand))
    table.add_row("the house: days that lose", f"{report.house.loses:.4%}")
    console.print(table)
    errors = f"chances are off by at most {max(report.session.error, report.ruin.error, report.house.error):.1e}"
    for words in (*notes_on(report.terms, report.result), errors):
        note(words)


def _eventually(chance: float) -> str:
    return "certain" if chance == 1 else f"at most {chance:.4%}"


def _written(currency: Currency, value: Fraction | float) -> str:
    return currency.number(float(value))
