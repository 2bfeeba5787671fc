"""The stream of a table under a client that does anything: every event comes once and in order, and nothing breaks.

A short run by default; PITBOSS_FUZZ=2000 plays that many games of up to fifty steps.
"""

import json
import os
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from litestar.exceptions import WebSocketDisconnect

from pitboss.server.http.access import MOST_STREAMS
from server.desk import Desk, command, desk_in

LONG = int(os.environ.get("PITBOSS_FUZZ", "0"))
STREAM = "/api/tables/t1/stream"
NUMBERS = st.one_of(st.integers(-5, 60), st.integers(-(2**70), 2**70))


class Client:
    """Someone who watches: the events so far by number, and the number of the next."""

    def __init__(self, desk: Desk, first: int | None) -> None:
        self.closing = ExitStack()
        path = STREAM if first is None else f"{STREAM}?first={first}"
        self.socket: Any = self.closing.enter_context(desk.http.websocket_connect(path, headers=desk.headers("pat")))
        self.next: int | None = None
        self.asked = first
        self.seen: list[int] = []

    def read(self, until: int) -> None:
        """Reads on until the number of the next event is known to be this."""
        while self.next is None or self.next < until:
            self.take(self.socket.receive_json())

    def take(self, message: dict[str, Any]) -> None:
        """One message: a snapshot only at the beginning, and events without a gap."""
        assert message["type"] in ("snapshot", "events")
        if message["type"] == "snapshot":
            assert self.next is None
        else:
            numbers = [event["number"] for event in message["events"]]
            start = max(self.asked or 0, 0) if self.next is None else self.next
            assert numbers == list(range(start, message["next"]))
            self.seen += numbers
        assert message["table"]["next"] == message["next"]
        self.next = message["next"]


class Streaming(RuleBasedStateMachine):
    """Clients come, go, come back, send nonsense, while a player sits down and leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.closing = ExitStack()
        folder = self.closing.enter_context(tempfile.TemporaryDirectory())
        self.desk = self.closing.enter_context(desk_in(Path(folder)))
        self.clients: list[Client] = []
        self.kept = 0

    @initialize()
    def open(self) -> None:
        self.desk.person("sue", "supervisor")
        self.desk.person("pat", "player", dollars=1000)
        self.desk.person("ann", "player", dollars=1000)
        self.desk.open("sue", "t1", "ma-criss-cross")

    @property
    def written(self) -> int:
        """The number of the next event."""
        return self.desk.office.room.live("t1").next

    @rule()
    def happen(self) -> None:
        """Something happens at the table."""
        seated = self.desk.office.room.live("t1").seat_of("ann") is not None
        self.desk.do("ann", "t1", command("leave") if seated else command("sit", seat=1))

    @rule()
    def refused(self) -> None:
        """Something does not happen."""
        assert self.desk.tell("ann", "t1", command("open-round", deck="none")).status_code == 403

    @precondition(lambda self: len(self.clients) < MOST_STREAMS // 2)
    @rule(first=st.one_of(st.none(), NUMBERS))
    def connect(self, first: int | None) -> None:
        client = Client(self.desk, first)
        client.read(self.written)
        if client.seen:
            assert client.seen == list(range(max(first or 0, 0), self.written))
        self.clients.append(client)

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def resume(self, data: st.DataObject) -> None:
        """A client goes, things happen, and it comes back where it was: no event is missing, none comes twice."""
        old = self.clients.pop(data.draw(st.integers(0, len(self.clients) - 1)))
        old.closing.close()
        for _ in range(data.draw(st.integers(0, 2))):
            self.happen()
        new = Client(self.desk, old.next)
        new.read(self.written)
        assert new.seen == list(range(old.next or 0, self.written))
        self.clients.append(new)

    @precondition(lambda self: self.clients)
    @rule(text=st.one_of(st.text(max_size=200), st.binary(max_size=200), st.just('{"command": "sit", "seat": 3}')))
    def send(self, text: str | bytes) -> None:
        """What a client sends is dropped."""
        socket = self.clients[-1].socket
        socket.send_text(text) if isinstance(text, str) else socket.send_bytes(text)

    @precondition(lambda self: self.clients)
    @rule()
    def disconnect(self) -> None:
        self.clients.pop().closing.close()

    @rule(
        headers=st.sampled_from(
            [{"Authorization": "Bearer wrong"}, {}, {"Authorization": "Basic cGF0OnBhdA=="}, {"Cookie": "x=y"}]
        )
    )
    def stranger(self, headers: dict[str, str]) -> None:
        _turned_away(self.desk, STREAM, headers)

    @rule(origin=st.sampled_from(["http://evil.example", "null", "http://testserver.local.evil.example", ""]))
    def other_site(self, origin: str) -> None:
        _turned_away(self.desk, STREAM, {**self.desk.headers("pat"), "Origin": origin})

    @rule(name=st.sampled_from(["none", "T1", "refusals"]))
    def nowhere(self, name: str) -> None:
        _turned_away(self.desk, f"/api/tables/{name}/stream", self.desk.headers("pat"))

    @invariant()
    def everyone_is_told_everything(self) -> None:
        for client in self.clients:
            client.read(self.written)
            assert client.next == self.written

    def teardown(self) -> None:
        for client in self.clients:
            client.closing.close()
        self.closing.close()


def _turned_away(desk: Desk, path: str, headers: dict[str, str]) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        desk.http.websocket_connect(path, headers=headers) as socket,
    ):
        socket.receive_text()
    assert closed.value.code == 1008


TestStreaming = Streaming.TestCase
TestStreaming.settings = settings(
    max_examples=LONG or 5,
    stateful_step_count=50 if LONG else 20,
    deadline=None,
    derandomize=not LONG,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def desk(tmp_path: Path) -> Any:
    with desk_in(tmp_path) as opened:
        opened.person("sue", "supervisor")
        opened.person("pat", "player", dollars=1000)
        opened.open("sue", "t1", "ma-criss-cross")
        yield opened


def test_a_person_has_only_so_many_streams(desk: Desk) -> None:
    with ExitStack() as closing:
        clients = []
        for _ in range(MOST_STREAMS):
            clients.append(Client(desk, None))
            closing.callback(clients[-1].closing.close)
            clients[-1].read(0)
        _turned_away(desk, STREAM, desk.headers("pat"))
        clients[0].closing.close()
        streams = desk.http.app.state.limits.streams
        while streams["pat"] == MOST_STREAMS:  # until the server has heard that one is gone
            time.sleep(0.01)
        again = Client(desk, None)
        closing.callback(again.closing.close)
        again.read(0)


def test_a_number_that_is_none_is_turned_away(desk: Desk) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        desk.http.websocket_connect(f"{STREAM}?first=abc", headers=desk.headers("pat")) as socket,
    ):
        socket.receive_text()


def test_what_the_stream_begins_with_can_be_read_over_http(desk: Desk) -> None:
    desk.do("pat", "t1", command("sit", seat=1), command("leave"))
    with desk.http.websocket_connect(f"{STREAM}?first=1", headers=desk.headers("pat")) as socket:
        streamed = socket.receive_json()
    assert streamed == desk.get("pat", "/api/tables/t1/events?first=1")
    assert [event["event"] for event in streamed["events"]] == ["player-left"]
    assert json.dumps(desk.get("pat", "/api/tables/t1/events")).startswith('{"type": "snapshot"')
