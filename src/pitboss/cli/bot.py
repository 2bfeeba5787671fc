"""Bots: guests with play money who sit down at practice tables, wager, decide and get up again."""

import asyncio
import secrets
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed

from pitboss.client import Client, ServerRefused
from pitboss.client_seeds import OwnSeeds
from pitboss.engine import RoundView
from pitboss.engine.actions import PlayerChoice
from pitboss.engine.computer import default_wagers
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.codec import builtins, from_plain

PURSE = Amount.parse("5000")
SERVER_FAILED = 500
OVER = ("settled", "void")
AT_ONCE = 20  # bots that sit down at the same time

Choice = Callable[[RoundView, Terms], PlayerChoice]


class _Seat(msgspec.Struct):
    seat: int
    ready: bool


class _Round(msgspec.Struct):
    """What a bot looks at in every message; the rest of a round it reads only in its turn."""

    phase: str
    stage: int
    to_act: int | None
    spin_due: int | None
    spins: dict[str, int]


class _BotTable(msgspec.Struct):
    rounds: int
    viewer: int | None
    seats: list[_Seat]
    round: _Round | None


@dataclass
class BotTally:
    """What bots did: how many sat down, their rounds and refusals, and the seconds each command took."""

    seated: int = 0
    rounds: int = 0
    refused: int = 0
    seconds: list[float] = field(default_factory=list)


@dataclass
class BotSeat:
    """Where a bot sits."""

    table: str
    seat: int
    terms: Terms


@dataclass
class Bot:
    """Plays so many rounds, or until it is cancelled; `think` is how long it takes over a command, on the average."""

    client: Client
    place: BotSeat
    choose: Choice
    tally: BotTally
    think: float = 0.0
    rounds: int | None = None
    door: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))  # shared by many
    _wagered: set[int] = field(default_factory=set)  # in which rounds
    _over: int = 0  # how many of them are over
    _latest: dict[str, Any] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _gone: bool = False
    _seeds: OwnSeeds = field(default_factory=lambda: OwnSeeds(""))  # for the shuffle

    async def play(self) -> None:
        """Sits down, plays, gets up, whatever happens."""
        listening: asyncio.Task[None] | None = None
        try:
            async with self.door:
                await self.client.sign_in_as_guest()
                self._seeds = OwnSeeds(self.client.name)
                await self._do({"command": "sit", "seat": self.place.seat})
                self.tally.seated += 1
                listening = asyncio.create_task(self._listen())
                await self._news.wait()
            while not self._gone and await self._act():
                await self._news.wait()
                self._news.clear()
            if self._gone:
                listening.result()  # raises why the stream broke off, if it did
        finally:
            if listening is not None:
                listening.cancel()
                with suppress(asyncio.CancelledError, ConnectionClosed):
                    await listening
            with suppress(ServerRefused, httpx.HTTPError):
                await self.client.do(self.place.table, {"command": "leave"})

    async def _listen(self) -> None:
        """Keeps the table as it is: what was before no longer matters."""
        try:
            async for message in self.client.stream(self.place.table):
                self._latest = message["table"]
                self._news.set()
        finally:
            self._gone = True
            self._news.set()

    async def _act(self) -> bool:
        """Does what the table waits for from this bot, if anything; False when it has played enough."""
        table = msgspec.convert(self._latest, _BotTable)
        round = table.round
        finished = round is not None and round.phase in OVER
        over = sum(finished or number < table.rounds for number in self._wagered)
        self.tally.rounds += over - self._over
        self._over = over
        if table.viewer is None or (self.rounds is not None and over >= self.rounds):
            return False
        if shown := self._seeds.shown(self._latest["fairness"]):
            await self._try(*shown, id=f"{self.place.table} {table.rounds} seed")
        elif round is not None and self._may_wager(table, round):
            await self._pause()
            await self._wager(table)
        elif round is not None and round.to_act == table.viewer:
            await self._pause()
            await self._decide(table, round)
        elif round is not None and round.spin_due == table.viewer:
            await self._pause()
            await self._spin(table, round)
        return True

    def _may_wager(self, table: _BotTable, round: _Round) -> bool:
        enough = self.rounds is not None and len(self._wagered) >= self.rounds
        ready = any(seat.seat == table.viewer and seat.ready for seat in table.seats)
        return round.phase == "wagers" and not ready and not enough and table.rounds not in self._wagered

    async def _pause(self) -> None:
        """Thinks it over: half to one and a half times the usual time."""
        if self.think:
            await asyncio.sleep(self.think * (0.5 + secrets.randbelow(1001) / 1000))

    async def _wager(self, table: _BotTable) -> None:
        wagers = {name: str(amount) for name, amount in default_wagers(self.place.terms, PURSE).items()}
        placed = {"command": "set-wagers", "seat": self.place.seat, "wagers": wagers}
        pledged = self._seeds.pledged(self._latest["fairness"])
        self._wagered.add(table.rounds)
        if not await self._try(*pledged, placed, {"command": "ready"}, id=f"{self.place.table} {table.rounds}"):
            self._wagered.remove(table.rounds)
            await self.client.post("/api/me/play-money")  # most likely the purse was empty

    async def _decide(self, table: _BotTable, round: _Round) -> None:
        view = msgspec.convert(self._latest["round"], RoundView, dec_hook=from_plain, str_keys=True)
        action = await asyncio.to_thread(self.choose, view, self.place.terms)
        command = {"command": "play", "action": builtins(action)}
        await self._try(command, id=f"{self.place.table} {table.rounds} {round.stage}")

    async def _spin(self, table: _BotTable, round: _Round) -> None:
        """Turns the wheel; where it stops follows from the seeds, so that any position will do."""
        spin = {"command": "play", "action": {"action": "spin", "seat": self.place.seat, "position": 0}}
        await self._try(spin, id=f"{self.place.table} {table.rounds} spin {len(round.spins)}")

    async def _try(self, *commands: dict[str, Any], id: str) -> bool:
        """Whether it was done; a turn that passed meanwhile is let go."""
        try:
            await self._do(*commands, id=id)
        except ServerRefused as refused:
            if refused.status >= SERVER_FAILED:
                raise
            self.tally.refused += 1
            return False
        return True

    async def _do(self, *commands: dict[str, Any], id: str = "") -> None:
        began = time.perf_counter()
        await self.client.do(self.place.table, *commands, id=id)
        self.tally.seconds.append(time.perf_counter() - began)


