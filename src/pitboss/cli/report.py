"""`pitboss report`: actual against theoretical return per wager and table, and the hold per day."""

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pitboss.books.report_rows import DayHold, WagerReturn
from pitboss.books.returns import Reports
from pitboss.books.table_spec import read_spec, usable
from pitboss.cli.database_options import Data, Database, opened
from pitboss.cli.output import complain, console, emit_json, progress
from pitboss.cli.terms_options import AsJson


def report(
    database: Database = None,
    data: Data = None,
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    json: AsJson = False,
) -> None:
    """Hold what wagers returned against what they must return by exact count, and show what tables kept.

    A wager is marked where its return lies more than three standard errors from theory, given enough bets to tell.
    """
    with opened(database, data) as store, progress.status("adding up rounds and counting deals"):
        reports = Reports(store)
        returns, hold = reports.returns(table), reports.hold(table)
        specs = map(read_spec, store.streams().values())
        unknown = [
            f"table {spec.name} is left out: its rulebook {spec.rulebook} is not here as it was"
            for spec in specs
            if not usable(spec)
        ]
    complain(*unknown)
    if json:
        emit_json({"returns": returns, "hold": hold})
        return
    for name in dict.fromkeys(row.table for row in returns):
        console.print(_returns(name, [row for row in returns if row.table == name]))
    console.print(_hold(hold))
    alerts = [row for row in returns if row.alert]
    for row in alerts:
        line = f"{row.table}: {row.wager} returns {row.judged:.2%} against {row.expected:.2%}, z {row.z:+.2f}"
        console.print(Text(line, "bold red"), soft_wrap=True)
    if not alerts:
        console.print(Text("No return is beyond chance.", "bold green"))
    few = sum(not row.enough for row in returns)
    if few:
        console.print(f"{few} of {len(returns)} returns cannot be judged yet: too few bets.")


def _returns(table: str, rows: list[WagerReturn]) -> Table:
    found = Table(title=f"{table} ({rows[0].rulebook})")
    found.add_column("wager")
    for name in ("bets", "staked", "actual", "theory", "± 3 s.e.", "z"):
        found.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        found.add_row(
            row.wager.replace("_", " "),
            f"{row.bets:,}",
            row.currency.text(row.staked),
            f"{row.actual:.2%}",
            f"{row.theoretical_decimal:.2%}{'*' if row.depends_on else ''}",
            f"{row.high - row.expected:.2%}",
            Text(f"{row.z:+.2f}" if row.enough else f"({row.z:+.2f})", "bold red" if row.alert else ""),
        )
    found.caption = "* with meters as they stand; z leaves out what they paid. (z): too few bets to tell."
    return found


def _hold(rows: list[DayHold]) -> Table:
    found = Table(title="Hold")
    for name in ("table", "day"):
        found.add_column(name, overflow="fold")
    for name in ("rounds", "staked", "kept", "hold"):
        found.add_column(name, justify="right")
    for row in rows:
        staked, kept = map(row.currency.text, (row.staked, row.kept))
        found.add_row(row.table, row.day, f"{row.rounds:,}", staked, kept, f"{row.hold:.2%}")
    return found
