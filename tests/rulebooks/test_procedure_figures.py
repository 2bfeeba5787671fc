"""The orders, limits and remedies of the five documents, entered a second time and compared with the data.

Only figures that stand for themselves are bound to their clauses here; what is done by them is proved where it is done.
"""

import pytest

from pitboss.money import Amount
from pitboss.rulebooks import Rulebook, load, load_all
from pitboss.rulebooks.parts import LimitRule
from pitboss.rulebooks.table_rules import Remedy

MA, MD, NJ, CARDROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
SHOES_AND_HAND = {"manual_shoe", "hand", "automated_shoe"}

# Limits, seats, decks and what surrounds a round


@pytest.mark.clause(CARDROOM, "Wagers 1", "Wagers 2", "Wagers 3")
def test_card_room_limits() -> None:
    limits = {name: (str(item.minimum), str(item.maximum)) for name, item in load(CARDROOM).limits.items()}
    assert limits == dict.fromkeys(("ante", "five_card_bonus", "six_card_bonus"), ("2.00", "10.00"))


@pytest.mark.parametrize("rulebook", [MA, MD, NJ, CRAZY])
def test_the_other_documents_set_no_limits(rulebook: str) -> None:
    assert load(rulebook).limits == {}


@pytest.mark.parametrize(
    ("rulebook", "rule", "amount", "or_largest_win"),
    [
        pytest.param(MA, LimitRule.FLOOR, "50000", True, marks=pytest.mark.clause(MA, "11(d)")),
        pytest.param(MD, LimitRule.CEILING, "50000", True, marks=pytest.mark.clause(MD, "12.B", "12.B(1)", "12.B(2)")),
        pytest.param(NJ, LimitRule.FIXED, "50000", True, marks=pytest.mark.clause(NJ, "40.11(d)")),
        pytest.param(CARDROOM, LimitRule.FIXED, "3000", False, marks=pytest.mark.clause(CARDROOM, "Max Payout 1")),
    ],
)
def test_aggregate_payout_limits(rulebook: str, rule: LimitRule, amount: str, or_largest_win: bool) -> None:
    limit = load(rulebook).payout_limit
    assert limit is not None
    assert (limit.rule, limit.amount, limit.or_largest_win) == (rule, Amount.parse(amount), or_largest_win)


def test_crazy_4_has_no_aggregate_payout_limit() -> None:
    assert load(CRAZY).payout_limit is None


@pytest.mark.clause(MD, "2.A(1)")
@pytest.mark.clause(NJ, "1.13Z(a)")
@pytest.mark.parametrize("rulebook", load_all(), ids=lambda book: book.id)
def test_six_betting_positions(rulebook: Rulebook) -> None:
    assert rulebook.seats == 6


@pytest.mark.clause(MA, "2(c)", "2(c)(1)", "2(c)(2)")
@pytest.mark.clause(MD, "3.C", "3.C(1)", "3.C(2)")
@pytest.mark.clause(CRAZY, "2(c)", "2(c)(1)", "2(c)(2)")
@pytest.mark.parametrize("rulebook", [MA, MD, CRAZY])
def test_decks_are_changed_after_four_hours_by_hand_and_eight_from_a_shoe(rulebook: str) -> None:
    rules = load(rulebook).table
    hours = {method: age.hours for method in SHOES_AND_HAND if (age := rules.age_limit(method))}
    assert hours == {"hand": 4, "manual_shoe": 8, "automated_shoe": 8}


@pytest.mark.parametrize("rulebook", [NJ, CARDROOM])
def test_two_documents_give_no_deck_hours(rulebook: str) -> None:
    assert load(rulebook).table.deck_age == ()


@pytest.mark.parametrize(
    ("rulebook", "after"),
    [
        pytest.param(MA, ("manual", "preshuffled"), marks=pytest.mark.clause(MA, "4(c)(2)", "4(d)")),
        pytest.param(MD, ("manual", "preshuffled"), marks=pytest.mark.clause(MD, "5.C(2)", "5.D")),
        pytest.param(NJ, ("manual",), marks=pytest.mark.clause(NJ, "40.5(b)2", "40.5(c)1ii")),
        pytest.param(CRAZY, ("manual", "preshuffled"), marks=pytest.mark.clause(CRAZY, "4(c)(2)", "4(d)")),
    ],
)
def test_a_cut_is_ten_cards_deep(rulebook: str, after: tuple[str, ...]) -> None:
    cut = load(rulebook).table.cut
    assert cut is not None
    assert (cut.least, cut.after) == (10, after)


