"""Crazy 4 Poker: what surrounds a round, typed a second time from the document: steps, roles, phases, authority."""

from typing import Any

import pytest

from law.typed import CRAZY, authority, behind, by_citation, cases, only, plain, step
from pitboss.rulebooks import load
from pitboss.rulebooks.table_rules import TableRules

ROUND = ["dealing", "decision", "reveal", "settlement", "validation"]


def rules() -> TableRules:
    return load(CRAZY).table


# Decks, opening, shuffle and cut


@pytest.mark.clause(CRAZY, "2(a)", *behind(CRAZY, "reading deck-age"), *behind(CRAZY, "reading shuffler-failure"))
def test_one_deck_and_the_two_ways_a_round_ends_before_its_first_card() -> None:
    table = rules()
    assert table.decks_clause == "2(a)"
    assert (table.age_void_clause, table.unready_void_clause) == ("reading deck-age", "reading shuffler-failure")


@pytest.mark.clause(CRAZY, "2(b)", "2(b)(1)", "2(b)(2)", "2(b)(3)", "2(b)(4)")
def test_two_decks_on_four_conditions() -> None:
    assert plain(rules().two_decks) == {
        "clause": "2(b)",
        "design_clause": "2(b)(1)",
        "backs_clause": "2(b)(1)",
        "stored_clause": "2(b)(2)",
        "alternate_clause": "2(b)(3)",
        "rack_clause": "2(b)(4)",
    }


@pytest.mark.clause(CRAZY, "2(c)", "2(c)(1)", "2(c)(2)")
def test_hours_of_a_deck() -> None:
    assert plain(rules().deck_age) == [
        {"clause": "2(c)(1)", "methods": ["hand"], "hours": 4},
        {"clause": "2(c)(2)", "methods": ["manual_shoe", "automated_shoe"], "hours": 8},
    ]


@pytest.mark.clause(CRAZY, "3(a)", "3(b)", "3(c)", "3(d)")
def test_the_opening_step_by_step() -> None:
    assert plain(rules().opening) == {
        "clause": "3(a)",
        "each_deck_clause": "3(d)",
        "steps": [
            step("inspect", "3(a)", "dealer"),
            step("verify", "3(a)", "floorperson"),
            step("spread", "3(b)", "dealer"),
            step("look", "3(c)", "player", "dealer"),
            step("wash", "3(c)", "dealer"),
            step("stack", "3(c)", "dealer"),
        ],
    }


@pytest.mark.clause(CRAZY, "4(a)", "4(b)", "4(g)")
def test_the_shuffle() -> None:
    assert plain(rules().shuffling) == {
        "clause": "4(a)",
        "ordered_clause": "4(a)",
        "wrong_count_clause": "4(b)",
        "device_clause": "4(g)",
        "approval_clause": "4(g)",
    }


@pytest.mark.clause(CRAZY, "4(c)", "4(c)(1)", "4(c)(2)", "4(d)", "4(e)")
def test_the_cut() -> None:
    assert plain(rules().cut) == {
        "clause": "4(d)",
        "least": 10,
        "after": ["manual", "preshuffled"],
        "required_clause": "4(c)(2)",
        "uncut_clause": "4(c)(1)",
        "recut_clause": "4(e)",
    }


@pytest.mark.clause(CRAZY, "4(f)", "3(c)")
def test_the_table_without_play() -> None:
    assert plain(rules().idle) == {
        "clause": "4(f)",
        "face_up_on_request_only": True,
        "steps": [
            step("spread", "4(f)", "dealer"),
            step("look", "4(f)", "player", "dealer"),
            step("wash", "3(c)", "dealer"),
            step("stack", "3(c)", "dealer"),
        ],
    }


# The deck and the chips around the deal


