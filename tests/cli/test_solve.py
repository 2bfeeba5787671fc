"""`pitboss solve` as a user types it."""

import json
from fractions import Fraction

import pytest

from cli.calling import Run, fraction


def test_crazy_four_for_programs(run: Run) -> None:
    code, out, _ = run("solve", "ma-crazy-4", "--distribution", "--json")
    assert code == 0
    data = json.loads(out)
    assert f"{data['house_edge']['value']:.2%}" == "3.42%"  # published
    assert f"{data['element_of_risk']['value']:.2%}" == "1.09%"
    ev = fraction(data["ev"])
    assert float(ev) == data["ev"]["value"] == -data["house_edge"]["value"]
    total = sum(int(count) for _, count in data["distribution"])
    assert total == int(data["deals"]) == 3_986_646_103_440
    assert sum(fraction(net) * int(count) for net, count in data["distribution"]) / total == ev
    assert sum(map(fraction, data["actions"]["play"].values())) == 1


def test_criss_cross_for_people(run: Run) -> None:
    code, out, _ = run("solve", "ma-criss-cross", "--set", "main.full_house=12")
    assert code == 0
    assert "84,284,272,800" in out
    assert "8.6571%" in out  # as without the change, which changes nothing


def test_a_card_seen_is_worth_something(run: Run) -> None:
    values = []
    for options in ([], ["--exposed", "dealer=Ks"], ["--dead", "7h 7d"]):
        _, out, _ = run("solve", "ma-crazy-4", "--json", *options)
        values.append(json.loads(out)["ev"]["value"])
    assert len(set(values)) == 3


LET_IT_RIDE = "examples/rulebooks/let-it-ride"


def test_cards_seen_early_in_any_game(run: Run) -> None:
    """Who sees both cards lets three bets ride on a hand that is paid and loses one with any other, by the frequencies
    of five cards: royal flush, straight flush, four of a kind and so on down to a pair of tens or better."""
    hands = (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240 * 5 // 13)
    pays = (1000, 200, 50, 11, 8, 5, 3, 2, 1)
    won = 3 * sum(pay * count for pay, count in zip(pays, hands, strict=True))
    value = Fraction(won - (2_598_960 - sum(hands)), 2_598_960)
    _, out, _ = run("solve", LET_IT_RIDE, "--exposed", "first", "--exposed", "second", "--distribution", "--json")
    data = json.loads(out)
    assert fraction(data["ev"]) == value
    total = sum(int(count) for _, count in data["distribution"])
    assert sum(fraction(net) * int(count) for net, count in data["distribution"]) / total == value
    assert {fraction(net) for net, _ in data["distribution"]} == {-1, *(3 * pay for pay in pays)}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["no-such-game"], "there is no rulebook 'no-such-game'"),
        (
            ["ma-criss-cross", "--set", "main.full_hose=10"],
            "main.full_hose: No paytable here has this line",
        ),
        (["ma-criss-cross", "--set", "main.full_house=ten"], "main.full_house: Got 'ten'"),
        (["ma-criss-cross", "--set", "main.full_house"], "--set: Got 'main.full_house'; expected NAME=VALUE"),
        (["ma-criss-cross", "--exposed", "dealer"], "Got exposed dealer; expected one of across, down, middle"),
        (["ma-criss-cross", "--exposed", "middle=Zz"], "cards 'Zz'"),
        ([LET_IT_RIDE, "--exposed", "third"], "Got exposed third; expected one of first, second"),
        ([LET_IT_RIDE, "--exposed", "first", "--exposed", "first"], "at most 1"),
        ([LET_IT_RIDE, "--exposed", "first=Ks"], "Got a named card at first; expected a place without its card"),
        (["ma-criss-cross", "--dead", "7h", "--exposed", "middle=7h"], "Got 7h known twice"),
        (["ma-criss-cross", "--exposed", "middle", "--distribution"], "a named card, such as middle=Ks"),
        (
            ["ma-criss-cross", "--set", "main.flush=999999999 to 7", "--set", "main.straight=1 to 999999937"],
            "too large",
        ),
        (["ma-criss-cross", "--submission", "/no/such/file"], "No such file"),
    ],
)
def test_what_is_refused(arguments: list[str], says: str, run: Run) -> None:
    code, out, err = run("solve", *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1
