"""Criss-Cross Poker in Massachusetts: what surrounds a round, typed a second time from the document."""

from typing import Any

import pytest

from law.typed import MA, authority, cases, only, plain, step
from pitboss.rulebooks import load
from pitboss.rulebooks.table_rules import TableRules

ROUND = ["dealing", "decision", "reveal", "settlement", "validation"]


def rules() -> TableRules:
    return load(MA).table


PARTS: dict[str, Any] = {
    "two_decks": {
        "clause": "2(b)",
        "design_clause": "2(b)(1)",
        "backs_clause": "2(b)(1)",
        "stored_clause": "2(b)(2)",
        "alternate_clause": "2(b)(3)",
        "rack_clause": "2(b)(4)",
    },
    "deck_age": [
        {"clause": "2(c)(1)", "methods": ["hand"], "hours": 4},
        {"clause": "2(c)(2)", "methods": ["manual_shoe", "automated_shoe"], "hours": 8},
    ],
    "opening": {
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
    },
    "shuffling": {
        "clause": "4(a)",
        "ordered_clause": "4(a)",
        "wrong_count_clause": "4(b)",
        "device_clause": "4(g)",
        "device_waives": ["cut", "idle"],
        "approval_clause": "4(g)",
    },
    "cut": {
        "clause": "4(d)",
        "least": 10,
        "after": ["manual", "preshuffled"],
        "required_clause": "4(c)(2)",
        "uncut_clause": "4(c)(1)",
        "recut_clause": "4(e)",
    },
    "idle": {
        "clause": "4(f)",
        "face_up_on_request_only": True,
        "steps": [
            step("spread", "4(f)", "dealer"),
            step("look", "4(f)", "player", "dealer"),
            step("wash", "3(c)", "dealer"),
            step("stack", "3(c)", "dealer"),
        ],
    },
    "conduct": {
        "seated_clause": "6(b)",
        "one_position_clause": "6(g)",
        "leaving_clause": "6(b)",
        "floor_rules_on_leaving": True,
    },
    "out_of_order": {"clause": "12(g)", "cover_clause": "12(g)", "sign_clause": "12(g)"},
}


@pytest.mark.parametrize(("name", "typed"), cases(MA, PARTS))
def test_each_part_of_the_table_says_what_its_clause_says(name: str, typed: Any) -> None:
    assert plain(getattr(rules(), name)) == typed


@pytest.mark.clause(MA, "2(a)", "2(c)", "4(a)", "4(c)", "12(e)", "12(g)")
def test_one_deck_and_the_two_ways_a_round_ends_before_its_first_card() -> None:
    table = rules()
    assert table.decks_clause == "2(a)"
    assert (table.age_void_clause, table.unready_void_clause) == ("reading deck-age", "reading shuffler-failure")


def handling(method: str, clause: str, load_step: dict[str, Any], stub: str, *count: str) -> dict[str, Any]:
    due, right, wrong = count
    return {
        "clause": clause,
        "methods": [method],
        "load": [load_step],
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
    "manual_shoe": handling("manual_shoe", "7(a)", step("load", "7(a)", "dealer"), "7(e)", "7(f)", "7(g)", "7(h)"),
    "hand": handling("hand", "8(a)", step("take_up", "8(a)(2)", "dealer"), "8(c)", "8(d)", "8(e)", "8(f)"),
    "automated_shoe": handling(
        "automated_shoe", "9(a)", step("load", "9(a)(1)", "dealer"), "9(c)", "9(d)", "9(e)", "9(f)"
    ),
}


@pytest.mark.parametrize(("method", "typed"), cases(MA, HANDLING))
def test_the_deck_around_the_deal(method: str, typed: dict[str, Any]) -> None:
    assert only(rules().handling, methods=(method,)) == typed


