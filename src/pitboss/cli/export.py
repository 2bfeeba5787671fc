"""`pitboss export`: hands, ledger and meters of a database as CSV, Parquet or hand histories."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from pitboss.books.exports import COLUMNS, Excerpt, What, csv_lines, histories, read_span, rows
from pitboss.books.parquet import write_parquet
from pitboss.books.table_spec import refused
from pitboss.cli.database_options import Data, Database, opened
from pitboss.cli.output import check_writable, emit_json
from pitboss.cli.output import progress as console
from pitboss.cli.terms_options import AsJson

T = TypeVar("T")
EVERY = 500


class Format(StrEnum):
    """How an export is written."""

    CSV = "csv"
    PARQUET = "parquet"
    TEXT = "text"  # hand histories


def export(
    what: Annotated[What, typer.Argument(help="What to export.")],
    out: Annotated[str, typer.Option(help="The file to write; - for standard output.")],
    database: Database = None,
    data: Data = None,
    format: Annotated[Format, typer.Option(help="csv, parquet, or text: hand histories.")] = Format.CSV,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="From this day or time on, UTC.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Before this day or time, UTC.")] = None,
    table: Annotated[str | None, typer.Option(help="Only this table.")] = None,
    json: AsJson = False,
) -> None:
    """Write rows of a database to a file. Works beside a running server, in little memory.

    With --json it says what was written, and how many rows.
    """
    begin, end = read_span(since, until)
    wanted = Excerpt(since=begin, until=end, table=table)
    _check(what, out, format, json)
    count = Count()
    with opened(database, data) as store:
        if format is Format.TEXT:
            _write(out, (text.encode() for text in _counted(histories(store, wanted), "hand histories", count)))
        elif format is Format.CSV:
            _write(out, csv_lines(COLUMNS[what], _counted(rows(store, what, wanted), f"rows of {what}", count)))
        else:
            write_parquet(Path(out), COLUMNS[what], _counted(rows(store, what, wanted), f"rows of {what}", count))
    if json:
        emit_json({"what": what, "format": format, "out": out, "rows": count.rows})


class Count:
    """How many rows, or hand histories, have been written."""

    rows = 0


def _check(what: What, out: str, format: Format, json: bool) -> None:
    if json and out == "-":
        raise refused("--json", "the rows on standard output", "a file for the rows", says="It needs --out FILE.")
    check_writable(None if out == "-" else out)
    if format is Format.TEXT and what is not What.HANDS:
        raise refused("--format", f"text of {what}", "csv or parquet (text is for hands)")
    if format is Format.PARQUET and out == "-":
        raise refused("--out", "Parquet on standard output", "a file")


def _write(out: str, chunks: Iterable[bytes]) -> None:
    with nullcontext(sys.stdout.buffer) if out == "-" else open(out, "wb") as target:
        for chunk in chunks:
            target.write(chunk)


def _counted(items: Iterable[T], title: str, count: Count) -> Iterator[T]:
    """Shows on standard error how far it has come, and counts."""
    columns = (SpinnerColumn(), TextColumn("{task.completed:,} {task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console) as shown:
        task = shown.add_task(title, total=None)
        for count.rows, item in enumerate(items, start=1):
            if count.rows % EVERY == 0:
                shown.update(task, completed=count.rows)
            yield item
        shown.update(task, completed=count.rows)
