"""Comparing rulebooks: what differs is found, with both clauses; what is the same is not."""

import pytest

from pitboss.rulebooks import SHIPPED, load
from pitboss.rulebooks.comparison import Comparison, Side, compare


def sides(comparison: Comparison, key: str) -> tuple[Side | None, Side | None]:
    (difference,) = [item for item in comparison.differences if item.key == key]
    return difference.left, difference.right


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_a_rulebook_does_not_differ_from_itself(rulebook: str) -> None:
    comparison = compare(load(rulebook), load(rulebook))
    assert comparison.differences == ()
    assert comparison.same > 50


def test_the_card_room_pays_less_in_two_lines() -> None:
    comparison = compare(load("ma-criss-cross"), load("cardroom-criss-cross"))
    lines = {
        item.key: (item.left, item.right) for item in comparison.differences if item.key.startswith("paytables.main")
    }
    assert lines == {
        "paytables.main.royal_flush": (Side("500 to 1", "11(b)"), Side("250 to 1", "Pay Tables 1")),
        "paytables.main.full_house": (Side("12 to 1", "11(b)"), Side("10 to 1", "Pay Tables 1")),
    }


def test_what_only_one_side_has_is_shown_with_the_other_empty() -> None:
    comparison = compare(load("ma-criss-cross"), load("cardroom-criss-cross"))
    assert sides(comparison, "deck_age.hand") == (Side("4 hours", "2(c)(1)"), None)
    assert sides(comparison, "limits.ante") == (None, Side("2.00 to 10.00", "Wagers 1"))


def test_remedies_limits_and_order_are_compared() -> None:
    comparison = compare(load("ma-criss-cross"), load("md-criss-cross"))
    assert sides(comparison, "irregularities.face_up_card") == (
        Side("the card is set aside", "12(a)"),
        Side("round void, wagers returned and cards reshuffled", "13.A"),
    )
    left, right = sides(comparison, "payout_limit")
    assert left is not None
    assert right is not None
    assert left.value.startswith("the operator may set one, not below $50,000.00")
    assert right.value.startswith("not above $50,000.00")
    assert sides(comparison, "settlement.1")[1] == Side("five card bonus; no hand is opened for it", "11.H")


def test_antes_paid_alike_do_not_differ_although_one_rulebook_knows_another_reading() -> None:
    comparison = compare(load("ma-criss-cross"), load("md-criss-cross"))
    antes = [item for item in comparison.differences if item.key.startswith("paytables.ante")]
    assert {item.key.split(".")[2] for item in antes} == {"paytable"}
    assert all(item.left is None for item in antes)


def test_only_what_surrounds_a_round_is_compared_between_games() -> None:
    comparison = compare(load("ma-criss-cross"), load("ma-crazy-4"))
    assert not comparison.same_game
    assert comparison.same > 20
    assert {item.key.split(".")[0] for item in comparison.differences} <= {
        *("seats", "void", "decks", "deck_age", "opening", "shuffling", "cut", "idle"),
        *("handling", "conduct", "out_of_order", "irregularities"),
    }


def test_swapping_the_sides_swaps_the_answer() -> None:
    there = compare(load("md-criss-cross"), load("nj-criss-cross"))
    back = compare(load("nj-criss-cross"), load("md-criss-cross"))
    assert {(item.key, item.left, item.right) for item in there.differences} == {
        (item.key, item.right, item.left) for item in back.differences
    }
    assert there.same == back.same
