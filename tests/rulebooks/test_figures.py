"""The figures of the five documents, entered a second time from the documents and compared with the data."""

import pytest

from pitboss.cards import RANKS, FiveCardRank, FourCardRank
from pitboss.cards.ranking import HandValue
from pitboss.money import Amount
from pitboss.rulebooks import load
from pitboss.rulebooks.parts import LeastHand
from pitboss.rulebooks.paytable import PaytableLine

MA, MD, NJ, CARDROOM, CRAZY = "ma-criss-cross", "md-criss-cross", "nj-criss-cross", "cardroom-criss-cross", "ma-crazy-4"
CRISS_CROSS = (MA, MD, NJ, CARDROOM)
SHOES_AND_HAND = {"manual_shoe", "hand", "automated_shoe"}

FIVE_CARD_HANDS = (
    *("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush"),
    *("straight", "three_of_a_kind", "two_pair"),
)


def to_one(*numbers: int) -> list[str]:
    return [f"{number} to 1" for number in numbers]


def written(lines: tuple[PaytableLine, ...]) -> dict[str, str]:
    return {
        " ".join(filter(None, (line.hand, line.low, line.high and f"to {line.high}"))): str(line.pays) for line in lines
    }


def paytable(rulebook: str, wager: str, variant: str | None = None, players: int | None = None) -> dict[str, str]:
    (table,) = [
        table
        for table in load(rulebook).paytables
        if wager in table.wagers and table.variant == variant and table.players == players
    ]
    return written(table.lines)


# Paytables of Criss-Cross Poker

ANTES = dict(zip((*FIVE_CARD_HANDS, "pair J"), to_one(*[1] * 9), strict=True)) | {"pair 6 to T": "push"}
BETS = dict(zip((*FIVE_CARD_HANDS, "pair J"), to_one(500, 100, 40, 12, 8, 5, 3, 2, 1), strict=True))
BETS |= {"pair 6 to T": "push"}
CARDROOM_BETS = dict(zip((*FIVE_CARD_HANDS, "pair J"), to_one(250, 100, 40, 10, 8, 5, 3, 2, 1), strict=True))
CARDROOM_BETS |= {"pair 6 to T": "push"}
FIVE_CARD_BONUS = dict(zip((*FIVE_CARD_HANDS, "pair 6"), to_one(250, 100, 40, 15, 10, 6, 4, 3, 1), strict=True))
SIX_CARD_BONUS = dict(zip(FIVE_CARD_HANDS[:7], to_one(1000, 200, 50, 20, 15, 10, 5), strict=True))


@pytest.mark.parametrize("wager", ["ante_across", "ante_down"])
@pytest.mark.parametrize(
    ("rulebook", "variant"),
    [
        pytest.param(MA, None, marks=pytest.mark.clause(MA, "11(a)")),
        pytest.param(MD, "even-money", marks=pytest.mark.clause(MD, "12.A")),
        pytest.param(NJ, None, marks=pytest.mark.clause(NJ, "40.11(a)")),
        pytest.param(CARDROOM, None, marks=pytest.mark.clause(CARDROOM, "Round 10", "Round 11")),
    ],
)
def test_antes_pay_even_money_from_jacks_and_push_from_sixes(rulebook: str, variant: str | None, wager: str) -> None:
    assert paytable(rulebook, wager, variant) == ANTES


@pytest.mark.clause(MD, "12.A")
def test_maryland_antes_may_be_read_as_paid_by_the_whole_table() -> None:
    assert paytable(MD, "ante_across", "paytable") == BETS
    assert paytable(MD, "ante_down", "paytable") == BETS


