"""Crazy 4 Poker: offers, wagers, the deal, decisions and settlement, typed a second time from the document."""

from typing import Any

import pytest

from law.typed import CRAZY, behind, cases, only, plain, readings
from pitboss.rulebooks import load

MAIN = ["ante", "super_bonus"]
BONUS_BETS = ["five_card_hand_bonus_player", "five_card_hand_bonus_dealer"]


@pytest.mark.clause(CRAZY, "12(k)", "9(b)", "6(c)", "13(h)")
def test_six_seats_and_the_clauses_of_the_whole_table() -> None:
    book = load(CRAZY)
    assert (book.game, book.seats, book.seats_clause) == ("crazy-4", 6, "reading seat-count")
    assert (book.late_clause, book.link_clause) == ("6(c)", "13(h)")
    assert behind(CRAZY, "reading seat-count") == ("12(k)", "9(b)")
    assert (book.limits, book.wheels, book.payout_limit, book.dealings_clause) == ({}, (), None, None)


# What the operator may offer

OFFERS: dict[str, Any] = {
    "queens_up": {
        "clause": "6(d)(2)",
        "always": True,
        "variants": ["A", "B", "C", "D"],
        "variants_clause": "11(c)",
        "filed": True,
    },
    "four_card_progressive": {"clause": "6(d)(3)", "variants": ["A", "B"], "variants_clause": "11(d)(1)"},
    "five_card_progressive": {"clause": "6(d)(4)"},
    "five_card_hand_bonus": {"clause": "6(d)(5)"},
    "magic_card": {"clause": "11(f)(3)", "needs": ["five_card_hand_bonus"]},
    "lucky_bonus": {"clause": "11(f)(3)", "needs": ["five_card_hand_bonus"]},
    "cover_all": {
        "clause": "12(a)",
        "device": {
            "clause": "12(d)",
            "shuffler": "player_counting",
            "reading": "cover-all-device",
            "waived_under": ["any"],
        },
    },
    "link_progressive": {
        "clause": "13(f)",
        "variants": ["PTMGL01", "PTMGL02", "PTMGL04", "PTMGLML01", "PTMGLML02", "PTMGLML03"],
        "variants_clause": "13(f)",
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, OFFERS))
def test_every_offer(name: str, typed: dict[str, Any]) -> None:
    assert only(load(CRAZY).offers, name=name) == {"name": name, **typed}


# Wagers: who needs what, and what a fold does to them

