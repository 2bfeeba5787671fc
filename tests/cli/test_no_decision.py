"""A game in which nothing is decided: wagers, deal, cards turned up, settlement, by every command."""

import json
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.cli.rules_lint import every_fault
from rulebooks.small_games import TCP, ante, game, table

PAIRS = '{ hand = "pair", pays = "2 to 1" }'
BETTER = '["flush", "straight", "three_of_a_kind", "straight_flush"]'  # which lose


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three cards, one of them the table's, turned up when the wagers are settled."""
    made = game(tmp_path, "plain", TCP, ante(), table("main", ["ante"], PAIRS), settled='"ante"', head="decisions = []")
    rules = made / "rulebook.toml"
    text = rules.read_text(encoding="utf-8")
    text = text.replace('id = "main"', f'id = "main"\nunpaid = {BETTER}', 1)
    rules.write_text(text + 'reveals = ["c1"]\nreveal_clause = "6"\n', encoding="utf-8")
    return made


def test_it_has_no_fault_and_its_rounds_are_rehearsed(folder: Path) -> None:
    assert every_fault(folder) == []


def test_it_is_played_in_the_terminal(run: Run, folder: Path) -> None:
    code, out, errors = run("play", str(folder), "--auto", "--seats", "2", "--seed", "3")
    assert (code, errors) == (0, "")
    assert "Ante" in out
    assert "Your bankroll" in out


def test_a_dispute_is_settled(run: Run, folder: Path, tmp_path: Path) -> None:
    seat = {"seat": 1, "cards": ["2s", "9d"], "wagers": {"ante": "5"}}
    facts = {"rulebook": str(folder), "community": {"c1": "2d"}, "seats": [seat]}
    file = tmp_path / "facts.json"
    file.write_text(json.dumps(facts), encoding="utf-8")
    code, out, errors = run("settle", str(file), "--json")
    assert (code, errors) == (0, "")
    assert json.loads(out)["seats"][0]["lines"][0]["paid"] == "10.00"


def test_its_chart_has_a_value_and_no_choice(run: Run, folder: Path) -> None:
    code, out, _ = run("strategy", str(folder), "--chart")
    assert code in (0, 2)
    assert "Traceback" not in out
