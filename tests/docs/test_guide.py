"""The guide to a rulebook of one's own, typed as it stands: the answers are those of the page, the game is served."""

import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest

from docs.tutorial import PITBOSS, Typed, typed

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "own-rulebook.md"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("guide")


@pytest.fixture(scope="module")
def commands(place: Path) -> list[Typed]:
    return list(typed(GUIDE.read_text(encoding="utf-8"), place))


def test_every_command_answers_what_the_page_says(commands: list[Typed]) -> None:
    assert len(commands) > 10
    for command, told, answered in commands:
        parts = map(re.escape, told.split("...\n"))  # three dots stand for figures drawn by chance
        assert re.fullmatch("(?s:.*)".join(parts), answered), f"{command} answers\n{answered}"


def test_the_page_shows_faults_on_the_way_and_none_in_the_end(commands: list[Typed]) -> None:
    lints = [answered for command, _, answered in commands if command == "pitboss rules lint pier-poker"]
    assert sum("no fault" not in answered for answered in lints) == 3
    assert "no fault" in lints[-1]


def test_the_game_is_served(commands: list[Typed], place: Path) -> None:
    """The last command of the page, at a port of its own and with its files out of the way."""
    assert "pitboss serve --rulebooks ." in GUIDE.read_text(encoding="utf-8")
    extra = ("--port", "0", "--data", str(place / "data"), "--no-warm")
    server = subprocess.Popen(
        [*PITBOSS, "serve", "--rulebooks", ".", *extra],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=place,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert server.stdout is not None
        address = next(line.split()[-1] for line in server.stdout if line.startswith("Pitboss is at"))
        with urllib.request.urlopen(f"{address}/api/rulebooks") as answer:
            assert "pier-poker" in [book["id"] for book in json.load(answer)]
        with urllib.request.urlopen(f"{address}/api/rulebooks/pier-poker") as answer:
            assert "Pocket Pair" in json.dumps(json.load(answer))
    finally:
        server.terminate()
        server.wait()
