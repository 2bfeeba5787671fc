"""New Jersey: layout, wagers, odds, the deal, decisions, settlement and the wheel, typed a second time by hand."""

from typing import Any

import pytest

from law.typed import NJ, cases, only, plain
from pitboss.rulebooks import load

ANTES = ["ante_across", "ante_down"]
READINGS = {
    "bonus-spin-on-fold": ("40.10(c)", "40.10(e)", "40.10(g)", "40.10(i)2", "40.11(b)"),
    "community-exposed": ("40.10(d)", "40.10(f)", "40.10(h)", "40.12(a)"),
    "deck-age": ("40.2", "40.4(a)"),
    "deck-removal": ("40.2", "40.4(a)"),
    "device-out-of-order": ("40.12(d)", "40.12(e)"),
    "incomplete-wagers": ("40.6(a)", "40.7(d)", "40.8(d)", "40.9(c)"),
    "leaving-abandons": ("40.6(c)",),
    "player-card-exposed": ("40.7(d)", "40.8(d)", "40.9(c)", "40.12(a)"),
    "positions-per-player": ("40.6(c)", "40.10(b)"),
    "seed-lost": ("40.12(e)",),
    "shuffler-failure": ("40.5(a)", "40.12(d)"),
    "wheel-failure": ("1.13Z(e)", "40.10(i)2"),
}
"""The clauses that each reading cited here and of the table's rules is about."""


@pytest.mark.clause(NJ, "1.13Z(a)", "40.6(d)")
def test_six_seats_and_the_clause_on_late_wagers() -> None:
    book = load(NJ)
    assert (book.game, book.seats, book.seats_clause, book.late_clause) == ("criss-cross", 6, "1.13Z(a)", "40.6(d)")
    assert (book.limits, book.validations, book.envy, book.bonuses) == ({}, (), (), ())
    assert (book.duels, book.game_account, book.link_clause, book.dealings_clause) == ((), None, None, None)


@pytest.mark.parametrize("name", READINGS)
def test_the_readings_cited_are_about_these_clauses(name: str) -> None:
    reading = load(NJ).interpretation(name)
    assert reading is not None
    assert reading.clauses == READINGS[name]


@pytest.mark.clause(NJ, "1.13Z(b)2", "1.13Z(b)")
def test_the_betting_areas_from_the_dealer_outwards() -> None:
    assert plain(load(NJ).betting_areas) == {
        "clause": "1.13Z(b)2",
        "rows": [["five_card_bonus"], ["ante_across", "ante_down"], ["across", "down"], ["middle"]],
    }


# What the operator may offer

