"""`pitboss advise`: JSON for programs, a table for people, one line for what is wrong."""

import json
from fractions import Fraction

import pytest

from cli.calling import Run, fraction

PAIRED = ("ma-criss-cross", "--hole", "9s Jd", "--across", "9c 2d", "--down", "Qs 4h")
ACES = ("ma-crazy-4", "--cards", "As Ad Kh 7c 2s")


def test_json_holds_every_option_exactly(run: Run) -> None:
    code, out, err = run("advise", *PAIRED, "--bets", "1,3", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["decision"], data["best"], data["bets"]) == ("middle", "3x", [1, 3])
    assert (data["cards"], data["across"], data["down"]) == ("9s Jd", "9c 2d", "Qs 4h")
    # By hand, over 46 middle cards. Across holds nines: 2 nines make threes (3 to 1), 3 jacks and 3 deuces two
    # pair (2 to 1), 40 push: antes +8, a unit on Across 6 + 12 = 18. Down: jacks and queens, 3 each, pay 1 to 1,
    # the 2 nines push, 38 lose: 6 - 38 = -32 for the ante and for a unit. The better hand: threes, 6 two pair
    # and 3 queens: 6 + 12 + 3 = 21. So 1x is (8 + 18 - 32 - 3 * 32 + 21) / 46.
    options = {option: fraction(value) for option, value in data["options"].items()}
    assert options["fold"] == -6
    assert options["1x"] == Fraction(8 + 18 - 32 - 3 * 32 + 21, 46)
    assert options["3x"] == options["1x"] + Fraction(2 * 21, 46)
    assert fraction(data["options"]["1x"]["cost"]) == Fraction(42, 46)
    assert fraction(data["options"]["3x"]["cost"]) == 0


def test_the_table_marks_the_best_option_in_words(run: Run) -> None:
    code, out, _ = run("advise", *PAIRED)
    assert code == 0
    (best,) = [line for line in out.splitlines() if "best" in line]
    assert "3x" in best
    assert "taken to be 1 ante each" in out


def test_a_changed_line_changes_the_value(run: Run) -> None:
    _, plain, _ = run("advise", *PAIRED, "--json")
    _, changed, _ = run("advise", *PAIRED, "--set", "main.three_of_a_kind=26", "--json")
    values = [fraction(json.loads(text)["options"]["1x"]) for text in (plain, changed)]
    # The 2 nines of 46 cards pay Across and Middle 23 antes more each.
    assert values[1] - values[0] == Fraction(2 * 2 * 23, 46)


def test_crazy_four_takes_five_cards_and_what_the_dealer_shows(run: Run) -> None:
    code, out, _ = run("advise", *ACES, "--exposed", "dealer=Ks", "--dead", "Ah", "--json")
    data = json.loads(out)
    assert (code, data["decision"], data["best"]) == (0, "play", "3x")
    assert list(data["options"]) == ["fold", "1x", "2x", "3x"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ma-criss-cross",), "your cards: none refused; allowed: --hole"),
        (("ma-criss-cross", "--cards", "As Ad"), "your cards: --cards refused; allowed: --hole"),
        (("ma-criss-cross", "--hole", "As Xd"), "is not a card"),
        (("ma-criss-cross", "--hole", "As Ad", "--across", "As 2d"), "As in two places"),
        (("ma-criss-cross", "--hole", "As Ad", "--across", "2s 2d", "--bets", "x"), "whole antes with commas"),
        (("ma-criss-cross", "--hole", "As Ad", "--exposed", "middle"), "a named card"),
        (("ma-criss-cross", "--hole", "As Ad", "--set", "main.nothing=1"), "no such line"),
        ((*ACES, "--exposed", "dealer=Kc Kd Ks Qc Qd"), "at most four"),
        (("nowhere", "--hole", "As Ad"), "nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    code, out, err = run("advise", *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
