"""`pitboss audit balance`: proves from an audit log alone that the books balance."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pitboss.audit import verify_books
from pitboss.audit.balance import Balance, balance_of
from pitboss.books.balance import balance_database
from pitboss.cli.database_options import Data, Database, opened
from pitboss.cli.output import complain, console, emit_json, progress
from pitboss.cli.terms_options import AsJson
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Refused, Violation

app = typer.Typer(no_args_is_help=True, add_completion=False)
MOST_SHOWN = 20


@app.callback()
def audit() -> None:
    """The books, recomputed from an audit log."""


@app.command()
def balance(
    log: Annotated[str | None, typer.Argument(metavar="[LOG]", help="An audit log file.")] = None,
    database: Database = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Recompute every account from commands and events, and check that nothing was lost or came from nowhere.

    With a database its log is read, and what each command moved in the ledger is compared with it. Exit code 0 if
    everything balances, 2 with the first discrepancy named if not.
    """
    if log is not None and (database or data):
        tried = "a log file besides --database or --data"
        allowed = "one or the other: a database is held against its own log"
        raise Refused(Violation(rulebook="", clause="", where="LOG", tried=tried, allowed=allowed))
    with progress.status("Booking the log again ...", spinner="dots"):
        if log is not None:
            found = _from_file(Path(log))
        else:
            with opened(database, data) as store:
                found = balance_database(store)
    if json:
        emit_json({"balanced": found.balanced, **{name: getattr(found, name) for name in found.__struct_fields__}})
    else:
        _show(found)
    if not found.balanced:
        complain(f"first discrepancy: {found.discrepancies[0]}")
        raise typer.Exit(2)


def _from_file(log: Path) -> Balance:
    report, books = verify_books(log.read_bytes())
    return balance_of(books, report.entries, report.rounds, [str(finding) for finding in report.findings])


def _show(found: Balance) -> None:
    table = Table(title=f"Books of {found.entries:,} log entries, {found.rounds:,} rounds")
    for name in ("accounts", "money", "how many", "total"):
        table.add_column(name, justify="left" if name in ("accounts", "money") else "right")
    for money, total in found.totals.items():
        kinds = [kind for kind in found.kinds if kind.money == money]
        for kind in kinds:
            table.add_row(kind.kind, money, f"{kind.accounts:,}", found.written(money, kind.total))
        table.add_section()
        count = sum(kind.accounts for kind in kinds)
        table.add_row("all together", money, f"{count:,}", found.written(money, total), end_section=True)
    console.print(table)
    if found.meters:
        console.print(_meters(found))
    if found.compared is not None:
        console.print(Text(f"{found.compared:,} entries of the ledger were held against the log."))
    for line in found.discrepancies[:MOST_SHOWN]:
        console.print(Text(line, "red"), soft_wrap=True)
    if len(found.discrepancies) > MOST_SHOWN:
        console.print(Text(f"and {len(found.discrepancies) - MOST_SHOWN} more", "red"))
    count = len(found.discrepancies)
    verdict = "The books balance." if found.balanced else f"{count} discrepanc{'y' if count == 1 else 'ies'}."
    console.print(Text(verdict, "bold green" if found.balanced else "bold red"))


def _meters(found: Balance) -> Table:
    table = Table(title="Meters: seeded + contributed = displayed + reserve + paid")
    table.add_column("meter", overflow="fold")
    for name in ("seeded", "contributed", "displayed", "reserve", "paid"):
        table.add_column(name, justify="right")
    for meter in found.meters:
        figures = (meter.seeded, meter.contributed, meter.displayed, meter.reserve, meter.paid)
        cells = (_exact(found, meter.money, figure) for figure in figures)
        table.add_row(meter.meter.replace(".", ".\n"), *cells)  # the table, and below it the meter
    return table


def _exact(found: Balance, money: str, microcents: int) -> str:
    """An amount, with what is smaller than a cent behind it."""
    cents, rest = divmod(microcents, MICROCENTS_PER_CENT)
    return f"{found.written(money, Amount(cents))}{f' {rest:06d}' if rest else ''}"
