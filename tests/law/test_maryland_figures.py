"""Maryland: wagers, tables, the deal, decisions and settlement, typed a second time from the document."""

from typing import Any

import pytest

from law.typed import MD, cases, named, plain
from pitboss.rulebooks import load

BETS = ["across", "down", "middle"]
ANTES = ["ante_across", "ante_down"]


@pytest.mark.clause(MD, "2.A(1)")
def test_six_players_on_one_side() -> None:
    assert (load(MD).seats, load(MD).seats_clause) == (6, "2.A(1)")


@pytest.mark.clause(MD, "7.D")
def test_late_wagers_are_refused_by_the_clause_that_forbids_them() -> None:
    assert load(MD).late_clause == "7.D"


@pytest.mark.clause(MD, "7.E(2)")
def test_the_bonus_is_the_one_thing_an_operator_may_offer() -> None:
    assert plain(load(MD).offers) == [{"name": "five_card_bonus", "clause": "7.E(2)"}]


# Chapters 7 and 11: the wagers

WAGERS: dict[str, Any] = {
    "ante_across": {
        "clause": "7.E(1)",
        "decided_by": "across_hand",
        "required": True,
        "limit": "ante",
        "fold_clause": "11.B(2)(a)",
        "lose_clause": "11.I(3)(a)",
    },
    "ante_down": {
        "clause": "7.E(1)",
        "decided_by": "down_hand",
        "required": True,
        "limit": "ante",
        "equals": "ante_across",
        "equals_clause": "7.E(1)",
        "fold_clause": "11.B(2)(a)",
        "lose_clause": "11.I(3)(a)",
    },
    "five_card_bonus": {
        "clause": "7.E(2)",
        "decided_by": "community",
        "offer": "five_card_bonus",
        "limit": "five_card_bonus",
        "needs": ["ante_across", "ante_down"],
        "stands_on_fold": True,
        "fold_clause": "11.B(3)",
    },
    "across": {
        "clause": "11.B(1)(a)",
        "decided_by": "across_hand",
        "decision": True,
        "fold_clause": "11.D(1)(a)",
        "lose_clause": "11.I(3)(a)",
    },
    "down": {
        "clause": "11.D",
        "decided_by": "down_hand",
        "decision": True,
        "fold_clause": "11.F(1)(a)",
        "lose_clause": "11.I(3)(a)",
    },
    "middle": {
        "clause": "11.F",
        "decided_by": ["across_hand", "down_hand"],
        "decision": True,
        "lose_clause": "11.I(3)(d)",
        "first_push_clause": "11.I(3)(b)",
        "second_push_clause": "11.I(3)(c)",
        "both_push_clause": "reading middle-both-push",
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(MD, WAGERS))
def test_every_wager(name: str, typed: dict[str, Any]) -> None:
    wagers = named(load(MD).wagers)
    assert wagers[name] == typed
    assert [*wagers] == ["ante_across", "ante_down", "five_card_bonus", "across", "down", "middle"]


# Chapter 12: the odds, hand, odds and clause of each line

HANDS = [
    *("royal_flush", "straight_flush", "four_of_a_kind", "full_house"),
    *("flush", "straight", "three_of_a_kind", "two_pair"),
]


def paid(odds: str, clause: str, *pairs: dict[str, str]) -> list[dict[str, str]]:
    """The lines of a table: the eight hands above a pair at these odds to 1, then its lines for pairs."""
    lines = [{"hand": hand, "pays": f"{pays} to 1"} for hand, pays in zip(HANDS, odds.split(), strict=True)]
    lines += [{"hand": "pair", **pair} for pair in pairs]
    return [{**line, "clause": f"{clause}({at})"} if clause else line for at, line in enumerate(lines, start=1)]


JACKS, SIXES_TO_TENS = {"low": "J", "pays": "1 to 1"}, {"low": "6", "high": "T", "pays": "push"}
MAIN = paid("500 100 40 12 8 5 3 2", "12.A", JACKS, SIXES_TO_TENS)

TABLES: dict[str, Any] = {
    "bets": {"id": "main", "clause": "12.A", "wagers": BETS, "ranking": "five_card", "lines": MAIN},
    "antes to the letter": {
        "id": "ante",
        "variant": "paytable",
        "clause": "12.A",
        "wagers": ANTES,
        "ranking": "five_card",
        "lines": MAIN,
    },
    "antes by the reading": {
        "id": "ante",
        "variant": "even-money",
        "clause": "reading ante-odds",
        "wagers": ANTES,
        "ranking": "five_card",
        "lines": paid("1 1 1 1 1 1 1 1", "", JACKS, SIXES_TO_TENS),
    },
    "bonus": {
        "id": "five_card_bonus",
        "clause": "12.C",
        "wagers": ["five_card_bonus"],
        "ranking": "five_card",
        "lines": paid("250 100 40 15 10 6 4 3", "12.C", {"low": "6", "pays": "1 to 1"}),
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(MD, TABLES))
def test_every_table_of_odds(name: str, typed: dict[str, Any]) -> None:
    tables = [plain(table) for table in load(MD).paytables]
    assert typed in tables, f"{name}: none of {tables}"
    assert len(tables) == len(TABLES)


@pytest.mark.clause(MD, "12.B", "12.B(1)", "12.B(2)")
def test_the_payout_limit() -> None:
    assert plain(load(MD).payout_limit) == {
        "clause": "12.B",
        "rule": "ceiling",
        "amount": "50000.00",
        "or_largest_win": True,
        "whole_minimum_clause": "reading payout-limit-ceiling",
        "counts": [*ANTES, *BETS],
    }


# Chapters 8 to 10: five to the cross, then two to each player


CROSS = ["top", "left", "middle", "right", "bottom"]


def one_by_one(cross: str) -> list[dict[str, Any]]:
    return [{"to": CROSS, "clause": cross}, {"to": ["players"], "times": 2}]


DEALINGS: dict[str, Any] = {
    "manual_shoe": {
        "clause": "8.A",
        "steps": one_by_one("8.D(2)"),
        "order_clause": "8.D(3)",
        "no_more_bets_clause": "8.C",
        "stub_clause": "8.D(4)",
    },
    "hand": {
        "clause": "9.A",
        "steps": one_by_one("9.B(1)"),
        "order_clause": "9.B(2)",
        "no_more_bets_clause": "9.A(5)",
        "stub_clause": "9.B(3)",
        "needs_shuffler_clause": "9.A(1)",
    },
    "automated_shoe": {
        "clause": "10.A",
        "steps": [
            {"to": ["community"], "cards": 5, "spread": CROSS, "clause": "10.B(1)"},
            {"to": ["players"], "cards": 2},
        ],
        "order_clause": "10.B(2)",
        "no_more_bets_clause": "10.A(2)",
        "stub_clause": "10.B(3)",
    },
}


@pytest.mark.parametrize(("method", "typed"), cases(MD, DEALINGS))
def test_every_way_of_dealing(method: str, typed: dict[str, Any]) -> None:
    dealings = named(load(MD).dealings, "method")
    assert dealings[method] == typed
    assert {*dealings} == {*DEALINGS}


# Chapter 11: three decisions, each with its fold and the cards turned up after it

DECISIONS: dict[str, Any] = {
    "across": {
        "base": "ante_across",
        "most": 3,
        "clause": "11.B(1)(a)",
        "fold_clause": "11.B(2)(a)",
        "rack_clause": "11.B(2)(b)",
        "kept_for": ["five_card_bonus"],
        "kept_clause": "11.B(3)",
        "reveals": ["left", "right"],
        "reveal_clause": "11.C",
        "order_clause": "11.B",
    },
    "down": {
        "base": "ante_down",
        "most": 3,
        "clause": "11.D",
        "fold_clause": "11.D(1)(a)",
        "rack_clause": "11.D(1)(b)",
        "kept_for": ["five_card_bonus"],
        "kept_clause": "11.D(2)",
        "reveals": ["top", "bottom"],
        "reveal_clause": "11.E",
        "order_clause": "reading decision-order",
    },
    "middle": {
        "base": "ante_across",
        "most": 3,
        "clause": "11.F",
        "fold_clause": "11.F(1)(a)",
        "rack_clause": "11.F(1)(b)",
        "kept_for": ["five_card_bonus"],
        "kept_clause": "11.F(2)",
        "reveals": ["middle"],
        "reveal_clause": "11.G",
        "order_clause": "reading decision-order",
    },
}


@pytest.mark.parametrize(("bet", "typed"), cases(MD, DECISIONS))
def test_every_decision(bet: str, typed: dict[str, Any]) -> None:
    decisions = named(load(MD).decisions, "bet")
    assert decisions[bet] == typed
    assert [*decisions] == ["across", "down", "middle"]


@pytest.mark.clause(MD, "11.H", "11.I", "11.I(3)", "11.I(3)(a)")
def test_bonuses_first_then_hand_by_hand() -> None:
    assert plain(load(MD).settlement) == [
        {"clause": "11.H", "wagers": ["five_card_bonus"], "opens_hands": False},
        {
            "clause": "11.I",
            "wagers": ["ante_across", "across", "ante_down", "down", "middle"],
            "losers_first": True,
            "rack_clause": "11.I(3)(a)",
        },
    ]


# What an operator may choose, and what holds otherwise

CHOICES = {
    "bet-amounts": "whole",
    "ace-low-straight": "ace-low",
    "ante-odds": "even-money",
    "community-exposed": "void",
    "player-card-exposed": "play-on",
    "largest-win-at-minimum": "smallest-bets",
    "void-after-settlement": "reversed",
    "void-after-fold": "everything",
    "forfeiture-time": "until-over",
    "preshuffled-cut": "cut",
    "stub-recount": "recounted",
    "void-after-forfeit": "stays",
    "all-folded": "only-for-a-bonus",
}
BEHIND = [clause for item in load(MD).interpretations if item.id in CHOICES for clause in item.clauses]


@pytest.mark.clause(MD, *dict.fromkeys(BEHIND))
def test_the_readings_taken_where_an_operator_may_choose() -> None:
    assert {item.id: item.taken for item in load(MD).interpretations if item.selectable} == CHOICES
