"""Simulated means agree with the exact ones: fixed seeds, within four standard errors."""

from fractions import Fraction

import pytest

from pitboss.rulebooks import SHIPPED, full_terms
from pitboss.simulation import main_stakes, simulate
from pitboss.simulation.table import MAIN

ROUNDS = 300_000


@pytest.mark.parametrize("id", SHIPPED)
def test_every_wager_of_a_full_submission(id: str) -> None:
    result = simulate(full_terms(id), ROUNDS, seats=2, seed=2024)
    known = {name: one.z for name, one in result.estimates.items() if one.z is not None}
    # Everything has an exact value, but what the payout limit cut and the sum of all.
    assert set(result.estimates) - set(known) <= {"payout_limit", "all wagers"}
    assert all(abs(z) < 4 for z in known.values()), known


@pytest.mark.parametrize("id", ["ma-criss-cross", "ma-crazy-4"])
def test_the_values_of_the_wagers_add_up_to_the_game(id: str) -> None:
    exact = {name: one.exact for name, one in simulate(id, 10).estimates.items()}
    parts = [exact[name] or Fraction(0) for name in (*main_stakes(full_terms(id)), *_bets(id))]
    assert sum(parts, Fraction(0)) == exact[MAIN]


def test_the_published_edge_of_crazy_4() -> None:
    """Published: 3.42% of an ante."""
    exact = simulate("ma-crazy-4", 10)[MAIN].exact
    assert exact is not None
    assert f"{float(-exact):.4f}" == "0.0342"


def test_bets_that_never_fold_lose_what_the_paytable_says() -> None:
    """A bet of one ante in every round: the Across bet's value is that of a hand of five cards by the paytable.

    Of 2,598,960 hands, 4 pay 500, 36 pay 100, 624 pay 40, 3,744 pay 12, 5,108 pay 8, 10,200 pay 5, 54,912 pay 3 and
    123,552 pay 2; of the 13 ranks of a pair, with 84,480 hands each, four pay 1, five push, and the rest loses.
    """
    wins = 4 * 500 + 36 * 100 + 624 * 40 + 3744 * 12 + 5108 * 8 + 10_200 * 5 + 54_912 * 3 + 123_552 * 2 + 4 * 84_480
    hands = 2_598_960
    paid = 4 + 36 + 624 + 3744 + 5108 + 10_200 + 54_912 + 123_552 + 9 * 84_480
    value = Fraction(wins - (hands - paid), hands)
    result = simulate("ma-criss-cross", ROUNDS, strategy="always:1", seed=5)
    for bet in ("across", "down"):
        one = result[bet]
        assert abs(one.mean - float(value)) < 4 * one.standard_error


def _bets(id: str) -> list[str]:
    return [decision.key for decision in full_terms(id).rulebook.decisions]
