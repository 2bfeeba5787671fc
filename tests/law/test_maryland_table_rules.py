"""Maryland: decks, opening, shuffle, cut, idle table, shoes and stub, typed a second time from the document."""

from typing import Any

import pytest

from law.typed import MD, by_citation, cases, plain
from pitboss.rulebooks import load
from pitboss.rulebooks.table_rules import TableRules

DEALER, FLOOR, LOOK = ["dealer"], ["floorperson"], ["player", "dealer"]


def rules() -> TableRules:
    return load(MD).table


def step(name: str, by: list[str], clause: str) -> dict[str, Any]:
    return {"name": name, "by": by, "clause": clause}


# Chapter 3


@pytest.mark.clause(MD, "3.A", "3.B", "3.B(1)", "3.B(2)", "3.B(3)", "3.B(4)", "3.B(5)")
def test_one_deck_or_two_with_a_device() -> None:
    assert rules().decks_clause == "3.A"
    assert plain(rules().two_decks) == {
        "clause": "3.B",
        "design_clause": "3.B(1)",
        "backs_clause": "3.B(2)",
        "stored_clause": "3.B(3)",
        "alternate_clause": "3.B(4)",
        "rack_clause": "3.B(5)",
    }


@pytest.mark.clause(MD, "3.C", "3.C(1)", "3.C(2)")
def test_four_hours_by_hand_and_eight_from_a_shoe() -> None:
    assert plain(rules().deck_age) == [
        {"clause": "3.C(1)", "methods": ["hand"], "hours": 4},
        {"clause": "3.C(2)", "methods": ["manual_shoe", "automated_shoe"], "hours": 8},
    ]
    assert rules().age_void_clause == "reading deck-change-timing"


# Chapter 4

