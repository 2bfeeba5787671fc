"""`pitboss simulate`: millions of rounds by array kernels, beside the exact values."""

from concurrent.futures import Future, ThreadPoolExecutor
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pitboss.cli import STOPPED
from pitboss.cli.odds import MeterAmounts
from pitboss.cli.output import check_writable, complain, console, emit_json, note
from pitboss.cli.output import progress as errors
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.strategy_files import strategy_from
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, amounts, pairs, terms_from
from pitboss.mathematics.any_game import estimate
from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.simulation import (
    Checkpoint,
    Simulation,
    SimulationResult,
    Workers,
    least_stakes,
    main_stakes,
    run,
)
from pitboss.simulation.arrow import write_parquet
from pitboss.simulation.best_play import BestPlay
from pitboss.simulation.cluster import connect
from pitboss.simulation.exact import exact_actions, exact_values
from pitboss.simulation.picture import picture_of
from pitboss.simulation.result import HEADINGS
from pitboss.simulation.sampled_play import SampledPlay

MOST_ROUNDS = 10**15
DEFAULT_ROUNDS = 10**7
WIDE, LEFT_OUT = 120, ("net", "interval")
"""In a narrower terminal these columns are left to the JSON."""
UNITS = "mean return per unit staked, taken back or not; of bets made in turn and of sums, per ante; 95% intervals"
LONG = 3.0
"""Seconds of work that is told of."""
UNTIL_PRECISE = 10**12
"""Rounds at most where only a precision is asked for."""


def simulate(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="Rounds to play, such as 1e9; 1e7 by default.")
    ] = None,
    seats: Annotated[int, typer.Option(metavar="N", help="Seats taken, as many as the rulebook has.")] = 1,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="optimal, sampled, card, random, always:N, always:CHOICE, FILE.py:FUNCTION, or FILE.json.",
        ),
    ] = "optimal",
    stake: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=AMOUNT", help="What each seat stakes; the least by default.")
    ] = None,
    main_only: Annotated[bool, typer.Option("--main", help="No side wagers but those given with --stake.")] = False,
    meter: MeterAmounts = None,
    set_: Changes = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed and rounds give the same result.")] = 1,
    precision: Annotated[
        float | None, typer.Option(metavar="X", help="Stop when the main game is known to within X antes (95%).")
    ] = None,
    workers: Annotated[int | None, typer.Option(metavar="N", help="Threads; all processors by default.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, or local[:N] for processes here.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the progress here, and resume from it.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table to a Parquet file.")] = None,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the estimates.")] = None,
    json: AsJson = False,
) -> None:
    """Simulate a rulebook: every wager's mean return, its error, and the exact value where there is one."""
    terms = changed(terms_from(rulebook, submission), pairs(set_, "--set"))
    count = _rounds(rounds, precision)
    _positive("--precision", precision)
    _positive("--workers", workers)
    with errors.status(f"Making the strategy {strategy} ready; a card is searched for, which may take minutes ..."):
        simulation = Simulation.of(
            terms,
            seats=seats,
            stakes=_stakes(terms, amounts(stake, "--stake"), main_only),
            strategy=strategy_from(strategy),
            meters=amounts(meter, "--meter"),
            seed=seed,
        )
    check_writable(out, picture, checkpoint)
    kept = Checkpoint(checkpoint) if checkpoint else None
    result = _run(simulation, count, _workers(cluster, workers), precision, kept)
    if picture:
        picture.write_text(picture_of(result), encoding="utf-8")
    if out:
        write_parquet(result, out)
    if json:
        emit_json(result.to_dict())
    else:
        _show(result)
    if result.rounds > count:
        errors.print(f"{checkpoint} holds {result.rounds:,} rounds, more than the {count:,} asked for: all are counted")
    elif result.rounds < count and precision is None:
        kept_in = f"the same command goes on from {checkpoint}"
        later = kept_in if checkpoint else "there is no checkpoint to go on from, as --checkpoint FILE would keep"
        errors.print(f"stopped after {result.rounds:,} of {count:,} rounds; {later}", soft_wrap=True)
        raise typer.Exit(STOPPED)