def test_the_card_room_asks_for_no_cut() -> None:
    assert load(CARDROOM).table.cut is None


@pytest.mark.parametrize(
    ("rulebook", "counted"),
    [
        pytest.param(MA, SHOES_AND_HAND, marks=pytest.mark.clause(MA, "7(f)", "8(d)", "9(d)")),
        pytest.param(MD, {"manual_shoe", "hand"}, marks=pytest.mark.clause(MD, "8.E", "9.C")),
        pytest.param(NJ, {"manual_shoe", "hand"}, marks=pytest.mark.clause(NJ, "40.7(e)", "40.8(e)")),
        pytest.param(CARDROOM, set()),
        pytest.param(CRAZY, SHOES_AND_HAND, marks=pytest.mark.clause(CRAZY, "7(f)", "8(d)", "9(d)")),
    ],
)
def test_the_stub_is_counted_every_five_rounds(rulebook: str, counted: set[str]) -> None:
    handling = load(rulebook).table.handling
    every = {method: item.count.every for item in handling for method in item.methods if item.count}
    assert {method for method, rounds in every.items() if rounds} == counted
    assert {rounds for rounds in every.values() if rounds} <= {5}


CROSS_FIRST = [(("top", "left", "middle", "right", "bottom"), 1, 1), (("players",), 1, 2)]
CROSS_IN_STACKS = [(("community",), 5, 1), (("players",), 2, 1)]
FIVE_EACH = [(("players", "dealer"), 1, 5)]
STACKS_OF_FIVE = [(("players", "dealer"), 5, 1)]
PLAYERS_THEN_NINE = [
    (("players",), 1, 2),
    (("bottom", "burn", "left", "burn", "top", "burn", "right", "burn", "middle"), 1, 1),
]


@pytest.mark.parametrize(
    ("rulebook", "orders"),
    [
        (MA, {"manual_shoe": CROSS_FIRST, "hand": CROSS_FIRST, "automated_shoe": CROSS_IN_STACKS}),
        (MD, {"manual_shoe": CROSS_FIRST, "hand": CROSS_FIRST, "automated_shoe": CROSS_IN_STACKS}),
        (NJ, {"manual_shoe": CROSS_FIRST, "hand": CROSS_FIRST, "automated_shoe": CROSS_IN_STACKS}),
        (CARDROOM, {"hand": PLAYERS_THEN_NINE}),
        (CRAZY, {"manual_shoe": FIVE_EACH, "hand": FIVE_EACH, "automated_shoe": STACKS_OF_FIVE}),
    ],
)
def test_dealing_orders(rulebook: str, orders: dict[str, list[tuple[tuple[str, ...], int, int]]]) -> None:
    dealings = load(rulebook).dealings
    assert {item.method: [(step.to, step.cards, step.times) for step in item.steps] for item in dealings} == orders


@pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        (MA, "8(a)(1)"),
        (MD, "9.A(1)"),
        (NJ, "40.8(b)1"),
        (CARDROOM, None),
        (CRAZY, "8(a)(1)"),
    ],
)
def test_only_dealing_from_the_hand_needs_a_shuffler(rulebook: str, clause: str | None) -> None:
    needs = {item.method: item.needs_shuffler_clause for item in load(rulebook).dealings}
    assert needs.pop("hand") == clause
    assert set(needs.values()) <= {None}


# Decisions and settlement


@pytest.mark.parametrize(
    "rulebook",
    [
        MA,
        MD,
        NJ,
        CARDROOM,
    ],
)
def test_three_decisions_of_one_to_three_antes(rulebook: str) -> None:
    assert [(item.bet, item.least, item.most, item.reveals) for item in load(rulebook).decisions] == [
        ("across", 1, 3, ("left", "right")),
        ("down", 1, 3, ("top", "bottom")),
        ("middle", 1, 3, ("middle",)),
    ]


def test_one_decision_of_one_ante_or_up_to_three_with_aces() -> None:
    (play,) = load(CRAZY).decisions
    assert (play.bet, play.base, play.least, play.most) == ("play", "ante", 1, 1)
    assert play.raised is not None
    assert (play.raised.hand, play.raised.low, play.raised.most) == ("pair", "A", 3)


