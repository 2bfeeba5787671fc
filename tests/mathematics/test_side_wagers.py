"""Side wagers: published figures, arithmetic by hand, and the readings that change them."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb

import numpy as np
import pytest

from mathematics.test_cover_all import cover_all_chances
from pitboss.cards import DECK, best_four, evaluate
from pitboss.mathematics.crazy_four.envy import added_moment
from pitboss.mathematics.crazy_four.hand_wagers import main_solution
from pitboss.mathematics.crazy_four.kernels.cover_all import CoverAll
from pitboss.mathematics.crazy_four.kernels.pairings import sorted_hands
from pitboss.mathematics.crazy_four.kernels.sides import draw_bonus_chances
from pitboss.mathematics.kernels.batch_eval import five_card
from pitboss.mathematics.side_odds import OddsLine, SideOdds, question
from pitboss.mathematics.side_wagers import every_table, odds, odds_of
from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, full_terms, terms_for
from rulebooks.submissions import named

HANDS = comb(52, 5)
FULL = "ma-crazy-4"

# Five-card hands of each kind, as in every book on poker.
ROYALS, STRAIGHT_FLUSHES, FOURS, FULL_HOUSES, FLUSHES, STRAIGHTS, THREES = 4, 36, 624, 3744, 5108, 10200, 54912
# Best four of five cards: four aces with any of 48, other fours, and the published counts.
FOUR_ACES, OTHER_FOURS, FOUR_STRAIGHT_FLUSHES, FOUR_THREES = 48, 576, 2072, 58656


def one(
    wager: str,
    terms: Terms,
    players: int = 1,
    meters: dict[str, Amount] | None = None,
    stakes: dict[str, Amount] | None = None,
    sharing: int = 1,
) -> SideOdds:
    return odds_of(question(terms, players, meters, stakes, sharing), terms.wagers[wager])


def crazy(**choices: object) -> Terms:
    return terms_for(FULL, named(dict(choices)))


def counts(result: SideOdds) -> list[int]:
    return [line.count for line in result.lines]


@pytest.mark.clause("ma-criss-cross", "11(c)")
@pytest.mark.clause("md-criss-cross", "12.C")
@pytest.mark.clause("nj-criss-cross", "40.11(b)")
@pytest.mark.clause("cardroom-criss-cross", "Pay Tables 2")
@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "md-criss-cross", "cardroom-criss-cross"])
def test_five_card_bonus_counts_all_community_hands(rulebook: str) -> None:
    result = one("five_card_bonus", full_terms(rulebook))
    # A pair of sixes to aces is nine of the thirteen ranks of 1,098,240 pairs.
    paid = [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1_098_240 * 9 // 13]
    assert counts(result) == [*paid, HANDS - sum(paid)]
    won = sum(count * pays for count, pays in zip(paid, [250, 100, 40, 15, 10, 6, 4, 3, 1], strict=True))
    assert result.ev == Fraction(won - (HANDS - sum(paid)), HANDS)
    assert f"{float(result.house_edge):.2%}" == "3.53%"
    assert result.hit_frequency == Fraction(sum(paid), HANDS)


def test_an_ace_that_plays_high_only_takes_the_lowest_straights_away() -> None:
    terms = terms_for("md-criss-cross", {"five_card_bonus": True, "readings": {"ace-low-straight": "ace-high-only"}})
    paid = {line.title: line.count for line in one("five_card_bonus", terms).lines}
    # A-2-3-4-5: four of one suit become plain flushes, 1,020 of several suits pay nothing.
    assert paid["straight flush"] == 36 - 4
    assert paid["flush"] == 5108 + 4
    assert paid["straight"] == 10200 - 1020


@pytest.mark.clause("cardroom-criss-cross", "Pay Tables 3")
def test_six_card_bonus_has_the_published_totals() -> None:
    result = one("six_card_bonus", full_terms("cardroom-criss-cross"))
    published = [188, 1656, 14664, 165984, 205792, 361620, 732160]
    assert counts(result) == [*published, 20_358_520 - sum(published)]
    won = sum(count * pays for count, pays in zip(published, [1000, 200, 50, 20, 15, 10, 5], strict=True))
    assert result.ev == Fraction(won - (20_358_520 - sum(published)), 20_358_520)


@pytest.mark.clause(FULL, "11(c)")
@pytest.mark.parametrize(("variant", "flush", "three"), [("A", 30, 9), ("B", 40, 8), ("C", 30, 8), ("D", 40, 7)])
def test_queens_up_under_each_lettered_table(variant: str, flush: int, three: int) -> None:
    result = one("queens_up", crazy(queens_up=variant))
    # Fours, straight flushes, threes, flushes, straights, two pairs as published; pairs of queens and better below.
    paid = [624, 2072, 58656, 114616, 101808, 123552]
    assert counts(result)[:6] == paid
    high_pairs = result.lines[6].count
    assert sum(counts(result)) == HANDS
    won = sum(n * pays for n, pays in zip([*paid, high_pairs], [50, flush, three, 4, 3, 2, 1], strict=True))
    assert result.ev == Fraction(won - (HANDS - sum(paid) - high_pairs), HANDS)
    if variant == "B":
        assert f"{float(result.house_edge):.4%}" == "4.5203%"


@pytest.mark.clause(FULL, "11(b)", "10(b)")
def test_super_bonus_lines_add_up_to_its_part_of_the_main_game() -> None:
    terms = crazy()
    result = one("super_bonus", terms)
    assert sum(counts(result)) == result.total == HANDS * comb(47, 5)
    assert result.ev == main_solution(terms).super_bonus_ev
    assert result.lines[0].count == FOUR_ACES * comb(47, 5)


@pytest.mark.clause(FULL, "11(d)(1)", "11(d)(3)")
@pytest.mark.parametrize(("variant", "three", "seed"), [("A", 9, 5000), ("B", 15, 1000)])
def test_four_card_progressive_and_its_break_even_meter(variant: str, three: int, seed: int) -> None:
    result = one("four_card_progressive", crazy(four_card_progressive=variant))
    fixed = OTHER_FOURS * 300 + FOUR_STRAIGHT_FLUSHES * 100 + FOUR_THREES * three
    assert result.ev == Fraction(FOUR_ACES * seed + fixed, HANDS) - 1
    (point,) = result.break_even
    assert point.exact == Fraction(HANDS - fixed, FOUR_ACES)
    assert point.amount == Amount(ceil(point.exact * 100))
    at_it = one("four_card_progressive", crazy(four_card_progressive=variant), meters={"four_card": point.amount})
    just_below = {"four_card": point.amount - Amount(1)}
    below_it = one("four_card_progressive", crazy(four_card_progressive=variant), meters=just_below)
    assert at_it.ev >= 0 > below_it.ev


@pytest.mark.clause(FULL, "11(d)(5)(i)")
@pytest.mark.parametrize("players", [1, 2, 6])
def test_four_card_envy_comes_from_every_other_hand(players: int) -> None:
    terms = crazy(four_card_progressive="A")
    alone, together = one("four_card_progressive", terms), one("four_card_progressive", terms, players=players)
    each = Fraction(FOUR_ACES * 100 + OTHER_FOURS * 10 + FOUR_STRAIGHT_FLUSHES * 5, HANDS)
    assert together.ev - alone.ev == (players - 1) * each


@pytest.mark.clause(FULL, "11(e)(1)", "11(e)(5)")
def test_a_five_dollar_wager_wins_the_same_meter_and_the_larger_envy() -> None:
    terms = crazy(five_card_progressive=True)
    result = one("five_card_progressive", terms, players=3, stakes={"five_card_progressive": Amount(500)})
    fixed = FOURS * 300 + FULL_HOUSES * 50 + FLUSHES * 40 + STRAIGHTS * 30 + THREES * 9
    meter = Fraction(ROYALS * 10_000 + STRAIGHT_FLUSHES * 1_000, 5)
    envy = Fraction(2 * (ROYALS * 5_000 + STRAIGHT_FLUSHES * 1_500), 5)
    assert result.ev == (fixed + meter + envy) / HANDS - 1


def test_a_tenth_of_the_meter_is_paid_in_whole_cents() -> None:
    terms = crazy(five_card_progressive=True)
    even, odd = (one("five_card_progressive", terms, meters={"five_card": Amount(n)}) for n in (1_000_000, 1_000_009))
    # Nine cents more on the meter: a royal flush wins them, a straight flush not a cent of them.
    assert odd.ev - even.ev == Fraction(ROYALS * 9, 100) / HANDS


def test_the_break_even_meter_is_where_the_settled_wager_turns() -> None:
    terms = crazy(five_card_progressive=True)
    (point,) = one("five_card_progressive", terms, players=4).break_even
    fixed = FOURS * 300 + FULL_HOUSES * 50 + FLUSHES * 40 + STRAIGHTS * 30 + THREES * 9
    envy = 3 * (ROYALS * 1_000 + STRAIGHT_FLUSHES * 300)
    assert point.exact == (HANDS - fixed - envy) / (ROYALS + Fraction(STRAIGHT_FLUSHES, 10))
    around = [{"five_card": point.amount - Amount(1)}, {"five_card": point.amount}]
    settled = [one("five_card_progressive", terms, players=4, meters=meters) for meters in around]
    assert [result.ev >= 0 for result in settled] == [False, True]


def test_a_wager_that_is_good_at_an_empty_meter_has_no_break_even() -> None:
    terms = crazy(five_card_progressive=True)
    # Three of a kind, 54,912 of 2,598,960 hands, pays 60 to 1 instead of 9: that alone is worth more than the stake.
    assert THREES * 60 > HANDS
    generous = changed(terms, {"five_card_progressive.three_of_a_kind": 60})
    result = one("five_card_progressive", generous)
    assert result.ev > 0
    assert result.break_even == ()
    assert "good for the player even at an empty meter five_card: there is no break-even" in result.notes
    assert not any("break-even" in words for words in one("five_card_progressive", terms).notes)


@pytest.mark.clause(FULL, "13(f) PTMGLML02")
def test_each_of_three_link_meters_has_its_own_break_even() -> None:
    result = one("link_progressive", crazy(link_progressive="PTMGLML02"))
    won = FULL_HOUSES * 50 + FLUSHES * 40 + STRAIGHTS * 30 + THREES * 10
    seeds = {"mega": (ROYALS, 10_000), "major": (STRAIGHT_FLUSHES, 1_000), "minor": (FOURS, 250)}
    for point in result.break_even:
        others = sum(hands * seed for name, (hands, seed) in seeds.items() if name != point.meter)
        assert point.exact == Fraction(HANDS - won - others, seeds[point.meter][0])


def test_envy_of_two_players_is_correlated_through_the_cards_they_cannot_share() -> None:
    """The mean product of two Envy Bonuses, by meeting all forty straight flushes with each other."""
    terms = crazy(five_card_progressive=True)
    table, schedule = terms.paytable("five_card_progressive"), terms.envy("five_card_progressive", Amount(100))
    assert table is not None
    assert schedule is not None
    own = one("five_card_progressive", terms).lines
    two, three = (added_moment(table, own, schedule, Amount(100), players) for players in (2, 3))
    runs = [{(suit, (low + step) % 13) for step in range(5)} for suit in range(4) for low in range(-1, 9)]
    brings = [1000 if (suit, 8) in run and (suit, 12) in run else 300 for suit, run in zip(_suits(), runs, strict=True)]
    product = sum(
        one_pays * other_pays
        for one_run, one_pays in zip(runs, brings, strict=True)
        for other_run, other_pays in zip(runs, brings, strict=True)
        if one_run.isdisjoint(other_run)
    )
    assert three - 2 * two == 2 * Fraction(product, HANDS * comb(47, 5))


def _suits() -> list[int]:
    return [suit for suit in range(4) for _ in range(10)]


def test_envy_and_own_hand_by_hand() -> None:
    """One other player: E[(X + E)^2] - E[X^2] = E[E^2] + 2 E[X E], the product counted card by card."""
    # A table that pays royal flushes alone, and Envy for them alone, leaves four hands to pair.
    terms = crazy(five_card_progressive=True)
    table, schedule = terms.paytable("five_card_progressive"), terms.envy("five_card_progressive", Amount(100))
    assert table is not None
    assert schedule is not None
    own = [OddsLine(line.title, "", 0, HANDS, Fraction(-1)) for line in table.lines]
    own[0] = OddsLine("royal flush", "", ROYALS, HANDS, Fraction(9))
    added = added_moment(table, own, schedule, Amount(100), players=2)
    squares = Fraction(ROYALS * 1000**2 + STRAIGHT_FLUSHES * 300**2, HANDS)
    mean = Fraction(ROYALS * 1000 + STRAIGHT_FLUSHES * 300, HANDS)
    # Beside a royal flush: three royals of other suits; straight flushes of the other suits, 27, and in its own suit
    # those from A-2-3-4-5 (its ace is gone) up to 5-6-7-8-9: four without a ten or an ace.
    beside = Fraction(ROYALS * (3 * 1000 + (27 + 4) * 300), HANDS * comb(47, 5))
    assert added == squares + 2 * (10 * beside - mean)


@pytest.mark.clause(FULL, "11(f)(1)", "11(f)(2)")
@pytest.mark.parametrize("sharing", [1, 3])
def test_a_jackpot_on_the_dealers_hand_is_divided(sharing: int) -> None:
    result = one("five_card_hand_bonus_dealer", crazy(five_card_hand_bonus=True), sharing=sharing)
    fixed = FOURS * 500 + FULL_HOUSES * 100 + FLUSHES * 50
    shares = ROYALS * (1_000_000 // sharing) + STRAIGHT_FLUSHES * (100_000 // sharing)
    assert result.ev == (fixed + Fraction(shares, 100)) / HANDS - 1


@pytest.mark.clause(FULL, "11(f)(3)", "1 Magic Card Bonus", "1 Lucky Bonus")
def test_magic_card_and_lucky_bonus_are_drawn_as_often_as_the_submission_says() -> None:
    bare = one("five_card_hand_bonus_dealer", crazy(five_card_hand_bonus=True))
    drawing: dict[str, object] = {"five_card_hand_bonus": True, "magic_card": True, "lucky_bonus": True}
    every_round, now_and_then = {"magic_card": 1, "lucky_bonus": 1}, {"magic_card": 10, "lucky_bonus": 1}
    always = one("five_card_hand_bonus_dealer", crazy(**drawing, draws=every_round))
    seldom = one("five_card_hand_bonus_dealer", crazy(**drawing, draws=now_and_then))
    magic, lucky = Fraction(5 * 20, 52), Fraction(5, 7)
    assert draw_bonus_chances() == (Fraction(5, 52), Fraction(1, 7))
    assert always.ev == bare.ev + magic + lucky
    assert seldom.ev == bare.ev + magic / 10 + lucky
    assert "pays back more than is staked" in always.notes
    assert always.variance == bare.variance + 400 * Fraction(5, 52) * Fraction(47, 52) + 25 * Fraction(6, 49)


@pytest.mark.clause(FULL, "10(b)")
def test_a_fold_takes_the_draws_of_the_bet_on_the_players_own_hand() -> None:
    drawing: dict[str, object] = {"five_card_hand_bonus": True, "lucky_bonus": True, "draws": {"lucky_bonus": 1}}
    terms = crazy(**drawing)
    standing = crazy(**drawing, readings={"five-card-hand-bonus-on-fold": "both-stand"})
    folded = Fraction(main_solution(terms).hands_by_play[0], HANDS)
    kept, given_up = (one("five_card_hand_bonus_player", each) for each in (standing, terms))
    assert kept.ev - given_up.ev == folded * Fraction(5, 7)


def test_a_bet_on_the_dealers_hand_may_be_forfeited_with_the_players() -> None:
    reading = {"five-card-hand-bonus-on-fold": "both-forfeited"}
    result = one("five_card_hand_bonus_dealer", crazy(five_card_hand_bonus=True, readings=reading))
    solution = main_solution(crazy())
    assert sum(counts(result)) == result.total == HANDS * comb(47, 5)
    assert result.lines[-1].count == solution.hands_by_play[0] * comb(47, 5)
    # The hand folded and the dealer's hand are all but independent.
    live = 1 - Fraction(solution.hands_by_play[0], HANDS)
    for line, hands in zip(result.lines, (ROYALS, STRAIGHT_FLUSHES, FOURS, FULL_HOUSES, FLUSHES), strict=False):
        assert float(line.probability) == pytest.approx(float(live * hands / HANDS), rel=0.06)


@pytest.mark.clause(FULL, "12(b)", "12(k)")
@pytest.mark.parametrize(("players", "pays"), [(1, (300, 200, 150, 125, 13)), (3, (200, 125, 80, 60, 6))])
def test_cover_all_pays_by_the_column_for_the_players(players: int, pays: tuple[int, ...]) -> None:
    result = one("cover_all", crazy(cover_all=True), players=players)
    chances = cover_all_chances(players)
    paid = [CoverAll.FOUR_ACES, CoverAll.ROYAL_FLUSH, CoverAll.FOUR_OF_A_KIND, CoverAll.STRAIGHT_FLUSH]
    classes = [*paid, CoverAll.THREE_OF_A_KIND]
    won = sum(chances[highest] * odd for highest, odd in zip(classes, pays, strict=True))
    assert result.ev == won - chances[CoverAll.NOTHING]


def test_the_wagers_offered_come_in_the_rulebooks_order() -> None:
    assert [result.wager for result in odds(full_terms("cardroom-criss-cross"))] == [
        "five_card_bonus",
        "six_card_bonus",
    ]
    assert [result.wager for result in odds(crazy(five_card_progressive=True))] == [
        "super_bonus",
        "queens_up",
        "five_card_progressive",
    ]
    assert odds(terms_for("ma-criss-cross")) == []


def test_every_lawful_table_is_compared() -> None:
    tables = [(result.wager, result.variant) for result in every_table(terms_for(FULL)).odds]
    assert [variant for wager, variant in tables if wager == "queens_up"] == ["A", "B", "C", "D"]
    assert [variant for wager, variant in tables if wager == "four_card_progressive"] == ["A", "B"]
    assert len([variant for wager, variant in tables if wager == "link_progressive"]) == 6
    assert ("cover_all", None) in tables


@pytest.mark.parametrize(
    "wager", ["queens_up", "four_card_progressive", "five_card_progressive", "five_card_hand_bonus_dealer"]
)
def test_every_hand_is_paid_by_the_line_the_engine_pays_it_by(wager: str) -> None:
    """One hand of each strength is judged by the engine; it stands for all hands of that strength."""
    terms = full_terms(FULL)
    table = terms.paytable(wager)
    assert table is not None
    hands = sorted_hands()
    four = table.ranking == "four_card"
    _, examples, numbers = np.unique(
        hands.strengths if four else five_card(hands.cards), return_index=True, return_counts=True
    )
    paid: Counter[str] = Counter()
    for example, number in zip(hands.cards[examples].tolist(), numbers.tolist(), strict=True):
        cards = [DECK[card] for card in example]
        line = table.line_for(best_four(cards).value if four else evaluate(cards))
        paid[line.title if line else "lost"] += number
    lost = paid.pop("lost")
    lines = [line for line in one(wager, terms).lines if not line.bonus]
    assert {line.title: line.count for line in lines if line.gain > -1} == paid
    assert sum(line.count for line in lines if line.gain == -1) == lost


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda terms: question(terms, players=7), "players: Got 7; expected 1 to 6"),
        (lambda terms: question(terms, players=0), "players: Got 0"),
        (lambda terms: question(terms, sharing=9), "players who share: Got 9"),
        (lambda terms: question(terms, meters={"mega": Amount(100)}), "meter mega: Got an unknown meter"),
        (lambda terms: question(terms, stakes={"cover_all": Amount(100)}), "cover_all: Got a wager that is not"),
        (lambda terms: question(terms, stakes={"ante": Amount(100)}), "ante: Got a wager that is not offered"),
        (lambda terms: question(terms, stakes={"four_card_progressive": Amount(300)}), "Got $3.00; expected $1.00"),
        (lambda terms: question(terms, stakes={"queens_up": Amount(0)}), "Got $0.00"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_line(ask: Callable[[Terms], object], said: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(crazy(four_card_progressive="A"))
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
