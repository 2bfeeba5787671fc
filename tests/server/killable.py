"""A server that kills itself with SIGKILL at a named point of its work; run by the nursery, as `-m server.killable`.

Points are the lines of `pitboss.server`, `pitboss.books` and `pitboss.store`, in whatever thread, the moments before
and after each SQL statement and before each COMMIT, and the moments around the answer. They are counted from the
arrival of a request with the header `x-kill` until its answer is sent, or from a `POST /kill` on.
"""

import json
import os
import signal
import socket
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from sqlalchemy import Engine, event

from pitboss.books.table_spec import Clock
from pitboss.server.http.app import create_app
from pitboss.server.office import open_office
from store.kill_points import around_statements

RECORD = "record"
WATCHED = tuple(f"{os.sep}pitboss{os.sep}{room}{os.sep}" for room in ("server", "books", "store"))

Trace = Callable[[FrameType, str, Any], Any]
Message = dict[str, Any]


class Points:
    """Passes points; at the one it is armed for, the process dies."""

    def __init__(self) -> None:
        self.armed = ""
        self.passed: list[str] = []
        self._times: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def arm(self, point: str) -> None:
        """From now on, dies at this point; or records all of them."""
        self.passed, self._times = [], Counter()
        self.armed = point
        sys.settrace(self.trace)

    def disarm(self) -> None:
        """No more dying."""
        self.armed = ""
        sys.settrace(None)

    def pass_by(self, what: str) -> None:
        """One point; the second time it is passed it is another."""
        if not self.armed:
            return
        self._times[what] += 1
        point = f"{what} #{self._times[what]}"
        if point == self.armed:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.armed == RECORD:
            self.passed.append(point)

    def trace(self, frame: FrameType, what: str, argument: Any) -> "Trace | None":
        """For `sys.settrace`: every line of the rooms that are watched is a point."""
        file = frame.f_code.co_filename
        name = self._names.get(file)
        if name is None:
            name = self._names[file] = "/".join(file.split(os.sep)[-2:]) if any(at in file for at in WATCHED) else "-"
        return None if name == "-" else self._line

    def _line(self, frame: FrameType, what: str, argument: Any) -> "Trace":
        if what == "line" and self.armed:
            self.pass_by(f"{self._names[frame.f_code.co_filename]}:{frame.f_lineno}")
        return self._line

    def listen(self) -> None:
        """Points around each SQL statement, and before each commit."""

        def before(statement: str) -> None:
            self.pass_by(f"before {' '.join(statement.split()[:3])}")

        def after(statement: str) -> None:
            self.pass_by(f"after {' '.join(statement.split()[:3])}")

        around_statements(before, after)
        event.listen(Engine, "commit", lambda _connection: self.pass_by("before COMMIT"))


class Killable:
    """An application whose requests can be told where to die."""

    def __init__(self, app: Any, points: Points) -> None:
        self._app = app
        self._points = points

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] in ("/points", "/kill"):
            await self._control(scope, receive, send)
            return
        point = dict(scope["headers"]).get(b"x-kill", b"").decode() if scope["type"] == "http" else ""
        if not point:
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            self._points.pass_by(f"before {message['type']}")
            await send(message)
            self._points.pass_by(f"after {message['type']}")

        self._points.arm(point)
        await self._app(scope, receive, sending)
        self._points.disarm()

    async def _control(self, scope: Message, receive: Any, send: Any) -> None:
        """`GET /points` tells the points that were recorded; `POST /kill` arms for what comes by itself."""
        answer: list[str] = self._points.passed
        if scope["path"] == "/kill":
            answer = []
            self._points.arm((await receive())["body"].decode())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})


def serve(job: dict[str, Any]) -> None:
    """A server until it is killed or told to stop."""
    points = Points()
    if job["points"]:
        points.listen()
        threading.settrace(points.trace)  # threads are traced from their start, this one when it comes to it
    app = Killable(create_app(open_office(job["url"], Path(job["keys"]), witness=job["witness"])), points)
    config = uvicorn.Config(app, log_level="critical", access_log=False, lifespan="on", loop="uvloop")
    uvicorn.Server(config).run(sockets=list(listening(job)))


def listening(job: dict[str, Any]) -> Iterator[socket.socket]:
    """A socket in a file for the test; and, where it is asked for, a port for programs that know only addresses."""
    own = socket.socket(socket.AF_UNIX)
    own.bind(job["socket"])
    yield own
    if job["port"]:
        yield socket.create_server(("127.0.0.1", job["port"]))


def warm_up() -> None:
    """Whatever is imported or read once, for all servers at once."""
    with tempfile.TemporaryDirectory() as folder:
        office = open_office(f"sqlite:///{folder}/pitboss.db", Path(folder))
        office.open_demo(Clock())
        create_app(office)
        office.close()


def main() -> None:
    """Forks a server for each line that asks for one."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a server prints is no answer
    warm_up()
    children: set[int] = set()
    for line in sys.stdin:
        job = json.loads(line)
        if "wait" in job:
            ended, status = os.waitpid(job["wait"], os.WNOHANG)
            answer = {"status": os.waitstatus_to_exitcode(status) if ended else None}
            children.discard(ended)
        else:
            pid = os.fork()
            if pid == 0:
                serve(job)
                os._exit(0)
            children.add(pid)
            answer = {"pid": pid}
        print(json.dumps(answer), file=answers, flush=True)
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