@pytest.mark.parametrize("wager", ["across", "down", "middle"])
@pytest.mark.parametrize(
    ("rulebook", "lines"),
    [
        pytest.param(MA, BETS, marks=pytest.mark.clause(MA, "11(b)")),
        pytest.param(MD, BETS, marks=pytest.mark.clause(MD, "12.A", *(f"12.A({n})" for n in range(1, 11)))),
        pytest.param(NJ, BETS, marks=pytest.mark.clause(NJ, "40.11(a)")),
        pytest.param(CARDROOM, CARDROOM_BETS, marks=pytest.mark.clause(CARDROOM, "Pay Tables 1")),
    ],
)
def test_across_down_and_middle_bets(rulebook: str, lines: dict[str, str], wager: str) -> None:
    assert paytable(rulebook, wager) == lines


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param(MA, marks=pytest.mark.clause(MA, "11(c)")),
        pytest.param(MD, marks=pytest.mark.clause(MD, "12.C", *(f"12.C({n})" for n in range(1, 10)))),
        pytest.param(NJ, marks=pytest.mark.clause(NJ, "40.11(b)")),
        pytest.param(CARDROOM, marks=pytest.mark.clause(CARDROOM, "Pay Tables 2", "5 Card Bonus 6")),
    ],
)
def test_five_card_bonus(rulebook: str) -> None:
    assert paytable(rulebook, "five_card_bonus") == FIVE_CARD_BONUS


@pytest.mark.clause(CARDROOM, "Pay Tables 3")
def test_six_card_bonus() -> None:
    assert paytable(CARDROOM, "six_card_bonus") == SIX_CARD_BONUS


@pytest.mark.clause(MD, *(f"12.A({n})" for n in range(1, 11)))
def test_each_line_of_the_maryland_tables_cites_its_own_clause() -> None:
    for table in load(MD).paytables:
        if table.variant != "even-money":
            lines = [table.clause_of(line) for line in table.lines]
            assert lines == [f"{table.clause}({number})" for number in range(1, len(lines) + 1)]


@pytest.mark.parametrize("rulebook", CRISS_CROSS)
@pytest.mark.parametrize(
    ("rank", "bet", "bonus"),
    [("5", None, None), ("6", "push", "1 to 1"), ("T", "push", "1 to 1"), ("J", "1 to 1", "1 to 1")],
)
def test_the_edges_of_the_pair_lines(rulebook: str, rank: str, bet: str | None, bonus: str | None) -> None:
    pair = HandValue(FiveCardRank.PAIR, (RANKS.index(rank), 0, 1, 2), strength=0)
    for wager, expected in (("across", bet), ("five_card_bonus", bonus)):
        table = next(table for table in load(rulebook).paytables if wager in table.wagers)
        line = table.line_for(pair)
        assert (line and str(line.pays)) == expected


# Bonus Spin: player pay and community pay by wheel position

WHEEL_5 = {
    **{2: ("$2,500", None), 8: ("$1,000", None), 3: ("$500", "$100"), 7: ("$350", None), 6: ("$200", "$50")},
    **{10: ("$250", None), 11: ("$75", None), 9: ("$25", "$15"), 5: ("$70", None), 4: ("$60", None), 1: ("$50", None)},
}
WHEEL_1_FIXED = {
    **{2: ("$500", None), 8: ("$200", None), 3: ("$100", "$20"), 7: ("$70", None), 6: ("$50", "$10")},
    **{10: ("$35", None), 11: ("$25", None), 9: ("$15", "$3"), 5: ("$12", None), 4: ("$11", None), 1: ("$10", None)},
}
WHEEL_1_PROGRESSIVE = WHEEL_1_FIXED | {8: ("$250", None)}


@pytest.mark.clause(NJ, "40.11(c)")
def test_the_wheels_of_the_bonus_spin() -> None:
    wheels = {wheel.variant: wheel for wheel in load(NJ).wheels}
    for variant, wheel in wheels.items():
        size, top = variant.split("-")
        printed = {("5", "fixed"): WHEEL_5, ("5", "progressive"): WHEEL_5, ("1", "fixed"): WHEEL_1_FIXED}.get(
            (size, top), WHEEL_1_PROGRESSIVE
        )
        assert wheel.stake == Amount.parse(size)
        assert wheel.top_prize == top
        assert {stop.position: _prizes(stop.pays, stop.community) for stop in wheel.stops} == printed | {
            0: (None, None)
        }
    assert set(wheels) == {"5-fixed", "5-progressive", "1-fixed", "1-progressive"}