CRAZY_ORDER = ("ante", "play", "super_bonus", "queens_up", "four_card_progressive", "five_card_progressive")


@pytest.mark.parametrize(
    ("rulebook", "passes"),
    [
        (MA, [("ante_across", "across", "ante_down", "down", "middle", "five_card_bonus")]),
        (MD, [("five_card_bonus",), ("ante_across", "across", "ante_down", "down", "middle")]),
        (NJ, [("ante_across", "across", "ante_down", "down", "middle"), ("five_card_bonus",), ("bonus_spin",)]),
        (CARDROOM, [("ante_down", "down", "ante_across", "across", "middle", "five_card_bonus"), ("six_card_bonus",)]),
    ],
)
def test_order_of_settlement(rulebook: str, passes: list[tuple[str, ...]]) -> None:
    assert [item.wagers for item in load(rulebook).settlement] == passes


def test_crazy_4_settles_progressives_after_queens_up_and_cover_all_last() -> None:
    main, last = (item.wagers for item in load(CRAZY).settlement)
    assert main[: len(CRAZY_ORDER)] == CRAZY_ORDER
    assert last == ("cover_all",)


@pytest.mark.clause("md-criss-cross", "11.I(3)(a)")
@pytest.mark.clause("cardroom-criss-cross", "Paying Out 2")
def test_only_maryland_and_the_card_room_take_losers_first() -> None:
    assert [book.id for book in load_all() if any(item.losers_first for item in book.settlement)] == [MD, CARDROOM]


@pytest.mark.parametrize(
    ("rulebook", "racks", "kept"),
    [
        (MA, ["10(b)", "10(d)", "10(f)"], []),
        (MD, ["11.B(2)(b)", "11.D(1)(b)", "11.F(1)(b)"], ["11.B(3)", "11.D(2)", "11.F(2)"]),
        (NJ, ["40.10(d)", "40.10(f)", "40.10(g)"], []),
        (CARDROOM, ["reading folded-hand-and-bonus"] * 3, ["5 Card Bonus 5"] * 3),
        (CRAZY, ["10(c)"], ["reading five-card-hand-bonus-on-fold"]),
    ],
)
def test_folded_hands_leave_play_or_are_kept(rulebook: str, racks: list[str], kept: list[str]) -> None:
    decisions = load(rulebook).decisions
    assert [decision.rack_clause for decision in decisions] == racks
    assert [decision.kept_clause for decision in decisions if decision.kept_for] == kept


# Irregularities

DISCARD, NEXT, VOID, RESHUFFLE = Remedy.DISCARD_CARD, Remedy.USE_AS_NEXT, Remedy.VOID, Remedy.RESHUFFLE
FORFEIT, SIGN, BACK_UP = Remedy.FORFEIT_PLAYER, Remedy.OUT_OF_ORDER, Remedy.BACK_UP_CARD


