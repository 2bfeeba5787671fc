"""What `pitboss report` prints of the desk: one row of figures for each thing they are told apart by."""

from datetime import UTC, datetime
from pathlib import Path

from rich.text import Text

from pitboss.books.desk import DeskReport, DeskRounds, DeskRow
from pitboss.books.desk_export import COLUMNS, export_rows
from pitboss.books.exports import csv_lines
from pitboss.books.table_spec import refused
from pitboss.cli.output import check_writable, console
from pitboss.cli.wide_tables import show_figures

HOUSE = "the house"  # that deals where no person does


def show_desk(found: DeskReport) -> None:
    """The report, real money and play money each by itself."""
    for practice in (False, True):
        rows = [row for row in found.rows if row.practice is practice]
        if rows:
            title = "Play money" if practice else "Real money"
            totals = [row for row in found.totals if row.practice is practice and found.by is not None]
            _show_money([*rows, *totals], title)
            _show_work([*rows, *totals], title)
    if not found.rows:
        console.print(Text("Nothing that fits was played."))
    if found.left_off:
        console.print(Text(f"and {found.left_off:,} more"))


def show_rounds(found: DeskRounds) -> None:
    """The rounds behind a figure."""
    rows = []
    for row in found.rounds:
        at = f"{datetime.fromtimestamp(row.at, UTC):%Y-%m-%d %H:%M}"
        number = f"{row.round:,}{' void' if row.void else ' corrected' if row.corrected else ''}"
        amounts = map(row.currency.text, (row.handle, row.win))
        rows.append((row.table, number, at, row.dealer or HOUSE, *amounts, f"{row.first_entry}–{row.last_entry}"))
    show_figures("Rounds", ["table", "round"], ["ended", "dealer", "handle", "win", "entries"], rows)
    if found.before:
        console.print(Text(f"Go on with --before {found.before}"), soft_wrap=True)


def check_file(file: Path | None) -> None:
    """Refuses a file that could not be written, before anything is added up."""
    if file is not None and file.suffix not in (".csv", ".parquet"):
        raise refused("--to-file", str(file), "a name that ends in .csv or .parquet")
    check_writable(file)


def write_desk(found: DeskReport, file: Path) -> None:
    """The report as a file, by its ending."""
    match file.suffix:
        case ".csv":
            file.write_bytes(b"".join(csv_lines(COLUMNS, export_rows(found))))
        case _:
            from pitboss.books.parquet import write_parquet

            write_parquet(file, COLUMNS, export_rows(found))


def _show_money(rows: list[DeskRow], title: str) -> None:
    cells = []
    for row in rows:
        spread = row.spread / row.rated.cents if row.rated.cents else None
        drop = "" if row.drop is None else row.currency.text(row.drop)
        amounts = (row.currency.text(amount) for amount in (row.handle, row.win))
        rates = (_percent(row.hold), _percent(row.expected_hold), _percent(spread))
        z = "" if row.z is None else f"{row.z:+.2f}"
        cells.append((row.name or HOUSE, drop, *amounts, *rates, z, row.currency.text(row.jackpots)))
    figures = ("drop", "handle", "win", "hold", "by theory", "± 1 s.d.", "z", "jackpots")
    remark = "by theory: what the house must win of what chance decided, without what meters paid"
    show_figures(title, [""], figures, cells, remark)


def _show_work(rows: list[DeskRow], title: str) -> None:
    cells = []
    for row in rows:
        moved = ("" if amount is None else row.currency.text(amount) for amount in (row.fills, row.credits))
        counts = ("" if count is None else f"{count:,}" for count in (row.voids, row.corrections, row.irregularities))
        paces = ("" if pace is None else f"{pace:,.0f}" for pace in (row.rounds_an_hour, row.decisions_an_hour))
        rounds = "" if row.rounds is None else f"{row.rounds:,}"
        cells.append((row.name or HOUSE, f"{row.bets:,}", rounds, *paces, *moved, *counts))
    counted = ("bets", "rounds", "an hour", "decisions an hour", "fills", "credits", "voids", "corrected", "errors")
    show_figures(f"{title}: pace and care", [""], counted, cells)


def _percent(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.2%}"
