"""The stream of a table under a client that does anything: every event comes once and in order, commands are done
once, and nothing breaks.

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
from websockets.frames import Frame, Opcode

from pitboss.client_stream import applied
from pitboss.server.http.access import COOKIE, MOST_STREAMS, USUAL, Limits
from pitboss.server.http.connections import text_head
from pitboss.server.http.problems import LARGEST_BODY
from server.desk import Desk, command, desk_in

LONG = int(os.environ.get("PITBOSS_FUZZ", "0"))
STREAM = "/api/tables/t1/stream"
NONSENSE = [
    "",
    "null",
    "[]",
    "{}",
    '{"command": "sit", "seat": 3}',
    '{"resync": false}',
    '{"resync": true, "id": "1"}',
    '{"id": "1", "commands": []}',
    '{"id": 1, "commands": [{"command": "leave"}]}',
    '{"id": "1", "commands": [{"command": "leave"}], "more": 1}',
    '{"id": "1", "commands": [{"command": "fly"}]}',
]
NUMBERS = st.one_of(st.integers(0, 60), st.integers(0, 2**53 - 1))


class Client:
    """Someone who watches: the events so far by number, the number of the next, and the table by its changes."""

    def __init__(self, desk: Desk, first: int | None, who: str = "pat") -> None:
        self.closing = ExitStack()
        path = STREAM if first is None else f"{STREAM}?first={first}"
        self.socket: Any = self.closing.enter_context(desk.http.websocket_connect(path, headers=desk.headers(who)))
        self.next: int | None = None
        self.asked = first
        self.seen: list[int] = []
        self.table: Any = None

    def read(self, until: int) -> None:
        """Reads on until the number of the next event is known to be this."""
        while self.next is None or self.next < until:
            self.take(self.socket.receive_json())

    def answer(self) -> dict[str, Any]:
        """Reads on until an answer comes."""
        while (message := self.socket.receive_json())["type"] not in ("done", "refused"):
            self.take(message)
        return dict(message)

    def ask(self, id: str, *commands: dict[str, Any]) -> dict[str, Any]:
        """Commands, and what became of them."""
        self.socket.send_text(json.dumps({"id": id, "commands": commands}))
        return self.answer()

    def take(self, message: dict[str, Any]) -> None:
        """One message: a snapshot only at the beginning, or when asked for, and events without a gap."""
        numbers = [event["number"] for event in message.get("events", ())]
        if message["type"] == "snapshot":
            assert self.next is None
            assert not numbers or numbers == list(range(max(self.asked or 0, 0), message["next"]))
            self.table = message["table"]
        else:
            assert message["type"] == "delta"
            assert message["from"] == self.next
            assert numbers == list(range(message["from"], message["next"]))
            self.table = applied(self.table, message["changed"])
        self.seen += numbers
        assert self.table["next"] == message["next"]
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
    @rule(text=st.one_of(st.text(max_size=200), st.binary(max_size=200), st.sampled_from(NONSENSE)))
    def send(self, text: str | bytes) -> None:
        """Nonsense is refused, once, and the stream goes on."""
        client = self.clients[-1]
        client.socket.send_text(text) if isinstance(text, str) else client.socket.send_bytes(text)
        assert client.answer()["status"] == 422

    @precondition(lambda self: self.clients)
    @rule(data=st.data())
    def command(self, data: st.DataObject) -> None:
        """A client sits down or gets up over the stream; sent again, over either way, it is told the same."""
        client = self.clients[data.draw(st.integers(0, len(self.clients) - 1))]
        seated = self.desk.office.room.live("t1").seat_of("pat") is not None
        todo = command("leave") if seated else command("sit", seat=2)
        self.kept += 1
        id = f"kept {self.kept}"
        done = client.ask(id, todo)
        assert done == {"type": "done", "id": id, "next": self.written, "repeated": False}
        assert client.next == self.written, "what came of it is told before the answer"
        assert client.ask(id, todo) == {**done, "repeated": True}
        again = self.desk.ask("pat", "POST", "/api/tables/t1/commands", {"id": id, "commands": [todo]}).json()
        assert again == {"next": done["next"], "repeated": True}

    @precondition(lambda self: self.clients)
    @rule()
    def command_refused(self) -> None:
        """What may not be done is refused with the body that HTTP answers with, and changes nothing."""
        todo = command("open-round", deck="none")
        refused = self.clients[-1].ask("no", todo)
        body = self.desk.tell("pat", "t1", todo).json()
        assert refused == {"type": "refused", "id": "no", **body}

    @precondition(lambda self: self.clients)
    @rule()
    def resync(self) -> None:
        """Who has lost the thread gets a snapshot."""
        client = self.clients[-1]
        client.read(self.written)
        client.next = None
        client.socket.send_text('{"resync": true}')
        client.read(self.written)

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
            shown = self.desk.get("pat", "/api/tables/t1")
            assert client.table == shown

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


@pytest.mark.parametrize("number", ["abc", "-1", str(2**63)])
def test_a_number_that_is_none_is_turned_away(desk: Desk, number: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        desk.http.websocket_connect(f"{STREAM}?first={number}", headers=desk.headers("pat")) as socket,
    ):
        socket.receive_text()


@pytest.fixture
def client(desk: Desk) -> Any:
    opened = Client(desk, None)
    opened.read(0)
    yield opened
    opened.closing.close()


def test_a_refusal_on_the_stream_has_status_id_and_clause(desk: Desk, client: Client) -> None:
    seat = client.ask("a", command("sit", seat=99))
    assert (seat["type"], seat["id"], seat["status"]) == ("refused", "a", 409)
    assert seat["refusals"][0]["clause"]
    assert client.ask("b", command("attest", step="x", deck="y"))["status"] in (403, 409)
    unread = client.ask("c", command("fly"))
    assert (unread["id"], unread["status"]) == ("c", 422)
    client.socket.send_text("x" * (LARGEST_BODY + 1))
    assert client.answer()["status"] == 413
    client.socket.send_bytes(b"{}")
    assert client.answer()["id"] is None
    assert client.ask("d", command("sit", seat=1))["type"] == "done"


def test_commands_on_the_stream_count_as_requests(desk: Desk, client: Client) -> None:
    app: Any = desk.http.app
    app.state.limits = Limits(lambda: 0.0)
    answers = [client.ask(f"{number}", command("open-round", deck="none")) for number in range(int(USUAL.burst) + 1)]
    assert {answer["status"] for answer in answers[:-1]} == {403}
    assert answers[-1]["status"] == 429
    assert desk.ask("pat", "GET", "/api/me").status_code == 429, "the same measure for both ways"


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_page_of_another_site_commands_nothing_with_the_cookie(desk: Desk, origin: str) -> None:
    cookie = {"Cookie": f"{COOKIE}={desk.secrets['pat']}"}
    own = {**cookie, "Origin": str(desk.http.base_url).rstrip("/")}
    with desk.http.websocket_connect(STREAM, headers=own) as socket:
        assert socket.receive_json()["type"] == "snapshot"
    _turned_away(desk, STREAM, {**cookie, "Origin": origin})
    assert desk.office.room.live("t1").table.seats == {}


def test_the_right_to_command_ends_with_the_session(desk: Desk, client: Client) -> None:
    assert desk.ask("pat", "POST", "/api/sign-out").is_success
    refused = client.ask("late", command("sit", seat=1))
    assert (refused["type"], refused["status"]) == ("refused", 401)
    assert desk.office.room.live("t1").table.seats == {}


def test_a_role_taken_away_is_gone_with_the_next_command(desk: Desk, client: Client) -> None:
    desk.person("abe", "administrator")
    desk.ask("abe", "PATCH", "/api/people/pat", {"roles": ["auditor"]})
    assert client.ask("no more", command("sit", seat=1))["status"] == 403


def test_what_the_stream_begins_with_can_be_read_over_http(desk: Desk) -> None:
    desk.do("pat", "t1", command("sit", seat=1), command("leave"))
    with desk.http.websocket_connect(f"{STREAM}?first=1", headers=desk.headers("pat")) as socket:
        streamed = socket.receive_json()
    assert streamed == desk.get("pat", "/api/tables/t1/events?first=1")
    assert [event["event"] for event in streamed["events"]] == ["player-left"]
    plain = desk.get("pat", "/api/tables/t1/events")
    assert list(plain) == ["type", "next", "table"]
    assert plain["type"] == "snapshot"


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    body = b"x" * size
    assert text_head(size) + body == Frame(Opcode.TEXT, body).serialize(mask=False)
