"""Rules Submissions: what is lawful, and every kind of breach with its clause and what is allowed."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pitboss.money import Amount
from pitboss.rulebooks import (
    SHIPPED,
    Refused,
    check_submission,
    default_submission,
    full_submission,
    load,
    read_submission,
    submission_from,
)

MA, MD, NJ, CARDROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
# What ships is lawful


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_shipped_submissions_are_lawful(rulebook: str) -> None:
    book = load(rulebook)
    assert check_submission(book, default_submission(book)) == []
    assert check_submission(book, full_submission(book)) == []


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_full_submission_offers_everything(rulebook: str) -> None:
    book = load(rulebook)
    offered = {name for name, choice in full_submission(book).offers.items() if choice}
    assert offered == {offer.name for offer in book.offers}


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_the_default_offers_only_what_the_document_itself_gives(rulebook: str) -> None:
    book = load(rulebook)
    offered = {name for name, choice in default_submission(book).offers.items() if choice}
    assert offered == {offer.name for offer in book.offers if offer.always}


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_submission_written_out_reads_back_the_same(rulebook: str) -> None:
    book = load(rulebook)
    for submission in (default_submission(book), full_submission(book)):
        assert submission_from(submission.as_file(), book) == submission


# How a file is laid over the default


def test_tables_merge_key_by_key_and_other_values_replace() -> None:
    submission = submission_from({"limits": {"ante": {"minimum": "5"}}, "decks": 2}, load(MA))
    default = default_submission(load(MA))
    assert submission.limits["ante"].minimum == Amount.parse("5")
    assert submission.limits["ante"].maximum == default.limits["ante"].maximum
    assert submission.limits["five_card_bonus"] == default.limits["five_card_bonus"]
    assert submission.decks == 2


def test_wheel_weights_replace_as_a_whole() -> None:
    book = load(NJ)
    own = {**book.submissions["default"], "wheel": {"weights": {"0": 2, "2": 8}, "top_prize": "10000"}}
    house = replace(book, submissions={**book.submissions, "default": own})
    submission = submission_from({"wheel": {"weights": {"0": 1, "1": 9}}}, house)
    assert submission.wheel is not None
    assert submission.wheel.weights == {0: 1, 1: 9}
    assert submission.wheel.top_prize == Amount.parse("10000")


def test_toml_and_json_say_the_same() -> None:
    toml = 'rulebook = "ma-crazy-4"\nqueens_up = "B"\n[meters]\nfour_card = { rate = "12.5%" }\n'
    json = '{"rulebook": "ma-crazy-4", "queens_up": "B", "meters": {"four_card": {"rate": "12.5%"}}}'
    assert submission_from(read_submission(toml)) == submission_from(read_submission(json))


# What is not understood is refused at once


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"rulebook": "nv-criss-cross"}, "rulebook: Got 'nv-criss-cross'; expected one of ma-criss-cross, "),
        ({}, "rulebook: Got nothing; expected one of ma-criss-cross, "),
        ({"rulebook": ["ma-criss-cross"]}, "rulebook: Got a list; expected one of "),
        ({"rulebook": MA, "queens_up": "A"}, "ma-criss-cross: queens_up: Got an unknown key; expected one of "),
        ({"rulebook": MA, "offers": {}}, "ma-criss-cross: offers: Got an unknown key"),
        ({"rulebook": MA, "a\nb": 1}, "ma-criss-cross: a\\nb: Got an unknown key"),
        ({"rulebook": MA, "decks": "two"}, "decks: It must be a whole number, not 'two'."),
        ({"rulebook": MA, "limits": 5}, "limits: It must be a table, not 5."),
        (
            {"rulebook": MA, "limits": {"ante": {"minimum": 5}}},
            "minimum: It must be text such as '10.00', in quotes, not 5.",
        ),
        ({"rulebook": MA, "limits": {"ante": {"minimum": "5.001"}}}, "limits.ante.minimum: '5.001' is not an amount"),
        ({"rulebook": MA, "payout_limit": "9" * 70}, f"payout_limit: '{'9' * 59}... is not an amount: write it"),
        ({"rulebook": MA, "payout_limit": date(1979, 5, 27)}, "in quotes, not 1979-05-27."),
        ({"rulebook": date(1979, 5, 27)}, "rulebook: Got 1979-05-27; expected one of ma-criss-cross, "),
        (
            {"rulebook": MA, "limits": {"ante": {"least": "5"}}},
            "least: Unknown key; there are minimum, maximum, unit.",
        ),
        ({"rulebook": MA, "five_card_bonus": 1}, "ma-criss-cross: five_card_bonus: It must be true or false, not 1."),
        ({"rulebook": CRAZY, "meters": {"four_card": {"rate": "10"}}}, "'10' is not a rate"),
        (
            {"rulebook": NJ, "wheel": {"weights": {"one": 1}}},
            "Its keys must be whole numbers, not 'one'.",
        ),
        ({"rulebook": NJ, "wheel": {"weights": {"9" * 5000: 1}}}, "wheel.weights: Its keys must be whole numbers, not"),
    ],
)
def test_what_is_not_understood_is_one_line(choices: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refused:
        submission_from(choices)
    (violation,) = refused.value.violations
    assert said in str(violation)
    assert "\n" not in str(violation)


def test_every_unknown_key_has_its_own_line() -> None:
    with pytest.raises(Refused) as refused:
        submission_from({"rulebook": MA, "shoe": 1, "vig": 2})
    assert [violation.where for violation in refused.value.violations] == ["shoe", "vig"]


def test_a_submission_for_another_rulebook_is_refused() -> None:
    with pytest.raises(Refused, match="rulebook: Got 'md-criss-cross'; expected 'ma-criss-cross'"):
        submission_from({"rulebook": MD}, load(MA))


@pytest.mark.parametrize("text", ["{", "[", "= 1", "a = 1\na = 2", "{}x", '{"a": "\\ud800"}', "[" * 9000, "{" * 9000])
def test_text_that_is_neither_toml_nor_json_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="neither TOML nor JSON"):
        read_submission(text)


# Whatever comes in, the answer is a submission or a refusal

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
KEYS = st.sampled_from(
    (
        *("limits", "amounts", "meters", "wheel", "draws", "links", "readings", "payout_limit", "dealing", "shuffler"),
        *("decks", "five_card_bonus", "queens_up", "bonus_spin", "four_card_progressive", "link_progressive"),
    )
)


@given(rulebook=st.sampled_from(SHIPPED), choices=st.dictionaries(KEYS, ANYTHING, max_size=4))
def test_any_choices_are_checked_or_refused_in_single_lines(rulebook: str, choices: dict[str, Any]) -> None:
    book = load(rulebook)
    try:
        violations = tuple(check_submission(book, submission_from(choices, book)))
    except Refused as refused:
        violations = refused.violations
    for violation in violations:
        assert len(str(violation).splitlines()) == 1


@given(text=st.text())
def test_any_text_is_a_table_or_refused_in_a_single_line(text: str) -> None:
    try:
        read_submission(text)
    except Refused as refused:
        lines = str(refused).splitlines()
    else:
        lines = ["understood"]
    assert len(lines) == 1


def test_what_a_submission_leaves_out_of_the_default_stays_out() -> None:
    bare = submission_from({"rulebook": "md-criss-cross", "payout_limit": None})
    assert bare.payout_limit is None
    assert submission_from(bare.as_file()) == bare
