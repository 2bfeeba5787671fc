"""`pitboss bots` at a real server: every strategy plays its rounds, and Ctrl-C leaves no seat taken."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from pitboss.cards import parse_cards
from pitboss.cli.bot import percentile
from pitboss.cli.bots import BotStrategy, _ready
from pitboss.client import Client
from pitboss.mathematics.advice import Position
from pitboss.mathematics.criss_cross.card import CardReader
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.strategy_rules import Bound, Condition, Line, Rules
from pitboss.mathematics.whatif import changed
from pitboss.rulebooks import terms_for

PITBOSS = [sys.executable, "-c", "from pitboss.cli import main; main()"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with one practice table of Crazy 4 Poker, t1."""
    folder = tmp_path_factory.mktemp("bots")
    options = ["serve", "--no-demo", "--no-warm", "--port", "0", "--data", str(folder)]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen([*PITBOSS, *options], stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        assert server.stdout is not None
        told = next(line for line in server.stdout if line.startswith("Pitboss is at"))
        asyncio.run(_open_table(told.split()[-1]))
        yield told.split()[-1]
        server.terminate()
        assert server.wait(20) == 0


async def _open_table(address: str) -> None:
    async with Client(address) as client:
        await client.sign_in_as_guest()
        table = {"name": "t1", "rulebook": "ma-crazy-4", "practice": True, "clock": {"pause": 0}}
        await client.post("/api/tables", table)


async def _seats(address: str) -> int:
    async with Client(address) as client:
        await client.sign_in_as_guest()
        return len((await client.table("t1"))["seats"])


@pytest.mark.parametrize("strategy", ["plain", "random", "card", "optimal"])
def test_every_strategy_plays_its_rounds(address: str, strategy: str) -> None:
    command = [*PITBOSS, "bots", address, "--seats", "2", "--rounds", "2", "--strategy", strategy, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["tables"], told["seat_rounds"], told["refused"]) == (1, 4, 0)
    assert told["commands"] >= 2 * (1 + 2 + 2)  # sit; wagers and a decision in each round
    assert 0 < told["command_ms"]["p50"] <= told["command_ms"]["p99"] <= told["command_ms"]["max"]


def test_on_ctrl_c_the_bots_get_up(address: str) -> None:
    command = [*PITBOSS, "bots", address, "--seats", "3", "--rounds", "0", "--think", "0.2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as bots:
        deadline = time.monotonic() + 60
        while asyncio.run(_seats(address)) < 3:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        bots.send_signal(signal.SIGINT)
        out, errors = bots.communicate(timeout=60)
    assert bots.returncode == 0, errors
    assert "seat-rounds at 1 tables" in out
    assert "p99" in out
    while asyncio.run(_seats(address)):  # those who left in mid-round are away until it is over
        assert time.monotonic() < deadline + 60
        time.sleep(0.2)


def test_a_server_that_is_not_there_is_named_in_one_line() -> None:
    command = [*PITBOSS, "bots", "http://127.0.0.1:9"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "http://127.0.0.1:9 does not answer" in done.stderr


@pytest.mark.parametrize("strategy", [BotStrategy.CARD, BotStrategy.OPTIMAL])
def test_a_game_that_is_out_of_reach_is_left_out_alone(
    strategy: BotStrategy, capsys: pytest.CaptureFixture[str]
) -> None:
    too_large = {"main.full_house": "999999999 to 999999937"}  # to be counted in whole units
    crazy, far = terms_for("ma-crazy-4"), changed(terms_for("ma-criss-cross"), too_large)
    players = _ready(strategy, [far, crazy, far])
    assert set(players) == {crazy}
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"no {strategy} bot can sit down: {far.rulebook.id}" in told


@pytest.mark.parametrize(("share", "value"), [(0.5, 50), (0.99, 99), (1.0, 100), (0.001, 1)])
def test_percentiles_of_one_to_a_hundred(share: float, value: int) -> None:
    assert percentile([float(number) for number in range(100, 0, -1)], share) == value


def _line(action: int, fact: str, least: int) -> Line:
    return Line(action, Condition("", (Bound(fact, least),)))


RULES = CrissCrossRules(
    across=Rules((_line(2, "pair", 1),), 0),
    down=Rules((_line(2, "shared", 1), _line(1, "suited", 1)), 0),
    middle=Rules((_line(2, "strong", 9), _line(1, "made", 1)), 0),
)


@pytest.mark.parametrize(
    ("hole", "across", "down", "action"),
    [
        ("9c 9d", "", "", 2),
        ("9c 8d", "", "", 0),
        ("9c 8d", "9h 2s", "", 2),  # a nine across
        ("9c 8c", "Kh 2s", "", 1),
        ("9c 8d", "Kh 2s", "", 0),
        ("Ac 9c", "Kc 2c", "3d 4h", 2),  # four clubs: nine more complete the flush
        ("Jc 9d", "Jh 2s", "3d 4h", 1),  # a pair of jacks wins
        ("Kc 9d", "Jh 2s", "3d 4h", 0),
    ],
)
def test_the_lines_of_a_card_are_read_for_one_position(hole: str, across: str, down: str, action: int) -> None:
    pays: CrissCrossPays = criss_cross_pays(terms_for("ma-criss-cross"))
    position = Position(parse_cards(hole), (*parse_cards(across), *parse_cards(down)))
    assert CardReader(pays, RULES).action(position) == action
