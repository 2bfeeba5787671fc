"""`pitboss strategy`: the card and the charts, for people and for programs."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cli.calling import Run, fraction
from pitboss.cli import strategy as command
from pitboss.mathematics.strategy import CardLine, StrategyCard
from pitboss.rulebooks import terms_for
from pitboss.simulation.score import score


def test_the_crazy_four_card_as_json(run: Run) -> None:
    code, out, _ = run("strategy", "ma-crazy-4", "--json")
    data = json.loads(out)
    assert code == 0
    assert [line["action"] for line in data["lines"]] == ["3x", "1x", "fold"]
    assert data["lines"][1]["hands"] == "K-Q-8-4 or better"
    assert fraction(data["cost"]) == fraction(data["best_ev"]) - fraction(data["ev"]) > 0
    assert fraction(data["house_edge"]) == -fraction(data["ev"])


def test_the_card_follows_the_paytable(run: Run) -> None:
    """Were a straight to pay 100 to 1, hands would still be played from the same hand up: it beats any pair anyway."""
    _, out, _ = run("strategy", "ma-crazy-4", "--set", "super_bonus.straight=100", "--json")
    data = json.loads(out)
    assert data["lines"][1]["hands"] == "K-Q-8-4 or better"
    assert data["house_edge"]["value"] < 0


def test_a_card_is_printed_with_numbered_lines_and_notes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = terms_for("ma-criss-cross")
    lines = (
        CardLine("Across", "3x", "any pair"),
        CardLine("Across", "fold", "two low cards"),
        CardLine("every decision", "1x", "everything else"),
    )
    card = StrategyCard(terms, lines, ("Points: two for a jack.",), Fraction(-1, 10), Fraction(-9, 100), Fraction(6))
    monkeypatch.setattr(command, "strategy_card", lambda *_: card)
    code, out, _ = run("strategy", "ma-criss-cross")
    assert code == 0
    shown = [" ".join(line.split()) for line in out.splitlines()]
    assert "Across 1. 3x any pair" in shown
    assert "2. fold two low cards" in shown
    assert "every decision 3. 1x everything else" in shown
    assert "Points: two for a jack." in shown
    assert "costs 1.00000% of an ante" in " ".join(shown)
    assert "exact cost: 1 / 100 of an ante" in shown


def test_the_opening_chart_needs_no_colour(run: Run) -> None:
    code, out, _ = run("strategy", "ma-criss-cross", "--chart")
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line[:4].strip() in set("AKQJT98765432")]
    grid = {row[0]: row[1:] for row in rows if len(row) == 14}
    assert list(grid) == list("AKQJT98765432")
    assert grid["2"][-4:] == ["F", "F", "F", "3"]
    assert grid["Q"][2:4] == ["3", "3"]


def test_the_opening_chart_as_json(run: Run) -> None:
    _, out, _ = run("strategy", "ma-criss-cross", "--chart", "--json")
    hands = json.loads(out)["hands"]
    assert len(hands) == 169
    assert hands["52o"]["best"] == "fold"
    assert fraction(hands["52o"]["values"]["fold"]) == -2
    queen_jack = hands["QJs"]
    assert queen_jack["best"] == "3x"
    values = {option: fraction(value) for option, value in queen_jack["values"].items()}
    assert fraction(queen_jack["margin"]) == values["3x"] - values["1x"]


def test_the_chart_of_crazy_four_tells_kinds_apart(run: Run) -> None:
    _, out, _ = run("strategy", "ma-crazy-4", "--chart", "--json")
    kinds = {kind["kind"]: kind for kind in json.loads(out)}
    assert kinds["four of a kind"]["hands"] == kinds["four of a kind"]["choices"]["3x"] == 624
    code, out, _ = run("strategy", "ma-crazy-4", "--chart")
    assert code == 0
    assert "king high" in out


def test_an_unknown_line_is_refused(run: Run) -> None:
    code, out, err = run("strategy", "ma-crazy-4", "--set", "main.nothing=1")
    assert (code, out) == (2, "")
    assert "No paytable here has this line" in err


def test_a_score_on_the_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"play": "1x"}))
    code, out, _ = run("strategy", "ma-crazy-4", "--score", str(file), "--json")
    told = json.loads(out)
    always = score(terms_for("ma-crazy-4"), "always:1")
    assert (code, told["ev"]["exact"], told["margin_95"]) == (0, str(always.ev), 0)
    assert told["positions"] == 134_459
    _, out, _ = run("strategy", "ma-crazy-4", "--score", "always:1")
    assert f"house edge against this policy  {float(-always.ev):.4%}" in out


def test_a_file_that_is_no_table_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("[]")
    code, _, complaint = run("strategy", "ma-crazy-4", "--score", str(file))
    assert code == 2
    assert "--score" in complaint
    assert len(complaint.splitlines()) == 1
