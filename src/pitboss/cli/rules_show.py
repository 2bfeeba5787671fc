"""How `pitboss rules` shows a rulebook and a clause."""

from collections.abc import Iterable
from difflib import get_close_matches

import msgspec
from rich.table import Table
from rich.text import Text

from pitboss.cli.output import console
from pitboss.rulebooks import Clause, Interpretation, Rulebook
from pitboss.rulebooks.coverage import Index
from pitboss.rulebooks.figures import Figure, figures_of, sections
from pitboss.rulebooks.rulebook import READING


class ClauseView(msgspec.Struct, frozen=True):
    """A clause, or the start of several, with all that rests on it."""

    rulebook: str
    asked: str
    clause: Clause | None
    figures: tuple[Figure, ...]
    interpretations: tuple[Interpretation, ...]
    tests: tuple[str, ...]
    children: tuple[Clause, ...]


def print_table(title: str, headers: tuple[str, ...], rows: Iterable[tuple[str, ...]], *, lines: bool = False) -> None:
    """A table for people; no cell is read as markup."""
    table = Table(title=title, title_justify="left", title_style="bold", show_lines=lines)
    for header in headers:
        table.add_column(header, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)


def print_rulebook(rulebook: Rulebook) -> None:
    """Every figure, section by section, then the interpretations."""
    console.print(f"{rulebook.title} ({rulebook.id}, data {rulebook.hash[:12]})", markup=False, style="bold")
    console.print(rulebook.document, markup=False)
    for section in sections(figures_of(rulebook)):
        rows = [(label, *values, clauses) for label, values, clauses in section.rows]
        print_table(section.title, ("", *section.columns, "clause"), rows)
    _print_interpretations(rulebook.interpretations)


def clause_view(rulebook: Rulebook, asked: str, index: Index) -> ClauseView | str:
    """What there is to say of a clause or a reading; one line with the nearest ids if there is none of that name."""
    reading = rulebook.cited(" ".join(asked.split()))
    if isinstance(reading, Interpretation):
        return _reading_view(rulebook, asked, reading)
    clause = next((item for item in rulebook.clauses if _plain(item.id) == _plain(asked)), None)
    children = tuple(item for item in rulebook.clauses if _is_under(item.id, asked))
    if clause is None and not children:
        near = get_close_matches(asked, _citations(rulebook, asked), n=5, cutoff=0.3)
        nearest = f"nearest: {', '.join(near)}" if near else f"see pitboss rules coverage {rulebook.id}"
        return f"{rulebook.id} has no clause {asked!r}; {nearest}"
    id = clause.id if clause else ""
    return ClauseView(
        rulebook=rulebook.id,
        asked=asked,
        clause=clause,
        figures=tuple(figure for figure in figures_of(rulebook) if figure.clause == id),
        interpretations=tuple(item for item in rulebook.interpretations if id in item.clauses),
        tests=tuple(index.get(rulebook.id, {}).get(id, ())),
        children=children,
    )


def _reading_view(rulebook: Rulebook, asked: str, item: Interpretation) -> ClauseView:
    """What rests on a reading of ours rather than on a clause."""
    return ClauseView(
        rulebook=rulebook.id,
        asked=asked,
        clause=None,
        figures=tuple(figure for figure in figures_of(rulebook) if figure.clause == f"{READING}{item.id}"),
        interpretations=(item,),
        tests=(),
        children=tuple(clause for clause in rulebook.clauses if clause.id in item.clauses),
    )


def _citations(rulebook: Rulebook, asked: str) -> list[str]:
    """What may be asked for: readings by one who asks for a reading, else clauses."""
    if asked.startswith(READING):
        return [f"{READING}{item.id}" for item in rulebook.interpretations]
    return [item.id for item in rulebook.clauses]


def print_clause(view: ClauseView) -> None:
    """A clause with its figures, interpretations, tests and the clauses under it."""
    if view.clause is None and view.interpretations:
        (item,) = view.interpretations
        console.print(f"{view.rulebook} {READING}{item.id}", markup=False, style="bold")
        console.print(item.question, markup=False)
        console.print(f"Taken: {item.says} {item.why}", markup=False)
    if view.clause:
        console.print(f"{view.rulebook} {view.clause.id} ({view.clause.met})", markup=False, style="bold")
        console.print(view.clause.says, markup=False)
        if view.clause.how:
            console.print(f"Met: {view.clause.how}", markup=False)
    if view.figures:
        rows = [
            (figure.section, " ".join((figure.label, figure.column)).strip(), figure.value) for figure in view.figures
        ]
        print_table("Figures that rest on it", ("section", "figure", "value"), rows)
    _print_interpretations(view.interpretations)
    if view.tests:
        print_table("Tests that prove it", ("test",), [(test,) for test in view.tests])
    if view.children:
        rows = [(clause.id, clause.met.value, clause.says) for clause in view.children]
        title = f"Clauses under {view.asked}" if not view.asked.startswith(READING) else "Clauses it is a reading of"
        print_table(title, ("clause", "met", "says, in our words"), rows)


def _print_interpretations(items: tuple[Interpretation, ...]) -> None:
    if not items:
        return
    rows = [
        (
            item.id + ("\n(open to choice)" if item.selectable else ""),
            ", ".join(item.clauses),
            item.question,
            "\n".join(
                f"{'> ' if reading.id == item.taken else '  '}{reading.id}: {reading.says}" for reading in item.readings
            ),
        )
        for item in items
    ]
    print_table("Interpretations (> is the reading taken)", ("id", "clauses", "question", "readings"), rows)


def _plain(id: str) -> str:
    return "".join(id.split()).casefold()


def _is_under(id: str, asked: str) -> bool:
    """Whether a clause is under the one asked for: "10(b)(1)" is under "10(b)" and "10", "100" is not."""
    start, whole = _plain(asked), _plain(id)
    return bool(start) and whole.startswith(start) and whole != start and not whole[len(start)].isdigit()
