"""`pitboss rating`: what each player's game is worth, from the wagers and decisions really made."""

from fractions import Fraction
from typing import Annotated

import typer

from pitboss.books.exports import read_span
from pitboss.books.rating import PlayerRating, comp_rate, ratings
from pitboss.cli.database_options import Data, Database, opened
from pitboss.cli.output import complain, console, emit_json, progress
from pitboss.cli.terms_options import AsJson
from pitboss.cli.wide_tables import show_figures


def rating(
    player: Annotated[str | None, typer.Argument(help="Only this player.")] = None,
    database: Database = None,
    data: Data = None,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="From this day or time on, UTC.")] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Before this day or time, UTC.")] = None,
    comp: Annotated[str, typer.Option(metavar="RATE", help="The part of the theoretical loss given back.")] = "25%",
    json: AsJson = False,
) -> None:
    """Rate players: average wager, pace, and the loss to be expected of what they wagered and how they played.

    The exact edge of every wager made, and what each decision gave away against the best; luck is in neither.
    """
    begin, end = read_span(since, until)
    with opened(database, data) as store, progress.status("adding up rounds and weighing decisions"):
        found = ratings(store, comp_rate(comp), player=player, since=begin, until=end)
    if json:
        emit_json(found)
        return
    if not found:
        complain(f"{player} played no rounds in that time" if player else "nobody played in that time")
    for practice in (False, True):
        rows = [row for row in found if row.practice is practice]
        if rows:
            title = "Play money" if practice else "Real money"
            _show_pace(rows, title)
            _show_theory(rows, title)
    for row in found:
        if row.left_out:
            what = ", ".join(f"{name} ({count:,})" for name, count in row.left_out.items())
            console.print(f"{row.player}: not rated: {what}", soft_wrap=True)


def _show_pace(rows: list[PlayerRating], title: str) -> None:
    cells = []
    for row in rows:
        pace = f"{row.rounds:,}", f"{row.hours:.1f}", f"{row.rounds_an_hour:,.0f}"
        cells.append((row.player, *pace, *map(row.currency.text, (row.average_wager, row.result))))
    show_figures(title, ["player"], ["rounds", "hours", "an hour", "average wager", "result"], cells)


def _show_theory(rows: list[PlayerRating], title: str) -> None:
    cells = []
    for row in rows:
        edge, given = (f"{float(Fraction(exact)) / 100:,.2f}" for exact in (row.edge, row.given_away))
        mistakes = f"{row.mistakes:,} of {row.decisions:,}"
        cells.append((row.player, edge, mistakes, given, *map(row.currency.text, (row.theoretical_loss, row.comp))))
    figures = ("edge", "mistakes", "given away", "loss", "comp")
    remark = "edge: what best play loses on these wagers; given away: by the player's own decisions"
    show_figures(f"{title}: what is to be expected", ["player"], figures, cells, remark)
