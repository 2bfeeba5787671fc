"""`pitboss odds`: JSON for programs, tables for people, one line for what is wrong."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from cli.calling import Run, fraction


@pytest.fixture
def full(tmp_path: Path) -> str:
    file = tmp_path / "full.toml"
    meter = 'five_card = { rate = "10%", seed = "10000", reset = "10000" }'
    file.write_text(f'rulebook = "ma-crazy-4"\nqueens_up = "B"\nfive_card_progressive = true\n[meters]\n{meter}\n')
    return str(file)


def test_json_holds_counts_and_edge_of_every_wager(run: Run, full: str) -> None:
    words = ("ma-crazy-4", "--submission", full, "--players", "2", "--meter", "five_card=20000", "--json")
    code, out, err = run("odds", *words)
    assert (code, err.strip()) == (0, "")
    data = json.loads(out)
    assert data["players"] == 2
    assert data["meters"] == {"five_card": "20000.00"}
    assert list(data["wagers"]) == ["super_bonus", "queens_up", "five_card_progressive"]
    queens_up = data["wagers"]["queens_up"]
    assert [line["count"] for line in queens_up["lines"][:3]] == ["624", "2072", "58656"]
    assert f"{queens_up['house_edge']['value']:.4%}" == "4.5203%"
    assert fraction(queens_up["ev"]) == -fraction(queens_up["house_edge"])
    assert sum(fraction(line["contribution"]) for line in queens_up["lines"]) == fraction(queens_up["ev"])
    assert queens_up["break_even"] == {}
    progressive = data["wagers"]["five_card_progressive"]
    # $20,000 for a royal flush, $2,000 for a straight flush, and one other player's Envy.
    won = 4 * 20_000 + 36 * 2_000 + 624 * 300 + 3744 * 50 + 5108 * 40 + 10200 * 30 + 54912 * 9
    assert fraction(progressive["ev"]) == Fraction(won + 4 * 1000 + 36 * 300, 2_598_960) - 1
    assert progressive["break_even"]["five_card"]["amount"].count(".") == 1


def test_a_line_can_be_changed(run: Run, full: str) -> None:
    words = ("ma-crazy-4", "--submission", full, "--json")
    edges = []
    for change in ((), ("--set", "queens_up.three_of_a_kind=9")):
        _, out, _ = run("odds", *words, *change)
        edges.append(fraction(json.loads(out)["wagers"]["queens_up"]["house_edge"]))
    assert edges[0] - edges[1] == Fraction(58656, 2_598_960)


def test_people_read_a_table(run: Run) -> None:
    code, out, _ = run("odds", "cardroom-criss-cross")
    assert code == 0
    assert "house edge 3.5336%" in out
    assert "361,620" in out
    assert out.index("5 Card Bonus") < out.index("6 Card Bonus")


def test_a_rulebook_may_offer_nothing_on_the_side(run: Run) -> None:
    code, out, _ = run("odds", "ma-criss-cross")
    assert code == 0
    assert "no side wager is offered" in out


def test_all_lawful_tables_in_one(run: Run) -> None:
    code, out, _ = run("odds", "ma-crazy-4", "--all")
    assert code == 0
    assert "A *" in next(line for line in out.splitlines() if "3.0606%" in line)
    assert "PTMGLML03" in out


def test_json_of_all_lawful_tables(run: Run) -> None:
    code, out, _ = run("odds", "ma-criss-cross", "--all", "--json")
    assert code == 0
    (bonus,) = json.loads(out)["tables"]
    assert bonus["wager"] == "five_card_bonus"
    assert bonus["lines"][0]["count"] == "4"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ma-crazy-4", "--players", "7"), "players: Got 7"),
        (("ma-crazy-4", "--meter", "five_card=1"), "meter five_card: Cannot accept an unknown meter"),
        (("ma-crazy-4", "--meter", "five_card"), "--meter: Got 'five_card'"),
        (("ma-crazy-4", "--meter", "five_card=-3"), "--meter five_card: Got '-3'"),
        (("ma-crazy-4", "--stake", "queens_up=lots"), "--stake queens_up: Got 'lots'"),
        (("ma-crazy-4", "--set", "queens_up.nothing=3"), "No paytable here has this line"),
        (("ma-crazy-4", "--all", "--meter", "lottery=1"), "meter lottery: Got an unknown meter"),
        (("ma-crazy-4", "--all", "--stake", "queens_up=1"), "--all: Got --stake as well"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("odds", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1
