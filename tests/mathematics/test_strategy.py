"""Strategy cards: rules priced exactly, against a player who follows them deal by deal on small decks."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathematics.card_readers import FOLD, ONE, TERMS, THREE, PlainPlayer, WordReader
from pitboss.cards import DECK, parse_cards
from pitboss.mathematics import main_game
from pitboss.mathematics.crazy_four import strategy as strategy_crazy_four
from pitboss.mathematics.crazy_four.kernels import main as crazy_four_main
from pitboss.mathematics.crazy_four.opening import hand_kinds
from pitboss.mathematics.crazy_four.strategy import CrazyFourRules
from pitboss.mathematics.criss_cross import card as criss_cross_card
from pitboss.mathematics.criss_cross import strategy as strategy_criss_cross
from pitboss.mathematics.criss_cross import strategy_search
from pitboss.mathematics.criss_cross.kernels.deals import Given, mask_of
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.solver import solve
from pitboss.mathematics.criss_cross.kernels.strategy import Levels, levels_of
from pitboss.mathematics.criss_cross.opening import opening_chart
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.criss_cross.strategy_words import across_conditions, down_conditions, middle_conditions
from pitboss.mathematics.kernels.batch_eval import FourCard
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.mathematics.opening_chart import place_of
from pitboss.mathematics.strategy import strategy_card
from pitboss.mathematics.strategy_rules import Bound, Condition, Line, Rules, find_rules
from pitboss.program.jit import numba
from pitboss.rulebooks import terms_for

PAYS = criss_cross_pays(TERMS)
LEVELS: Levels = levels_of(PAYS)
CRAZY_FOUR = terms_for("ma-crazy-4")

VOCABULARY = (across_conditions(LEVELS), down_conditions(LEVELS), middle_conditions(LEVELS))


def written(lines: Sequence[tuple[int, str]], vocabulary: list[Condition], otherwise: int = ONE) -> Rules:
    """Rules from their words."""
    by_text = {condition.text: condition for condition in vocabulary}
    return Rules(tuple(Line(action, by_text[words]) for action, words in lines), otherwise)


PUBLISHED_CARD = CrissCrossRules(
    written(
        [
            (THREE, "any pair in the hole"),
            (THREE, "queen-jack suited"),
            (FOLD, "two unpaired hole cards of two suits, both below six"),
        ],
        VOCABULARY[0],
    ),
    written(
        [
            (THREE, "two hole cards of one suit, both jack or better, no Across card of your ranks or suit"),
            (ONE, "a pair below sixes in the hole, an Across card of one of your ranks"),
            (THREE, "any pair in the hole"),
        ],
        VOCABULARY[1],
    ),
    written(
        [
            (THREE, "a pair of sixes or better in either hand so far"),
            (THREE, "7 outs or more"),
            (THREE, "4 outs or more, 8 points or more"),
            (THREE, "a lower pair in either hand so far and 4 outs or more"),
            (FOLD, "no pair and no outs in either hand so far, fewer than 6 double points"),
        ],
        VOCABULARY[2],
    ),
)
"""What the search finds for the published paytable."""


def only(deck: str) -> Given:
    """Nothing but these cards is in play."""
    return Given(mask_of(*(card.index for card in parse_cards(deck))))


@pytest.mark.parametrize("deck", ["2c 3c 4d 6s 6h Tc Jc Qc Kd", "2c 2d 3c 5d 5h 8s 9c Jh Jd"])
def test_a_card_is_worth_what_a_player_gets_who_follows_it(deck: str) -> None:
    played = strategy_criss_cross.evaluate(
        PAYS, PUBLISHED_CARD, Given(mask_of(*(card.index for card in parse_cards(deck))))
    )
    ev, acts = PlainPlayer(PUBLISHED_CARD, deck).play()
    assert played.ev == ev
    for name, street in (("across", played.across), ("down", played.down), ("middle", played.middle)):
        assert (street.fold, street.least, street.most) == tuple(acts[name, action] for action in range(3))


@st.composite
def rules(draw: st.DrawFn) -> CrissCrossRules:
    """Any lines of the vocabulary, in any order, with any last word."""
    streets = []
    for conditions in VOCABULARY:
        lines = st.lists(st.builds(Line, st.integers(0, 2), st.sampled_from(conditions)), max_size=4)
        streets.append(Rules(tuple(draw(lines)), draw(st.integers(0, 2))))
    return CrissCrossRules(*streets)


@settings(max_examples=5, deadline=None)
@given(rules(), st.sampled_from(["2c 3c 6s 6h Jc Qc Kd Js", "2c 2d 5d 8s 9c Th Jh Qs"]))
def test_any_rules_are_worth_what_a_player_gets_who_follows_them(drawn: CrissCrossRules, deck: str) -> None:
    assert strategy_criss_cross.evaluate(PAYS, drawn, only(deck)).ev == PlainPlayer(drawn, deck).play()[0]


@pytest.mark.parametrize("street", range(3))
def test_words_read_by_themselves_say_what_is_counted(street: int) -> None:
    """Every condition a card may name, in deals of all kinds: read by its words, and by the facts it is priced by."""
    chance = np.random.default_rng(street)
    for number in range(60):
        cards = [DECK[index] for index in chance.permutation(52)]
        if number % 2:  # few ranks, so that pairs and shared ranks are common
            cards = [card for card in cards if card.rank in (3, 4, 9, 12)]
        hole, pairs = tuple(cards[:2]), (tuple(cards[2:4]), tuple(cards[4:6]))[:street]
        reader, player = WordReader(hole, *pairs), PlainPlayer(PUBLISHED_CARD, "2c")
        player.deck = DECK
        facts = player.facts(hole, *pairs)
        for condition in VOCABULARY[street]:
            counted = all(bound.least <= facts[bound.fact] <= bound.most for bound in condition.bounds)
            assert reader.holds(condition.text) == counted, (condition.text, hole, pairs)


# Finding rules


def test_rules_are_read_from_the_top() -> None:
    big, odd = Condition("big", (Bound("size", 5),)), Condition("odd", (Bound("odd", 1),))
    facts = {"size": np.arange(8), "odd": np.arange(8) % 2}
    assert Rules((Line(2, big), Line(0, odd)), 1).actions(facts).tolist() == [1, 0, 1, 0, 1, 2, 2, 2]
    assert Rules((Line(0, odd), Line(2, big)), 1).actions(facts).tolist() == [1, 0, 1, 0, 1, 0, 2, 0]


def test_the_search_finds_a_list_with_an_exception_to_an_exception() -> None:
    # In each of 40 situations one action is right, by a list of three lines, and is worth 1; the others 0.
    facts = {"size": np.arange(40) % 10, "colour": np.arange(40) // 10}
    conditions = [Condition(f"size {n} or more", (Bound("size", n),)) for n in range(1, 10)]
    conditions += [Condition(f"colour {n}", (Bound("colour", n, n),)) for n in range(4)]
    conditions += [Condition(f"colour {n} and size 8", (Bound("colour", n, n), Bound("size", 8)), 2) for n in range(4)]
    hidden = Rules((Line(0, conditions[-2]), Line(2, conditions[11]), Line(0, conditions[6])), 1)
    right = hidden.actions(facts)
    found = find_rules(facts, (np.arange(3)[:, None] == right).astype(np.float64), conditions, 3, 1e-3)
    assert found.actions(facts).tolist() == right.tolist()
    assert len(found.lines) == 3


def test_a_line_that_is_not_worth_its_burden_is_left_out() -> None:
    facts = {"size": np.arange(4)}
    conditions = [Condition("size 3", (Bound("size", 3),))]
    worths = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, -1e-6]])
    assert find_rules(facts, worths, conditions, 3, 1e-5).lines == ()
    assert len(find_rules(facts, worths, conditions, 3, 1e-7).lines) == 1


def test_the_search_on_a_short_deck_comes_near_best_play() -> None:
    known = Given(mask_of(*(4 * rank + suit for rank in (0, 1, 5, 9, 10, 11) for suit in range(4))))
    stages: list[str] = []
    found = strategy_search.find(PAYS, stages.append, known)
    best, card = solve(PAYS, known).ev, strategy_criss_cross.evaluate(PAYS, found, known).ev
    published = strategy_criss_cross.evaluate(PAYS, PUBLISHED_CARD, known).ev
    assert published < card <= best
    assert best - card < Fraction(1, 10)
    assert stages[:2] == ["counting every deal by what is seen", "round 1: the Middle decision"]


def test_the_published_card_costs_less_than_a_twentieth_of_a_percent() -> None:
    played = strategy_criss_cross.evaluate(PAYS, PUBLISHED_CARD)
    cost = main_game.solve(TERMS).ev - played.ev
    assert 0 < cost < Fraction(5, 10_000)
    # The wagers lie near those of best play: 5.4% fold at once, 6.2% bet three antes.
    shares = [Fraction(count, played.deals) for count in (played.across.fold, played.across.most)]
    # 6 ways to be two of four ranks, 12 of them unsuited, of 1,326; 13 pairs of 6, and queen-jack of 4 suits.
    assert shares == [Fraction(6 * 12, 1326), Fraction(13 * 6 + 4, 1326)]


def test_a_search_is_made_once_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    searches: list[CrissCrossPays] = []

    def found(pays: CrissCrossPays, _: object) -> CrissCrossRules:
        searches.append(pays)
        return PUBLISHED_CARD

    monkeypatch.setattr(strategy_search, "find", found)
    dearer = replace(PAYS, bets=(*PAYS.bets[:2], (*PAYS.bets[2][:-1], Fraction(1000))))
    assert [criss_cross_card.rules_of(pays) for pays in (PAYS, PAYS, dearer)] == [PUBLISHED_CARD] * 3
    assert searches == [PAYS, dearer]


# Crazy 4


def test_the_crazy_four_card() -> None:
    card = strategy_card(CRAZY_FOUR)
    assert [(line.action, line.hands) for line in card.lines] == [
        ("3x", "a pair of aces or better"),
        ("1x", "K-Q-8-4 or better"),
        ("fold", "everything else"),
    ]
    assert 0 < card.cost < Fraction(1, 100_000)
    assert f"{float(card.house_edge):.2%}" == "3.42%"


def test_no_other_floors_are_better() -> None:
    game = crazy_four_pays(CRAZY_FOUR)
    deck = only("2c 2d 5s 7c 8d 9h Tc Jd Qs Kc Ah As").deck
    found = strategy_crazy_four.find(game, deck)
    value = strategy_crazy_four.evaluate(game, found, deck).ev
    strengths = sorted({*crazy_four_main.solve(game, deck).counts.hands.strengths.tolist()})
    raising = [strength for strength in strengths if strength >= FourCard.PAIR_OF_ACES]
    others = [CrazyFourRules(found.raises, floor) for floor in strengths[::7]]
    others += [CrazyFourRules(floor, found.plays) for floor in raising[::7]]
    assert all(strategy_crazy_four.evaluate(game, other, deck).ev <= value for other in others)


# Charts


def test_opening_chart() -> None:
    chart = opening_chart(criss_cross_pays(TERMS))
    assert len(chart.hands) == 169
    letters = chart.letters()
    assert all(letters[place][place] == "3" for place in range(13))
    # Of two low cards, only the unsuited are thrown away: 5-2 lies below the diagonal, 5-2 suited above.
    assert chart.actions[place_of(3, 0, suited=False)] == 0
    assert chart.actions[place_of(3, 0, suited=True)] == 1
    queen_jack = chart.hands["QJs"]
    row, column = place_of(10, 9, suited=True)
    assert (row, column) == (2, 3)
    assert chart.values[row, column].tolist() == [-2, float(queen_jack.least), float(queen_jack.most)]
    assert chart.margins[row, column] == pytest.approx(float(queen_jack.most - queen_jack.least))
    weights = sum(hole.weight for hole in chart.hands.values())
    assert weights == 1326


def test_hand_kinds_of_crazy_four() -> None:
    kinds = {kind.name: kind for kind in hand_kinds(crazy_four_pays(CRAZY_FOUR))}
    # Published counts of best-four hands.
    assert (kinds["four of a kind"].hands, kinds["straight flush"].hands) == (624, 2072)
    assert (kinds["two pair"].hands, kinds["straight"].hands, kinds["flush"].hands) == (123_552, 101_808, 114_616)
    assert sum(kind.hands for kind in kinds.values()) == 2_598_960
    assert all(sum(kind.choices.values()) == kind.hands for kind in kinds.values())
    assert kinds["pair of aces"].choices["3x"] == kinds["pair of aces"].hands
    assert kinds["jack high or lower"].choices["fold"] == kinds["jack high or lower"].hands
    assert 0 < kinds["king high"].choices["fold"] < kinds["king high"].hands
    total = sum(kind.value * kind.hands for kind in kinds.values()) / Fraction(2_598_960)
    assert total == main_game.solve(CRAZY_FOUR).ev