@pytest.mark.parametrize(
    ("rulebook", "clause", "name", "remedies", "again"),
    [
        (MA, "12(a)", "face_up_card", (DISCARD,), (VOID, RESHUFFLE)),
        (MA, "12(b)", "drawn_in_error", (NEXT,), ()),
        (MA, "12(c)", "wrong_number_of_cards", (VOID, RESHUFFLE), ()),
        (MA, "12(d)", "community_card_exposed", (VOID, RESHUFFLE), ()),
        (MA, "12(e)", "shuffler_jam", (RESHUFFLE,), ()),
        (MA, "12(f)", "shoe_jam", (VOID, RESHUFFLE), ()),
        (MA, "12(g)", "shuffler_broken", (SIGN,), ()),
        (MA, "12(g)", "shoe_broken", (SIGN,), ()),
        (MD, "13.A", "face_up_card", (VOID, RESHUFFLE), ()),
        (MD, "13.B", "drawn_in_error", (NEXT,), ()),
        (MD, "13.C", "wrong_number_of_cards", (VOID, RESHUFFLE), ()),
        (MD, "13.D", "shoe_jam", (VOID, RESHUFFLE), ()),
        (MD, "13.E", "shuffler_broken", (SIGN,), ()),
        (MD, "13.E", "shoe_broken", (SIGN,), ()),
        (MD, "11.A(2)", "cards_touched", (FORFEIT,), ()),
        (MD, "11.A(3)", "cards_out_of_view", (FORFEIT,), ()),
        (MD, "11.A(4)", "communication", (FORFEIT,), ()),
        (NJ, "40.12(a)", "face_up_card", (VOID, RESHUFFLE), ()),
        (NJ, "40.12(b)", "drawn_in_error", (NEXT,), ()),
        (NJ, "40.12(c)", "wrong_number_of_cards", (VOID, RESHUFFLE), ()),
        (NJ, "40.12(d)", "shuffler_jam", (RESHUFFLE,), ()),
        (NJ, "40.12(e)", "shoe_jam", (VOID, RESHUFFLE), ()),
        (CARDROOM, "Irregularities 1", "wrong_number_of_cards", (VOID,), ()),
        (CARDROOM, "Irregularities 2", "shuffler_jam", (VOID, RESHUFFLE), ()),
        (CARDROOM, "Irregularities 3", "card_backed_up", (BACK_UP,), (VOID,)),
        (CRAZY, "14(a)", "face_up_card", (DISCARD,), (VOID, RESHUFFLE)),
        (CRAZY, "14(b)", "drawn_in_error", (NEXT,), ()),
        (CRAZY, "14(c)", "wrong_number_of_cards", (VOID, RESHUFFLE), ()),
        (CRAZY, "14(d)", "dealer_card_exposed", (VOID, RESHUFFLE), ()),
        (CRAZY, "14(e)", "shuffler_jam", (RESHUFFLE,), ()),
        (CRAZY, "14(f)", "shoe_jam", (VOID, RESHUFFLE), ()),
        (CRAZY, "14(g)", "shuffler_broken", (SIGN,), ()),
        (CRAZY, "14(g)", "shoe_broken", (SIGN,), ()),
    ],
)
def test_irregularities_and_their_remedies(
    rulebook: str, clause: str, name: str, remedies: tuple[Remedy, ...], again: tuple[Remedy, ...]
) -> None:
    item = load(rulebook).table.irregularity(name)
    assert item is not None
    assert (item.clause, item.remedies, item.again) == (clause, remedies, again)


def test_breaches_at_the_table_forfeit_in_maryland_only() -> None:
    forfeiting = [(b.id, i.forfeit_clause) for b in load_all() for i in b.table.irregularities if i.forfeit_clause]
    assert forfeiting == [(MD, "11.A(5)")] * 4


# Wagers


@pytest.mark.parametrize(
    ("rulebook", "standing"),
    [
        (MA, {"five_card_bonus"}),
        (MD, {"five_card_bonus"}),
        (NJ, {"five_card_bonus"}),
        (CARDROOM, {"five_card_bonus", "six_card_bonus"}),
        (CRAZY, set()),
    ],
)
def test_wagers_that_outlive_a_fold(rulebook: str, standing: set[str]) -> None:
    assert {wager.name for wager in load(rulebook).wagers if wager.stands_on_fold} == standing


@pytest.mark.parametrize(
    ("rulebook", "pairs"),
    [
        (MA, {"ante_down": "ante_across"}),
        (MD, {"ante_down": "ante_across"}),
        (NJ, {"ante_down": "ante_across"}),
        (CARDROOM, {"ante_down": "ante_across", "six_card_bonus": "five_card_bonus"}),
        (CRAZY, {"super_bonus": "ante"}),
    ],
)
def test_wagers_that_must_be_equal(rulebook: str, pairs: dict[str, str]) -> None:
    assert {wager.name: wager.equals for wager in load(rulebook).wagers if wager.equals} == pairs


@pytest.mark.parametrize("name", ["four_card_progressive", "five_card_progressive"])
def test_progressive_wagers_are_one_or_five_dollars(name: str) -> None:
    wager = load(CRAZY).wager(name)
    assert wager is not None
    assert wager.amounts == (Amount.parse("1"), Amount.parse("5"))


def test_payouts_that_a_floorperson_validates() -> None:
    assert {item.wager: item.odds and str(item.odds) for item in load(CRAZY).validations} == {
        "four_card_progressive": None,
        "five_card_progressive": None,
        "link_progressive": None,
        "five_card_hand_bonus_player": "500 for 1",
        "five_card_hand_bonus_dealer": "500 for 1",
    }
