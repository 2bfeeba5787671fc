"""Design: differences by known counts of hands, the search for an edge, grids, the best lawful submission."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.mathematics import wanted_edge
from pitboss.mathematics.best_terms import Advantage, best_terms
from pitboss.mathematics.design import (
    SideSetting,
    Touched,
    combinations,
    figures,
    range_of,
    redesigned,
    sweep,
    touched,
)
from pitboss.mathematics.main_game import solve
from pitboss.mathematics.wanted_edge import wanted_odds
from pitboss.mathematics.whatif import changed
from pitboss.rulebooks import Refused, check_submission, full_terms, terms_for
from rulebooks.submissions import named

HANDS = comb(52, 5)
CRAZY, CROSS = "ma-crazy-4", "ma-criss-cross"
# Best four of five cards, published counts.
FOUR_FLUSHES, FOUR_THREES, FOUR_STRAIGHT_FLUSHES = 114_616, 58_656, 2_072


def five_card_bonus_edge(flush: int) -> Fraction:
    """The published table with another pay for a flush: pairs count from sixes, nine of the thirteen ranks."""
    pairs = 1_098_240 * 9 // 13
    paid = {4: 250, 36: 100, 624: 40, 3744: 15, 5108: flush, 10_200: 6, 54_912: 4, 123_552: 3, pairs: 1}
    return 1 - Fraction(sum(count * (pays + 1) for count, pays in paid.items()), HANDS)


def test_a_changed_line_moves_the_edge_by_the_count_of_its_hands() -> None:
    before = figures(terms_for(CRAZY))
    after = redesigned(before, {"queens_up.flush": "5"})
    moved = before.sides["queens_up"].house_edge - after.sides["queens_up"].house_edge
    assert moved == Fraction(FOUR_FLUSHES, HANDS)
    assert after.main is before.main, "what a side wager's line cannot change is not counted anew"
    assert after.sides["super_bonus"] is before.sides["super_bonus"]


def test_what_a_line_touches() -> None:
    full = full_terms(CRAZY)
    assert touched(full, {"queens_up.flush": ""}) == Touched(main=False, sides=("queens_up",))
    super_bonus = touched(full, {"super_bonus.flush": ""})
    assert super_bonus.main
    assert {"super_bonus", "queens_up", "four_card_progressive"} <= set(super_bonus.sides), "folds forfeit these"
    assert "cover_all" not in super_bonus.sides, "it outlives a fold"
    assert touched(full_terms(CROSS), {"main.flush": ""}) == Touched(main=True, sides=())


@pytest.mark.parametrize("edge", [Fraction(1, 20), Fraction(0), Fraction(-1, 100)])
def test_the_odds_of_a_side_wager_are_found_in_closed_form(edge: Fraction) -> None:
    found = wanted_odds(full_terms(CROSS), "five_card_bonus.flush", edge)
    at_ten = five_card_bonus_edge(10)
    assert found.now.edge == at_ten
    assert found.exact
    assert found.crossing == 10 + (at_ten - edge) * HANDS / 5108
    assert found.below.edge == five_card_bonus_edge(int(found.below.value)) > edge
    assert found.above.edge == five_card_bonus_edge(int(found.above.value)) < edge
    assert found.above.value == found.below.value + 1


def test_odds_for_one_stay_odds_for_one() -> None:
    terms = terms_for(CRAZY, named({"five_card_progressive": True}))
    now = figures(terms).sides["five_card_progressive"].house_edge
    found = wanted_odds(terms, "five_card_progressive.full_house", now - Fraction(3744 * 7, HANDS))
    assert found.below == found.above
    assert (found.below.odds, found.crossing) == ("57 for 1", Fraction(57))


def test_the_odds_of_the_main_game_are_found() -> None:
    """The edge of the published 3 to 2 leads back to 3 to 2."""
    terms = terms_for(CRAZY)
    published = solve(terms).house_edge
    assert f"{float(published):.2%}" == "3.42%"
    found = wanted_odds(changed(terms, {"super_bonus.flush": "30"}), "super_bonus.flush", published)
    assert (found.of, found.crossing, found.exact) == ("main", Fraction(3, 2), True)
    assert (found.below.odds, found.above.odds) == ("1 to 1", "2 to 1")
    assert found.below.edge > published > found.above.edge


@given(
    pieces=st.lists(st.tuples(st.integers(0, 40), st.integers(-900, 900)), min_size=1, max_size=8),
    goal=st.fractions(-900, 3000, max_denominator=50),
)
def test_a_convex_curve_is_crossed_where_it_says(pieces: list[tuple[int, int]], goal: Fraction) -> None:
    """Any maximum of rising straight lines, over a long bracket."""

    def value(at: Fraction) -> Fraction:
        return max((slope * at + start for slope, start in pieces), default=Fraction(0))

    low, high = Fraction(0), Fraction(1000)
    if not value(low) <= goal <= value(high):
        return
    below, above = wanted_edge._narrowed(value, goal, low, high, Fraction(1))
    assert above - below in (0, 1)
    assert value(below) <= goal <= value(above)


@pytest.mark.parametrize(
    ("line", "edge", "of", "said"),
    [
        ("queens_up.flush", Fraction(1, 2), None, "an edge of at most"),
        ("queens_up.flushes", Fraction(1, 20), None, "No paytable here has this line"),
        ("four_card_progressive.four_of_a_kind_A", Fraction(1, 20), None, "a line that pays odds"),
        ("queens_up.flush", Fraction(1, 20), "main", "one of queens_up"),
        ("super_bonus.four_of_a_kind_A", Fraction(-1000), None, "an edge of at least"),
    ],
)
def test_what_no_odds_can_give_is_refused(line: str, edge: Fraction, of: str | None, said: str) -> None:
    with pytest.raises(Refused, match=said):
        wanted_odds(full_terms(CRAZY), line, edge, of)


def test_odds_too_large_to_count_are_refused() -> None:
    with pytest.raises(Refused, match="too large"):
        solve(changed(terms_for(CROSS), {"main.flush": "999999999 to 7", "main.straight": "999999998 to 11"}))


def test_a_range_holds_both_ends_and_keeps_the_kind_of_odds() -> None:
    terms = terms_for(CRAZY, named({"five_card_progressive": True}))
    halves = range_of(terms, "super_bonus.flush", "0:2:1/2")
    assert [halves.line.at(value) for value in halves.values] == ["push", "1 to 2", "1 to 1", "3 to 2", "2 to 1"]
    bought = range_of(terms, "five_card_progressive.flush", "39:40")
    assert [bought.line.at(value) for value in bought.values] == ["39 for 1", "40 for 1"]


@pytest.mark.parametrize("text", ["2:1", "1", "a:b", "1:2:0", "1:2:-1", "-1:2", "1:2:3:4", "1:2:1/0", "0:1:1/999999"])
def test_a_range_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Refused, match="FROM:TO"):
        range_of(terms_for(CRAZY), "super_bonus.flush", text)


def test_a_range_with_too_many_values_says_how_many() -> None:
    with pytest.raises(Refused, match=r"Got '1:999999999', 999,999,999 values; expected .* of at most 100,000 values"):
        range_of(terms_for(CRAZY), "super_bonus.flush", "1:999999999")


def test_a_grid_is_every_combination() -> None:
    terms = terms_for(CRAZY)
    ranges = [range_of(terms, "queens_up.flush", "3:4"), range_of(terms, "queens_up.three_of_a_kind", "7:9")]
    grid = combinations(terms, ranges)
    assert [tuple(odds.split()[0] for odds in one.values()) for one in grid] == [
        ("3", "7"), ("3", "8"), ("3", "9"), ("4", "7"), ("4", "8"), ("4", "9"),
    ]  # fmt: skip
    rows = list(sweep(figures(terms), grid, SideSetting()))
    edges = [row.figures.sides["queens_up"].house_edge for row in rows]
    assert edges[0] - edges[1] == Fraction(FOUR_THREES, HANDS)
    assert edges[0] - edges[3] == Fraction(FOUR_FLUSHES, HANDS)


def test_too_large_a_grid_is_refused() -> None:
    terms = terms_for(CRAZY)
    one = range_of(terms, "queens_up.flush", "0:999")
    with pytest.raises(Refused, match="1,000,000 combinations"):
        combinations(terms, [one, range_of(terms, "queens_up.straight", "0:999")])


def test_the_best_tables_of_crazy_four() -> None:
    found = best_terms(terms_for(CRAZY), Advantage.PLAYER)
    choices = {choice.wager: choice for choice in found.choices}
    # Each Queens Up table pays less than the one before: A to B and C to D a unit less on threes for ten more on
    # straight flushes, B to C ten less on these.
    assert FOUR_THREES > 10 * FOUR_STRAIGHT_FLUSHES
    assert choices["queens_up"].choice == {"queens_up": "A"}
    fall = 2 * (FOUR_THREES - 10 * FOUR_STRAIGHT_FLUSHES) + 10 * FOUR_STRAIGHT_FLUSHES
    assert choices["queens_up"].most - choices["queens_up"].least == Fraction(fall, HANDS)
    # Four-Card Progressive B pays threes 15 in place of 9, but its meter begins at $1,000 and not at $5,000.
    progressive = choices["four_card_progressive"]
    assert progressive.choice == {"four_card_progressive": "B"}
    assert progressive.most - progressive.least == Fraction(6 * FOUR_THREES - 48 * 4000, HANDS)
    assert choices["five_card_hand_bonus_player"].choice["magic_card"] is True
    assert check_submission(found.terms.rulebook, found.terms.submission) == []
