"""Rulebooks that somebody adds, by option or by path, in every command; `rules new` and `rules lint`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.calling import Run
from pitboss.audit import Log, Player, Signer, TableRecorder
from pitboss.audit.recorder import record_round
from pitboss.engine.computer import choose, default_wagers
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, full_terms
from pitboss.rulebooks.format_page import format_page
from pitboss.rulebooks.library import VARIABLE
from pitboss.rulebooks.table_rules import Cards
from rulebooks.folders import changed, copied

DOCS = Path(__file__).parents[2] / "docs"
NOON = 43_200_000


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder of rulebooks: one that is sound, one that is not."""
    copied(tmp_path, "my-cross")
    changed(copied(tmp_path, "no-cross"), "rulebook.toml", "seats = 6", "seats = = 6")
    return tmp_path


# Options, variables, paths


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_option_may_stand_anywhere_on_the_line(run: Run, mine: Path, place: int) -> None:
    words = ["play", "my-cross", "--auto", "--json"]
    words[place:place] = ["--rulebooks", str(mine)]
    code, out, errors = run(*words)
    assert (code, errors) == (0, "")
    assert json.loads(out)["rulebook"] == "my-cross"


def test_the_option_takes_its_folder_after_an_equals_sign_and_several_times(run: Run, mine: Path) -> None:
    copied(mine / "more", "our-cross")
    code, out, _ = run("rules", "list", f"--rulebooks={mine}", f"--rulebooks={mine / 'more'}", "--json")
    assert code == 0
    assert [book["id"] for book in json.loads(out)["rulebooks"]] == [*SHIPPED, "my-cross", "our-cross"]


@pytest.mark.parametrize("words", [("--rulebooks",), ("--rulebooks", "/no/such/folder"), ("--rulebooks=",)])
def test_an_option_without_a_folder_is_refused_in_one_line(run: Run, words: tuple[str, ...]) -> None:
    code, out, errors = run("rules", "list", *words)
    assert (code, out) == (2, "")
    assert errors.startswith("--rulebooks: there is no folder '")
    assert errors.count("\n") == 1


def test_a_folder_that_is_left_out_is_named_with_the_reason(run: Run, mine: Path) -> None:
    code, out, errors = run("rules", "list", "--rulebooks", str(mine))
    assert code == 0
    assert "my-cross" in out
    assert errors.startswith(f"{mine / 'no-cross'} is left out: rulebook.toml: no TOML: ")
    assert errors.count("\n") == 1
    _, out, _ = run("rules", "list", "--json", "--rulebooks", str(mine))
    (left,) = json.loads(out)["left_out"]
    assert left["folder"] == str(mine / "no-cross")


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "show", "PATH", "--json"),
        ("rules", "diff", "PATH", "ma-criss-cross", "--json"),
        ("rules", "coverage", "PATH", "--json"),
        ("odds", "PATH", "--json"),
        ("play", "PATH", "--auto", "--json"),
    ],
    ids=lambda words: words[0] + words[1],
)
def test_a_path_will_do_for_an_id(run: Run, mine: Path, words: tuple[str, ...]) -> None:
    code, out, errors = run(*(str(mine / "my-cross") if word == "PATH" else word for word in words))
    assert (code, errors) == (0, "")
    assert "my-cross" in out


