"""New Jersey's Bonus Spin: a pair in the hole turns the wheel, and some stops pay the other bettors too."""

import pytest

from engine.rounds import (
    NJ,
    bet_on,
    dealt,
    events_of,
    line,
    moves,
    order,
    refused,
    settled,
    settlement,
    table,
    usd,
    wagered,
)
from pitboss.engine import Result, Round, Source, legal, play, spin_due
from pitboss.engine.actions import CloseBets, Settle, Spin
from pitboss.engine.events import BetsClosed, MeterFed, MeterPaid, RoundSettled
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.progressive.meter import open_meters, pay

pytestmark = pytest.mark.clause(NJ, "40.10(i)2")

# Tables 3, 4 and 5: what each position pays the player who spun, and every other bettor.
FIVE = {
    2: ("2500", None), 8: ("1000", None), 3: ("500", "100"), 7: ("350", None), 6: ("200", "50"), 10: ("250", None),
    11: ("75", None), 9: ("25", "15"), 5: ("70", None), 4: ("60", None), 1: ("50", None),
}  # fmt: skip
ONE_FIXED = {
    2: ("500", None), 8: ("200", None), 3: ("100", "20"), 7: ("70", None), 6: ("50", "10"), 10: ("35", None),
    11: ("25", None), 9: ("15", "3"), 5: ("12", None), 4: ("11", None), 1: ("10", None),
}  # fmt: skip
ONE_PROGRESSIVE = ONE_FIXED | {8: ("250", None)}
WHEELS = {"5-fixed": FIVE, "5-progressive": FIVE, "1-fixed": ONE_FIXED, "1-progressive": ONE_PROGRESSIVE}

# Seat 2 holds a pair, seats 4 and 5 do not; seat 5 made no Bonus Spin wager. Nobody makes a hand worth 6s.
CARDS = "cross 2c 4d 7h 9s Kc, 2 3c 3d, 4 5c Jd, 5 6c Qd, 6 8c 8d"


def about_to_settle(variant: str, seats: str = "2 4", fold: int | None = None, **choices: object) -> Round:
    """Seats with a Bonus Spin wager, and seat 5 without; one of them may fold at once."""
    stake = variant[0]
    put_up = [f"{seat}: antes 5, bonus_spin {stake}" for seat in seats.split()]
    round = dealt(wagered(table(NJ, bonus_spin=variant, **choices), "; ".join([*put_up, "5: antes 5"])), CARDS)
    if fold is not None:
        for seat in sorted(round.seats):
            round = play(round, *moves(f"{seat} folds" if seat == fold else f"{seat} bets 5"))
    return bet_on(round)


@pytest.mark.clause(NJ, "40.11(c)")
@pytest.mark.parametrize(
    ("variant", "position", "prize", "community"),
    [(variant, position, *pays) for variant, wheel in WHEELS.items() for position, pays in wheel.items()],
)
def test_every_stop_pays_the_spinner_and_its_community_pay_to_every_other_bettor(
    variant: str, position: int, prize: str, community: str | None
) -> None:
    round = settled(about_to_settle(variant), spins={2: position})
    stake = usd(variant[0])
    own = line(round, 2, "bonus_spin")
    assert (own.stake, own.result, own.paid, own.returned) == (stake, Result.WIN, usd(prize), usd(prize))
    assert (own.source, own.clause) == (Source.TABLE_INVENTORY, "40.11(c)")
    shared = {item.seat: item.paid for item in round.lines if item.wager == "bonus_spin_community"}
    assert shared == ({4: usd(community)} if community else {})
    # The wager of seat 4, without a pair, is lost whatever the community pay.
    other = line(round, 4, "bonus_spin")
    assert (other.result, other.stake, other.returned) == (Result.LOSE, stake, Amount.ZERO)


@pytest.mark.clause(NJ, "40.11(c)")
@pytest.mark.parametrize("variant", ["5-fixed", "1-fixed"])
def test_position_0_pays_the_fixed_prize_of_the_submission(variant: str) -> None:
    round = about_to_settle(variant, wheel={"top_prize": "7500"})
    top = line(settled(round, spins={2: 0}), 2, "bonus_spin")
    assert (top.result, top.paid, top.returned, top.source) == (Result.WIN, usd("7500"), usd("7500"), Source.PRIZE)
    assert not any(isinstance(event, MeterPaid | MeterFed) for event in settlement(round, spins={2: 0}))


@pytest.mark.clause(NJ, "40.11(c)")
@pytest.mark.parametrize("variant", ["5-progressive", "1-progressive"])
def test_position_0_pays_the_whole_meter_which_then_takes_its_reset(variant: str) -> None:
    meters = {"bonus_spin": {"seed": "10000", "reset": "8000", "rate": "10%"}}
    round = about_to_settle(variant, meters=meters)
    happened = settlement(round, spins={2: 0}, meters={"bonus_spin": usd("12345.67")})
    top = line(settled(round, {2: 0}, {"bonus_spin": usd("12345.67")}), 2, "bonus_spin")
    assert (top.paid, top.returned) == (usd("12345.67"), usd("12345.67"))
    assert (top.source, top.meter) == (Source.METER, "bonus_spin")

    paid = [event for event in happened if isinstance(event, MeterPaid)]
    assert paid == [MeterPaid("bonus_spin", usd("12345.67"), emptied=True, wager="bonus_spin", seats=(2,))]
    meter = open_meters(round.terms, {"bonus_spin": usd("12345.67")})["bonus_spin"]
    assert pay(meter, paid[0].amount, paid[0].emptied).shows == usd("8000")


