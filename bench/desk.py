"""How soon the desk answers for the first time on a database with ten million bets.

python -m bench.desk                       both databases
python -m bench.desk --database sqlite --bets 1000000

The counted tables are filled as play would fill them: a house of 40 tables of 4 to 6 seats, some 1,200 players who stay
an hour or two, eight dealers' shifts, three wagers. Each question is asked of a database that was just opened; the
exact theory of the game is known, as it is once any server has counted it.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Shown
from sqlalchemy import ColumnElement, Connection, Table, func, insert, select

from bench.databases import KINDS, databases
from pitboss.audit import Cards
from pitboss.books import theory
from pitboss.books.counting import MAIN, kept_terms
from pitboss.books.desk import DeskQuery, report
from pitboss.books.table_spec import Clock, read_spec, terms_of
from pitboss.rulebooks.loader import submission_data
from pitboss.server.office import open_office
from pitboss.store import open_store, schema
from pitboss.store.counted import DAY, KEYS, SUMS, By, CountedTerms
from pitboss.store.engines import open_engines

BETS = 10_000_000
TABLES, PLAYERS = 40, 1_200
ROUNDS, SEATS, BESIDES = 45, 5, 2  # a table in an hour: rounds, seats, wagers beside the main game
GAMES = ("ma-criss-cross", "ma-crazy-4")
AT_ONCE = 20_000
FIRST_HOUR = 490_000  # late in 2025
QUESTIONS: dict[str, tuple[By | None, dict[str, str]]] = {
    "one day, by table": (By.TABLE, {"since": "2025-11-25", "until": "2025-11-26"}),
    "all, in one sum": (None, {}),
    "all, by table": (By.TABLE, {}),
    "all, by day": (By.DAY, {}),
    "all, by shift": (By.SHIFT, {}),
    "all, by dealer": (By.DEALER, {}),
    "all, by wager": (By.WAGER, {}),
    "all, by player": (By.PLAYER, {}),
    "one player, by wager": (By.WAGER, {"player": "p7"}),
}
console = Console(stderr=True)


def main() -> None:
    """Fills, asks and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", default="both", choices=(*KINDS, "both"))
    parser.add_argument("--bets", type=int, default=BETS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    kinds = KINDS if options.database == "both" else (options.database,)
    found = {kind: measured(kind, options.bets) for kind in kinds}
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        _show(found, options.bets)


def measured(kind: str, bets: int) -> dict[str, dict[str, float]]:
    """The seconds of each question on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="pitboss-desk-") as folder, databases(kind, folder) as source:
        url = source.empty()
        console.print(f"{kind}: counting {bets:,} bets", highlight=False)
        rows = fill(url, Path(folder), bets)
        console.print(f"{kind}: {rows:,} rows; asking", highlight=False)
        answered(url, "all, in one sum")  # once, so that the theory is known
        return {question: answered(url, question) for question in QUESTIONS}


def answered(url: str, question: str) -> dict[str, float]:
    """The seconds until a database is open, and from then until the first answer."""
    by, given = QUESTIONS[question]
    clock = time.perf_counter
    began = clock()
    with open_store(url) as store:
        opened = clock()
        found = report(store, DeskQuery(**given), by)
        told = clock()
        return {"open": opened - began, "answer": told - opened, "rows": len(found.rows)}


def fill(url: str, keys: Path, bets: int) -> int:
    """So many bets in the counted tables; how many rows they are."""
    office = open_office(url, keys)
    for number in range(TABLES):
        game = GAMES[number % len(GAMES)]
        office.room.open_table(
            f"t{number + 1}", game, submission_data(game, "full"), Cards.VIRTUAL, True, Clock(), "system"
        )
    office.close()
    with open_store(url) as store:
        specs = [read_spec(header) for header in store.streams().values()]
    laws = {spec.name: terms_of(spec) for spec in specs}
    terms = {name: kept_terms(law) for name, law in laws.items()}
    wagers = {name: [MAIN, *(side.name for side in theory.offered(law))][: 1 + BESIDES] for name, law in laws.items()}
    hours = bets // (ROUNDS * TABLES * SEATS * (1 + BESIDES)) + 1
    engines, count = open_engines(url, create=False), 0
    with engines.lock(), engines.write.begin() as connection:
        connection.execute(insert(schema.counted_terms), [each._asdict() for each in set(terms.values())])
        for table, rows in (
            (schema.counted_bets, _bets(hours, terms, wagers)),
            (schema.counted_play, _play(hours, terms)),
            (schema.counted_cash, _cash(hours)),
        ):
            while some := list(islice(rows, AT_ONCE)):
                connection.execute(insert(table), some)
                count += len(some)
        for table in (schema.counted_wagers, schema.counted_players):
            _add_up(connection, table)
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("ANALYZE")  # which by itself it would do sooner or later
    engines.dispose()
    return count


def _add_up(connection: Connection, table: Table) -> None:
    """The bets once more, as the sums of another table."""
    bets = schema.counted_bets.c
    of: dict[str, ColumnElement[Any]] = {name: bets[name] for name in KEYS[table]}
    if table is schema.counted_players:
        of["hour"] = bets.hour // DAY * DAY
    summed = select(*of.values(), *(func.sum(bets[name]) for name in SUMS[table])).group_by(*of.values())
    connection.execute(insert(table).from_select([*of, *SUMS[table]], summed))


def _bets(hours: int, terms: dict[str, CountedTerms], wagers: dict[str, list[str]]) -> Iterator[dict[str, Any]]:
    """A player's bets of an hour on a wager, in two parts: with one seat fewer for some of the rounds."""
    for hour in range(hours):
        for at, (name, law) in enumerate(terms.items()):
            for seat in range(SEATS):
                player = (hour // 2 * 37 + at * SEATS + seat) % PLAYERS  # who stays for two hours
                for wager in wagers[name]:
                    main = wager == MAIN
                    for players, rounds in ((0, ROUNDS),) if main else ((SEATS, 30), (SEATS - 1, ROUNDS - 30)):
                        unit = 500 + 100 * (player % 20)
                        key = {"hour": FIRST_HOUR + hour, "stream": name, "player": f"p{player}", "wager": wager}
                        kind = {"terms": law.id, "players": players, "stake": 0, "rated": True, "practice": True}
                        sums = {"bets": rounds, "units": unit * rounds, "squares": unit**2 * rounds}
                        staked = unit * rounds * (3 if main else 1)
                        money = {"staked": staked, "returned": staked * 94 // 100, "from_meters": 0}
                        pace = {"decisions": 3 * rounds if main else 0, "seconds": 80 * rounds if main else 0}
                        shared = {"shared": unit**2 * SEATS * rounds, "dealer": f"dealer {(hour // 8 + at) % 60}"}
                        yield {**key, **kind, **sums, **money, **pace, **shared}


def _play(hours: int, terms: dict[str, CountedTerms]) -> Iterator[dict[str, Any]]:
    for hour in range(hours):
        for at, name in enumerate(terms):
            key = {"hour": FIRST_HOUR + hour, "stream": name, "dealer": f"dealer {(hour // 8 + at) % 60}"}
            pace = {"rounds": ROUNDS, "voids": 0, "decisions": 3 * SEATS * ROUNDS, "seconds": 3600}
            yield {**key, **pace, "corrections": 0, "irregularities": 0, "fills": 0, "credits": 0}


def _cash(hours: int) -> Iterator[dict[str, Any]]:
    for hour in range(hours):
        for player in range(0, PLAYERS, 12):
            yield {"hour": FIRST_HOUR + hour, "player": f"p{player}", "bought": 20_000, "cashed": 15_000}


def _show(found: dict[str, dict[str, dict[str, float]]], bets: int) -> None:
    table = Shown(title=f"The desk's first answer on {bets:,} bets, in seconds")
    table.add_column("question")
    for kind in found:
        table.add_column(kind, justify="right")
    for question in QUESTIONS:
        table.add_row(question, *(f"{times[question]['answer']:.2f}" for times in found.values()))
    Console().print(table)


if __name__ == "__main__":
    main()