def test_a_folder_in_the_present_folder_will_do_by_its_bare_name(
    run: Run, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (mine / "my-cross").rename(mine / "draft")
    monkeypatch.chdir(mine)
    code, out, _ = run("play", "draft", "--auto", "--json")
    assert (code, json.loads(out)["rulebook"]) == (0, "my-cross")


def test_no_more_seats_are_taken_than_the_rulebook_has(run: Run, mine: Path) -> None:
    changed(mine / "my-cross", "rulebook.toml", "seats = 6", "seats = 2")
    code, out, _ = run("play", str(mine / "my-cross"), "--auto", "--json")
    assert (code, len(json.loads(out)["rounds"][0]["seats"])) == (0, 2)
    code, _, said = run("play", str(mine / "my-cross"), "--auto", "--json", "--seats", "3")
    assert (code, said) == (2, "--seats: Got 3; expected 1 to 2.\n")


def test_a_dispute_and_a_submission_name_a_folder(run: Run, mine: Path) -> None:
    example = json.loads((DOCS.parent / "examples" / "ma-criss-cross.json").read_text(encoding="utf-8"))
    disputed = mine / "round.json"
    disputed.write_text(json.dumps({**example, "rulebook": str(mine / "my-cross")}), encoding="utf-8")
    code, out, _ = run("settle", str(disputed), "--json")
    assert (code, json.loads(out)["rulebook"]) == (0, "my-cross")
    filed = mine / "filed.json"
    filed.write_text(json.dumps({"rulebook": str(mine / "my-cross"), "five_card_bonus": True}), encoding="utf-8")
    code, out, _ = run("rules", "check", str(filed), "--json")
    assert (code, json.loads(out)["submission"]["rulebook"]) == (0, "my-cross")


def test_a_folder_without_a_rulebook_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    code, out, errors = run("play", str(tmp_path), "--auto")
    assert (code, out) == (2, "")
    assert errors == f"{tmp_path / 'rulebook.toml'}: No such file or directory\n"


def test_help_reads_no_rulebook() -> None:
    """Not even one that the environment adds."""
    script = (
        "import sys, builtins\n"
        "from pathlib import Path\n"
        "Path.read_bytes = lambda self: sys.exit(f'read {self}')\n"
        "from pitboss.cli import main\n"
        "sys.argv = ['pitboss', '--help']\n"
        "main()\n"
    )
    environment = {**os.environ, VARIABLE: "/no/such/folder"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "--rulebooks" in done.stdout


# Lint


def test_lint_exits_with_1_and_a_line_for_each_fault(run: Run, mine: Path) -> None:
    changed(mine / "my-cross", "rulebook.toml", "seats = 6", "seats = 0\nchairs = 6")
    code, out, errors = run("rules", "lint", str(mine / "my-cross"))
    assert (code, out) == (1, "")
    assert errors.splitlines()[0].startswith("rulebook.toml: chairs: unknown key; ")
    code, out, _ = run("rules", "lint", str(mine / "my-cross"), "--json")
    told = json.loads(out)
    assert (code, told["sound"]) == (1, False)
    assert (told["faults"][0]["file"], told["faults"][0]["key"]) == ("rulebook.toml", "chairs")


def test_lint_of_no_folder_is_refused(run: Run, tmp_path: Path) -> None:
    assert run("rules", "lint", str(tmp_path / "none")) == (2, "", f"{tmp_path / 'none'}: there is no such folder\n")


# New


@pytest.mark.parametrize("like", [None, *SHIPPED])
def test_a_new_rulebook_has_no_fault_and_plays(run: Run, tmp_path: Path, like: str | None) -> None:
    code, _, errors = run("rules", "new", "our-game", "--at", str(tmp_path), *(("--like", like) if like else ()))
    assert (code, errors) == (0, "")
    folder = tmp_path / "our-game"
    assert run("rules", "lint", str(folder))[0] == 0
    code, out, _ = run("play", str(folder), "--auto", "--json", "--seed", "1")
    assert (code, json.loads(out)["rulebook"]) == (0, "our-game")
    code, out, _ = run("rules", "show", str(folder), "--json")
    assert json.loads(out)["title"] == "Our Game"


def test_new_overwrites_nothing_and_takes_no_taken_or_malformed_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "our-game").mkdir()
    for name, why in (
        ("our-game", f"{tmp_path / 'our-game'}: it is there already, and nothing is overwritten\n"),
        ("ma-crazy-4", "there is a rulebook 'ma-crazy-4' already\n"),
        ("Our Game", "'Our Game' is no id of a rulebook: it must be up to 35 small letters, digits and dashes\n"),
    ):
        assert run("rules", "new", name, "--at", str(tmp_path)) == (2, "", why)
    assert list((tmp_path / "our-game").iterdir()) == []


# Logs


def test_a_log_verifies_where_the_folder_is_and_says_so_where_it_is_not(
    run: Run, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    terms = full_terms(mine / "my-cross")
    log = Log("test", Signer(bytes(range(32))), NOON)
    table = TableRecorder(log, "one", terms, Cards.VIRTUAL, NOON, lambda: bytes(32))
    player = Player("ann", 1, "a seed", default_wagers(terms, Amount.parse("1000")))
    record_round(table, [player], choose, NOON)
    log.sign(NOON, closing=True)
    file = tmp_path / "log"
    file.write_bytes(log.text())
    code, out, _ = run("verify", str(file), "--rulebooks", str(mine))
    assert (code, "Everything holds." in out) == (0, True)
    assert run("audit", "balance", str(file), "--rulebooks", str(mine))[0] == 0
    code, out, _ = run("verify", str(file))
    assert (code, "1 finding." in out) == (1, True)
    assert "rulebook 'my-cross'; it is none of" in out
    assert "--rulebooks DIR adds the folder it is in" in out
    other = changed(copied(tmp_path / "other", "my-cross"), "rulebook.toml", "# ", "# changed: ")
    code, out, _ = run("verify", str(file), "--rulebooks", str(other))
    assert (code, "1 finding." in out) == (1, True)
    assert "nothing can be replayed: " in out
    assert "the one at hand has " in out


# The format


def test_the_page_of_the_format_is_current_and_explains_every_key(run: Run) -> None:
    assert (DOCS / "rulebook-format.md").read_text(encoding="utf-8") == format_page(), "run `make docs`"
    assert [line for line in format_page().splitlines() if line.startswith("| `") and line.endswith("|  |")] == []
    assert run("rules", "format") == (0, format_page(), "")
