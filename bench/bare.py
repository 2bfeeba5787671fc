"""A bare endpoint of the same web framework that commits one row: what a command costs when nothing is decided.

`costs` measures it over a WebSocket, as commands go to a table, and by a request of its own for each row.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
import uvloop
from litestar import Litestar, WebSocket, post, websocket
from sqlalchemy import text

from bench.processes import cpu_of
from bench.wire import Wire, connect
from pitboss.store.engines import open_engines

ROWS = 3000
POSTED = 1000
AT_ONCE = 8
BODY = "x" * 200


def main() -> None:
    """Serves until it is told to stop."""
    engines = open_engines(sys.argv[1], create=True)
    with engines.write.begin() as connection:
        connection.execute(text("CREATE TABLE bench_bare (number INTEGER, body TEXT)"))

    def commit(row: dict[str, Any]) -> dict[str, Any]:
        with engines.write.begin() as connection:
            connection.execute(text("INSERT INTO bench_bare VALUES (:number, :body)"), row)
        return {"next": row["number"]}

    @post("/rows", sync_to_thread=True)
    def posted(data: dict[str, Any]) -> dict[str, Any]:
        return commit(data)

    @websocket("/stream")
    async def streamed(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        async for row in socket.iter_data(mode="text"):
            done = await asyncio.to_thread(commit, json.loads(row))
            await socket.send_data(json.dumps(done), mode="text")

    config = uvicorn.Config(
        Litestar([posted, streamed], openapi_config=None), port=0, log_level="warning", ws_per_message_deflate=False
    )
    listener = config.bind_socket()
    listener.listen()
    print(listener.getsockname()[1], flush=True)
    uvicorn.Server(config).run(sockets=[listener])


def costs(url: str) -> tuple[float, float]:
    """Milliseconds of processor time that the bare endpoint takes for a row: over a WebSocket, and by a request."""
    with _serving(url) as (server, port), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_stream(port, AT_ONCE * 10))  # whatever is loaded with the first of them
        streamed = runner.run(_cost(server, _stream(port, ROWS), ROWS))
        return streamed, runner.run(_cost(server, _post(port, POSTED), POSTED))


@contextmanager
def _serving(url: str) -> Iterator[tuple[int, int]]:
    server = subprocess.Popen([sys.executable, "-m", "bench.bare", url], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.pid, int(server.stdout.readline())
    finally:
        server.terminate()
        server.wait(30)


async def _cost(server: int, work: Any, rows: int) -> float:
    before = cpu_of(server)
    await work
    return 1000 * (cpu_of(server) - before) / rows


async def _stream(port: int, rows: int) -> None:
    """Some clients, each with a stream, who send a row as soon as the last is answered."""
    await asyncio.gather(*(_stream_rows(port, range(first, rows, AT_ONCE)) for first in range(AT_ONCE)))


async def _stream_rows(port: int, numbers: range) -> None:
    left, over = iter(numbers), asyncio.Event()
    wire: Wire

    def go_on(_: bytes = b"") -> None:
        number = next(left, None)
        if number is None:
            over.set()
        else:
            wire.send(json.dumps({"number": number, "body": BODY}).encode())

    wire = await connect(f"http://127.0.0.1:{port}/stream", go_on)
    go_on()
    await over.wait()
    wire.close()


async def _post(port: int, rows: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        await asyncio.gather(*(_post_rows(client, range(first, rows, AT_ONCE)) for first in range(AT_ONCE)))


async def _post_rows(client: httpx.AsyncClient, numbers: range) -> None:
    for number in numbers:
        answer = await client.post("/rows", json={"number": number, "body": BODY})
        answer.raise_for_status()


if __name__ == "__main__":
    main()
