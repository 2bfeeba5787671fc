"""Players whose messages come twice, late, out of order or never, and a model of their money that knows no server.

A message that gets no answer is sent again under its id, until one comes. Some copies arrive long after that.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import unix_connect
from websockets.exceptions import WebSocketException

from engine.random_rounds import Rng
from pitboss.money import Amount
from server.casino import Request, headers, placed, wagers
from server.nursery import Served
from server.rooms import bet

LOST, UNHEARD, DOUBLED, LATE, STREAMED = 12, 12, 15, 15, 20  # out of a hundred
MOST_TRIES = 1000
MOST_LATE = 40  # copies that are on their way at once


@dataclass
class Player:
    """One player at a seat, and what the answers so far say of the money."""

    name: str
    table: str
    rulebook: str
    seat: int
    wagered: Amount = Amount.ZERO
    ids: "count[int]" = field(default_factory=count)


@dataclass
class Message:
    """A request under its id; the number of the next event, once it was acknowledged; of how many copies it was told
    that they, and no other, were done.
    """

    player: Player
    id: str
    commands: list[Request]
    next: int | None = None
    firsts: int = 0


class Network:
    """What lies between players and server."""

    def __init__(self, server: Served, rng: Rng) -> None:
        transport = httpx.AsyncHTTPTransport(uds=str(server.socket), verify=False)
        self._http = httpx.AsyncClient(transport=transport, base_url="http://pitboss", timeout=120, trust_env=False)
        self._socket = str(server.socket)
        self._rng = rng
        self._late: list[Message] = []
        self.figures: Counter[str] = Counter()

    async def close(self) -> None:
        """Whatever is still on its way arrives."""
        while self._late:
            await self._deliver_late()
        await self._http.aclose()

    async def send(self, player: Player, *commands: Request) -> dict[str, Any]:
        """Sends commands until they are acknowledged; the table after them."""
        message = Message(player, f"{player.name} {next(player.ids)}", list(commands))
        for _ in range(MOST_TRIES):
            await self._meanwhile(message)
            copies = 2 + self._rng.randrange(2) if self._happens(DOUBLED) else 1
            if self._happens(LOST):
                self.figures["lost on the way"] += 1
                continue
            answers = await asyncio.gather(*(self._post(message) for _ in range(copies)))
            self.figures["doubled"] += copies - 1
            if self._happens(UNHEARD):
                self.figures["answer lost"] += 1
                continue
            done = [answer for answer in answers if answer.status_code == 200]
            if done:
                self._acknowledged(message, [answer.json() for answer in done])
                return await self._table(player)
            assert all(answer.status_code in (409, 429, 503) for answer in answers), answers[0].text
            self.figures["refused for now"] += 1
        raise AssertionError(f"never done: {message}, {answers[0].text}")

    def _acknowledged(self, message: Message, answers: Sequence[dict[str, Any]]) -> None:
        assert len({answer["next"] for answer in answers}) == 1, "two copies, two outcomes"
        message.next = answers[0]["next"]
        message.player.wagered += placed(message.commands)
        self.figures["commands"] += len(message.commands)

    async def _meanwhile(self, message: Message) -> None:
        """Some copies are late; others, late already, arrive now."""
        if self._happens(LATE) and len(self._late) < MOST_LATE:
            self._late.append(message)
        if self._late and self._happens(LATE):
            await self._deliver_late()
        await asyncio.sleep(self._rng.randrange(5) / 1000)

    async def _deliver_late(self) -> None:
        message = self._late.pop(self._rng.randrange(len(self._late)))
        before = message.next  # while the copy is on its way, another may be acknowledged
        answer = await self._post(message)
        self.figures["late"] += 1
        if message.next is not None and answer.status_code == 200:
            told = answer.json()
            assert told["repeated"] or before is None, "done again"
            assert told["next"] == message.next
        if message.next is not None and self._happens(50):
            other = Message(message.player, message.id, [{"command": "leave"}])
            refused = await self._post(other)
            assert refused.status_code in (409, 422, 429, 503), refused.text
            self.figures["another command under the id"] += 1

    async def _table(self, player: Player) -> dict[str, Any]:
        for _ in range(MOST_TRIES):
            try:
                found = await self._http.get(f"/api/tables/{player.table}", headers=headers(player.name))
            except httpx.TransportError:
                continue
            if found.status_code == 200:
                table: dict[str, Any] = found.json()
                return table
            await asyncio.sleep(0.1)
        raise AssertionError("the table is not shown")

    async def _post(self, message: Message) -> httpx.Response:
        self.figures["messages"] += 1
        body = {"id": message.id, "commands": message.commands}
        path = f"/api/tables/{message.player.table}"
        signed = headers(message.player.name)
        try:
            if self._happens(STREAMED):
                answer = await self._stream(path, body, signed)
            else:
                answer = await self._http.post(f"{path}/commands", json=body, headers=signed)
            message.firsts += answer.status_code == 200 and not answer.json()["repeated"]
            assert message.firsts <= 1, "done twice"
            return answer
        except (httpx.TransportError, WebSocketException):  # the server closes connections that were idle for long
            self.figures["connection lost"] += 1
            return httpx.Response(503)

    async def _stream(self, path: str, body: dict[str, Any], signed: dict[str, str]) -> httpx.Response:
        """The other way to the table: a stream, opened for this one message."""
        self.figures["over a stream"] += 1
        async with unix_connect(self._socket, f"ws://pitboss{path}/stream", additional_headers=signed) as socket:
            await socket.send(json.dumps(body))
            while (told := json.loads(await socket.recv()))["type"] not in ("done", "refused"):
                pass
        assert told["id"] == body["id"]
        return httpx.Response(told.get("status", 200), json=told)

    def _happens(self, percent: int) -> bool:
        return self._rng.randrange(100) < percent


async def sit(network: Network, players: Sequence[Player]) -> None:
    """Everyone at a table sits down."""
    for player in players:
        await network.send(player, {"command": "sit", "seat": player.seat})


async def play_round(network: Network, players: Sequence[Player], rng: Rng) -> None:
    """A round of everyone at one table, each wager a message of its own, in any order."""
    await asyncio.gather(*(_wager(network, player, rng) for player in players))
    table = await network.send(players[0], {"command": "ready"})
    while (round := table["round"]) is not None and round["to_act"] is not None:
        player = players[round["to_act"] - 1]
        fold = {"command": "play", "action": {"action": "fold", "seat": player.seat}}
        least = wagers(player.rulebook, player.seat)[0]["action"]["amount"]  # as much as the ante
        table = await network.send(player, fold if rng.randrange(6) == 0 else bet(player.seat, least))
    while (round := table["round"]) is not None and round["spin_due"] is not None:
        player = players[round["spin_due"] - 1]
        spin = {"action": "spin", "seat": player.seat, "position": 0}  # the server says where it stops
        table = await network.send(player, {"command": "play", "action": spin})


async def _wager(network: Network, player: Player, rng: Rng) -> None:
    """The required wagers, then the others in any order, then ready; the first player's ready comes last."""
    made = wagers(player.rulebook, player.seat)
    await network.send(player, *made[:2])
    rest = made[2:]
    rest = [rest.pop(rng.randrange(len(rest))) for _ in range(len(rest))]
    await asyncio.gather(*(network.send(player, wager) for wager in rest))
    if player.seat > 1:
        await network.send(player, {"command": "ready"})