async def play_all(
    url: str,
    places: Sequence[BotSeat],
    choice: Choice,
    tally: BotTally,
    think: float,
    rounds: int | None,
) -> None:
    """Has a bot play at every place; a cancellation, SIGINT or SIGTERM makes all of them get up."""
    door = asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(url)) for _ in places]
        playing = [
            asyncio.ensure_future(Bot(client, place, choice, tally, think, rounds, door).play())
            for client, place in zip(clients, places, strict=True)
        ]
        together = asyncio.gather(*playing)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, together.cancel)
        try:
            with suppress(asyncio.CancelledError):
                await together
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)


def summary(tally: BotTally, seconds: float) -> dict[str, Any]:
    """What bots did in so many seconds; latencies are what a client sees, in milliseconds."""
    return {
        "seconds": round(seconds, 3),
        "seat_rounds": tally.rounds,
        "seat_rounds_per_second": round(tally.rounds / seconds, 2),
        "commands": len(tally.seconds),
        "refused": tally.refused,
        "command_ms": {
            name: round(1000 * percentile(tally.seconds, share), 2)
            for name, share in (("p50", 0.5), ("p99", 0.99), ("max", 1.0))
        },
    }


def percentile(values: Sequence[float], share: float) -> float:
    """The least value that so large a share of all does not exceed; 0 of none.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.5), percentile([3.0, 1.0, 2.0, 4.0], 0.99)
    (2.0, 4.0)
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * share // 1) - 1)] if ordered else 0.0
