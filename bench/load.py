"""Load: real servers, bots over loopback, and peers measured in the same run.

python -m bench.load                          200 tables of 6 seats, thinking about 3 s over each command
python -m bench.load --closed                 20 tables, every bot answers at once; processor time of whole rounds
python -m bench.load --database postgresql    on a private PostgreSQL server that syncs to the disk
python -m bench.load --database both          one after the other, side by side
"""

import argparse
import json
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.console import Console

from bench import bare
from bench.crowd import Crowd, crowd
from bench.databases import KINDS, Databases, commit_rates, databases, size_of
from bench.load_table import show
from bench.players import Place, Tally
from bench.processes import cpu_of, waited
from bench.setting import Serving, name_of, prepare, rulebook_of, servers
from pitboss.cli.bot import PURSE, percentile
from pitboss.engine.computer import default_wagers
from pitboss.rulebooks import SHIPPED, terms_for
from pitboss.rulebooks.loader import submission_data

WARM_SECONDS = 5.0
SPREAD = 15  # tables begin within so many times the time for thought: about what a round takes
console = Console(stderr=True)


class Load(NamedTuple):
    """What is asked of a server."""

    tables: int = 20
    seats: int = 6
    watchers: int = 0  # at each table, beside those who play
    think: float = 0.0
    seconds: float = 20.0
    processes: int = 1
    servers: int = 1
    spread: str = "seats"


class Moment(NamedTuple):
    """What has been used up to a moment."""

    at: float
    rounds: float
    server: float
    waited: float
    database: float
    bots: float
    size: int

    def since(self, other: "Moment") -> "Moment":
        """What was used between the two."""
        return Moment._make(new - old for new, old in zip(self, other, strict=True))


