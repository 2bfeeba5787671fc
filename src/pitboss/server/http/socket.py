"""The stream of a table over WebSocket: a snapshot, then all that happens; and the commands of whoever is there."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, TooManyRequestsException
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import FromPath, FromQuery
from msgspec.structs import asdict

from pitboss.books.table_spec import refused
from pitboss.server.commands import Commands, Resync
from pitboss.server.http.access import MOST_STREAMS, charge, limits_of, office_of, person, secret_of
from pitboss.server.http.connections import WRITE
from pitboss.server.http.doorkeeper import Doorkeeper
from pitboss.server.http.handlers.tables import given
from pitboss.server.http.parameters import NumberIfAny
from pitboss.server.http.problems import LARGEST_BODY, problem_of
from pitboss.server.people.accounts import Person
from pitboss.server.reading import read_body
from pitboss.server.tables.known import NoSuchTable
from pitboss.server.tables.views import encode
from pitboss.server.tables.watchers import Watcher

Socket = WebSocket[Any, Any, Any]
POLICY = 1008  # the close code for what is not allowed
TRY_AGAIN = 1013


@websocket("/api/tables/{name:str}/stream")
async def table_stream(socket: Socket, name: FromPath[str], first: FromQuery[NumberIfAny] = None) -> None:
    """Sends what happens at a table, and takes commands, until the client goes or is no longer let in."""
    room = office_of(socket).room
    try:
        found = person(socket)
        with _counted(socket, found):
            watcher = room.watch(name, found, first)
            charge(socket, found, watcher.greeted)
            try:
                await socket.accept()
                watcher.write = socket.scope["state"].get(WRITE)
                await _serve(socket, name, watcher)
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


async def _serve(socket: Socket, name: str, watcher: Watcher) -> None:
    """Until one of them ends: the sending, the client, or the right to be here."""
    doorkeeper: Doorkeeper = socket.app.state.doorkeeper
    with doorkeeper.inside(secret_of(socket)) as out:
        doing = (_send(socket, watcher), _listen(socket, name, watcher), _see_off(socket, out))
        await _first_of([asyncio.create_task(task) for task in doing])


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
        watcher.sent()
    await socket.close(code=TRY_AGAIN, reason="too slow; come back with the number of the last event")


async def _listen(socket: Socket, name: str, watcher: Watcher) -> None:
    """Does what a client asks, one message after the other; the answer goes behind what came of it."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        # A command under way is done, whatever becomes of the client.
        watcher.send(await asyncio.shield(_kept(_answer(socket, name, watcher, message.get("text")))))


def _kept(answering: Coroutine[Any, Any, bytes]) -> "asyncio.Task[bytes]":
    task = asyncio.create_task(answering)
    _UNDER_WAY.add(task)
    task.add_done_callback(_UNDER_WAY.discard)
    return task


_UNDER_WAY: "set[asyncio.Task[bytes]]" = set()  # the event loop itself would let go of them


async def _answer(socket: Socket, name: str, watcher: Watcher, text: Any) -> bytes:
    """What a message of a client is answered with; what will not do is refused as over HTTP, and costs as much."""
    id = _id_in(text)
    try:
        return await _obeyed(socket, person(socket), name, watcher, text)
    except Exception as error:
        return encode({"type": "refused", "id": id, **asdict(problem_of(error))})


async def _obeyed(socket: Socket, person: Person, name: str, watcher: Watcher, text: Any) -> bytes:
    if not isinstance(text, str):
        raise refused("the message", "bytes", "text")
    if len(text.encode(errors="replace")) > LARGEST_BODY:
        raise RequestEntityTooLarge
    if "resync" in read_body(text, dict[str, msgspec.Raw]):
        read_body(text, Resync)
        told = office_of(socket).room.resync(name, person, watcher)
        charge(socket, person, len(told))
        return told
    asked: Commands = read_body(text, Commands)
    done = await given(socket, person, name, asked)
    return encode({"type": "done", "id": asked.id, "next": done.next, "repeated": done.repeated})


class _Named(msgspec.Struct):
    id: str | None = None


def _id_in(text: Any) -> str | None:
    """The id that an answer names, so that the client knows what was refused; None where there is none to be read."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, TypeError, ValueError):
        return None


async def _see_off(socket: Socket, out: asyncio.Event) -> None:
    """Whoever is no longer let in is told so."""
    await out.wait()
    await socket.close(code=POLICY, reason="sign in first")
