"""Collusion and exposed cards: exact counts against other exact counts, and limiting cases."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, best_four, four_card_values
from pitboss.mathematics import main_game
from pitboss.mathematics.advice import Position, advise
from pitboss.mathematics.kernels.batch_eval import four_card_tables
from pitboss.mathematics.known import Known
from pitboss.program.compiler import compile_terms
from pitboss.rulebooks import Refused, terms_for
from pitboss.simulation.kernels.hands import judge_of
from pitboss.simulation.studies.any_game import AnyStudied
from pitboss.simulation.studies.collusion import collusion
from pitboss.simulation.studies.counting import dealer_hands
from pitboss.simulation.studies.exposed import exposed
from pitboss.simulation.studies.games import studied
from pitboss.simulation.studies.informed import InformedDeal
from pitboss.simulation.studies.knowledge import dealt_cards, rare_bounds
from pitboss.simulation.studies.misreading import Dealer, Favour
from simulation.holdem import EXAMPLES

JUDGE = judge_of(four_card_tables(), np.arange(len(four_card_values()), dtype=np.uint16))


@given(cards=st.lists(st.integers(0, 51), min_size=15, max_size=15, unique=True), seen=st.integers(0, 4))
@settings(max_examples=10, deadline=None)
def test_dealers_hands_are_counted_one_by_one(cards: list[int], seen: int) -> None:
    # Five cards of the player's own, some seen of the dealer's, the others left: every dealer's hand by the card room.
    own, shown, left = cards[:5], cards[5 : 5 + seen], cards[5 + seen :]
    strength = best_four([DECK[card] for card in own]).value.strength
    qualifying = next(value.strength for value in four_card_values() if value.ranks[0] == 11)  # king high
    expected = [0] * 5
    for rest in combinations(left, 5 - seen):
        his = best_four([DECK[card] for card in (*shown, *rest)]).value.strength
        if his < qualifying:
            expected[1 if his > strength else 0] += 1
        else:
            expected[2 if his < strength else 3 if his == strength else 4] += 1
    found = dealer_hands(JUDGE, np.array(shown, np.int64), np.array(left), strength, qualifying)
    assert found.tolist() == expected


@pytest.mark.parametrize("rulebook", ["ma-criss-cross", "ma-crazy-4"])
def test_who_knows_nothing_more_plays_the_usual_best(rulebook: str) -> None:
    terms = terms_for(rulebook)
    value = studied(terms).value
    assert studied(terms).ev == main_game.solve(terms).ev
    size = 5 if rulebook == "ma-crazy-4" else 2
    for start in (0, 17, 40):
        own = tuple((start + 7 * step) % 52 for step in range(size))
        worth = value(InformedDeal(own))
        cards = tuple(DECK[card] for card in own)
        assert worth.best == worth.usual == advise(terms, Position(cards)).value


@pytest.mark.parametrize(
    ("rulebook", "deal"),
    [
        ("ma-crazy-4", InformedDeal((0, 5, 23, 46, 51), dead=(1, 2, 3, 47, 48))),
        ("ma-crazy-4", InformedDeal((0, 5, 23, 46, 43), seen={"dealer": (50,)})),
        ("ma-criss-cross", InformedDeal((40, 21), dead=(41, 42, 22, 23))),
        ("ma-criss-cross", InformedDeal((40, 21), seen={"middle": (42,)})),
        ("ma-criss-cross", InformedDeal((40, 21), seen={"across": (22,)})),
    ],
)
def test_best_play_with_knowledge_is_that_of_the_advice(rulebook: str, deal: InformedDeal) -> None:
    terms = terms_for(rulebook)
    value = studied(terms).value
    worth = value(deal)
    shown = {place: tuple(DECK[card] for card in cards) for place, cards in deal.seen.items()}
    known = Known(tuple(DECK[card] for card in deal.dead), shown)
    assert worth.best == advise(terms, Position(tuple(DECK[card] for card in deal.own), known=known)).value
    assert worth.usual <= worth.best


def test_usual_play_is_worth_the_same_whoever_shows_cards() -> None:
    # Averaged over every card that may be dead, the usual decisions are worth what they are worth without knowledge.
    terms = terms_for("ma-crazy-4")
    value = studied(terms).value
    own = (0, 5, 23, 46, 47)
    others = [card for card in range(52) if card not in own]
    mean = sum((value(InformedDeal(own, (card,))).usual for card in others), Fraction(0)) / len(others)
    assert mean == value(InformedDeal(own)).usual


def test_fast_and_slow_ways_count_the_same() -> None:
    # The counts of the fast solver, and every deal of the compiled game gone through: the same fractions.
    terms = terms_for("ma-crazy-4")
    fast, slow = studied(terms), AnyStudied(terms)
    dealer = Dealer(Fraction(1, 20), Favour.PLAYER)
    assert fast.misread(dealer).chances == slow.misread(dealer).chances
    own = (0, 5, 23, 46, 43)
    for deal in (InformedDeal(own), InformedDeal(own, dead=(1, 2, 3, 47)), InformedDeal(own, seen={"dealer": (50,)})):
        assert fast.value(deal) == slow.value(deal)


@pytest.mark.parametrize(("id", "place"), [("let-it-ride", "second"), ("pa-mississippi-stud", "fourth")])
def test_usual_play_does_not_look_at_what_it_is_shown(id: str, place: str) -> None:
    # Averaged over every card that may be seen, or be dead, usual play is worth what it is worth without knowledge,
    # and best play no less.
    game = studied(terms_for(EXAMPLES / id))
    own = (0, 17, 46)[: len(compile_terms(terms_for(EXAMPLES / id)).places[0].slots)]
    usual = game.value(InformedDeal(own))
    assert usual.best == usual.usual
    others = [card for card in range(52) if card not in own]
    for deals in (
        [InformedDeal(own, (card,)) for card in others],
        [InformedDeal(own, seen={place: (card,)}) for card in others],
    ):
        worths = [game.value(deal) for deal in deals]
        assert sum((worth.usual for worth in worths), Fraction(0)) / len(others) == usual.usual
        assert all(worth.gain >= 0 for worth in worths)
    assert any(worth.gain > 0 for worth in worths)  # a card seen helps; one that is dead need not


def test_a_dealers_card_seen_in_three_card_poker() -> None:
    """Published (apheat.net, "Three Card Poker hole-card play, update 1"): who sees a dealer's card has 3.4829%."""
    report = exposed(terms_for(EXAMPLES / "three-card-poker"), deals=100, seed=2)
    assert all(check.holds for check in report.checks)
    assert report.rows[1][0] == "dealer"
    assert float(report.rows[1][1] or 0) == pytest.approx(-0.034829, abs=0.0000005)


