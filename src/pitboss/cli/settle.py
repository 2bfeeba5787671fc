"""`pitboss settle`: the dispute calculator."""

from itertools import zip_longest
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.cli.output import complain, console, emit_json, read_text
from pitboss.cli.rulebook_option import take_named
from pitboss.engine.dispute.calculator import Answer, SeatAnswer, Unsettled, settle_dispute
from pitboss.engine.dispute.text import parse
from pitboss.engine.lines import Result, SettlementLine
from pitboss.rulebooks import Refused, Rulebook, load
from pitboss.rulebooks.currency import Currency

STYLES = {
    Result.WIN: "green",
    Result.LOSE: "red",
    Result.FORFEITED: "red",
    Result.REVERSED: "magenta",
    Result.RETURNED: "cyan",
}
UNDOING = {Result.REVERSED, Result.RETURNED}
"""What a void does, set apart from what was settled before it."""


def settle(
    file: str = typer.Argument(..., help="A JSON file with the cards and wagers of a round, or - for standard input."),
    against: str | None = typer.Option(
        None, metavar="LOG|HISTORY", help="An audit log or hand histories, to show the round beside how it was settled."
    ),
    round: int | None = typer.Option(None, min=1, metavar="N", help="With --against: the N-th round of that file."),
    json: bool = typer.Option(False, "--json", help="Print JSON for programs."),
) -> None:
    """Settle a disputed round: every wager with its hand, odds and clause.

    With --against the settlement stands beside that of a round that was played, with the difference.
    """
    try:
        text = _text(file)
        take_named(parse(text)[0])
        if against is not None:
            _compare(text, Path(against), round, json)
            return
        answer = settle_dispute(text)
    except Unsettled as unsettled:
        complain(*unsettled.problems)
        raise typer.Exit(2) from unsettled
    if json:
        emit_json(answer)
    else:
        _show(answer)


def _compare(text: str, against: Path, round: int | None, json: bool) -> None:
    """Old and new side by side."""
    from pitboss.cli.correction_table import show_correction
    from pitboss.cli.replay import logged_rounds, one_round
    from pitboss.engine import open_round, replay
    from pitboss.engine.correction import correct, settled_again, settled_as_played
    from pitboss.engine.dispute.retelling import meters_in

    told = one_round(logged_rounds(against.read_bytes()), round)
    facts, _ = parse(text)
    seats = replay(open_round(told.terms), told.events).seats
    new = settled_again(told.terms, seats, meters_in(told.terms, told.events, {}), facts)
    old = told.corrections[-1].told.new if told.corrections else settled_as_played(told.terms, told.events)
    if json:
        emit_json(correct(told.terms, old, new))
    else:
        show_correction(correct(told.terms, old, new), told.terms)


def _text(file: str) -> str:
    try:
        return read_text(file)
    except Refused as refused:
        raise Unsettled(*refused.violations) from refused
    except OSError as error:
        raise Unsettled(f"{file}: {error.strerror}") from error
    except ValueError as error:  # such as a path with a null character in it
        raise Unsettled(f"{file}: {error}") from error


def _show(answer: Answer) -> None:
    book = load(answer.rulebook)
    if answer.void:
        found = f"The round is void by {answer.void.clause}: {answer.void.reason} (found {answer.void.found})\n"
        console.print(Text(found, "bold yellow"), soft_wrap=True)
    for seat in answer.seats:
        console.print(_seat_table(f"{book.title}, seat {seat.seat} ({book.id})", seat, book.currency))
        totals = (f"{name} {book.currency.text(getattr(seat, name))}" for name in ("staked", "paid", "returned", "net"))
        console.print(Text(" · ".join(totals) + "\n"))
    if answer.meters:
        console.print(_meter_table(answer, book.currency))
    console.print(Text("The clauses in short", "bold"))
    lines = [line.clause for seat in answer.seats for line in seat.lines]
    cited = dict.fromkeys([answer.void.clause, *lines] if answer.void else lines)
    for citation in cited:
        console.print(Text.assemble((citation, "bold"), f"  {_in_short(book, citation)}"))


def _in_short(book: Rulebook, citation: str) -> str:
    """What a clause says; of a reading, the question that it answers."""
    clause, reading = book.clause(citation), book.interpretation(citation.removeprefix("reading "))
    return clause.says if clause else reading.question if reading else ""


def _seat_table(title: str, seat: SeatAnswer, currency: Currency) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=0)
    table.add_column("Wager, hand and cards", overflow="fold")
    table.add_column("Stake", justify="right", no_wrap=True)
    table.add_column("Result", no_wrap=True)
    table.add_column("Odds", overflow="fold")
    table.add_column("Paid", justify="right", no_wrap=True)
    table.add_column("Returned", justify="right", no_wrap=True)
    table.add_column("Clause", overflow="fold")
    for line, after in zip_longest(seat.lines, seat.lines[1:]):
        apart = after is None or (after.result is not line.result and {after.result, line.result} & UNDOING)
        table.add_row(*_cells(line, currency), end_section=bool(apart))
    table.add_row("Total", str(seat.staked), "", "", str(seat.paid), str(seat.returned), "")
    return table


def _cells(line: SettlementLine, currency: Currency) -> list[RenderableType]:
    reversed = line.result is Result.REVERSED  # its hand and odds stand where it was settled
    details = () if reversed else filter(None, (line.hand, " ".join(map(str, line.cards))))
    what = Group(Text(line.wager.replace("_", " "), "bold"), *(Padding(Text(one), (0, 0, 0, 2)) for one in details))
    stake = str(line.stake) if line.stake else ""
    result = Text(line.result.value, STYLES.get(line.result, "yellow"))
    odds = "" if reversed or not line.odds else currency.odds(line.odds)
    after = (odds, str(line.paid), str(line.returned), line.clause)
    return [what, Text(stake), result, *map(Text, after)]


def _meter_table(answer: Answer, currency: Currency) -> Table:
    table = Table(title="Meters", title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.add_column("Meter")
    table.add_column("After the payments", justify="right")
    table.add_column("This round adds", justify="right")
    for name, amount in answer.meters.items():
        added = currency.written(answer.contributions[name])
        table.add_row(name.replace("_", " "), currency.text(amount), added)
    return table