def handling(method: str, clause: str, load: dict[str, Any], chips: str, stub: str, *count: str) -> dict[str, Any]:
    """Sections 7, 8 and 9 agree but for their numbers; `count` is how often, when right, when wrong."""
    due, right, wrong = count
    return {
        "clause": clause,
        "methods": [method],
        "load": [load],
        "chips": {
            "clause": chips,
            "wagers": ["four_card_progressive", "five_card_progressive", "link_progressive"],
            "differs_clause": "reading chip-count",
        },
        "stub": [step("rack_stub", stub, "dealer")],
        "count": {
            "clause": due,
            "every": 5,
            "right_clause": right,
            "wrong_clause": wrong,
            "misdealt_clause": wrong,
            "wrong_deck_clause": wrong,
            "recount_clause": "reading stub-recount",
        },
    }


HANDLING = {
    "manual_shoe": handling(
        "manual_shoe", "7(a)", step("load", "7(a)", "dealer"), "7(b)", "7(e)", "7(f)", "7(g)", "7(h)"
    ),
    "hand": handling("hand", "8(a)", step("take_up", "8(a)(2)", "dealer"), "8(a)(3)", "8(c)", "8(d)", "8(e)", "8(f)"),
    "automated_shoe": handling(
        "automated_shoe", "9(a)", step("load", "9(a)(1)", "dealer"), "9(a)(2)", "9(c)", "9(d)", "9(e)", "9(f)"
    ),
}


@pytest.mark.parametrize(("method", "typed"), cases(CRAZY, HANDLING))
def test_the_deck_around_the_deal(method: str, typed: dict[str, Any]) -> None:
    assert only(rules().handling, methods=(method,)) == typed


@pytest.mark.clause(CRAZY, "6(b)", "6(e)")
def test_conduct() -> None:
    assert plain(rules().conduct) == {
        "seated_clause": "6(b)",
        "one_position_clause": "6(e)",
        "leaving_clause": "6(b)",
        "floor_rules_on_leaving": True,
    }


@pytest.mark.clause(CRAZY, "14(g)")
def test_a_device_out_of_order_is_covered_or_marked() -> None:
    assert plain(rules().out_of_order) == {"clause": "14(g)", "cover_clause": "14(g)", "sign_clause": "14(g)"}


# Irregularities

CHIPS_AND_DEVICES = [
    *("four_card_progressive", "five_card_progressive", "link_progressive"),
    *("five_card_hand_bonus_player", "five_card_hand_bonus_dealer"),
]
IRREGULARITIES: dict[str, Any] = {
    "face_up_card": {
        "clause": "14(a)",
        "phases": ["dealing"],
        "remedies": ["discard_card"],
        "again": ["void", "reshuffle"],
    },
    "drawn_in_error": {"clause": "14(b)", "phases": ["dealing"], "remedies": ["use_as_next"]},
    "wrong_number_of_cards": {
        "clause": "14(c)",
        "phases": ROUND,
        "dealt": ["any"],
        "remedies": ["void", "reshuffle"],
    },
    "dealer_card_exposed": {
        "clause": "14(d)",
        "phases": ["dealing", "decision"],
        "dealt": ["dealer"],
        "remedies": ["void", "reshuffle"],
    },
    "player_card_exposed": {
        "clause": "reading player-card-exposed",
        "phases": ["dealing"],
        "dealt": ["own"],
        "remedies": ["play_on"],
        "reading": "player-card-exposed",
        "readings": {"void": ["void", "reshuffle"]},
    },
    "shuffler_jam": {"clause": "14(e)", "device": "shuffler", "remedies": ["reshuffle"]},
    "shoe_jam": {"clause": "14(f)", "device": "shoe", "phases": ["dealing"], "remedies": ["void", "reshuffle"]},
    "shuffler_broken": {"clause": "14(g)", "device": "shuffler", "remedies": ["out_of_order"]},
    "shoe_broken": {"clause": "14(g)", "device": "shoe", "remedies": ["out_of_order"]},
    "wagering_system_failure": {
        "clause": "reading wagering-system-failure",
        "by": ["floorperson"],
        "phases": ROUND,
        "wagers": CHIPS_AND_DEVICES,
        "remedies": ["call_off"],
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, IRREGULARITIES))
def test_every_irregularity(name: str, typed: dict[str, Any]) -> None:
    assert only(rules().irregularities, name=name) == {"name": name, **typed}


