"""A server in a thread of the test, so that a crew can bring a table to any point before a browser looks at it."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import httpx
import uvicorn
from litestar import Litestar
from litestar.testing import TestClient
from playwright.sync_api import BrowserContext

from pitboss.server.http.access import COOKIE
from pitboss.server.http.app import create_app
from pitboss.server.office import open_office
from server.desk import Desk
from server.rooms import HandClock

SECONDS = 30


@contextmanager
def desk_site(folder: Path) -> Iterator[tuple[Desk, str]]:
    """A desk over a real network, and its address."""
    clock = HandClock()
    clock.seconds = time.time()
    office = open_office(f"sqlite:///{folder / 'desk.db'}", folder, clock)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(office), log_config=None, access_log=False))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
    thread.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with httpx.Client(base_url=url, timeout=SECONDS) as http:
        deadline = time.monotonic() + SECONDS
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.02)
        yield Desk(office, cast(TestClient[Litestar], http), clock), url
    server.should_exit = True
    thread.join(SECONDS)


def sign_in(context: BrowserContext, desk: Desk, name: str, url: str) -> None:
    """Gives a browser the cookie of someone who is signed in."""
    context.add_cookies([{"name": COOKIE, "value": desk.secrets[name], "url": f"{url}/api"}])
