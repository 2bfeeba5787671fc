"""Meters in the long run: against a meter followed round by round, over every way its wins can fall."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from pitboss.mathematics.progressives import share_above
from pitboss.mathematics.side_odds import BreakEven, MeterRun, Question, SideOdds, question
from pitboss.mathematics.side_wagers import counted
from pitboss.money import Amount, MeterShare, Rate
from pitboss.rulebooks import terms_for
from rulebooks.submissions import named, new_jersey

FULL = {"four_card_progressive": "A", "five_card_hand_bonus": True}


def metered(offers: dict[str, object], players: int = 1) -> tuple[Question, dict[str, SideOdds]]:
    asked = question(terms_for("ma-crazy-4", named(offers)), players)
    return asked, {odds.wager: odds for odds in counted(asked).odds}


def mean_when_paid(fed: float, reset: float, hits: list[tuple[float, float]], seats: int) -> float:
    """What a meter shows on average when it pays, by the mean of the meter itself, followed round by round.

    Each seat hits a line with its chance and takes its share; a whole win puts the reset back. The mean moves linearly,
    so following it until it stands still needs no chance at all.
    """
    level, paid, taken = 0.0, 0.0, 0.0
    for _ in range(20_000):
        level += fed
        paid = taken = 0.0
        for _ in range(seats):
            out = sum(chance * share * level for chance, share in hits)
            back = sum(chance * reset for chance, share in hits if share == 1)
            paid, taken = paid + out, taken + sum(chance * share for chance, share in hits)
            level += back - out
    return paid / taken


@pytest.mark.parametrize("seats", [1, 3])
def test_the_mean_of_a_meter_that_is_followed_round_by_round(seats: int) -> None:
    hits = [(0.001, 1.0), (0.01, 0.1)]
    run = MeterRun(
        "m",
        ("w",),
        seats,
        "10%",
        Amount(50_000),
        Fraction(seats, 10),
        seats * Fraction(1, 1000),
        seats * (Fraction(1, 1000) + Fraction(1, 1000)),
    )
    assert float(run.mean) == pytest.approx(mean_when_paid(0.1 * seats, 500.0, hits, seats), rel=1e-9)


def test_what_is_paid_is_what_is_fed_and_put_back_whatever_is_dealt() -> None:
    """Every way in which three seats can win in four rounds: the book balances in each, so it does on average."""
    fed, reset = Fraction(3, 10), Fraction(20)
    for falls in product((None, Fraction(1, 10), Fraction(1)), repeat=6):
        level = first = Fraction(100)
        paid = put_back = Fraction(0)
        for number, share in enumerate(falls):
            level += fed if number % 3 == 0 else 0
            if share:
                paid, level = paid + share * level, level - share * level
                back = reset if share == 1 else Fraction(0)
                put_back, level = put_back + back, level + back
        assert paid == first - level + 2 * fed + put_back


def test_the_house_keeps_what_rate_and_reset_leave() -> None:
    asked, odds = metered(FULL, players=2)
    four = odds["four_card_progressive"]
    figures = asked.terms.meters["four_card"]
    whole = [line for line in four.lines if line.share and line.share.percent.as_fraction == 1]
    others = [line for line in four.lines if line.share is None]
    assert whole
    # Of each dollar: what is paid without the meter, the rate, and the reset each time it is won whole.
    back = sum((line.probability * figures.reset.cents / four.stake.cents for line in whole), Fraction(0))
    fixed = sum((line.probability * (line.gain + (0 if line.bonus else 1)) for line in others), Fraction(0))
    assert four.long_run_edge == 1 - fixed - figures.rate.of(four.stake) / Fraction(10**6 * four.stake.cents) - back
    assert any("in the long run the house keeps" in note for note in four.notes)


def test_a_jackpot_that_two_wagers_feed_is_paid_to_both_together() -> None:
    _, odds = metered(FULL)
    player, dealer = (odds[f"five_card_hand_bonus_{of}"] for of in ("player", "dealer"))
    (run,) = player.long_run
    assert (run,) == dealer.long_run
    assert run.wagers == ("five_card_hand_bonus_player", "five_card_hand_bonus_dealer")
    edges = [one.long_run_edge for one in (player, dealer)]
    assert None not in edges
    kept = sum(edge * one.stake.cents for edge, one in zip(edges, (player, dealer), strict=True) if edge is not None)
    without = sum(
        (-line.probability * (line.gain if line.share is None else -1) * one.stake.cents)
        for one in (player, dealer)
        for line in one.lines
    )
    assert kept == without - run.paid * 100


def test_the_more_play_the_sooner_it_is_won_and_the_same_is_kept() -> None:
    """Each player brings his own contribution and his own chance; without Envy nothing changes by their number."""
    terms = terms_for("nj-criss-cross", new_jersey({"bonus_spin": "5-progressive"}))
    one, four = (
        next(odds for odds in counted(question(terms, players)).odds if odds.wager == "bonus_spin")
        for players in (1, 4)
    )
    assert four.long_run[0].wins == 4 * one.long_run[0].wins
    assert four.long_run[0].mean == one.long_run[0].mean


def test_the_share_of_rounds_above_a_break_even() -> None:
    """A chain of rounds since the last win, its weights found by repeated steps."""
    win, fed, reset, limit = 0.02, 1.0, 10.0, 25.0
    run = MeterRun("m", ("w",), 1, "1%", Amount(1000), Fraction(1), Fraction(1, 50), Fraction(1, 50))
    since = np.zeros(3000)
    since[0] = 1.0
    for _ in range(3000):
        since = np.concatenate([[win * since.sum()], since[:-1] * (1 - win)])
    shown = reset + fed * np.arange(1, 3001)
    expected = since[shown >= limit].sum()
    odds = SideOdds("w", "", "", None, Amount(100), 1, 1, (), Fraction(0))
    assert share_above(run, odds, BreakEven("m", Fraction(25), Amount(2500))) == pytest.approx(expected, rel=1e-9)


def test_lines_know_what_they_take() -> None:
    _, odds = metered(FULL)
    taken = {line.title: line.share for line in odds["four_card_progressive"].lines if line.share}
    assert all(isinstance(share, MeterShare) and share.meter == "four_card" for share in taken.values())
    assert Rate.parse("100%").as_fraction in [share.percent.as_fraction for share in taken.values()]
