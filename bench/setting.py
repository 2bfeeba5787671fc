"""What a measurement stands on: tables, guests who are signed in, and servers as processes of their own."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from pitboss.audit import Cards, fact
from pitboss.audit.format import MONEY_STREAM, PlayMoneyGiven
from pitboss.books.table_spec import Clock
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED
from pitboss.rulebooks.loader import submission_data
from pitboss.server.office import Office, open_office
from pitboss.store import Commit, Entry, player_account
from pitboss.store.accounts import PLAY_HOUSE, purse_of

PURSE = Amount.parse("10000000")  # more than any run can lose
TOGETHER = 32
CLOCK = Clock(pause=0)  # the next round begins when one is over: nobody waits but for the server
PATIENCE = 60.0
CALM, CALM_SECONDS = 5, 0.1  # so many answers in a row, each within so long, with as long between them


class Guest(NamedTuple):
    """Someone signed in, and what they sign with."""

    name: str
    token: str


class Serving(NamedTuple):
    """A server that runs: its process, its address, the seconds until it answered, and until it did so at once."""

    process: int
    address: str
    seconds: float
    calm: float


def prepare(url: str, keys: Path, tables: int, guests: int, named: str = "load", first: int = 0) -> list[Guest]:
    """Practice tables of all rulebooks in turn, with everything they offer, and guests with play money."""
    office = open_office(url, keys)
    # The first of each alone: msgspec learns a type when it first meets it, and must not be asked by another thread
    # meanwhile, or the process dies.
    for number in range(first, min(first + 1, tables)):
        _open(office, number, name_of(number, named))
    found = [_guest(office) for _ in range(min(1, guests))]
    with ThreadPoolExecutor(TOGETHER) as together:  # so that commits share their sync
        list(together.map(lambda number: _open(office, number, name_of(number, named)), range(first + 1, tables)))
        found += together.map(lambda _: _guest(office), range(1, guests))
    office.close()
    return found


def rulebook_of(number: int) -> str:
    """What is played at a table."""
    return SHIPPED[number % len(SHIPPED)]


def name_of(number: int, named: str = "load") -> str:
    """What a table is called."""
    return f"{named}-{number + 1}"


def _open(office: Office, number: int, name: str) -> None:
    id = rulebook_of(number)
    office.room.open_table(name, id, submission_data(id, "full"), Cards.VIRTUAL, True, CLOCK, "system")


def _guest(office: Office) -> Guest:
    name, token = office.accounts.guest()
    entry = Entry(PLAY_HOUSE, player_account(purse_of(name, True)), PURSE, "play money")
    told = fact(MONEY_STREAM, PlayMoneyGiven(player=name, amount=PURSE), office.room.now, name)
    office.store.append(Commit(client="bench", command=f"purse {name}", entries=(entry,), log=(told,)))
    return Guest(name, token)


@contextmanager
def servers(url: str, keys: Path, count: int = 1, calm: bool = False) -> Iterator[Sequence[Serving]]:
    """Servers of one database, each on a port of its own; if asked, not before they answer at once."""
    with ExitStack() as stack:
        yield [stack.enter_context(_server(url, keys, number, calm)) for number in range(count)]


@contextmanager
def _server(url: str, keys: Path, number: int, calm: bool) -> Iterator[Serving]:
    command = [sys.executable, "-c", "from pitboss.cli import main; main()", "serve", "--port", "0", "--no-demo"]
    command += ["--connections-per-address", "1000000"]  # all the bots are at one
    command += ["--no-warm", "--data", str(keys), "--database", url]
    began, log = time.monotonic(), keys / f"server-{number}.log"
    with log.open("w", encoding="utf-8") as errors:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert server.stdout is not None
    try:
        line = next((line for line in server.stdout if line.startswith("Pitboss is at ")), None)
        assert line, log.read_text(encoding="utf-8")
        address = line.split()[-1]
        _answers(address, 1, PATIENCE)
        answered = time.monotonic() - began
        if calm:  # else nobody waits for it: on a busy machine it may take a minute
            _answers(address, CALM, CALM_SECONDS)
        yield Serving(server.pid, address, answered, time.monotonic() - began)
    finally:
        server.terminate()
        server.wait(30)


def _answers(address: str, times: int, within: float) -> None:
    """Waits until a server has answered so often in a row, each time soon enough; on a busy machine not for ever."""
    done, until = 0, time.monotonic() + PATIENCE
    while done < times and time.monotonic() < until:
        asked = time.monotonic()
        httpx.get(f"{address}/healthz", timeout=PATIENCE).raise_for_status()
        done = done + 1 if time.monotonic() - asked <= within else 0
        if times > 1:
            time.sleep(CALM_SECONDS)
