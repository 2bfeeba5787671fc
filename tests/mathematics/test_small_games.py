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
from pitboss.mathematics.deal_wagers import BEST_PLAY
from pitboss.mathematics.side_odds import SideOdds, question
from pitboss.mathematics.side_wagers import odds_of
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
    return {own: Counter(kind((*own, third)) for third in DECK if third not in own) for own in combinations(DECK, 2)}


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


def side(terms: Terms, name: str) -> SideOdds:
    return odds_of(question(terms), terms.wagers[name])


FALLS_GAINS = {"straight flush": Fraction(20), "trips": Fraction(15), "straight": Fraction(3), "flush": Fraction(2)}
FALLS_GAINS["pair"] = Fraction(1, 2)
FALLS = """
  { hand = "straight_flush", pays = "20 to 1" },
  { hand = "three_of_a_kind", pays = "15 to 1" },
  { hand = "straight", pays = "3 to 1" },
  { hand = "flush", pays = "2 to 1" },
  { hand = "pair", pays = "1 to 2" },
"""
BESIDE = 'offer = "bh"', 'limit = "bh"', 'needs = ["ante"]', 'fold_clause = "12"'


def falls(place: Path, *more: str) -> Terms:
    """A wager on the same hand as the main game's, which a fold gives up."""
    parts = TCP, ante(), wager("bh", *BESIDE, *more), bet(), table("main", ["ante", "bet"], MAIN_LINES)
    settled = '"ante", "bet", "bh"'
    return full_terms(
        game(place, "falls", *parts, table("bh", ["bh"], FALLS), DECISION, settled=settled, offers={"bh": SIDE})
    )


def falls_mean(kinds: Counter[str]) -> Fraction:
    whole = sum((n * FALLS_GAINS.get(name, Fraction(-1)) for name, n in kinds.items()), Fraction(0))
    return whole / kinds.total()


def test_a_wager_that_folds_forfeit_is_counted_under_best_play_of_the_main_game(tmp_path: Path) -> None:
    total, won = Fraction(0), 0
    for kinds in kinds_by_own_cards().values():
        stays_in = 2 * mean(kinds, PAYS) > -1
        total += falls_mean(kinds) if stays_in else -1
        won += sum(n for name, n in kinds.items() if name in FALLS_GAINS) if stays_in else 0
    found = side(falls(tmp_path), "bh")
    assert found.ev == total / 1326 == Fraction(-2524, 5525)
    assert found.hit_frequency == Fraction(won, 66300)
    assert sum(line.count for line in found.lines) == found.total
    assert found.notes == (BEST_PLAY,)


def test_a_wager_that_outlives_a_fold_is_counted_by_itself(tmp_path: Path) -> None:
    found = side(falls(tmp_path, "stands_on_fold = true"), "bh")
    every = Counter(kind(hand) for hand in combinations(DECK, 3))
    assert found.ev == falls_mean(every)
    assert found.notes == ()


DUEL = """
[[hands]]
name = "dealer_hand"
title = "dealer hand"
clause = "7"
places = ["dealer"]
ranking = "two_card"
holder = "dealer"

[[hands]]
name = "pocket"
title = "pocket"
clause = "7"
places = ["own"]
ranking = "two_card"

[[duels]]
name = "beat"
clause = "6"
hand = "pocket"
against = "dealer_hand"
lower_clause = "8"
higher_clause = "8"
tie_clause = "8"
"""


def test_a_side_wager_decided_by_a_duel_is_counted(tmp_path: Path) -> None:
    """Two cards against the dealer's two, by ranks alone: all pairs of hands gone through."""
    duel = 'against = { duel = "beat", higher = "1 to 1", tie = "push", lower = "lose" }'
    beat = wager("beat", 'offer = "beat"', 'limit = "beat"', "stands_on_fold = true", duel, by="pocket")
    terms = full_terms(
        game(
            tmp_path,
            "outcomes",
            TCP,
            DUEL,
            ante(),
            beat,
            bet(),
            table("main", ["ante", "bet"], MAIN_LINES),
            DECISION.replace('["c1"]', '["c1", "dealer"]'),
            steps='{ to = ["players", "dealer"], times = 2 }, { to = ["c1"] }',
            settled='"ante", "bet", "beat"',
            offers={"beat": SIDE},
        )
    )
    found = side(terms, "beat")
    assert found.ev == 0  # the two hands are alike, so either wins as often
    assert {line.pays for line in found.lines} == {"1 to 1", "push", "lose"}
    assert found.total == 1326 * 1225
