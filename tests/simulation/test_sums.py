"""Sums are exact, squares too, up to the largest amounts a simulation admits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.money import Amount
from pitboss.rulebooks import Refused, full_terms
from pitboss.simulation import Simulation, Tally
from pitboss.simulation.kernels.sums import STRIP, TOTALS, add_up
from pitboss.simulation.pays import MOST_CENTS
from pitboss.simulation.tally import Sums

amounts = st.integers(-MOST_CENTS // 8, MOST_CENTS // 8)
tables = st.lists(st.tuples(*[amounts] * 4), min_size=1, max_size=6)  # two seats, two columns


@given(tables)
@settings(deadline=None)  # the first call may compile
def test_against_plain_integers(rounds: list[tuple[int, int, int, int]]) -> None:
    net = np.array(rounds, np.int64).T.reshape(2, 2, len(rounds)).copy()
    totals = np.zeros((4, TOTALS), np.int64)
    add_up(net, np.array([0, 1]), np.array([1, 0]), totals)
    tally = Tally.of(len(rounds), totals, np.zeros((2, 1, 4), np.int64), np.zeros((0, 2), np.int64))
    columns = {0: (0,), 1: (1,), 2: (0,), 3: (0, 1)}  # the last two are the main game and all
    for row, members in columns.items():
        seats = [[sum(one[2 * seat + column] for column in members) for seat in (0, 1)] for one in rounds]
        sums = tally.rows[row]
        assert sums.net == sum(map(sum, seats))
        assert sums.squares == sum(sum(both) ** 2 for both in seats)
        assert sums.seat_squares == sum(one**2 for both in seats for one in both)
        assert sums.won == sum(one > 0 for both in seats for one in both)
    assert Tally.read(tally.plain()) == tally
    assert (tally + tally).rows[0].squares == 2 * tally.rows[0].squares


@pytest.mark.parametrize("id", ["nj-criss-cross", "ma-crazy-4"])
@pytest.mark.parametrize("seats", [1, 3])
def test_a_tally_is_the_sum_of_the_rounds_played(id: str, seats: int) -> None:
    """What rides on a wager is added to its column in a tally and has one of its own in rounds that are kept."""
    simulation = Simulation.of(full_terms(id), seats=seats, strategy="always:1", seed=5)
    rounds = 3 * STRIP + 17
    played, tally = simulation.play(7, rounds), simulation.tally(7, rounds)
    for row, found in zip(simulation.rows, tally.rows, strict=True):
        nets = played.net[:, list(row.columns)].sum(axis=1).astype(object)
        table = nets.sum(axis=0)
        seat_squares, won = int((nets**2).sum()), int((nets > 0).sum())
        assert found == Sums(int(table.sum()), int((table**2).sum()), seat_squares, won)
    assert tally.meters == tuple(map(tuple, played.meters_paid[: len(simulation.table.meters)].tolist()))


def test_amounts_that_64_bits_might_not_hold_are_refused() -> None:
    huge = {"mega": Amount.parse("30000000")}
    with pytest.raises(Refused, match="in one round"):
        Simulation.of(full_terms("ma-crazy-4"), meters=huge)
