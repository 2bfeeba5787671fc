"""`pitboss rules`: list, show, compare and check rulebooks, and say which test proves which clause."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.output import check_writable, complain, console, emit_json, read_text
from pitboss.cli.rulebook_option import MEANS, MaybeRulebookId, RulebookId, chosen, take_named
from pitboss.cli.rules_show import clause_view, print_clause, print_rulebook, print_table
from pitboss.rulebooks import (
    Met,
    Refused,
    Rulebook,
    RulebookError,
    Submission,
    Terms,
    check_submission,
    left_out,
    load,
    load_all,
    read_submission,
    submission_from,
)
from pitboss.rulebooks.comparison import Comparison, Side, compare
from pitboss.rulebooks.coverage import proofs, shipped_index, summary
from pitboss.rulebooks.library import ID_MEANS, folder_of, is_folder
from pitboss.rulebooks.loader import read_rulebook

app = typer.Typer(help="List, show, compare, check and prove rulebooks.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Compared = Annotated[str, typer.Argument(metavar="ID", help=MEANS)]


@app.command("list")
def list_rulebooks(as_json: AsJson = False) -> None:
    """List all rulebooks, with their wagers and how their clauses are met, and the folders that had to be left out."""
    if as_json:
        emit_json({"rulebooks": [_described(rulebook) for rulebook in load_all()], "left_out": left_out()})
        return
    rows = [
        (
            f"{book.id}\n{book.hash[:12]}",
            f"{book.title}\n{book.jurisdiction}\n{book.document}",
            str(len(book.wagers)),
            "\n".join(f"{count} {way}" for way, count in _met(book).items()),
        )
        for book in load_all()
    ]
    headers = ("id, hash", "title, jurisdiction, document", "wagers", "clauses")
    print_table("Rulebooks", headers, rows, lines=True)
    complain(*map(str, left_out()))


@app.command()
def show(
    id: RulebookId,
    clause: Annotated[str | None, typer.Argument(help='"10(b)"; "10" for all under it; "reading bet-amounts".')] = None,
    as_json: AsJson = False,
) -> None:
    """A whole rulebook; or one clause, with what rests on it and which tests prove it."""
    rulebook = load(id)
    if clause is None:
        emit_json(rulebook) if as_json else print_rulebook(rulebook)
        return
    view = clause_view(rulebook, clause, shipped_index())
    if isinstance(view, str):
        complain(view)
        raise typer.Exit(2)
    emit_json(view) if as_json else print_clause(view)


@app.command()
def diff(left: Compared, right: Compared, as_json: AsJson = False) -> None:
    """What differs between two rulebooks, figure by figure, each side with its clause.

    Two folders may have one id: a draft and its copy.
    """
    comparison = compare(_compared(left), _compared(right))
    if as_json:
        emit_json(comparison)
        return
    if not comparison.same_game:
        console.print("These are different games: only what surrounds the round is compared.")
    titles = (comparison.left, comparison.right)
    headers = ("", *(titles if len(set(titles)) == 2 else (left, right)))
    for section, rows in _by_section(comparison).items():
        print_table(section, headers, rows)
    differ = len(comparison.differences)
    told = "1 figure differs" if differ == 1 else f"{differ} figures differ"
    console.print(f"{told}, {comparison.same} are the same.")


@app.command()
def check(
    file: Annotated[str, typer.Argument(help="A Rules Submission, TOML or JSON; - for standard input.")],
    as_json: AsJson = False,
) -> None:
    """Check whether a Rules Submission is lawful; if not, list each breach with its clause and what is allowed.

    Exit code 0 if it is lawful, 2 if it is not.
    """
    rulebook, submission = None, None
    try:
        rulebook, submission = _read_submission(file)
        breaches = tuple(check_submission(rulebook, submission))
    except Refused as refused:
        breaches = refused.violations
    if as_json:
        emit_json({"lawful": not breaches, "violations": breaches, "submission": submission and submission.as_file()})
    elif rulebook and submission and not breaches:
        from pitboss.cli.rules_check import print_lawful

        print_lawful(Terms(rulebook, submission))
    else:
        complain(*map(str, breaches))
    if breaches:
        raise typer.Exit(2)


@app.command("prove")
def prove_rulebook(
    id: RulebookId,
    rounds: Annotated[int, typer.Option(min=1, help="Random rounds settled by the engine and by the program.")] = 5000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed proves the same rounds.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the page to file, as HTML.")] = None,
    as_json: AsJson = False,
) -> None:
    """Hold a rulebook against itself: lint, engine and program, brute force and solvers, simulation and exact value."""
    from pitboss.cli.output import progress
    from pitboss.cli.rules_prove import findings, page

    check_writable(out)
    rulebook, folder = load(id), Path(str(folder_of(id)))
    found = []
    with progress.status("Proving ...", spinner="dots") as status:
        for finding in findings(rulebook, folder, rounds, seed, lambda what: status.update(f"Proving: {what} ...")):
            found.append(finding)
    if out is not None:
        out.write_text(page(rulebook, found, rounds, seed), encoding="utf-8")
    if as_json:
        emit_json({"rulebook": rulebook.id, "hash": rulebook.hash, "rounds": rounds, "seed": seed, "findings": found})
    else:
        rows = [(finding.title, "holds" if finding.holds else "FAILS", finding.says) for finding in found]
        print_table(f"{rulebook.title}, held against itself", ("what", "", "figures"), rows, lines=True)
    if not all(finding.holds for finding in found):
        raise typer.Exit(1)


@app.command("lint")
def lint_folder(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A rulebook's folder.")],
    as_json: AsJson = False,
) -> None:
    """List every fault of a rulebook's folder with file and key, one a line; where there is none, rehearse some rounds.

    Exit code 0 if there are no faults, 1 if there are some, 2 if the folder does not exist.
    """
    from pitboss.cli.rules_lint import every_fault

    if not folder.is_dir():
        raise RulebookError(f"{folder}: there is no such folder")
    faults = every_fault(folder)
    if as_json:
        emit_json({"sound": not faults, "faults": faults})
    elif faults:
        complain(*map(str, faults))
    else:
        console.print(f"{folder}: no faults; rounds under default.toml and full.toml were played.", markup=False)
    if faults:
        raise typer.Exit(1)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"The new rulebook's id: {ID_MEANS}.")],
    like: Annotated[
        str | None, typer.Option(metavar="ID", help="Copy this rulebook, or folder.", callback=chosen)
    ] = None,
    at: Annotated[Path, typer.Option(metavar="DIR", help="Where its folder goes.")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Write the folder of a new rulebook: a small game with comments that teach the format, or a copy of another."""
    from pitboss.rulebooks.skeletons import write_rulebook

    folder = write_rulebook(name, at, like)
    if as_json:
        emit_json({"id": name, "folder": str(folder), "files": sorted(file.name for file in folder.iterdir())})
        return
    console.print(f"wrote {folder}: change it, then `pitboss rules lint {folder}`", markup=False, soft_wrap=True)


