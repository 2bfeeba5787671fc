"""Load: a real server, real bots over loopback, and the raw commit rate of the same database in the same run.

python -m bench.load                          200 tables of 6 seats, thinking about 3 s over each command
python -m bench.load --think 0 --tables 20    closed loop: every bot answers at once
python -m bench.load --database postgresql    on a private PostgreSQL server that syncs to the disk
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table
from sqlalchemy import text

from pitboss.audit import Cards
from pitboss.books.table_spec import Clock
from pitboss.cli.bot import BotSeat, BotTally, percentile, play_all
from pitboss.cli.computer import choose
from pitboss.client import Client
from pitboss.rulebooks import SHIPPED, terms_for
from pitboss.rulebooks.loader import submission_data
from pitboss.server.office import open_office
from pitboss.store import Commit, open_store
from pitboss.store.engines import open_engines

COMMIT_SECONDS = 2.0
WARM_SECONDS = 5.0
TOGETHER = 64  # commits in the queue of the store at a time
console = Console(stderr=True)


def main() -> None:
    """Sets everything up, measures, prints."""
    options = _options()
    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as folder, _database(options.database, folder) as url:
        _open_tables(url, Path(folder), options.tables)
        commits = {
            "plain": _plain_commits(url),
            "store": _store_commits(url, 1),
            "batched": _store_commits(url, TOGETHER),
        }
        with _server(url, folder) as (server, address):
            found = _measure(options, server.pid, address)
    found["commits_per_second"] = {name: round(rate) for name, rate in commits.items()}
    found["rounds_per_plain_commit"] = round(found["rounds_per_second"] / commits["plain"], 4)
    found["commands_per_plain_commit"] = round(found["commands_per_second"] / commits["plain"], 4)
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        _show(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seats", type=int, default=6, choices=range(1, 7))
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure, after everybody sits")
    parser.add_argument("--think", type=float, default=3.0, help="seconds over a command, 0.5 to 1.5 times; 0: none")
    parser.add_argument("--bots", type=int, default=1, help="processes the bots are spread over")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgresql, or the address of a database")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


@contextmanager
def _database(kind: str, folder: str) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder}/load.db"
    elif kind == "postgresql":
        sys.path.append("tests")
        from store.postgresql import Server  # noqa: PLC0415, the tests' own server, needed for this one word only

        server = Server(durable=True)
        server.start()
        yield server.create_place()
        server.remove()
    else:
        yield kind


def _open_tables(url: str, folder: Path, tables: int) -> None:
    """Practice tables of all rulebooks in turn, with everything they offer."""
    office = open_office(url, folder)
    for number in range(tables):
        id = SHIPPED[number % len(SHIPPED)]
        choices = submission_data(id, "full")
        office.room.open_table(f"load-{number + 1}", id, choices, Cards.VIRTUAL, True, Clock(pause=3), "system")
    office.close()


def _plain_commits(url: str) -> float:
    """Commits a second of one row each, by plain SQL, with the sync the store uses."""
    engines, done = open_engines(url, create=False), 0
    with engines.write.begin() as connection:
        connection.execute(text("CREATE TABLE bench_commits (number INTEGER)"))
        connection.execute(text("INSERT INTO bench_commits VALUES (0)"))
    began = time.perf_counter()
    while time.perf_counter() < began + COMMIT_SECONDS:
        with engines.write.begin() as connection:
            connection.exec_driver_sql("UPDATE bench_commits SET number = number + 1")
        done += 1
    rate = done / (time.perf_counter() - began)
    with engines.write.begin() as connection:
        connection.execute(text("DROP TABLE bench_commits"))
    engines.dispose()
    return rate


def _store_commits(url: str, together: int) -> float:
    """Empty commits a second through the store, so many waiting at a time."""
    run, done = secrets.token_hex(4), 0
    with open_store(url) as store:
        began = time.perf_counter()
        while time.perf_counter() < began + COMMIT_SECONDS:
            waiting = [store.submit(Commit(client="bench", command=f"{run} {done + n}")) for n in range(together)]
            for answer in waiting:
                answer.result()
            done += together
        return done / (time.perf_counter() - began)


@contextmanager
def _server(url: str, folder: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    command = [sys.executable, "-c", "from pitboss.cli import main; main()", "serve", "--port", "0", "--no-demo"]
    command += ["--no-warm", "--data", folder, "--database", url]
    with open(f"{folder}/server.log", "w", encoding="utf-8") as log:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    assert server.stdout is not None
    line = next((line for line in server.stdout if line.startswith("Pitboss is at ")), None)
    assert line, Path(folder, "server.log").read_text(encoding="utf-8")
    try:
        yield server, line.split()[-1]
    finally:
        server.terminate()
        server.wait(30)


def _measure(options: argparse.Namespace, server: int, address: str) -> dict[str, Any]:
    """Has the bots sit down, then watches for a while."""
    context = multiprocessing.get_context("spawn")
    sitting, go = (shared := context.Manager()).Semaphore(0), shared.Event()
    jobs = [
        (address, range(worker, options.tables, options.bots), options, sitting, go) for worker in range(options.bots)
    ]
    with shared, context.Pool(options.bots) as pool, console.status("Bots sit down and play ..."):
        playing = pool.starmap_async(_play, jobs)
        for _ in jobs:
            while not sitting.acquire(timeout=1):
                if playing.ready():
                    playing.get()  # raises what went wrong
        time.sleep(WARM_SECONDS)
        before, cpu, waited, began = _rounds(address), _cpu(server), _waited(server), time.monotonic()
        go.set()
        time.sleep(options.seconds)
        seconds = time.monotonic() - began
        rounds, cpu, waited = _rounds(address) - before, _cpu(server) - cpu, _waited(server) - waited
        tallies = playing.get()
    latencies = [latency for _, taken in tallies for latency in taken]
    return {
        "tables": options.tables,
        "seats": options.seats,
        "think_seconds": options.think,
        "database": "postgresql" if options.database.startswith("postgresql") else "sqlite",
        "seconds": round(seconds, 1),
        "commands": len(latencies),
        "refused": sum(refused for refused, _ in tallies),
        "commands_per_second": round(len(latencies) / seconds, 1),
        "rounds_per_second": round(rounds / seconds, 2),
        "command_ms": {
            name: round(1000 * percentile(latencies, share), 2)
            for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
        },
        "server_cpu": round(cpu / seconds, 3),
        "server_waited": round(waited / seconds, 3),
    }


def _play(address: str, numbers: range, options: argparse.Namespace, sitting: Any, go: Any) -> tuple[int, list[float]]:
    return asyncio.run(_play_tables(address, numbers, options, sitting, go))


async def _play_tables(
    address: str, numbers: range, options: argparse.Namespace, sitting: Any, go: Any
) -> tuple[int, list[float]]:
    """Bots at some of the tables, in a process of their own: refusals and latencies while it was measured."""
    async with Client(address) as scout:
        await scout.sign_in_as_guest()
        found = {table["name"]: table for table in await scout.tables()}
    chosen = [found[f"load-{number + 1}"] for number in numbers]
    known = {id: terms_for(id, submission_data(id, "full")) for id in SHIPPED}
    places = [
        BotSeat(table["name"], seat, known[table["rulebook"]])
        for table in chosen
        for seat in range(1, options.seats + 1)
    ]
    tally = BotTally()
    playing = asyncio.create_task(
        play_all(address, places, lambda view, terms: choose(view), tally, options.think, None)
    )
    gc.freeze()
    gc.disable()  # else a latency would now and then be that of a search for garbage among the bots
    while tally.seated < len(places):
        await asyncio.sleep(0.1)
        if playing.done():
            raise RuntimeError(repr(playing.exception()))
    sitting.release()
    await asyncio.to_thread(go.wait)
    tally.seconds.clear()
    tally.refused = 0
    await asyncio.sleep(options.seconds)
    measured = tally.refused, list(tally.seconds)
    playing.cancel()
    await playing
    return measured


def _rounds(address: str) -> float:
    """Rounds that ended so far, by the server's own count."""
    figures = httpx.get(f"{address}/metrics").text
    return sum(float(count) for count in re.findall(r"^pitboss_rounds_total\{.*\} (.*)$", figures, re.MULTILINE))


