"""Bots that cost next to nothing, so that a load tells of the server: each looks at whose turn it is, at little else.

Of a message a bot reads the rows it needs and skips the rest undecoded. Which bet it makes follows from round, stage
and seat alone: three times of four the least, else it checks or folds; so every run asks the same of a server.
"""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from bench.setting import Guest
from bench.wire import Wire, connect
from pitboss.audit import Stage
from pitboss.audit.commitment import pledge

GIVES_UP = 4  # one decision in so many
OVER = ("settled", "void")
_WATCHED = frozenset({"phase", "stage", "to_act", "spin_due", "spins", "choice"})


class Place(NamedTuple):
    """Where a guest sits, or with seat 0 only watches, by which server, and with which wagers."""

    address: str
    table: str
    seat: int
    guest: Guest
    wagers: dict[str, str]


class _Row(msgspec.Struct, array_like=True):
    path: list[str | int]
    value: msgspec.Raw = msgspec.Raw(b"null")


class _Delta(msgspec.Struct):
    changed: list[_Row]


class _Table(msgspec.Struct):
    rounds: int
    round: dict[str, Any] | None
    fairness: dict[str, Any] | None = None


class _Snapshot(msgspec.Struct):
    table: _Table


_DELTA, _SNAPSHOT, _VALUE = msgspec.json.Decoder(_Delta), msgspec.json.Decoder(_Snapshot), msgspec.json.Decoder()
_WRITTEN = msgspec.json.Encoder().encode


@dataclass
class Tally:
    """What bots saw since they were last asked."""

    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    messages: int = 0
    bytes: int = 0


@dataclass
class Group:
    """The bots of one table. While they hold, no new round is begun."""

    holding: bool = True
    last: int = 0  # the last round that anyone wagered in

    def may_wager(self, round: int) -> bool:
        """Whether to take part in a round."""
        if not self.holding:
            self.last = max(self.last, round)
        return round <= self.last


class Player:
    """One bot on its stream."""

    def __init__(self, place: Place, group: Group, tally: Tally, think: float) -> None:
        self._place, self._group, self._tally, self._think = place, group, tally, think
        self.table = place.table
        self._round: dict[str, Any] = {}
        self._rounds = 0
        self._stage: str | None = None  # of the shuffle
        self._seed = ""  # that was pledged
        self._pledged = 0  # the round it was pledged for
        self._sent: tuple[Any, ...] = ()  # what was asked for last, so that it is asked for once
        self._asked_at = 0.0
        self._busy = False
        self._wire: Wire | None = None

    async def come(self) -> None:
        """Opens the stream and takes the seat."""
        place = self._place
        self._wire = await connect(f"{place.address}/api/tables/{place.table}/stream", self._hear, place.guest.token)
        if place.seat:
            self._ask({"command": "sit", "seat": place.seat})
            while self._busy:
                await asyncio.sleep(0.01)

    @property
    def resting(self) -> bool:
        """Whether the round is over and the next one open."""
        waiting = self._round.get("phase") == "wagers" and self._rounds > self._group.last
        return not self._place.seat or (waiting and not self._busy)

    @property
    def gone(self) -> bool:
        """Whether the server has ended the stream."""
        return self._wire is None or self._wire.gone

    def _hear(self, message: bytes) -> None:
        kind = message[9:14]  # {"type":"delta", with what it is at a fixed place
        if kind == b"delta":
            self._tally.messages += 1
            self._tally.bytes += len(message)
            if self._place.seat:
                self._change(_DELTA.decode(message).changed)
        elif kind == b"snaps":
            table = _SNAPSHOT.decode(message).table
            self._rounds, self._round = table.rounds, table.round or {}
            self._stage = (table.fairness or {}).get("stage")
        else:
            self._tally.seconds.append(time.perf_counter() - self._asked_at)
            self._tally.refused += kind == b"refus"
            self._busy = False
        if not self._busy:
            self.look()

    def _change(self, rows: list[_Row]) -> None:
        for row in rows:
            path = row.path
            if path[0] == "rounds":
                self._rounds = _VALUE.decode(row.value)
            elif path[0] == "fairness" and path[1:] in ([], ["stage"]):
                told = _VALUE.decode(row.value)
                self._stage = told["stage"] if isinstance(told, dict) else told
            elif path[0] != "round":
                continue
            elif len(path) == 1:
                self._round = _VALUE.decode(row.value) or {}
            elif path[1] in _WATCHED:
                self._put(path[1:], _VALUE.decode(row.value))

    def _put(self, path: list[Any], value: Any) -> None:
        part: Any = self._round
        for key in path[:-1]:
            part = part[key]
        if isinstance(part, list) and path[-1] == len(part):
            part.append(value)
        else:
            part[path[-1]] = value

    def look(self) -> None:
        """Does what the table waits for, if anything, now or after some thought."""
        due = self._due()
        if not due or due == self._sent:
            return
        self._sent, self._busy = due, True
        if self._think:
            seconds = self._think * (0.5 + secrets.randbelow(1001) / 1000)
            asyncio.get_running_loop().call_later(seconds, self._do, due)
        else:
            self._do(due)

    def _due(self) -> tuple[Any, ...]:
        round, seat = self._round, self._place.seat
        if not seat or not round:
            return ()
        if self._stage == Stage.SHOWING_SEEDS:
            return ("seed", self._rounds) if self._pledged == self._rounds else ()
        if round["phase"] == "wagers":
            return ("wager", self._rounds) if self._group.may_wager(self._rounds) else ()
        if round["to_act"] == seat:
            return ("decide", self._rounds, round["stage"])
        return ("spin", self._rounds, len(round["spins"])) if round["spin_due"] == seat else ()

    def _do(self, due: tuple[Any, ...]) -> None:
        """Asks for it, unless the moment has passed."""
        self._busy = False
        if self._due() != due:
            self._sent = ()
            self.look()
        elif due[0] == "wager":
            placed = {"command": "set-wagers", "seat": self._place.seat, "wagers": self._place.wagers}
            self._seed, self._pledged, round = secrets.token_hex(16), self._rounds, f"{self.table}/{self._rounds}"
            pledged = {"command": "pledge", "pledge": pledge(round, self._place.guest.name, self._seed)}
            self._ask(pledged, placed, {"command": "ready"})
        elif due[0] == "seed":
            self._ask({"command": "seed", "seed": self._seed})
        elif due[0] == "decide":
            self._ask({"command": "play", "action": self._choice()})
        else:
            spin = {"action": "spin", "seat": self._place.seat, "position": 0}
            self._ask({"command": "play", "action": spin})

    def _choice(self) -> dict[str, Any]:
        choice, seat = self._round["choice"], self._place.seat
        gives_up = (self._rounds + self._round["stage"] + seat) % GIVES_UP == 0
        if choice["bet"] is not None and not gives_up:
            return {"action": "bet", "seat": seat, "amount": choice["least"]}
        return {"action": "check" if choice["check"] else "fold", "seat": seat}

    def _ask(self, *commands: dict[str, Any]) -> None:
        self._busy, self._asked_at = True, time.perf_counter()
        if self._wire is not None:
            self._wire.send(_WRITTEN({"id": secrets.token_hex(8), "commands": commands}))
