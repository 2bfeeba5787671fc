"""One figure, and the sections that figures are shown in."""

from collections.abc import Iterable, Iterator

import msgspec


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One figure. The same figure has the same key in every rulebook; alternatives stand in columns side by side."""

    section: str
    key: str
    label: str
    value: str
    clause: str
    column: str = ""


class Section(msgspec.Struct, frozen=True):
    """Figures that are shown as one table: a row for each label, a column for each alternative."""

    title: str
    figures: tuple[Figure, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns in order of appearance; a section without alternatives has the one column ""."""
        return tuple(dict.fromkeys(figure.column for figure in self.figures))

    @property
    def rows(self) -> Iterator[tuple[str, tuple[str, ...], str]]:
        """Label, the value in each column, and the clauses of the row.

        Where every alternative has a clause of its own, the clauses make a last row instead; a row then cites only
        what departs from them.
        """
        clauses = self._clause_of_each_column()
        own = dict(zip(self.columns, clauses, strict=False))
        for label in dict.fromkeys(figure.label for figure in self.figures):
            row = [figure for figure in self.figures if figure.label == label]
            values = {figure.column: figure.value for figure in row}
            cited = ", ".join(dict.fromkeys(figure.clause for figure in row if figure.clause != own.get(figure.column)))
            yield label, tuple(values.get(column, "") for column in self.columns), cited
        if clauses:
            yield "clause", clauses, ""

    def _clause_of_each_column(self) -> tuple[str, ...]:
        """One clause for each column, readings of single lines aside, if they are more than a row could list."""
        cited = [
            {figure.clause for figure in self.figures if figure.column == column and not _by_reading(figure)}
            for column in self.columns
        ]
        if any(len(clauses) != 1 for clauses in cited) or len(set().union(*cited)) < 3:
            return ()
        return tuple(clause for clauses in cited for clause in clauses)


def _by_reading(figure: Figure) -> bool:
    """Whether one of our readings says it, and no clause."""
    return figure.clause.startswith("reading ")


def sections(figures: Iterable[Figure]) -> tuple[Section, ...]:
    """The figures gathered by section, in order of appearance."""
    gathered: dict[str, list[Figure]] = {}
    for figure in figures:
        gathered.setdefault(figure.section, []).append(figure)
    return tuple(Section(title, tuple(items)) for title, items in gathered.items())


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names in a sentence: "a", "a and b", "a, b and c"."""
    *rest, final = [*names] or [""]
    return f"{', '.join(rest)} {last} {final}" if rest else final
