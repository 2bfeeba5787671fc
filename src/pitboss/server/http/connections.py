"""Connections as a server takes them: so many of an address, so many in all, and none that says nothing for long.

Who opens connections and sends half a request on each takes nothing from those who play: a request must be there in
whole within some seconds, its head is only so long, an address holds only so many connections, and some descriptors
are kept for the database and the files of the server itself, however many strangers come.
"""

import asyncio
import resource
from collections.abc import Collection
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from pitboss.server.http.hosts import place_of

WRITE = "pitboss.write"  # under which an application finds how to send a text at once
REQUEST_SECONDS = 15.0
PER_ADDRESS = 256
RESERVED_DESCRIPTORS = 128
FEWEST = 64
LARGEST_HEAD = 64 * 1024  # bytes, besides those that come together with its end
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Taken:
    """The connections of a process."""

    def __init__(self, per_address: int, in_all: int, proxies: Collection[str] = ()) -> None:
        self._per_address = per_address
        self._in_all = in_all
        self._proxies = frozenset(map(place_of, proxies))
        self._open: dict[str, set[asyncio.Transport]] = {}

    def take(self, address: str, transport: asyncio.Transport) -> bool:
        """Takes a connection on, if there is room for it; a proxy's stand for many addresses."""
        held = self._open.setdefault(address, set())
        if address not in self._proxies and len(_alive(held)) >= self._per_address:
            return False
        if sum(map(len, self._open.values())) >= self._in_all:  # those that ended as streams are still counted
            self._open = {name: alive for name, found in self._open.items() if (alive := _alive(found))}
            if sum(map(len, self._open.values())) >= self._in_all:
                return False
        self._open.setdefault(address, set()).add(transport)
        return True

    def let_go(self, address: str, transport: asyncio.Transport) -> None:
        """A connection is over."""
        held = self._open.get(address, set())
        held.discard(transport)
        if not held:
            self._open.pop(address, None)


def _alive(held: set[asyncio.Transport]) -> set[asyncio.Transport]:
    held -= {transport for transport in held if transport.is_closing()}
    return held


class Patience(msgspec.Struct, frozen=True):
    """How much is borne: connections of an address, seconds that a request takes to arrive, proxies by address."""

    per_address: int = PER_ADDRESS
    seconds: float = REQUEST_SECONDS
    proxies: tuple[str, ...] = ()


def guarded(patience: Patience) -> type[asyncio.Protocol]:
    """The protocol of a server that bears so much; the limit of descriptors is raised as far as it may be."""
    taken = Taken(patience.per_address, _connections(), patience.proxies)

    class Guarded(HttpToolsProtocol):
        """One connection."""

        _late: asyncio.TimerHandle | None = None
        _head: int | None = 0  # bytes of a request of which the head is not there yet

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if taken.take(self._address, transport):
                self._await_request()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._in_time()
            taken.let_go(self._address, self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._head is not None and self._head > LARGEST_HEAD:
                self.transport.write(TOO_LARGE)
                self.transport.close()
                return
            if self._head is not None:
                self._head += len(data)
            super().data_received(data)

        def on_headers_complete(self) -> None:
            self._head = None
            super().on_headers_complete()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            if self._late is None:
                self._await_request()

        def on_message_complete(self) -> None:
            self._in_time()
            self._head = 0
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._in_time()
            super().handle_websocket_upgrade()

        @property
        def _address(self) -> str:
            return place_of(self.client[0]) if self.client else ""

        def _await_request(self) -> None:
            self._late = self.loop.call_later(patience.seconds, self.transport.abort)

        def _in_time(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

    return Guarded


class PlainStream(WebSocketsSansIOProtocol):
    """A WebSocket that sends text as it is: its length, and itself.

    That is all a frame is, for a server masks nothing and these streams compress nothing; to have the library make a
    frame of every message costs more than everything else on its way out. Whatever is not text on an open stream that
    keeps up goes the usual way. An application finds `write` in the state of the scope, for what can go out at once.
    """

    def handle_connect(self, event: Any) -> None:
        """Begins a stream; the application is called only after this."""
        super().handle_connect(event)
        if hasattr(self, "scope"):  # a handshake that is none has no scope
            self.scope["state"][WRITE] = self.write

    def write(self, text: bytes) -> bool:
        """Sends a text if the stream is open and keeps up; whether it did."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_head(len(text)) + text)
        return True

    async def send(self, message: Any) -> None:
        """Sends a message, or opens or closes the stream."""
        text = message.get("text")
        if self.disconnected and text is not None:
            raise ClientDisconnected
        if text is None or not self.write(text.encode()):
            await super().send(message)


def text_head(size: int) -> bytes:
    """What stands before a whole text of so many bytes (RFC 6455, 5.2)."""
    if size < _SHORT:
        return bytes((_WHOLE_TEXT, size))
    wide = size.bit_length() > _LONG_BITS
    return bytes((_WHOLE_TEXT, _SHORT + wide)) + size.to_bytes(8 if wide else 2, "big")


_WHOLE_TEXT, _SHORT, _LONG_BITS = 0x81, 126, 16


def _connections() -> int:
    """How many connections there can be at once, with some descriptors left for all else."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return max(FEWEST, (soft if hard == resource.RLIM_INFINITY else hard) - RESERVED_DESCRIPTORS)
