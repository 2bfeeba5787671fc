"""A crowd of bots in processes of their own, told from one place when to play, to hold, and to say what they saw."""

import asyncio
import gc
import multiprocessing
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from bench.players import Group, Place, Player, Tally
from bench.processes import cpu_of

AT_ONCE = 16  # bots that sit down at the same time
PATIENCE = 300.0
POLL_SECONDS = 0.02


class Crowd:
    """All the processes together; every order waits until each of them has done it."""

    def __init__(self, workers: Sequence[Any], pipes: Sequence[Connection]) -> None:
        self._workers, self._pipes = workers, pipes

    def order(self, what: str, value: float = 0.0) -> list[Any]:
        """Tells every process to do something; what each answers."""
        for pipe in self._pipes:
            pipe.send((what, value))
        return [self._answer(pipe) for pipe in self._pipes]

    def _answer(self, pipe: Connection) -> Any:
        if not pipe.poll(PATIENCE):
            raise TimeoutError("the bots do not answer")
        answer = pipe.recv()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def tally(self) -> Tally:
        """What all of them saw since this was last asked."""
        found: list[Tally] = self.order("tell")
        return Tally(
            [seconds for each in found for seconds in each.seconds],
            *(sum(getattr(each, name) for each in found) for name in ("refused", "messages", "bytes")),
        )

    @property
    def cpu(self) -> float:
        """Seconds of processor time the bots have used."""
        return cpu_of(*(worker.pid for worker in self._workers))


@contextmanager
def crowd(places: Sequence[Place], think: float, processes: int) -> Iterator[Crowd]:
    """Bots at all places, seated and holding; the bots of a table share a process."""
    context = multiprocessing.get_context("spawn")
    tables = list(dict.fromkeys(place.table for place in places))
    workers, pipes = [], []
    for number in range(processes):
        chosen = set(tables[number::processes])
        pipe, far = context.Pipe()
        some = [place for place in places if place.table in chosen]
        workers.append(context.Process(target=_work, args=(some, think, far), daemon=True))
        pipes.append(pipe)
        workers[-1].start()
    try:
        found = Crowd(workers, pipes)
        found.order("come")
        yield found
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def _work(places: Sequence[Place], think: float, pipe: Connection) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_obey(places, think, pipe))


async def _obey(places: Sequence[Place], think: float, pipe: Connection) -> None:
    tally, groups = Tally(), {place.table: Group() for place in places}
    players = [Player(place, groups[place.table], tally, think) for place in places]
    gc.disable()  # else a latency would now and then be that of a search for garbage among the bots
    while True:
        what, value = await asyncio.to_thread(pipe.recv)
        try:
            pipe.send(await _done(what, value, players, groups, tally))
        except Exception as error:
            pipe.send(error)


async def _done(what: str, value: float, players: list[Player], groups: dict[str, Group], tally: Tally) -> Any:
    match what:
        case "come":
            await _come(players)
        case "play":
            for table, group in groups.items():  # each begins at a moment of its own
                seconds = value * secrets.randbelow(1001) / 1000
                begin = partial(_begin, group, [player for player in players if player.table == table])
                asyncio.get_running_loop().call_later(seconds, begin)
            await asyncio.sleep(value)
        case "hold":
            for group in groups.values():
                group.holding = True
            while not all(player.resting for player in players):
                _none_gone(players)
                await asyncio.sleep(POLL_SECONDS)
        case "tell":
            _none_gone(players)
            told = Tally(list(tally.seconds), tally.refused, tally.messages, tally.bytes)
            tally.seconds.clear()
            tally.refused = tally.messages = tally.bytes = 0
            return told
    return None


def _begin(group: Group, players: list[Player]) -> None:
    group.holding = False
    for player in players:
        player.look()


async def _come(players: list[Player]) -> None:
    door = asyncio.Semaphore(AT_ONCE)

    async def enter(player: Player) -> None:
        async with door:
            await player.come()

    await asyncio.gather(*map(enter, players))


def _none_gone(players: list[Player]) -> None:
    if any(player.gone for player in players):
        raise RuntimeError("the server has ended a stream")
