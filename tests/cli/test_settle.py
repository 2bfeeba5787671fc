"""`pitboss settle`: the examples, both kinds of answer, and how it refuses."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from pitboss.cli.settle import settle

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))

app = typer.Typer()
app.command()(settle)


def run(*arguments: str, text: str | bytes = "") -> Any:
    """The command's outcome, standard output and error apart."""
    return CliRunner().invoke(app, arguments, input=text)


def answered(text: str) -> dict[str, Any]:
    """The answer to a document on standard input, as a program reads it."""
    outcome = run("--json", "-", text=text)
    assert outcome.exit_code == 0, outcome.stderr
    answer: dict[str, Any] = json.loads(outcome.stdout)
    return answer


# Seat, staked, paid, returned, net; worked out by hand from the odds of each document.
TOTALS = {
    # The fold takes 60; nines on the cross win 5.
    "cardroom-criss-cross": {1: ("70.00", "5.00", "10.00", "-60.00")},
    # Leaving is declining: 30 go. Nines on the cross win 5, three sevens 25.
    "cardroom-left": {1: ("40.00", "30.00", "40.00", "0.00")},
    # 10 + 2,500 + 2,500 is 2,010 over $3,000; 30 of the stakes come back.
    "cardroom-payout-limit": {4: ("50.00", "3000.00", "3030.00", "2980.00")},
    # 5: Play 10, Super Bonus 150, 1,200 of the meter, Envy 1,000; 2: 30, 150, 10,800, 300; 3: Envy 1,500 and 5,000.
    "crazy-4-two-winners": {
        2: ("51.00", "11280.00", "11330.00", "11279.00"),
        3: ("15.00", "6500.00", "6500.00", "6485.00"),
        5: ("31.00", "2360.00", "2390.00", "2359.00"),
    },
    # Four aces won the meter and brought Envy; all of it is reversed.
    "crazy-4-void-jackpot": {
        2: ("35.00", "0.00", "35.00", "0.00"),
        6: ("51.00", "0.00", "51.00", "0.00"),
    },
    # Aces beat kings: 20 + 60, Queens Up 5, the Super Bonus comes back.
    "ma-crazy-4": {4: ("105.00", "85.00", "190.00", "85.00")},
    # Kings across 15 + 30, eights down push, the Middle 45, eights on the cross 10.
    "ma-criss-cross": {2: ("130.00", "100.00", "230.00", "100.00")},
    # Void after seat 6 was paid 55: everything comes back to everyone, the folded antes too.
    "ma-void-after-first-seat": {
        2: ("75.00", "0.00", "75.00", "0.00"),
        4: ("30.00", "0.00", "30.00", "0.00"),
        6: ("55.00", "0.00", "55.00", "0.00"),
    },
    # A folded bonus wins 5; A-2-3-4-5 across and jacks down: 20 + 20 + 5 times 20 + 60 + 5 times 40.
    "md-criss-cross": {
        3: ("35.00", "5.00", "10.00", "-25.00"),
        5: ("160.00", "400.00", "560.00", "400.00"),
    },
    # Seats 3 and 6 lose all, the bonus that was paid too; nines and jacks: 10 + 20 + 20.
    "md-forfeiture": {
        3: ("45.00", "0.00", "0.00", "-45.00"),
        5: ("50.00", "50.00", "100.00", "50.00"),
        6: ("55.00", "0.00", "0.00", "-55.00"),
    },
    # The wheel: 500 to the spinner, 100 to the other who stayed, nothing to the one who folded.
    "nj-community-pay": {
        1: ("55.00", "500.00", "550.00", "495.00"),
        3: ("55.00", "100.00", "100.00", "45.00"),
        6: ("45.00", "0.00", "0.00", "-45.00"),
    },
    # Tens across push; queens and fives down: 25 + 2 times 50 + 2 times 75; fives on the cross lose.
    "nj-criss-cross": {1: ("205.00", "275.00", "475.00", "270.00")},
    # The spinner has 500. Abandoned, seat 3 has no share of it; seat 6 declined the Down Bet, and ace high loses.
    "nj-left": {
        1: ("55.00", "500.00", "550.00", "495.00"),
        3: ("35.00", "0.00", "0.00", "-35.00"),
        6: ("35.00", "0.00", "0.00", "-35.00"),
    },
    # Seat 6 spun 500, and 100 for seat 1, whose own wager of 5 comes back; every hand is a push.
    "nj-wheel-failure": {
        1: ("55.00", "100.00", "155.00", "100.00"),
        6: ("55.00", "500.00", "550.00", "495.00"),
    },
}


def test_every_example_has_its_figures() -> None:
    assert [path.stem for path in EXAMPLES] == list(TOTALS)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example(path: Path) -> None:
    outcome = run("--json", str(path))
    assert (outcome.exit_code, outcome.stderr) == (0, "")
    answer = json.loads(outcome.stdout)
    assert list(answer) == ["rulebook", "rulebook_hash", "void", "seats", "meters", "contributions"]
    assert re.fullmatch("[0-9a-f]{64}", answer["rulebook_hash"])
    totals = ("staked", "paid", "returned", "net")
    assert {seat["seat"]: tuple(seat[name] for name in totals) for seat in answer["seats"]} == TOTALS[path.stem]
    for seat in answer["seats"]:
        for line in seat["lines"]:
            assert {"wager", "stake", "hand", "cards", "result", "odds", "paid", "returned", "clause"} <= set(line)
            if line["result"] != "reversed":
                assert (line["odds"] is None) == (line["result"] in ("lose", "forfeited", "limited", "returned"))


def test_standard_input_is_read_for_a_dash() -> None:
    text = (ROOT / "examples/ma-crazy-4.json").read_text()
    assert answered(text) == json.loads(run("--json", str(ROOT / "examples/ma-crazy-4.json")).stdout)


