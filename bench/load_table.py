"""What a load came to, as a table in the terminal: one column for each database."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

Found = dict[str, Any]

ROWS: tuple[tuple[str, Callable[[Found], str]], ...] = (
    ("processor time of the servers, a command", lambda found: f"{found['cpu_ms_per_command']:.2f} ms"),
    ("the same of the database's own processes", lambda found: f"{found['database_cpu_ms_per_command']:.2f} ms"),
    ("a bare endpoint that commits one row, over a stream", lambda found: f"{found['bare_ms_per_command']:.2f} ms"),
    ("the same, by a request of its own", lambda found: f"{found['bare_request_ms']:.2f} ms"),
    ("a command as so many bare ones, over a stream", lambda found: f"{found['cpu_ratio_to_bare']:.2f}"),
    ("the same, by requests", lambda found: f"{found['cpu_ratio_to_bare_request']:.2f}"),
    ("commands per second", lambda found: f"{found['commands_per_second']:.1f}"),
    ("rounds a second", lambda found: f"{found['rounds_per_second']:.2f}"),
    ("refused", lambda found: f"{found['refused']}"),
    *(
        (f"command latency, {name}", lambda found, name=name: f"{found['command_ms'][name]:.1f} ms")
        for name in ("p50", "p90", "p99", "max")
    ),
    ("a message of a stream", lambda found: f"{found['bytes_per_message']:,} bytes"),
    ("sent per command to each viewer", lambda found: f"{found['bytes_per_command_and_watcher']:,} bytes"),
    ("database growth per round", lambda found: f"{found['bytes_per_round'] or 0:,} bytes"),
    ("processor time of the servers", lambda found: f"{100 * found['server_cpu']:.0f}% of a core"),
    ("the servers waited for a processor", lambda found: f"{100 * found['server_waited']:.0f}% of the time"),
    ("processor time of the bots", lambda found: f"{100 * found['load_cpu']:.0f}% of a core"),
    ("the bots' share of all processor time", lambda found: f"{100 * found['load_cpu_share']:.0f}%"),
    ("plain commits a second", lambda found: f"{found['commits_per_second']['plain']:,}"),
    ("empty commits through the store, one by one", lambda found: f"{found['commits_per_second']['store']:,}"),
    ("empty commits through the store, many at a time", lambda found: f"{found['commits_per_second']['batched']:,}"),
    ("rounds as a share of plain commits", lambda found: f"{100 * found['rounds_per_plain_commit']:.2f}%"),
    ("commands as a share of plain commits", lambda found: f"{100 * found['commands_per_plain_commit']:.2f}%"),
)


def show(results: Sequence[Found]) -> None:
    """Prints loads of the same kind side by side."""
    first = results[0]
    think = f"{first['think_seconds']:g} s of thought" if first["think_seconds"] else "no pause for thought"
    servers = "one server" if first["servers"] == 1 else f"{first['servers']} servers"
    table = Table(title=f"{first['tables']} tables of {first['seats']} bots, {think}, {servers}")
    table.add_column("")
    for found in results:
        table.add_column(found["database"], justify="right")
    for title, written in ROWS:
        table.add_row(title, *map(written, results))
    Console().print(table)