def test_collusion_where_a_card_lies_face_up() -> None:
    # Caribbean Stud's upcard is seen by everyone, knowledge or not.
    terms = terms_for(EXAMPLES / "caribbean-stud")
    assert dealt_cards(terms) == (5, 1)


def test_collusion_gains_more_the_more_is_shared() -> None:
    report = collusion(terms_for("ma-crazy-4"), sharing=6, deals=60, seed=3)
    assert all(check.holds for check in report.checks)
    assert report.value(0, "gain") == 0.0
    assert [row[1] for row in report.rows] == [0, 5, 10, 15, 20, 25]
    assert float(str(report.value(5, "gain"))) > 0


def test_a_dealers_card_seen() -> None:
    report = exposed(terms_for("ma-crazy-4"), deals=300, seed=2)
    assert all(check.holds for check in report.checks)
    none, seen = report.rows
    assert none[1] == main_game.solve(terms_for("ma-crazy-4")).house_edge
    # One of the dealer's five cards is worth something, and less than a hundredth of an ante.
    assert isinstance(seen[2], Fraction)
    assert 0 < seen[2] < Fraction(1, 100)


@pytest.mark.parametrize(
    ("place", "words"), [("middle", "--place: Got middle; expected one of dealer"), ("", "one of dealer")]
)
def test_places_that_are_not(place: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        exposed(terms_for("ma-crazy-4"), [place])


def test_more_seats_than_there_are() -> None:
    with pytest.raises(Refused, match="--sharing: Got 7; expected 1 to 6"):
        collusion(terms_for("ma-crazy-4"), sharing=7)


@pytest.mark.parametrize(("helped", "typical"), [(0.02, 0.05), (0.1, 0.3), (0.5, 0.02)])
def test_bounds_of_rare_gains_hold_over_seeds(helped: float, typical: float) -> None:
    """Gains of known mean, few and uneven: 19 of 20 intervals hold it, within what 400 seeds can tell."""
    held = 0
    for seed in range(400):
        chance = np.random.default_rng(seed)
        gains = (chance.random(400) < helped) * chance.exponential(typical, 400)
        low, high = rare_bounds(gains)
        assert low <= gains.mean() < high
        held += low <= helped * typical <= high
    assert held >= 400 * 0.95 - 3 * (400 * 0.95 * 0.05) ** 0.5


def test_nothing_seen_is_not_certainty() -> None:
    low, high = rare_bounds(np.zeros(400))
    assert low == 0
    # Of 400 deals none helped: no more than 3.69 in 400 do (Poisson, 97.5%), each by up to one ante.
    assert high == pytest.approx(3.69 / 400, rel=0.01)
