"""Amounts: exact, strict about what they read, and impossible to change or to mix with plain numbers."""

import copy
import operator
import pickle
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import Amount

amounts = st.integers(-(10**14), 10**14).map(Amount)


@pytest.mark.parametrize(
    ("text", "cents", "printed", "for_people"),
    [
        ("10", 1000, "10.00", "$10.00"),
        ("10.5", 1050, "10.50", "$10.50"),
        ("10.50", 1050, "10.50", "$10.50"),
        ("10.05", 1005, "10.05", "$10.05"),
        ("0.01", 1, "0.01", "$0.01"),
        ("0", 0, "0.00", "$0.00"),
        ("-0", 0, "0.00", "$0.00"),
        ("-3.25", -325, "-3.25", "-$3.25"),
        ("-0.05", -5, "-0.05", "-$0.05"),
        ("-$0.05", -5, "-0.05", "-$0.05"),
        ("$1,234.5", 123450, "1234.50", "$1,234.50"),
        ("1234.50", 123450, "1234.50", "$1,234.50"),
        ("$1,000,000", 100000000, "1000000.00", "$1,000,000.00"),
    ],
)
def test_reading_and_printing(text: str, cents: int, printed: str, for_people: str) -> None:
    amount = Amount.parse(text)
    assert amount.cents == cents
    assert str(amount) == printed
    assert repr(amount) == f"Amount('{printed}')"
    assert amount.dollars() == for_people


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "$", "-", ".", "ten", "nan", "NaN", "inf", "1e3", "0x10", "1_000"),
        *("10.", ".5", "10.505", "1.2.3", "10 ", " 10", "10\n", "+10", "--1", "$-5", "$$5", "5$"),
        *("1,23", "12,34.50", ",123", "1,2345", "1234,567", "1,234,", "10,5", "1.000,00"),
        *("١٠", "１０", "1٫5", "½", "²", "€10", "9" * 16, "9" * 5000),
        *(None, 10, 10.5, Decimal("10.5"), True, b"10"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(text: Any) -> None:
    with pytest.raises(ValueError, match=r"is not an amount: write it .*\.$"):
        Amount.parse(text)


@pytest.mark.parametrize("cents", [1.0, 1.5, "1", None, True, Decimal(1), Amount(1)])
def test_only_whole_cents_make_an_amount(cents: Any) -> None:
    with pytest.raises(TypeError, match="whole number of cents"):
        Amount(cents)


@given(amounts)
def test_both_printed_forms_read_back(amount: Amount) -> None:
    assert Amount.parse(str(amount)) == amount
    assert Amount.parse(amount.dollars()) == amount


@given(st.text(alphabet="0123456789.,-$ e٣", max_size=9) | st.text(max_size=9))
def test_a_text_is_refused_or_means_what_decimal_arithmetic_says(text: str) -> None:
    try:
        amount = Amount.parse(text)
    except ValueError:
        return
    assert Decimal(amount.cents) == Decimal(text.replace("$", "").replace(",", "")) * 100


@given(st.lists(amounts), st.lists(amounts))
def test_moving_money_neither_makes_nor_loses_any(some: list[Amount], others: list[Amount]) -> None:
    together = sum(some + others, Amount.ZERO)
    assert together.cents == sum(amount.cents for amount in some + others)
    assert together - sum(some, Amount.ZERO) == sum(others, Amount.ZERO)
    assert together + -together == Amount.ZERO


@given(amounts, amounts)
def test_order_equality_and_hash_are_those_of_the_cents(one: Amount, other: Amount) -> None:
    assert (one < other, one <= other, one > other, one >= other, one == other, one != other) == (
        one.cents < other.cents,
        one.cents <= other.cents,
        one.cents > other.cents,
        one.cents >= other.cents,
        one.cents == other.cents,
        one.cents != other.cents,
    )
    assert len({one, other, Amount(one.cents)}) == len({one.cents, other.cents})


@given(amounts, st.integers(-1000, 1000))
def test_multiplying_is_adding_again_and_again(amount: Amount, times: int) -> None:
    assert (amount * times).cents == (times * amount).cents == amount.cents * times


def test_the_sum_of_a_plain_list_starts_from_nothing() -> None:
    assert sum([Amount(150), Amount(250)]) == Amount(400)


@pytest.mark.parametrize(
    ("amount", "unit", "answer"),
    [
        ("15", "5", True),
        ("12.50", "5", False),
        ("12.50", "2.50", True),
        ("0", "5", True),
        ("-10", "5", True),
        ("5", "10", False),
        ("5", "0", False),
        ("0", "0", True),
    ],
)
def test_multiples_of_a_unit(amount: str, unit: str, answer: bool) -> None:
    assert Amount.parse(amount).is_multiple_of(Amount.parse(unit)) is answer


@pytest.mark.parametrize("stranger", [1, 0.5, "1.00", None, Decimal(1), True])
@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.lt, operator.ge])
def test_money_does_not_mix_with_anything_else(operation: Callable[[Any, Any], Any], stranger: Any) -> None:
    assert Amount(100) != stranger
    with pytest.raises(TypeError):
        operation(Amount(100), stranger)
    with pytest.raises(TypeError):
        operation(stranger, Amount(100))


@pytest.mark.parametrize("factor", [0.5, True, Decimal(2), Amount(2), None])
def test_money_is_multiplied_by_whole_numbers_only(factor: Any) -> None:
    with pytest.raises(TypeError):
        Amount(100) * factor


def test_only_zero_is_false() -> None:
    assert not Amount.ZERO
    assert Amount(1)
    assert Amount(-1)


def test_an_amount_cannot_be_changed() -> None:
    amount: Any = Amount(100)
    with pytest.raises(AttributeError, match="immutable"):
        amount.cents = 200
    with pytest.raises(AttributeError, match="immutable"):
        del amount.cents
    with pytest.raises(AttributeError):
        amount.dollar = 1
    assert amount.cents == 100


@given(amounts)
def test_copies_and_pickles_are_equal(amount: Amount) -> None:
    assert copy.copy(amount) == copy.deepcopy(amount) == pickle.loads(pickle.dumps(amount)) == amount


def test_a_serialiser_can_write_amounts_as_text() -> None:
    assert msgspec.json.encode({"stake": Amount(1250)}, enc_hook=str) == b'{"stake":"12.50"}'
