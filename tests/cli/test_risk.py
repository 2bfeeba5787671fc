"""`pitboss risk`: JSON for programs, a table for people, one line for what is wrong."""

import json
from fractions import Fraction

import pytest

from cli.calling import Run
from pitboss.mathematics import main_game
from pitboss.rulebooks import terms_for


def test_json_of_a_session(run: Run) -> None:
    words = ("ma-crazy-4", "--ante", "10", "--rounds", "200", "--bankroll", "300", "--hours", "2", "--json")
    code, out, _ = run("risk", *words, "--rounds-per-hour", "30", "--seats", "4")
    assert code == 0
    data = json.loads(out)
    spread = main_game.distribution(terms_for("ma-crazy-4"))
    value = data["round"]["ev"]
    assert Fraction(value["exact"]) == 10 * spread.mean
    assert data["n0"]["value"] == pytest.approx(float(spread.variance / spread.mean**2))
    assert 0.3 < data["session"]["ahead"] < 0.5
    results = [quantile["result"] for quantile in data["session"]["quantiles"]]
    assert results == sorted(results)
    assert data["ruin"]["rounds"] == 200
    assert 0 < data["ruin"]["chance"] < data["ruin"]["eventually"] == 1
    assert data["house"]["player_rounds"] == 2 * 30 * 4
    assert data["house"]["hold_per_hour"]["value"] == pytest.approx(float(-spread.mean) * 10 * 120)
    assert data["house"]["worst_day_in_thousand"] < 0


def test_people_read_a_table(run: Run) -> None:
    code, out, _ = run("risk", "ma-crazy-4", "--rounds", "50", "--with", "queens_up=1")
    assert code == 0
    for words in ("ahead after 50 rounds", "a bankroll of $100.00 is lost", "certain", "worst 8-hour day in 1,000"):
        assert words in out
    assert "6 seats that share cards" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rounds", "0"), "--rounds: Got 0; expected 1 to 100000"),
        (("--seats", "7"), "--seats: Got 7; expected 1 to 6"),
        (("--hours", "25"), "--hours: Got 25"),
        (("--ante", "ten"), "--ante: Got 'ten'"),
        (("--ante", "0.25"), "ante: Got $0.25; expected $1.00 to $1,000.00"),
        (("--bankroll", "-5"), "--bankroll: Got '-5'"),
        (("--with", "cover_all=5"), "cover_all: Got a wager that is not offered"),
        (("--with", "queens_up=0.01", "--rounds", "100000"), "100000 rounds in steps of"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("risk", "ma-crazy-4", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1
