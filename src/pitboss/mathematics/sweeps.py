"""A sweep as one answer: the figures of every combination of what some lines may pay."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.mathematics import design
from pitboss.mathematics.html import html_table
from pitboss.rulebooks import Terms


@dataclass(frozen=True)
class Sweep:
    """The rows in the order of the combinations, the last line varying fastest."""

    terms: Terms
    lines: tuple[str, ...]
    rows: tuple[design.SweepRow, ...]

    def _repr_html_(self) -> str:
        return html_table(f"{self.terms.rulebook.title}: main game", self._cells(), (*self.lines, "house edge"))

    def _cells(self) -> list[list[str]]:
        games = [row.figures.main for row in self.rows]
        edges = [f"{float(game.house_edge):.4%}" if game else "out of reach" for game in games]
        return [[*row.odds.values(), edge] for row, edge in zip(self.rows, edges, strict=True)]


def sweep_of(terms: Terms, lines: Mapping[str, str]) -> Sweep:
    """Every combination of these ranges."""
    grid = design.combinations(terms, [design.range_of(terms, name, text) for name, text in lines.items()])
    return Sweep(terms, tuple(lines), tuple(design.sweep(design.figures(terms), grid)))
