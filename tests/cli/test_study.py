"""`pitboss study`: a table for people, JSON, a picture and Parquet, one line for what is wrong."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from cli.calling import Run

SMALL = ("ma-crazy-4", "--rounds", "40", "--paths", "400", "--bankroll", "40")


def test_bankroll_in_every_form(run: Run, tmp_path: Path) -> None:
    picture, data = tmp_path / "paths.svg", tmp_path / "paths.parquet"
    code, out, _ = run("study", "bankroll", *SMALL, "--json", "--picture", str(picture), "--out", str(data))
    assert code == 0
    said = json.loads(out)
    assert said["settings"] == {"bankroll": "40.00", "rounds": 40, "paths": 400, "ante": "1.00", "seed": 1}
    assert all(check["holds"] for check in said["checks"])
    assert said["rows"][0]["what"] == "ruined"
    assert picture.read_text(encoding="utf-8").startswith("<svg xmlns=")
    table = import_module("pyarrow.parquet").read_table(data)
    assert table.num_rows == 400
    assert sum(table.column("ruined").to_pylist()) / 400 == said["rows"][0]["simulated"]
    assert json.loads(table.schema.metadata[b"pitboss"])["study"] == "bankroll"


def test_people_read_a_table(run: Run) -> None:
    code, out, _ = run("study", "bankroll", *SMALL)
    assert code == 0
    assert "ruined" in out
    assert "holds" in out


@pytest.mark.parametrize("study", [("collusion", "ma-crazy-4", "--sharing", "3"), ("exposed", "ma-crazy-4")])
def test_in_a_narrow_terminal_every_figure_is_whole(run: Run, run_narrow: Run, study: tuple[str, ...]) -> None:
    words = ("study", *study, "--deals", "50")
    wide, narrow = run(*words)[1], run_narrow(*words)[1]
    assert "…" not in narrow
    assert {word for word in wide.split() if word.endswith("%")} <= {*narrow.split()}


def test_the_same_seed_gives_the_same_study(run: Run) -> None:
    words = ("study", "progressive", "ma-crazy-4", "--rounds", "2000", "--wager", "five_card_progressive", "--json")
    assert run(*words)[1] == run(*words)[1]
    assert run(*words)[1] != run(*words, "--seed", "2")[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("collusion", "ma-crazy-4", "--sharing", "9"), "--sharing: Got 9; expected 1 to 6"),
        (("exposed", "ma-crazy-4", "--place", "hole"), "--place: Got hole; expected one of dealer"),
        (("errors", "ma-crazy-4", "--rate", "often"), "--rate: Got 'often'"),
        (("errors", "ma-crazy-4", "--rate", "2"), "--rate: Got 2; expected a chance between 0 and 1"),
        (("progressive", "ma-criss-cross"), "expected terms with a progressive wager"),
        (("bankroll", "ma-crazy-4", "--paths", "5"), "--paths: Got 5; expected 100 to 400,000"),
        (("bankroll", "ma-crazy-4", "--ante", "x"), "--ante: Got 'x'"),
    ],
)
def test_one_line_for_what_is_wrong(run: Run, words: tuple[str, ...], said: str) -> None:
    code, _, err = run("study", *words)
    assert code == 2
    assert said in err
    assert "Traceback" not in err