@pytest.mark.clause(NJ, "1.13Z(e)", "40.11(c)")
@pytest.mark.parametrize(("variant", "contributed"), [("5-progressive", "1.00"), ("1-progressive", "0.20")])
@pytest.mark.parametrize("time", ["accepted", "settled"])
def test_the_wagers_reach_the_meter_at_no_more_bets_or_at_the_end_by_the_other_reading(
    variant: str, contributed: str, time: str
) -> None:
    """Two wagers at 10%: $1.00 of two $5 wagers, $0.20 of two $1 wagers."""
    readings = {"contribution-time": time}
    stakes = f"2: antes 5, bonus_spin {variant[0]}; 4: antes 5, bonus_spin {variant[0]}"
    fed = [MeterFed("bonus_spin", usd(contributed).cents * MICROCENTS_PER_CENT)]
    closing = events_of(wagered(table(NJ, bonus_spin=variant, readings=readings), stakes), CloseBets())
    round = about_to_settle(variant, readings=readings)
    happened = settlement(round, spins={2: 0}, meters={"bonus_spin": usd("12345.67")})
    assert closing == (BetsClosed(), *(fed if time == "accepted" else []))
    assert [event for event in happened if isinstance(event, MeterFed)] == ([] if time == "accepted" else fed)
    assert happened[-1] == RoundSettled()


def test_two_jackpots_in_one_round_are_paid_in_turn_from_what_the_meter_then_shows() -> None:
    round = about_to_settle("5-progressive", "2 4 6")
    meter = open_meters(round.terms, {"bonus_spin": usd("20000")})["bonus_spin"]
    for seat, expected in ((6, "20000"), (2, "10000")):
        while spin_due(round) is None:
            round = play(round, Settle())
        assert spin_due(round) == seat
        action = Spin(seat, 0, {"bonus_spin": meter.shows})
        (paid,) = (event for event in events_of(round, action) if isinstance(event, MeterPaid))
        round = play(round, action)
        assert line(round, seat, "bonus_spin").paid == usd(expected)
        meter = pay(meter, paid.amount, paid.emptied)
    assert meter.shows == usd("10000")


def test_no_jackpot_is_paid_without_the_amount_the_meter_shows() -> None:
    round = about_to_settle("1-progressive")
    while spin_due(round) is None:
        round = play(round, Settle())
    violation = refused(round, Spin(2, 0))
    assert (violation.where, violation.allowed) == ("meter bonus_spin", "the amount it shows")


def test_wheels_are_spun_last_from_the_dealers_right_each_paid_before_the_next() -> None:
    round = settled(about_to_settle("5-fixed", "2 4 6"), spins={6: 3, 2: 9})
    assert order(round)[-7:] == [
        "6 bonus_spin",
        "4 bonus_spin_community",
        "2 bonus_spin_community",
        "4 bonus_spin",
        "2 bonus_spin",
        "6 bonus_spin_community",
        "4 bonus_spin_community",
    ]
    assert [str(item.paid) for item in round.lines[-7:]] == [
        "500.00", "100.00", "100.00", "0.00", "25.00", "15.00", "15.00",
    ]  # fmt: skip
    assert all("bonus_spin" not in wager for wager in order(round)[:-7])


@pytest.mark.clause(NJ, "40.10(i)2", "40.11(c)")
def test_only_the_seat_with_a_pair_spins_at_its_turn_and_to_a_stop_of_the_wheel() -> None:
    round = about_to_settle("5-fixed", "2 4 6")
    early = refused(round, Spin(6, 3))
    assert (early.clause, early.allowed) == ("40.10(i)2", "nothing: no spin is due")
    while spin_due(round) is None:
        round = play(round, Settle())
    unspun = refused(round, Settle())
    assert (unspun.clause, unspun.allowed) == ("40.10(i)2", "a spin of the wheel by seat 6")
    assert [option.clause for option in legal(round) if option.action == "spin"] == ["40.10(i)2"]
    for seat in (2, 4, 5):
        other = refused(round, Spin(seat, 3))
        assert (other.clause, other.allowed) == ("40.10(i)2", "a spin of seat 6")
    for position in (-1, 12):
        nowhere = refused(round, Spin(6, position))
        assert (nowhere.clause, nowhere.allowed) == ("40.11(c)", "one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11")
    round = play(round, Spin(6, 3), Settle())
    assert spin_due(round) == 2


def test_a_fold_forfeits_the_wager_its_spin_and_its_community_pays() -> None:
    round = settled(about_to_settle("5-fixed", "2 4 6", fold=2), spins={6: 3})
    folded = line(round, 2, "bonus_spin")
    assert (folded.result, folded.returned, folded.hand) == (Result.FORFEITED, Amount.ZERO, "folded at across")
    assert [item.seat for item in round.lines if item.wager == "bonus_spin_community"] == [4]
    # and a folded seat without a pair gets nothing either
    round = settled(about_to_settle("5-fixed", "2 4", fold=4), spins={2: 3})
    assert not any(item.wager == "bonus_spin_community" for item in round.lines)


def test_the_wager_stands_after_a_fold_where_the_submission_reads_it_so() -> None:
    round = about_to_settle("5-fixed", "2 4 6", fold=2, readings={"bonus-spin-on-fold": "stands"})
    round = settled(round, spins={6: 3, 2: 6})
    assert line(round, 2, "bonus_spin").paid == usd("200")
    shared = [(item.seat, str(item.paid)) for item in round.lines if item.wager == "bonus_spin_community"]
    assert shared == [(4, "100.00"), (2, "100.00"), (6, "50.00"), (4, "50.00")]
    assert {item.result for item in round.lines if item.seat == 2 and item.wager.startswith("ante")} == {
        Result.FORFEITED
    }
