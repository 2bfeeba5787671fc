"""Criss Cross Poker in the card room: the whole document typed a second time."""

from typing import Any

import pytest

from law.typed import ROOM, authority, cases, only, plain, readings, step
from pitboss.rulebooks import load
from pitboss.rulebooks.table_rules import TableRules

ROUND = ["dealing", "decision", "reveal", "settlement", "validation"]
ANTES = ["ante_across", "ante_down"]


def rules() -> TableRules:
    return load(ROOM).table


# Wagers and pay


@pytest.mark.clause(ROOM, "Wagers 1", "Wagers 2", "Wagers 3", "Dealing 2", "6 Card Bonus 5")
def test_two_to_ten_dollars_on_six_seats() -> None:
    book = load(ROOM)
    assert (book.game, book.seats, book.seats_clause) == ("criss-cross", 6, "reading seat-numbering")
    assert {name: (str(item.minimum), str(item.maximum), item.clause) for name, item in book.limits.items()} == {
        "ante": ("2.00", "10.00", "Wagers 1"),
        "five_card_bonus": ("2.00", "10.00", "Wagers 2"),
        "six_card_bonus": ("2.00", "10.00", "Wagers 3"),
    }


OFFERS: dict[str, Any] = {
    "five_card_bonus": {"clause": "5 Card Bonus 1", "always": True},
    "six_card_bonus": {"clause": "6 Card Bonus 1", "always": True, "needs": ["five_card_bonus"]},
}
WAGERS: dict[str, Any] = {
    "ante_across": {
        "clause": "Dealing 1",
        "decided_by": "across_hand",
        "required": True,
        "limit": "ante",
        "fold_clause": "Round 1",
        "lose_clause": "Round 11",
    },
    "ante_down": {
        "clause": "Dealing 1",
        "decided_by": "down_hand",
        "required": True,
        "limit": "ante",
        "equals": "ante_across",
        "equals_clause": "Wagers 1",
        "fold_clause": "Round 1",
        "lose_clause": "Round 11",
    },
    "five_card_bonus": {
        "clause": "5 Card Bonus 1",
        "decided_by": "community",
        "offer": "five_card_bonus",
        "limit": "five_card_bonus",
        "needs": ANTES,
        "stands_on_fold": True,
        "fold_clause": "5 Card Bonus 4",
    },
    "six_card_bonus": {
        "clause": "6 Card Bonus 1",
        "decided_by": "six_cards",
        "offer": "six_card_bonus",
        "limit": "six_card_bonus",
        "equals": "five_card_bonus",
        "equals_clause": "6 Card Bonus 2",
        "needs": [*ANTES, "five_card_bonus"],
        "needs_clause": "6 Card Bonus 2",
        "stands_on_fold": True,
        "fold_clause": "6 Card Bonus 3",
    },
    "across": {"clause": "Round 1", "decided_by": "across_hand", "decision": True, "fold_clause": "Round 3"},
    "down": {"clause": "Round 3", "decided_by": "down_hand", "decision": True, "fold_clause": "Round 5"},
    "middle": {
        "clause": "Round 5",
        "decided_by": ["across_hand", "down_hand"],
        "decision": True,
        "lose_clause": "Round 9",
        "first_push_clause": "Round 9",
        "second_push_clause": "Round 9",
        "both_push_clause": "Round 9",
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(ROOM, OFFERS))
def test_every_offer(name: str, typed: dict[str, Any]) -> None:
    assert only(load(ROOM).offers, name=name) == {"name": name, **typed}


@pytest.mark.parametrize(("name", "typed"), cases(ROOM, WAGERS))
def test_every_wager(name: str, typed: dict[str, Any]) -> None:
    assert only(load(ROOM).wagers, name=name) == {"name": name, **typed}


HANDS = ["royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind"]
HIGH, MIDDLING = {"hand": "pair", "low": "J"}, {"hand": "pair", "low": "6", "high": "T"}


def lines(hands: list[str], pays: str) -> list[dict[str, str]]:
    return [{"hand": hand, "pays": f"{pay} to 1"} for hand, pay in zip(hands, pays.split(), strict=True)]


PAYTABLES: dict[str, Any] = {
    "main": {
        "clause": "Pay Tables 1",
        "wagers": ["across", "down", "middle"],
        "ranking": "five_card",
        "lines": [
            *lines([*HANDS, "two_pair"], "250 100 40 10 8 5 3 2"),
            {**HIGH, "pays": "1 to 1"},
            {**MIDDLING, "pays": "push"},
        ],
    },
    "five_card_bonus": {
        "clause": "Pay Tables 2",
        "wagers": ["five_card_bonus"],
        "ranking": "five_card",
        "lines": [
            *lines([*HANDS, "two_pair"], "250 100 40 15 10 6 4 3"),
            {"hand": "pair", "low": "6", "pays": "1 to 1"},
        ],
    },
    "six_card_bonus": {
        "clause": "Pay Tables 3",
        "wagers": ["six_card_bonus"],
        "ranking": "five_card",
        "lines": lines(HANDS, "1000 200 50 20 15 10 5"),
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(ROOM, PAYTABLES))
def test_every_paytable(name: str, typed: dict[str, Any]) -> None:
    assert only(load(ROOM).paytables, id=name) == {"id": name, **typed}


@pytest.mark.clause(ROOM, "Round 10", "Round 11")
def test_an_ante_is_even_money_or_a_push() -> None:
    table = next(item for item in load(ROOM).paytables if item.id == "ante")
    assert list(table.wagers) == ANTES
    assert [(line.hand, line.low, line.high, str(line.pays)) for line in table.lines] == [
        *((hand, None, None, "1 to 1") for hand in (*HANDS, "two_pair")),
        ("pair", "J", None, "1 to 1"),
        ("pair", "6", "T", "push"),
    ]
    assert [table.clause_of(line) for line in table.lines] == ["Round 10"] * 9 + ["Round 11"]


@pytest.mark.clause(ROOM, "Max Payout 1")
def test_three_thousand_dollars_in_all() -> None:
    rule = load(ROOM).payout_limit
    assert rule is not None
    assert (rule.clause, rule.rule, str(rule.amount), rule.or_largest_win) == (
        "Max Payout 1",
        "fixed",
        "3000.00",
        False,
    )
    assert sorted(rule.counts) == sorted([*ANTES, "across", "down", "middle", "five_card_bonus", "six_card_bonus"])


# The deal, the round, paying out


@pytest.mark.clause(ROOM, "Equipment 3", "Dealing 2", "Dealing 3", "Dealing 4", "Dealing 6")
def test_players_first_then_nine_cards_with_four_burns() -> None:
    assert load(ROOM).dealings_clause == "reading dealing-method"
    assert plain(load(ROOM).dealings) == [
        {
            "clause": "Dealing 2",
            "method": "hand",
            "steps": [
                {"to": ["players"], "times": 2, "clause": "Dealing 2"},
                {"to": ["bottom", "burn", "left", "burn", "top", "burn", "right", "burn", "middle"]},
            ],
            "order_clause": "Dealing 4",
            "no_more_bets_clause": "reading bonus-deadline",
            "stub_clause": "Dealing 6",
        }
    ]


def decision(base: str, clause: str, reveals: list[str], reveal_clause: str) -> dict[str, Any]:
    return {
        "clause": clause,
        "base": base,
        "most": 3,
        "fold_clause": clause,
        "rack_clause": "reading folded-hand-and-bonus",
        "kept_for": ["five_card_bonus", "six_card_bonus"],
        "kept_clause": "5 Card Bonus 5",
        "reveals": reveals,
        "reveal_clause": reveal_clause,
        "order_clause": "reading decision-order",
    }


DECISIONS: dict[str, Any] = {
    "across": decision("ante_across", "Round 1", ["left", "right"], "Round 2"),
    "down": decision("ante_down", "Round 3", ["top", "bottom"], "Round 4"),
    "middle": decision("ante_across", "Round 5", ["middle"], "Round 6"),
}


@pytest.mark.parametrize(("bet", "typed"), cases(ROOM, DECISIONS))
def test_every_decision(bet: str, typed: dict[str, Any]) -> None:
    assert only(load(ROOM).decisions, bet=bet) == {"bet": bet, **typed}
    assert [item.bet for item in load(ROOM).decisions] == ["across", "down", "middle"]


@pytest.mark.clause(ROOM, "Paying Out 1", "Paying Out 2", "Paying Out 3", "6 Card Bonus 4", "6 Card Bonus 5")
def test_losers_first_down_before_across_and_the_six_card_bonus_after_the_cross() -> None:
    assert plain(load(ROOM).settlement) == [
        {
            "clause": "Paying Out 1",
            "wagers": ["ante_down", "down", "ante_across", "across", "middle", "five_card_bonus"],
            "losers_first": True,
            "rack_clause": "Paying Out 3",
        },
        {
            "clause": "6 Card Bonus 5",
            "wagers": ["six_card_bonus"],
            "reveals": ["burn"],
            "reveal_clause": "6 Card Bonus 4",
            "rack_clause": "Paying Out 3",
        },
    ]


# Around the round

PARTS: dict[str, Any] = {
    "two_decks": {"clause": "Equipment 3", "alternate_clause": "Equipment 3", "required": True},
    "handling": [
        {
            "clause": "Dealing 2",
            "methods": ["hand"],
            "stub": [
                step("cover_bonus_cards", "Dealing 5", "dealer"),
                step("rack_stub", "Dealing 6", "dealer"),
                step("give_leave", "Dealing 8", "dealer"),
            ],
        }
    ],
    "conduct": {
        "seated_clause": "reading seated-players",
        "one_position_clause": "reading one-position",
        "leaving_clause": "reading leaving-abandons",
        "floor_rules_on_leaving": True,
        "leaver_declines": True,
    },
}


@pytest.mark.parametrize(("name", "typed"), cases(ROOM, PARTS))
def test_each_part_of_the_table_says_what_its_rule_says(name: str, typed: Any) -> None:
    assert plain(getattr(rules(), name)) == typed


@pytest.mark.clause(ROOM, "Equipment 2", "Irregularities 2")
def test_one_deck_no_opening_no_cut_no_count() -> None:
    table = rules()
    assert (table.decks_clause, table.unready_void_clause) == ("Equipment 2", "Irregularities 2")
    assert (table.shuffling.clause, table.age_void_clause) == ("reading shuffle-and-cut", "reading deck-age")
    assert (table.opening, table.cut, table.idle, table.deck_age, table.out_of_order) == (None, None, None, (), None)


SHOWN = ["dealing", "decision", "reveal"]
EXPOSED = {
    "clause": "reading exposed-card",
    "remedies": ["play_on"],
    "reading": "exposed-card",
    "readings": {"void": ["void"]},
}
SHUFFLER = {"clause": "Irregularities 2", "device": "shuffler", "reading": "shuffler-malfunction"}
IRREGULARITIES: dict[str, Any] = {
    "wrong_number_of_cards": {"clause": "Irregularities 1", "phases": ROUND, "dealt": ["any"], "remedies": ["void"]},
    "shuffler_jam": {**SHUFFLER, "remedies": ["void", "reshuffle"], "readings": {"deck-in-play": ["reshuffle"]}},
    "shuffler_broken": {
        **SHUFFLER,
        "remedies": ["void", "out_of_order"],
        "readings": {"deck-in-play": ["out_of_order"]},
    },
    "card_backed_up": {
        "clause": "Irregularities 3",
        "phases": ["dealing"],
        "remedies": ["back_up_card"],
        "again": ["void"],
    },
    "cards_out_of_turn": {"clause": "Irregularities 3", "phases": SHOWN, "remedies": ["void"]},
    "cards_touched_early": {
        "clause": "Dealing 7",
        "phases": ["dealing", "decision"],
        "remedies": ["play_on"],
        "reading": "touched-early",
    },
    "community_card_exposed": {**EXPOSED, "phases": SHOWN, "dealt": ["top", "left", "middle", "right", "bottom"]},
    "player_card_exposed": {**EXPOSED, "phases": SHOWN, "dealt": ["own"]},
    "bonus_card_exposed": {**EXPOSED, "phases": [*SHOWN, "settlement"], "dealt": ["burn"]},
}


@pytest.mark.parametrize(("name", "typed"), cases(ROOM, IRREGULARITIES))
def test_every_irregularity(name: str, typed: dict[str, Any]) -> None:
    assert only(rules().irregularities, name=name) == {"name": name, **typed}
    assert {item.name for item in rules().irregularities} == set(IRREGULARITIES)


VOIDS: dict[str, Any] = {
    "count": {"clause": "Irregularities 1", "phases": ROUND, "dealt": ["any"]},
    "shuffler": {
        "clause": "Irregularities 2",
        "phases": ["wagers", *ROUND],
        "devices": ["shuffler"],
        "reading": "shuffler-malfunction",
        "under": ["any"],
    },
    "shuffler and the deck in play": {
        "clause": "Irregularities 2",
        "phases": ["wagers", "dealing"],
        "until_dealt": True,
        "devices": ["shuffler"],
        "reading": "shuffler-malfunction",
        "under": ["deck-in-play"],
    },
    "shown": {
        "clause": "reading exposed-card",
        "phases": [*SHOWN, "settlement"],
        "reading": "exposed-card",
        "under": ["void"],
    },
    "misdeal": {"clause": "Irregularities 3", "phases": SHOWN},
    "seed": {"clause": "reading seed-lost", "phases": ROUND, "cards": "virtual"},
    "age": {"clause": "reading deck-age", "phases": ["wagers", "dealing"], "until_dealt": True},
}


@pytest.mark.parametrize(("name", "typed"), cases(ROOM, VOIDS))
def test_every_reason_to_void_a_round_and_its_phases(name: str, typed: dict[str, Any]) -> None:
    assert only(rules().voids, clause=typed["clause"], under=tuple(typed.get("under", ()))) == typed
    assert len(rules().voids) == len(VOIDS)


AUTHORITY: list[tuple[str, str, list[str]]] = [
    ("reading seated-players", "player", ["sit", "leave"]),
    ("Dealing 1", "player", ["place-wager", "take-back"]),
    ("Round 1", "player", ["bet", "fold"]),
    ("reading bonus-deadline", "dealer", ["close-bets"]),
    ("Dealing 2", "dealer", ["deal"]),
    ("reading incomplete-wagers", "dealer", ["return-wagers"]),
    ("Round 2", "dealer", ["reveal"]),
    ("Paying Out 1", "dealer", ["settle"]),
    ("Equipment 2", "dealer", ["receive-deck"]),
    ("reading deck-removal", "dealer, floorperson", ["remove-deck"]),
    ("reading shuffle-and-cut", "dealer", ["shuffle-deck", "open-round"]),
    ("Equipment 3", "dealer", ["empty-rack", "store-deck"]),
    ("reading floorperson", "floorperson", ["restore-device", "change-method"]),
    ("reading leaving-abandons", "floorperson", ["rule-on-leaving", "abandon"]),
    ("reading floorperson", "floorperson", ["void"]),
]


@pytest.mark.parametrize(("first", "typed"), cases(ROOM, authority(AUTHORITY)))
def test_who_may_do_what(first: str, typed: dict[str, Any]) -> None:
    assert only(rules().authority, may=tuple(typed["may"])) == typed
    assert len(rules().authority) == len(AUTHORITY)


TAKEN = {
    "wager-limits": "within",
    "all-folded": "only-for-a-bonus",
    "payout-limit-per": "player-round",
    "shuffler-malfunction": "any",
    "exposed-card": "play-on",
    "void-after-settlement": "reversed",
    "void-after-fold": "everything",
    "void-after-forfeit": "stays",
}


@pytest.mark.parametrize(("id", "taken"), readings(ROOM, TAKEN))
def test_the_reading_taken_where_a_house_may_take_another(id: str, taken: str) -> None:
    found = load(ROOM).interpretation(id)
    assert found is not None
    assert (found.taken, found.selectable) == (taken, True)
