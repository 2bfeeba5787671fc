"""`pitboss study`: one question each, answered by simulation and checked against exact values."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.status import Status

from pitboss.cli.output import check_writable, emit_json, note, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, SubmissionFile, amount, exact, terms_from
from pitboss.cli.wide_tables import show_figures
from pitboss.rulebooks import Terms, full_terms
from pitboss.simulation.studies.bankroll import bankroll as bankroll_study
from pitboss.simulation.studies.collusion import collusion as collusion_study
from pitboss.simulation.studies.errors import errors as errors_study
from pitboss.simulation.studies.exposed import exposed as exposed_study
from pitboss.simulation.studies.misreading import Favour
from pitboss.simulation.studies.progressive import progressive as progressive_study
from pitboss.simulation.studies.report import Cell, Report, refuse

app = typer.Typer(no_args_is_help=True)

Seed = Annotated[int, typer.Option(min=0, metavar="N", help="The same seed gives the same study.")]
PictureFile = Annotated[str | None, typer.Option("--picture", metavar="FILE.svg", help="Draw the result.")]
DataFile = Annotated[str | None, typer.Option("--out", metavar="FILE.parquet", help="Write the data behind it.")]


@app.command()
def collusion(
    rulebook: RulebookId,
    sharing: Annotated[int, typer.Option(metavar="K", help="Up to how many seats share their cards.")] = 3,
    deals: Annotated[int, typer.Option(metavar="N", help="Deals drawn; each is valued by exact count.")] = 400,
    submission: SubmissionFile = None,
    seed: Seed = 1,
    picture: PictureFile = None,
    out: DataFile = None,
    json: AsJson = False,
) -> None:
    """What seats gain by showing each other their cards."""
    check_writable(picture, out)
    terms = terms_from(rulebook, submission)
    with progress.status("Valuing deals with shared cards ...", spinner="dots"):
        report = collusion_study(terms, sharing, deals, seed)
    _finish(report, picture, out, json)


@app.command()
def exposed(
    rulebook: RulebookId,
    place: Annotated[
        list[str] | None, typer.Option(metavar="PLACE", help="Where a card is seen, by the place's name.")
    ] = None,
    deals: Annotated[int, typer.Option(metavar="N", help="Deals drawn to check the exact values.")] = 400,
    submission: SubmissionFile = None,
    seed: Seed = 1,
    picture: PictureFile = None,
    out: DataFile = None,
    json: AsJson = False,
) -> None:
    """What a player gains by seeing a community card or a dealer's card early."""
    check_writable(picture, out)
    terms = terms_from(rulebook, submission)
    with progress.status("Counting every deal with the card seen ...", spinner="dots"):
        report = exposed_study(terms, place or (), deals, seed)
    _finish(report, picture, out, json)


@app.command()
def progressive(
    rulebook: RulebookId,
    wager: Annotated[
        str | None, typer.Option(metavar="NAME", help="The wager; the first progressive by default.")
    ] = None,
    tables: Annotated[int, typer.Option(metavar="N", help="Tables that share the meter.")] = 2,
    seats: Annotated[int, typer.Option(metavar="N", help="Seats at each.")] = 6,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds at each.")] = 500_000,
    rounds_per_hour: Annotated[int, typer.Option(metavar="N", help="Rounds dealt in an hour.")] = 40,
    submission: SubmissionFile = None,
    seed: Seed = 1,
    picture: PictureFile = None,
    out: DataFile = None,
    json: AsJson = False,
) -> None:
    """A meter over the years: its path, the time between wins, its cost, and when it favours the player.

    Without a submission everything the rulebook allows is offered.
    """
    check_writable(picture, out)
    terms = terms_from(rulebook, submission) if submission is not None else full_terms(rulebook)
    with progress.status("Dealing ...", spinner="dots") as status:
        report = progressive_study(terms, wager, tables, seats, rounds, rounds_per_hour, seed, _told(status))
    _finish(report, picture, out, json)


