"""`pitboss rules`: what people and programs read, and how it refuses."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pitboss.cli.output import console
from pitboss.cli.rules import app
from pitboss.rulebooks import SHIPPED, load
from pitboss.rulebooks.loader import submission_data
from pitboss.rulebooks.pages import pages
from rulebooks.submissions import new_jersey


@pytest.fixture(autouse=True, scope="module")
def wide() -> Iterator[None]:
    """Tables wide enough that no cell is broken over lines."""
    console.width = 400
    yield
    console.width = 80


def run(*words: str, stdin: str | bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, words, input=stdin, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def run_json(*words: str, stdin: str | None = None) -> Any:
    code, out, _ = run(*words, "--json", stdin=stdin)
    assert code == 0
    return json.loads(out)


# list


def test_list_shows_every_rulebook() -> None:
    code, out, _ = run("list")
    assert code == 0
    for id in SHIPPED:
        assert id in out
        assert load(id).document in out
        assert load(id).hash[:12] in out


def test_list_for_programs() -> None:
    books = {book["id"]: book for book in run_json("list")["rulebooks"]}
    assert tuple(books) == SHIPPED
    book = books["ma-criss-cross"]
    assert book["game"] == "criss-cross"
    assert book["wagers"] == ["ante_across", "ante_down", "five_card_bonus", "across", "down", "middle"]
    assert sum(book["clauses"].values()) == len(load("ma-criss-cross").clauses)


# show


@pytest.mark.parametrize(
    ("rulebook", "shown"),
    [
        ("ma-criss-cross", ["Ante Across", "500 to 1", "top, left, middle, right, bottom", "card found face up"]),
        ("md-criss-cross", ["not above $50,000.00", "12.A(10)", "the player's wagers are forfeited"]),
        ("nj-criss-cross", ["Bonus Spin wheel", "$500, others $100", "position 11"]),
        ("cardroom-criss-cross", ["2.00 to 10.00", "$3,000.00", "losing wagers first", "1000 to 1"]),
        ("ma-crazy-4", ["PTMGLML03", "125 to 1", "Four-Card Envy Bonus", "seed and reset $5,000.00 or more"]),
    ],
)
def test_show_a_whole_rulebook(rulebook: str, shown: list[str]) -> None:
    code, out, _ = run("show", rulebook)
    assert code == 0
    for text in [*shown, "Irregularities", "Interpretations (> is the reading taken)"]:
        assert text in out


def test_show_for_programs_is_the_whole_rulebook() -> None:
    book = run_json("show", "ma-crazy-4")
    assert book["seats"] == 6
    assert {"pays": "3 to 2", "hand": "flush"}.items() <= book["paytables"][0]["lines"][4].items()
    assert len(book["clauses"]) == len(load("ma-crazy-4").clauses)


def test_show_a_clause_with_all_that_rests_on_it() -> None:
    code, out, _ = run("show", "ma-criss-cross", "11(b)")
    assert code == 0
    assert "ma-criss-cross 11(b) (enforced)" in out
    assert "Met: " in out
    assert "royal flush pays" in out
    assert "500 to 1" in out
    view = run_json("show", "ma-criss-cross", "11(b)")
    assert view["clause"]["id"] == "11(b)"
    assert {"paytables.main.royal_flush"} <= {figure["key"] for figure in view["figures"]}
    assert "tests/rulebooks/test_figures.py::test_across_down_and_middle_bets" in view["tests"]


def test_show_a_clause_names_its_interpretations() -> None:
    view = run_json("show", "ma-criss-cross", "10(b)")
    assert "bet-amounts" in [item["id"] for item in view["interpretations"]]


def test_the_start_of_several_clauses_lists_them() -> None:
    view = run_json("show", "ma-criss-cross", "10")
    ids = [clause["id"] for clause in view["children"]]
    assert view["clause"] is None
    assert ids[0] == "10(a)"
    assert all(id.startswith("10(") for id in ids)
    assert [clause["id"] for clause in run_json("show", "ma-criss-cross", "1")["children"]] == [
        "1 Across Hand",
        "1 Community cards",
        "1 Down Hand",
    ]
    assert "10(h)(5)(i)" in run("show", "ma-criss-cross", "10(h)")[1]


@pytest.mark.parametrize("asked", ["10 (B)", "10(b)", " 10(b)"])
def test_spaces_and_letter_case_do_not_matter(asked: str) -> None:
    assert run_json("show", "ma-criss-cross", asked)["clause"]["id"] == "10(b)"


@pytest.mark.parametrize("asked", ["10(z)", "99", "", "Roond 1", "(" * 300])
def test_an_unknown_clause_is_one_line_and_exit_code_2(asked: str) -> None:
    code, out, err = run("show", "cardroom-criss-cross", asked)
    assert (code, out) == (2, "")
    assert err.startswith(f"cardroom-criss-cross has no clause '{asked}'; ")
    assert len(err.splitlines()) == 1


def test_show_a_reading_that_is_cited_in_place_of_a_clause() -> None:
    code, out, _ = run("show", "md-criss-cross", "reading ante-odds")
    assert code == 0
    assert "md-criss-cross reading ante-odds" in out
    assert "Antes get 1 to 1 from a pair of jacks" in out
    view = run_json("show", "md-criss-cross", "reading ante-odds")
    assert [item["id"] for item in view["interpretations"]] == ["ante-odds"]
    assert [clause["id"] for clause in view["children"]] == ["12.A", "12.A(9)", "12.A(10)"]
    code, out, err = run("show", "md-criss-cross", "reading ante-ods")
    assert (code, out) == (2, "")
    assert err.startswith("md-criss-cross has no clause 'reading ante-ods'; nearest: reading ante-odds")


def test_the_nearest_clauses_are_named() -> None:
    assert "nearest: Round 1" in run("show", "cardroom-criss-cross", "Roond 1")[2]


# diff


def test_diff_shows_both_sides_with_their_clauses() -> None:
    code, out, _ = run("diff", "ma-criss-cross", "cardroom-criss-cross")
    assert code == 0
    for text in ("500 to 1", "11(b)", "250 to 1", "Pay Tables 1", "figures differ"):
        assert text in out


def test_diff_for_programs() -> None:
    answer = run_json("diff", "ma-criss-cross", "cardroom-criss-cross")
    assert {
        "section": "Paytable: Across Bet, Down Bet and Middle Bet",
        "key": "paytables.main.full_house",
        "label": "full house (pays)",
        "left": {"value": "12 to 1", "clause": "11(b)"},
        "right": {"value": "10 to 1", "clause": "Pay Tables 1"},
    } in answer["differences"]


def test_diff_says_that_two_games_are_different() -> None:
    code, out, _ = run("diff", "ma-criss-cross", "ma-crazy-4")
    assert code == 0
    assert out.startswith("These are different games: only what surrounds the round is compared.\n")


def test_two_drafts_of_one_rulebook_are_compared(tmp_path: Path) -> None:
    draft, copy = tmp_path / "draft" / "my-game", tmp_path / "copy" / "my-game"
    for folder in (draft, copy):
        told = run_json("new", "my-game", "--at", str(folder.parent))
        assert (told["id"], told["folder"]) == ("my-game", str(folder))
        assert set(told["files"]) == {file.name for file in folder.iterdir()}
    text = (copy / "rulebook.toml").read_text(encoding="utf-8")
    (copy / "rulebook.toml").write_text(text.replace("\nseats = 6\n", "\nseats = 5\n"), encoding="utf-8")
    found = run_json("diff", str(draft), str(copy))["differences"]
    assert [(one["key"], one["left"]["value"], one["right"]["value"]) for one in found] == [("seats", "6", "5")]
    headings = run("diff", str(draft), str(copy))[1]
    assert "draft" in headings
    assert "copy" in headings


# check


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_check_a_lawful_submission(rulebook: str) -> None:
    text = json.dumps(submission_data(rulebook, "full"))
    code, out, err = run("check", "-", stdin=text)
    assert (code, err) == (0, "")
    assert out.startswith(f"Lawful under {rulebook}: ")
    assert "dealing" in out
    answer = run_json("check", "-", stdin=text)
    assert (answer["lawful"], answer["violations"]) == (True, [])
    assert answer["submission"]["rulebook"] == rulebook


@pytest.mark.clause("ma-crazy-4", "11(f)(3)", "2(c)(1)")
def test_check_sums_up_how_often_the_system_draws_and_how_long_a_deck_lasts() -> None:
    text = json.dumps(submission_data("ma-crazy-4", "full"))  # one draw in 10 and one in 5, dealt from the hand
    out = " ".join(run("check", "-", stdin=text)[1].split())
    for said in ("magic_card drawn │ once in 10 rounds", "lucky_bonus drawn │ once in 5 rounds", "at most 4 hours"):
        assert said in out


def test_check_says_what_is_in_force() -> None:
    choices = {"queens_up": "A", "four_card_progressive": "B", "readings": {"bet-amounts": "any"}}
    meters = {"four_card": {"rate": "15%", "seed": "1000", "reset": "1000"}}
    text = json.dumps({"rulebook": "ma-crazy-4", **choices, "meters": meters})
    lines = [" ".join(line.strip("│").split()) for line in run("check", "-", stdin=text)[1].splitlines()]
    for line in (
        "four_card_progressive │ B",
        "cover_all │ not offered",
        "ante limits │ 1.00 to 1000.00 in units of 0.50",
        "four_card_progressive amounts │ 1.00, 5.00",
        "payout_limit │ none",
        "meter four_card │ 15% of each wager, seed 1000.00, reset 1000.00",
        "dealing │ manual dealing shoe",
        "reading of bet-amounts │ any",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("submission", "line"),
    [
        ({"rulebook": "nj-criss-cross", "deck_age": 6}, "deck age │ at most 6 hours"),
        ({"rulebook": "nj-criss-cross"}, "deck age │ no limit"),
        ({"rulebook": "md-criss-cross"}, "deck age │ at most 8 hours"),
        (new_jersey({"rulebook": "nj-criss-cross", "bonus_spin": "1-fixed"}), "wheel top prize │ 10000.00"),
    ],
)
def test_check_says_when_decks_are_changed_and_what_the_wheel_pays_at_most(submission: Any, line: str) -> None:
    out = run("check", "-", stdin=json.dumps(submission))[1]
    assert line in [" ".join(row.strip("│").split()) for row in out.splitlines()]


def test_check_a_file(tmp_path: Path) -> None:
    file = tmp_path / "submission.toml"
    file.write_text('rulebook = "ma-crazy-4"\nqueens_up = "C"\n', encoding="utf-8")
    assert run("check", str(file))[0] == 0


def test_the_example_in_the_documentation_is_lawful() -> None:
    text = (Path(__file__).parents[2] / "docs" / "submission.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert run("check", "-", stdin=example)[0] == 0


UNLAWFUL = """
rulebook = "ma-crazy-4"
queens_up = "E"
four_card_progressive = "A"
dealing = "hand"
meters = { four_card = { rate = "15%", seed = "4000" } }
"""


def test_check_prints_a_line_for_each_breach() -> None:
    code, out, err = run("check", "-", stdin=UNLAWFUL)
    assert (code, out) == (2, "")
    assert err.splitlines() == [
        "ma-crazy-4 11(c): queens_up: Got 'E'; expected 'A' or 'B' or 'C' or 'D'.",
        "ma-crazy-4 11(d)(3): meters.four_card.seed: Got 4000.00; expected 5000.00 or more.",
        "ma-crazy-4 11(d)(3): meters.four_card.reset: Got no reset amount; expected 5000.00 or more, "
        "named in the submission.",
        "ma-crazy-4 8(a)(1): shuffler: Got dealing from the hand without one; expected an automated shuffler.",
    ]


def test_check_gives_programs_the_breaches_and_exit_code_2() -> None:
    code, out, _ = run("check", "-", "--json", stdin=UNLAWFUL)
    answer = json.loads(out)
    assert (code, answer["lawful"]) == (2, False)
    assert answer["violations"][0] == {
        "rulebook": "ma-crazy-4",
        "clause": "11(c)",
        "where": "queens_up",
        "tried": "'E'",
        "allowed": "'A' or 'B' or 'C' or 'D'",
        "says": "Got 'E'; expected 'A' or 'B' or 'C' or 'D'.",
    }


@pytest.mark.parametrize(
    ("stdin", "said"),
    [
        (b"", "rulebook: Got nothing; expected one of ma-criss-cross"),
        (b"{", "-: Got text that is neither TOML nor JSON"),
        (b"\xff\xfe", "standard input: Got bytes that are not text; expected UTF-8 text"),
        (b'rulebook = "ma-criss-cross"\nlimits = 3', "limits: It must be a table, not 3."),
        (b"{" * 5000, "neither TOML nor JSON"),
    ],
)
def test_check_refuses_garbage_in_one_line(stdin: bytes, said: str) -> None:
    code, out, err = run("check", "-", stdin=stdin)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


@given(text=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_check_never_fails_otherwise(text: bytes) -> None:
    code, out, err = run("check", "-", stdin=text)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    code, out, err = run("check", "-", "--json", stdin=text)
    assert (code, err) == (2, "")
    assert json.loads(out)["lawful"] is False


# coverage


def test_coverage_lists_every_clause_and_counts_them() -> None:
    code, out, _ = run("coverage", "ma-criss-cross")
    assert code == 0
    for clause in load("ma-criss-cross").clauses:
        assert clause.id in out
    assert "proved" in out
    answer = run_json("coverage")
    assert [row["rulebook"] for row in answer["summary"]] == list(SHIPPED)
    assert {id: len(rows) for id, rows in answer["clauses"].items()} == {id: len(load(id).clauses) for id in SHIPPED}


# docs


def test_docs_writes_every_page(tmp_path: Path) -> None:
    code, _, _ = run("docs", str(tmp_path / "new" / "folder"))
    assert code == 0
    written = {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "new" / "folder").iterdir()}
    assert written == pages(load(id) for id in SHIPPED)


# As a command


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "nv-criss-cross"], "there is no rulebook 'nv-criss-cross'; there are ma-criss-cross, "),
        (["diff", "ma-criss-cross", "x"], "there is no rulebook 'x'"),
        (["coverage", "x"], "there is no rulebook 'x'"),
        (["check", "no-such-file.toml"], "No such file or directory"),
    ],
)
def test_the_command_refuses_in_one_line_with_exit_code_2(words: list[str], said: str) -> None:
    command = [sys.executable, "-c", "from pitboss.cli import main; main()", "rules", *words]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
