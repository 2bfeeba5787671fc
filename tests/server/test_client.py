"""The Python client: commands go over the stream while one is open, and no lost answer makes one count twice."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from typing import Any

import pytest

from pitboss.client import Client, ServerRefused
from pitboss.client_stream import Stream
from server.test_security import serving

Messages = AsyncGenerator[Any, None]
SIT, LEAVE = {"command": "sit", "seat": 1}, {"command": "leave"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("client")) as url:
        yield url


class NotingClient(Client):
    """A client that notes what it posts."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.posted: list[str] = []

    async def post(self, path: str, body: Any = None) -> Any:
        self.posted.append(path)
        return await super().post(path, body)


class Guest:
    """A guest with an own table, and its stream open; `posted` is what went over HTTP since."""

    def __init__(self, client: NotingClient, table: str) -> None:
        self.client, self.table, self.posted = client, table, client.posted

    async def open(self) -> Messages:
        await self.client.sign_in_as_guest()
        await self.client.post("/api/tables", {"name": self.table, "rulebook": "ma-crazy-4", "practice": True})
        self.posted.clear()
        found = self.client.stream(self.table)
        assert isinstance(found, AsyncGenerator)
        return found

    async def do(self, *commands: Any, id: str = "") -> Any:
        return await self.client.do(self.table, *commands, id=id)


def guest(address: str, table: str, play: Any) -> None:
    async def run() -> None:
        client = NotingClient(address)
        async with client:
            own = Guest(client, table)
            async with aclosing(await own.open()) as messages:
                assert (await anext(messages))["type"] == "snapshot"
                await asyncio.wait_for(play(own, messages), 60)

    asyncio.run(run())


def test_commands_go_over_the_stream_and_the_table_is_kept_by_its_changes(address: str) -> None:
    async def play(own: Guest, messages: Messages) -> None:
        done = await own.do(SIT, id="one")
        assert (done["type"], done["repeated"]) == ("done", False)
        message = await anext(messages)
        assert [seat["player"] for seat in message["table"]["seats"]] == [own.client.name]
        assert message["next"] == done["next"]
        with pytest.raises(ServerRefused) as refused:
            await own.do({"command": "sit", "seat": 99})
        assert refused.value.status == 409
        assert refused.value.answer["refusals"][0]["clause"]
        assert own.posted == []
        await messages.aclose()
        assert (await own.do(SIT, id="one"))["repeated"], "the same id over HTTP, when the stream is closed"
        assert own.posted

    guest(address, "over", play)


def test_a_command_whose_answer_is_lost_is_sent_again_and_done_once(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Stream._take

    async def deaf(stream: Stream, message: Any) -> None:
        if message["type"] == "done":
            await stream._socket.close()
        else:
            await take(stream, message)

    async def play(own: Guest, messages: Messages) -> None:
        monkeypatch.setattr(Stream, "_take", deaf)
        done = await own.do(SIT, id="lost")
        assert done["repeated"], "it had been done"
        assert own.posted == [f"/api/tables/{own.table}/commands"]

    guest(address, "lost", play)


def test_a_gap_is_noticed_and_healed(address: str) -> None:
    async def play(own: Guest, messages: Messages) -> None:
        stream = own.client._streams[own.table]
        stream._next, stream._table = -1, {"wrong": True}
        await own.do(SIT)
        message = await anext(messages)
        assert message["type"] == "snapshot"
        assert message["table"] == await own.client.table(own.table)
        await own.do(LEAVE)
        assert (await anext(messages))["type"] == "delta"

    guest(address, "gap", play)
