"""`pitboss design`: change paytables and see every figure, solve for a line, sweep a grid, find the best submission."""

from contextlib import suppress
from fractions import Fraction
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pitboss.cli import STOPPED
from pitboss.cli import design_tables as tables
from pitboss.cli.odds import MeterAmounts
from pitboss.cli.output import check_writable, complain, console, emit_json, note, progress
from pitboss.cli.rulebook_option import MaybeRulebookId
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, amounts, pairs, terms_from
from pitboss.mathematics import design as designing
from pitboss.mathematics.antes import staked_note
from pitboss.mathematics.best_terms import Advantage, best_terms
from pitboss.mathematics.design import (
    Figures,
    SideSetting,
    SweepRow,
    combinations,
    figures,
    range_of,
    redesigned,
    touched,
)
from pitboss.mathematics.side_odds import question
from pitboss.mathematics.side_wagers import odds_of
from pitboss.mathematics.wanted_edge import wanted_odds
from pitboss.mathematics.whatif import changed
from pitboss.rulebooks import Refused, Terms, Violation, ids, load_all


def design(
    rulebook: MaybeRulebookId = None,
    submission: SubmissionFile = None,
    set_: Changes = None,
    solve: Annotated[
        str | None, typer.Option(metavar="LINE", help="Find the odds of a line that give the wanted --edge.")
    ] = None,
    edge: Annotated[str | None, typer.Option(metavar="EDGE", help="A house edge: 5%, 0.05 or 1/20.")] = None,
    of: Annotated[
        str | None, typer.Option(metavar="WAGER", help="Whose edge, where a line pays several wagers.")
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="LINE=FROM:TO[:STEP]", help="Every value of a line; with several, every combination."),
    ] = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Write the sweep: .csv or .json.")] = None,
    best: Annotated[Advantage | None, typer.Option(help="The lawful submission that is best for one side.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="With --best: every rulebook.")] = False,
    players: Annotated[int, typer.Option(metavar="N", help="Players at the table.")] = 1,
    meter: MeterAmounts = None,
    json: AsJson = False,
) -> None:
    """Change any line of any paytable and see every figure at once.

    Without --solve, --sweep or --best: every figure before and after the changes of --set.
    """
    setting = SideSetting(players, amounts(meter, "--meter"))
    _refuse_mixtures(solve, edge, sweep, out, best, all_)
    changes = pairs(set_, "--set")
    if best is not None and changes:
        says = "Leave it out with --best, which compares lawful paytables only."
        raise _refused("--set", "given with --best", "lawful paytables only", says)
    if best is not None:
        chosen = [book.id for book in load_all()] if all_ else [_id(rulebook)]
        _best([terms_from(id, submission) for id in chosen], best, setting, json)
        return
    terms = terms_from(_id(rulebook), submission)
    if solve is not None:
        _solve(changed(terms, changes), solve, _edge(edge), of, setting, json)
    elif sweep:
        _sweep(changed(terms, changes), pairs(sweep, "--sweep"), setting, out, json)
    else:
        _compare(terms, changes, setting, json)
    if not json and (words := staked_note(terms)):
        note(f"main game: {words}")


def _compare(terms: Terms, changes: dict[str, str], setting: SideSetting, json: bool) -> None:
    with progress.status("Counting every deal ...", spinner="dots"):
        before = figures(terms, setting)
        after = redesigned(before, changes, setting) if changes else None
    if json:
        emit_json(tables.plain_comparison(before, after, changes))
    else:
        tables.show_comparison(before, after, changes)


def _solve(terms: Terms, line: str, edge: Fraction, of: str | None, setting: SideSetting, json: bool) -> None:
    with progress.status("Counting every deal for each odds tried ...", spinner="dots"):
        found = wanted_odds(terms, line, edge, of, setting)
    if json:
        emit_json(tables.plain_wanted(terms, found))
    else:
        tables.show_wanted(terms, found)
        if found.of in terms.wagers:
            for words in odds_of(question(terms, setting.players, setting.meters), terms.wagers[found.of]).notes:
                note(f"{found.of}: {words}")


def _sweep(terms: Terms, texts: dict[str, str], setting: SideSetting, out: str | None, json: bool) -> None:
    ranges = [range_of(terms, name, text) for name, text in texts.items()]
    grid = combinations(terms, ranges)
    moved = touched(terms, texts)
    check_writable(out)
    rows: list[SweepRow] = []
    with progress.status("Counting every deal ...", spinner="dots"):
        before = figures(terms, setting)
    whole = _fill(rows, before, grid, setting)
    if out is not None:
        tables.write_rows(rows, moved, out)
    if json:
        emit_json([tables.plain_row(row, moved) for row in rows])
    else:
        tables.show_rows(terms, rows, moved)
        tables.show_provisos(before)
    if not whole:
        complain(f"interrupted: {len(rows)} of {len(grid)} combinations are done{' and written' if out else ''}")
        raise typer.Exit(STOPPED)


def _fill(rows: list[SweepRow], before: Figures, grid: list[dict[str, str]], setting: SideSetting) -> bool:
    """Adds the rows of a sweep one by one; False where the user interrupts it."""
    columns = TextColumn("combinations"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with suppress(KeyboardInterrupt), Progress(*columns, console=progress, transient=True) as bar:
        for row in bar.track(designing.sweep(before, grid, setting), total=len(grid)):
            rows.append(row)
    return len(rows) == len(grid)


def _best(every: list[Terms], side: Advantage, setting: SideSetting, json: bool) -> None:
    found = []
    for terms in every:
        with progress.status(f"{terms.rulebook.id}: trying every lawful choice ...", spinner="dots"):
            found.append(best_terms(terms, side, setting))
    if json:
        emit_json([tables.plain_best(one) for one in found])
    else:
        console.print(tables.best_table(found, side))
        for one in found:
            for choice in one.choices:
                for words in choice.notes:
                    note(f"{one.terms.rulebook.id} {choice.wager}: {words}")
            for title, why in one.left_out.items():
                note(f"{title} is not counted here: {why}", "")
        note("The main game chooses first, then each side wager; meters, wheel weights and draws as filed.")


def _refuse_mixtures(
    solve: str | None, edge: str | None, sweep: list[str] | None, out: str | None, best: Advantage | None, all_: bool
) -> None:
    if sum(map(bool, (solve, sweep, best))) > 1:
        raise _refused("--solve, --sweep and --best", "more than one of them", "one at a time")
    for option, given, needs, needed in (
        ("--edge", edge, "--solve", solve),
        ("--out", out, "--sweep", sweep),
        ("--all", all_, "--best", best),
    ):
        if given and not needed:
            raise _refused(option, "given alone", f"together with {needs}", f"This goes only together with {needs}.")
    if out is not None and not out.endswith((".csv", ".json")):
        raise _refused("--out", f"'{out}'", "a file that ends in .csv or .json")


def _id(rulebook: str | None) -> str:
    if rulebook is None:
        raise _refused("ID", "no rulebook", f"one of {', '.join(ids())}, or --all with --best")
    return rulebook


def _edge(text: str | None) -> Fraction:
    try:
        return Fraction((text or "").removesuffix("%")) / (100 if (text or "").endswith("%") else 1)
    except (ValueError, ZeroDivisionError) as error:
        raise _refused("--edge", f"'{text}'" if text else "nothing", "a house edge such as 5%, 0.05 or 1/20") from error


def _refused(where: str, tried: str, allowed: str, says: str = "") -> Refused:
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))
