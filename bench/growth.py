"""What a command costs as things grow: tables, seats, those who watch, the log; and how long a server takes to open.

python -m bench.growth                                SQLite, a log of up to a million entries
python -m bench.growth --picture docs/pictures/load-growth.svg
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.databases import KINDS, Databases, databases, size_of
from bench.filling import fill
from bench.growth_picture import picture
from bench.load import Load, played
from bench.setting import servers

USUAL = Load(tables=10, seconds=10)
SERIES: dict[str, tuple[int, ...]] = {"tables": (2, 10, 50), "seats": (1, 3, 6), "watchers": (0, 10, 40)}
LOGS = (0, 100_000, 1_000_000)
console = Console(stderr=True)


def main() -> None:
    """Measures, prints and draws."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="sqlite", choices=KINDS)
    parser.add_argument("--seconds", type=float, default=USUAL.seconds, help="how long each is measured")
    parser.add_argument("--logs", type=int, nargs="*", default=LOGS, help="entries of the log before the first command")
    parser.add_argument("--picture", type=Path, help="where to draw it, as SVG")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.database, options.seconds, options.logs)
    if options.picture:
        options.picture.write_text(picture(found), encoding="utf-8")
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        _show(found)


def measured(kind: str, seconds: float, logs: Sequence[int]) -> dict[str, Any]:
    """Every series on one kind of database; one figure grows at a time."""
    usual = USUAL._replace(seconds=seconds)
    known: dict[Load, dict[str, Any]] = {}
    series: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory(prefix="pitboss-growth-") as folder, databases(kind, folder) as source:
        for name, values in SERIES.items():
            loads = [Load(**{**usual._asdict(), name: value}) for value in values]
            for load in loads:
                console.print(f"{name}: {getattr(load, name)}", highlight=False)
                if load not in known:
                    known[load] = _row(source, Path(folder), load, 0)
            series[name] = [{"value": getattr(load, name), **known[load]} for load in loads]
        series["log"] = []
        for size in logs:
            console.print(f"log: {size:,}", highlight=False)
            series["log"].append({"value": size, **_row(source, Path(folder), usual, size)})
    return {"database": kind, "usual": usual._asdict(), "series": series}


def _row(source: Databases, folder: Path, load: Load, entries: int) -> dict[str, Any]:
    """One load on a database of its own, with so long a log."""
    url, keys = source.empty(), Path(tempfile.mkdtemp(dir=folder))
    fill(url, keys, entries)
    size = size_of(url) if entries else 0
    found = played(source, url, keys, load)
    with servers(url, keys, calm=True) as [server]:
        opening, calm = server.seconds, server.calm
    names = ("cpu_ms_per_command", "database_cpu_ms_per_command", "bytes_per_command_and_watcher", "commands")
    row = {name: found[name] for name in names}
    if source.kind == "sqlite":  # these files may be large
        Path(url.removeprefix("sqlite:///")).unlink()
    return {
        **row,
        "p50_ms": found["command_ms"]["p50"],
        "opening_seconds": round(opening, 2),
        "calm_seconds": round(calm, 2),
        "filled_bytes": size,
    }


def _show(found: dict[str, Any]) -> None:
    usual = found["usual"]
    table = Table(title=f"{usual['tables']} tables of {usual['seats']} on {found['database']}, one thing growing")
    for title in ("what", "how many", "a command", "its database", "p50", "opening"):
        table.add_column(title, justify="left" if title == "what" else "right")
    for name, rows in found["series"].items():
        for row in rows:
            times = (f"{row[key]:.2f} ms" for key in ("cpu_ms_per_command", "database_cpu_ms_per_command", "p50_ms"))
            table.add_row(name, f"{row['value']:,}", *times, f"{row['opening_seconds']:.1f} s")
    Console().print(table)


if __name__ == "__main__":
    main()
