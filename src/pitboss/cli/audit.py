"""`pitboss audit`: proves from an audit log alone that the books balance, and says in words what it holds."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pitboss.audit import EntryKind, verify_books
from pitboss.audit.balance import Balance, balance_of
from pitboss.audit.format import canonical
from pitboss.audit.log_reader import LogReader
from pitboss.books.archives import SEGMENT
from pitboss.books.balance import balance_database
from pitboss.books.exports import read_time
from pitboss.books.log_search import Sought, log_entry, sought_span
from pitboss.cli.database_options import Data, Database, data_folder, opened
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
    recount: Annotated[
        bool, typer.Option("--recount", help="First count the desk's sums of a database anew from its log.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Recompute every account from commands and events, and check that nothing was lost or came from nowhere.

    With a database, its log is read and what each command moved in the ledger is compared with it.

    Exit code 0 if everything balances, 2 with the first discrepancy named if not.
    """
    if log is not None and (database or data or recount):
        tried = f"a log file besides {'--database or --data' if database or data else '--recount'}"
        allowed = "one or the other"
        raise Refused(Violation(rulebook="", clause="", where="LOG", tried=tried, allowed=allowed))
    with progress.status("Booking the log again ...", spinner="dots"):
        if log is not None:
            found = _from_file(Path(log))
        else:
            with opened(database, data) as store:
                if recount:
                    store.counted.forget()
                found = balance_database(store)
    if json:
        emit_json({"balanced": found.balanced, **{name: getattr(found, name) for name in found.__struct_fields__}})
    else:
        _show(found)
    if not found.balanced:
        complain(f"first discrepancy: {found.discrepancies[0]}")
        raise typer.Exit(2)


@app.command()
def archive(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the archives are; it goes on from the last.")],
    before: Annotated[str | None, typer.Option(help="Entries from before this day or time, UTC.")] = None,
    entries: Annotated[int | None, typer.Option(min=1, help="So many entries of the log from its beginning.")] = None,
    segment: Annotated[int, typer.Option(min=1, help="The most entries in one file.")] = SEGMENT,
    database: Database = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Write old entries of the log to sealed files that `pitboss verify` takes, while servers go on.

    Nothing is taken out of the database. The data directory has the key with which the seals are signed.
    """
    from pitboss.books.head_book import HeadBook, head_file
    from pitboss.server.archiving import archive_log

    folder = data or data_folder()
    until = int(read_time(before).timestamp() * 1000) if before else None
    with opened(database, data) as store:
        heads = HeadBook(head_file(folder, database or f"sqlite:///{folder / 'pitboss.db'}"))
        found = archive_log(store, folder, heads, out, until, entries, segment)
    if json:
        emit_json(found)
        return
    for one in found:
        console.print(Text(f"{out / one.file}: entries {one.first} to {one.size - 1}"), soft_wrap=True)
    if not found:
        console.print("There is nothing to archive that is not archived.")


@app.command()
def entries(
    log: Annotated[str, typer.Argument(metavar="LOG", help="An audit log file.")],
    person: Annotated[str | None, typer.Option(help="Who did it, or whom it is about.")] = None,
    table: Annotated[str | None, typer.Option(help="At which table.")] = None,
    since: Annotated[str | None, typer.Option(help="From this day or time on, UTC.")] = None,
    until: Annotated[str | None, typer.Option(help="Before this day or time, UTC.")] = None,
    kind: Annotated[EntryKind | None, typer.Option(help="Only entries of this kind.")] = None,
    json: AsJson = False,
) -> None:
    """Say in words what an audit log holds: when, who, what, and under which clause.

    Exit code 2 if lines of the file cannot be right; they are named, and the others are told.
    """
    begin, end = sought_span(since, until)
    sought = Sought(kind=kind, person=person, table=table, since=begin, until=end)
    reader = LogReader(None, ())
    for line in Path(log).read_bytes().splitlines():
        reader.line(line)
    if not reader.entries and not reader.findings:
        tried, allowed = "a file without entries", "an audit log"
        raise Refused(Violation(rulebook="", clause="", where=log, tried=tried, allowed=allowed))
    texts = ((entry, canonical(entry)) for entry in reader.entries)
    found = [log_entry(entry, text) for entry, text in texts if sought.fits(entry, text)]
    if json:
        emit_json(found)
    else:
        if not found and not reader.findings:
            console.print("No entry is of that kind, person, table and time.")
        for one in found:
            at, clause = datetime.fromtimestamp(one.time / 1000, UTC), f" ({one.clause})" if one.clause else ""
            says = f"{one.entry} {at:%Y-%m-%d %H:%M:%S} {one.stream} {one.actor}: {one.says}{clause}"
            console.print(Text(says), soft_wrap=True)
    complain(*map(str, reader.findings[:MOST_SHOWN]))
    if reader.findings:
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