def _cpu(process: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _waited(process: int) -> float:
    """Seconds a process was ready to run but had to wait for a processor: on a busy machine, most of a latency."""
    return int(Path(f"/proc/{process}/schedstat").read_text(encoding="utf-8").split()[1]) / 1e9


def _show(found: dict[str, Any]) -> None:
    think = f"{found['think_seconds']:g} s of thought" if found["think_seconds"] else "no pause for thought"
    title = f"{found['tables']} tables of {found['seats']} bots on {found['database']}, {think}"
    table = Table(title=title, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, milliseconds in found["command_ms"].items():
        table.add_row(f"command latency, {name}", f"{milliseconds:.1f} ms")
    table.add_row("commands a second", f"{found['commands_per_second']:.1f}")
    table.add_row("refused", str(found["refused"]))
    table.add_row("rounds a second", f"{found['rounds_per_second']:.2f}")
    table.add_row("processor time of the server", f"{100 * found['server_cpu']:.0f}% of a core")
    table.add_row("the server waited for a processor", f"{100 * found['server_waited']:.0f}% of the time")
    for name, rate in found["commits_per_second"].items():
        table.add_row(f"commits a second, {_COMMITS[name]}", f"{rate:,}")
    table.add_row("rounds as a share of plain commits", f"{100 * found['rounds_per_plain_commit']:.2f}%")
    table.add_row("commands as a share of plain commits", f"{100 * found['commands_per_plain_commit']:.2f}%")
    Console().print(table)


_COMMITS = {
    "plain": "plain SQL",
    "store": "empty, through the store, one by one",
    "batched": f"empty, through the store, {TOGETHER} at a time",
}

if __name__ == "__main__":
    main()
