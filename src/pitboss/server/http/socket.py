"""The stream of a table over WebSocket: a snapshot, or the events from a number on; then every event, numbered."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, TooManyRequestsException
from litestar.params import FromPath, FromQuery

from pitboss.server.http.access import MOST_STREAMS, limits_of, office_of, person, secret_of
from pitboss.server.http.doorkeeper import Doorkeeper
from pitboss.server.people.accounts import Person
from pitboss.server.tables.room import NoSuchTable
from pitboss.server.tables.watchers import Watcher

Socket = WebSocket[Any, Any, Any]
POLICY = 1008  # the close code for what is not allowed
TRY_AGAIN = 1013


@websocket("/api/tables/{name:str}/stream")
async def table_stream(socket: Socket, name: FromPath[str], first: FromQuery[int | None] = None) -> None:
    """Sends what happens at a table until the client goes, or is no longer let in."""
    room = office_of(socket).room
    try:
        found = person(socket)
        with _counted(socket, found):
            watcher = room.watch(name, found, first)
            try:
                await socket.accept()
                await _serve(socket, watcher)
            finally:
                room.unwatch(name, watcher)
    except (HTTPException, NoSuchTable) as error:
        await socket.accept()
        await socket.close(code=POLICY, reason=str(getattr(error, "detail", error))[:100])


@contextmanager
def _counted(socket: Socket, person: Person) -> Iterator[None]:
    """One stream more of a person, who may have only so many at a time."""
    streams = limits_of(socket).streams
    held = streams.get(person.name, 0)
    if held >= MOST_STREAMS:
        raise TooManyRequestsException(f"no more than {MOST_STREAMS} streams at a time")
    streams[person.name] = held + 1
    try:
        yield
    finally:
        streams[person.name] -= 1
        if not streams[person.name]:
            del streams[person.name]


async def _serve(socket: Socket, watcher: Watcher) -> None:
    """Until one of them ends: the sending, the client, or the right to be here."""
    doorkeeper: Doorkeeper = socket.app.state.doorkeeper
    with doorkeeper.inside(secret_of(socket)) as out:
        tasks = [asyncio.create_task(task) for task in (_send(socket, watcher), _listen(socket), _see_off(socket, out))]
        await _first_of(tasks)


async def _first_of(tasks: "list[asyncio.Task[None]]") -> None:
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # a client who is gone cannot be told any more


async def _send(socket: Socket, watcher: Watcher) -> None:
    while (message := await watcher.queue.get()) is not None:
        await socket.send_data(message.decode(), mode="text")
    await socket.close(code=TRY_AGAIN, reason="too slow; come back with the number of the last event")


async def _listen(socket: Socket) -> None:
    """Nothing is expected of a client but to stay: whatever it sends is dropped."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def _see_off(socket: Socket, out: asyncio.Event) -> None:
    """Whoever is no longer let in is told so."""
    await out.wait()
    await socket.close(code=POLICY, reason="sign in first")
