"""The stream of a table over WebSocket: a snapshot, or the events from a number on; then every event, numbered."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery

from pitboss.server.access import office_of, person
from pitboss.server.room import NoSuchTable, Room, Watcher

Socket = WebSocket[Any, Any, Any]
POLICY = 1008  # the close code for what is not allowed
TRY_AGAIN = 1013


@websocket("/api/tables/{name:str}/stream")
async def table_stream(socket: Socket, name: FromPath[str], first: FromQuery[int | None] = None) -> None:
    """Sends what happens at a table until the client goes."""
    room = office_of(socket).room
    try:
        watcher = room.watch(name, person(socket), first)
    except (HTTPException, NoSuchTable) as error:
        await socket.accept()
        await socket.close(code=POLICY, reason=str(getattr(error, "detail", error))[:100])
        return
    await socket.accept()
    await _serve(socket, room, name, watcher)


async def _serve(socket: Socket, room: Room, name: str, watcher: Watcher) -> None:
    sending = asyncio.create_task(_send(socket, watcher))
    try:
        while True:
            await socket.receive_data(mode="text")  # nothing is expected of a client but to stay
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        room.unwatch(name, watcher)
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


async def _send(socket: Socket, watcher: Watcher) -> None:
    while (message := await watcher.queue.get()) is not None:
        await socket.send_data(message.decode(), mode="text")
    await socket.close(code=TRY_AGAIN, reason="too slow; come back with the number of the last event")