def test_there_is_no_other_irregularity() -> None:
    assert {item.name for item in rules().irregularities} == set(IRREGULARITIES)


# Voids and authority

COUNTED = ["decision", "reveal", "settlement"]
VOIDS: dict[str, Any] = {
    "14(a)": {"phases": ["dealing"]},
    "14(c)": {"phases": ROUND, "dealt": ["any"]},
    "14(d)": {"phases": ["dealing", "decision"], "dealt": ["dealer"]},
    "reading player-card-exposed": {
        "phases": ["dealing"],
        "dealt": ["own"],
        "reading": "player-card-exposed",
        "under": ["void"],
    },
    "14(f)": {"phases": ["dealing"], "devices": ["shoe"]},
    "7(h)": {"phases": COUNTED, "methods": ["manual_shoe"]},
    "8(f)": {"phases": COUNTED, "methods": ["hand"]},
    "9(f)": {"phases": COUNTED, "methods": ["automated_shoe"]},
    "reading seed-lost": {"phases": ROUND, "cards": "virtual"},
    "reading deck-age": {"phases": ["wagers", "dealing"], "until_dealt": True},
    "4(f)": {"phases": ["wagers"], "until_wagered": True},
    "reading shuffler-failure": {"phases": ["wagers", "dealing"], "until_dealt": True, "devices": ["shuffler", "shoe"]},
}


@pytest.mark.parametrize(("clause", "typed"), cases(CRAZY, by_citation(VOIDS)))
def test_every_reason_to_void_a_round_and_where_it_comes_up(clause: str, typed: dict[str, Any]) -> None:
    assert only(rules().voids, clause=clause) == typed


def test_nothing_else_voids_a_round() -> None:
    assert {rule.clause for rule in rules().voids} == set(VOIDS)


AUTHORITY: list[tuple[str, str, list[str]]] = [
    ("reading leaving-mid-round", "player", ["leave"]),
    ("6(b)", "player", ["sit", "place-wager", "take-back", "bet", "fold"]),
    ("7(b)", "dealer", ["close-bets"]),
    ("7(d)", "dealer", ["deal"]),
    ("14(a)", "dealer", ["discard-card"]),
    ("reading incomplete-wagers", "dealer", ["return-wagers"]),
    ("10(c)", "dealer", ["reveal"]),
    ("10(c)", "dealer", ["settle"]),
    ("1 Magic Card Bonus", "system", ["draw"]),
    ("10(e)(3)", "floorperson", ["validate"]),
    ("7(b)", "dealer", ["count-chips"]),
    ("reading chip-count", "floorperson", ["strike", "rule-on-chips"]),
    ("3(a)", "dealer", ["receive-deck"]),
    ("reading deck-removal", "dealer, floorperson", ["remove-deck"]),
    ("4(a)", "dealer", ["shuffle-deck", "open-round"]),
    ("4(d)", "dealer", ["cut-deck"]),
    ("2(b)(4)", "dealer", ["empty-rack"]),
    ("2(b)(2)", "dealer", ["store-deck"]),
    ("4(a)", "floorperson", ["order-shuffle"]),
    ("4(e)", "floorperson", ["order-recut"]),
    ("7(f)", "dealer", ["count-stub"]),
    ("7(h)", "dealer", ["find-misdeal"]),
    ("reading idle-table", "dealer, floorperson", ["declare-idle"]),
    ("reading device-out-of-order", "dealer, floorperson", ["cover-device"]),
    ("reading device-out-of-order", "floorperson", ["restore-device", "change-method"]),
    ("reading leaving-mid-round", "floorperson", ["rule-on-leaving", "abandon"]),
    ("reading void-ruling", "floorperson", ["void"]),
]


@pytest.mark.parametrize(("first", "typed"), cases(CRAZY, authority(AUTHORITY)))
def test_who_may_do_what(first: str, typed: dict[str, Any]) -> None:
    assert only(rules().authority, may=tuple(typed["may"])) == typed


def test_nobody_is_given_anything_else() -> None:
    assert len(rules().authority) == len(AUTHORITY)