def _prizes(*odds: object) -> tuple[str | None, ...]:
    return tuple(str(item) if item else None for item in odds)


# Paytables of Crazy 4 Poker

FOUR_CARD_HANDS = ("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight", "two_pair", "pair Q")


@pytest.mark.clause(CRAZY, "11(a)", "10(c)(3)")
def test_ante_and_play_pay_even_money_and_the_dealer_needs_a_king() -> None:
    book = load(CRAZY)
    (duel,) = book.duels
    assert (duel.qualifier, duel.hand, duel.against) == (LeastHand("high_card", "K"), "four_cards", "dealer_four")
    outcomes = {wager.name: wager.against for wager in book.wagers if wager.against}
    assert list(outcomes) == ["ante", "super_bonus", "play"]
    for name, not_qualified in (("ante", "push"), ("play", "1 to 1")):
        against = outcomes[name]
        assert (against.higher, against.tie, against.lower) == ("1 to 1", "push", "lose")
        assert (against.not_qualified, against.outranked, against.table_first) == (not_qualified, None, False)


@pytest.mark.clause(CRAZY, "11(b)")
def test_super_bonus() -> None:
    assert paytable(CRAZY, "super_bonus") == {
        "four_of_a_kind A": "200 to 1",
        "four_of_a_kind": "30 to 1",
        "straight_flush": "15 to 1",
        "three_of_a_kind": "2 to 1",
        "flush": "3 to 2",
        "straight": "1 to 1",
    }


@pytest.mark.clause(CRAZY, "11(c)")
@pytest.mark.parametrize(
    ("letter", "pays"),
    [
        ("A", (50, 30, 9, 4, 3, 2, 1)),
        ("B", (50, 40, 8, 4, 3, 2, 1)),
        ("C", (50, 30, 8, 4, 3, 2, 1)),
        ("D", (50, 40, 7, 4, 3, 2, 1)),
    ],
)
def test_queens_up(letter: str, pays: tuple[int, ...]) -> None:
    assert paytable(CRAZY, "queens_up", letter) == dict(zip(FOUR_CARD_HANDS, to_one(*pays), strict=True))


@pytest.mark.clause(CRAZY, "11(d)", "11(d)(1)", "13(e) table")
@pytest.mark.parametrize(("letter", "three_of_a_kind"), [("A", "9 for 1"), ("B", "15 for 1")])
def test_four_card_progressive(letter: str, three_of_a_kind: str) -> None:
    assert paytable(CRAZY, "four_card_progressive", letter) == {
        "four_of_a_kind A": "100% of four_card",
        "four_of_a_kind": "300 for 1",
        "straight_flush": "100 for 1",
        "three_of_a_kind": three_of_a_kind,
    }


PROGRESSIVE_TAIL = {"full_house": "50 for 1", "flush": "40 for 1", "straight": "30 for 1"}


@pytest.mark.clause(CRAZY, "11(e)", "11(e)(1)")
def test_five_card_progressive() -> None:
    assert paytable(CRAZY, "five_card_progressive") == {
        "royal_flush": "100% of five_card",
        "straight_flush": "10% of five_card",
        "four_of_a_kind": "300 for 1",
        **PROGRESSIVE_TAIL,
        "three_of_a_kind": "9 for 1",
    }


@pytest.mark.clause(CRAZY, "11(f)", "11(f)(1)")
@pytest.mark.parametrize("wager", ["five_card_hand_bonus_player", "five_card_hand_bonus_dealer"])
def test_five_card_hand_bonus(wager: str) -> None:
    assert paytable(CRAZY, wager) == {
        "royal_flush": "100% of five_card_hand",
        "straight_flush": "10% of five_card_hand",
        "four_of_a_kind": "500 for 1",
        "full_house": "100 for 1",
        "flush": "50 for 1",
    }


