"""A database that is down, cut off or full under a running server: one clear line, nothing lost, and it comes back."""

import resource
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.format import ClocksRestarted
from pitboss.books.stream import read_event
from pitboss.books.table_spec import Clock
from server.casino import PURSE, SLOW, Casino, assert_log_is_right, headers, held, placed, returned, wagers
from server.nursery import Nursery, Served
from server.rooms import bet
from store.postgresql import Server

RULEBOOK = "ma-crazy-4"
PATIENT = 60.0  # seconds until a server must have come back


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


class Table:
    """One player at one table of a server."""

    def __init__(self, casino: Casino, server: Served, table: str = "t") -> None:
        self.casino, self.server, self.table = casino, server, table
        self.wagered = PURSE - PURSE
        self.count = 0

    def send(self, id: str, *commands: dict[str, Any]) -> Any:
        body = {"id": id, "commands": commands}
        path = f"/api/tables/{self.table}/commands"
        return self.server.http.post(path, json=body, headers=headers("ann"))

    def do(self, id: str, *commands: dict[str, Any]) -> dict[str, Any]:
        answer = self.send(id, *commands)
        assert answer.status_code == 200, answer.text
        self.wagered += placed(list(commands))
        told: dict[str, Any] = answer.json()
        return told

    def refused(self, id: str, *commands: dict[str, Any]) -> str:
        """Commands while the database cannot be used."""
        answer = self.send(id, *commands)
        assert answer.status_code == 503, answer.text
        line = str(answer.json()["error"])
        assert len(line.splitlines()) == 1
        assert "Traceback" not in line
        return line

    def until(self, happens: Callable[[], bool]) -> None:
        """Waits for the server."""
        deadline = time.monotonic() + PATIENT
        while not happens():
            assert time.monotonic() < deadline, self.server.http.get("/healthz").text
            time.sleep(0.05)

    @property
    def healthy(self) -> bool:
        return bool(self.server.http.get("/healthz").status_code == 200)

    def check(self) -> None:
        """The books and the log are right, and the player has what the answers say."""
        log = self.server.http.get("/api/audit/log", headers=headers("aud")).content
        assert_log_is_right(log)
        with self.casino.books() as books:
            assert books.reconcile() == []
            assert books.balances("pending") == {}
            back = returned(books, self.table, 1)
            assert held(books, "practice/ann") == PURSE - self.wagered + back


def table_at(nursery: Nursery, url: str, keys: Path, clock: Clock = SLOW) -> Table:
    casino = Casino(url, keys)
    casino.open(("t", RULEBOOK, clock))
    return Table(casino, nursery.serve(url, keys))


def test_postgresql_stopped_and_started_again(nursery: Nursery, postgresql: Server, tmp_path: Path) -> None:
    """In mid-round, for longer than the player's clock: the server tells, waits, and goes on by itself."""
    table = table_at(nursery, postgresql.create_place(), tmp_path, Clock(wagers=3600, decision=4, pause=0))
    table.do("sit", {"command": "sit", "seat": 1})
    table.do("deal", *wagers(RULEBOOK, 1), {"command": "ready"})
    dealt = table.server.http.get("/api/tables/t", headers=headers("ann")).json()
    assert dealt["round"]["to_act"] == 1
    postgresql.stop(signal.SIGQUIT)
    try:
        told = table.refused("bet", bet(1, "5"))
        assert told.startswith("the database cannot be used now: ")
        assert table.server.http.get("/healthz").status_code == 503
        time.sleep(6)
        table.refused("bet", bet(1, "5"))
    finally:
        postgresql.start()
    table.until(lambda: table.healthy)
    table.until(lambda: restarts(table.casino) > 0)
    table.do("bet", bet(1, "5"))  # not folded meanwhile
    assert table.send("bet", bet(1, "5")).json()["repeated"]
    table.check()
    table.server.kill()


def restarts(casino: Casino) -> int:
    with casino.books() as books:
        events = [read_event(stored) for stored in books.events("t")]
        return sum(isinstance(event, ClocksRestarted) for event in events)


def test_connections_cut_at_any_moment(nursery: Nursery, postgresql: Server, tmp_path: Path) -> None:
    """Backends are ended again and again while a player plays: whatever gets no answer is sent again, and done once."""
    table = table_at(nursery, postgresql.create_place(), tmp_path)
    steps: list[tuple[str, list[dict[str, Any]]]] = [("sit", [{"command": "sit", "seat": 1}])]
    for number in range(4):
        steps.append((f"deal {number}", [*wagers(RULEBOOK, 1), {"command": "ready"}]))
        steps.append((f"bet {number}", [bet(1, "5")]))
    for id, commands in steps:
        postgresql.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        for _ in range(20):
            answer = table.send(id, *commands)
            if answer.status_code == 200:
                break
            assert answer.status_code == 503, answer.text
            time.sleep(0.05)
        assert answer.status_code == 200, answer.text
        table.wagered += placed(commands)
    table.until(lambda: table.healthy)
    table.check()
    table.server.kill()


def test_the_disk_of_an_sqlite_server_is_full(nursery: Nursery, tmp_path: Path) -> None:
    """No file of the server may grow any more, then they may again: 503 with one line, and it goes on by itself."""
    table = table_at(nursery, f"sqlite:///{tmp_path}/pitboss.db", tmp_path)
    table.do("sit", {"command": "sit", "seat": 1})
    pid = table.server.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))  # each is larger than that already
    told = table.refused("wagers", *wagers(RULEBOOK, 1))
    assert "disk" in told
    assert table.server.http.get("/healthz").status_code == 503
    shown = table.server.http.get("/api/tables/t", headers=headers("ann"))
    assert shown.status_code == 200, "what is there can still be read"
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
    table.until(lambda: table.healthy)
    table.do("wagers", *wagers(RULEBOOK, 1))
    table.do("ready", {"command": "ready"})
    table.do("bet", bet(1, "5"))
    table.check()
    table.server.kill()