@app.command()
def coverage(
    id: MaybeRulebookId = None,
    as_json: AsJson = False,
) -> None:
    """Clause by clause: what it says, how it is met, and which tests prove it."""
    books = (load(id),) if id else load_all()
    index = shipped_index()
    summaries = [summary(book, index) for book in books]
    if as_json:
        emit_json({"summary": summaries, "clauses": {book.id: proofs(book, index) for book in books}})
        return
    for book in books:
        rows = [
            (row.clause.id, row.clause.says, row.clause.met.value, "\n".join(row.tests) or _unproved(row.missing))
            for row in proofs(book, index)
        ]
        print_table(book.title, ("clause", "says, in our words", "met", "tests"), rows)
    counts = [
        (
            f"{item.rulebook}\n{item.clauses} clauses",
            *(str(item.met[way]) for way in Met),
            f"{item.proved}/{item.to_prove}",
        )
        for item in summaries
    ]
    print_table("Coverage", ("rulebook", *(way.value for way in Met), "proved"), counts)


@app.command()
def docs(folder: Annotated[Path, typer.Argument(help="Where the pages go; existing ones are replaced.")]) -> None:
    """Write the Markdown pages: one for each rulebook, and an index."""
    from pitboss.rulebooks.pages import pages

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages(load_all()).items():
        (folder / name).write_text(text, encoding="utf-8")
        console.print(f"wrote {folder / name}")


@app.command("format")
def print_format() -> None:
    """The format of a rulebook's files as a Markdown page: every key with its kind and meaning."""
    from pitboss.rulebooks.format_page import format_page

    sys.stdout.write(format_page())


def _met(rulebook: Rulebook) -> dict[Met, int]:
    return {way: sum(clause.met is way for clause in rulebook.clauses) for way in Met}


def _described(rulebook: Rulebook) -> dict[str, object]:
    return {
        "id": rulebook.id,
        "title": rulebook.title,
        "game": rulebook.game,
        "jurisdiction": rulebook.jurisdiction,
        "document": rulebook.document,
        "wagers": [wager.name for wager in rulebook.wagers],
        "clauses": _met(rulebook),
        "hash": rulebook.hash,
    }


def _by_section(comparison: Comparison) -> dict[str, list[tuple[str, str, str]]]:
    rows: dict[str, list[tuple[str, str, str]]] = {}
    for item in comparison.differences:
        rows.setdefault(item.section, []).append((item.label, _said(item.left), _said(item.right)))
    return rows


def _compared(name: str) -> Rulebook:
    """A rulebook by its id, or in a folder that need not be in the library."""
    return read_rulebook(Path(name)) if is_folder(name) else load(name)


def _said(side: Side | None) -> str:
    return f"{side.value}\n{side.clause}" if side else "none"


def _read_submission(file: str) -> tuple[Rulebook, Submission]:
    submission = submission_from(take_named(read_submission(read_text(file), file)))
    return load(submission.rulebook), submission


def _unproved(missing: bool) -> str:
    return "none yet" if missing else "-"
