"""Tables of many figures, in parts beneath one another where the terminal is too narrow for them side by side."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from pitboss.cli.output import console, note

Cell = str | Text
FRAME = 3
"""Columns of the terminal that a column of a table takes beside its text."""


def show_figures(
    title: str, names: Sequence[str], figures: Sequence[str], rows: Sequence[Sequence[Cell]], remark: str = ""
) -> None:
    """Rows that begin with their names; each part of the figures repeats them, and a figure nobody has is left out."""
    first = len(names)
    columns = [[row[number] for row in rows] for number in range(first + len(figures))]
    named = [
        (heading, cells, _widest(heading, cells, whole=True)) for heading, cells in zip(names, columns, strict=False)
    ]
    shown = [(heading, cells) for heading, cells in zip(figures, columns[first:], strict=True) if any(map(str, cells))]
    room = console.width - 1 - sum(width + FRAME for *_, width in named)
    sized = [(*column, _widest(*column, whole=True)) for column in shown]
    if sum(width + FRAME for *_, width in sized) > room:
        sized = [(*column, _widest(*column, whole=False)) for column in shown]
    for number, part in enumerate(_parts(sized, room)):
        table = Table(title="continued" if number else title)
        for heading, _, width in named:
            table.add_column(heading, width=width, overflow="fold")
        for heading, _, width in part:
            table.add_column(heading, width=width, justify="right")
        for cells in zip(*(cells for _, cells, _ in (*named, *part)), strict=True):
            table.add_row(*cells)
        console.print(table)
    if remark:
        note(remark)


def _widest(heading: str, cells: Sequence[Cell], *, whole: bool) -> int:
    """How wide a column must be; a heading may be broken between its words."""
    words = [heading] if whole else heading.split()
    return max(cell_len(text) for text in (*words, *map(str, cells), ""))


def _parts(columns: list[tuple[str, list[Cell], int]], room: int) -> Iterator[list[tuple[str, list[Cell], int]]]:
    """As many columns as fit beside one another, at least one."""
    part: list[tuple[str, list[Cell], int]] = []
    left = room
    for column in columns:
        if part and column[-1] + FRAME > left:
            yield part
            part, left = [], room
        part.append(column)
        left -= column[-1] + FRAME
    if part:
        yield part
