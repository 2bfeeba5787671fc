"""`pitboss odds`: every side wager, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from pitboss.cli.output import console, emit_json, note, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import AsJson, Changes, SubmissionFile, amounts, exact, pairs, percent, terms_from
from pitboss.rulebooks import Refused, Terms, Violation

if TYPE_CHECKING:
    from pitboss.mathematics.side_odds import SideOdds

MeterAmounts = Annotated[
    list[str] | None, typer.Option("--meter", metavar="NAME=AMOUNT", help="What a meter shows; its seed by default.")
]

MOST_COUNTED = 10**14
"""Larger counts are left to the JSON: people read the chance."""


def odds(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    players: Annotated[int, typer.Option(metavar="N", help="Players at the table.")] = 1,
    meter: MeterAmounts = None,
    stake: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=AMOUNT", help="What is staked; the least allowed by default.")
    ] = None,
    sharing: Annotated[int, typer.Option(metavar="N", help="Players who bet on the dealer's five-card hand.")] = 1,
    set_: Changes = None,
    all_: Annotated[bool, typer.Option("--all", help="Every side wager under every lawful table, compared.")] = False,
    json: AsJson = False,
) -> None:
    """The exact odds of every side wager offered, per unit staked."""
    game = terms_from(rulebook, submission)  # first of all: the mathematics take a while to load
    from pitboss.mathematics import side_wagers
    from pitboss.mathematics.side_odds import question
    from pitboss.mathematics.whatif import changed

    terms = changed(game, pairs(set_, "--set"))
    meters, stakes = amounts(meter, "--meter"), amounts(stake, "--stake")
    if all_ and stakes:
        allowed = "one or the other (all tables are compared at the least stake)"
        raise Refused(Violation(rulebook="", clause="", where="--all", tried="--stake as well", allowed=allowed))
    with progress.status("Counting every hand ...", spinner="dots"):
        if all_:
            found = side_wagers.every_table(terms, players, meters, sharing)
        else:
            found = side_wagers.counted(question(terms, players, meters, stakes, sharing))
    if json:
        shown = {name: str(meters.get(name, figures.seed)) for name, figures in terms.meters.items()}
        told: Any = [_plain(one) for one in found.odds] if all_ else {one.wager: _plain(one) for one in found.odds}
        heading = _heading(terms, players) | {"meters": shown}
        emit_json(heading | {"tables" if all_ else "wagers": told, "not_counted": found.left_out})
        return
    if all_:
        _compare(terms, found.odds)
    else:
        _show(terms, *found)
    for words in found.notes:
        note(words, "")


def _heading(terms: Terms, players: int) -> dict[str, Any]:
    book = terms.rulebook
    return {"rulebook": book.id, "rulebook_hash": book.hash, **book.currency.told, "players": players}


def _plain(result: SideOdds) -> dict[str, Any]:
    return {
        "wager": result.wager,
        "title": result.title,
        "clause": result.clause,
        "paytable": result.variant,
        "stake": str(result.stake),
        "unit": "one unit staked",
        "total": str(result.total),
        "lines": [
            {
                "title": line.title,
                "pays": line.pays,
                "count": str(line.count),
                "total": str(line.total),
                "probability": exact(line.probability),
                "contribution": exact(line.contribution),
                "bonus": line.bonus,
            }
            for line in result.lines
        ],
        "ev": exact(result.ev),
        "house_edge": exact(result.house_edge),
        "hit_frequency": exact(result.hit_frequency),
        "variance": exact(result.variance),
        "standard_deviation": result.standard_deviation,
        "break_even": {point.meter: {**exact(point.exact), "amount": str(point.amount)} for point in result.break_even},
        "long_run": _long_run(result),
        "notes": list(result.notes),
    }


def _long_run(result: SideOdds) -> dict[str, Any] | None:
    """What the house keeps when its meters have run long, and how each of them runs, a round on average."""
    edge = result.long_run_edge
    if edge is None:
        return None
    meters = {
        run.meter: {
            "wagers": list(run.wagers),
            "rate": run.rate,
            "reset": str(run.reset),
            "fed": exact(run.fed),
            "whole_wins": exact(run.wins),
            "put_back": exact(run.put_back),
            "paid": exact(run.paid),
            "mean_when_paid": exact(run.mean),
        }
        for run in result.long_run
    }
    return {"house_edge": exact(edge), "meters": meters}


def _show(terms: Terms, results: list[SideOdds], left_out: dict[str, str]) -> None:
    if not results and not left_out:
        console.print(f"{terms.rulebook.title}: no side wager is offered")
    for result in results:
        variant = f" ({result.variant})" if result.variant and result.variant not in result.title else ""
        players = f"{result.players} player{'s' if result.players > 1 else ''}"
        cases = f"{result.total:,}" if result.total <= MOST_COUNTED else f"{float(result.total):.3e}"
        staked = f", {terms.money(result.stake)} staked, {players}, {cases} cases"
        console.print(Text.assemble((f"{result.title}{variant}", "bold"), staked))
        console.print(_table(terms, result))
        figures = [
            f"house edge {percent(result.house_edge)}",
            f"rounds paid {percent(result.hit_frequency)}",
            f"standard deviation {result.standard_deviation:.4f}",
            *(f"break-even at {terms.money(point.amount)} on meter {point.meter}" for point in result.break_even),
        ]
        note(f"clause {result.clause}; {'; '.join(figures)}", "")
        for words in result.notes:
            note(words)
        console.print()


def _table(terms: Terms, result: SideOdds) -> Table:
    table = Table()
    table.add_column("hand")
    table.add_column("pays", no_wrap=True)
    for heading in ("count", "chance", "value"):
        table.add_column(heading, justify="right", no_wrap=True)
    for line in result.lines:
        counted = line.total == result.total <= MOST_COUNTED
        count = f"{line.count:,}" if counted else ""
        chance, adds = float(line.probability), float(line.contribution)
        table.add_row(line.title, terms.rulebook.currency.odds(line.pays), count, f"{chance:.6g}", f"{adds:+.6f}")
    return table


def _compare(terms: Terms, results: list[SideOdds]) -> None:
    """Which lawful table is best for the player: where there are several, the least edge is marked."""
    table = Table(title=f"{terms.rulebook.title}: every lawful table of every side wager", title_justify="left")
    table.add_column("wager")
    table.add_column("paytable", no_wrap=True)
    for heading in ("house edge", "paid", "break-even"):
        table.add_column(heading, justify="right", no_wrap=True)
    for result in results:
        edges = [other.house_edge for other in results if other.wager == result.wager]
        best = len(edges) > 1 and result.house_edge == min(edges)
        table.add_row(
            result.wager.replace("_", " "),
            f"{result.variant or ''}{' *' if best else ''}",
            percent(result.house_edge),
            percent(result.hit_frequency, 2),
            "\n".join(f"{point.meter} {terms.money(point.amount)}" for point in result.break_even),
        )
    console.print(table)
    note("* best for the player; at the least stake, meters at their seeds unless given")
    for words in dict.fromkeys(f"{result.title}: {words}" for result in results for words in result.notes):
        note(words)
