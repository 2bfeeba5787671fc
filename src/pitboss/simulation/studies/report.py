"""What every study hands back: a table for people, the data behind it, a picture, and checks against known values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rulebooks import Refused, Terms, Violation

Cell = Fraction | float | int | str | None
Values = npt.NDArray[Any] | Sequence[Any]

ALLOWED_ERRORS = 4.5
"""So many standard errors a simulated value may lie from a known one: it strays farther once in 150,000 times."""


class ColumnKind(StrEnum):
    """How a column is read."""

    TEXT = "text"
    COUNT = "count"
    NUMBER = "number"
    PERCENT = "percent"


@dataclass(frozen=True)
class Column:
    """A column of the table."""

    name: str
    kind: ColumnKind = ColumnKind.NUMBER

    def show(self, cell: Cell) -> str:
        """A cell in writing.

        >>> Column("edge", ColumnKind.PERCENT).show(Fraction(1, 8))
        '12.5000%'
        """
        if cell is None:
            return ""
        match self.kind:
            case ColumnKind.TEXT:
                return str(cell)
            case ColumnKind.COUNT:
                return f"{round(float(cell)):,}"
            case ColumnKind.PERCENT:
                return f"{float(cell):.4%}"
        size = abs(float(cell))
        return f"{float(cell):,.{0 if size >= 10_000 else 2 if size >= 100 else 4}f}"


@dataclass(frozen=True)
class Agreement:
    """A value found beside the value it must have, within so many standard errors; an error of 0 means exactly."""

    what: str
    found: Fraction | float
    expected: Fraction | float
    error: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether the two agree."""
        return abs(float(self.found - self.expected)) <= ALLOWED_ERRORS * self.error

    def __str__(self) -> str:
        words = "holds" if self.holds else "FAILS"
        off = f", standard error {self.error:.3g}" if self.error else ""
        return f"{self.what}: {float(self.found):.6g} against {float(self.expected):.6g}{off}: {words}"


@dataclass(frozen=True)
class Report:
    """One study done."""

    study: str
    title: str
    terms: Terms
    settings: Mapping[str, Any]
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    checks: tuple[Agreement, ...]
    picture: str
    data: Mapping[str, Values] = field(repr=False)
    notes: tuple[str, ...] = ()

    def value(self, row: int, column: str) -> Cell:
        """A cell of the table, by name of its column."""
        names = [column.name for column in self.columns]
        return self.rows[row][names.index(column)]


def mean_and_error(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """The mean of independent values and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def refuse(where: str, tried: str, allowed: str, terms: Terms | None = None) -> Refused:
    """What to raise for a study that cannot be made."""
    rulebook = terms.rulebook.id if terms else ""
    return Refused(Violation(rulebook=rulebook, clause="", where=where, tried=tried, allowed=allowed))


def within(where: str, number: int, least: int, most: int) -> None:
    """`Refused` unless a number lies between two others."""
    if not least <= number <= most:
        raise refuse(where, f"{number:,}", f"{least:,} to {most:,}")