def _run(
    simulation: Simulation,
    rounds: int,
    workers: Workers | int | None,
    precision: float | None,
    checkpoint: Checkpoint | None,
) -> SimulationResult:
    """Run with a bar on standard error; the exact values are counted meanwhile."""
    columns = (
        TextColumn("{task.completed:,} rounds"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[estimate]}"),
    )
    with ThreadPoolExecutor(1) as aside, Progress(*columns, console=errors, transient=True) as bar:
        exact: Future[dict[str, Any]] = aside.submit(exact_values, simulation)
        shares = aside.submit(exact_actions, simulation)
        task = bar.add_task("", total=rounds, estimate=_preparation(simulation))
        so_far: list[SimulationResult] = []

        def report(result: SimulationResult) -> None:
            low, high = result.main.interval
            estimate = f"main game {result.main.mean:+.5f} ± {(high - low) / 2:.5f}"
            bar.update(task, completed=result.rounds, estimate=estimate)
            so_far[:] = [result]

        try:
            result = run(simulation, rounds, workers=workers, precision=precision, report=report, checkpoint=checkpoint)
        except KeyboardInterrupt:
            if not so_far:
                complain("stopped before the first rounds were played")
                raise typer.Exit(STOPPED) from None
            result = so_far[0]
        exact.result()
        shares.result()
    return result


def _preparation(simulation: Simulation) -> str:
    """What has to be worked out before the first round, where that takes long."""
    strategy = simulation.strategy
    if isinstance(strategy, SampledPlay):
        return "thinking over the first decision"
    reach = estimate(strategy.policies[0].program) if isinstance(strategy, BestPlay) else None
    return f"working out best play: {reach}" if reach and reach.seconds > LONG else ""


def _show(result: SimulationResult) -> None:
    shown = [number for number, heading in enumerate(HEADINGS) if console.width >= WIDE or heading not in LEFT_OUT]
    table = Table(box=box.SIMPLE_HEAD)
    for number in shown:
        table.add_column(HEADINGS[number], justify="right" if number else "left", no_wrap=bool(number))
    for row in result.text_rows():
        table.add_row(*(row[number] for number in shown))
    console.print(result.heading, style="bold")
    console.print(table)
    note(UNITS)
    if result.remark:
        note(result.remark)
    for decision, shares in result.actions.items():
        note(f"{decision}: {', '.join(_share(result, decision, *one) for one in shares.items())}", "")
    written = result.simulation.table.terms.rulebook.currency.written
    for name, meter in result.meters.items():
        amount, contributed, paid = (written(meter[figure]) for figure in ("shown", "contributed", "paid"))
        note(f"meter {name} at {amount}: {contributed} contributed, {paid} paid in {meter['payments']:,} payments", "")


def _share(result: SimulationResult, decision: str, choice: str, share: float) -> str:
    """How often something was chosen, beside how often best play chooses it."""
    exact = result.exact_actions.get(decision, {}).get(choice)
    return f"{choice} {share:.4%}" + (f" (exactly {float(exact):.4%})" if exact is not None else "")


def _stakes(terms: Terms, given: dict[str, Amount], main_only: bool) -> dict[str, Amount]:
    """The least of every wager offered, or only of those a round needs, and what is given; equals follow."""
    chosen = main_stakes(terms) if main_only else least_stakes(terms)
    for wager in terms.wagers.values():
        partner = wager.equals
        if partner and partner in given and wager.name in chosen:
            chosen[wager.name] = given[partner]
        if partner and wager.name in given and partner in chosen:
            chosen[partner] = given[wager.name]
    return chosen | given


def _workers(cluster: str | None, threads: int | None) -> Workers | int | None:
    return threads if cluster is None else connect(cluster)


def _rounds(text: str | None, precision: float | None) -> int:
    if text is None:
        return DEFAULT_ROUNDS if precision is None else UNTIL_PRECISE
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal(0)
    if not number.is_finite() or number != number.to_integral_value() or not 1 <= number <= MOST_ROUNDS:
        allowed = f"a whole number from 1 to {MOST_ROUNDS:.0e}, such as 1e9"
        raise Refused(_violation("--rounds", f"'{text}'", allowed))
    return int(number)


def _positive(where: str, number: float | None) -> None:
    if number is not None and not number > 0:
        raise Refused(_violation(where, str(number), "a number above 0"))


def _violation(where: str, tried: str, allowed: str) -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed)
