"""The stream of a table as a client holds it: the table by its changes, and the answers to commands sent over it."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK

Answer = dict[str, Any]
ANSWER_SECONDS = 30.0
MOST_UNREAD = 4096


class AnswerLost(Exception):
    """The stream ended, or was silent for long, before it was known what became of a command."""


def applied(view: Any, changed: Iterable[Sequence[Any]]) -> Any:
    """A view after the changes of a delta, row by row; what was given stays as it was.

    >>> applied({"round": {"cards": ["Ah"]}}, [[["round", "cards", 1], "Kd"], [["next"], 7]])
    {'round': {'cards': ['Ah', 'Kd']}, 'next': 7}
    >>> applied({"seats": ["ann", "bob"], "round": {}}, [[["seats", 0]], [["round"]]])
    {'seats': ['bob']}
    """
    for path, *value in changed:
        view = _put(view, path, value)
    return view


def _put(part: Any, path: Sequence[Any], value: list[Any]) -> Any:
    """A part of a view with a value put at a path, or, where there is none, taken away."""
    if not path:
        return value[0]
    part, key, rest = part.copy(), path[0], path[1:]
    if rest:
        part[key] = _put(part[key], rest, value)
    elif not value:
        del part[key]
    elif isinstance(part, list) and key == len(part):
        part.append(value[0])
    else:
        part[key] = value[0]
    return part


class Stream:
    """An open stream. It is read all the time, so that answers come whatever its user waits for."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._table: Answer = {}
        self._next: int | None = None
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._news: asyncio.Queue[Answer | None] = asyncio.Queue(MOST_UNREAD)
        self._reading = asyncio.create_task(self._read())

    async def messages(self) -> AsyncIterator[Answer]:
        """What happens at the table: `events`, `next`, and the whole `table` after them."""
        while (message := await self._news.get()) is not None:
            yield message
        await self._reading  # raises why the stream broke off, if it did

    async def ask(self, body: Answer) -> Answer:
        """Sends commands; "done" or "refused". `AnswerLost` if neither comes: then they may be sent again."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[body["id"]] = answer
        try:
            await self._socket.send(msgspec.json.encode(body).decode())
            return await asyncio.wait_for(answer, ANSWER_SECONDS)
        except (ConnectionClosed, TimeoutError) as error:
            raise AnswerLost from error
        finally:
            self._answers.pop(body["id"], None)

    async def close(self) -> None:
        """Reads no more."""
        self._reading.cancel()
        with suppress(asyncio.CancelledError, ConnectionClosed):
            await self._reading

    async def _read(self) -> None:
        try:
            while True:
                await self._take(msgspec.json.decode(await self._socket.recv(decode=False)))
        except ConnectionClosedOK:
            pass
        finally:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(AnswerLost())
            with suppress(asyncio.QueueFull):
                self._news.put_nowait(None)

    async def _take(self, message: Answer) -> None:
        match message["type"]:
            case "snapshot":
                self._table = message["table"]
            case "delta" if message["from"] == self._next:
                self._table = applied(self._table, message["changed"])
            case "delta":  # something is missing: a snapshot heals it
                await self._socket.send('{"resync": true}')
                return
            case _:
                answer = self._answers.get(message["id"] or "")
                if answer is not None and not answer.done():
                    answer.set_result(message)
                return
        self._next = message["next"]
        told = {"type": message["type"], "events": message.get("events", []), "next": self._next, "table": self._table}
        await self._news.put(told)
