"""The hands, rankings and ways of playing cards of every document, typed a second time and bound to their clauses."""

from typing import Any

import pytest

from law.typed import CRAZY, MA, MD, NJ, ROOM, cases, named, plain
from pitboss.rulebooks import load

ACROSS, DOWN = ["own", "left", "middle", "right"], ["own", "top", "middle", "bottom"]
CROSS = ["top", "left", "middle", "right", "bottom"]
FIVE, FOUR = "five_card", "four_card"


def hand(clause: str, places: list[str], ranking: str = FIVE, **more: str) -> dict[str, Any]:
    return {"clause": clause, "places": places, "ranking": ranking, **more}


HANDS: dict[str, dict[str, Any]] = {
    MA: {
        "across_hand": hand("1 Across Hand", ACROSS),
        "down_hand": hand("1 Down Hand", DOWN),
        "community": hand("6(e)", CROSS),
    },
    MD: {
        "across_hand": hand("11.I(1)", ACROSS),
        "down_hand": hand("11.I(2)", DOWN),
        "community": hand("7.E(2)", CROSS),
    },
    NJ: {
        "across_hand": hand("40.10(i)2", ACROSS),
        "down_hand": hand("40.10(i)2", DOWN),
        "community": hand("40.11(b)", CROSS),
        "hole_cards": hand("40.10(i)2", ["own"], "two_card"),
    },
    ROOM: {
        "across_hand": hand("Round 7", ACROSS),
        "down_hand": hand("Round 7", DOWN),
        "community": hand("5 Card Bonus 2", CROSS),
        "six_cards": hand("6 Card Bonus 1", ["own", "burn"]),
    },
    CRAZY: {
        "four_cards": hand("5(b)", ["own"], FOUR),
        "five_cards": hand("5(d)", ["own"]),
        "dealer_four": hand("5(b)", ["dealer"], FOUR, holder="dealer"),
        "dealer_five": hand("5(d)", ["dealer"], holder="dealer"),
    },
}

ALL = [
    pytest.param(book, *case.values, marks=case.marks, id=f"{book} {case.id}")
    for book in HANDS
    for case in cases(book, HANDS[book])
]


@pytest.mark.parametrize(("book", "name", "typed"), ALL)
def test_every_hand(book: str, name: str, typed: dict[str, Any]) -> None:
    hands = named(load(book).hands)
    assert hands[name] == typed
    assert {*hands} == {*HANDS[book]}


@pytest.mark.clause(MD, "6.C", "6.A")
def test_maryland_ranks_nine_kinds_and_a_high_card_and_reads_the_ace_as_chosen() -> None:
    assert plain(load(MD).rankings) == [
        {
            "clause": "6.C",
            "name": "five_card",
            "cards": 5,
            "order": [
                *("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house"),
                *("four_of_a_kind", "straight_flush", "royal_flush"),
            ],
            "ace_high_reading": "ace-low-straight",
            "ace_high_under": ["ace-high-only"],
        }
    ]


@pytest.mark.parametrize("book", [MA, NJ, ROOM, CRAZY])
def test_the_others_rank_by_the_rankings_known_by_name(book: str) -> None:
    assert load(book).rankings == ()


@pytest.mark.parametrize(
    "book",
    [
        pytest.param(MA, marks=pytest.mark.clause(MA, "7(d)", "8(b)", "9(b)")),
        pytest.param(MD, marks=pytest.mark.clause(MD, "8.D(2)", "9.B(1)", "10.B(1)")),
        pytest.param(NJ, marks=pytest.mark.clause(NJ, "40.7(c)", "40.8(c)", "40.9(c)")),
        pytest.param(ROOM, marks=pytest.mark.clause(ROOM, "Dealing 3")),
    ],
)
def test_the_cross_lies_as_it_is_named_and_players_hold_hole_cards(book: str) -> None:
    rulebook = load(book)
    assert rulebook.felt == (("", "top", ""), ("left", "middle", "right"), ("", "bottom", ""))
    assert rulebook.own_cards == "hole"


def test_crazy_four_players_hold_cards_and_nothing_lies_in_the_middle() -> None:
    assert (load(CRAZY).own_cards, load(CRAZY).felt) == ("cards", ())