OFFERS: dict[str, Any] = {
    "five_card_bonus": {"clause": "40.6(a)", "always": True},
    "bonus_spin": {
        "clause": "40.6(a)",
        "variants": ["5-fixed", "5-progressive", "1-fixed", "1-progressive"],
        "variants_clause": "40.11(c)",
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(NJ, OFFERS))
def test_both_offers(name: str, typed: dict[str, Any]) -> None:
    assert only(load(NJ).offers, name=name) == {"name": name, **typed}
    assert len(load(NJ).offers) == len(OFFERS)


# Wagers: who needs what, and what a fold does to them

WAGERS: dict[str, Any] = {
    "ante_across": {
        "clause": "40.6(a)",
        "decided_by": "across_hand",
        "required": True,
        "limit": "ante",
        "limit_clause": "40.6(a)",
        "fold_clause": "40.10(c)",
    },
    "ante_down": {
        "clause": "40.6(a)",
        "decided_by": "down_hand",
        "required": True,
        "limit": "ante",
        "limit_clause": "40.6(a)",
        "equals": "ante_across",
        "equals_clause": "40.6(a)",
        "fold_clause": "40.10(c)",
    },
    "five_card_bonus": {
        "clause": "40.6(a)",
        "decided_by": "community",
        "offer": "five_card_bonus",
        "limit": "five_card_bonus",
        "needs": ANTES,
        "stands_on_fold": True,
        "fold_clause": "40.11(b)",
    },
    "bonus_spin": {
        "clause": "40.10(a)",
        "decided_by": "hole_cards",
        "offer": "bonus_spin",
        "amounts_clause": "40.11(c)",
        "needs": ANTES,
        "lose_clause": "40.10(i)2",
        "fold_reading": "bonus-spin-on-fold",
        "stands_under": ["stands"],
        "fold_clause": "reading bonus-spin-on-fold",
    },
    "across": {"clause": "40.10(c)", "decided_by": "across_hand", "decision": True, "fold_clause": "40.10(e)"},
    "down": {"clause": "40.10(e)", "decided_by": "down_hand", "decision": True, "fold_clause": "40.10(g)"},
    "middle": {
        "clause": "40.10(g)",
        "decided_by": ["across_hand", "down_hand"],
        "decision": True,
        "lose_clause": "40.10(i)2",
        "first_push_clause": "40.10(i)2",
        "second_push_clause": "40.10(i)2",
        "both_push_clause": "40.10(i)2",
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(NJ, WAGERS))
def test_every_wager(name: str, typed: dict[str, Any]) -> None:
    assert only(load(NJ).wagers, name=name) == {"name": name, **typed}
    assert len(load(NJ).wagers) == len(WAGERS)


# Tables 1 and 2, and the antes at even money

JACKS_OR_BETTER = {"hand": "pair", "low": "J"}
SIXES_TO_TENS = {"hand": "pair", "low": "6", "high": "T", "pays": "push"}
SIXES_OR_BETTER = {"hand": "pair", "low": "6"}
KINDS = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight"]
KINDS += ["three_of_a_kind", "two_pair"]


def pays(*odds: int, last: dict[str, str]) -> list[dict[str, str]]:
    """So much to 1 for each kind of hand from the royal flush down, the last for a pair."""
    hands: list[dict[str, str]] = [*({"hand": kind} for kind in KINDS), last]
    return [{**hand, "pays": f"{each} to 1"} for hand, each in zip(hands, odds, strict=True)]


PAYTABLES: dict[str, Any] = {
    "ante": {
        "clause": "40.11(a)",
        "wagers": ANTES,
        "lines": [*pays(1, 1, 1, 1, 1, 1, 1, 1, 1, last=JACKS_OR_BETTER), SIXES_TO_TENS],
    },
    "main": {
        "clause": "40.11(a)",
        "wagers": ["across", "down", "middle"],
        "lines": [*pays(500, 100, 40, 12, 8, 5, 3, 2, 1, last=JACKS_OR_BETTER), SIXES_TO_TENS],
    },
    "five_card_bonus": {
        "clause": "40.11(b)",
        "wagers": ["five_card_bonus"],
        "lines": pays(250, 100, 40, 15, 10, 6, 4, 3, 1, last=SIXES_OR_BETTER),
    },
}


@pytest.mark.parametrize(("id", "typed"), cases(NJ, PAYTABLES))
def test_every_paytable(id: str, typed: dict[str, Any]) -> None:
    assert only(load(NJ).paytables, id=id) == {"id": id, "ranking": "five_card", **typed}
    assert len(load(NJ).paytables) == len(PAYTABLES)


# The deal: the cross first, then two cards to each player

CROSS = ["top", "left", "middle", "right", "bottom"]
DEALINGS: dict[str, Any] = {
    "manual_shoe": {
        "clause": "40.7(a)",
        "steps": [{"to": CROSS, "clause": "40.7(c)"}, {"to": ["players"], "times": 2}],
        "order_clause": "40.7(d)",
        "no_more_bets_clause": "40.7(b)",
        "stub_clause": "40.7(e)",
    },
    "hand": {
        "clause": "40.8(a)",
        "steps": [{"to": CROSS, "clause": "40.8(c)"}, {"to": ["players"], "times": 2}],
        "order_clause": "40.8(d)",
        "no_more_bets_clause": "40.8(b)3",
        "stub_clause": "40.8(e)",
        "needs_shuffler_clause": "40.8(b)1",
    },
    "automated_shoe": {
        "clause": "40.9(a)",
        "steps": [{"to": ["community"], "cards": 5, "spread": CROSS}, {"to": ["players"], "cards": 2}],
        "order_clause": "40.9(c)",
        "no_more_bets_clause": "40.9(b)2",
        "stub_clause": "40.9(c)",
        "approval_clause": "40.9(a)",
    },
}


@pytest.mark.parametrize(("method", "typed"), cases(NJ, DEALINGS))
def test_every_way_of_dealing(method: str, typed: dict[str, Any]) -> None:
    assert only(load(NJ).dealings, method=method) == {"method": method, **typed}
    assert len(load(NJ).dealings) == len(DEALINGS)


# Decisions, settlement


def decision(bet: str, clause: str, base: str, reveals: list[str], rack: str, reveal: str) -> dict[str, Any]:
    """One to three antes, or a fold by the same clause."""
    return {
        "clause": clause,
        "bet": bet,
        "base": base,
        "most": 3,
        "fold_clause": clause,
        "rack_clause": rack,
        "reveals": reveals,
        "reveal_clause": reveal,
        "order_clause": "reading decision-order",
    }


@pytest.mark.clause(NJ, "40.10(c)", "40.10(d)", "40.10(e)", "40.10(f)", "40.10(g)", "40.10(h)", "40.1 Bet Wagers")
def test_the_three_decisions_in_their_order() -> None:
    assert plain(load(NJ).decisions) == [
        decision("across", "40.10(c)", "ante_across", ["left", "right"], "40.10(d)", "40.10(d)"),
        decision("down", "40.10(e)", "ante_down", ["top", "bottom"], "40.10(f)", "40.10(f)"),
        decision("middle", "40.10(g)", "ante_across", ["middle"], "40.10(g)", "40.10(h)"),
    ]


@pytest.mark.clause(NJ, "40.10(i)", "40.10(i)1", "40.10(i)2", "40.10(i)3", "40.10(i)4", "40.11(b)")
def test_the_hands_then_the_bonus_then_the_wheel() -> None:
    assert plain(load(NJ).settlement) == [
        {
            "clause": "40.10(i)",
            "wagers": ["ante_across", "across", "ante_down", "down", "middle"],
            "rack_clause": "40.10(i)4",
        },
        {"clause": "40.11(b)", "wagers": ["five_card_bonus"], "opens_hands": False},
        {"clause": "40.10(i)2", "wagers": ["bonus_spin"], "opens_hands": False},
    ]


# Tables 3, 4 and 5: position, player pay, community pay

TABLE_3 = "2: 2500, 8: 1000, 3: 500/100, 7: 350, 6: 200/50, 10: 250, 11: 75, 9: 25/15, 5: 70, 4: 60, 1: 50"
TABLE_4 = "2: 500, 8: 200, 3: 100/20, 7: 70, 6: 50/10, 10: 35, 11: 25, 9: 15/3, 5: 12, 4: 11, 1: 10"
TABLE_5 = "2: 500, 8: 250, 3: 100/20, 7: 70, 6: 50/10, 10: 35, 11: 25, 9: 15/3, 5: 12, 4: 11, 1: 10"


def stops(printed: str) -> list[dict[str, Any]]:
    """The stops of a table, the one at 0 for the top prize."""
    found: list[dict[str, Any]] = [{"position": 0}]
    for position, amounts in (stop.split(": ") for stop in printed.split(", ")):
        own, _, others = amounts.partition("/")
        shared = {"community": f"${others}"} if others else {}
        found.append({"position": int(position), "pays": f"${int(own):,}", **shared})
    return found


@pytest.mark.clause(NJ, "40.11(c)", "40.10(i)2", "40.1 Bonus Spin Wager")
@pytest.mark.parametrize(
    ("variant", "stake", "top_prize", "printed"),
    [
        ("5-fixed", "5.00", "fixed", TABLE_3),
        ("5-progressive", "5.00", "progressive", TABLE_3),
        ("1-fixed", "1.00", "fixed", TABLE_4),
        ("1-progressive", "1.00", "progressive", TABLE_5),
    ],
)
def test_every_wheel(variant: str, stake: str, top_prize: str, printed: str) -> None:
    assert only(load(NJ).wheels, variant=variant) == {
        "clause": "40.11(c)",
        "spin_clause": "40.10(i)2",
        "won_with": {"hand": "pair"},
        "lost_title": "no pair in the hole",
        "wager": "bonus_spin",
        "variant": variant,
        "stake": stake,
        "top_prize": top_prize,
        "stops": stops(printed),
    }
    assert len(load(NJ).wheels) == 4


@pytest.mark.clause(NJ, "40.1 Bonus Spin Wager")
def test_the_jackpot_of_the_progressive_wheels() -> None:
    assert plain(load(NJ).meters) == [
        {
            "clause": "40.1 Bonus Spin Wager",
            "name": "bonus_spin",
            "offer": "bonus_spin",
            "wagers": ["bonus_spin"],
            "variants": ["5-progressive", "1-progressive"],
            "filed": ["rate", "seed", "reset"],
        }
    ]


@pytest.mark.clause(NJ, "40.11(d)")
def test_the_aggregate_payout_limit() -> None:
    assert plain(load(NJ).payout_limit) == {
        "clause": "40.11(d)",
        "rule": "fixed",
        "amount": "50000.00",
        "or_largest_win": True,
        "counts": [*ANTES, "across", "down", "middle", "five_card_bonus", "bonus_spin"],
    }


# Where two readings are defensible: the one taken

TAKEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "bet-amounts": ("whole", ("40.1 Bet Wagers", "40.6(a)", "40.10(c)", "40.10(e)", "40.10(g)")),
    "bonus-spin-on-fold": ("forfeited", READINGS["bonus-spin-on-fold"]),
    "community-exposed": ("void", READINGS["community-exposed"]),
    "community-pay-others": ("every-other-live", ("40.10(i)2", "40.11(c)")),
    "payout-limit-top-prize": ("counts", ("40.11(c)", "40.11(d)")),
    "largest-win-at-minimum": ("smallest-bets", ("40.11(d)",)),
    "void-after-settlement": ("reversed", ("40.12(c)",)),
    "void-after-fold": (
        "everything",
        ("40.7(e)2", "40.12(a)", "40.12(c)", "40.12(e)", "40.10(c)", "40.10(e)", "40.10(g)"),
    ),
    "stub-recount": ("recounted", ("40.7(e)", "40.7(e)1", "40.7(e)2", "40.8(e)")),
    "void-after-forfeit": ("stays", ("40.12(c)", "40.6(c)")),
    "contribution-time": ("accepted", ("1.13Z(e)", "40.1 Bonus Spin Wager", "40.10(a)")),
    "all-folded": ("only-for-a-bonus", ("40.10(d)", "40.10(f)", "40.10(h)")),
    "player-card-exposed": ("play-on", READINGS["player-card-exposed"]),
}


@pytest.mark.parametrize(
    ("name", "taken", "about"),
    [
        pytest.param(name, taken, about, marks=pytest.mark.clause(NJ, *about), id=name)
        for name, (taken, about) in TAKEN.items()
    ],
)
def test_every_reading_an_operator_may_choose(name: str, taken: str, about: tuple[str, ...]) -> None:
    reading = load(NJ).interpretation(name)
    assert reading is not None
    assert (reading.taken, reading.clauses, reading.selectable) == (taken, about, True)


def test_no_other_reading_may_be_chosen() -> None:
    assert {item.id for item in load(NJ).interpretations if item.selectable} == set(TAKEN)
