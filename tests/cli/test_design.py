"""`pitboss design`: every mode, as tables and as JSON, files, and one line for what is wrong."""

import csv
import json
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from cli.calling import Run, fraction
from pitboss.mathematics import design as designing
from pitboss.mathematics.design import Figures, SideSetting, SweepRow

HANDS, FLUSHES = comb(52, 5), 114_616


def test_before_and_after(run: Run) -> None:
    code, out, _ = run("design", "ma-crazy-4", "--set", "queens_up.flush=5", "--json")
    assert code == 0
    data = json.loads(out)
    before, after = (fraction(data[when]["side_wagers"]["queens_up"]["house_edge"]) for when in ("before", "after"))
    assert before - after == Fraction(FLUSHES, HANDS)
    assert data["before"]["main"] == data["after"]["main"]
    assert f"{data['before']['main']['house_edge']['value']:.2%}" == "3.42%"
    assert f"{data['before']['main']['element_of_risk']['value']:.2%}" == "1.09%"


def test_the_lines_that_may_be_named_are_listed(run: Run) -> None:
    code, out, _ = run("design", "ma-crazy-4")
    assert code == 0
    assert "super_bonus.flush = 3 to 2" in out
    assert "element of risk" in out


def test_a_wanted_edge(run: Run) -> None:
    words = ("ma-crazy-4", "--solve", "queens_up.flush", "--edge")
    answers = [json.loads(run("design", *words, edge, "--json")[1]) for edge in ("5%", "0.05", "1/20")]
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0]["below"]["pays"], answers[0]["above"]["pays"]) == ("3 to 1", "4 to 1")
    now = fraction(answers[0]["now"]["house_edge"])
    assert fraction(answers[0]["crossing"]) == 4 + (now - Fraction(1, 20)) * HANDS / FLUSHES
    code, out, _ = run("design", *words, "5%")
    assert code == 0
    assert "just below" in out


@pytest.mark.parametrize("ending", ["csv", "json"])
def test_a_sweep_is_written(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"sweep.{ending}"
    ranges = ("--sweep", "super_bonus.flush=1:2:1/2", "--sweep", "queens_up.flush=3:4")
    code, out, _ = run("design", "ma-crazy-4", *ranges, "--out", str(file))
    assert code == 0
    assert "3 to 2" in out
    text = file.read_text(encoding="utf-8")
    if ending == "csv":
        rows = list(csv.DictReader(text.splitlines()))
        pays = [(row["super_bonus.flush"], row["queens_up.flush"]) for row in rows]
        edges = [Fraction(row["queens_up house_edge exact"]) for row in rows]
    else:
        pays = [tuple(row["pays"].values()) for row in json.loads(text)]
        edges = [fraction(row["queens_up house_edge"]) for row in json.loads(text)]
    assert pays == [(one, other) for one in ("1 to 1", "3 to 2", "2 to 1") for other in ("3 to 1", "4 to 1")]
    assert edges[0] - edges[1] == Fraction(FLUSHES, HANDS)


def test_an_interrupted_sweep_keeps_what_is_done(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    whole = designing.sweep

    def interrupted(
        before: Figures, grid: list[dict[str, str]], setting: SideSetting | None = None
    ) -> Iterator[SweepRow]:
        yield from whole(before, grid[:2], setting)
        raise KeyboardInterrupt

    monkeypatch.setattr(designing, "sweep", interrupted)
    file = tmp_path / "sweep.csv"
    code, _, err = run("design", "ma-crazy-4", "--sweep", "queens_up.flush=1:9", "--out", str(file))
    assert code == 130
    assert "2 of 9 combinations are done and written" in err
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_the_best_submission_can_be_filed(run: Run, tmp_path: Path) -> None:
    """A straight less, and antes at even money, can only cost the player."""
    code, out, _ = run("design", "md-criss-cross", "--best", "house", "--json")
    assert code == 0
    (found,) = json.loads(out)
    main_game = found["wagers"][0]
    assert main_game["choice"] == {"readings.ace-low-straight": "ace-high-only", "readings.ante-odds": "even-money"}
    assert main_game["choices"] == 4
    assert fraction(main_game["house_edge"]) == fraction(main_game["most"]) > fraction(main_game["least"])
    file = tmp_path / "best.json"
    file.write_text(json.dumps(found["submission"]), encoding="utf-8")
    code, out, _ = run("design", "md-criss-cross", "--submission", str(file), "--json")
    assert code == 0
    assert json.loads(out)["before"]["main"]["house_edge"] == main_game["house_edge"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no rulebook"),
        (("ma-crazy-5",), "there is no rulebook"),
        (("ma-crazy-4", "--edge", "5%"), "together with --solve"),
        (("ma-crazy-4", "--solve", "queens_up.flush"), "--edge: Got nothing"),
        (("ma-crazy-4", "--solve", "queens_up.flush", "--edge", "much"), "a house edge such as 5%"),
        (("ma-crazy-4", "--solve", "queens_up.flush", "--edge", "1/0"), "a house edge such as 5%"),
        (("ma-crazy-4", "--solve", "queens_up.flush", "--edge", "90%"), "an edge of at most"),
        (("ma-crazy-4", "--sweep", "queens_up.flush=2:1"), "FROM:TO"),
        (("ma-crazy-4", "--sweep", "queens_up.flush=1:2", "--out", "x.xls"), "ends in .csv or .json"),
        (("ma-crazy-4", "--sweep", "queens_up.flush=1:2", "--best", "house"), "one at a time"),
        (("ma-crazy-4", "--best", "house", "--set", "queens_up.flush=1"), "lawful paytables only"),
        (("ma-crazy-4", "--all"), "together with --best"),
        (("ma-crazy-4", "--players", "9"), "1 to 6"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run("design", *words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1