def main() -> None:
    """Measures and prints."""
    options = _options()
    load = Load(**{name: getattr(options, name) for name in Load._fields})
    kinds = KINDS if options.database == "both" else (options.database,)
    found = [measured(kind, load) for kind in kinds]
    if options.json:
        print(json.dumps(found[0] if len(found) == 1 else found, indent=2))
    else:
        show(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--closed", action="store_true", help="no time for thought, and 20 tables unless told")
    parser.add_argument("--tables", type=int, help="200 by default")
    parser.add_argument("--seats", type=int, default=6, choices=range(1, 7))
    parser.add_argument("--watchers", type=int, default=0, help="who only look on, at each table")
    parser.add_argument("--seconds", type=float, default=60, help="how long to measure, after everybody sits")
    parser.add_argument("--think", type=float, default=3.0, help="seconds over a command, 0.5 to 1.5 times")
    parser.add_argument("--processes", type=int, default=1, help="processes the bots are spread over")
    parser.add_argument("--servers", type=int, default=1, help="server processes on the one database")
    parser.add_argument(
        "--spread", default="seats", choices=("seats", "tables"), help="what is dealt out among servers"
    )
    parser.add_argument("--database", default="sqlite", choices=(*KINDS, "both"))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.think = 0.0 if options.closed else options.think
    options.tables = options.tables or (20 if options.closed else 200)
    return options


def measured(kind: str, load: Load) -> dict[str, Any]:
    """Everything on one kind of database, with its peers."""
    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as folder, databases(kind, folder) as source:
        rates = commit_rates(source.empty())
        streamed, posted = bare.costs(source.empty())
        found = played(source, source.empty(), Path(folder), load)
    found["bare_ms_per_command"] = round(streamed, 3)
    found["cpu_ratio_to_bare"] = round(found["cpu_ms_per_command"] / streamed, 2)
    found["bare_request_ms"] = round(posted, 3)
    found["cpu_ratio_to_bare_request"] = round(found["cpu_ms_per_command"] / posted, 2)
    found["commits_per_second"] = {name: round(rate) for name, rate in rates.items()}
    found["rounds_per_plain_commit"] = round(found["rounds_per_second"] / rates["plain"], 4)
    found["commands_per_plain_commit"] = round(found["commands_per_second"] / rates["plain"], 4)
    return found


def played(source: Databases, url: str, folder: Path, load: Load) -> dict[str, Any]:
    """Has bots play on a database, which may have something in it already, and tells what that took."""
    each = load.seats + load.watchers
    with console.status("Tables are opened ..."):
        guests = prepare(url, folder, load.tables, load.tables * each)
    with servers(url, folder, load.servers) as serving, console.status("Bots sit down and play ..."):
        places = _places(load, serving, guests)
        with crowd(places, load.think, load.processes) as bots:
            meter = partial(_moment, url, source, serving, bots)
            return _figures(source.kind, load, *_watched(load, bots, meter))


def _places(load: Load, serving: Sequence[Serving], guests: Sequence[Any]) -> list[Place]:
    wagers = {}
    for id in SHIPPED:
        chosen = default_wagers(terms_for(id, submission_data(id, "full")), PURSE)
        wagers[id] = {name: str(amount) for name, amount in chosen.items()}
    places, left = list[Place](), iter(guests)
    for number in range(load.tables):
        for seat in (*range(1, load.seats + 1), *[0] * load.watchers):
            turn = number if load.spread == "tables" else len(places)
            address = serving[turn % len(serving)].address
            places.append(Place(address, name_of(number), seat, next(left), wagers[rulebook_of(number)]))
    return places


def _watched(load: Load, bots: Crowd, meter: Callable[[], Moment]) -> tuple[Moment, Tally, float, float]:
    """What was used and seen in the measured time; commands and rounds a second while all tables played.

    In a closed loop everybody holds before and after, so that what is measured is whole rounds and nothing else. With
    time for thought a round takes a minute: there the tables are each at another point of theirs all the time.
    """
    spread = SPREAD * load.think
    bots.order("play", spread)
    time.sleep(WARM_SECONDS)
    if not load.think:
        bots.order("hold")
    bots.tally()
    before = meter()
    if not load.think:
        bots.order("play")
    time.sleep(load.seconds)
    after, tally = meter(), bots.tally()
    spent = after.since(before)
    commands, rounds = len(tally.seconds) / spent.at, spent.rounds / spent.at
    if not load.think:
        bots.order("hold")
        after, rest = meter(), bots.tally()
        tally = Tally(tally.seconds + rest.seconds, *(getattr(tally, n) + getattr(rest, n) for n in _COUNTED))
    return after.since(before), tally, commands, rounds


_COUNTED = ("refused", "messages", "bytes")


def _moment(url: str, source: Databases, serving: Sequence[Serving], bots: Crowd) -> Moment:
    rounds = sum(_rounds(server.address) for server in serving)
    processes = [server.process for server in serving]
    used = (cpu_of(*processes), waited(processes), source.processor(), bots.cpu)
    return Moment(time.monotonic(), rounds, *used, size_of(url))


def _rounds(address: str) -> float:
    """Rounds that ended so far, by the server's own count."""
    figures = httpx.get(f"{address}/metrics").text
    return sum(float(count) for count in re.findall(r"^pitboss_rounds_total\{.*\} (.*)$", figures, re.MULTILINE))


def _figures(
    kind: str, load: Load, used: Moment, tally: Tally, commands_per_second: float, rounds_per_second: float
) -> dict[str, Any]:
    commands, each = len(tally.seconds), load.seats + load.watchers
    return {
        "tables": load.tables,
        "seats": load.seats,
        "watchers": load.watchers,
        "think_seconds": load.think,
        "servers": load.servers,
        "processes": load.processes,
        "database": kind,
        "seconds": round(used.at, 1),
        "commands": commands,
        "rounds": round(used.rounds),
        "refused": tally.refused,
        "commands_per_second": round(commands_per_second, 1),
        "rounds_per_second": round(rounds_per_second, 2),
        "command_ms": {
            name: round(1000 * percentile(tally.seconds, share), 2)
            for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
        },
        "server_cpu": round(used.server / used.at, 3),
        "server_waited": round(used.waited / used.at, 3),
        "load_cpu": round(used.bots / used.at, 3),
        "load_cpu_share": round(used.bots / (used.bots + used.server + used.database), 3),
        "cpu_ms_per_command": round(1000 * used.server / commands, 3),
        "database_cpu_ms_per_command": round(1000 * used.database / commands, 3),
        "bytes_per_message": round(tally.bytes / tally.messages),
        "bytes_per_command_and_watcher": round(tally.bytes / commands / each),
        "bytes_per_round": round(used.size / used.rounds) if used.rounds else None,
    }


if __name__ == "__main__":
    main()
