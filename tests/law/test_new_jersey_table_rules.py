"""New Jersey: what surrounds a round, typed a second time from the document: steps, roles, phases, authority."""

from typing import Any

import pytest

from law.typed import NJ, authority, behind, by_citation, cases, only, plain, step
from pitboss.rulebooks import load
from pitboss.rulebooks.table_rules import TableRules

ROUND = ["dealing", "decision", "reveal", "settlement", "validation"]


def rules() -> TableRules:
    return load(NJ).table


# Decks, opening, shuffle, cut and spread


@pytest.mark.clause(NJ, "40.2", *behind(NJ, "reading deck-age"), *behind(NJ, "reading shuffler-failure"))
def test_one_deck_and_the_two_ways_a_round_ends_before_its_first_card() -> None:
    table = rules()
    assert (table.decks_clause, table.deck_age, table.out_of_order) == ("40.2", (), None)
    assert (table.age_void_clause, table.unready_void_clause) == ("reading deck-age", "reading shuffler-failure")


@pytest.mark.clause(NJ, "40.2(a)", "40.2(a)2", "40.2(a)3", "40.2(a)4", "40.2(a)5")
def test_two_decks_on_five_conditions() -> None:
    assert plain(rules().two_decks) == {
        "clause": "40.2(a)",
        "backs_clause": "40.2(a)2",
        "stored_clause": "40.2(a)3",
        "alternate_clause": "40.2(a)4",
        "rack_clause": "40.2(a)5",
    }


@pytest.mark.clause(NJ, "40.4(a)", "40.4(b)", "40.4(c)", "40.4(d)")
def test_the_opening_step_by_step() -> None:
    assert plain(rules().opening) == {
        "clause": "40.4(a)",
        "each_deck_clause": "40.4(d)",
        "steps": [
            step("inspect", "40.4(b)", "dealer"),
            step("verify", "40.4(b)", "floorperson"),
            step("spread", "40.4(b)", "dealer"),
            step("look", "40.4(c)", "player", "dealer"),
            step("wash", "40.4(c)", "dealer"),
            step("stack", "40.4(c)", "dealer"),
        ],
    }


@pytest.mark.clause(NJ, "40.5(a)", "40.7(f)")
def test_the_shuffle() -> None:
    assert plain(rules().shuffling) == {"clause": "40.5(a)", "wrong_count_clause": "40.7(f)"}


@pytest.mark.clause(NJ, "40.5(b)1", "40.5(b)2", "40.5(c)1ii", "40.5(d)")
def test_the_cut() -> None:
    assert plain(rules().cut) == {
        "clause": "40.5(c)1ii",
        "least": 10,
        "after": ["manual"],
        "required_clause": "40.5(b)2",
        "uncut_clause": "40.5(b)1",
        "recut_clause": "40.5(d)",
    }


@pytest.mark.clause(NJ, "40.5(e)", "40.4(c)")
def test_the_table_without_play() -> None:
    assert plain(rules().idle) == {
        "clause": "40.5(e)",
        "face_up_on_request_only": False,
        "steps": [
            step("spread", "40.5(e)", "dealer"),
            step("turn_up", "40.5(e)", "dealer", if_face_down=True),
            step("look", "40.5(e)", "player", "dealer"),
            step("wash", "40.4(c)", "dealer"),
            step("stack", "40.4(c)", "dealer"),
        ],
    }


# The deck around the deal

COUNTED = {
    "right_clause": "40.7(e)1",
    "wrong_clause": "40.7(e)2",
    "misdealt_clause": "40.7(e)2",
    "wrong_deck_clause": "40.7(e)2",
    "recount_clause": "reading stub-recount",
}
HANDLING: dict[str, Any] = {
    "manual_shoe": {
        "clause": "40.7(a)",
        "load": [step("load", "40.7(a)", "dealer")],
        "stub": [step("rack_stub", "40.7(e)1", "dealer")],
        "uncounted_clause": "reading stub-uncounted-rounds",
        "count": {"clause": "40.7(e)", "every": 5, **COUNTED},
    },
    "hand": {
        "clause": "40.8(a)",
        "load": [step("take_up", "40.8(b)2", "dealer")],
        "stub": [step("rack_stub", "40.7(e)1", "dealer")],
        "uncounted_clause": "reading stub-uncounted-rounds",
        "count": {"clause": "40.8(e)", "every": 5, **COUNTED},
    },
    "automated_shoe": {
        "clause": "40.9(a)",
        "load": [step("load", "40.9(b)1", "dealer")],
        "stub": [step("rack_stub", "40.9(c)", "dealer")],
        "count": {"clause": "40.9(c)", **COUNTED},
    },
}


@pytest.mark.parametrize(("method", "typed"), cases(NJ, HANDLING))
def test_the_deck_around_the_deal(method: str, typed: dict[str, Any]) -> None:
    assert only(rules().handling, methods=(method,)) == {"methods": [method], **typed}
    assert len(rules().handling) == len(HANDLING)


@pytest.mark.clause(NJ, "40.6(c)", *behind(NJ, "reading positions-per-player"))
def test_conduct() -> None:
    assert plain(rules().conduct) == {
        "seated_clause": "40.6(c)",
        "one_position_clause": "reading positions-per-player",
        "leaving_clause": "reading leaving-abandons",
        "floor_rules_on_leaving": True,
    }


# Irregularities

