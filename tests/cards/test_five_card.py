"""The five-card ranking, clause by clause."""

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.reference import best_five_worth, five_card_worth, plain
from pitboss.cards import DECK, SUITS, Card, FiveCardRank, best_four, best_of, evaluate, parse_cards

five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def example(number: int, cards: str, rank: FiveCardRank, ranks: tuple[int, ...], words: str) -> Any:
    """A hand of the kind that stands at this number in each document's list of permissible hands."""
    marks = [
        pytest.mark.clause("ma-criss-cross", f"5(b)({number})"),
        pytest.mark.clause("md-criss-cross", f"6.C({number})"),
        pytest.mark.clause("nj-criss-cross", f"40.3(b){number}"),
    ]
    if number <= 7:
        marks.append(pytest.mark.clause("ma-crazy-4", f"5(d)({number})"))
    return pytest.param(cards, rank, ranks, words, marks=marks, id=cards)


@pytest.mark.parametrize(
    ("cards", "rank", "ranks", "words"),
    [
        example(1, "Ah Kh Qh Jh Th", FiveCardRank.ROYAL_FLUSH, (12,), "royal flush"),
        example(2, "Kd Qd Jd Td 9d", FiveCardRank.STRAIGHT_FLUSH, (11,), "king-high straight flush"),
        example(3, "6c 6d 6h 6s Ac", FiveCardRank.FOUR_OF_A_KIND, (4, 12), "four sixes"),
        example(4, "4c Kd Kh 4s Kc", FiveCardRank.FULL_HOUSE, (11, 2), "full house, kings over fours"),
        example(4, "4c Kd 4h 4s Kc", FiveCardRank.FULL_HOUSE, (2, 11), "full house, fours over kings"),
        example(5, "2c 7c Ac 9c Jc", FiveCardRank.FLUSH, (12, 9, 7, 5, 0), "ace-high flush"),
        example(5, "As Ks 2s 3s 4s", FiveCardRank.FLUSH, (12, 11, 2, 1, 0), "ace-high flush"),
        example(6, "Ac Kd Qh Js Tc", FiveCardRank.STRAIGHT, (12,), "ace-high straight"),
        example(6, "9c 6d 8h 5s 7c", FiveCardRank.STRAIGHT, (7,), "nine-high straight"),
        example(7, "2c Kd 2h 2s Qc", FiveCardRank.THREE_OF_A_KIND, (0, 11, 10), "three deuces"),
        example(8, "4c Kd 4h Ks Ac", FiveCardRank.TWO_PAIR, (11, 2, 12), "two pair, kings and fours"),
        example(9, "9c 9d Kh 7s 2c", FiveCardRank.PAIR, (7, 11, 5, 0), "pair of nines"),
    ],
)
def test_what_each_hand_is(cards: str, rank: FiveCardRank, ranks: tuple[int, ...], words: str) -> None:
    value = evaluate(parse_cards(cards))
    assert (value.rank, value.ranks, value.describe()) == (rank, ranks, words)


@pytest.mark.parametrize(
    ("cards", "ranks", "words"),
    [
        ("Kc Qd 9h 5s 2c", (11, 10, 7, 3, 0), "king high"),
        ("Ac Kd Qh Js 9c", (12, 11, 10, 9, 7), "ace high"),
        ("Qc Kd Ah 2s 3c", (12, 11, 10, 1, 0), "ace high"),
        ("Kc Ad 2h 3s 4c", (12, 11, 2, 1, 0), "ace high"),
        ("Jc Qd Kh As 2c", (12, 11, 10, 9, 0), "ace high"),
    ],
)
@pytest.mark.clause("ma-criss-cross", "5(a)")
def test_no_straight_goes_round_the_ace(cards: str, ranks: tuple[int, ...], words: str) -> None:
    value = evaluate(parse_cards(cards))
    assert (value.rank, value.ranks, value.describe()) == (FiveCardRank.HIGH_CARD, ranks, words)


@pytest.mark.clause("ma-criss-cross", "5(a)")
@pytest.mark.clause("nj-criss-cross", "40.3(b)6")
def test_an_ace_may_stand_below_the_deuce() -> None:
    mixed, suited = evaluate(parse_cards("Ac 2d 3h 4s 5c")), evaluate(parse_cards("As 2s 3s 4s 5s"))
    assert (mixed.rank, mixed.ranks, mixed.describe()) == (FiveCardRank.STRAIGHT, (3,), "five-high straight")
    assert (suited.rank, suited.ranks) == (FiveCardRank.STRAIGHT_FLUSH, (3,))
    assert suited.describe() == "five-high straight flush"


def test_where_the_ace_is_never_low_the_five_high_straight_is_none() -> None:
    mixed, suited = parse_cards("Ac 2d 3h 4s 5c"), parse_cards("Ac 2c 3c 4c 5c")
    assert evaluate(mixed, ace_low=False).describe() == "ace high"
    assert evaluate(suited, ace_low=False).describe() == "ace-high flush"
    assert evaluate(mixed, ace_low=False).ranks == (12, 3, 2, 1, 0)
    assert best_of(mixed, ace_low=False).value == evaluate(mixed, ace_low=False)
    assert evaluate(parse_cards("2c 3d 4h 5s 6c"), ace_low=False).rank is FiveCardRank.STRAIGHT


