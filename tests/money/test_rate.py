"""Rates: percentages kept to a millionth, exactly."""

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import MICROCENTS_PER_CENT, Amount, Rate

rates = st.integers(0, 2_000_000).map(Rate)


@pytest.mark.parametrize(
    ("text", "per_million", "printed"),
    [
        ("10%", 100_000, "10%"),
        ("0.25%", 2_500, "0.25%"),
        ("12.5%", 125_000, "12.5%"),
        ("12.50%", 125_000, "12.5%"),
        ("0.0001%", 1, "0.0001%"),
        ("33.3333%", 333_333, "33.3333%"),
        ("100%", 1_000_000, "100%"),
        ("10.0%", 100_000, "10%"),
        ("0%", 0, "0%"),
    ],
)
def test_reading_and_printing(text: str, per_million: int, printed: str) -> None:
    rate = Rate.parse(text)
    assert rate.per_million == per_million
    assert rate.as_fraction == Fraction(per_million, 1_000_000)
    assert str(rate) == printed
    assert repr(rate) == f"Rate('{printed}')"


@pytest.mark.parametrize(
    "text",
    [
        *("", "%", "10", "10 %", " 10%", "10%%", "-1%", "+1%", ".5%", "5.%", "0.00001%", "1e1%", "1,000%"),
        *("١٠%", "nan%", None, 10, 0.1),
    ],
)
def test_anything_else_is_refused(text: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a rate: write a percentage .*\.$"):
        Rate.parse(text)


@pytest.mark.parametrize("per_million", [-1, 0.5, True, "1", None])
def test_only_whole_parts_make_a_rate(per_million: Any) -> None:
    with pytest.raises(ValueError, match="whole number of parts per million"):
        Rate(per_million)


@given(rates)
def test_the_printed_form_reads_back(rate: Rate) -> None:
    assert Rate.parse(str(rate)) == rate


def test_a_quarter_percent_of_a_dollar_is_a_quarter_of_a_cent() -> None:
    assert Rate.parse("0.25%").of(Amount.parse("1.00")) == 250_000


@given(rates, st.integers(0, 10**12).map(Amount))
def test_a_share_is_exact(rate: Rate, amount: Amount) -> None:
    assert Fraction(rate.of(amount), MICROCENTS_PER_CENT) == amount.cents * rate.as_fraction


@given(rates, rates)
def test_order_and_hash_are_those_of_the_parts(one: Rate, other: Rate) -> None:
    assert (one < other) is (one.per_million < other.per_million)
    assert (one >= other) is (one.per_million >= other.per_million)
    assert len({one, other}) == len({one.per_million, other.per_million})


def test_a_rate_compares_with_rates_only() -> None:
    number: Any = 100_000
    assert Rate.parse("10%") != number
    with pytest.raises(TypeError):
        assert Rate.parse("10%") < number


def test_a_rate_cannot_be_changed_and_survives_copying() -> None:
    rate: Any = Rate.parse("12.5%")
    with pytest.raises(AttributeError, match="immutable"):
        rate.per_million = 1
    assert copy.copy(rate) == copy.deepcopy(rate) == pickle.loads(pickle.dumps(rate)) == rate
