"""A small client of the server's public interface, for bots and programs."""

import asyncio
import secrets
import ssl
from collections.abc import AsyncGenerator
from functools import cache
from types import TracebackType
from typing import Any

import httpx
from websockets.asyncio.client import connect

from pitboss.client_stream import Answer, AnswerLost, Stream

TOO_MANY = 429
WAITS = 202  # for a second person
LARGEST_MESSAGE = 2**22
LIMITS = httpx.Limits(max_connections=10, keepalive_expiry=60)
TRIES = 3
TRY_AGAIN_SECONDS = 0.2


class ServerRefused(Exception):
    """The server said no; `status` and `answer` say how and why."""

    def __init__(self, status: int, answer: Answer) -> None:
        super().__init__(str(answer.get("error") or answer.get("detail") or answer))
        self.status = status
        self.answer = answer


class Client:
    """One signed-in person. Commands get an id of their own, so that they can be sent again after a lost answer."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.name = ""
        self._streams: dict[str, Stream] = {}  # those open, by table
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30, limits=LIMITS, verify=_certificates())
        self._sign(token)

    async def sign_in(self, name: str, password: str) -> None:
        """Signs in by password."""
        answer = await self.post("/api/sign-in", {"name": name, "password": password})
        self.name = answer["name"]
        self._sign(answer["token"])

    async def sign_in_as_guest(self) -> None:
        """Signs in as a guest with play money; when too many do so at once, in turn."""
        while True:
            try:
                answer = await self.post("/api/guest")
                break
            except ServerRefused as refused:
                if refused.status != TOO_MANY:
                    raise
            await asyncio.sleep(1)
        self.name = answer["name"]
        self._sign(answer["token"])

    async def tables(self) -> list[Answer]:
        """Every table."""
        found: list[Answer] = await self.get("/api/tables")
        return found

    async def table(self, name: str) -> Answer:
        """A table as this person may see it."""
        found: Answer = await self.get(f"/api/tables/{name}")
        return found

    async def do(self, table: str, *commands: Answer, id: str = "") -> Answer:
        """Commands at a table, all or none, over its stream where one is open; `ServerRefused` carries the clause.

        A command whose answer is lost is sent again: its id makes that safe.
        """
        body = {"id": id or secrets.token_hex(12), "commands": commands}
        stream = self._streams.get(table)
        try:
            if stream is not None:
                return _done(await stream.ask(body))
        except AnswerLost:
            pass
        for _ in range(TRIES - 1):
            try:
                return await self.post(f"/api/tables/{table}/commands", body)
            except httpx.TransportError:
                await asyncio.sleep(TRY_AGAIN_SECONDS)
        return await self.post(f"/api/tables/{table}/commands", body)

    async def move_own(self, amount: str, to: str, practice: bool = False, id: str = "") -> Answer:
        """Moves one's own money to the "game account", or from it to "chips"; what one has after it."""
        body = {"id": id or secrets.token_hex(12), "amount": amount, "to": to, "practice": practice}
        return await self.post("/api/me/game-account", body)

    async def stream(self, table: str, first: int | None = None) -> AsyncGenerator[Answer, None]:
        """What happens at a table, from a snapshot on: `events`, `next`, and the whole `table` after them.

        With the number of an event, those from it on come first. While it is open, commands go over it.
        """
        query = "" if first is None else f"?first={first}"
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{table}/stream{query}"
        headers = self.headers
        async with connect(address, additional_headers=headers, max_size=LARGEST_MESSAGE, compression=None) as socket:
            stream = self._streams[table] = Stream(socket)
            try:
                async for message in stream.messages():
                    yield message
            finally:
                if self._streams.get(table) is stream:
                    del self._streams[table]
                await stream.close()

    async def get(self, path: str) -> Any:
        """Any address, read."""
        return _read(await self._http.get(path, headers=self.headers))

    async def post(self, path: str, body: Answer | None = None) -> Answer:
        """Any address, written to."""
        answer: Answer = _read(await self._http.post(path, json=body, headers=self.headers))
        return answer

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()

    def _sign(self, token: str) -> None:
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http.cookies.clear()


@cache
def _certificates() -> ssl.SSLContext:
    """Whom to trust: read once, for a program may have a thousand clients."""
    return ssl.create_default_context()


def _done(answer: Answer) -> Answer:
    if answer["type"] == "refused":
        raise ServerRefused(answer["status"], answer)
    return answer


def _read(response: httpx.Response) -> Any:
    if response.is_success and response.status_code != WAITS:
        return response.json() if response.content else {}
    try:
        answer = response.json()
    except ValueError:
        answer = {"error": f"status {response.status_code}"}
    raise ServerRefused(response.status_code, answer)
