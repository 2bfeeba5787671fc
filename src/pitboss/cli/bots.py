"""`pitboss bots`: fills seats of a running server with players, over its public interface."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any

import httpx
import typer
from websockets.exceptions import WebSocketException

from pitboss.cli import exact_players
from pitboss.cli.bot import BotSeat, BotTally, Choice, play_all, summary
from pitboss.cli.output import complain, console, emit_json, progress
from pitboss.cli.server_url import server_url
from pitboss.client import Client, ServerRefused
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.engine.computer import by_chance, choose
from pitboss.rulebooks import Refused, RulebookError, Terms, UnknownRulebook, terms_for

PROGRESS_SECONDS = 0.5


class BotStrategy(StrEnum):
    """How bots decide."""

    PLAIN = "plain"
    CARD = "card"
    OPTIMAL = "optimal"
    RANDOM = "random"


def bots(
    url: Annotated[str, typer.Argument(help="A running server, such as http://127.0.0.1:8321.")],
    tables: Annotated[int, typer.Option(min=0, help="How many practice tables to sit at; 0 for all.")] = 0,
    seats: Annotated[int, typer.Option(min=1, help="How many bots sit at each table, as far as seats are free.")] = 2,
    rounds: Annotated[int, typer.Option(min=0, help="How many rounds each plays; 0 until Ctrl-C.")] = 1,
    strategy: Annotated[
        BotStrategy, typer.Option(help="A few plain rules, the searched strategy card, exact count, or chance.")
    ] = BotStrategy.PLAIN,
    think: Annotated[
        float, typer.Option(min=0, help="Average seconds a bot thinks; each time half to one and a half times that.")
    ] = 0.0,
    json: Annotated[bool, typer.Option("--json", help="The summary as JSON.")] = False,
) -> None:
    """Guests with play money, who sit down at practice tables and play. Ctrl-C has them get up and ends it."""
    server_url(url)
    try:
        tally, count, seconds = asyncio.run(_run(url, tables, seats, rounds, strategy, think))
    except ServerRefused as refused:
        complain(str(refused))
        raise typer.Exit(2) from refused
    except (httpx.HTTPError, WebSocketException, OSError) as error:
        complain(f"{url} does not answer: {error}")
        raise typer.Exit(2) from error
    told = summary(tally, seconds)
    if json:
        emit_json({"tables": count, **told})
        return
    rate = f"{told['seat_rounds_per_second']:.1f} seat-rounds a second"
    console.print(f"{tally.rounds} seat-rounds at {count} tables in {seconds:.1f} s: {rate}", highlight=False)
    took = ", ".join(f"{name} {told['command_ms'][name]:.1f} ms" for name in ("p50", "p99", "max"))
    console.print(f"{len(tally.seconds)} commands: {took}; {tally.refused} refused", highlight=False)


async def _run(
    url: str, tables: int, seats: int, rounds: int, strategy: BotStrategy, think: float
) -> tuple[BotTally, int, float]:
    async with Client(url) as scout:
        await scout.sign_in_as_guest()
        found = [table for table in await scout.tables() if table["practice"] and table["cards"] == "virtual"]
    known = [(table, terms) for table, terms in map(_with_terms, found) if terms is not None][: tables or None]
    players = await asyncio.to_thread(_ready, strategy, [terms for _, terms in known])
    chosen = [(table, terms) for table, terms in known if terms in players]
    if known and not chosen:
        raise typer.Exit(2)
    places = [
        BotSeat(table["name"], seat, terms)
        for table, terms in chosen
        for seat in [seat for seat in range(1, terms.rulebook.seats + 1) if str(seat) not in table["seats"]][:seats]
    ]
    if len(places) < seats * len(chosen):
        complain(f"only {len(places)} seats are free at {len(chosen)} tables, so only as many bots sit down")
    tally, began = BotTally(), time.monotonic()
    telling = asyncio.create_task(_tell(tally, len(places)))
    try:
        await play_all(url, places, lambda view, terms: players[terms](view, terms), tally, think, rounds or None)
    finally:
        telling.cancel()
    return tally, len(chosen), time.monotonic() - began


def _with_terms(table: dict[str, Any]) -> tuple[dict[str, Any], Terms | None]:
    """A table and what it is played by; none, and a line that says so, where that is not known here."""
    try:
        return table, terms_for(table["rulebook"], table["submission"])
    except (UnknownRulebook, RulebookError, Refused):
        complain(
            f"table {table['name']} is left out: its rulebook {table['rulebook']} is not known here as it is there"
        )
        return table, None


async def _tell(tally: BotTally, bots: int) -> None:
    """A line that says how far it has come."""
    with progress.status(f"{bots} bots sit down ...", spinner="dots") as status:
        while True:
            await asyncio.sleep(PROGRESS_SECONDS)
            status.update(f"{bots} bots: {tally.rounds} seat-rounds, {len(tally.seconds)} commands")


def _ready(strategy: BotStrategy, terms: Sequence[Terms]) -> dict[Terms, Choice]:
    """A player for each game, with everything it must compile or search done before anyone sits down.

    A game that cannot be played so is left out, and a line says why.
    """
    if strategy in _QUICK:
        return dict.fromkeys(terms, _QUICK[strategy])
    prepare = exact_players.optimal if strategy is BotStrategy.OPTIMAL else exact_players.card
    players: dict[Terms, Choice] = {}
    with progress.status("Getting ready ...", spinner="dots") as status:
        for one in dict.fromkeys(terms):
            try:
                players[one] = prepare(one, lambda step: status.update(f"Getting ready: {step} ..."))
            except Refused as refused:
                complain(f"no {strategy} bot can sit down: {refused}")
    return players


def _random(view: RoundView, terms: Terms) -> PlayerChoice:
    return by_chance(view, secrets.randbelow)


def _plain(view: RoundView, terms: Terms) -> PlayerChoice:
    return choose(view, terms)


_QUICK: dict[BotStrategy, Choice] = {BotStrategy.PLAIN: _plain, BotStrategy.RANDOM: _random}
