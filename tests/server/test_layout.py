"""The layout a felt is drawn from: betting areas, paytables in force, meters and wheel, as the terms have them."""

import pytest

from pitboss.money import Amount
from pitboss.rulebooks.terms import full_terms, terms_for
from pitboss.server.rules.layout import Area, Layout, layout_of


def area(layout: Layout, wager: str) -> Area:
    return next(area for area in layout.areas if area.wager == wager)


def pays(area: Area) -> dict[str, str]:
    return {line.title: str(line.pays) for line in area.paytables[0].lines}


@pytest.mark.parametrize(
    ("rulebook", "royal", "house"),
    [("ma-criss-cross", "500 to 1", "12 to 1"), ("cardroom-criss-cross", "250 to 1", "10 to 1")],
)
def test_an_area_is_inscribed_with_the_paytable_of_its_document(rulebook: str, royal: str, house: str) -> None:
    printed = pays(area(layout_of(full_terms(rulebook)), "across"))
    assert (printed["royal flush"], printed["full house"]) == (royal, house)


def test_only_what_the_submission_offers_is_on_the_felt() -> None:
    plain, full = layout_of(terms_for("nj-criss-cross")), layout_of(full_terms("nj-criss-cross"))
    assert {area.wager for area in full.areas} > {area.wager for area in plain.areas}
    assert plain.wheel is None
    assert full.wheel is not None


def test_the_wheel_is_painted_in_order_with_one_top_prize() -> None:
    wheel = layout_of(full_terms("nj-criss-cross")).wheel
    assert wheel is not None
    assert [stop.position for stop in wheel.stops] == list(range(12))
    assert [stop.position for stop in wheel.stops if stop.top] == [0]
    assert str(wheel.stops[0].pays) == "100% of bonus_spin"
    assert wheel.stake == Amount.parse("5")


def test_cover_all_has_a_paytable_for_each_number_of_players() -> None:
    tables = area(layout_of(full_terms("ma-crazy-4")), "cover_all").paytables
    assert {table.players for table in tables} == {1, 2, 3, 4, 5, 6}


def test_the_antes_go_together_and_side_wagers_need_them() -> None:
    layout = layout_of(full_terms("cardroom-criss-cross"))
    assert area(layout, "ante_down").equals == "ante_across"
    assert set(area(layout, "six_card_bonus").needs) == {"ante_across", "ante_down", "five_card_bonus"}
    limits = area(layout, "ante_across").limits
    assert limits is not None
    assert (limits.minimum, limits.maximum) == (Amount.parse("2"), Amount.parse("10"))


def test_envy_is_shown_for_each_stake_in_words() -> None:
    envy = area(layout_of(full_terms("ma-crazy-4")), "four_card_progressive").envy
    assert [str(item.stake) for item in envy] == ["1.00", "5.00"]
    assert all(line.title and line.clause for item in envy for line in item.lines)


@pytest.mark.clause("nj-criss-cross", "1.13Z(b)2")
def test_new_jerseys_betting_areas_lie_in_the_rows_its_rules_prescribe() -> None:
    full, plain = layout_of(full_terms("nj-criss-cross")), layout_of(terms_for("ma-criss-cross"))
    assert full.rows == (("five_card_bonus",), ("ante_across", "ante_down"), ("across", "down"), ("middle",))
    assert plain.rows == ()
