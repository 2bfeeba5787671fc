"""What a server costs that has much to keep and nothing to do: memory of a table and of a stream, time to start.

python -m bench.idle          servers with 0, 500 and 2,000 tables at which nobody sits, then 500 streams
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.crowd import crowd
from bench.databases import KINDS, databases
from bench.players import Place
from bench.processes import cpu_of, memory_of
from bench.setting import Guest, Serving, name_of, prepare, servers

QUIET_SECONDS = 5.0
STEADY = 0.002  # memory that changes by less than this share in a second has come to rest


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[0, 500, 2000])
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--database", default="sqlite", choices=KINDS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.database, sorted(options.tables), options.streams)
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        _show(found)


def measured(kind: str, counts: list[int], streams: int) -> dict[str, Any]:
    """Servers of one database with more and more tables."""
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="pitboss-idle-") as name, databases(kind, name) as source:
        url, folder, there = source.empty(), Path(name), 0
        guests = prepare(url, folder, 0, streams)
        for count in counts:
            prepare(url, folder, count, 0, first=there)
            there = count
            with servers(url, folder, calm=True) as [server]:
                rows.append({"tables": count, **_at_rest(server)})
                if count == counts[-1]:
                    each = _stream_bytes(server, guests, count)
    least, most = rows[0], rows[-1]
    more = (most["memory_bytes"] - least["memory_bytes"]) / max(1, most["tables"] - least["tables"])
    return {
        "database": kind,
        "servers": rows,
        "bytes_per_idle_table": round(more),
        "streams": streams,
        "bytes_per_stream": round(each),
        "start_seconds": most["start_seconds"],
        "calm_seconds": most["calm_seconds"],
    }


def _at_rest(server: Serving) -> dict[str, Any]:
    memory, before, began = _memory(server), cpu_of(server.process), time.monotonic()
    time.sleep(QUIET_SECONDS)
    used = (cpu_of(server.process) - before) / (time.monotonic() - began)
    return {
        "memory_bytes": memory,
        "start_seconds": round(server.seconds, 2),
        "calm_seconds": round(server.calm, 2),
        "idle_cpu": round(used, 4),
    }


def _memory(server: Serving) -> int:
    """What a server holds once it holds all it will."""
    before, now = 0, memory_of(server.process)
    while abs(now - before) > STEADY * now:
        time.sleep(1)
        before, now = now, memory_of(server.process)
    return now


def _stream_bytes(server: Serving, guests: list[Guest], tables: int) -> float:
    """Memory of a stream to which nothing is sent but its snapshot: one for each guest, each at another table."""
    if not guests or not tables:
        return 0.0
    before = _memory(server)
    places = [Place(server.address, name_of(number % tables), 0, guest, {}) for number, guest in enumerate(guests)]
    with crowd(places, 0, 1):
        return (_memory(server) - before) / len(places)


def _show(found: dict[str, Any]) -> None:
    table = Table(title=f"A server with nothing to do, on {found['database']}")
    for title in ("tables", "memory", "answers after", "at once after", "processor"):
        table.add_column(title, justify="right")
    for row in found["servers"]:
        times = (f"{row[name]:.1f} s" for name in ("start_seconds", "calm_seconds"))
        table.add_row(
            f"{row['tables']:,}", f"{row['memory_bytes'] / 2**20:.0f} MB", *times, f"{100 * row['idle_cpu']:.1f}%"
        )
    console = Console()
    console.print(table)
    console.print(f"a table at which nobody sits: {found['bytes_per_idle_table']:,} bytes")
    console.print(f"an open stream: {found['bytes_per_stream']:,} bytes")


if __name__ == "__main__":
    main()
