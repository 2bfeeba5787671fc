"""Servers for tests in processes of their own: everything is imported once, and each server is a fork of that.

with Nursery() as nursery:
    server = nursery.serve("sqlite:///x.db", Path("keys"))
    server.http.get("/healthz")
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

KILLED = -9
START_SECONDS = 60


@dataclass
class Served:
    """A server process, reached by a socket in a file."""

    pid: int
    socket: Path
    nursery: "Nursery"
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        transport = httpx.HTTPTransport(uds=str(self.socket), verify=False)
        self.http = httpx.Client(transport=transport, base_url="http://pitboss", timeout=60, trust_env=False)

    def wait_until_up(self) -> None:
        """Until it answers."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                if self.http.get("/healthz").status_code in (200, 503):
                    return
            except httpx.HTTPError:
                pass
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.02)

    def ended(self, seconds: float = 30) -> int | None:
        """How the process ended: its status, or the number of the signal below zero; None if it goes on."""
        deadline = time.monotonic() + seconds
        while (status := self.nursery.ask(wait=self.pid)["status"]) is None and time.monotonic() < deadline:
            time.sleep(0.02)
        return None if status is None else int(status)

    def kill(self) -> None:
        """kill -9."""
        os.kill(self.pid, 9)
        assert self.ended() == KILLED


class Nursery:
    """The process whose forks are the servers."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="pitboss-nursery-")
        tests = str(Path(__file__).parents[1])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([tests, os.environ.get("PYTHONPATH", "")])}
        command = [sys.executable, "-m", "server.killable"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self._count = 0

    def serve(self, url: str, keys: Path, *, points: bool = False, port: int = 0, witness: str = "") -> Served:
        """A server over a database, once it answers; with `points` it can be killed at any of them.

        It also listens at a port, and takes the seeds of a witness with this key, where they are given.
        """
        self._count += 1
        socket = Path(self._folder.name) / f"{self._count}"
        started = self.ask(url=url, keys=str(keys), socket=str(socket), points=points, port=port, witness=witness)
        served = Served(int(started["pid"]), socket, self)
        served.wait_until_up()
        return served

    def ask(self, **job: Any) -> dict[str, Any]:
        """One job for the nursery, and its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()  # it kills the servers that are left, and ends
        self._process.wait(30)
        self._folder.cleanup()
