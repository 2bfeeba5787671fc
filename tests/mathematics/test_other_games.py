"""Games that fit no fast solver: risk, advice, charts, drills and sheets by the same questions as any other's."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.mathematics import main_game
from pitboss.mathematics.advice import Position, advise
from pitboss.mathematics.combined import round_result
from pitboss.mathematics.drill import hard_spot
from pitboss.mathematics.game import game_of
from pitboss.mathematics.known import Known
from pitboss.mathematics.opening_chart import HandKind
from pitboss.mathematics.par import Filing, par_sheet
from pitboss.mathematics.par_page import page
from pitboss.mathematics.strategy import strategy_card
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, full_terms, terms_for

FOLDER = Path(__file__).parents[2] / "examples" / "rulebooks"
FIVE = Amount.parse("5")


@pytest.fixture(scope="module")
def three_card() -> Terms:
    return full_terms(FOLDER / "three-card-poker")


@pytest.fixture(scope="module")
def let_it_ride() -> Terms:
    return full_terms(FOLDER / "let-it-ride")


def numbers(*given: int) -> Callable[[int], int]:
    """Chance that brings these numbers."""
    rest = iter(given)
    return lambda limit: next(rest) % limit


def kinds_of(terms: Terms) -> dict[str, HandKind]:
    opening = game_of(terms).opening()
    assert isinstance(opening, tuple)
    return {kind.name: kind for kind in opening}


def test_the_chart_of_three_card_poker_plays_from_queen_six_four(three_card: Terms) -> None:
    """The well-known rule, counted by hand: below Q-6-4 are 8 sets of ranks, in 60 mixed suits each."""
    kinds = kinds_of(three_card)
    below = [(high, low) for high, low in combinations(range(10, 1, -1), 2) if (high, low) < (6, 4)]
    assert kinds["queen high"].choices["fold"] == 60 * len(below)
    assert kinds["queen high"].hands == 60 * (45 - 1)  # of 45 pairs of lower ranks one makes a straight
    assert "fold" not in kinds["king high"].choices
    assert set(kinds["jack high"].choices) == {"fold"}
    assert sum(kind.hands for kind in kinds.values()) == 22100
    mean = sum(kind.hands * kind.value for kind in kinds.values()) / 22100
    assert mean == Fraction(-13733780, 407170400)


def test_a_round_in_dollars_has_the_mean_of_the_solution(three_card: Terms) -> None:
    """Two counts of their own: the distribution net by net, and the solution by what each choice is worth."""
    found = round_result(three_card, Amount.parse("15"))
    assert found.spread.mean == 15 * Fraction(-13733780, 407170400)
    assert found.spread.total == 407170400
    # 48 straight flushes win 5 to 1 on the ante beside ante and Play; the most is won against a dealer who qualifies.
    assert found.spread.largest_win == 15 * (5 + 1 + 1)
    assert found.wagered == 15 * (2 - main_game.solve(three_card).actions["play"]["fold"])


def test_a_side_wager_that_a_fold_does_not_touch_is_counted_with_the_game(three_card: Terms) -> None:
    alone, both = round_result(three_card, FIVE), round_result(three_card, FIVE, {"pair_plus": FIVE})
    pair_plus = Fraction(-1608, 22100)  # 40, 30, 6, 3 and 1 to 1 on 48, 52, 720, 1,096 and 3,744 hands of 22,100
    assert 48 * 40 + 52 * 30 + 720 * 6 + 1096 * 3 + 3744 - (22100 - 5660) == -1608
    assert both.spread.mean == alone.spread.mean + 5 * pair_plus
    assert both.wagered == alone.wagered + 5


def test_options_are_worth_what_the_cards_to_come_bring(let_it_ride: Terms) -> None:
    """Four to a royal flush and one card to come: by hand over the 48 cards left."""
    position = Position(parse_cards("As Ks Qs"), parse_cards("Js"), ("withdraw",))
    options = advise(let_it_ride, position).options
    # the ten of spades 1000, 8 other spades 8, 3 other tens 5, 12 cards that pair ace to jack 1; the rest lose
    bet = Fraction(1000 + 8 * 8 + 3 * 5 + 12 - (48 - 1 - 8 - 3 - 12), 48)
    assert options == {"withdraw": bet, "check": 2 * bet}


def test_every_decision_of_another_game_comes_up_in_a_drill(let_it_ride: Terms) -> None:
    for stage in range(2):
        spot = hard_spot(let_it_ride, numbers(stage, *range(40)), candidates=1)
        assert (len(spot.position.shown), spot.position.stage) == (stage, stage)
        assert advise(let_it_ride, spot.position) == spot.advice


def test_what_is_not_known_of_a_game_is_refused_in_one_line(let_it_ride: Terms) -> None:
    game = game_of(let_it_ride)
    for ask in (
        lambda: strategy_card(let_it_ride),
        lambda: game.card_player(lambda _: None),
        lambda: game.known((), {"first": parse_cards("2c")}),
        lambda: round_result(let_it_ride, Amount.parse("100"), {"bet_1": FIVE}),
    ):
        with pytest.raises(Refused) as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_a_payout_limit_that_could_cut_a_round_is_not_counted_over() -> None:
    """10 antes at 500 to 1: a royal flush wins 5,000 antes, more than $50,000 from an ante of $15."""
    terms = terms_for(FOLDER / "pa-mississippi-stud", {"payout_limit": "50000"})
    assert terms.payout_limit == Amount.parse("50000")
    with pytest.raises(Refused, match="payout limit"):
        round_result(terms, Amount.parse("15"))


def test_the_sheet_of_another_game_has_its_figures_and_no_others_words(three_card: Terms) -> None:
    sheet = par_sheet(three_card)
    assert (sheet.main.ev, sheet.card, sheet.opening) == (Fraction(-13733780, 407170400), None, None)
    text = page(sheet, Filing("2026-11-17"))
    assert "3.3730%" in text
    assert "Across" not in text
    assert "407,170,400" in text


def test_dead_cards_change_the_game(three_card: Terms) -> None:
    without_aces = main_game.solve(three_card, Known(dead=parse_cards("As Ad Ac Ah")))
    assert without_aces.deals == 17296 * 14190  # 48 and 45 cards, three of each
