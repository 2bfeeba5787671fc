"""`pitboss simulate`: tables for people, JSON for programs, files, and one line for what is wrong."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import main, simulate
from pitboss.cli.output import console
from pitboss.simulation import Simulation, SimulationResult, run
from pitboss.simulation.runner import Report
from simulation.holdem import EXAMPLES, holdem


def called(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["pitboss", "simulate", *words])
    monkeypatch.setattr(console, "_width", 200)
    with pytest.raises(SystemExit) as ended:
        main()
    captured = capsys.readouterr()
    return ended.value.code if isinstance(ended.value.code, int) else 0, captured.out, captured.err


def test_a_table_for_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(monkeypatch, capsys, "ma-crazy-4", "--rounds", "2e4", "--seats", "2", "--seed", "9")
    assert code == 0
    assert "20,000 rounds, 2 seats, strategy optimal, seed 9" in out
    for word in ("Queens Up", "mean return", "exact", "play: fold"):
        assert word in out


def test_json_files_and_a_run_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept, parquet, picture = tmp_path / "run.json", tmp_path / "result.parquet", tmp_path / "result.svg"
    options = ("ma-crazy-4", "--main", "--stake", "ante=10", "--checkpoint", str(kept), "--json")
    called(monkeypatch, capsys, *options, "--rounds", "5000")
    _, out, _ = called(
        monkeypatch, capsys, *options, "--rounds", "12_000", "--out", str(parquet), "--picture", str(picture)
    )
    resumed = json.loads(out)
    assert resumed["stakes"] == [{"ante": "10.00", "super_bonus": "10.00"}]
    fresh = json.loads(called(monkeypatch, capsys, *options[:4], "--json", "--rounds", "12000", "--workers", "1")[1])
    assert resumed == fresh
    assert picture.read_text().startswith("<svg")
    assert parquet.read_bytes()[:4] == b"PAR1"


def test_any_game_by_its_folder_and_a_run_resumed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder, kept = str(EXAMPLES / "let-it-ride"), tmp_path / "run.json"
    code, out, _ = called(monkeypatch, capsys, folder, "--rounds", "5000", "--checkpoint", str(kept))
    assert code == 0
    assert "-0.035057" in out  # published
    assert "(exactly 92.7240%)" in out  # all but 1,440 pairs of tens up, 52 threes of a kind and 29 hands of each suit
    resumed = called(monkeypatch, capsys, folder, "--rounds", "12e3", "--checkpoint", str(kept), "--json")[1]
    fresh = called(monkeypatch, capsys, folder, "--rounds", "12e3", "--json", "--workers", "1")[1]
    assert json.loads(resumed) == json.loads(fresh)
    assert json.loads(fresh)["exact_actions"]["first_choice"]["check"]["value"] == 1608 / 22100


def test_out_of_reach_the_command_that_helps_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    holdem(tmp_path)
    code, out, err = called(monkeypatch, capsys, str(tmp_path / "holdem"))
    assert (code, out) == (2, "")
    assert "pitboss simulate --strategy sampled" in err
    assert len(err.strip().splitlines()) == 1


def test_a_checkpoint_longer_than_the_rounds_asked_for_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = ("ma-crazy-4", "--main", "--checkpoint", str(tmp_path / "run.json"), "--json")
    long = called(monkeypatch, capsys, *options, "--rounds", "5000")[1]
    code, out, err = called(monkeypatch, capsys, *options, "--rounds", "2000")
    assert (code, json.loads(out)) == (0, json.loads(long))
    assert "holds 5,000 rounds, more than the 2,000 asked for" in " ".join(err.split())


def test_a_file_that_is_nested_too_deeply_is_no_checkpoint_and_no_strategy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "deep.json"
    for text in ("[" * 200_000, '{"simulation": ' + "[" * 200_000, '{"play": {"else": ' + '{"a": ' * 200_000):
        file.write_text(text)
        for option in ("--checkpoint", "--strategy"):
            code, out, err = called(monkeypatch, capsys, "ma-crazy-4", "--rounds", "10", option, str(file))
            assert (code, out) == (2, "")
            assert "deep.json" in err
            assert len(err.strip().splitlines()) == 1
            assert file.read_text() == text


def test_a_run_stopped_from_the_keyboard_shows_what_it_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def stopped(simulation: Simulation, rounds: int, *, report: Report, **others: Any) -> SimulationResult:
        def report_and_stop(result: SimulationResult) -> None:
            report(result)
            raise KeyboardInterrupt

        return run(simulation, rounds, report=report_and_stop, **others)

    monkeypatch.setattr(simulate, "run", stopped)
    kept = tmp_path / "run.json"
    options = ("ma-crazy-4", "--main", "--rounds", "1e9", "--checkpoint", str(kept), "--json")
    code, out, err = called(monkeypatch, capsys, *options)
    assert code == 130
    rounds = json.loads(out)["rounds"]
    assert 0 < rounds < 10**9
    assert f"stopped after {rounds:,} of 1,000,000,000 rounds" in " ".join(err.split())
    assert f"the same command goes on from {kept}" in err
    assert json.loads(kept.read_text())["tally"]["rounds"] == rounds
    code, _, err = called(monkeypatch, capsys, "ma-crazy-4", "--main", "--rounds", "1e9")
    assert code == 130
    assert "there is no checkpoint to go on from" in err


def test_a_run_stopped_before_its_first_rounds_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> SimulationResult:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run", stopped)
    code, out, err = called(monkeypatch, capsys, "ma-crazy-4", "--main", "--rounds", "1e9")
    assert (code, out) == (130, "")
    assert "stopped before the first rounds were played" in err


def test_a_strategy_from_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import numpy as np\ndef shy(seen):\n    return np.zeros(len(seen), np.int8)\n")
    _, out, _ = called(monkeypatch, capsys, "ma-crazy-4", "--rounds", "1000", "--strategy", f"{file}:shy", "--json")
    data = json.loads(out)
    assert data["actions"] == {"play": {"fold": 1.0}}
    # Ante and Super Bonus are given up in every round.
    assert data["wagers"]["main game"]["mean"] == -2


def test_the_line_of_a_strategy_file_that_fails_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("def half(seen):\n    return 1 // 0\n")
    code, _, err = called(monkeypatch, capsys, "ma-crazy-4", "--rounds", "1000", "--strategy", "mine.py:half")
    assert code == 2
    assert "line 2: ZeroDivisionError" in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--rounds", "1.5"), "--rounds"),
        (("--rounds", "many"), "such as 1e9"),
        (("--seats", "7"), "1 to 6"),
        (("--strategy", "best"), "optimal, card, random"),
        (("--strategy", "missing.py:mine"), "no file missing.py"),
        (("--stake", "ante=0.01"), "between $1.00 and $1,000.00"),
        (("--precision", "0"), "a number above 0"),
        (("--workers", "0"), "a number above 0"),
        (("--meter", "mega=5"), "unknown meter"),
        (("--cluster", "local:0"), "local:N"),
    ],
)
def test_one_line_for_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    code, out, err = called(monkeypatch, capsys, "ma-crazy-4", *words)
    assert (code, out) == (2, "")
    assert complaint in err
    assert len(err.strip().splitlines()) == 1
