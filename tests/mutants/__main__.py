"""`python -m mutants`: changes the law one piece at a time and tells what no bound test notices."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from mutants.bench import Bench, at_the_bench
from mutants.judging import EQUIVALENTS, TESTS, Judge, Judged, Outcome, Wanted
from mutants.mutant import Kind
from pitboss.rulebooks.library import SHIPPED


class Only(StrEnum):
    """The class of mutants asked for."""

    DATA = "data"
    READING = "reading"
    CITATION = "citation"
    CODE = "code"


KINDS = {
    Only.DATA: (Kind.DATA, Kind.READING),
    Only.READING: (Kind.READING,),
    Only.CITATION: (Kind.CITATION,),
    Only.CODE: (Kind.CODE,),
}


def main(  # noqa: PLR0913, PLR0917 one argument for each option
    rulebook: Annotated[list[str] | None, typer.Option(help="Only these rulebooks.")] = None,
    clause: Annotated[list[str] | None, typer.Option(help="Only mutants of these clauses.")] = None,
    only: Annotated[Only | None, typer.Option(help="Only one class of mutants.")] = None,
    sample: Annotated[int, typer.Option(help="So many, drawn at random.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the sample.")] = 1,
    jobs: Annotated[int, typer.Option(help="Runs at a time.")] = 2,
    elsewhere: Annotated[bool, typer.Option(help="Look whether tests of other clauses would kill a survivor.")] = False,
    tests: Annotated[list[str] | None, typer.Option(help="Only the bound tests under these paths.")] = None,
    equivalents: Annotated[Path, typer.Option(help="The mutants known to change nothing.")] = EQUIVALENTS,
    light: Annotated[bool, typer.Option(help="Without the tests of rooms above the table.")] = False,
    after: Annotated[list[Path] | None, typer.Option(help="Verdicts so far; only what they leave is judged.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write every verdict to this file.")] = None,
    all: Annotated[bool, typer.Option("--all", help="Show the killed ones too.")] = False,
) -> None:
    """Mutates the rulebooks and the engine; each mutant must be killed by the tests bound to its clause, run alone."""
    unknown = [id for id in rulebook or () if id not in SHIPPED]
    if unknown:
        raise typer.BadParameter(f"there is no rulebook '{unknown[0]}'; there are {', '.join(SHIPPED)}")
    wanted = Wanted(
        rulebooks=tuple(rulebook or SHIPPED),
        clauses=tuple(clause or ()),
        kinds=KINDS[only] if only else tuple(Kind),
        sample=sample,
        seed=seed,
        elsewhere=elsewhere,
        light=light,
        tests=tuple(tests or TESTS),
        equivalents=equivalents,
    )
    whole = not (clause or only or sample or tests)
    failures = 0

    def work(bench: Bench) -> None:
        nonlocal failures
        failures = _work(bench, wanted, whole, [each for file in after or () for each in _read(file)], json, all)

    at_the_bench(work, jobs)
    raise typer.Exit(1 if failures else 0)


def _work(bench: Bench, wanted: Wanted, whole: bool, verdicts: list[Judged], json: Path | None, all: bool) -> int:
    console = Console()
    console.print("Collecting the tests, and running them without a mutant first.")
    judge = Judge(bench, wanted)
    mutants = judge.mutants()
    known = {each.mutant: each for each in verdicts if not each.outcome.is_failure}
    judged = [known[mutant.id] for mutant in mutants if mutant.id in known]
    left = [mutant for mutant in mutants if mutant.id not in known]
    columns = TextColumn("{task.description}"), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("mutants", total=len(left))
        for each in judge.judge(left):
            judged.append(each)
            progress.advance(task)
            if json and len(judged) % 50 == 0:
                _write(json, judged)  # a run that is stopped leaves what it knows
            if all or each.outcome.is_failure:
                progress.console.print(_line(each), soft_wrap=True, highlight=False, markup=False)
    console.print(_summary(judged))
    trouble = sum(each.outcome.is_failure for each in judged)
    if whole:
        gone = [id for id in judge.unknown_equivalents(mutants) if id.split()[0] in wanted.rulebooks]
        bare = judge.unmutated(judged)
        for text in (*(f"no mutant any more: {id}" for id in gone), *(f"no mutant of {r} {c}" for r, c in bare)):
            console.print(text, soft_wrap=True, highlight=False, markup=False)
        trouble += len(gone) + len(bare)
    if json:
        _write(json, judged)
    return trouble


def _write(file: Path, judged: list[Judged]) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(judged), indent=1))


def _read(file: Path) -> list[Judged]:
    return msgspec.json.decode(file.read_bytes(), type=list[Judged])


def _line(judged: Judged) -> str:
    elsewhere = f" (but by {judged.elsewhere})" if judged.elsewhere else ""
    by = f" by {judged.by}" if judged.by else ""
    return f"{judged.outcome.upper()}{by}{elsewhere}: {', '.join(judged.clauses)}: {judged.mutant}"


def _summary(judged: list[Judged]) -> Table:
    table = Table(title="Mutants", title_justify="left")
    for heading in ("rulebook", "class", "mutants", "killed", "equivalent", "survived", "share killed"):
        table.add_column(heading, justify="left" if heading in ("rulebook", "class") else "right")
    for rulebook in SHIPPED:
        for kind in Kind:
            rows = [each for each in judged if (each.rulebook, each.kind) == (rulebook, kind)]
            if rows:
                equivalent = sum(each.outcome is Outcome.EQUIVALENT for each in rows)
                survived = sum(each.outcome.is_failure for each in rows)
                killed = len(rows) - equivalent - survived
                share = f"{killed / (killed + survived):.1%}" if killed + survived else ""
                table.add_row(rulebook, kind, str(len(rows)), str(killed), str(equivalent), str(survived), share)
    return table


if __name__ == "__main__":
    typer.run(main)
