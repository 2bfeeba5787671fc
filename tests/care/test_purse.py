"""A player's own limits: what acts at once and what a day later, what counts as lost, bought and played, and when."""

import pytest

from pitboss.care.purse import (
    BREAK,
    DAY,
    MINUTE,
    LaterLimit,
    Limit,
    OwnStake,
    Purse,
    check_due,
    checked,
    deposited,
    limits_at,
    lost,
    over_deposit,
    over_stake,
    over_time,
    played,
    playing,
    session_at,
    with_deposit,
    with_limit,
)

T = 1_000_000


def stake(cents: int, result: int, in_round: int = 0) -> OwnStake:
    return OwnStake(cents, in_round, result, opens=True, himself=True)


def test_a_first_or_lower_limit_acts_at_once_and_a_higher_one_a_day_later() -> None:
    purse = with_limit(Purse(), Limit.LOSS_DAY, 100_00, T)
    assert limits_at(purse, T) == {Limit.LOSS_DAY: 100_00}
    purse = with_limit(purse, Limit.LOSS_DAY, 40_00, T + 5)
    assert limits_at(purse, T + 5) == {Limit.LOSS_DAY: 40_00}
    purse = with_limit(purse, Limit.LOSS_DAY, 70_00, T + 10)
    assert purse.raises == {Limit.LOSS_DAY: LaterLimit(70_00, T + 10 + DAY)}
    assert limits_at(purse, T + 9 + DAY) == {Limit.LOSS_DAY: 40_00}
    assert limits_at(purse, T + 10 + DAY) == {Limit.LOSS_DAY: 70_00}


def test_no_limit_any_more_waits_a_day_too() -> None:
    purse = with_limit(with_limit(Purse(), Limit.STAKE_ROUND, 10_00, T), Limit.STAKE_ROUND, None, T)
    assert limits_at(purse, T + DAY - 1) == {Limit.STAKE_ROUND: 10_00}
    assert limits_at(purse, T + DAY) == {}


def test_what_waits_is_given_up_by_a_lower_limit_by_the_same_one_and_begins_anew_with_another() -> None:
    first = with_limit(with_limit(Purse(), Limit.LOSS_WEEK, 50_00, T), Limit.LOSS_WEEK, 90_00, T)
    assert with_limit(first, Limit.LOSS_WEEK, 20_00, T + 1).raises == {}
    assert with_limit(first, Limit.LOSS_WEEK, 50_00, T + 1).raises == {}
    again = with_limit(first, Limit.LOSS_WEEK, 80_00, T + DAY - 1)
    assert limits_at(again, T + DAY) == {Limit.LOSS_WEEK: 50_00}, "the day counts from the last choice"
    assert limits_at(again, T + 2 * DAY - 1) == {Limit.LOSS_WEEK: 80_00}


def test_a_raise_that_is_due_is_what_the_next_choice_is_held_against() -> None:
    purse = with_limit(with_limit(Purse(), Limit.LOSS_DAY, 50_00, T), Limit.LOSS_DAY, 90_00, T)
    lowered = with_limit(purse, Limit.LOSS_DAY, 60_00, T + DAY)
    assert limits_at(lowered, T + DAY) == {Limit.LOSS_DAY: 60_00}
    assert lowered.raises == {}


def test_a_loss_is_the_result_then_less_the_result_now_and_a_wager_that_is_out_counts() -> None:
    purse = playing(with_limit(Purse(), Limit.LOSS_DAY, 100_00, T), T, result=0)
    assert over_stake(purse, stake(100_00, result=0), T) is None
    assert over_stake(purse, stake(100_01, result=0), T) == (Limit.LOSS_DAY, 100_00)
    assert lost(purse, "day", T + 9, -60_00) == 60_00, "lost, or on the layout"
    assert over_stake(purse, stake(40_00, result=-60_00), T + 9) is None
    assert over_stake(purse, stake(40_01, result=-60_00), T + 9) == (Limit.LOSS_DAY, 40_00)
    assert over_stake(purse, stake(1, result=-130_00), T + 9) == (Limit.LOSS_DAY, 0), "never less than nothing"


def test_a_day_begins_with_the_first_play_after_the_one_before_and_never_by_a_clock_set_back() -> None:
    purse = playing(with_limit(Purse(), Limit.LOSS_DAY, 100_00, T), T, result=0)
    assert over_stake(purse, stake(1_00, result=-100_00), T + DAY - 1) == (Limit.LOSS_DAY, 0)
    assert over_stake(purse, stake(1_00, result=-100_00), T - 5 * DAY) == (Limit.LOSS_DAY, 0)
    later = playing(purse, T + DAY, result=-100_00)
    assert later.spans["day"].began == T + DAY
    assert over_stake(later, stake(100_00, result=-100_00), T + DAY) is None
    assert later.spans["week"].began == T, "the week goes on"


