"""Risk over many rounds: brute force in fractions, closed forms, and the bounds that are stated."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.mathematics import powers
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.powers import TooFine
from pitboss.mathematics.risk import PERCENTILES, house, rounds_to_one_deviation, ruin
from pitboss.mathematics.sessions import sums

ROUND = Distribution({Fraction(-2): 40, Fraction(-1, 2): 25, Fraction(0): 15, Fraction(1): 17, Fraction(30): 3})
COIN = Distribution({Fraction(-1): 1, Fraction(1): 1})

spreads = st.dictionaries(
    st.fractions(min_value=-6, max_value=20, max_denominator=4), st.integers(1, 50), min_size=2, max_size=6
).map(Distribution)


def dealt_out(spread: Distribution, rounds: int) -> dict[Fraction, Fraction]:
    """The result of so many rounds, by following every one of them."""
    after: Counter[Fraction] = Counter({Fraction(0): 1})
    for _ in range(rounds):
        following: Counter[Fraction] = Counter()
        for total, count in after.items():
            for net, times in spread.counts.items():
                following[total + net] += count * times
        after = following
    return {total: Fraction(count, spread.total**rounds) for total, count in after.items()}


def lost_out(spread: Distribution, bankroll: Fraction, rounds: int) -> Fraction:
    """The chance of ruin, by following every bankroll that is not lost yet."""
    ruined = Fraction(0)
    held = {bankroll: Fraction(1)}
    for _ in range(rounds):
        following: dict[Fraction, Fraction] = {}
        for holding, chance in held.items():
            for net, count in spread.counts.items():
                after, share = holding + net, chance * Fraction(count, spread.total)
                if after <= 0:
                    ruined += share
                else:
                    following[after] = following.get(after, Fraction(0)) + share
        held = following
    return ruined


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_sums_of_few_rounds_are_those_dealt_out_one_by_one(rounds: int) -> None:
    exact, summed = dealt_out(ROUND, rounds), sums(ROUND, rounds)
    for total in exact:
        upto = sum(chance for other, chance in exact.items() if other <= total)
        assert summed.at_most(total) == pytest.approx(float(upto), abs=1e-14)
    ahead = sum(chance for total, chance in exact.items() if total > 0)
    assert summed.above(Fraction(0)) == pytest.approx(float(ahead), abs=1e-14)
    assert summed.error < 1e-12


@given(spreads, st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_quantiles_and_chances_agree_with_brute_force(spread: Distribution, rounds: int) -> None:
    exact, summed = dealt_out(spread, rounds), sums(spread, rounds)
    for share in PERCENTILES:
        upto = Fraction(0)
        for total in sorted(exact):
            upto += exact[total]
            if upto >= share:
                break
        found = summed.quantile(share)
        # A rounding error may decide between neighbours only where the cumulative chance is the share itself.
        assert found == total or abs(float(upto - share)) < 1e-12
    behind = sum(chance for total, chance in exact.items() if total < 0)
    assert summed.below(Fraction(0)) == pytest.approx(float(behind), abs=1e-12)


def test_transforms_agree_with_plain_convolution() -> None:
    single = np.zeros(65)
    for net, count in ROUND.counts.items():
        single[int((net + 2) * 2)] = count / 100
    plain = np.ones(1)
    for _ in range(700):
        plain = np.convolve(plain, single)
    summed = sums(ROUND, 700)
    assert max(len(part.chances) for part in summed.parts) > powers.DIRECT
    found = np.array([summed.at_most(summed.worst + place * summed.step) for place in range(summed.top + 1)])
    assert np.abs(found - np.cumsum(plain[: summed.top + 1])).max() < min(summed.error, 1e-11)


@pytest.mark.parametrize("rounds", [1, 4, 40])
def test_a_rare_prize_of_odd_cents_is_counted_apart(rounds: int) -> None:
    """Against every number of prizes times every number of wins, in fractions."""
    prize, losses, wins = Fraction(273_457, 100), 990_001, 9_990
    lottery = Distribution({Fraction(-1): losses, Fraction(3): wins, prize: 9})
    summed = sums(lottery, rounds)
    assert len(summed.parts) > 1
    assert {part.width for part in summed.parts} == {400}
    exact: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for prizes in range(rounds + 1):
        for won in range(rounds - prizes + 1):
            lost = rounds - prizes - won
            ways = comb(rounds, prizes) * comb(rounds - prizes, won) * 9**prizes * wins**won * losses**lost
            exact[prizes * prize + 3 * won - lost] += Fraction(ways, lottery.total**rounds)
    assert sum(exact.values()) == 1
    upto = Fraction(0)
    for total in sorted(exact):
        if total > summed.worst + summed.top * summed.step:
            break
        assert abs(summed.below(total) - float(upto)) < min(summed.error, 1e-11)
        upto += exact[total]
        assert abs(summed.at_most(total) - float(upto)) < min(summed.error, 1e-11)


fine_spreads = st.tuples(
    st.dictionaries(st.integers(-3, 6).map(Fraction), st.integers(5_000, 50_000), min_size=2, max_size=5),
    st.dictionaries(st.fractions(5, 40, max_denominator=100), st.integers(1, 20), min_size=1, max_size=3),
).map(lambda parts: Distribution(parts[1] | parts[0]))


@given(fine_spreads, st.integers(1, 4))
@settings(max_examples=40, deadline=None)
def test_rare_results_anywhere_agree_with_brute_force(spread: Distribution, rounds: int) -> None:
    exact, summed = dealt_out(spread, rounds), sums(spread, rounds)
    upto = Fraction(0)
    for total in sorted(exact):
        upto += exact[total]
        if total <= summed.worst + summed.top * summed.step:
            assert abs(summed.at_most(total) - float(upto)) < min(summed.error, 1e-11)


def test_no_quantile_up_to_the_thousandth_is_left_out() -> None:
    longshot = Distribution({Fraction(-1): 999_999, Fraction(900_000): 1})
    summed = sums(longshot, 50)
    assert summed.at_most(Fraction(-50)) == pytest.approx((1 - 1e-6) ** 50, abs=1e-12)
    assert summed.quantile(PERCENTILES[-1]) == -50


@pytest.mark.parametrize(("bankroll", "rounds"), [(1, 3), (3, 4), (5, 6), (10, 5)])
def test_ruin_within_few_rounds_by_brute_force(bankroll: int, rounds: int) -> None:
    found = ruin(ROUND, Fraction(bankroll), rounds)
    assert found.chance == pytest.approx(float(lost_out(ROUND, Fraction(bankroll), rounds)), abs=1e-13)


@given(spreads, st.integers(1, 12), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_ruin_agrees_with_brute_force(spread: Distribution, bankroll: int, rounds: int) -> None:
    found = ruin(spread, Fraction(bankroll), rounds)
    assert found.chance == pytest.approx(float(lost_out(spread, Fraction(bankroll), rounds)), abs=1e-12)


def test_a_fair_coin_is_ruined_as_the_reflection_principle_says() -> None:
    # Ever down by b within n tosses: down by b or more at the end, or reflected there.
    tosses, bankroll = 400, 30
    ends = {tosses - 2 * tails: Fraction(comb(tosses, tails), 2**tosses) for tails in range(tosses + 1)}
    down = sum(chance for end, chance in ends.items() if end <= -bankroll)
    expected = down + sum(chance for end, chance in ends.items() if end < -bankroll)
    found = ruin(COIN, Fraction(bankroll), tosses)
    assert found.chance == pytest.approx(float(expected), rel=1e-12)
    assert found.eventually == 1
    assert abs(found.chance - float(expected)) <= found.error


def test_a_player_with_the_advantage_may_never_be_ruined() -> None:
    # Gambler's ruin: with 60% against 40% a bankroll of 7 units is lost with the chance (2/3)^7.
    favourable = Distribution({Fraction(-1): 2, Fraction(1): 3})
    found = ruin(favourable, Fraction(7), 2000)
    assert found.eventually == pytest.approx((2 / 3) ** 7)
    assert found.chance == pytest.approx((2 / 3) ** 7, rel=1e-9)
    assert ruin(Distribution({Fraction(1): 1, Fraction(0): 1}), Fraction(1), 10).eventually == 0


def test_a_bankroll_that_no_run_of_losses_can_reach_is_safe() -> None:
    assert ruin(ROUND, Fraction(21), 10).chance == 0
    # Ten rounds lost in a row take exactly twenty.
    assert ruin(ROUND, Fraction(20), 10).chance == pytest.approx(0.4**10, rel=1e-12)


def test_n0_is_where_loss_and_deviation_meet() -> None:
    # Mean -0.2, variance 0.96: n x 0.2 = sqrt(n x 0.96) at n = 24.
    assert rounds_to_one_deviation(Distribution({Fraction(-1): 3, Fraction(1): 2})) == 24


def test_the_house_holds_what_the_players_lose() -> None:
    uneven = Distribution({Fraction(-1): 3, Fraction(1): 2})
    day = house(uneven, hours=2, rounds_per_hour=50)
    assert day.hold_per_hour == 10
    assert day.deviation_per_hour == pytest.approx(sqrt(50 * 0.96))
    wins = [Fraction(comb(100, won) * 2**won * 3 ** (100 - won), 5**100) for won in range(101)]
    assert day.loses == pytest.approx(float(sum(wins[51:])), abs=1e-12)
    most = next(won for won in range(101) if sum(wins[: won + 1]) >= PERCENTILES[-1])
    assert day.worst_in_thousand == 100 - 2 * most


def test_results_too_fine_to_hold_are_refused() -> None:
    fine = Distribution({Fraction(-1): 1, Fraction(0): 1, Fraction(1, 1_000_003): 1})
    with pytest.raises(TooFine, match="rounds in steps of"):
        sums(fine, 1000)