ON_FOLD = "reading five-card-hand-bonus-on-fold"
WAGERS: dict[str, Any] = {
    "ante": {
        "clause": "6(d)(1)",
        "decided_by": "four_cards",
        "against": {"duel": "dealer", "higher": "1 to 1", "not_qualified": "push", "pays_clause": "11(a)"},
        "required": True,
        "limit": "ante",
        "fold_clause": "10(b)",
    },
    "super_bonus": {
        "clause": "6(d)(1)",
        "decided_by": "four_cards",
        "against": {
            "duel": "dealer",
            "higher": "push",
            "not_qualified": "push",
            "outranked": "lose",
            "outranked_reading": "super-bonus-dealer-not-qualified",
            "outranked_under": ["lost"],
            "table_first": True,
        },
        "required": True,
        "limit": "ante",
        "equals": "ante",
        "equals_clause": "6(d)(1)",
        "fold_clause": "10(b)",
    },
    "queens_up": {
        "clause": "6(d)(2)",
        "decided_by": "four_cards",
        "offer": "queens_up",
        "limit": "queens_up",
        "needs": MAIN,
        "fold_clause": "10(b)(1)",
    },
    "four_card_progressive": {
        "clause": "6(d)(3)",
        "decided_by": "four_cards",
        "offer": "four_card_progressive",
        "amounts": ["1.00", "5.00"],  # the two stakes with an Envy schedule
        "amounts_clause": "reading progressive-amounts",
        "needs": MAIN,
        "fold_clause": "10(b)(2)",
    },
    "five_card_progressive": {
        "clause": "6(d)(4)",
        "decided_by": "five_cards",
        "offer": "five_card_progressive",
        "amounts": ["1.00", "5.00"],
        "amounts_clause": "reading progressive-amounts",
        "needs": MAIN,
        "fold_clause": "10(b)(2)",
    },
    "five_card_hand_bonus_player": {
        "clause": "6(d)(5)",
        "decided_by": "five_cards",
        "offer": "five_card_hand_bonus",
        "limit": "five_card_hand_bonus",
        "needs": MAIN,
        "fold_reading": "five-card-hand-bonus-on-fold",
        "stands_under": ["both-stand"],
        "fold_clause": ON_FOLD,
    },
    "five_card_hand_bonus_dealer": {
        "clause": "6(d)(5)",
        "decided_by": "dealer_five",
        "offer": "five_card_hand_bonus",
        "limit": "five_card_hand_bonus",
        "needs": MAIN,
        "fold_reading": "five-card-hand-bonus-on-fold",
        "stands_under": ["player-forfeited", "both-stand"],
        "fold_clause": ON_FOLD,
        "divided_clause": "11(f)(2)",
    },
    "link_progressive": {
        "clause": "13(a)",
        "decided_by": "five_cards",
        "offer": "link_progressive",
        "amounts": ["1.00", "5.00"],
        "amounts_clause": "reading link-wager-amount",
        "needs": MAIN,
        "fold_reading": "link-on-fold",
        "stands_under": ["stands"],
        "fold_clause": "reading link-on-fold",
    },
    "cover_all": {
        "clause": "12(a)",
        "decided_by": ["dealer_four", "four_cards"],
        "everyones": True,
        "offer": "cover_all",
        "limit": "cover_all",
        "needs": MAIN,
        "fold_reading": "cover-all-on-fold",
        "stands_under": ["stands"],
        "fold_clause": "reading cover-all-on-fold",
    },
    "play": {
        "clause": "10(b)",
        "decided_by": "four_cards",
        "against": {"duel": "dealer", "higher": "1 to 1", "not_qualified": "1 to 1", "pays_clause": "11(a)"},
        "decision": True,
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(CRAZY, WAGERS))
def test_every_wager(name: str, typed: dict[str, Any]) -> None:
    assert only(load(CRAZY).wagers, name=name) == {"name": name, **typed}


@pytest.mark.clause(CRAZY, "10(f)(3)")
def test_the_game_account_is_that_of_both_five_card_hand_bonus_wagers() -> None:
    assert plain(load(CRAZY).game_account) == {
        "clause": "10(f)(3)",
        "wagers": BONUS_BETS,
        "stake_reading": "game-account-stake",
        "staked_under": ["game-account"],
        "funding_reading": "game-account-funding",
        "funded_under": ["with-the-wager"],
    }


# The deal

FIVE_SINGLY = [{"to": ["players", "dealer"], "times": 5}]
DEALINGS: dict[str, Any] = {
    "manual_shoe": {
        "clause": "7(a)",
        "steps": FIVE_SINGLY,
        "order_clause": "7(d)",
        "no_more_bets_clause": "7(b)",
        "stub_clause": "7(e)",
    },
    "hand": {
        "clause": "8(a)",
        "steps": FIVE_SINGLY,
        "order_clause": "8(b)",
        "no_more_bets_clause": "8(a)(3)",
        "stub_clause": "8(c)",
        "needs_shuffler_clause": "8(a)(1)",
    },
    "automated_shoe": {
        "clause": "9(a)",
        "steps": [{"to": ["players", "dealer"], "cards": 5}],
        "order_clause": "9(b)",
        "no_more_bets_clause": "9(a)(2)",
        "stub_clause": "9(c)",
    },
}


@pytest.mark.parametrize(("method", "typed"), cases(CRAZY, DEALINGS))
def test_every_way_of_dealing(method: str, typed: dict[str, Any]) -> None:
    assert only(load(CRAZY).dealings, method=method) == {"method": method, **typed}


# The decision, the duel and the settlement


@pytest.mark.clause(CRAZY, "10(b)", "10(c)", "10(f)", "6(d)(5)")
def test_the_one_decision() -> None:
    assert plain(load(CRAZY).decisions) == [
        {
            "clause": "10(b)",
            "bet": "play",
            "base": "ante",
            "raised": {"clause": "10(b)", "of": "four_cards", "hand": "pair", "low": "A", "most": 3},
            "fold_clause": "10(b)",
            "collects": "before_reveal",
            "rack_clause": "10(c)",
            "kept_for": ["five_card_hand_bonus_player"],
            "kept_clause": ON_FOLD,
            "reveals": ["dealer"],
            "reveal_clause": "10(c)",
        }
    ]


@pytest.mark.clause(
    CRAZY, "10(c)(3)", "10(c)(3)(i)", "10(c)(3)(ii)a", "10(c)(3)(ii)b", "10(c)(3)(ii)c", "10(c)(3)(ii)", "11(a)"
)
def test_the_duel_with_the_dealer() -> None:
    assert plain(load(CRAZY).duels) == [
        {
            "clause": "10(c)(3)",
            "name": "dealer",
            "hand": "four_cards",
            "against": "dealer_four",
            "qualifier": {"hand": "high_card", "low": "K"},
            "not_qualified_clause": "10(c)(3)(i)",
            "lower_clause": "10(c)(3)(ii)a",
            "higher_clause": "10(c)(3)(ii)b",
            "tie_clause": "10(c)(3)(ii)c",
        }
    ]


@pytest.mark.clause(CRAZY, "10(c)", "10(c)(1)", "10(d)", "10(e)", "10(f)", "12(j)", "13(c)")
def test_the_order_of_settlement() -> None:
    assert plain(load(CRAZY).settlement) == [
        {
            "clause": "10(c)",
            "wagers": [
                *("ante", "play", "super_bonus", "queens_up", "four_card_progressive", "five_card_progressive"),
                *BONUS_BETS,
                "link_progressive",
            ],
        },
        {"clause": "12(j)", "wagers": ["cover_all"], "opens_hands": False},
    ]


VALIDATIONS: dict[str, Any] = {
    "four_card_progressive": {"clause": "10(e)(3)", "document_clause": "10(e)(4)"},
    "five_card_progressive": {"clause": "10(e)(3)", "document_clause": "10(e)(4)"},
    "link_progressive": {
        "clause": "13(d)d",
        "document_clause": "reading link-documentation",
        "document_reading": "link-documentation",
        "documented_under": ["documented"],
    },
    "five_card_hand_bonus_player": {"clause": "10(f)(2)", "odds": "500 for 1", "document_clause": "10(f)(3)"},
    "five_card_hand_bonus_dealer": {"clause": "10(f)(2)", "odds": "500 for 1", "document_clause": "10(f)(3)"},
}


@pytest.mark.parametrize(("wager", "typed"), cases(CRAZY, VALIDATIONS))
def test_every_payout_that_waits_for_the_floor(wager: str, typed: dict[str, Any]) -> None:
    assert only(load(CRAZY).validations, wager=wager) == {"wager": wager, **typed}


# The readings taken

TAKEN = {
    "bet-amounts": "any",
    "super-bonus-dealer-not-qualified": "returned",
    "five-card-hand-bonus-on-fold": "player-forfeited",
    "cover-all-on-fold": "stands",
    "link-on-fold": "forfeited",
    "link-documentation": "documented",
    "game-account-stake": "game-account",
    "game-account-funding": "with-the-wager",
    "envy-needs-wager": "no",
    "folded-hand-envy": "no",
    "cover-all-device": "named",
    "link-wager-amount": "own-table",
    "void-after-settlement": "reversed",
    "void-after-fold": "everything",
    "stub-recount": "recounted",
    "preshuffled-cut": "cut",
    "void-after-forfeit": "stays",
    "all-folded": "always",
    "contribution-time": "accepted",
    "player-card-exposed": "play-on",
}


@pytest.mark.parametrize(("id", "taken"), readings(CRAZY, TAKEN))
def test_every_reading_that_an_operator_may_change(id: str, taken: str) -> None:
    reading = load(CRAZY).interpretation(id)
    assert reading is not None
    assert (reading.taken, reading.selectable) == (taken, True)


def test_no_other_reading_may_be_changed() -> None:
    assert {item.id for item in load(CRAZY).interpretations if item.selectable} == set(TAKEN)
