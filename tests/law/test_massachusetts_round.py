"""Criss-Cross Poker in Massachusetts: wagers, pay, deal, decisions and settlement, typed a second time."""

from typing import Any

import pytest

from law.typed import MA, cases, only, plain, readings
from pitboss.rulebooks import load

ANTES = ["ante_across", "ante_down"]


@pytest.mark.clause(MA, "7(d)", "8(b)", "9(b)", "10(b)", "10(g)", "6(c)")
def test_six_seats_and_no_late_wagers() -> None:
    book = load(MA)
    assert (book.game, book.seats, book.seats_clause) == ("criss-cross", 6, "reading seat-numbering")
    assert (book.late_clause, book.withdrawn_clause) == ("6(c)", "reading wagers-stand")
    assert (book.limits, book.wheels, book.meters, book.duels, book.validations) == ({}, (), (), (), ())


@pytest.mark.clause(MA, "6(e)")
def test_the_one_offer() -> None:
    assert plain(load(MA).offers) == [{"clause": "6(e)", "name": "five_card_bonus"}]


WAGERS: dict[str, Any] = {
    "ante_across": {
        "clause": "6(d)",
        "decided_by": "across_hand",
        "required": True,
        "limit": "ante",
        "fold_clause": "10(b)",
        "lose_clause": "10(h)(1)(i)",
    },
    "ante_down": {
        "clause": "6(d)",
        "decided_by": "down_hand",
        "required": True,
        "limit": "ante",
        "equals": "ante_across",
        "equals_clause": "6(d)",
        "fold_clause": "10(b)",
        "lose_clause": "10(h)(2)(i)",
    },
    "five_card_bonus": {
        "clause": "6(e)",
        "decided_by": "community",
        "offer": "five_card_bonus",
        "limit": "five_card_bonus",
        "needs": ANTES,
        "stands_on_fold": True,
        "fold_clause": "10(b)",
        "lose_clause": "reading bonus-loses",
    },
    "across": {
        "clause": "10(b)",
        "decided_by": "across_hand",
        "decision": True,
        "fold_clause": "10(d)",
        "lose_clause": "10(h)(1)(i)",
    },
    "down": {
        "clause": "10(d)",
        "decided_by": "down_hand",
        "decision": True,
        "fold_clause": "10(f)",
        "lose_clause": "10(h)(2)(i)",
    },
    "middle": {
        "clause": "10(f)",
        "decided_by": ["across_hand", "down_hand"],
        "decision": True,
        "lose_clause": "10(h)(3)",
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(MA, WAGERS))
def test_every_wager(name: str, typed: dict[str, Any]) -> None:
    assert only(load(MA).wagers, name=name) == {"name": name, **typed}


HANDS = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind"]
HIGH, MIDDLING = {"hand": "pair", "low": "J"}, {"hand": "pair", "low": "6", "high": "T"}


def lines(pays: str, *rest: dict[str, str]) -> list[dict[str, str]]:
    odds = pays.split(", ")
    return [{"hand": hand, "pays": pay} for hand, pay in zip([*HANDS, "two_pair"], odds, strict=True)] + list(rest)


PAYTABLES: dict[str, Any] = {
    "ante": {
        "clause": "11(a)",
        "wagers": ANTES,
        "ranking": "five_card",
        "lines": lines(", ".join(["1 to 1"] * 8), {**HIGH, "pays": "1 to 1"}, {**MIDDLING, "pays": "push"}),
    },
    "main": {
        "clause": "11(b)",
        "wagers": ["across", "down", "middle"],
        "ranking": "five_card",
        "lines": lines(
            "500 to 1, 100 to 1, 40 to 1, 12 to 1, 8 to 1, 5 to 1, 3 to 1, 2 to 1",
            {**HIGH, "pays": "1 to 1"},
            {**MIDDLING, "pays": "push"},
        ),
    },
    "five_card_bonus": {
        "clause": "11(c)",
        "wagers": ["five_card_bonus"],
        "ranking": "five_card",
        "lines": lines(
            "250 to 1, 100 to 1, 40 to 1, 15 to 1, 10 to 1, 6 to 1, 4 to 1, 3 to 1",
            {"hand": "pair", "low": "6", "pays": "1 to 1"},
        ),
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(MA, PAYTABLES))
def test_every_paytable(name: str, typed: dict[str, Any]) -> None:
    assert only(load(MA).paytables, id=name) == {"id": name, **typed}


PLACES = ["top", "left", "middle", "right", "bottom"]
CROSS, TWO = {"to": PLACES}, {"to": ["players"], "times": 2}
DEALINGS: dict[str, Any] = {
    "manual_shoe": {
        "clause": "7(a)",
        "order_clause": "7(d)",
        "no_more_bets_clause": "7(b)",
        "stub_clause": "7(e)",
        "steps": [CROSS, TWO],
    },
    "hand": {
        "clause": "8(a)",
        "order_clause": "8(b)",
        "no_more_bets_clause": "8(a)(3)",
        "stub_clause": "8(c)",
        "needs_shuffler_clause": "8(a)(1)",
        "steps": [CROSS, TWO],
    },
    "automated_shoe": {
        "clause": "9(a)",
        "order_clause": "9(b)",
        "no_more_bets_clause": "9(a)(2)",
        "stub_clause": "9(c)",
        "steps": [{"to": ["community"], "cards": 5, "spread": PLACES}, {"to": ["players"], "cards": 2}],
    },
}


@pytest.mark.parametrize(("method", "typed"), cases(MA, DEALINGS))
def test_every_way_of_dealing(method: str, typed: dict[str, Any]) -> None:
    assert only(load(MA).dealings, method=method) == {"method": method, **typed}


def decision(base: str, clause: str, reveals: list[str], reveal_clause: str) -> dict[str, Any]:
    """One to three antes, else the wagers so far are collected and the hand racked, by one and the same clause."""
    return {
        "clause": clause,
        "base": base,
        "most": 3,
        "fold_clause": clause,
        "rack_clause": clause,
        "reveals": reveals,
        "reveal_clause": reveal_clause,
    }


DECISIONS: dict[str, Any] = {
    "across": decision("ante_across", "10(b)", ["left", "right"], "10(c)"),
    "down": decision("ante_down", "10(d)", ["top", "bottom"], "10(e)"),
    "middle": decision("ante_across", "10(f)", ["middle"], "10(g)"),
}


@pytest.mark.parametrize(("bet", "typed"), cases(MA, DECISIONS))
def test_every_decision(bet: str, typed: dict[str, Any]) -> None:
    assert only(load(MA).decisions, bet=bet) == {"bet": bet, **typed}


@pytest.mark.clause(MA, "10(b)", "10(d)", "10(f)")
def test_the_decisions_come_across_down_middle() -> None:
    assert [item.bet for item in load(MA).decisions] == ["across", "down", "middle"]


@pytest.mark.clause(MA, "10(h)", "10(h)(1)", "10(h)(2)", "10(h)(5)", "10(h)(5)(i)")
def test_one_turn_for_each_player_the_bonus_last_and_the_hand_racked_after_it() -> None:
    assert plain(load(MA).settlement) == [
        {
            "clause": "10(h)",
            "wagers": ["ante_across", "across", "ante_down", "down", "middle", "five_card_bonus"],
            "rack_clause": "10(h)(5)(i)",
        }
    ]


@pytest.mark.clause(MA, "11(d)")
def test_the_payout_limit_is_the_operators_and_not_below_fifty_thousand_or_the_largest_win() -> None:
    rule = load(MA).payout_limit
    assert rule is not None
    assert (rule.clause, rule.rule, str(rule.amount), rule.or_largest_win) == ("11(d)", "floor", "50000.00", True)
    assert list(rule.counts) == [*ANTES, "across", "down", "middle", "five_card_bonus"]


TAKEN = {
    "bet-amounts": "whole",
    "all-folded": "only-for-a-bonus",
    "largest-win-at-minimum": "smallest-bets",
    "player-card-exposed": "play-on",
    "void-after-settlement": "reversed",
    "void-after-fold": "everything",
    "preshuffled-cut": "cut",
    "stub-recount": "recounted",
    "void-after-forfeit": "stays",
}


@pytest.mark.parametrize(("id", "taken"), readings(MA, TAKEN))
def test_the_reading_taken_where_a_house_may_take_another(id: str, taken: str) -> None:
    found = load(MA).interpretation(id)
    assert found is not None
    assert (found.taken, found.selectable) == (taken, True)
