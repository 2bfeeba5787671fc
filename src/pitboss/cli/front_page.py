"""The first page of the help: the same as Typer prints, without loading Typer and what it draws with."""

from rich.columns import Columns
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cli import COMMANDS, OPTIONS, SUMMARY
from pitboss.cli.output import console

HELP = {"--help": ("", "Show this message and exit.")}


def print_front_page() -> None:
    """What the command is, its options and its subcommands."""
    usage = Text.assemble(("Usage: ", "yellow"), "pitboss [OPTIONS] COMMAND [ARGS]...")
    console.print(Padding(usage, 1), style="bold")
    console.print(Padding(Text(SUMMARY), (0, 1, 1, 1)))
    options = _table()
    for name, (metavar, means) in (OPTIONS | HELP).items():
        # Typer keeps a place for short names, and for the opposite of an option, long and short.
        options.add_row(Text(name, "bold cyan"), "", "", "", _kind(metavar), Columns([Text(means)]))
    _print_panel("Options", options)
    commands = _table()
    commands.add_column(style="bold cyan", no_wrap=True, width=max(map(len, COMMANDS)))
    commands.add_column(ratio=10)
    for name, means in COMMANDS.items():
        commands.add_row(Text(name), Text(means))
    _print_panel("Commands", commands)
    console.print()


def _kind(metavar: str) -> Text:
    sign = ("<", "dim"), "bool", (">", "dim")
    return Text(metavar, "bold yellow") if metavar else Text.assemble(*sign, style="bold yellow")


def _table() -> Table:
    return Table(show_header=False, expand=True, box=None, pad_edge=False, padding=(0, 1))


def _print_panel(title: str, table: Table) -> None:
    console.print(Panel(table, border_style="dim", title=title, title_align="left"))
