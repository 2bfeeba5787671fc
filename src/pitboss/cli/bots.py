"""`pitboss bots`: fills seats of a running server with players, over its public interface."""

import asyncio
import secrets
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

import httpx
import typer

from pitboss.analysis.advice import FOLD, Position, advise
from pitboss.cards import Card
from pitboss.cli.computer import choose, default_wagers
from pitboss.cli.output import complain, console
from pitboss.client import Client, ServerRefused
from pitboss.games import RoundView
from pitboss.games.actions import Bet, Fold
from pitboss.money import Amount
from pitboss.rulebooks import Terms, terms_for
from pitboss.rulebooks.codec import builtins, convert

PURSE = Amount.parse("5000")


class Strategy(StrEnum):
    """How bots decide."""

    CARD = "card"
    RANDOM = "random"
    OPTIMAL = "optimal"


Choice = Callable[[RoundView, Terms], Bet | Fold]


def bots(
    url: Annotated[str, typer.Argument(help="A running server, such as http://127.0.0.1:8321.")],
    tables: Annotated[int, typer.Option(help="How many practice tables to sit at; 0 for all.")] = 0,
    seats: Annotated[int, typer.Option(min=1, max=6, help="How many bots at each.")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds each plays.")] = 1,
    strategy: Annotated[Strategy, typer.Option(help="How they decide.")] = Strategy.CARD,
) -> None:
    """Guests with play money, who sit down at practice tables and play."""
    try:
        asyncio.run(_run(url, tables, seats, rounds, strategy))
    except ServerRefused as refused:
        complain(str(refused))
        raise typer.Exit(2) from refused
    except (httpx.HTTPError, OSError) as error:
        complain(f"{url} does not answer: {error}")
        raise typer.Exit(2) from error


async def _run(url: str, tables: int, seats: int, rounds: int, strategy: Strategy) -> None:
    async with Client(url) as scout:
        await scout.sign_in_as_guest()
        found = [table for table in await scout.tables() if table["practice"] and table["cards"] == "virtual"]
    chosen = found[: tables or None]
    began = time.monotonic()
    playing = [
        _play(url, table, seat, rounds, strategy)
        for table in chosen
        for seat in [seat for seat in range(1, 7) if str(seat) not in table["seats"]][:seats]
    ]
    played = sum(await asyncio.gather(*playing))
    seconds = time.monotonic() - began
    rate = f"{played / seconds:.1f} seat-rounds a second"
    console.print(f"{played} seat-rounds at {len(chosen)} tables in {seconds:.1f} s: {rate}", highlight=False)


async def _play(url: str, table: dict[str, Any], seat: int, rounds: int, strategy: Strategy) -> int:
    """One bot: sits down, plays its rounds and gets up."""
    terms = terms_for(table["rulebook"], table["submission"])
    async with Client(url) as client:
        await client.sign_in_as_guest()
        name = table["name"]
        await client.do(name, {"command": "sit", "seat": seat})
        wagered: set[int] = set()  # in which rounds
        async for message in client.stream(name):
            shown = message["table"]
            if shown["viewer"] is None:
                break
            over = shown["round"] is not None and shown["round"]["phase"] in ("settled", "void")
            played = sum(over or number < shown["rounds"] for number in wagered)
            if played >= rounds:
                break
            if len(wagered) < rounds or shown["rounds"] in wagered:
                await _act(client, shown, terms, _STRATEGIES[strategy], wagered)
        await client.do(name, {"command": "leave"})
    return len(wagered)


async def _act(client: Client, shown: dict[str, Any], terms: Terms, choice: Choice, wagered: set[int]) -> None:
    """What a table waits for from this bot, if anything; a turn that passed meanwhile is let go."""
    round, seat = shown["round"], shown["viewer"]
    if round is None or seat is None:
        return
    ready = any(item["seat"] == seat and item["ready"] for item in shown["seats"])
    try:
        if round["phase"] == "wagers" and not ready and shown["rounds"] not in wagered:
            wagers = default_wagers(terms, PURSE)
            placed = [_play_action("place-wager", seat, wager=name, amount=str(wagers[name])) for name in wagers]
            seed = {"command": "seed", "seed": secrets.token_hex(8)}
            await client.do(shown["name"], seed, *placed, {"command": "ready"}, id=f"{shown['name']} {shown['rounds']}")
            wagered.add(shown["rounds"])
        elif round["to_act"] == seat:
            action = choice(convert(round, RoundView), terms)
            command = {"command": "play", "action": builtins(action)}
            await client.do(shown["name"], command, id=f"{shown['name']} {shown['rounds']} {round['stage']}")
    except ServerRefused as refused:
        if refused.status >= 500:
            raise


def _play_action(action: str, seat: int, **fields: str) -> dict[str, Any]:
    return {"command": "play", "action": {"action": action, "seat": seat, **fields}}


def _random(view: RoundView, terms: Terms) -> Bet | Fold:
    assert view.choice is not None
    assert view.viewer is not None
    options: list[Bet | Fold] = [Fold(view.viewer), *(Bet(view.viewer, amount) for amount in view.choice.amounts)]
    return secrets.choice(options)


def _optimal(view: RoundView, terms: Terms) -> Bet | Fold:
    """The option worth most by exact count."""
    assert view.choice is not None
    assert view.viewer is not None
    best = advise(terms, _position(view, terms)).best
    base = view.seat(view.viewer).wagers[view.choice.base]
    return Fold(view.viewer) if best == FOLD else Bet(view.viewer, base * int(best.removesuffix("x")))


def _position(view: RoundView, terms: Terms) -> Position:
    assert view.viewer is not None
    own = view.seat(view.viewer)
    if terms.rulebook.duel is not None:
        return Position(own.cards)
    decided = terms.rulebook.decisions[: view.stage]
    bets = tuple(own.wagers[decision.bet].cents // own.wagers[decision.base].cents for decision in decided)
    return Position(own.cards, _open(view, "left", "right"), _open(view, "top", "bottom"), bets)


def _open(view: RoundView, *places: str) -> tuple[Card, ...]:
    return tuple(card for name in places if (place := view.place(name)) for card in place.cards)


_STRATEGIES: dict[Strategy, Choice] = {
    Strategy.CARD: lambda view, terms: choose(view),
    Strategy.RANDOM: _random,
    Strategy.OPTIMAL: _optimal,
}
