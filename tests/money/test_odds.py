"""Odds: "to", "for", a share of a meter, a push and a fixed sum are five different promises."""

import copy
import pickle
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import (
    Amount,
    Fixed,
    For,
    InexactPayoutError,
    MeterShare,
    Odds,
    Push,
    Rate,
    To,
    parse_odds,
    winnings,
)

whole = st.integers(1, 10**6)
positive_amounts = st.integers(1, 10**12).map(Amount)
shares = st.builds(MeterShare, st.integers(1, 1_000_000).map(Rate), st.sampled_from(["meter", "mega", "five_card"]))
odds_of_every_kind = st.one_of(
    st.builds(To, whole, whole),
    st.builds(For, whole, whole),
    shares,
    st.just(Push()),
    positive_amounts.map(Fixed),
)

ONE_OF_EACH = [
    ("3 to 2", To(3, 2), True),
    ("500 to 1", To(500, 1), True),
    ("300 for 1", For(300, 1), False),
    ("100% of meter", MeterShare(Rate(1_000_000), "meter"), False),
    ("10% of meter", MeterShare(Rate(100_000), "meter"), False),
    ("100% of mega", MeterShare(Rate(1_000_000), "mega"), False),
    ("12.5% of five_card", MeterShare(Rate(125_000), "five_card"), False),
    ("push", Push(), True),
    ("$1,000", Fixed(Amount(100_000)), False),
    ("$50", Fixed(Amount(5_000)), False),
    ("$12.50", Fixed(Amount(1_250)), False),
]


@pytest.mark.parametrize(("text", "odds", "returns_stake"), ONE_OF_EACH)
def test_each_kind_reads_prints_and_says_whether_the_stake_comes_back(
    text: str, odds: Odds, returns_stake: bool
) -> None:
    assert parse_odds(text) == odds
    assert type(parse_odds(text)) is type(odds)
    assert str(odds) == text
    assert odds.returns_stake is returns_stake


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "3",
            "3 to",
            "to 2",
            "3to2",
            "3 to 2 ",
            " 3 to 2",
            "3  to 2",
            "3 To 2",
            "3 TO 2",
            "3:2",
            "3/2",
        ),
        *(
            "0 to 1",
            "1 to 0",
            "0 for 1",
            "-3 to 2",
            "3 to -2",
            "1.5 to 1",
            "1e3 to 1",
            "1,000 to 1",
            "３ to ２",
        ),
        *(
            "10%",
            "10% of",
            "10% of ",
            "% of meter",
            "10 of meter",
            "10% meter",
            "10% of the meter",
            "10% of Mega",
        ),
        *("0% of meter", "101% of meter", "-10% of meter", "10.00001% of meter", "10% of 5"),
        *(
            "Push",
            "PUSH",
            "push ",
            "tie",
            "$",
            "$0",
            "$-5",
            "-$5",
            "1000",
            "$1,00",
            "$5.001",
            "$5 ",
            "even money",
        ),
        *(None, 3, 1.5, ("3", "2")),
    ],
)
def test_anything_else_is_refused_in_one_sentence(text: Any) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+\.$"):
        parse_odds(text)


@given(odds_of_every_kind)
def test_the_printed_form_reads_back(odds: Odds) -> None:
    assert parse_odds(str(odds)) == odds


@given(odds_of_every_kind)
def test_copies_and_pickles_are_equal(odds: Odds) -> None:
    assert copy.copy(odds) == copy.deepcopy(odds) == pickle.loads(pickle.dumps(odds)) == odds
    assert hash(copy.deepcopy(odds)) == hash(odds)


@pytest.mark.parametrize(
    ("text", "stake", "paid"),
    [
        ("3 to 2", "10.00", "15.00"),
        ("3 to 2", "0.02", "0.03"),
        ("1 to 1", "7.25", "7.25"),
        ("500 to 1", "5.00", "2500.00"),
        ("300 for 1", "1.00", "300.00"),
        ("9 for 1", "5.00", "45.00"),
        ("push", "25.00", "0.00"),
        ("$1,000", "1.00", "1000.00"),
        ("$1,000", "5.00", "1000.00"),
    ],
)
def test_what_a_stake_wins(text: str, stake: str, paid: str) -> None:
    assert str(winnings(parse_odds(text), Amount.parse(stake))) == paid


@given(whole, whole, positive_amounts)
def test_ratios_pay_exactly_or_refuse(n: int, d: int, stake: Amount) -> None:
    for odds in (To(n, d), For(n, d)):
        exact = stake.cents * odds.as_fraction
        try:
            assert winnings(odds, stake).cents == exact
        except InexactPayoutError:
            assert exact.denominator > 1


def test_a_payout_in_fractions_of_a_cent_is_refused() -> None:
    with pytest.raises(InexactPayoutError, match=r"3 to 2 on 0\.05 does not come to whole cents\."):
        winnings(To(3, 2), Amount(5))


def test_what_is_paid_per_unit_leaves_the_returned_stake_out() -> None:
    assert To(3, 2).as_fraction == For(3, 2).as_fraction == Fraction(3, 2)
    assert Push().as_fraction == 0


def test_a_share_of_a_meter_does_not_depend_on_the_stake() -> None:
    with pytest.raises(TypeError, match="10% of meter is paid from a meter"):
        winnings(parse_odds("10% of meter"), Amount(100))


@pytest.mark.parametrize(
    ("percent", "shown", "paid"),
    [
        ("100%", "10000.07", "10000.07"),
        ("10%", "10000.00", "1000.00"),
        ("10%", "10000.07", "1000.00"),  # 1000.007: seven tenths of a cent stay on the meter
        ("10%", "10000.19", "1000.01"),
        ("0.0001%", "9999.99", "0.00"),
    ],
)
def test_a_share_of_a_meter_is_rounded_down(percent: str, shown: str, paid: str) -> None:
    assert MeterShare(Rate.parse(percent), "meter").of(Amount.parse(shown)) == Amount.parse(paid)


@given(shares, positive_amounts)
def test_the_odd_fraction_of_a_cent_stays_on_the_meter(share: MeterShare, shown: Amount) -> None:
    kept_back = share.percent.as_fraction * shown.cents - share.of(shown).cents
    assert 0 <= kept_back < 1
    assert Amount.ZERO <= share.of(shown) <= shown


def test_kinds_with_the_same_figures_differ() -> None:
    assert len({str(odds): odds for odds in (To(3, 2), For(3, 2), To(6, 4))}) == 3
    assert len({To(3, 2), For(3, 2), To(6, 4), Push(), Push()}) == 4
    assert parse_odds("3 to 2") != parse_odds("3 for 2")


@pytest.mark.parametrize(("n", "d"), [(0, 1), (1, 0), (-1, 1), (1.5, 1), (True, 1), ("3", 2)])
def test_ratios_are_of_whole_numbers_above_zero(n: Any, d: Any) -> None:
    for kind in (To, For):
        with pytest.raises(ValueError, match="whole numbers above zero"):
            kind(n, d)


def test_odds_cannot_be_changed() -> None:
    odds: Any = To(3, 2)
    with pytest.raises(AttributeError, match="immutable"):
        odds.n = 4


@pytest.mark.parametrize(("text", "odds", "_returns_stake"), ONE_OF_EACH)
def test_a_serialiser_can_carry_odds_as_text(text: str, odds: Odds, _returns_stake: bool) -> None:
    encoded = msgspec.json.encode(odds, enc_hook=str)
    assert encoded == msgspec.json.encode(text)
    assert msgspec.json.decode(encoded, type=Odds, dec_hook=lambda _type, written: parse_odds(written)) == odds
