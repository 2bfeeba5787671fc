"""`pitboss advise`: JSON for programs, a table for people, one line for what is wrong."""

import json
from fractions import Fraction
from math import comb

import pytest

from cli.calling import Run, fraction
from simulation.holdem import EXAMPLES

PAIRED = ("ma-criss-cross", "--cards", "9s Jd", "--shown", "9c 2d Qs 4h")
ACES = ("ma-crazy-4", "--cards", "As Ad Kh 7c 2s")


def test_json_holds_every_option_exactly(run: Run) -> None:
    code, out, err = run("advise", *PAIRED, "--chose", "1,3x", "--json")
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["decision"], data["best"], data["choices"]) == ("middle", "3x", ["1x", "3x"])
    assert (data["cards"], data["shown"]) == ("9s Jd", "9c 2d Qs 4h")
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
    assert "taken to be 1x, 1x" in out


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
        (("ma-criss-cross",), "Got 0 cards of the player's own; expected 2 cards"),
        (("ma-criss-cross", "--cards", "As Ad Kd"), "Got 3 cards of the player's own; expected 2 cards"),
        (("ma-criss-cross", "--cards", "As Xd"), "is not a card"),
        (("ma-criss-cross", "--cards", "As Ad", "--shown", "As 2d"), "As in two places"),
        (("ma-criss-cross", "--cards", "As Ad", "--shown", "2s 2d", "--chose", "x"), "'x' at across"),
        (("ma-criss-cross", "--cards", "As Ad", "--shown", "2s 2d", "--chose", "4"), "expected 1x or 2x or 3x"),
        (("ma-criss-cross", "--cards", "As Ad", "--shown", "2s 2d", "--chose", "fold"), "'fold' at across"),
        (("ma-criss-cross", "--cards", "As Ad", "--shown", "2s", "--chose", "1"), "expected 2: those at left, right"),
        (("ma-criss-cross", "--cards", "As Ad", "--shown", "2s 3s", "--chose", "1,1,1"), "3 choices made"),
        (("ma-criss-cross", "--cards", "As Ad", "--exposed", "middle"), "a named card"),
        (("ma-criss-cross", "--cards", "As Ad", "--set", "main.nothing=1"), "No paytable here has this line"),
        ((*ACES, "--exposed", "dealer=Kc Kd Ks Qc Qd"), "at most four"),
        (("nowhere", "--cards", "As Ad"), "nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run: Run, words: tuple[str, ...], says: str) -> None:
    code, out, err = run("advise", *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


LET_IT_RIDE = "examples/rulebooks/let-it-ride"


def test_a_game_of_another_shape_is_advised_by_the_same_words(run: Run) -> None:
    """A pair of tens with one card to come, by hand: 2 tens of 48 make threes, 6 cards two pair, the rest a pair."""
    code, out, _ = run("advise", LET_IT_RIDE, "--cards", "Ts Td 4c", "--shown", "2h", "--json")
    data = json.loads(out)
    bet = Fraction(2 * 3 + 6 * 2 + 40, 48)
    assert (code, data["best"], data["choices"]) == (0, "check", ["check"])
    assert {option: fraction(value) for option, value in data["options"].items()} == {
        "withdraw": 2 * bet,
        "check": 3 * bet,
    }
    _, out, _ = run("advise", LET_IT_RIDE, "--cards", "Ts Td 4c", "--shown", "2h", "--chose", "withdraw", "--json")
    assert fraction(json.loads(out)["options"]["check"]) == 2 * bet


def test_a_card_seen_early_is_refused_where_it_is_not_counted(run: Run) -> None:
    code, out, err = run("advise", LET_IT_RIDE, "--cards", "Ts Td 4c", "--exposed", "first=2h")
    assert (code, out) == (2, "")
    assert "Got a named card at first" in err


def test_an_opening_out_of_reach_is_refused_before_it_is_begun(run: Run) -> None:
    code, out, err = run("advise", str(EXAMPLES / "ultimate-texas-holdem"), "--cards", "As Kd")
    assert (code, out) == (2, "")
    # Of 50 cards unseen three come on the flop, two after it and two to the dealer.
    assert f"Got an exact solution by {comb(50, 3) * comb(47, 2) * comb(45, 2):,} evaluations" in err
    assert "pitboss simulate --strategy sampled gives an estimate" in err
    assert len(err.strip().splitlines()) == 1
