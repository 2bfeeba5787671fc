"""`pitboss verify` and `pitboss replay`."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from audit.logs import SIGNER, small_log
from pitboss.audit import read_entries, rounds_of
from pitboss.engine import verify, write_history
from pitboss.engine.history import HEADER

COMMAND = [sys.executable, "-c", "from pitboss.cli import main; main()"]


def run(*words: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    texts = [*COMMAND, *map(str, words)]
    return subprocess.run(texts, input=typed, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "audit.jsonl"
    file.write_bytes(small_log())
    return file


def test_a_sound_log(log: Path) -> None:
    done = run("verify", log, "--key", SIGNER.public_key.hex())
    assert (done.returncode, done.stderr) == (0, "")
    assert "Everything holds." in done.stdout
    assert "rounds replayed by their rulebooks: 3" in done.stdout
    assert "--key" not in done.stdout


@pytest.mark.parametrize("form", ["{}", '{{"public_key":"{}"}}'], ids=["digits", "the server's answer"])
def test_a_key_in_a_file_and_a_head_in_another(log: Path, tmp_path: Path, form: str) -> None:
    key, head = tmp_path / "key", tmp_path / "head"
    key.write_text(form.format(SIGNER.public_key.hex()) + "\n")
    head.write_bytes(small_log().split(b"\n")[-2])
    done = run("verify", log, "--key", key, "--head", head, "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert (answer["sound"], answer["findings"], answer["rounds"]) == (True, [], 3)


def test_what_a_browser_kept_of_a_log_that_did_not_go_on_is_held_against_it(log: Path, tmp_path: Path) -> None:
    head = json.loads(small_log().split(b"\n")[-2])["head"]
    other = msgspec.to_builtins(SIGNER.sign(9, head["size"], bytes(32), 0))
    evidence = tmp_path / "evidence.json"
    evidence.write_text(json.dumps({"why": "", "kept": {"key": "", "head": head}, "told": {"key": "", "head": other}}))
    done = run("verify", log, "--head", evidence)
    assert done.returncode == 1
    assert "its past was rewritten" in done.stdout
    assert "1 finding." in done.stdout


def test_findings_are_named_one_to_a_line(log: Path) -> None:
    lines = small_log().split(b"\n")
    log.write_bytes(b"\n".join(lines[:50] + lines[51:]))
    done = run("verify", log)
    assert done.returncode == 1
    count = len(read_entries(small_log()))
    assert done.stdout.startswith(f"entry 50: the entry is missing; the log has {count - 1} of {count} entries\n")
    assert "1 finding." in done.stdout
    assert json.loads(run("verify", log, "--json").stdout)["findings"][0]["entry"] == 50


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("verify", "no-such-file"), "no-such-file"),
        (("verify", "LOG", "--key", "x" * 64), "a public key of 64 hexadecimal digits"),
        (("verify", "LOG", "--key", "no-such-file"), "no-such-file"),
        (("verify", "LOG", "--head", "LOG"), "a signed tree head as JSON"),
        (("replay", "no-such-file"), "no-such-file"),
        (("replay", "LOG", "--round", "4"), "1 to 3"),
        (("replay", "LOG", "--seat", "2"), "a seat that was played"),
        (("replay", __file__), "a file without rounds"),
    ],
)
def test_what_is_wrong_is_said_without_a_traceback(log: Path, words: tuple[str, ...], said: str) -> None:
    done = run(*(log if word == "LOG" else word for word in words))
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_rounds_of_a_log_follow_from_the_rules() -> None:
    rounds = rounds_of(read_entries(small_log()))
    assert [round.id for round in rounds] == ["table/1/1", "table/1/2", "table/1/3"]
    assert [verify(round.history) for round in rounds] == [None] * 3


def test_a_round_of_a_log_is_shown_from_a_seat(log: Path) -> None:
    done = run("replay", log, "--round", 2, "--seat", 4)
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("Round table/1/2", "on the layout: $", "“No more bets.”", "Your cards", "Seat 4: $", "Clause"):
        assert part in done.stdout
    assert "Round table/1/1" not in done.stdout
    assert ".;" not in done.stdout


def test_hand_histories_are_replayed_step_by_step(tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    rounds = rounds_of(read_entries(small_log()))
    file.write_text("".join(write_history(round.terms, round.events) for round in rounds), encoding="ascii")
    done = run("replay", file, "--step", typed="\n" * 5)
    assert (done.returncode, done.stderr) == (0, "")
    assert [f"Round {number}," in done.stdout for number in (1, 2, 3, 4)] == [True, True, True, False]
    assert "Your cards" not in done.stdout


def test_a_round_that_breaks_the_rules_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "round.txt"
    round = rounds_of(read_entries(small_log()))[0]
    file.write_text(write_history(round.terms, round.events[1:]), encoding="ascii")
    done = run("replay", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert "ma-criss-cross" in done.stderr


def test_a_packed_log_is_read_and_one_that_was_cut_short_is_a_finding(tmp_path: Path) -> None:
    file = tmp_path / "night.gz"
    file.write_bytes(gzip.compress(small_log()))
    assert run("verify", file).stdout.endswith("Everything holds.\n")
    file.write_bytes(gzip.compress(small_log())[:-100])
    done = run("verify", file)
    assert (done.returncode, done.stderr) == (1, "")
    assert "night.gz cannot be read to its end" in done.stdout


@pytest.mark.parametrize("option", ["--key", "--head"])
def test_a_file_that_is_nested_too_deeply_is_no_key_and_no_head(log: Path, tmp_path: Path, option: str) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 200_000)
    done = run("verify", log, option, file)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{option}: Got ")
    assert len(done.stderr.splitlines()) == 1


def test_a_hand_history_with_other_bytes_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "rounds.txt"
    file.write_bytes(HEADER.encode() + b"\nrulebook caf\xc3\xa9\n")
    done = run("replay", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "hand history: line 2: Got bytes that are not ASCII; expected a line as it was written.\n"


def test_entries_are_told_in_words_and_as_json(log: Path) -> None:
    shown = run("audit", "entries", log)
    assert (shown.returncode, shown.stderr) == (0, "")
    entries = json.loads(run("audit", "entries", log, "--json").stdout)
    assert [line.split()[0] for line in shown.stdout.splitlines()] == [str(one["entry"]) for one in entries]
    assert len(entries) == len(list(read_entries(small_log())))
    commands = json.loads(run("audit", "entries", log, "--kind", "command", "--json").stdout)
    assert commands == [one for one in entries if one["kind"] == "command"] != entries


def test_nothing_found_is_said_and_a_file_without_entries_is_refused(log: Path, tmp_path: Path) -> None:
    done = run("audit", "entries", log, "--person", "nobody-of-that-name")
    assert (done.returncode, done.stdout) == (0, "No entry is of that kind, person, table and time.\n")
    assert json.loads(run("audit", "entries", log, "--person", "nobody-of-that-name", "--json").stdout) == []
    empty = tmp_path / "empty"
    empty.touch()
    done = run("audit", "entries", empty)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{empty}: Got a file without entries; expected an audit log.\n"


def test_a_file_that_is_no_log_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a log\n")
    done = run("audit", "entries", file)
    assert done.returncode == 2
    assert "line 1 cannot be read" in done.stderr