@app.command()
def bankroll(
    rulebook: RulebookId,
    held: Annotated[
        str | None, typer.Option("--bankroll", metavar="AMOUNT", help="What can be lost; 100 antes by default.")
    ] = None,
    rounds: Annotated[int, typer.Option(metavar="N", help="Rounds of a session.")] = 500,
    paths: Annotated[int, typer.Option(metavar="N", help="Sessions dealt.")] = 4_000,
    ante: Annotated[str | None, typer.Option(metavar="AMOUNT", help="One ante; the least allowed by default.")] = None,
    submission: SubmissionFile = None,
    seed: Seed = 1,
    picture: PictureFile = None,
    out: DataFile = None,
    json: AsJson = False,
) -> None:
    """Sessions of best play, dealt from cards: ruin and results beside the exact chances."""
    check_writable(picture, out)
    terms = terms_from(rulebook, submission)
    stake = None if ante is None else amount(ante, "--ante", above_zero=True)
    money = None if held is None else amount(held, "--bankroll", above_zero=True)
    with progress.status("Dealing ...", spinner="dots") as status:
        report = bankroll_study(terms, money, rounds, paths, stake, seed, _told(status))
    _finish(report, picture, out, json)


@app.command()
def errors(
    rulebook: RulebookId,
    rate: Annotated[str, typer.Option(metavar="CHANCE", help="How likely a hand is misread: 0.01 or 1/100.")] = "1/50",
    favour: Annotated[Favour, typer.Option(help="Who the mistakes favour.")] = Favour.NEITHER,
    shift: Annotated[
        int, typer.Option(metavar="N", help="Rounds of a shift, after which the return is looked at.")
    ] = 10_000,
    shifts: Annotated[int, typer.Option(metavar="N", help="Shifts watched.")] = 300,
    tables: Annotated[int, typer.Option(metavar="N", help="Tables watched.")] = 200,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Rounds dealt hand by hand to check the exact cost.")
    ] = 1_000_000,
    submission: SubmissionFile = None,
    seed: Seed = 1,
    picture: PictureFile = None,
    out: DataFile = None,
    json: AsJson = False,
) -> None:
    """Dealers who misread hands: what it costs and whom, and how soon limits of three deviations reveal it."""
    check_writable(picture, out)
    terms = terms_from(rulebook, submission)
    with progress.status("Dealing and misreading ...", spinner="dots"):
        report = errors_study(terms, _rate(rate, terms), favour, shift, shifts, tables, rounds, seed)
    _finish(report, picture, out, json)


def _rate(text: str, terms: Terms) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise refuse("--rate", f"'{text}'", "a chance such as 0.01 or 1/100", terms) from error


def _told(status: Status) -> Callable[[str], None]:
    return lambda words: status.update(f"{words[:1].upper()}{words[1:]} ...")


def _finish(report: Report, picture: str | None, out: str | None, json: bool) -> None:
    """Print, draw and write; exit code 1 where a check fails."""
    if picture:
        Path(picture).write_text(report.picture, encoding="utf-8")
    if out:
        _write_parquet(report, out)
    if json:
        emit_json(_plain(report))
    else:
        _show(report)
    if not all(check.holds for check in report.checks):
        raise typer.Exit(1)


def _show(report: Report) -> None:
    rows = [[column.show(cell) for column, cell in zip(report.columns, row, strict=True)] for row in report.rows]
    name, *figures = (column.name for column in report.columns)
    show_figures(report.title, [name], figures, rows)
    for check in report.checks:
        note(str(check), "dim" if check.holds else "bold red")
    for words in report.notes:
        note(words)


def _plain(report: Report) -> dict[str, Any]:
    keys = [column.name.replace(" ", "_") for column in report.columns]
    return {
        "study": report.study,
        "rulebook": report.terms.rulebook.id,
        "rulebook_hash": report.terms.rulebook.hash,
        "settings": report.settings,
        "rows": [dict(zip(keys, map(_plain_cell, row), strict=True)) for row in report.rows],
        "checks": [
            {
                "what": check.what,
                "found": float(check.found),
                "expected": float(check.expected),
                "standard_error": check.error,
                "holds": check.holds,
            }
            for check in report.checks
        ],
        "notes": list(report.notes),
    }


def _plain_cell(cell: Cell) -> Any:
    return exact(cell) if isinstance(cell, Fraction) else cell


def _write_parquet(report: Report, path: str) -> None:
    """The data, with what was studied in the file's own metadata."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    said = _plain(report) | {"rows": None}
    names = {name.replace(" ", "_"): values for name, values in report.data.items()}
    table = arrow.table(names).replace_schema_metadata({"pitboss": msgspec.json.encode(said)})
    parquet.write_table(table, path)