VOID = ["void", "reshuffle"]
CROSS = ["top", "left", "middle", "right", "bottom"]
IRREGULARITIES: dict[str, Any] = {
    "face_up_card": {"clause": "12(a)", "phases": ["dealing"], "remedies": ["discard_card"], "again": VOID},
    "drawn_in_error": {"clause": "12(b)", "phases": ["dealing"], "remedies": ["use_as_next"]},
    "wrong_number_of_cards": {"clause": "12(c)", "phases": ROUND, "dealt": ["any"], "remedies": VOID},
    "community_card_exposed": {
        "clause": "12(d)",
        "phases": ["dealing", "decision", "reveal"],
        "dealt": CROSS,
        "remedies": VOID,
    },
    "player_card_exposed": {
        "clause": "reading player-card-exposed",
        "phases": ["dealing"],
        "dealt": ["own"],
        "remedies": ["play_on"],
        "reading": "player-card-exposed",
        "readings": {"void": VOID},
    },
    "shuffler_jam": {"clause": "12(e)", "device": "shuffler", "remedies": ["reshuffle"]},
    "shoe_jam": {"clause": "12(f)", "device": "shoe", "phases": ["dealing"], "remedies": VOID},
    "shuffler_broken": {"clause": "12(g)", "device": "shuffler", "remedies": ["out_of_order"]},
    "shoe_broken": {"clause": "12(g)", "device": "shoe", "remedies": ["out_of_order"]},
}


@pytest.mark.parametrize(("name", "typed"), cases(MA, IRREGULARITIES))
def test_every_irregularity(name: str, typed: dict[str, Any]) -> None:
    assert only(rules().irregularities, name=name) == {"name": name, **typed}


def test_there_is_no_other_irregularity() -> None:
    assert {item.name for item in rules().irregularities} == set(IRREGULARITIES)


COUNTED = ["decision", "reveal", "settlement"]
VOIDS: dict[str, Any] = {
    "12(a)": {"clause": "12(a)", "phases": ["dealing"]},
    "12(c)": {"clause": "12(c)", "phases": ROUND, "dealt": ["any"]},
    "12(d)": {"clause": "12(d)", "phases": ["dealing", "decision", "reveal"], "dealt": CROSS},
    "player card": {
        "clause": "reading player-card-exposed",
        "phases": ["dealing"],
        "dealt": ["own"],
        "reading": "player-card-exposed",
        "under": ["void"],
    },
    "12(f)": {"clause": "12(f)", "phases": ["dealing"], "devices": ["shoe"]},
    "7(h)": {"clause": "7(h)", "phases": COUNTED, "methods": ["manual_shoe"]},
    "8(f)": {"clause": "8(f)", "phases": COUNTED, "methods": ["hand"]},
    "9(f)": {"clause": "9(f)", "phases": COUNTED, "methods": ["automated_shoe"]},
    "seed": {"clause": "reading seed-lost", "phases": ROUND, "cards": "virtual"},
    "age": {"clause": "reading deck-age", "phases": ["wagers", "dealing"], "until_dealt": True},
    "4(f)": {"clause": "4(f)", "phases": ["wagers"], "until_wagered": True},
    "device": {
        "clause": "reading shuffler-failure",
        "phases": ["wagers", "dealing"],
        "until_dealt": True,
        "devices": ["shuffler", "shoe"],
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(MA, VOIDS))
def test_every_reason_to_void_a_round_and_its_phases(name: str, typed: dict[str, Any]) -> None:
    assert only(rules().voids, clause=typed["clause"]) == typed


def test_nothing_else_voids_a_round() -> None:
    assert len(rules().voids) == len(VOIDS)


AUTHORITY: list[tuple[str, str, list[str]]] = [
    ("reading leaving-abandons", "player", ["leave"]),
    ("6(b)", "player", ["sit", "place-wager", "take-back", "bet", "fold"]),
    ("7(b)", "dealer", ["close-bets"]),
    ("7(d)", "dealer", ["deal"]),
    ("12(a)", "dealer", ["discard-card"]),
    ("reading incomplete-wagers", "dealer", ["return-wagers"]),
    ("10(c)", "dealer", ["reveal"]),
    ("10(h)", "dealer", ["settle"]),
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
    ("reading leaving-abandons", "floorperson", ["rule-on-leaving", "abandon"]),
    ("reading void-ruling", "floorperson", ["void"]),
]


@pytest.mark.parametrize(("first", "typed"), cases(MA, authority(AUTHORITY)))
def test_who_may_do_what(first: str, typed: dict[str, Any]) -> None:
    assert only(rules().authority, may=tuple(typed["may"])) == typed


def test_nobody_is_given_anything_else() -> None:
    assert len(rules().authority) == len(AUTHORITY)
