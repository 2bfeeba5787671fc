"""`pitboss report`: actual against theoretical return per wager and table, and the hold per day."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pitboss.books.desk import SHIFTS, DeskQuery, DeskReport, DeskRounds, rounds_behind
from pitboss.books.desk import report as desk_report
from pitboss.books.report_rows import DayHold, WagerReturn
from pitboss.books.returns import Reports
from pitboss.books.table_spec import read_spec, refused, usable
from pitboss.cli.database_options import Data, Database, opened
from pitboss.cli.desk import check_file, show_desk, show_rounds, write_desk
from pitboss.cli.output import complain, console, emit_json, progress
from pitboss.cli.terms_options import AsJson
from pitboss.cli.wide_tables import show_figures
from pitboss.store.counted import By


def report(
    database: Database = None,
    data: Data = None,
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    by: Annotated[By | None, typer.Option(help="Tell the desk's figures apart by this.")] = None,
    since: Annotated[str | None, typer.Option("--from", metavar="TIME", help="From this hour on, UTC.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Before this hour, UTC.")] = None,
    shift: Annotated[str | None, typer.Option(metavar="HOUR", help="Only the shifts that begin at this hour.")] = None,
    shifts: Annotated[
        str | None, typer.Option(metavar="HOURS", help=f"The hours at which shifts begin, UTC; {SHIFTS} by default.")
    ] = None,
    dealer: Annotated[str | None, typer.Option(help="Only rounds of this dealer.")] = None,
    game: Annotated[str | None, typer.Option(help="Only tables of this rulebook.")] = None,
    wager: Annotated[str | None, typer.Option(help="Only this wager.")] = None,
    player: Annotated[str | None, typer.Option(help="Only this player.")] = None,
    rounds: Annotated[bool, typer.Option("--rounds", help="List the rounds behind the figures.")] = False,
    before: Annotated[str | None, typer.Option(help="Go on with --rounds from here.")] = None,
    file: Annotated[Path | None, typer.Option("--to-file", help="Write the figures as .csv or .parquet.")] = None,
    json: AsJson = False,
) -> None:
    """Hold what wagers returned against what they must return by exact count, and show what tables kept.

    A wager is marked where a fair bet against honest dealing would have grown a million times over, whenever one looks.
    With --by, or a time, a shift or anything else to choose by, the desk's figures are shown instead.
    """
    check_file(file)
    if file is not None and (rounds or before is not None):
        raise refused("--to-file", "a list of rounds", "the desk's figures, without --rounds")
    chosen = {"since": since, "until": until, "shift": shift, "dealer": dealer, "game": game}
    chosen |= {"wager": wager, "player": player, "shifts": shifts}
    rounds = rounds or before is not None
    if by is not None or rounds or file is not None or any(text is not None for text in chosen.values()):
        given = {name: text for name, text in {**chosen, "table": table}.items() if text is not None}
        with opened(database, data) as store, progress.status("adding up"):
            wanted = DeskQuery(**given)
            found = rounds_behind(store, wanted, before) if rounds else desk_report(store, wanted, by)
        _desk(found, file, json)
        return
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
        _show_returns(name, [row for row in returns if row.table == name])
    _show_hold(hold)
    alerts = [row for row in returns if row.alert]
    for row in alerts:
        line = (
            f"{row.table}: {row.wager} returns {row.judged:.2%} against {row.expected:.2%}, evidence {row.evidence:.1e}"
        )
        console.print(Text(line, "bold red"), soft_wrap=True)
    if not alerts:
        console.print(Text("No return is beyond what chance explains.", "bold green"))


def _desk(found: DeskReport | DeskRounds, file: Path | None, json: bool) -> None:
    if file is not None and isinstance(found, DeskReport):
        write_desk(found, file)
    if json:
        emit_json(found)
    elif isinstance(found, DeskRounds):
        show_rounds(found)
    elif file is None:
        show_desk(found)


def _show_returns(table: str, rows: list[WagerReturn]) -> None:
    cells = [
        (
            row.wager.replace("_", " "),
            f"{row.bets:,}",
            row.currency.text(row.staked),
            f"{row.actual:.2%}",
            f"{row.theoretical_decimal:.2%}{'*' if row.depends_on else ''}",
            f"{row.high - row.expected:.2%}",
            Text(f"{row.z:+.2f}" if row.enough else f"({row.z:+.2f})", "bold red" if row.alert else ""),
            Text(f"{row.evidence:.3g}", "bold red" if row.alert else ""),
        )
        for row in rows
    ]
    figures = ("bets", "staked", "actual", "theory", "± 3 s.e.", "z", "evidence")
    remark = "* with meters as they stand; z leaves out what they paid. (z): too few bets for it to mean much."
    show_figures(f"{table} ({rows[0].rulebook})", ["wager"], figures, cells, remark)


def _show_hold(rows: list[DayHold]) -> None:
    cells = [
        (row.table, row.day, f"{row.rounds:,}", *map(row.currency.text, (row.staked, row.kept)), f"{row.hold:.2%}")
        for row in rows
    ]
    show_figures("Hold", ["table", "day"], ["rounds", "staked", "kept", "hold"], cells)