LADDER = [
    *("2c 3d 4h 5s 7c", "Ac Kd Qh Js 9c"),
    *("2c 2d 3h 4s 5c", "Ac Ad Kh Qs Jc"),
    *("2c 2d 3h 3s 4c", "Kc Kd Qh Qs Ac", "Ac Ad 2h 2s 3c"),
    *("2c 2d 2h 3s 4c", "Ac Ad Ah Ks Qc"),
    *("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "Ac Kd Qh Js Tc"),
    *("2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c"),
    *("2c 2d 2h As Ac", "3c 3d 3h 2s 2c"),
    *("2c 2d 2h 2s Ac", "3c 3d 3h 3s 2c"),
    *("Ac 2c 3c 4c 5c", "2c 3c 4c 5c 6c", "Kc Qc Jc Tc 9c"),
    "Ac Kc Qc Jc Tc",
]


@pytest.mark.clause("ma-criss-cross", "5(b)")
@pytest.mark.clause("md-criss-cross", "6.C")
@pytest.mark.clause("nj-criss-cross", "40.3(b)")
def test_each_hand_beats_the_one_before_it() -> None:
    values = [evaluate(parse_cards(cards)) for cards in LADDER]
    assert values == sorted(values)
    assert [value.strength for value in values] == sorted({value.strength for value in values})
    assert (values[0].strength, values[-1].strength) == (0, 7461)


@pytest.mark.clause("ma-criss-cross", "5(a)")
@pytest.mark.clause("md-criss-cross", "6.B")
@given(five_cards, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_neither_suits_nor_the_order_of_the_cards_matter(cards: list[Card], suits: list[int], shuffler: Any) -> None:
    exchanged = [Card.of(4 * card.rank + suits[card.suit]) for card in cards]
    shuffler.shuffle(exchanged)
    assert evaluate(exchanged) is evaluate(cards)


@pytest.mark.clause("md-criss-cross", "6.B")
def test_a_flush_is_as_good_in_every_suit() -> None:
    flushes = [evaluate(parse_cards(" ".join(f"{rank}{suit}" for rank in "K9742"))) for suit in SUITS]
    assert [flush.rank for flush in flushes] == [FiveCardRank.FLUSH] * 4
    assert len(set(flushes)) == 1


@pytest.mark.parametrize("cards", ["", "9c 2d 3h 4s", "9c 2d 3h 4s 5c 6d"])
def test_a_hand_has_five_cards(cards: str) -> None:
    with pytest.raises(ValueError, match="A five-card hand has five cards, not"):
        evaluate(parse_cards(cards))


def test_a_card_is_in_a_hand_once() -> None:
    nine, *others = parse_cards("9c 2d 3h 4s")
    with pytest.raises(ValueError, match=r"The nine of clubs \(9c\) appears twice"):
        evaluate([nine, *others, nine])
    with pytest.raises(ValueError, match=r"The nine of clubs \(9c\) appears twice"):
        best_of([nine, *others, nine, DECK[0]])


def test_values_survive_copying_and_cannot_be_changed() -> None:
    value: Any = evaluate(parse_cards("9c 9d Kh 7s 2c"))
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value
    assert hash(copy.deepcopy(value)) == hash(value)
    with pytest.raises(AttributeError):
        value.strength = 0


def test_four_card_and_five_card_hands_do_not_compare() -> None:
    cards = parse_cards("9c 9d Kh 7s 2c")
    other: Any = best_four(cards).value
    assert evaluate(cards) != other
    with pytest.raises(TypeError):
        assert evaluate(cards) < other


@pytest.mark.parametrize(
    ("six", "chosen", "words"),
    [
        ("2c 2d 9h 9s Kc Kd", "Kd Kc 9s 9h 2d", "two pair, kings and nines"),
        ("Ac 2d 3h 4s 5c 6d", "6d 5c 4s 3h 2d", "six-high straight"),
        ("Ac 2d 3h 4s 5c Kd", "Ac 5c 4s 3h 2d", "five-high straight"),
        ("2c 2d 2h 9s 9c 9d", "9s 9d 9c 2h 2d", "full house, nines over deuces"),
        ("2h 4h 6h 8h Th Ad", "Th 8h 6h 4h 2h", "ten-high flush"),
        ("9h Th Jh Qh Kh Ah", "Ah Kh Qh Jh Th", "royal flush"),
    ],
)
def test_the_best_five_of_six(six: str, chosen: str, words: str) -> None:
    for cards in (parse_cards(six), parse_cards(six)[::-1]):
        best = best_of(cards)
        assert best.value.describe() == words
        assert best.cards == parse_cards(chosen)


def dealt(size: int, times: int) -> Iterator[list[Card]]:
    """Hands from a linear congruential generator with a fixed seed: the same ones on every run."""
    state = 20_240_229
    for _ in range(times):
        deck = list(DECK)
        for place in range(size):
            state = (state * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % 2**64
            drawn = place + (state >> 33) % (52 - place)
            deck[place], deck[drawn] = deck[drawn], deck[place]
        yield deck[:size]


@pytest.mark.parametrize(("size", "times"), [(5, 1_000), (6, 20_000), (7, 3_000)])
def test_the_best_five_are_the_best_by_trying_every_five(size: int, times: int) -> None:
    for cards in dealt(size, times):
        best = best_of(cards)
        assert set(best.cards) <= set(cards)
        assert evaluate(best.cards) is best.value
        assert five_card_worth(plain(best.cards)) == best_five_worth(plain(cards)), cards


def test_five_cannot_be_chosen_from_four() -> None:
    with pytest.raises(ValueError, match="A hand of 5 cards cannot be made from 4"):
        best_of(DECK[:4])
