"""A WebSocket with next to nothing around it: what a load program may spend on a message is little.

Only what the server's streams use: text in whole frames, pings, and the end. Frames to the server are masked with
zeros, as the standard allows, so that nothing has to be computed.
"""

import asyncio
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{headers}"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)

Hear = Callable[[bytes], None]


class Wire(asyncio.Protocol):
    """One connection; every message goes to `hear` at once, without a task or a queue."""

    def __init__(self, request: bytes, hear: Hear) -> None:
        self._request, self._hear = request, hear
        self._rest = b""
        self._transport: asyncio.WriteTransport | None = None
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the stream."""
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Takes apart what came; what is not whole yet waits."""
        data = self._rest + data if self._rest else data
        if not self.open.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head[:20]:
                self.open.set_exception(ConnectionError(head.decode(errors="replace").splitlines()[0]))
                return
            self.open.set_result(None)
        at = 0
        while (frame := _frame(data, at)) is not None:
            kind, first, at = frame
            self._take(kind, data[first:at])
        self._rest = data[at:]

    def _take(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self._hear(body)
        elif kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self.close()

    def send(self, text: bytes) -> None:
        """Sends a message."""
        self._write(TEXT, text)

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        assert size < 1 << 16
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        if self._transport is not None and not self.gone:
            self._transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, error: Exception | None) -> None:
        """Nothing more will come."""
        self.gone = True
        if not self.open.done():
            self.open.set_exception(error or ConnectionError("the server closed the connection"))

    def close(self) -> None:
        """Ends the connection."""
        if self._transport is not None:
            self._transport.close()


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Kind, beginning and end of the frame at a place; None if it is not whole."""
    have = len(data) - at
    if have < 2:
        return None
    size, first = data[at + 1], at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        first += wide
        size = int.from_bytes(data[at + 2 : first], "big")
    return (data[at] & 15, first, first + size) if len(data) >= max(first, first + size) else None


async def connect(url: str, hear: Hear, token: str = "") -> Wire:
    """Opens a WebSocket at an http address."""
    parts = urlsplit(url)
    headers = f"Authorization: Bearer {token}\r\n" if token else ""
    request = _UPGRADE.format(path=parts.path, host=parts.netloc, headers=headers).encode()
    _, wire = await asyncio.get_running_loop().create_connection(
        lambda: Wire(request, hear), parts.hostname or "", parts.port or 80
    )
    await wire.open
    return wire
