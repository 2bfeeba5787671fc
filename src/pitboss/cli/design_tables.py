"""What `pitboss design` shows and writes."""

import csv
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.table import Table

from pitboss.cli.output import console, note
from pitboss.cli.terms_options import exact, percent
from pitboss.mathematics.best_terms import READING, Advantage, BestChoice, BestTerms
from pitboss.mathematics.design import Figures, SweepRow, Touched
from pitboss.mathematics.main_game import MainGame
from pitboss.mathematics.wanted_edge import MAIN, EdgePoint, Wanted
from pitboss.mathematics.whatif import tables_in_force
from pitboss.rulebooks import Terms


def _main_figures(main: MainGame) -> dict[str, Fraction]:
    shares = {f"{name} {choice}": share for name, choices in main.actions.items() for choice, share in choices.items()}
    return {
        "house_edge": main.house_edge,
        "house_edge_per_antes": main.house_edge_per_antes,
        "element_of_risk": main.element_of_risk,
        "average_wager": main.average_wager,
        **shares,
    }


def _shown(name: str, value: Fraction) -> str:
    return f"{float(value):.6f}" if name == "average_wager" else percent(value)


# Before and after


def show_comparison(before: Figures, after: Figures | None, changes: Mapping[str, str]) -> None:
    """Every figure, and beside it, where something is changed, what it becomes."""
    table = Table(title=before.terms.rulebook.title, title_justify="left")
    for column in ("figure", "now", *(("changed", "difference") if after else ())):
        table.add_column(column, justify="left" if column == "figure" else "right", no_wrap=column != "figure")
    news = _main_figures(after.main) if after and after.main else {}
    for name, value in _main_figures(before.main).items() if before.main else ():
        table.add_row(f"main game: {name.replace('_', ' ')}", *_cells(name, value, news.get(name)))
    for wager, odds in before.sides.items():
        edge = after.sides[wager].house_edge if after else None
        table.add_row(f"{wager}: house edge", *_cells("house_edge", odds.house_edge, edge))
    console.print(table)
    show_provisos(before)
    if not changes:
        note("Lines that --set, --solve and --sweep may name:")
        for paytable in tables_in_force(before.terms):
            lines = ", ".join(f"{paytable.id}.{line.key} = {line.pays}" for line in paytable.lines)
            note(lines)


def _cells(name: str, now: Fraction, then: Fraction | None) -> list[str]:
    if then is None:
        return [_shown(name, now)]
    difference = then - now
    sign = "+" if difference > 0 else ""
    return [_shown(name, now), _shown(name, then), f"{sign}{_shown(name, difference)}" if difference else ""]


def plain_comparison(before: Figures, after: Figures | None, changes: Mapping[str, str]) -> dict[str, Any]:
    """The same for programs."""
    data: dict[str, Any] = {"rulebook": before.terms.rulebook.id, "unit": "one ante; side wagers: one unit staked"}
    data |= {"changes": dict(changes), "before": _plain_figures(before)}
    return data | ({"after": _plain_figures(after)} if after else {})


def _plain_figures(found: Figures) -> dict[str, Any]:
    main = found.main
    return {
        "main": main
        and {
            "ev": exact(main.ev),
            "house_edge": exact(main.house_edge),
            "house_edge_per_antes": exact(main.house_edge_per_antes),
            "element_of_risk": exact(main.element_of_risk),
            "average_wager": exact(main.average_wager),
            "actions": {
                name: {choice: exact(share) for choice, share in shares.items()}
                for name, shares in main.actions.items()
            },
        },
        "side_wagers": {
            name: {"house_edge": exact(odds.house_edge), "hit_frequency": exact(odds.hit_frequency)}
            for name, odds in found.sides.items()
        },
        "notes": _provisos(found),
        "not_counted": dict(found.left_out),
    }


def show_provisos(found: Figures) -> None:
    """What must be known to read the figures, and what is not among them."""
    for words in _provisos(found):
        note(words)
    for title, why in found.left_out.items():
        note(f"{title} is not counted here: {why}", "")


def _provisos(found: Figures) -> list[str]:
    return [f"{odds.wager}: {words}" for odds in found.sides.values() for words in odds.notes]


# The line that gives a wanted edge


def show_wanted(terms: Terms, found: Wanted) -> None:
    """The odds on both sides of the wanted edge."""
    whose = "main game, per one ante" if found.of == MAIN else found.of
    table = Table(title=f"{terms.rulebook.title}: {found.line.name}", title_justify="left")
    table.add_column("")
    table.add_column("pays", justify="right", no_wrap=True)
    table.add_column(f"house edge, {whose}", justify="right", no_wrap=True)
    points = [("now", found.now), ("just below", found.below), ("just above", found.above)]
    if found.below == found.above:
        points = [("now", found.now), ("exactly", found.below)]
    for label, point in points:
        mark = ", nearest" if label.startswith("just") and point == found.nearest else ""
        table.add_row(label + mark, point.odds, percent(point.edge, 6))
    word = "for" if found.line.least else "to"
    table.add_row("the edge wanted", f"{float(found.crossing):.6f} {word} 1", percent(found.edge, 6))
    console.print(table)
    if found.exact:
        fraction = f"{found.crossing.numerator} / {found.crossing.denominator}"
        console.print(f"exact value: {fraction}", style="dim", soft_wrap=True)
    else:
        console.print("decisions change within a thousandth of that value: it is rounded there", style="dim")


