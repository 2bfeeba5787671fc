"""TableChance for the terminal: every pick equally likely, and the same again with the same seed."""

from collections import Counter

import pytest

from pitboss.cards import DECK
from pitboss.cli.chance import TableChance


def test_a_seed_gives_the_same_order_again_and_another_seed_another() -> None:
    assert TableChance(7).shuffled(DECK) == TableChance(7).shuffled(DECK)
    assert TableChance(7).shuffled(DECK) != TableChance(8).shuffled(DECK)
    assert TableChance().shuffled(DECK) != TableChance().shuffled(DECK)


@pytest.mark.parametrize("chance", [TableChance(1), TableChance()])
def test_a_shuffle_loses_no_card(chance: TableChance) -> None:
    assert sorted(chance.shuffled(DECK)) == list(DECK)
    assert chance.shuffled([]) == []


def test_each_order_of_three_comes_up_about_equally_often() -> None:
    chance = TableChance(1)
    orders = Counter(tuple(chance.shuffled("abc")) for _ in range(6000))
    # 6000 shuffles into 6 orders: 1000 expected, standard deviation 29; five of them to either side
    assert len(orders) == 6
    assert all(abs(count - 1000) < 145 for count in orders.values())


def test_weights_are_kept_and_a_weight_of_zero_never_comes_up() -> None:
    chance = TableChance(2)
    drawn = Counter(chance.weighted({4: 1, 0: 0, 9: 3}) for _ in range(4000))
    assert set(drawn) == {4, 9}
    assert abs(drawn[4] - 1000) < 140  # standard deviation 27