@pytest.mark.clause(CRAZY, "11(f)(3)")
def test_magic_card_and_lucky_bonus() -> None:
    bonuses = {bonus.name: str(bonus.pays) for bonus in load(CRAZY).bonuses}
    assert bonuses == {"magic_card": "20 for 1", "lucky_bonus": "5 for 1"}


@pytest.mark.clause(CRAZY, "12(f)", "12(k)", "12(c)")
@pytest.mark.parametrize(
    ("players", "pays"),
    [
        (6, (100, 50, 25, 20, 4)),
        (5, (125, 80, 50, 35, 4)),
        (4, (150, 100, 60, 40, 5)),
        (3, (200, 125, 80, 60, 6)),
        (2, (250, 150, 100, 90, 8)),
        (1, (300, 200, 150, 125, 13)),
    ],
)
def test_cover_all_matrix(players: int, pays: tuple[int, ...]) -> None:
    lines = ("four_of_a_kind A", "straight_flush A", "four_of_a_kind", "straight_flush", "three_of_a_kind")
    assert paytable(CRAZY, "cover_all", players=players) == dict(zip(lines, to_one(*pays), strict=True))


@pytest.mark.clause(CRAZY, "12(f)")
def test_the_royal_line_of_cover_all_is_an_ace_high_straight_flush_and_beats_four_of_a_kind() -> None:
    table = next(table for table in load(CRAZY).paytables if table.players == 6)
    titles = [line.title for line in table.lines]
    assert titles.index("royal flush") < titles.index("four of a kind")
    royal = HandValue(FourCardRank.STRAIGHT_FLUSH, (RANKS.index("A"),), strength=0)
    line = table.line_for(royal)
    assert line is not None
    assert line.title == "royal flush"


# Multi Game Link

LINKS = {
    "PTMGL01": ({"royal_flush": "100% of link", "straight_flush": "10% of link", "four_of_a_kind": "300 for 1"}, 9),
    "PTMGL02": ({"royal_flush": "100% of link", "straight_flush": "10% of link", "four_of_a_kind": "300 for 1"}, 9),
    "PTMGLML01": (
        {"royal_flush": "100% of major", "straight_flush": "100% of minor", "four_of_a_kind": "300 for 1"},
        9,
    ),
    "PTMGLML02": (
        {"royal_flush": "100% of mega", "straight_flush": "100% of major", "four_of_a_kind": "100% of minor"},
        10,
    ),
    "PTMGLML03": (
        {"royal_flush": "100% of mega", "straight_flush": "100% of major", "four_of_a_kind": "100% of minor"},
        9,
    ),
}


@pytest.mark.parametrize(
    "table", [pytest.param(name, marks=pytest.mark.clause(CRAZY, "13(f)", f"13(f) {name}")) for name in LINKS]
)
def test_link_paytables(table: str) -> None:
    top, three_of_a_kind = LINKS[table]
    expected = {**top, **PROGRESSIVE_TAIL, "three_of_a_kind": f"{three_of_a_kind} for 1"}
    assert paytable(CRAZY, "link_progressive", table) == expected


@pytest.mark.clause(CRAZY, "13(f)", "13(f) PTMGL04")
def test_link_table_without_a_royal_line_pays_a_royal_as_a_straight_flush() -> None:
    assert paytable(CRAZY, "link_progressive", "PTMGL04") == {
        "royal_flush": "100% of link",
        "straight_flush": "100% of link",
        "four_of_a_kind": "300 for 1",
        **PROGRESSIVE_TAIL,
        "three_of_a_kind": "9 for 1",
    }


