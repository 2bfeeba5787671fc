"""`pitboss serve` in several processes on one PostgreSQL database, and a day that players of all of them spend."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pitboss.audit import Signer, verify_log
from pitboss.books.published_log import Published
from pitboss.cli.bot import Bot, BotSeat, BotTally
from pitboss.client import Client, ServerRefused
from pitboss.engine.computer import choose
from pitboss.rulebooks import terms_for
from pitboss.store import open_store

BOOK = "ma-crazy-4"
CUT_OFF = (ConnectionClosed, InvalidStatus, httpx.HTTPError, ServerRefused)
CLOCK = {"wagers": 2, "decision": 2, "pause": 0}


@dataclass
class Server:
    """`pitboss serve` in a process of its own."""

    process: "subprocess.Popen[str]"
    told: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Where it is; waits until it says so."""
        assert self.process.stdout is not None
        while not (self.told and self.told[-1].startswith("Pitboss is at")):
            line = self.process.stdout.readline()
            assert line, self.told
            self.told.append(line)
        return self.told[-1].split()[-1]

    def stop(self) -> int:
        """Ends it as a service manager would; the exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(20)


@dataclass
class Servers:
    """Servers that are ended with the test."""

    database: str
    folder: Path
    stack: ExitStack

    def start(self, count: int, *options: str) -> list[Server]:
        """Some servers at the same time."""
        command = [
            sys.executable,
            "-c",
            "from pitboss.cli import main; main()",
            "serve",
            "--no-warm",
            "--port",
            "0",
            *options,
        ]
        command += ["--no-warm", "--database", self.database, "--data", str(self.folder), "--pause", "0"]
        started = []
        for _ in range(count):
            log = self.stack.enter_context((self.folder / "server.log").open("a"))
            process = self.stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True))
            started.append(Server(process))
            self.stack.callback(process.kill)
        return started


@dataclass
class Day:
    """A table shared by players of several servers, and what was heard of it on each."""

    addresses: list[str]
    heard: list[list[dict[str, Any]]] = field(default_factory=list)
    heard_at: list[list[float]] = field(default_factory=list)
    over: bool = False

    def delay(self) -> float:
        """By how many seconds the first two servers told the same event apart, as a rule."""
        first, second, *_ = self.heard_at
        return float(median(abs(one - other) for one, other in zip(first, second, strict=False)))

    async def spend(self, whom: Callable[[], "subprocess.Popen[str]"]) -> None:
        """Three rounds together; then a server is killed in mid-round, and the others play on."""
        self.heard, self.heard_at = [[] for _ in self.addresses], [[] for _ in self.addresses]
        async with Client(self.addresses[0]) as host:
            await host.sign_in_as_guest()
            await host.post("/api/tables", {"name": "t1", "rulebook": BOOK, "practice": True, "clock": CLOCK})
            listening = [asyncio.create_task(self._listen(number)) for number in range(len(self.addresses))]
        tallies = [BotTally() for _ in self.addresses]
        await asyncio.gather(*(self._play(number, 3, tally) for number, tally in enumerate(tallies)))
        assert [tally.rounds for tally in tallies] == [3, 3, 3]
        playing = [asyncio.create_task(self._play(number, None, BotTally())) for number in range(len(self.addresses))]
        try:
            await self._until(lambda: self._ended() > 3 and self.heard[0][-1]["event"] != "round-ended")
            victim = whom()
            victim.kill()
            victim.wait()
            ended = self._ended()
            await self._until(lambda: self._ended() >= ended + 2)
        finally:
            self.over = True
            for task in (*playing, *listening):
                task.cancel()
            await asyncio.gather(*playing, *listening, return_exceptions=True)

    def _ended(self) -> int:
        return sum(event["event"] == "round-ended" for event in self.heard[0])

    async def _until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not true():
            assert time.monotonic() < deadline, self.heard[0][-3:]
            await asyncio.sleep(0.01)

    async def _listen(self, number: int) -> None:
        """Whoever is cut off comes back, and goes on where it was."""
        async with Client(self.addresses[number]) as client:
            await client.sign_in_as_guest()
            while not self.over:
                with suppress(*CUT_OFF):
                    async for message in client.stream("t1", first=len(self.heard[number])):
                        self.heard[number] += message["events"]
                        self.heard_at[number] += [time.monotonic()] * len(message["events"])
                await asyncio.sleep(0.1)

    async def _play(self, number: int, rounds: int | None, tally: BotTally) -> None:
        """So many rounds, or on and on: who is cut off leaves, and someone else sits down there."""
        async with Client(self.addresses[number]) as client:
            place = BotSeat("t1", number + 1, terms_for(BOOK))
            while not self.over:  # a bot may get up for good while it is told to end, and not say so
                with suppress(*CUT_OFF if rounds is None else ()):
                    await Bot(client, place, choose, tally, rounds=rounds).play()
                if rounds is not None:
                    return
                await asyncio.sleep(0.1)


def findings(servers: Servers) -> tuple[Any, ...]:
    """What the offline verifier finds wrong with the log that the servers wrote together."""
    with open_store(servers.database) as store:
        published = Published(store, Signer((servers.folder / "log.key").read_bytes()))
        published.catch_up()
        return verify_log(b"".join(published.lines(0))).findings
