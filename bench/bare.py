"""A bare endpoint of the same web framework that commits one row: what a command costs when nothing is decided.

python -m bench.bare URL PORT serves it; `cost` measures it from another process.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import uvicorn
from litestar import Litestar, post
from sqlalchemy import text

from pitboss.store.engines import open_engines

REQUESTS = 1500
AT_ONCE = 8


def main() -> None:
    """Serves until it is told to stop."""
    url, port = sys.argv[1:]
    engines = open_engines(url, create=False)
    with engines.write.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS bench_bare (number INTEGER, body TEXT)"))

    @post("/rows", sync_to_thread=True)
    def rows(data: dict[str, int | str]) -> dict[str, int]:
        with engines.write.begin() as connection:
            connection.execute(text("INSERT INTO bench_bare VALUES (:number, :body)"), data)
        return {"next": int(data["number"])}

    uvicorn.run(Litestar([rows], openapi_config=None), port=int(port), log_level="warning", loop="uvloop")


def cost(url: str) -> float:
    """Milliseconds of processor time that the bare endpoint takes for a request."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", "bench.bare", url, str(port)])
    try:
        return asyncio.run(_cost(f"http://127.0.0.1:{port}", server.pid))
    finally:
        server.terminate()
        server.wait(30)


async def _cost(address: str, process: int) -> float:
    async with httpx.AsyncClient(base_url=address) as client:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                await client.post("/rows", json={"number": -1, "body": ""})
                break
            except httpx.TransportError:
                await asyncio.sleep(0.1)
        before = cpu_of(process)
        await asyncio.gather(*(_ask(client, range(first, REQUESTS, AT_ONCE)) for first in range(AT_ONCE)))
        return 1000 * (cpu_of(process) - before) / REQUESTS


async def _ask(client: httpx.AsyncClient, numbers: range) -> None:
    for number in numbers:
        answer = await client.post("/rows", json={"number": number, "body": "x" * 200})
        answer.raise_for_status()


def cpu_of(process: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