def plain_wanted(terms: Terms, found: Wanted) -> dict[str, Any]:
    """The same for programs."""

    def point(one: EdgePoint) -> dict[str, Any]:
        return {"pays": one.odds, "house_edge": exact(one.edge)}

    return {
        "rulebook": terms.rulebook.id,
        "line": found.line.name,
        "of": found.of,
        "wanted": exact(found.edge),
        "now": point(found.now),
        "below": point(found.below),
        "above": point(found.above),
        "nearest": found.nearest.odds,
        "crossing": exact(found.crossing),
        "crossing_is_exact": found.exact,
    }


# A sweep


def _row_figures(row: SweepRow, moved: Touched) -> dict[str, Fraction]:
    """What the sweep may change: the main game's figures, the side wagers' edges."""
    main = _main_figures(row.figures.main) if moved.main and row.figures.main else {}
    return main | {
        f"{name} house_edge": row.figures.sides[name].house_edge for name in moved.sides if name in row.figures.sides
    }


def show_rows(terms: Terms, rows: Sequence[SweepRow], moved: Touched) -> None:
    """A line for each combination; shares of decisions are left to the file."""
    table = Table(title=f"{terms.rulebook.title}: sweep", title_justify="left")
    kept = [name for name in ("house_edge", "element_of_risk", "average_wager") if moved.main]
    kept += [f"{name} house_edge" for name in moved.sides if not rows or name in rows[0].figures.sides]
    for column in (*(rows[0].odds if rows else ()), *(name.replace("_", " ") for name in kept)):
        table.add_column(column, justify="right", overflow="fold")
    for row in rows:
        values = _row_figures(row, moved)
        table.add_row(*row.odds.values(), *(_shown(name, values[name]) for name in kept))
    console.print(table)


def plain_row(row: SweepRow, moved: Touched) -> dict[str, Any]:
    """A combination for programs."""
    return {"pays": dict(row.odds)} | {name: exact(value) for name, value in _row_figures(row, moved).items()}


def write_rows(rows: Sequence[SweepRow], moved: Touched, path: str) -> None:
    """A sweep as a file: JSON with exact fractions, or CSV with each figure as a number and as a fraction."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        if path.endswith(".json"):
            json.dump([plain_row(row, moved) for row in rows], file, indent=2)
            file.write("\n")
            return
        names = list(_row_figures(rows[0], moved)) if rows else []
        writer = csv.writer(file)
        headings = [heading for name in names for heading in (name, f"{name} exact")]
        writer.writerow([*(rows[0].odds if rows else ()), *headings])
        for row in rows:
            values = _row_figures(row, moved)
            cells = [cell for name in names for cell in (float(values[name]), str(values[name]))]
            writer.writerow([*row.odds.values(), *cells])


# The best submission


def best_table(found: Sequence[BestTerms], side: Advantage) -> Table:
    """All rulebooks in one table."""
    table = Table(title=f"The lawful submission best for the {side}", title_justify="left")
    table.add_column("wager", no_wrap=True)
    table.add_column("best choice", overflow="fold")
    table.add_column("house edge", justify="right", no_wrap=True)
    table.add_column("of all choices", justify="right")
    for one in found:
        table.add_row(one.terms.rulebook.id, style="bold")
        for choice in one.choices:
            span = f"{percent(choice.least, 2)} to {percent(choice.most, 2)} ({choice.tried})"
            table.add_row(
                f"  {choice.wager}",
                _choice_text(one.terms, choice),
                percent(choice.edge),
                span if choice.least != choice.most else "",
            )
        table.add_section()
    return table


def _choice_text(terms: Terms, choice: BestChoice) -> str:
    """Tables and bonuses chosen, and readings other than those the rulebook takes."""
    words = []
    for name, value in choice.choice.items():
        item = terms.rulebook.interpretation(name.removeprefix(READING))
        if item is not None and item.taken != value:
            words.append(f"{item.id}: {value}")
        elif item is None and isinstance(value, str):
            words.append(f"table {value}")
        elif item is None and not choice.wager.startswith(name):
            words.append(name if value else f"no {name}")
    return ", ".join(words)


def plain_best(found: BestTerms) -> dict[str, Any]:
    """The same for programs, with the submission as a file would hold it."""
    return {
        "rulebook": found.terms.rulebook.id,
        "best_for": found.side.value,
        "wagers": [
            {
                "wager": choice.wager,
                "choice": dict(choice.choice),
                "house_edge": exact(choice.edge),
                "least": exact(choice.least),
                "most": exact(choice.most),
                "choices": choice.tried,
                "notes": list(choice.notes),
            }
            for choice in found.choices
        ],
        "submission": found.terms.submission.as_file(),
        "not_counted": dict(found.left_out),
    }
