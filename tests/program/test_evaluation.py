"""The look-up tables against the rankings of `pitboss.cards`."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, STANDARD, Card, HandValue, Ranking, ranking_of
from pitboss.program.evaluation import BITS, MOST_CARDS, evaluator, strength

FLUSH_BELOW_PAIR = ("high_card", "flush", "pair", "straight", "three_of_a_kind", "straight_flush")
NO_STRAIGHT_FLUSH = ("high_card", "pair", "flush", "straight", "three_of_a_kind")
RANKINGS = {
    **{name: ranking_of(*figures) for name, figures in STANDARD.items()},
    "ace never low": ranking_of(*STANDARD["five_card"], ace_low=False),
    "flush below pair": ranking_of(3, FLUSH_BELOW_PAIR),
    "pairs only": ranking_of(4, ("high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind")),
}


def looked_up(ranking: Ranking[HandValue[Any]], cards: list[int]) -> int:
    tables = evaluator(ranking, len(cards))
    weight, bits = tables.start + int(tables.weights[cards].sum()), int(BITS[cards].sum())
    return strength(weight, bits, tables.by_ranks, tables.by_suit[None], 0, np.array([tables.exact]))


suits = st.sampled_from([(0,), (0, 1), (0, 1, 2, 3)])


@pytest.mark.parametrize("name", RANKINGS)
@settings(deadline=None)  # the first of each ranking builds its tables
@given(data=st.data())
def test_the_best_of_any_cards_is_as_strong_as_the_ranking_says(name: str, data: st.DataObject) -> None:
    ranking = RANKINGS[name]
    count = data.draw(st.integers(ranking.size, MOST_CARDS))
    among = data.draw(suits)
    deck = [card.index for card in DECK if card.suit in among]
    cards = data.draw(st.lists(st.sampled_from(deck), min_size=count, max_size=count, unique=True))
    assert looked_up(ranking, cards) == ranking.best([Card.of(card) for card in cards]).value.strength


def test_every_three_card_hand() -> None:
    ranking = RANKINGS["three_card"]
    for cards in combinations(DECK, 3):
        assert looked_up(ranking, [card.index for card in cards]) == ranking.best(cards).value.strength


def test_where_one_suit_can_lower_a_hand_only_whole_hands_are_looked_up() -> None:
    ranking = ranking_of(3, NO_STRAIGHT_FLUSH)
    assert looked_up(ranking, [0, 4, 8]) == ranking.best([DECK[0], DECK[4], DECK[8]]).value.strength
    with pytest.raises(ValueError, match="ranks below the same ranks mixed"):
        evaluator(ranking, 4)


@pytest.mark.parametrize("count", [4, 8])
def test_too_few_and_too_many_cards_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"the best 5 of {count} cards', 'the best of 5 to 7'"):
        evaluator(RANKINGS["five_card"], count)