def test_meters_and_contributions() -> None:
    answer = answered((ROOT / "examples/crazy-4-two-winners.json").read_text())
    assert answer["meters"] == {"five_card": "10000.00"}
    assert answer["contributions"] == {"five_card": "0.70"}  # 10% of 1 + 5 + 1


def test_a_meter_that_the_round_does_not_touch_is_shown_as_it_was() -> None:
    document = json.loads((ROOT / "examples/ma-crazy-4.json").read_text()) | {"meters": {"mega": "12000"}}
    answer = answered(json.dumps(document))
    assert (answer["meters"], answer["contributions"]) == ({"mega": "12000.00"}, {"mega": "0.00"})
    shown = run("-", text=json.dumps(document))
    assert shown.exit_code == 0
    assert "$12,000.00" in shown.stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("width", ["60", "80", "160"])
def test_the_table_for_people_says_all_of_it(path: Path, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", width)
    shown = run(str(path)).stdout
    answer = json.loads(run("--json", str(path)).stdout)
    assert answer["rulebook"] in shown
    for seat in answer["seats"]:
        assert f"seat {seat['seat']}" in shown
        for line in seat["lines"]:
            assert line["result"] in shown
            assert line["paid"] in shown
            assert line["returned"] in shown
    assert "…" not in shown


def test_a_void_round_says_so_with_clause_reason_and_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    path = str(ROOT / "examples/ma-void-after-first-seat.json")
    first = run(path).stdout.splitlines()[0]
    assert first == (
        "The round is void by 12(c): seat 2 turned up three cards (found at settlement, after every wager of seat 6)"
    )
    assert json.loads(run("--json", path).stdout)["void"] == {
        "clause": "12(c)",
        "reason": "seat 2 turned up three cards",
        "found": "at settlement, after every wager of seat 6",
    }
    assert json.loads(run("--json", str(ROOT / "examples/ma-criss-cross.json")).stdout)["void"] is None


def test_colour_is_never_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    shown = run(str(ROOT / "examples/cardroom-criss-cross.json")).stdout
    assert all(word in shown for word in ("win", "lose", "forfeited", "net -$60.00"))
    shown = run(str(ROOT / "examples/ma-void-after-first-seat.json")).stdout
    assert all(word in shown for word in ("reversed", "returned", "net $0.00"))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["the document is empty; write a JSON object as docs/settle.md shows"]),
        ("[1]", ["the document is a list; write a JSON object"]),
        ('{"rulebook": "ma-criss-cross"}', ["seats: Got nothing; expected a list of 1 to 6 seats."]),
    ],
)
def test_a_refusal_is_lines_on_standard_error_and_exit_code_2(text: str, lines: list[str]) -> None:
    for arguments in (["-"], ["-", "--json"]):
        outcome = run(*arguments, text=text)
        assert (outcome.exit_code, outcome.stdout, outcome.stderr.splitlines()) == (2, "", lines)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe{}")
    for path in (str(tmp_path), str(tmp_path / "nothing.json"), str(binary), "a\0b"):
        outcome = run(path)
        assert (outcome.exit_code, outcome.stdout) == (2, "")
        assert len(outcome.stderr.splitlines()) == 1


def test_as_a_command_of_its_own() -> None:
    def pitboss(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from pitboss.cli import main; main()", "settle", *arguments]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    good = pitboss("-", "--json", text=(ROOT / "examples/ma-crazy-4.json").read_text())
    assert (good.returncode, good.stderr) == (0, "")
    assert json.loads(good.stdout)["seats"][0]["net"] == "85.00"
    bad = pitboss("-", text='{"rulebook": "ma-crazy-4", "seats": [], "x": 1}')
    assert (bad.returncode, bad.stdout) == (2, "")
    assert len(bad.stderr.splitlines()) == 2


def test_the_documented_examples_are_settled() -> None:
    page = (ROOT / "docs/settle.md").read_text()
    documents = [block for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if '"rulebook_hash"' not in block]
    paid = [[seat["paid"] for seat in answered(block)["seats"]] for block in documents]
    # Four aces: 10 + 30 + 2,000 + 250 + 5,210.33 + 250 + 1,000 + 10 + 500.
    # A void pays nobody; in Maryland the jacks on the cross pay the bonus of the seat whose wagers stand.
    assert paid == [["5.00"], ["9260.33", "500.00"], ["0.00", "0.00"], ["0.00", "0.00", "5.00"]]


def test_the_page_names_every_key() -> None:
    page = (ROOT / "docs/settle.md").read_text()
    keys = (
        "rulebook submission seats seat hole cards wagers folded community burns dealer meters magic_card "
        "lucky_position spins void clause reason at after forfeited left called_off lines staked paid returned net "
        "contributions rulebook_hash"
    )
    assert [key for key in keys.split() if f"`{key}`" not in page] == []


@st.composite
def tampered(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """The text of an example with a stretch of it replaced."""
    text = draw(st.sampled_from(EXAMPLES)).read_text()
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 8)))
    piece = draw(st.sampled_from(['"', "{", "}", "[", "]", ",", "1", "0", "-", "null", '"Ac"', '"10"', "e9", " ", ""]))
    return str(text[:start] + piece + text[end:])


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tampered())
def test_tampered_text_ends_in_an_answer_or_in_a_refusal(text: str) -> None:
    for arguments in (["-"], ["-", "--json"]):
        outcome = run(*arguments, text=text)
        assert outcome.exit_code in (0, 2), outcome.exception
        assert bool(outcome.stdout) is (outcome.exit_code == 0)
        assert bool(outcome.stderr) is (outcome.exit_code == 2)
