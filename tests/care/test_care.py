"""Cooling off and exclusion: longer and never shorter; and what they, and a player's limits, refuse in one sentence."""

import pytest

from pitboss.care import FOREVER, Care, Limit, Purse, cooled_off, excluded
from pitboss.care.care import in_words, refuse_deposit, refuse_seat, refuse_stake
from pitboss.care.purse import DAY, MINUTE, OwnStake, playing, with_limit
from pitboss.rulebooks import Refused

T = 1_000_000
OPENING = OwnStake(10_00, 0, 0, opens=True, himself=True)
BET = OwnStake(10_00, 5_00, -5_00, opens=False, himself=True)


def test_a_cooling_off_holds_to_the_second_and_is_only_ever_made_longer() -> None:
    care = cooled_off(Care(), 3, T)
    assert care.barred_until(T + 3 * DAY - 1) == T + 3 * DAY
    assert care.barred_until(T + 3 * DAY) == 0
    assert cooled_off(care, 7, T).cooling_until == T + 7 * DAY
    with pytest.raises(Refused, match="cannot be shortened"):
        cooled_off(care, 2, T)
    for days in (0, -1, 91):
        with pytest.raises(Refused, match="1 to 90 days"):
            cooled_off(Care(), days, T)


def test_an_exclusion_is_only_ever_made_longer_and_for_ever_is_for_ever() -> None:
    year = excluded(Care(), 365, T)
    assert year.excluded_at(T + 365 * DAY - 1)
    assert not year.excluded_at(T + 365 * DAY)
    always = excluded(year, None, T)
    assert always.excluded_until == FOREVER
    for care, days in ((always, 365), (year, 364)):
        with pytest.raises(Refused, match="cannot be shortened"):
            excluded(care, days, T)
    for days in (0, 179, 3651):
        with pytest.raises(Refused, match="180 to 3650 days"):
            excluded(Care(), days, T)


def test_a_cooling_off_after_an_exclusion_shortens_nothing() -> None:
    care = cooled_off(excluded(Care(), 365, T), 1, T)
    assert care.barred_until(T) == T + 365 * DAY


@pytest.mark.parametrize("care", [cooled_off(Care(), 1, T), excluded(Care(), None, T)])
@pytest.mark.parametrize("practice", [False, True])
def test_who_takes_no_part_gets_no_seat_no_chips_and_no_wager_of_any_money(care: Care, practice: bool) -> None:
    for stake in (OPENING, BET):
        with pytest.raises(Refused, match=": ann"):
            refuse_stake(care, "ann", practice, stake, T)
    with pytest.raises(Refused, match=": ann"):
        refuse_seat(care, "ann", practice, T)
    with pytest.raises(Refused, match=": ann"):
        refuse_deposit(care, "ann", practice, 1, T)


def test_time_that_is_up_keeps_from_the_next_round_and_ends_none() -> None:
    purse = playing(with_limit(Purse(), Limit.TIME_SESSION, 5 * MINUTE, T), T, result=0)
    care, at = Care(real=purse), T + 5 * MINUTE
    refuse_stake(care, "ann", False, BET, at)
    refuse_stake(care, "ann", True, OPENING, at)
    with pytest.raises(Refused, match="5 min, is up"):
        refuse_stake(care, "ann", False, OPENING, at)
    with pytest.raises(Refused, match="5 min, is up"):
        refuse_seat(care, "ann", False, at)


def test_a_reality_check_keeps_from_the_next_round_only_who_wagers_by_himself() -> None:
    care, at = Care(real=playing(Purse(check_every=60 * MINUTE), T, result=0)), T + 20 * MINUTE
    care = Care(real=playing(playing(care.real, at, result=0), at + 20 * MINUTE, result=0))
    at = T + 60 * MINUTE
    refuse_stake(care, "ann", False, BET, at)
    refuse_stake(care, "ann", False, OwnStake(10_00, 0, 0, opens=True, himself=False), at)
    with pytest.raises(Refused, match="reality check"):
        refuse_stake(care, "ann", False, OPENING, at)


def test_limits_on_money_hold_in_a_round_that_has_begun_too() -> None:
    care = Care(real=with_limit(Purse(), Limit.STAKE_ROUND, 12_00, T))
    with pytest.raises(Refused, match=r"at most 7(\.00)?, by the player's own limit on stakes in a round"):
        refuse_stake(care, "ann", False, BET, T)
    refuse_stake(care, "ann", True, BET, T)


def test_every_limit_has_words() -> None:
    assert len({in_words(limit) for limit in Limit}) == len(Limit)
