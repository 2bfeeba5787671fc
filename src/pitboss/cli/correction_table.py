"""A correction in the terminal: old and new lines side by side, the difference of each seat, and the clauses."""

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pitboss.cli.felt import STYLES
from pitboss.cli.output import console
from pitboss.engine.announcements import wager_title
from pitboss.engine.correction import Correction, Pair, SeatChange
from pitboss.engine.lines import SettlementLine
from pitboss.money import Amount
from pitboss.rulebooks import Terms


def show_correction(correction: Correction, terms: Terms) -> None:
    """Prints a correction."""
    for seat in correction.seats:
        pairs = [pair for pair in correction.pairs if _line(pair).seat == seat.seat]
        console.print(_seat_table(seat, pairs, terms))
        console.print(Text(_difference(seat, terms) + "\n"), soft_wrap=True)
    signed = terms.rulebook.currency.signed
    for name, change in correction.meters.items():
        paid = (
            f"pays {terms.money(change.paid)}"
            if change.paid >= Amount.ZERO
            else f"gets {terms.money(-change.paid)} back"
        )
        restarted = f", starts again with {signed(change.restarted)}" if change.restarted else ""
        console.print(Text(f"{terms.meters[name].title} {paid}{restarted}."), soft_wrap=True)
    console.print(Text("The clauses in short", "bold"))
    cited = dict.fromkeys(line.clause for pair in correction.pairs for line in (pair.old, pair.new) if line)
    for clause in filter(None, map(terms.rulebook.clause, cited)):
        console.print(Text.assemble((clause.id, "bold"), f"  {clause.says}"))


def _seat_table(seat: SeatChange, pairs: list[Pair], terms: Terms) -> Table:
    signed = terms.rulebook.currency.signed
    title = f"Seat {seat.seat}: {signed(seat.old)} becomes {signed(seat.new)}"
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, padding=(0, 1))
    table.add_column("Wager", overflow="fold")
    for name in ("As settled", "As corrected"):
        table.add_column(name, overflow="fold")
    table.add_column("Difference", justify="right", no_wrap=True)
    for pair in pairs:
        difference = _net(pair.new) - _net(pair.old)
        style = "" if pair.old == pair.new else "bold"
        title = wager_title(terms, _line(pair).wager)
        told = (_told(line, terms) for line in (pair.old, pair.new))
        table.add_row(Text(title, style), *told, signed(difference) if difference else "")
    return table


def _told(line: SettlementLine | None, terms: Terms) -> Text:
    if line is None:
        return Text("none", "dim")
    odds = f" at {terms.rulebook.currency.odds(line.odds)}" if line.odds is not None else ""
    text = Text(f"{line.result}{odds}", STYLES.get(line.result, "red"))
    text.append(f" ({line.clause})\n{line.hand}\n" if line.hand else f" ({line.clause})\n", "dim")
    return text.append(f"{line.returned} back for {line.stake}", "default")


def _difference(seat: SeatChange, terms: Terms) -> str:
    """Where a seat's difference comes from."""
    if not seat.difference and not seat.meters:
        return "Nothing changes."
    signed = terms.rulebook.currency.signed
    parts = [("the table inventory", seat.table), ("the prize", seat.prize)]
    parts += [(terms.meters[name].title, amount) for name, amount in seat.meters.items()]
    told = [f"{signed(amount)} from {name}" for name, amount in parts if amount > Amount.ZERO]
    told += [f"{terms.money(-amount)} back to {name}" for name, amount in parts if amount < Amount.ZERO]
    return f"Difference {signed(seat.difference)}: {', '.join(told) or 'none'}."


def _line(pair: Pair) -> SettlementLine:
    line = pair.old or pair.new
    assert line is not None, "a pair has a line"
    return line


def _net(line: SettlementLine | None) -> Amount:
    return line.returned - line.stake if line else Amount.ZERO
