"""Cards: 52 of them, one object each, read strictly and printed one way."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, RANK_NAMES, RANK_PLURALS, Card, parse_cards


def test_the_deck_is_every_rank_in_every_suit_in_order() -> None:
    assert [str(card) for card in DECK] == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [card.index for card in DECK] == list(range(52))
    assert all(card.index == 4 * card.rank + card.suit for card in DECK)
    assert len(set(DECK)) == 52


@pytest.mark.parametrize(
    ("text", "index", "printed", "name"),
    [
        ("2c", 0, "2c", "deuce of clubs"),
        ("9c", 28, "9c", "nine of clubs"),
        ("Th", 34, "Th", "ten of hearts"),
        ("10h", 34, "Th", "ten of hearts"),
        ("10H", 34, "Th", "ten of hearts"),
        ("tH", 34, "Th", "ten of hearts"),
        ("jd", 37, "Jd", "jack of diamonds"),
        ("As", 51, "As", "ace of spades"),
        ("AS", 51, "As", "ace of spades"),
    ],
)
def test_reading_and_printing(text: str, index: int, printed: str, name: str) -> None:
    card = Card.parse(text)
    assert card is Card.of(index) is DECK[index]
    assert str(card) == printed
    assert repr(card) == f"Card('{printed}')"
    assert card.name == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "9", "c", "c9", "1c", "0c", "11c", "010c", "9x", "Xs", "9cc", "99c", " 9c", "9c ", "9 c", "9c\n"),
        *("９c", "9ｃ", "\u212ac", "9♣", "joker", None, 9, b"9c", ("9", "c")),
    ],
)
def test_anything_else_is_refused_in_one_sentence(text: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a card: write a rank of 23456789TJQKA and a suit of cdhs.*\.$"):
        Card.parse(text)


@given(st.text(alphabet="0123456789TJQKAtjqkacdhsCDHSK", max_size=3) | st.text(max_size=3))
def test_a_text_is_refused_or_is_the_card_it_spells(text: str) -> None:
    try:
        card = Card.parse(text)
    except ValueError:
        return
    assert text.isascii()
    assert str(card).lower() == text.lower().replace("10", "t")


@pytest.mark.parametrize("index", [-1, 52, 0.0, True, "0", None])
def test_there_is_no_card_outside_the_deck(index: Any) -> None:
    with pytest.raises(ValueError, match="the deck runs from 0 to 51"):
        Card.of(index)


def test_no_new_card_can_be_made() -> None:
    with pytest.raises(TypeError, match=r"use Card\.parse or Card\.of"):
        Card()


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_always_the_same_object(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@given(st.sampled_from(DECK), st.sampled_from(DECK))
def test_cards_sort_by_index(one: Card, other: Card) -> None:
    assert (one < other, one <= other, one == other) == (
        one.index < other.index,
        one.index <= other.index,
        one.index == other.index,
    )


def test_a_card_is_neither_a_number_nor_changeable() -> None:
    card: Any = DECK[0]
    assert card != 0
    with pytest.raises(TypeError):
        assert card < 1
    with pytest.raises(AttributeError, match="immutable"):
        card.rank = 12
    with pytest.raises(AttributeError, match="immutable"):
        del card.rank


def test_cards_are_read_from_one_text_or_several() -> None:
    expected = (DECK[28], DECK[1])
    assert parse_cards("9c 2d") == parse_cards(" 9C  2D ") == parse_cards(["9c", "2d"]) == expected
    assert parse_cards("") == parse_cards([]) == ()


@pytest.mark.parametrize("texts", ["9c 2d 9C", ["Tc", "10c"]])
def test_a_card_named_twice_is_refused(texts: str | list[str]) -> None:
    with pytest.raises(ValueError, match=r"^The (nine|ten) of clubs \((9|T)c\) appears twice: "):
        parse_cards(texts)


def test_one_bad_card_refuses_the_lot() -> None:
    with pytest.raises(ValueError, match="'1d' is not a card"):
        parse_cards("9c 1d")


def test_words_for_ranks() -> None:
    assert (RANK_NAMES[0], RANK_NAMES[4], RANK_NAMES[12]) == ("deuce", "six", "ace")
    assert (RANK_PLURALS[0], RANK_PLURALS[4], RANK_PLURALS[12]) == ("deuces", "sixes", "aces")
