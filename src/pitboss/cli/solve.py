"""`pitboss solve`: the main game, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from pitboss.cli.output import console, emit_json, note, progress
from pitboss.cli.rulebook_option import RulebookId
from pitboss.cli.terms_options import (
    AsJson,
    Changes,
    SubmissionFile,
    exact,
    pairs,
    percent,
    terms_from,
)

if TYPE_CHECKING:
    from pitboss.mathematics.distribution import Distribution
    from pitboss.mathematics.game import Progress
    from pitboss.mathematics.known import Known
    from pitboss.mathematics.main_game import MainGame
    from pitboss.rulebooks import Terms


def solve(
    rulebook: RulebookId,
    submission: SubmissionFile = None,
    set_: Changes = None,
    exposed: Annotated[
        list[str] | None, typer.Option(metavar="PLACE[=CARD]", help="A card seen early: middle, or middle=Ks.")
    ] = None,
    dead: Annotated[str, typer.Option(metavar="CARDS", help='Cards known to be out of play: "7h 7d".')] = "",
    distribution: Annotated[bool, typer.Option(help="Also the exact distribution of a round's net result.")] = False,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, or local[:N], for games that take long.")
    ] = None,
    json: AsJson = False,
) -> None:
    """The exact value and strategy of the main game under optimal play, in units of one ante."""
    game = terms_from(rulebook, submission)  # first of all: the mathematics take a while to load
    from pitboss.mathematics import main_game
    from pitboss.mathematics.game import game_of
    from pitboss.mathematics.known_cards import known_from
    from pitboss.mathematics.whatif import changed

    terms = changed(game, pairs(set_, "--set"))
    known = known_from(terms, dead, exposed or ())
    words = f"Counting {game_of(terms).effort or 'every deal'} ..."
    with progress.status(words, spinner="dots") as status:
        result = _solved(terms, known, lambda done, of: status.update(f"{words} {done / of:.0%}"), cluster)
        spread = main_game.distribution(terms, known) if distribution else None
    if json:
        emit_json(_plain(result, spread))
    else:
        _show(result, spread)


def _solved(terms: Terms, known: Known, tell: Progress, cluster: str | None) -> MainGame:
    """The answer, by this machine or by a cluster."""
    if cluster is None:
        from pitboss.mathematics import main_game

        return main_game.solve(terms, known, tell)
    from pitboss.simulation.cluster import connect

    with connect(cluster) as workers:
        return workers.solve(terms, known, tell)


def _plain(result: MainGame, spread: Distribution | None) -> dict[str, Any]:
    from pitboss.mathematics.antes import staked_note

    figures = {
        "house_edge": result.house_edge,
        "house_edge_per_antes": result.house_edge_per_antes,
        "element_of_risk": result.element_of_risk,
        "average_wager": result.average_wager,
    }
    actions = result.actions.items()
    data: dict[str, Any] = {
        "rulebook": result.terms.rulebook.id,
        "rulebook_hash": result.terms.rulebook.hash,
        "unit": "one ante",
        "stakes": staked_note(result.terms),
        "deals": str(result.deals),
        "ev": exact(result.ev),
        **{name: exact(figure) for name, figure in figures.items()},
        "actions": {name: {choice: exact(share) for choice, share in shares.items()} for name, shares in actions},
    }
    if spread is not None:
        data |= {
            "distribution": [[exact(net), str(count)] for net, count in sorted(spread.counts.items())],
            "standard_deviation": spread.standard_deviation,
            "variance": exact(spread.variance),
            "skewness": spread.skewness,
            "win_frequency": exact(spread.win_frequency),
            "largest_win": exact(spread.largest_win),
        }
    return data


def _show(result: MainGame, spread: Distribution | None) -> None:
    from pitboss.mathematics.antes import staked_note

    table = Table(title=f"{result.terms.rulebook.title}: main game under optimal play", show_header=False)
    table.add_row("deals counted", f"{result.deals:,}")
    table.add_row("player's value, per ante", f"{float(result.ev):+.8f}")
    table.add_row("house edge, per one ante", percent(result.house_edge))
    both = " and ".join(wager.title for wager in result.terms.wagers.values() if wager.required)
    table.add_row(f"house edge, per {both}", percent(result.house_edge_per_antes))
    table.add_row("element of risk", percent(result.element_of_risk))
    table.add_row("average wager, in antes", f"{float(result.average_wager):.6f}")
    for name, shares in result.actions.items():
        listed = ", ".join(f"{choice} {percent(share, 2)}" for choice, share in shares.items())
        table.add_row(f"decision: {name}", listed)
    if spread is not None:
        table.add_row("standard deviation", f"{spread.standard_deviation:.6f}")
        table.add_row("skewness", f"{spread.skewness:.4f}")
        table.add_row("rounds won", percent(spread.win_frequency))
        table.add_row("largest win, in antes", str(spread.largest_win))
    console.print(table)
    console.print(f"exact value: {result.ev.numerator} / {result.ev.denominator}", style="dim", soft_wrap=True)
    if words := staked_note(result.terms):
        note(words)
    if spread is not None:
        _show_spread(spread)


def _show_spread(spread: Distribution) -> None:
    table = Table(title="Net result of a round, in antes")
    table.add_column("net", justify="right")
    table.add_column("deals", justify="right")
    table.add_column("chance", justify="right")
    for net, count in sorted(spread.counts.items()):
        table.add_row(str(net), f"{count:,}", f"{count / spread.total:.3e}")
    console.print(table)
