"""`pitboss settle`: the dispute calculator."""

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.cli.output import complain, console, emit_json, read_text
from pitboss.games.dispute import Answer, SeatAnswer, Unsettled, settle_dispute
from pitboss.games.lines import Result, SettlementLine
from pitboss.rulebooks import Refused, load

STYLES = {Result.WIN: "green", Result.LOSE: "red", Result.FORFEITED: "red"}


def settle(
    file: str = typer.Argument(..., help="A JSON file with the cards and wagers of a round, or - for standard input."),
    json: bool = typer.Option(False, "--json", help="Print the answer as JSON."),
) -> None:
    """Settle a disputed round: every wager with its hand, odds and clause."""
    try:
        answer = settle_dispute(_text(file))
    except Unsettled as unsettled:
        complain(*unsettled.problems)
        raise typer.Exit(2) from unsettled
    if json:
        emit_json(answer)
    else:
        _show(answer)


def _text(file: str) -> str:
    try:
        return read_text(file)
    except Refused as refused:
        raise Unsettled(*map(str, refused.violations)) from refused
    except OSError as error:
        raise Unsettled(f"{file}: {error.strerror}") from error
    except ValueError as error:  # such as a path with a null character in it
        raise Unsettled(f"{file}: {error}") from error


def _show(answer: Answer) -> None:
    book = load(answer.rulebook)
    for seat in answer.seats:
        console.print(_seat_table(f"{book.title}, seat {seat.seat} ({book.id})", seat))
        totals = (f"{name} {getattr(seat, name).dollars()}" for name in ("staked", "paid", "returned", "net"))
        console.print(Text(" · ".join(totals) + "\n"))
    if answer.meters:
        console.print(_meter_table(answer))
    console.print(Text("The clauses in short", "bold"))
    cited = dict.fromkeys(line.clause for seat in answer.seats for line in seat.lines)
    for clause in filter(None, map(book.clause, cited)):
        console.print(Text.assemble((clause.id, "bold"), f"  {clause.says}"))


def _seat_table(title: str, seat: SeatAnswer) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=0)
    table.add_column("Wager, hand and cards", overflow="fold")
    table.add_column("Stake", justify="right", no_wrap=True)
    table.add_column("Result", no_wrap=True)
    table.add_column("Odds", overflow="fold")
    table.add_column("Paid", justify="right", no_wrap=True)
    table.add_column("Returned", justify="right", no_wrap=True)
    table.add_column("Clause", overflow="fold")
    for line in seat.lines:
        table.add_row(*_cells(line), end_section=line is seat.lines[-1])
    table.add_row("Total", str(seat.staked), "", "", str(seat.paid), str(seat.returned), "")
    return table


def _cells(line: SettlementLine) -> list[RenderableType]:
    details = filter(None, (line.hand, " ".join(map(str, line.cards))))
    what = Group(Text(line.wager.replace("_", " "), "bold"), *(Padding(Text(one), (0, 0, 0, 2)) for one in details))
    stake = str(line.stake) if line.stake else ""
    result = Text(line.result.value, STYLES.get(line.result, "yellow"))
    after = (str(line.odds or ""), str(line.paid), str(line.returned), line.clause)
    return [what, Text(stake), result, *map(Text, after)]


def _meter_table(answer: Answer) -> Table:
    table = Table(title="Meters", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("Meter")
    table.add_column("After the payments", justify="right")
    table.add_column("This round adds", justify="right")
    for name, amount in answer.meters.items():
        table.add_row(name.replace("_", " "), amount.dollars(), f"${answer.contributions[name]}")
    return table