CROSS = ["top", "left", "middle", "right", "bottom"]
IRREGULARITIES: dict[str, Any] = {
    "face_up_card": {"clause": "40.12(a)", "phases": ["dealing"], "remedies": ["void", "reshuffle"]},
    "drawn_in_error": {"clause": "40.12(b)", "phases": ["dealing"], "remedies": ["use_as_next"]},
    "wrong_number_of_cards": {
        "clause": "40.12(c)",
        "phases": ROUND,
        "dealt": ["any"],
        "remedies": ["void", "reshuffle"],
    },
    "community_card_exposed": {
        "clause": "reading community-exposed",
        "phases": ["dealing", "decision", "reveal"],
        "dealt": CROSS,
        "remedies": ["void", "reshuffle"],
        "reading": "community-exposed",
        "readings": {"play-on": ["play_on"]},
    },
    "player_card_exposed": {
        "clause": "reading player-card-exposed",
        "phases": ["dealing"],
        "dealt": ["own"],
        "remedies": ["play_on"],
        "reading": "player-card-exposed",
        "readings": {"void": ["void", "reshuffle"]},
    },
    "shuffler_jam": {"clause": "40.12(d)", "device": "shuffler", "remedies": ["reshuffle"]},
    "shoe_jam": {"clause": "40.12(e)", "device": "shoe", "phases": ["dealing"], "remedies": ["void", "reshuffle"]},
    "shuffler_broken": {
        "clause": "reading device-out-of-order",
        "device": "shuffler",
        "remedies": ["out_of_order"],
    },
    "shoe_broken": {"clause": "reading device-out-of-order", "device": "shoe", "remedies": ["out_of_order"]},
    "wheel_failure": {
        "clause": "reading wheel-failure",
        "by": ["floorperson"],
        "phases": ROUND,
        "wagers": ["bonus_spin"],
        "remedies": ["call_off"],
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(NJ, IRREGULARITIES))
def test_every_irregularity(name: str, typed: dict[str, Any]) -> None:
    assert only(rules().irregularities, name=name) == {"name": name, **typed}
    assert len(rules().irregularities) == len(IRREGULARITIES)


# Voids and authority

EXPOSED, SHOWN = "community-exposed", "player-card-exposed"
VOIDS: dict[str, Any] = {
    "40.12(a)": {"phases": ["dealing"]},
    "40.12(c)": {"phases": ROUND, "dealt": ["any"]},
    "reading community-exposed": {
        "phases": ["dealing", "decision", "reveal"],
        "dealt": CROSS,
        "reading": EXPOSED,
        "under": ["void"],
    },
    "reading player-card-exposed": {"phases": ["dealing"], "dealt": ["own"], "reading": SHOWN, "under": ["void"]},
    "40.12(e)": {"phases": ["dealing"], "devices": ["shoe"]},
    "40.7(e)2": {"phases": ["decision", "reveal", "settlement"]},
    "reading seed-lost": {"phases": ROUND, "cards": "virtual"},
    "reading deck-age": {"phases": ["wagers", "dealing"], "until_dealt": True},
    "40.5(e)": {"phases": ["wagers"], "until_wagered": True},
    "reading shuffler-failure": {"phases": ["wagers", "dealing"], "until_dealt": True, "devices": ["shuffler", "shoe"]},
}


@pytest.mark.parametrize(("clause", "typed"), cases(NJ, by_citation(VOIDS)))
def test_every_reason_to_void_a_round_and_its_phases(clause: str, typed: dict[str, Any]) -> None:
    assert only(rules().voids, clause=clause) == typed
    assert len(rules().voids) == len(VOIDS)


AUTHORITY: list[tuple[str, str, list[str]]] = [
    ("reading leaving-abandons", "player", ["leave"]),
    ("40.6(c)", "player", ["sit", "place-wager", "take-back", "bet", "fold"]),
    ("40.10(i)2", "player", ["spin"]),
    ("40.7(b)", "dealer", ["close-bets"]),
    ("40.7(c)", "dealer", ["deal"]),
    ("reading incomplete-wagers", "dealer", ["return-wagers"]),
    ("40.10(d)", "dealer", ["reveal"]),
    ("40.10(i)", "dealer", ["settle"]),
    ("40.4(a)", "dealer", ["receive-deck"]),
    ("reading deck-removal", "dealer, floorperson", ["remove-deck"]),
    ("40.5(a)", "dealer", ["shuffle-deck", "open-round"]),
    ("40.5(c)", "dealer", ["cut-deck"]),
    ("40.2(a)5", "dealer", ["empty-rack"]),
    ("40.2(a)3", "dealer", ["store-deck"]),
    ("40.5(d)", "floorperson", ["order-recut"]),
    ("40.7(e)", "dealer", ["count-stub"]),
    ("40.7(e)2", "dealer", ["find-misdeal"]),
    ("reading idle-table", "dealer, floorperson", ["declare-idle"]),
    ("reading device-out-of-order", "floorperson", ["restore-device", "change-method"]),
    ("reading leaving-abandons", "floorperson", ["rule-on-leaving", "abandon"]),
    ("reading void-ruling", "floorperson", ["void"]),
]


@pytest.mark.parametrize(("first", "typed"), cases(NJ, authority(AUTHORITY)))
def test_who_may_do_what(first: str, typed: dict[str, Any]) -> None:
    assert only(rules().authority, may=tuple(typed["may"])) == typed
    assert len(rules().authority) == len(AUTHORITY)
