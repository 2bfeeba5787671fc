"""Games of a page against counts of their own: every deal gone through with an evaluator of ten lines."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.mathematics import main_game
from pitboss.mathematics.advice import Position, advise
from pitboss.mathematics.combined import round_result
from pitboss.money import Amount
from pitboss.rulebooks import Terms, full_terms
from rulebooks.small_games import DECISION, MAIN_LINES, TCP, ante, bet, game, table, wager

DECK = [(rank, suit) for rank in range(2, 15) for suit in range(4)]
Hand = tuple[tuple[int, int], ...]
PAYS = {"straight flush": 40, "trips": 30, "straight": 6, "flush": 3, "pair": 1, "ace high": 0}
FIXED = '{ minimum = "1", maximum = "1", unit = "1" }'
SIDE = '{ minimum = "5", maximum = "100", unit = "5" }'


def kind(hand: Hand) -> str:
    """A three-card hand, in the words of the tables above; of high cards aces and kings are told apart."""
    ranks = sorted(rank for rank, _ in hand)
    flush = len({suit for _, suit in hand}) == 1
    straight = len(set(ranks)) == 3 and (ranks[2] - ranks[0] == 2 or ranks == [2, 3, 14])
    if straight:
        return "straight flush" if flush else "straight"
    if len(set(ranks)) < 3:
        return "trips" if len(set(ranks)) == 1 else "pair"
    return "flush" if flush else {14: "ace high", 13: "king high"}.get(ranks[2], "nothing")


@lru_cache(maxsize=1)
def kinds_by_own_cards() -> dict[Hand, Counter[str]]:
    """For every two cards, how often each kind of hand comes with a third."""
    return {
        own: Counter(kind((*own, third)) for third in DECK if third not in own) for own in combinations(DECK, 2)
    }


def mean(kinds: Counter[str], pays: dict[str, int]) -> Fraction:
    return Fraction(sum(count * pays.get(name, -1) for name, count in kinds.items()), kinds.total())


@pytest.fixture
def unequal(tmp_path: Path) -> Terms:
    """An Ante of 5 to 100 and a Tax of 1, which need not be equal to it."""
    tax = table("tax", ["tax"], '{ hand = "pair", pays = "2 to 1" }, { hand = "high_card", pays = "push", low = "K" }')
    taxed = wager("tax", "required = true", 'limit = "tax"', 'fold_clause = "5"')
    parts = TCP, ante(), taxed, bet(), table("main", ["ante", "bet"], MAIN_LINES), tax, DECISION
    return full_terms(game(tmp_path, "unequal", *parts, settled='"ante", "tax", "bet"', limits={"tax": FIXED}))


def unequal_value(staked: int) -> Fraction:
    """In dollars: fold for all that is staked, or bet as much as the ante again."""
    tax = {"pair": 2, "king high": 0, "ace high": 0}
    every = [
        max(Fraction(-staked - 1), 2 * staked * mean(kinds, PAYS) + mean(kinds, tax))
        for kinds in kinds_by_own_cards().values()
    ]
    return sum(every, Fraction(0)) / len(every)


def test_wagers_that_need_not_be_equal_are_counted_at_the_least_of_each(unequal: Terms) -> None:
    found = main_game.solve(unequal)
    assert found.ev == unequal_value(5) / 5 == Fraction(553, 2125)
    assert found.antes == Fraction(6, 5)
    assert main_game.distribution(unequal).mean == found.ev


def test_a_larger_ante_leaves_the_other_wager_where_its_limits_hold_it(unequal: Terms) -> None:
    assert round_result(unequal, Amount.parse("5")).spread.mean == unequal_value(5)
    assert round_result(unequal, Amount.parse("100")).spread.mean == unequal_value(100)


def test_advice_counts_with_what_is_staked(unequal: Terms) -> None:
    cards = parse_cards("2s 7d")
    least = advise(unequal, Position(cards))
    assert least.options["fold"] == Fraction(-6, 5)
    staked = {"ante": Amount.parse("100"), "tax": Amount.parse("1")}
    assert advise(unequal, Position(cards, staked=staked)).options["fold"] == Fraction(-101, 100)