def test_what_is_bought_is_no_win_and_what_is_cashed_no_loss() -> None:
    """Results are what is held less what was bought; with 50 bought and 30 lost the result is -30, cashed or not."""
    purse = with_deposit(Purse(), 50_00, T, result=0)
    assert purse.bought == 50_00
    after_cashing = with_deposit(purse, -20_00, T + 1, result=-30_00)
    assert after_cashing.bought == 30_00
    assert lost(after_cashing, "day", T + 2, 0 - 30_00) == 30_00
    assert deposited(after_cashing, "day", T + 2) == 50_00, "cashing gives no room to buy again"


def test_a_deposit_is_limited_in_the_day_that_runs() -> None:
    purse = with_deposit(with_limit(Purse(), Limit.DEPOSIT_DAY, 50_00, T), 30_00, T, result=0)
    assert over_deposit(purse, 20_00, T + 1) is None
    assert over_deposit(purse, 20_01, T + 1) == (Limit.DEPOSIT_DAY, 20_00)
    assert over_deposit(purse, 50_00, T + DAY) is None


def test_a_stake_is_limited_in_a_round_with_what_stands_in_it() -> None:
    purse = with_limit(Purse(), Limit.STAKE_ROUND, 25_00, T)
    assert over_stake(purse, stake(10_00, result=0, in_round=15_00), T) is None
    assert over_stake(purse, stake(10_01, result=0, in_round=15_00), T) == (Limit.STAKE_ROUND, 10_00)


def test_a_session_lasts_until_a_long_break_and_its_time_is_noted_by_the_minute() -> None:
    purse = playing(Purse(), T, result=0)
    assert playing(purse, T + MINUTE - 1, result=-5) is purse, "nothing to write"
    on = playing(purse, T + MINUTE, result=-5)
    assert on.session is not None
    assert (on.session.began, on.session.seen, on.spans["day"].played) == (T, T + MINUTE, MINUTE)
    assert played(on, "session", T + 100) == 100
    assert played(on, "day", T + 100) == 100
    assert session_at(on, T + MINUTE + BREAK) is None
    anew = playing(on, T + MINUTE + BREAK, result=-5)
    assert anew.session is not None
    assert (anew.session.began, anew.spans["day"].played) == (T + MINUTE + BREAK, MINUTE), "a break is no play"


def test_time_is_up_for_the_session_and_for_the_day_whatever_the_breaks() -> None:
    purse = playing(with_limit(Purse(), Limit.TIME_SESSION, 10 * MINUTE, T), T, result=0)
    assert over_time(purse, T + 10 * MINUTE - 1) is None
    assert over_time(purse, T + 10 * MINUTE) == (Limit.TIME_SESSION, 600)
    purse = with_limit(Purse(), Limit.TIME_DAY, 10 * MINUTE, T)
    for begin in (T, T + 2 * BREAK):
        purse = playing(playing(purse, begin, result=0), begin + 5 * MINUTE, result=0)
    assert over_time(purse, T + 2 * BREAK + 5 * MINUTE) == (Limit.TIME_DAY, 600)
    assert over_time(purse, T + DAY) is None


def test_a_clock_that_is_set_back_gives_no_time_and_takes_none() -> None:
    purse = playing(playing(Purse(), T, result=0), T + 5 * MINUTE, result=0)
    assert playing(purse, T - DAY, result=0) is purse
    assert played(purse, "session", T - DAY) == 5 * MINUTE


def test_a_reality_check_comes_at_the_interval_and_counts_from_the_last() -> None:
    purse = playing(Purse(check_every=30 * MINUTE), T, result=0)
    on = playing(purse, T + 20 * MINUTE, result=0)
    assert not check_due(on, T + 30 * MINUTE - 1)
    assert check_due(on, T + 30 * MINUTE)
    seen = checked(on, T + 31 * MINUTE, result=-7)
    assert not check_due(seen, T + 40 * MINUTE)
    assert seen.session is not None
    assert (seen.session.checked_result, seen.session.result) == (-7, 0)
    assert not check_due(Purse(session=on.session), T + 40 * MINUTE), "none was chosen"


@pytest.mark.parametrize("limit", list(Limit))
def test_every_limit_says_what_it_limits_and_in_what(limit: Limit) -> None:
    assert limit.measure in ("loss", "deposit", "stake", "time")
    assert limit.period in ("day", "week", "month", "round", "session")
