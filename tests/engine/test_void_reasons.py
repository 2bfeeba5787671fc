"""Which clauses void a round, and when: a closed list for every rulebook, and a reason each time."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from engine.random_rounds import Rng, play_random
from pitboss.cards import DECK
from pitboss.engine import Phase, Round, check, decide, legal
from pitboss.engine.actions import DiscardCard, Void
from pitboss.rulebooks import SHIPPED, Terms, Violation, full_terms, load, terms_for
from pitboss.rulebooks.submission import default_submission
from pitboss.rulebooks.table_rules import Cards, Role

DEALT = ("dealing", "decision", "reveal", "settlement")
# The clause, and where in a round its reason can come up. A wrong number of cards is found whenever it is; a card found
# face up or a jam only while cards are dealt; a stub count once they are, and before the last wager is settled.
LISTED: dict[str, dict[str, tuple[str, ...]]] = {
    "ma-criss-cross": {
        "12(a)": ("dealing",),
        "12(c)": DEALT,
        "12(d)": ("dealing", "decision", "reveal"),
        "12(f)": ("dealing",),
        "7(h)": ("decision", "reveal", "settlement"),
        "8(f)": ("decision", "reveal", "settlement"),
        "9(f)": ("decision", "reveal", "settlement"),
        "4(f)": ("wagers",),
    },
    "md-criss-cross": {
        "13.A": ("dealing",),
        "13.C": DEALT,
        "13.D": ("dealing",),
        "8.F(4)": ("decision", "reveal", "settlement"),
        "8.F(5)": ("decision", "reveal", "settlement"),
        "9.D(4)": ("decision", "reveal", "settlement"),
        "9.D(5)": ("decision", "reveal", "settlement"),
        "10.C(3)": ("decision", "reveal", "settlement"),
        "10.C(4)": ("decision", "reveal", "settlement"),
        "5.F": ("wagers",),
    },
    "nj-criss-cross": {
        "40.12(a)": ("dealing",),
        "40.12(c)": DEALT,
        "40.12(e)": ("dealing",),
        "40.7(e)2": ("decision", "reveal", "settlement"),
        "40.5(e)": ("wagers",),
    },
    "cardroom-criss-cross": {
        "Irregularities 1": DEALT,
        "Irregularities 2": ("wagers", *DEALT),
        "Irregularities 3": ("dealing", "decision", "reveal"),
    },
    "ma-crazy-4": {
        "14(a)": ("dealing",),
        "14(c)": (*DEALT, "validation"),
        "14(d)": ("dealing", "decision"),
        "14(f)": ("dealing",),
        "7(h)": ("decision", "reveal", "settlement"),
        "8(f)": ("decision", "reveal", "settlement"),
        "9(f)": ("decision", "reveal", "settlement"),
        "4(f)": ("wagers",),
    },
}
# What no clause foresees: our readings, with the phases likewise, under the readings taken.
READ: dict[str, dict[str, tuple[str, ...]]] = {
    "ma-criss-cross": {"deck-age": ("wagers", "dealing"), "shuffler-failure": ("wagers", "dealing")},
    "md-criss-cross": {
        "deck-change-timing": ("wagers", "dealing"),
        "shuffler-failure": ("wagers", "dealing"),
        "community-exposed": ("dealing", "decision", "reveal"),
    },
    "nj-criss-cross": {
        "shuffler-failure": ("wagers", "dealing"),
        "community-exposed": ("dealing", "decision", "reveal"),
    },
    "cardroom-criss-cross": {},
    "ma-crazy-4": {"deck-age": ("wagers", "dealing"), "shuffler-failure": ("wagers", "dealing")},
}
# What only one way of dealing brings: each has its own clause on the stub count, and only an automated shoe jams. New
# Jersey's one clause on the count serves all three; the card room deals by hand alone.
THREE = ("manual_shoe", "hand", "automated_shoe")
ONLY_BY: dict[str, dict[str, str]] = {
    "ma-criss-cross": {
        "7(h)": "manual_shoe",
        "8(f)": "hand",
        "9(f)": "automated_shoe",
        "12(f)": "automated_shoe",
    },
    "md-criss-cross": {
        "8.F(4)": "manual_shoe",
        "8.F(5)": "manual_shoe",
        "9.D(4)": "hand",
        "9.D(5)": "hand",
        "10.C(3)": "automated_shoe",
        "10.C(4)": "automated_shoe",
        "13.D": "automated_shoe",
    },
    "nj-criss-cross": {"40.12(e)": "automated_shoe"},
    "cardroom-criss-cross": {},
    "ma-crazy-4": {
        "7(h)": "manual_shoe",
        "8(f)": "hand",
        "9(f)": "automated_shoe",
        "14(f)": "automated_shoe",
    },
}
# What is found of a card: not before one of its kind is dealt.
OF_A_CARD = {"12(c)", "12(d)", "13.C", "40.12(c)", "Irregularities 1", "14(c)", "14(d)", "reading community-exposed"}
REASON = "what was found at the table"


def methods(id: str) -> tuple[str, ...]:
    return ("hand",) if id == "cardroom-criss-cross" else THREE


@cache
def dealt_by(id: str, method: str) -> Terms:
    """The full submission, which has a shuffler, with a way of dealing."""
    return terms_for(id, {**full_terms(id).submission.as_file(), "dealing": method, "device_approval": "letter 12"})


@cache
def moments(terms: Terms) -> dict[str, Round]:
    """One round in every phase that rounds under these terms come to."""
    found: dict[str, Round] = {}
    for seed in range(12):
        for round in play_random(terms, Rng(seed)).rounds:
            if not round.finished:
                found.setdefault(str(round.phase), round)
    return found


def mid_deal(terms: Terms) -> Round:
    """The round before its last card."""
    rounds = [round for round in play_random(terms, Rng(1)).rounds if round.phase is Phase.DEALING]
    return max(rounds, key=lambda round: len(round.cards_out))


def cases() -> list[Any]:
    return [
        pytest.param(id, clause, phases, marks=pytest.mark.clause(id, clause), id=f"{id} {clause}")
        for id, listed in LISTED.items()
        for clause, phases in listed.items()
    ] + [
        pytest.param(id, f"reading {reading}", phases, id=f"{id} {reading}")
        for id, listed in READ.items()
        for reading, phases in {**listed, "seed-lost": (*DEALT, "validation")}.items()
    ]


@pytest.mark.parametrize(("id", "clause", "phases"), cases())
def test_a_clause_voids_a_round_in_the_phases_its_reason_can_be_found_in_and_in_no_other(
    id: str, clause: str, phases: tuple[str, ...]
) -> None:
    for method in methods(id):
        fits = ONLY_BY[id].get(clause, method) == method
        for phase, round in moments(dealt_by(id, method)).items():
            outcome = decide(round, Void(clause, REASON))
            known = phase != "dealing" or clause not in OF_A_CARD
            assert isinstance(outcome, Violation) is not (fits and known and phase in phases), (method, phase)
            if isinstance(outcome, Violation):
                assert (outcome.clause, outcome.where) == (clause, "the round")
                assert outcome.tried == f"a void under '{clause}'"
                others = {other for other, only in ONLY_BY[id].items() if only != method}
                named = {reason.split(" (")[0] for reason in outcome.allowed.split("; ")}
                assert not others & named, "what would be allowed is allowed at this table"


@pytest.mark.parametrize("id", SHIPPED)
def test_every_phase_of_a_round_is_tried(id: str) -> None:
    validation = {"validation"} if load(id).validations else set()
    assert set(moments(full_terms(id))) == {"wagers", *DEALT} | validation


@pytest.mark.parametrize("id", SHIPPED)
def test_no_other_clause_voids_a_round_whatever_the_register_says_of_it(id: str) -> None:
    """The clause on suits, on folding, on the largest payout: none of them is a reason."""
    listed = {*LISTED[id], *(f"reading {reading}" for reading in (*READ[id], "seed-lost"))}
    others = [clause.id for clause in load(id).clauses if clause.id not in listed]
    for phase, round in moments(full_terms(id)).items():
        for clause in [*others[::7], "", "?"]:
            outcome = decide(round, Void(clause, REASON))
            assert isinstance(outcome, Violation), (phase, clause)
            assert outcome.allowed


@pytest.mark.parametrize(
    ("id", "clause"),
    [
        pytest.param(id, clause, marks=pytest.mark.clause(id, clause), id=id)
        for id, clause in {
            "ma-criss-cross": "12(c)",
            "md-criss-cross": "13.C",
            "nj-criss-cross": "40.12(c)",
            "cardroom-criss-cross": "Irregularities 1",
            "ma-crazy-4": "14(c)",
        }.items()
    ],
)
@pytest.mark.parametrize("reason", ["", " ", "\t\n"])
def test_a_void_says_what_happened(id: str, clause: str, reason: str) -> None:
    for phase, first in moments(full_terms(id)).items():
        if phase == "wagers":
            continue
        round = mid_deal(full_terms(id)) if phase == "dealing" else first
        violation = check(round, Void(clause, reason))
        assert violation is not None
        assert (violation.tried, violation.allowed) == ("a void without a reason", "a void that says what happened")
        assert check(round, Void(clause, REASON)) is None


@pytest.mark.parametrize("id", SHIPPED)
def test_what_is_offered_is_the_list_and_a_floorperson_rules(id: str) -> None:
    listed = LISTED[id] | {f"reading {name}": phases for name, phases in READ[id].items()}
    listed |= {"reading seed-lost": (*DEALT, "validation"), **_wrong_count_in_validation(id)}
    for method in methods(id):
        fitting = {clause: at for clause, at in listed.items() if ONLY_BY[id].get(clause, method) == method}
        for phase, round in moments(dealt_by(id, method)).items():
            offered = [option for option in legal(round) if option.action == "void"]
            known = {clause for clause in fitting if phase != "dealing" or clause not in OF_A_CARD}
            assert {option.clause for option in offered} == {clause for clause in known if phase in fitting[clause]}
            assert all(Role.FLOORPERSON in option.by for option in offered)


def _wrong_count_in_validation(id: str) -> dict[str, tuple[str, ...]]:
    return {"14(c)": (*DEALT, "validation")} if id == "ma-crazy-4" else {}


# Voids that depend on a device, on a limit or on a reading


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 2")
def test_a_shuffler_that_malfunctions_voids_only_where_there_is_one() -> None:
    void = Void("Irregularities 2", "the shuffler stopped")
    by_hand = moments(terms_for("cardroom-criss-cross"))
    for phase, round in moments(full_terms("cardroom-criss-cross")).items():
        assert check(round, void) is None, phase
        refused = check(by_hand[phase], void)
        assert refused is not None, phase
        assert "Irregularities 2" not in refused.allowed
    nothing = check(by_hand["wagers"], void)
    assert nothing is not None
    assert nothing.allowed == "no reason in this phase"


@pytest.mark.parametrize("id", [id for id in SHIPPED if id != "cardroom-criss-cross"])
@pytest.mark.parametrize(
    ("method", "shuffler", "fails"),
    [
        ("manual_shoe", "none", False),
        ("manual_shoe", "automated", True),
        ("automated_shoe", "none", True),
        ("hand", "automated", True),
    ],
)
def test_cards_fail_to_be_made_ready_only_where_a_device_readies_them(
    id: str, method: str, shuffler: str, fails: bool
) -> None:
    choices = {"dealing": method, "shuffler": shuffler, "decks": 1 if shuffler == "none" else 2}
    kept = default_submission(load(id)).as_file()
    round = moments(terms_for(id, {**kept, **choices, "device_approval": "letter 12"}))["dealing"]
    assert (check(round, Void("reading shuffler-failure", REASON)) is None) is fails


@pytest.mark.parametrize(("hours", "grows_old"), [({}, False), ({"deck_age": 6}, True)])
def test_a_deck_grows_too_old_only_by_a_limit_and_new_jersey_has_none_unless_it_is_filed(
    hours: dict[str, Any], grows_old: bool
) -> None:
    kept = default_submission(load("nj-criss-cross")).as_file()
    round = moments(terms_for("nj-criss-cross", {**kept, **hours}))["wagers"]
    assert (check(round, Void("reading deck-age", REASON)) is None) is grows_old


@pytest.mark.parametrize("id", SHIPPED)
def test_a_seed_is_lost_only_where_the_cards_are_virtual_or_nothing_is_told_of_them(id: str) -> None:
    void = Void("reading seed-lost", REASON)
    for phase in DEALT:
        round = moments(full_terms(id))[phase]
        assert check(round, void) is None
        assert check(replace(round, cards_from=Cards.VIRTUAL), void) is None
        refused = check(replace(round, cards_from=Cards.PHYSICAL), void)
        assert refused is not None
        assert refused.tried == "a void under 'reading seed-lost'"
        assert refused.allowed
        assert "seed" not in refused.allowed


@pytest.mark.parametrize(
    ("id", "reading", "other"),
    [
        ("md-criss-cross", "community-exposed", "play-on"),
        ("nj-criss-cross", "community-exposed", "play-on"),
        ("ma-criss-cross", "player-card-exposed", "void"),
        ("md-criss-cross", "player-card-exposed", "void"),
        ("nj-criss-cross", "player-card-exposed", "void"),
        ("cardroom-criss-cross", "exposed-card", "void"),
    ],
)
def test_an_exposed_card_voids_only_by_the_reading_that_says_so(id: str, reading: str, other: str) -> None:
    kept = full_terms(id).submission.as_file()
    for terms, void in (
        (full_terms(id), other != "void"),
        (terms_for(id, _read(kept, reading, other)), other == "void"),
    ):
        outcome = check(mid_deal(terms), Void(f"reading {reading}", REASON))
        assert (outcome is None) is void


def _read(kept: dict[str, Any], reading: str, other: str) -> dict[str, Any]:
    return {**kept, "readings": {**kept.get("readings", {}), reading: other}}


# A card found face up while dealing: set aside in Massachusetts, once; elsewhere the hands are void


@pytest.mark.parametrize(
    ("id", "clause", "sets_aside"),
    [
        pytest.param(id, clause, sets, marks=pytest.mark.clause(id, clause), id=id)
        for id, clause, sets in [
            ("ma-criss-cross", "12(a)", True),
            ("ma-crazy-4", "14(a)", True),
            ("md-criss-cross", "13.A", False),
            ("nj-criss-cross", "40.12(a)", False),
        ]
    ],
)
def test_a_face_up_card_is_set_aside_only_where_the_document_does_not_void(
    id: str, clause: str, sets_aside: bool
) -> None:
    dealing = [round for round in play_random(full_terms(id), Rng(3)).rounds if round.phase is Phase.DEALING]
    for round in dealing:
        card = next(card for card in DECK if card not in round.cards_out)
        offered = [option for option in legal(round) if option.action == "discard-card"]
        waits = any(option.action == "draw" for option in legal(round)) and not round.drawn
        if not sets_aside:
            assert offered == []
            refused = check(round, DiscardCard(card))
            assert refused is not None
            assert "void" in refused.allowed
        elif not waits:
            assert [option.clause for option in offered] == [clause]


@pytest.mark.clause("cardroom-criss-cross", "Irregularities 3")
def test_the_card_room_sets_no_card_aside() -> None:
    for round in play_random(full_terms("cardroom-criss-cross"), Rng(3)).rounds:
        assert not any(option.action == "discard-card" for option in legal(round))
