"""Two servers behind a real nginx, set up as `deploy/nginx.conf` has it: a table is one server's, and outlives it."""

import asyncio
import getpass
import shutil
import socket
import subprocess
import time
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from pitboss.client import Client
from pitboss.store import open_store
from server.together import Day, Server, Servers, findings

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def pair(servers: Servers) -> list[Server]:
    return servers.start(2, "--no-demo", "--proxy-headers", "127.0.0.1")


@pytest.fixture
def proxy(servers: Servers, pair: list[Server]) -> str:
    """The address of the proxy; only the ports of the shipped configuration are others."""
    port, folder = free_port(), servers.folder
    text = CONFIGURATION.read_text(encoding="utf-8").replace("listen 8080", f"listen 127.0.0.1:{port}")
    for written, server in zip(("8321", "8322"), pair, strict=True):
        assert f"127.0.0.1:{written}" in text
        text = text.replace(f"127.0.0.1:{written}", urlsplit(server.address).netloc)
    paths = "\n".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = f"pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\nhttp {{ access_log off; {paths} {text} }}"
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    own = getpass.getuser()  # root's workers would be nobody's, who may not see the folder
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", f"daemon off; user {own};"]
    process = servers.stack.enter_context(subprocess.Popen(command, stderr=subprocess.DEVNULL))
    servers.stack.callback(process.terminate)
    address = f"http://127.0.0.1:{port}"
    for _ in range(500):
        try:
            if httpx.get(f"{address}/healthz").status_code == 200:
                break
        except httpx.TransportError:
            time.sleep(0.02)
    return address


def streams(server: Server) -> int:
    """How many streams a server has open, by its own account."""
    text = httpx.get(f"{server.address}/metrics").text
    return int(float(next(line for line in text.splitlines() if line.startswith("pitboss_streams ")).split()[1]))


def test_a_table_behind_the_proxy_is_one_servers_and_outlives_it(
    proxy: str, pair: list[Server], servers: Servers
) -> None:
    killed: list[Server] = []

    def busy() -> "subprocess.Popen[str]":
        counts = [streams(server) for server in pair]
        assert sorted(counts)[0] == 0, "all who are at a table are at one server"
        assert sum(counts) >= 6
        killed.append(pair[counts.index(max(counts))])
        return killed[0].process

    asyncio.run(Day([proxy] * 3).spend(busy))
    assert [server.stop() for server in pair if server not in killed] == [0]
    with open_store(servers.database) as store:
        assert store.reconcile() == []
    assert findings(servers) == ()


def test_tables_are_spread_over_the_servers(proxy: str, pair: list[Server]) -> None:
    async def watched(stack: AsyncExitStack, guest: int) -> None:
        """Three tables, which is as many as a guest may open, each watched."""
        client = await stack.enter_async_context(Client(proxy))
        await client.sign_in_as_guest()
        for name in (f"spread-{guest}-{number}" for number in range(3)):
            await client.post("/api/tables", {"name": name, "rulebook": "ma-criss-cross", "practice": True})
            stream = client.stream(name)
            stack.push_async_callback(stream.aclose)
            await anext(stream)

    async def counts() -> list[int]:
        async with AsyncExitStack() as stack:
            for guest in range(5):
                await watched(stack, guest)
            return [await asyncio.to_thread(streams, server) for server in pair]

    found = asyncio.run(counts())
    assert sum(found) == 15
    assert min(found) > 0