READIED = [step("turn_down", DEALER, "4.C(1)"), step("wash", DEALER, "4.C(2)"), step("stack", DEALER, "4.C(3)")]
OPENING: dict[str, Any] = {
    "opening": {
        "clause": "4.A",
        "each_deck_clause": "4.E",
        "preshuffled_clause": "4.F",
        "steps": [
            step("inspect", DEALER, "4.A"),
            step("verify", FLOOR, "4.A"),
            step("spread", DEALER, "4.B"),
            step("look", LOOK, "4.C"),
            *READIED,
        ],
    },
    "idle": {
        "clause": "5.F",
        "face_up_on_request_only": True,
        "steps": [
            step("clear", DEALER, "5.F(1)"),
            step("spread", DEALER, "5.F(2)"),
            step("look", LOOK, "5.F(3)"),
            *READIED,
        ],
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(MD, OPENING))
def test_the_steps_of_opening_and_idle_table(name: str, typed: dict[str, Any]) -> None:
    assert plain(getattr(rules(), name)) == typed


# Chapter 5


@pytest.mark.clause(MD, "5.A", "5.A(3)", "5.B(2)", "5.C", "5.G", "5.H")
def test_shuffles() -> None:
    assert plain(rules().shuffling) == {
        "clause": "5.A",
        "stack_clause": "5.C",
        "ordered_clause": "5.A(3)",
        "wrong_count_clause": "5.B(2)",
        "device_clause": "5.H",
        "approval_clause": "5.G",
        "device_waives": ["cut", "idle"],
    }


@pytest.mark.clause(MD, "5.A", "13.E")
def test_cards_a_broken_device_cannot_make_ready() -> None:
    assert rules().unready_void_clause == "reading shuffler-failure"


@pytest.mark.clause(MD, "5.C(1)", "5.C(2)", "5.D", "5.E")
def test_the_cut() -> None:
    assert plain(rules().cut) == {
        "clause": "5.D",
        "least": 10,
        "after": ["manual", "preshuffled"],
        "required_clause": "5.C(2)",
        "uncut_clause": "5.C(1)",
        "recut_clause": "5.E",
    }


# Chapters 8 to 10: before and after the deal


def stub(clause: str) -> list[dict[str, Any]]:
    return [step("remove_stub", DEALER, f"{clause}(a)"), step("rack_stub", DEALER, f"{clause}(b)")]


def count(clause: str, outcomes: list[str], **every: int) -> dict[str, Any]:
    keys = ("right_clause", "wrong_clause", "misdealt_clause", "wrong_deck_clause")
    return {
        "clause": clause,
        **every,
        **dict(zip(keys, outcomes, strict=True)),
        "recount_clause": "reading stub-recount",
    }


HANDLING: dict[str, Any] = {
    "manual_shoe": {
        "clause": "8.A",
        "methods": ["manual_shoe"],
        "load": [step("load", DEALER, "8.B")],
        "stub": stub("8.D(4)"),
        "count": count("8.E", ["8.F(2)", "8.F(3)", "8.F(4)", "8.F(5)"], every=5),
    },
    "hand": {
        "clause": "9.A",
        "methods": ["hand"],
        "load": [step("take_up", DEALER, "9.A(2)")],
        "stub": stub("9.B(3)"),
        "count": count("9.C", ["9.D(2)", "9.D(3)", "9.D(4)", "9.D(5)"], every=5),
    },
    "automated_shoe": {
        "clause": "10.A",
        "methods": ["automated_shoe"],
        "load": [step("load", DEALER, "10.A(1)")],
        "stub": stub("10.B(3)"),
        "count": count("10.C", ["10.C(1)", "10.C(2)", "10.C(3)", "10.C(4)"]),
    },
}


@pytest.mark.parametrize(("method", "typed"), cases(MD, HANDLING))
def test_the_deck_before_and_after_the_deal(method: str, typed: dict[str, Any]) -> None:
    assert [item.methods for item in rules().handling] == [("manual_shoe",), ("hand",), ("automated_shoe",)]
    assert plain(rules().handling_of(method)) == typed


# Chapters 7 and 13: conduct, devices, irregularities, voids


@pytest.mark.clause(MD, "7.B(1)", "7.B(3)")
def test_conduct() -> None:
    assert plain(rules().conduct) == {
        "seated_clause": "7.B(1)",
        "one_position_clause": "reading positions-per-player",
        "leaving_clause": "7.B(3)",
        "floor_rules_on_leaving": True,
    }


@pytest.mark.clause(MD, "13.E", "13.E(1)", "13.E(2)")
def test_a_broken_device_is_covered_or_marked() -> None:
    assert plain(rules().out_of_order) == {
        "clause": "13.E",
        "cover_clause": "13.E(1)",
        "sign_clause": "13.E(2)",
    }


TO_THE_END = ["dealing", "decision", "reveal", "settlement", "validation"]


def breach(clause: str) -> dict[str, Any]:
    found = {"clause": clause, "forfeit_clause": "11.A(5)", "by": FLOOR, "phases": TO_THE_END, "dealt": ["own"]}
    return {**found, "remedies": ["forfeit_player"]}


VOID = ["void", "reshuffle"]
CROSS = ["top", "left", "middle", "right", "bottom"]
IRREGULARITIES: dict[str, Any] = {
    "face_up_card": {"clause": "13.A", "phases": ["dealing"], "remedies": VOID},
    "drawn_in_error": {"clause": "13.B", "phases": ["dealing"], "remedies": ["use_as_next"]},
    "wrong_number_of_cards": {"clause": "13.C", "phases": TO_THE_END, "dealt": ["any"], "remedies": VOID},
    "community_card_exposed": {
        "clause": "reading community-exposed",
        "phases": ["dealing", "decision", "reveal"],
        "dealt": CROSS,
        "remedies": VOID,
        "reading": "community-exposed",
        "readings": {"play-on": ["play_on"]},
    },
    "player_card_exposed": {
        "clause": "reading player-card-exposed",
        "phases": ["dealing"],
        "dealt": ["own"],
        "remedies": ["play_on"],
        "reading": "player-card-exposed",
        "readings": {"void": VOID},
    },
    "shuffler_jam": {"clause": "reading shuffler-jam", "device": "shuffler", "remedies": ["reshuffle"]},
    "shoe_jam": {"clause": "13.D", "device": "shoe", "phases": ["dealing"], "remedies": VOID},
    "shuffler_broken": {"clause": "13.E", "device": "shuffler", "remedies": ["out_of_order"]},
    "shoe_broken": {"clause": "13.E", "device": "shoe", "remedies": ["out_of_order"]},
    "hand_not_kept": breach("11.A(1)"),
    "cards_touched": breach("11.A(2)"),
    "cards_out_of_view": breach("11.A(3)"),
    "communication": breach("11.A(4)"),
}


@pytest.mark.parametrize(("name", "typed"), cases(MD, IRREGULARITIES))
def test_every_irregularity(name: str, typed: dict[str, Any]) -> None:
    assert plain(rules().irregularity(name)) == {"name": name, **typed}
    assert [rule.name for rule in rules().irregularities] == [*IRREGULARITIES]


AFTER_THE_DEAL = ["decision", "reveal", "settlement"]
VOIDS: dict[str, dict[str, Any]] = {
    "13.A": {"phases": ["dealing"]},
    "13.C": {"phases": TO_THE_END, "dealt": ["any"]},
    "reading community-exposed": {
        "phases": ["dealing", "decision", "reveal"],
        "dealt": CROSS,
        "reading": "community-exposed",
        "under": ["void"],
    },
    "reading player-card-exposed": {
        "phases": ["dealing"],
        "dealt": ["own"],
        "reading": "player-card-exposed",
        "under": ["void"],
    },
    "13.D": {"phases": ["dealing"], "devices": ["shoe"]},
    "8.F(4)": {"phases": AFTER_THE_DEAL, "methods": ["manual_shoe"]},
    "8.F(5)": {"phases": AFTER_THE_DEAL, "methods": ["manual_shoe"]},
    "9.D(4)": {"phases": AFTER_THE_DEAL, "methods": ["hand"]},
    "9.D(5)": {"phases": AFTER_THE_DEAL, "methods": ["hand"]},
    "10.C(3)": {"phases": AFTER_THE_DEAL, "methods": ["automated_shoe"]},
    "10.C(4)": {"phases": AFTER_THE_DEAL, "methods": ["automated_shoe"]},
    "reading seed-lost": {"phases": TO_THE_END, "cards": "virtual"},
    "reading deck-change-timing": {"phases": ["wagers", "dealing"], "until_dealt": True},
    "5.F": {"phases": ["wagers"], "until_wagered": True},
    "reading shuffler-failure": {"phases": ["wagers", "dealing"], "until_dealt": True, "devices": ["shuffler", "shoe"]},
}


@pytest.mark.parametrize(("clause", "typed"), cases(MD, by_citation(VOIDS)))
def test_what_voids_a_round_and_when(clause: str, typed: dict[str, Any]) -> None:
    rule = next(rule for rule in rules().voids if rule.clause == clause)
    assert plain(rule) == typed
    assert [rule.clause for rule in rules().voids] == [*VOIDS]


# Who does what

AUTHORITY: dict[str, tuple[str, list[str]]] = {
    "leave": ("reading leaving-abandons", ["player"]),
    "sit, place-wager, take-back, bet, fold": ("7.B(1)", ["player"]),
    "close-bets": ("8.C", DEALER),
    "deal": ("8.D(3)", DEALER),
    "return-wagers": ("reading incomplete-wagers", DEALER),
    "reveal": ("11.C", DEALER),
    "settle": ("11.I", DEALER),
    "receive-deck": ("4.A", DEALER),
    "remove-deck": ("reading deck-removal", ["dealer", "floorperson"]),
    "shuffle-deck, open-round": ("5.A", DEALER),
    "cut-deck": ("5.D", DEALER),
    "empty-rack": ("3.B(5)", DEALER),
    "store-deck": ("3.B(3)", DEALER),
    "order-shuffle": ("5.A(3)", FLOOR),
    "order-recut": ("5.E", FLOOR),
    "count-stub": ("8.E", DEALER),
    "find-misdeal": ("8.F(3)", DEALER),
    "declare-idle": ("5.F", DEALER),
    "cover-device": ("reading device-out-of-order", ["dealer", "floorperson"]),
    "restore-device, change-method": ("reading device-out-of-order", FLOOR),
    "rule-on-leaving, abandon": ("reading leaving-abandons", FLOOR),
    "forfeit": ("reading forfeiture-scope", FLOOR),
    "void": ("reading void-ruling", FLOOR),
}


GIVEN = {may: {"clause": clause, "by": by, "may": may.split(", ")} for may, (clause, by) in AUTHORITY.items()}


@pytest.mark.parametrize(("may", "typed"), cases(MD, GIVEN))
def test_who_may_do_what(may: str, typed: dict[str, Any]) -> None:
    rule = rules().authority_for(may.split(", ", maxsplit=1)[0])
    assert plain(rule) == typed
    assert [", ".join(rule.may) for rule in rules().authority] == [*AUTHORITY]