@pytest.mark.parametrize(
    ("table", "seeds"),
    [
        pytest.param(name, seeds, marks=pytest.mark.clause(CRAZY, f"13(f) {name}"))
        for name, seeds in {
            "PTMGL01": {"link": "10000"},
            "PTMGL02": {"link": "10000"},
            "PTMGL04": {"link": "1000"},
            "PTMGLML01": {"major": "10000", "minor": "1000"},
            "PTMGLML02": {"mega": "10000", "major": "1000", "minor": "250"},
            "PTMGLML03": {"mega": "10000", "major": "1000", "minor": "250"},
        }.items()
    ],
)
def test_link_seeds_for_a_dollar(table: str, seeds: dict[str, str]) -> None:
    rules = [rule for rule in load(CRAZY).meters if rule.variants == (table,)]
    assert {rule.name: rule.seed_per_dollar for rule in rules} == {n: Amount.parse(seed) for n, seed in seeds.items()}


@pytest.mark.clause(CRAZY, "11(d)(3)", "11(e)(3)", "11(f)(4)")
def test_least_seeds_of_the_progressives() -> None:
    rules = [rule for rule in load(CRAZY).meters if rule.offer != "link_progressive"]
    assert {(rule.name, *rule.variants): rule.minimum_seed for rule in rules} == {
        ("four_card", "A"): Amount.parse("5000"),
        ("four_card", "B"): Amount.parse("1000"),
        ("five_card",): Amount.parse("10000"),
        ("five_card_hand",): Amount.parse("10000"),
    }


# Envy Bonus

ENVY = [
    (
        "11(d)(5)(i)",
        "four_card_progressive",
        "A",
        "1",
        {"four_of_a_kind A": 100, "four_of_a_kind": 10, "straight_flush": 5},
    ),
    (
        "11(d)(5)(i)",
        "four_card_progressive",
        "A",
        "5",
        {"four_of_a_kind A": 500, "four_of_a_kind": 50, "straight_flush": 25},
    ),
    ("11(d)(5)(ii)", "four_card_progressive", "B", "1", {"four_of_a_kind A": 100, "four_of_a_kind": 25}),
    ("11(d)(5)(ii)", "four_card_progressive", "B", "5", {"four_of_a_kind A": 500, "four_of_a_kind": 125}),
    ("11(e)(5)", "five_card_progressive", None, "1", {"royal_flush": 1000, "straight_flush": 300}),
    ("11(e)(5)", "five_card_progressive", None, "5", {"royal_flush": 5000, "straight_flush": 1500}),
    ("13(f) PTMGL01", "link_progressive", "PTMGL01", None, {"royal_flush": 1000, "straight_flush": 300}),
    ("13(f) PTMGL02", "link_progressive", "PTMGL02", None, {"royal_flush": 5000, "straight_flush": 1500}),
    ("13(f) PTMGL04", "link_progressive", "PTMGL04", None, {"royal_flush": 250, "straight_flush": 250}),
    ("13(f) PTMGLML01", "link_progressive", "PTMGLML01", None, {"royal_flush": 1000, "straight_flush": 300}),
    ("13(f) PTMGLML02", "link_progressive", "PTMGLML02", None, {"royal_flush": 1000, "straight_flush": 300}),
    ("13(f) PTMGLML03", "link_progressive", "PTMGLML03", None, {"royal_flush": 1000, "straight_flush": 300}),
]


@pytest.mark.parametrize(
    ("clause", "wager", "variant", "stake", "pays"),
    [pytest.param(*row, marks=pytest.mark.clause(CRAZY, row[0])) for row in ENVY],
)
def test_envy_bonus(clause: str, wager: str, variant: str | None, stake: str | None, pays: dict[str, int]) -> None:
    amount = Amount.parse(stake) if stake else None
    (schedule,) = [
        item for item in load(CRAZY).envy if (item.wager, item.variant, item.stake) == (wager, variant, amount)
    ]
    assert written(schedule.lines) == {hand: f"${dollars:,}" for hand, dollars in pays.items()}
    assert schedule.clause == clause


@pytest.mark.clause(CRAZY, "11(d)(5)", "11(e)(5)", "13(f)")
def test_there_are_no_other_envy_schedules() -> None:
    assert len(load(CRAZY).envy) == len(ENVY)
