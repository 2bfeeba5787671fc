"""What every command has in common: one plain line for what is wrong, exit code 2, never a traceback."""

import json
from pathlib import Path

import pytest

from cli.calling import Run

NO_FOLDER = "/no/such/folder/file"
EMPTY = "the file: Got an empty name; expected the name of a file, or - for standard input."
NO_URL = "expected the address of a running server, such as http://127.0.0.1:8321."
NO_ADDRESS = ("", "x", "ftp://x", "http://", "http://a b", "http://a\x01b", "http://[", "http://127.0.0.1:99999")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nope"], "No such command 'nope'; see pitboss --help"),
        (["--nope"], "No such option: --nope; see pitboss --help"),
        (["rules", "nope"], "No such command 'nope'; see pitboss rules --help"),
        (["settle"], "Missing argument 'file'; see pitboss settle --help"),
        (["settle", "--nope", "x"], "No such option: --nope; see pitboss settle --help"),
        (
            ["study", "errors", "ma-crazy-4", "--favour", "x"],
            "--favour: Got 'x'; expected one of neither, player, house.",
        ),
        (["play", "ma-crazy-4", "--seats", "x"], "--seats: Got 'x'; expected a whole number, 1 or more."),
        (["play", "ma-crazy-4", "--seats", "0"], "--seats: Got '0'; expected a whole number, 1 or more."),
        (["play", "ma-crazy-4", "--seats", "7"], "--seats: Got 7; expected 1 to 6."),
        (["play", "ma-crazy-4", "--rounds", "-5"], "--rounds: Got '-5'; expected a whole number, 1 or more."),
        (["play", "ma-crazy-4", "--seed", "x"], "--seed: Got 'x'; expected a whole number."),
        (["play", "ma-crazy-4", "--bankroll", "nan"], "--bankroll: Got 'nan'; expected an amount with at most"),
        (["replay", "night.jsonl", "--round", "0"], "--round: Got '0'; expected a whole number, 1 or more."),
        (["serve", "--port", "abc"], "--port: Got 'abc'; expected a whole number from 0 to 65535."),
        (
            ["solve", "ma-criss-cross", "--exposed", "middle="],
            "Got exposed middle=; expected middle=Ks, or middle alone",
        ),
        (
            ["advise", "ma-crazy-4", "--exposed", "dealer= "],
            "Got exposed dealer= ; expected dealer=Ks, or dealer alone",
        ),
        (["strategy", "ma-crazy-4", "--rounds", "9" * 23], "expected a whole number from 1 to 1000000000000."),
        (
            ["simulate", "ma-crazy-4", "--strategy", "x"],
            "expected one of optimal, card, random, always:N, FILE.py:FUNCTION, or FILE.json.",
        ),
        (["simulate", "ma-crazy-4", "--precision", "x"], "--precision: Got 'x'; expected a number."),
        (["simulate", "ma-crazy-4", "--seats"], "Option '--seats' requires an argument; see pitboss simulate --help"),
        (["report", "--by", "x"], "--by: Got 'x'; expected one of day, shift, table, dealer, game, wager, player."),
        (["export", "x", "--out", "-"], "what: Got 'x'; expected one of hands, ledger, meters."),
        (["export"], "Missing argument 'what'. Choose from: hands, ledger, meters; see pitboss export --help"),
        (["rules", "check", NO_FOLDER], f"{NO_FOLDER}: No such file or directory"),
        (["rules", "check", "/"], "/: Is a directory"),
        (["settle", "/"], "/: Is a directory"),
        (["verify", NO_FOLDER], f"{NO_FOLDER}: No such file or directory"),
        (["replay", "/"], "/: Is a directory"),
        (["solve", "ma-crazy-4", "--submission", NO_FOLDER], f"{NO_FOLDER}: No such file or directory"),
        (["audit", "balance", "night.jsonl", "--data", "/srv"], "LOG: Got a log file besides --database or --data"),
        (["settle", ""], EMPTY),
        (["solve", "ma-crazy-4", "--submission", ""], EMPTY),
        (["play", "ma-crazy-4", "--auto", "--submission", ""], EMPTY),
        (["school", "ma-crazy-4", "--json", "--submission", ""], EMPTY),
        (["study", "errors", "ma-crazy-4", "--submission", ""], EMPTY),
        *((["bots", url], NO_URL) for url in NO_ADDRESS),
        *((["correct", "list", url, "pit"], NO_URL) for url in NO_ADDRESS),
        *((["witness", url, "--folder", "w", "--key", "0" * 64], NO_URL) for url in NO_ADDRESS),
        (["risk", "ma-crazy-4", "--bankroll", "0"], "--bankroll: Got '0'; expected an amount above zero."),
        (["study", "bankroll", "ma-crazy-4", "--bankroll", "0"], "--bankroll: Got '0'; expected an amount above zero."),
        (["risk", "ma-crazy-4", "--ante", "-5"], "--ante: Got '-5'; expected an amount above zero."),
        (["risk", "ma-crazy-4", "--with", "queens_up=-5"], "--with queens_up: Got '-5'; expected an amount of zero"),
        (
            ["solve", "ma-crazy-4", "--set", f"super_bonus.flush={'9' * 27}"],
            "of numbers from 1 up with at most nine digits",
        ),
        (["design", "ma-crazy-4", "--set", f"super_bonus.flush={'9' * 5000}"], "9…'; expected odds such as 10, 3 to 2"),
    ],
)
def test_one_line_and_exit_code_2(run: Run, words: list[str], complaint: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("port", ["-1", "65536", "99999"])
def test_a_port_that_there_is_not(run: Run, tmp_path: Path, port: str) -> None:
    code, out, err = run("serve", "--port", port, "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert err == f"--port: Got '{port}'; expected a whole number from 0 to 65535.\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["witness.key", "cosigned.jsonl"])
def test_a_witness_with_a_folder_that_was_damaged_says_so(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("nonsense\n")
    code, out, err = run("witness", "http://127.0.0.1:1", "--folder", str(tmp_path), "--key", "0" * 64)
    assert (code, out) == (2, "")
    assert err.startswith(f"{tmp_path} does not hold what a witness keeps: ")
    assert len(err.splitlines()) == 1


def test_a_command_of_commands_alone_shows_its_help(run: Run) -> None:
    code, out, err = run("rules")
    assert (code, err) == (2, "")
    assert "coverage" in out


@pytest.mark.parametrize(
    "words", [("settle",), ("rules", "check"), ("solve", "ma-crazy-4", "--submission")], ids=lambda words: words[0]
)
def test_bytes_that_are_no_text_are_named_with_their_file(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe")
    code, _, err = run(*words, str(file))
    assert (code, err) == (2, f"{file}: Got bytes that are not text; expected UTF-8 text.\n")


def test_a_key_file_that_is_none(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "operator.pub"
    file.write_bytes(b"\xff\xfe")
    code, _, err = run("verify", str(file), "--key", str(file))
    assert code == 2
    assert "expected a public key of 64 hexadecimal digits" in err


@pytest.mark.parametrize(
    ("command", "counting"),
    [
        ("par ma-crazy-4 --out", "pitboss.cli.par.par_sheet"),
        ("par ma-crazy-4 --pdf", "pitboss.cli.par.par_sheet"),
        ("rules prove ma-crazy-4 --out", "pitboss.cli.rules_prove.findings"),
        ("report --by day --to-file", "pitboss.cli.report.opened"),
        ("simulate ma-crazy-4 --out", "pitboss.cli.simulate.run"),
        ("simulate ma-crazy-4 --picture", "pitboss.cli.simulate.run"),
        ("study errors ma-crazy-4 --out", "pitboss.cli.study.errors_study"),
        ("study exposed ma-crazy-4 --picture", "pitboss.cli.study.exposed_study"),
        ("design ma-crazy-4 --sweep super_bonus.flush=1:3 --out", "pitboss.cli.design.figures"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, counting: str
) -> None:
    def begun(*_: object, **__: object) -> None:
        pytest.fail("the work has begun")

    monkeypatch.setattr(counting, begun)
    code, _, err = run(*command.split(), f"{NO_FOLDER}.csv")
    assert (code, err) == (2, f"{NO_FOLDER}.csv: No such file or directory\n")


def test_a_file_without_a_name_is_told_before_the_work(run: Run) -> None:
    assert run("par", "ma-crazy-4", "--out", "") == (2, "", "the name of the file to write is empty\n")


STRATEGY = """
def divides(seen):
    return 1 / 0
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (STRATEGY, "at play (line 3: ZeroDivisionError: division by zero); expected a function that answers"),
        ("def divides(:\n", "(line 1: SyntaxError: invalid syntax); expected a file that runs"),
        ("\nraise KeyError('x')\n", "(line 2: KeyError: 'x'); expected a file that runs"),
    ],
)
def test_a_strategy_of_the_users_own_that_fails(run: Run, tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    code, out, err = run("simulate", "ma-crazy-4", "--rounds", "1000", "--strategy", f"{file}:divides")
    assert (code, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["risk", "ma-criss-cross", "--set", "main.full_house=999999999 to 999999937"], "too large to count exactly"),
        (
            ["strategy", "ma-criss-cross", "--set", "main.full_house=999999999 to 999999937"],
            "too large to count exactly",
        ),
        (
            ["strategy", "ma-criss-cross", "--chart", "--set", "main.full_house=999999999 to 999999937"],
            "too large to count",
        ),
        (["risk", "ma-crazy-4", "--set", "super_bonus.flush=999999999"], "results; 4194304 can be held"),
        (["risk", "ma-crazy-4", "--with", "queens_up=999999999999999"], "results; 4194304 can be held"),
    ],
)
def test_odds_and_stakes_beyond_counting(run: Run, words: list[str], complaint: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert complaint in err


@pytest.mark.parametrize(
    "command",
    [
        "odds ma-crazy-4",
        "odds ma-crazy-4 --all",
        "risk ma-crazy-4 --rounds 10",
        "strategy ma-crazy-4",
        "simulate ma-crazy-4 --rounds 1000",
        "design ma-crazy-4",
        "design ma-crazy-4 --sweep super_bonus.flush=1:2",
        "rules coverage ma-crazy-4",
        "settle examples/crazy-4-two-winners.json",
    ],
)
def test_eighty_columns_are_enough(run_narrow: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    code, out, _ = run_narrow(*command.split())
    assert code == 0
    lines = [line for line in out.splitlines() if not line.startswith("exact ")]  # fractions are for copying, whole
    assert [line for line in lines if len(line) > 80] == []
    assert "…" not in out


def test_names_are_broken_between_words(run_narrow: Run) -> None:
    _, out, _ = run_narrow("odds", "ma-crazy-4", "--all")
    words = {word for line in out.splitlines() for word in line.replace("│", " ").split()}
    assert {"progressive", "hand", "bonus", "player", "dealer"} <= words
    _, out, _ = run_narrow("rules", "coverage")
    assert "cardroom-criss-cross" in out
    assert "definition" in out.splitlines()[-13]  # the headings of the last table


def test_the_par_sheet_for_programs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "par.html"
    code, out, _ = run("par", "ma-crazy-4", "--no-card", "--json", "--out", str(file))
    assert code == 0
    assert file.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    sheet = json.loads(out)
    assert sheet["rulebook"] == "ma-crazy-4"
    assert sheet["game"]["ev"]["exact"] == "-264142729/7726058340"  # the published edge of 3.42%, as a fraction
