"""Who tries the doors: floods of half-sent requests, other names, other types, files left open, damaged pages."""

import asyncio
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from pitboss.audit import leaf_hash
from pitboss.books import published_log
from pitboss.rulebooks import Refused, load_all
from pitboss.server.http.app import create_app
from pitboss.server.http.connections import Patience, Taken, guarded
from pitboss.server.http.hosts import only_under
from pitboss.server.office import open_office
from server.desk import Desk, desk_in

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Never: "


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_in(tmp_path) as opened:
        opened.person("sue", "supervisor")
        yield opened


@contextmanager
def serving(folder: Path, patience: Patience) -> Iterator[int]:
    """A server on a port of its own."""
    app = create_app(open_office(f"sqlite:///{folder / 'doors.db'}", folder))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(app, http=guarded(patience), log_config=None))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


def half_sent(stack: ExitStack, port: int, count: int, begun: bytes = HALF) -> list[socket.socket]:
    """Connections on each of which a request has begun."""
    opened = []
    for _ in range(count):
        connection = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20))
        connection.sendall(begun)
        opened.append(connection)
    return opened


def is_over(connection: socket.socket) -> bool:
    """Waits until the server has ended a connection; False if it says something instead."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_half_sent_requests_end_and_their_address_gets_no_more_than_its_share(tmp_path: Path) -> None:
    with ExitStack() as stack:
        port = stack.enter_context(serving(tmp_path, Patience(per_address=20, seconds=1.0)))
        flood = half_sent(stack, port, 60)
        assert all(map(is_over, flood)), "those beyond the share at once, the others when their time is up"
        assert httpx.get(f"http://127.0.0.1:{port}/healthz").json()["status"] == "ok"


def test_a_head_without_end_is_cut_off(tmp_path: Path) -> None:
    """What is sent of it is kept until it is whole: who sends on and on would take the memory of the server."""
    with ExitStack() as stack:
        port = stack.enter_context(serving(tmp_path, Patience(seconds=20.0)))
        for begun in (HALF, b"GET /" + b"x" * 1000):
            (connection,) = half_sent(stack, port, 1, begun)
            sent, told = 0, b""
            connection.settimeout(0.05)
            while not told and sent < 8 * 2**20:
                with suppress(TimeoutError, ConnectionError):
                    sent += connection.send(b"x" * 2**16)
                    told = connection.recv(1000)
            assert told.startswith(b"HTTP/1.1 431") or sent < 2**20
            assert sent < 2**20
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", headers={"X": "y" * 50_000}).status_code == 200
        body = b"[" + b" " * 60_000 + b"]"
        asked = httpx.post(
            f"http://127.0.0.1:{port}/api/check", content=body, headers={"Content-Type": "application/json"}
        )
        assert asked.status_code == 422


class Transport(asyncio.Transport):
    """A connection that is open or not."""

    closing = False

    def is_closing(self) -> bool:
        return self.closing


def test_however_many_addresses_come_some_descriptors_are_kept() -> None:
    taken = Taken(per_address=2, in_all=5, proxies=["10.0.0.9"])
    first = [Transport() for _ in range(5)]
    assert [taken.take(f"10.0.0.{number // 2}", each) for number, each in enumerate(first)] == [True] * 5
    assert not taken.take("10.0.0.7", Transport()), "all together"
    first[0].closing = True  # it became a stream, which ended by itself
    assert taken.take("10.0.0.7", Transport())
    taken.let_go("10.0.0.0", first[1])
    assert taken.take("10.0.0.1", Transport()) is False, "two of this address"
    first[2].closing = first[3].closing = True
    assert [taken.take("10.0.0.9", Transport()) for _ in range(3)] == [True] * 3, "a proxy stands for many"


def test_the_log_is_not_hashed_where_every_table_waits_for_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()

    def noting(text: bytes) -> bytes:
        threads.add(threading.current_thread().name)
        return leaf_hash(text)

    monkeypatch.setattr(published_log, "leaf_hash", noting)
    desk.open("sue", "new", "ma-criss-cross")  # which the last head does not cover
    desk.get("sue", "/api/audit/head")
    assert threads, "something was hashed"
    assert all(name.startswith("asyncio_") for name in threads), "by a thread beside the loop"


HOSTS = {
    "tables.example": 200,
    "tables.example:8321": 200,
    "127.0.0.1:8321": 200,
    "localhost": 200,
    "rebound.example": 421,
    "tables.example.evil.example": 421,
    "": 421,
}


def test_a_server_answers_only_under_its_own_names(desk: Desk) -> None:
    async def ask() -> dict[str, int]:
        app: Any = only_under(desk.http.app, ["tables.example"])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as http:
            return {host: (await http.get("/healthz", headers={"Host": host})).status_code for host in HOSTS}

    assert asyncio.run(ask()) == HOSTS


def test_a_name_beside_another_is_none_of_the_servers(desk: Desk) -> None:
    told = list[int]()

    async def send(message: Any) -> None:
        told.append(message.get("status", 0))

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    hosts = [(b"host", b"rebound.example"), (b"host", b"localhost")]
    scope: Any = {"type": "http", "method": "GET", "path": "/healthz", "headers": hosts}
    gate: Any = only_under(desk.http.app, [])
    asyncio.run(gate(scope, receive, send))
    assert told == [421, 0]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"])
def test_a_body_is_taken_as_json_only_where_it_says_so(desk: Desk, kind: str) -> None:
    """What a form on another site can send without asking."""
    headers = {**desk.headers("sue"), "Content-Type": kind}
    body = b'{"id":"1","player":"sue","amount":"1"}'
    assert desk.http.post("/api/buy-ins", content=body, headers=headers).status_code == 415


def test_the_figures_of_a_server_are_not_for_the_world(desk: Desk) -> None:
    assert desk.http.get("/metrics").status_code == 401
    assert desk.ask(desk.person("ann", "player"), "GET", "/metrics").status_code == 403
    assert "pitboss_streams" in desk.ask("sue", "GET", "/metrics").text


def test_readings_that_do_not_exist_are_refused_in_a_line(desk: Desk) -> None:
    for book in load_all():
        for item in book.interpretations:
            submission = {**book.submissions["full"], "readings": {item.id: "by the moon"}}
            asked = {"name": "moon", "rulebook": book.id, "submission": submission}
            assert desk.ask("sue", "POST", "/api/tables", asked).status_code == 422, item.id


def test_a_database_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    file = folder / "pitboss.db"
    folder.mkdir()
    file.touch(0o666)  # one that was made by an earlier release
    open_office(f"sqlite:///{file}", folder).close()
    office = open_office(f"sqlite:///{folder / 'new.db'}", folder)
    readable = {path.name for path in folder.iterdir() if stat.S_IMODE(path.stat().st_mode) & 0o077}
    office.close()
    assert readable - {"log.pub"} == set()


def test_a_damaged_page_is_found_at_the_start(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'pages.db'}"
    office = open_office(url, tmp_path)
    for number in range(300):
        office.store.people.add(f"p{number}", f"p{number}", "x" * 200, (), 0)
    office.close()
    pages = bytearray((tmp_path / "pages.db").read_bytes())
    at = pages.index(b"x" * 200) // 4096 * 4096
    pages[at + 8 : at + 40] = b"\xff" * 32  # the pointers to what is on the page
    (tmp_path / "pages.db").write_bytes(pages)
    with pytest.raises(Refused, match="damaged"):
        open_office(url, tmp_path)
