"""A table's day: seats that share cards win and lose together."""

import math
from fractions import Fraction

import numpy as np
import pytest

from pitboss.mathematics import main_game
from pitboss.mathematics.combined import round_result
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.risk import house
from pitboss.money import Amount
from pitboss.rulebooks import full_terms, terms_for
from pitboss.simulation import Simulation, main_stakes, table_day
from pitboss.simulation.shared_cards import two_seats
from pitboss.simulation.table_day import TableDay

DAYS = 20_000
"""Days of eight hours of forty rounds, dealt out one by one elsewhere, from which the figures below are."""


def day_of(rulebook: str, seats: int, **stakes: Amount) -> TableDay:
    terms = terms_for(rulebook)
    result = round_result(terms, None, stakes)
    return table_day.table_day(terms, result, stakes, {}, seats=seats, hours=8, rounds_per_hour=40)


@pytest.mark.parametrize(
    ("rulebook", "deviation", "loses"), [("ma-crazy-4", 65.45, 0.362), ("ma-criss-cross", 172.9, 0.338)]
)
def test_six_seats_are_as_days_dealt_out_found_them(rulebook: str, deviation: float, loses: float) -> None:
    day = day_of(rulebook, 6)
    chance = math.sqrt(loses * (1 - loses) / DAYS)
    assert abs(day.take.loses - loses) < 3 * (chance + day.margins.loses)
    # Of 20,000 days a deviation is known to about 1 part in 200: days are nearly normal.
    assert day.take.deviation_per_hour == pytest.approx(deviation, rel=3 / 200)
    assert day.margins.hold_per_hour == 0
    assert (0 < day.margins.deviation_per_hour < 0.01 * deviation) == (rulebook == "ma-crazy-4")
    assert 0 < day.margins.loses < 0.01


def test_the_covariance_of_two_seats_is_counted() -> None:
    """The same sums hold the mean and the variance of one seat, which the solver counts in another way.

    And rounds of two seats dealt out come to the same product of what both net.
    """
    terms = terms_for("ma-criss-cross")
    two = two_seats(criss_cross_pays(terms))
    assert two is not None
    spread = main_game.distribution(terms)
    assert (two.mean, two.variance) == (spread.mean, spread.variance)
    stakes = main_stakes(terms, Amount.parse("5"))
    batch = Simulation.of(terms, seats=2, stakes=stakes, seed=11).play(0, 400_000)
    products = np.prod(batch.net.sum(axis=1) / 500, axis=0)
    error = products.std() / math.sqrt(len(products))
    assert abs(products.mean() - float(two.together)) < 4 * error
    assert error < 0.05 * two.covariance


def test_one_seat_is_exact() -> None:
    day = day_of("ma-crazy-4", 1)
    assert (day.dealt, day.note) == (0, None)
    assert day.take == house(round_result(terms_for("ma-crazy-4")).spread, 8, 40)


def test_wagers_on_the_same_cards_add_up_in_full() -> None:
    """Five Card Bonus is paid by the community cards alone: what it adds to the table's variance is known.

    Six seats win it together, or lose it where they fold, so at a large stake the table is all but six times a seat.
    """
    stake = Amount.parse("1000")
    terms = terms_for("ma-criss-cross", {"five_card_bonus": True})
    result = round_result(terms, None, {"five_card_bonus": stake})
    day = table_day.table_day(terms, result, {"five_card_bonus": stake}, {}, seats=6, hours=1, rounds_per_hour=1)
    assert day.take.deviation_per_hour == pytest.approx(6 * result.spread.standard_deviation, rel=0.05)
    assert day.take.hold_per_hour == -6 * result.spread.mean


def test_a_hold_that_others_at_the_table_change_is_not_called_exact() -> None:
    terms = full_terms("ma-crazy-4")
    assert not table_day._seats_alone(Simulation.of(terms, seats=2))
    assert table_day._seats_alone(Simulation.of(terms_for("ma-crazy-4"), seats=2))


def test_a_known_mean_moves_the_day() -> None:
    spread = round_result(terms_for("ma-crazy-4")).spread
    moved = house(spread, 8, 40, spread.mean + Fraction(1, 4))
    assert moved.hold_per_hour == -40 * (spread.mean + Fraction(1, 4))
    # Players who win $80 more in a day win on more days: by about 80 over 4.6 times the root of 320 deviations.
    assert moved.loses - house(spread, 8, 40).loses == pytest.approx(0.47, abs=0.1)
