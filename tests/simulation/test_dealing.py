"""Deals without bias: every place equally likely, by enumeration; every deal a function of seed and round."""

from math import prod

import numpy as np
import pytest

from pitboss.engine import open_round, play
from pitboss.engine.actions import CloseBets, PlaceWager
from pitboss.engine.deal import deliveries
from pitboss.money import Amount
from pitboss.rulebooks import SHIPPED, full_terms, terms_for
from pitboss.simulation import least_stakes
from pitboss.simulation.kernels.dealing import DECK, GROUP, deal, places_from
from pitboss.simulation.kernels.streams import CARDS, two_words
from pitboss.simulation.layout import places_of, slots_of

u64 = np.uint64
WORDS = 1 << 64


def places(word: int, start: int, end: int) -> tuple[int, ...] | None:
    """The places that a word draws, or None where it is passed over."""
    drawn = np.zeros(DECK, np.uint8)
    return tuple(map(int, drawn[start:end])) if places_from(u64(word), start, end, drawn) else None


def test_two_cards_all_2652_pairs_of_places_take_the_same_number_of_words() -> None:
    """The words that draw one pair of places lie together: looking at both ends of each stretch counts them all."""
    total = 52 * 51
    each, left_over = divmod(WORDS, total)
    seen = []
    for outcome in range(total):
        # The k-th stretch begins at the first word whose product reaches k whole parts and the fraction refused.
        first = -(-(outcome * WORDS + left_over) // total)
        last = first + each - 1
        assert places(first, 0, 2) == places(last, 0, 2) == divmod(outcome, 51)
        assert first == 0 or places(first - 1, 0, 2) in (None, divmod(outcome - 1, 51))
        seen.append(places(first, 0, 2))
    assert len(set(seen)) == total
    # All stretches together leave only the words that are passed over.
    assert WORDS - each * total == left_over
    assert left_over < total


@pytest.mark.parametrize(("start", "end"), [(0, 7), (0, 10), (10, 20), (30, 35)])
def test_a_group_of_cards_takes_its_places_from_one_word(start: int, end: int) -> None:
    bounds = [DECK - card for card in range(start, end)]
    total = prod(bounds)
    left_over = WORDS % total
    assert total < 1 << 56
    for outcome in (0, 1, total // 3, total - 1):
        first = -(-(outcome * WORDS + left_over) // total)
        digits, rest = [], outcome
        for bound in reversed(bounds):
            rest, digit = divmod(rest, bound)
            digits.append(digit)
        assert places(first, start, end) == tuple(reversed(digits))
        assert places(first + WORDS // total - 1, start, end) == tuple(reversed(digits))
    if left_over:
        assert places(0, start, end) is None


def test_every_sequence_of_places_is_another_sequence_of_cards() -> None:
    """By enumeration: the 52 · 51 · 50 places of three cards give as many different deals."""
    dealt = set()
    for first in range(52):
        for second in range(51):
            for third in range(50):
                left = list(range(52))
                dealt.add((left.pop(first), left.pop(second), left.pop(third)))
    assert len(dealt) == 52 * 51 * 50


@pytest.mark.parametrize("count", [7, 21, 35])
def test_cards_are_taken_from_those_left(count: int) -> None:
    """The kernel against a list from which cards are taken, with the words of the stream."""
    rows = 200
    cards = np.empty((rows, count), np.uint8)
    deal(u64(3), u64(10), np.arange(count), cards)
    for row in range(rows):
        left = list(range(52))
        drawn: list[int] = []
        for start in range(0, count, GROUP):
            pair = two_words(u64(3), u64(10 + row), u64(CARDS), u64(start - start % (2 * GROUP)))
            group = places(int(pair[start // GROUP % 2]), start, min(start + GROUP, count))
            drawn += group or [-1] * (min(start + GROUP, count) - start)
        if -1 in drawn:
            continue
        assert [left.pop(place) for place in drawn] == cards[row].tolist()
    assert all(len(set(row)) == count for row in cards.tolist())


def test_cards_and_places_are_spread_evenly() -> None:
    cards = np.empty((52_000, 10), np.uint8)
    deal(u64(1), u64(0), np.arange(10), cards)
    for column in range(10):
        counts = np.bincount(cards[:, column], minlength=52)
        # 51 free classes: above 105 once in a hundred thousand samples.
        assert ((counts - 1000) ** 2 / 1000).sum() < 105


def test_a_round_is_the_same_whatever_is_dealt_with_it() -> None:
    slots = np.arange(7)
    whole, part = np.empty((1000, 7), np.uint8), np.empty((10, 7), np.uint8)
    deal(u64(9), u64(0), slots, whole)
    deal(u64(9), u64(990), slots, part)
    assert (whole[990:] == part).all()


@pytest.mark.parametrize("id", SHIPPED)
@pytest.mark.parametrize("seats", [1, 4, 6])
def test_cards_go_where_the_engine_puts_them(id: str, seats: int) -> None:
    for terms in (terms_for(id), full_terms(id)):
        stakes = least_stakes(terms)
        required = {name: stakes[name] for name in stakes if terms.wagers[name].required}
        wagers = (PlaceWager(seat + 1, name, amount) for seat in range(seats) for name, amount in required.items())
        round = play(open_round(terms), *wagers, CloseBets())
        expected = []
        for place, cards in deliveries(round):
            expected += ["top", "left", "middle", "right", "bottom"] if place == "community" else [place] * cards
        assert places_of(terms, seats) == expected
        assert sorted(slots_of(terms, seats).tolist()) == list(range(len(expected)))


def test_least_stakes_are_lawful_amounts() -> None:
    assert least_stakes(full_terms("nj-criss-cross"))["bonus_spin"] == Amount.parse("5")
