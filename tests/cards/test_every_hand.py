"""Both rankings against the reference, over every hand a deck can deal.

Suits are equal in rank, so hands that differ only in which suit is which are worth the same. The reference works
that worth out once for each pattern of suits; the rankings of the package are asked about every single hand.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, product
from typing import Any

import pytest

from cards.reference import PlainCard, Worth, best_four_worth, five_card_worth, four_card_worth, plain
from pitboss.cards import (
    DECK,
    Card,
    FiveCardRank,
    FiveCardValue,
    FourCardRank,
    FourCardValue,
    HandValue,
    best_four,
    evaluate,
)

# Five suits, told apart only by which cards share one: clubs, hearts, clubs, ... becomes 0, 1, 0, ...
SUIT_PATTERNS = {suits: tuple(map(suits.index, suits)) for suits in product(range(4), repeat=5)}


def every_five_cards(
    value_of: Callable[[Sequence[Card]], HandValue[Any]], worth_of: Callable[[tuple[PlainCard, ...]], Worth]
) -> dict[Worth, tuple[HandValue[Any], int]]:
    """The value of each worth and the number of hands that have it; fails if a worth has two values."""
    worths: dict[tuple[object, ...], Worth] = {}
    values: dict[Worth, HandValue[Any]] = {}
    hands: Counter[Worth] = Counter()
    for hand in combinations(DECK, 5):
        a, b, c, d, e = hand
        suits = SUIT_PATTERNS[a.suit, b.suit, c.suit, d.suit, e.suit]
        pattern = (a.rank, b.rank, c.rank, d.rank, e.rank, suits)
        worth = worths.get(pattern)
        if worth is None:
            worth = worths[pattern] = worth_of(plain(hand))
        value = value_of(hand)
        if values.setdefault(worth, value) is not value:
            pytest.fail(f"{hand} is {value}, but other hands worth {worth} are {values[worth]}")
        hands[worth] += 1
    return {worth: (value, hands[worth]) for worth, value in values.items()}


def check_values(values: Iterable[tuple[Worth, HandValue[Any]]]) -> None:
    """Each value says what its worth says, and the values stand in the order of the worths."""
    in_order = sorted(values)
    for (category, ranks), value in in_order:
        assert value.rank == category
        assert value.ranks == tuple(rank - 2 for rank in ranks)
    for (_, lower), (_, higher) in pairwise(in_order):
        assert lower < higher
        assert lower.strength < higher.strength


def count_by_rank(found: dict[Worth, tuple[HandValue[Any], int]]) -> dict[Any, int]:
    counts: Counter[Any] = Counter()
    for value, hands in found.values():
        counts[value.rank] += hands
    return dict(counts)


# Straights of each of ten heights can be made in 4^5 - 4 mixed and 4 single-suited ways. Without the lowest of the
# heights, its 1,020 mixed hands are ace-high hands, and its 4 single-suited ones are flushes.
FIVE_CARD_COUNTS = {
    True: {
        FiveCardRank.ROYAL_FLUSH: 4,
        FiveCardRank.STRAIGHT_FLUSH: 36,
        FiveCardRank.FOUR_OF_A_KIND: 624,
        FiveCardRank.FULL_HOUSE: 3_744,
        FiveCardRank.FLUSH: 5_108,
        FiveCardRank.STRAIGHT: 10_200,
        FiveCardRank.THREE_OF_A_KIND: 54_912,
        FiveCardRank.TWO_PAIR: 123_552,
        FiveCardRank.PAIR: 1_098_240,
        FiveCardRank.HIGH_CARD: 1_302_540,
    },
}
FIVE_CARD_COUNTS[False] = FIVE_CARD_COUNTS[True] | {
    FiveCardRank.STRAIGHT_FLUSH: 36 - 4,
    FiveCardRank.FLUSH: 5_108 + 4,
    FiveCardRank.STRAIGHT: 10_200 - 1_020,
    FiveCardRank.HIGH_CARD: 1_302_540 + 1_020,
}


@pytest.mark.clause("ma-criss-cross", "5(a)", "5(b)")
@pytest.mark.clause("nj-criss-cross", "40.3(a)", "40.3(b)")
@pytest.mark.clause("md-criss-cross", "6.A", "6.B", "6.C")
@pytest.mark.clause("ma-crazy-4", "5(d)")
@pytest.mark.parametrize("ace_low", [True, False])
def test_every_five_card_hand(ace_low: bool) -> None:
    def value_of(hand: Sequence[Card]) -> FiveCardValue:
        return evaluate(hand, ace_low=ace_low)

    found = every_five_cards(value_of, lambda hand: five_card_worth(hand, ace_low))
    check_values((worth, value) for worth, (value, _) in found.items())
    assert sorted(value.strength for value, _ in found.values()) == list(range(7462))
    assert count_by_rank(found) == FIVE_CARD_COUNTS[ace_low]


@pytest.mark.clause("ma-crazy-4", "5(a)", "5(b)", "5(c)", "10(c)(2)")
def test_every_best_four_of_five_cards() -> None:
    def value_of(hand: Sequence[Card]) -> FourCardValue:
        return best_four(hand).value

    found = every_five_cards(value_of, best_four_worth)
    check_values((worth, value) for worth, (value, _) in found.items())
    assert count_by_rank(found) == {
        FourCardRank.FOUR_OF_A_KIND: 624,
        FourCardRank.STRAIGHT_FLUSH: 2_072,
        FourCardRank.THREE_OF_A_KIND: 58_656,
        FourCardRank.FLUSH: 114_616,
        FourCardRank.STRAIGHT: 101_808,
        FourCardRank.TWO_PAIR: 123_552,
        FourCardRank.PAIR: 1_047_552,
        FourCardRank.HIGH_CARD: 1_150_080,
    }


@pytest.mark.clause("ma-crazy-4", "5(a)", "5(b)", "5(c)")
def test_every_four_card_hand() -> None:
    values: dict[Worth, FourCardValue] = {}
    counts: Counter[FourCardRank] = Counter()
    for hand in combinations(DECK, 4):
        value = best_four(hand).value
        assert values.setdefault(four_card_worth(plain(hand)), value) is value, hand
        counts[value.rank] += 1
    check_values(values.items())
    assert sorted(value.strength for value in values.values()) == list(range(2535))
    assert counts == {
        FourCardRank.FOUR_OF_A_KIND: 13,
        FourCardRank.STRAIGHT_FLUSH: 11 * 4,
        FourCardRank.THREE_OF_A_KIND: 13 * 4 * 48,
        FourCardRank.FLUSH: 4 * (715 - 11),
        FourCardRank.STRAIGHT: 11 * (4**4 - 4),
        FourCardRank.TWO_PAIR: 78 * 6 * 6,
        FourCardRank.PAIR: 13 * 6 * 66 * 4**2,
        FourCardRank.HIGH_CARD: (715 - 11) * (4**4 - 4),
    }
