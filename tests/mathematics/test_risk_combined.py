"""The main game and its side wagers in one distribution, and the aggregate payout limit."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, evaluate, five_card_values
from pitboss.mathematics import main_game
from pitboss.mathematics.combined import round_result
from pitboss.mathematics.criss_cross.kernels.deals import PAIR_MASKS, PAIRS, WHOLE_DECK, holes
from pitboss.mathematics.criss_cross.kernels.pays import ready_pays
from pitboss.mathematics.criss_cross.kernels.played import CLASH, FOLDED, LEAST, _community_masks, _made, _tally, played
from pitboss.mathematics.kernels.five_card_tables import strengths
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.side_odds import question
from pitboss.mathematics.side_wagers import odds_of
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, full_terms, terms_for

TEN = Amount(1000)


def test_deals_of_one_hole_are_counted_as_the_cards_say() -> None:
    """A few Across pairs and Down pairs of one hole with every middle card, each hand judged by the evaluator."""
    pays = criss_cross_pays(terms_for("ma-criss-cross"))
    ranks = np.array([value.rank.value for value in five_card_values()], np.uint8)
    masks = _community_masks(ranks[strengths()], int(ranks.max()) + 1)
    hole = next(hole for hole in holes(WHOLE_DECK) if {card // 4 for card in hole.cards} == {4, 9})
    result = played(ready_pays(pays), hole)
    rows, columns = slice(40, 60, 7), slice(100, 1200, 60)
    counted = _tally(
        int(PAIR_MASKS[hole.pair]),
        _made(result.across, hole.across)._replace(
            cards=result.across.masks[rows],
            numbers=hole.across[rows],
            exactly=_made(result.across, hole.across).exactly[rows],
        ),
        _made(result.down, hole.down)._replace(
            cards=result.down.masks[columns],
            numbers=hole.down[columns],
            exactly=_made(result.down, hole.down).exactly[columns],
        ),
        np.ones(len(hole.across[rows]), np.int64),
        result.choices[rows],
        result.plays[rows, columns],
        masks,
        ready_pays(pays).bets,
    )
    folded: Counter[tuple[int, ...]] = Counter()
    made: Counter[tuple[int, ...]] = Counter()
    for (i, across), (j, down) in product(enumerate(hole.across[rows]), enumerate(hole.down[columns])):
        pairs = [*hole.cards, *PAIRS[across], *PAIRS[down]]
        play = int(result.plays[rows, columns][i, j])
        if len(set(pairs)) < 6:
            assert play == CLASH
            continue
        bets = [int(bet) for bet in result.choices[rows][i]]
        for middle in set(range(52)) - set(pairs):
            across_hand, down_hand, community = (
                evaluate([DECK[card] for card in (*first, *second, middle)])
                for first, second in (
                    (hole.cards, PAIRS[across]),
                    (hole.cards, PAIRS[down]),
                    (PAIRS[across], PAIRS[down]),
                )
            )
            if play == FOLDED:
                lost = 2 + sum((1, 3)[bet] for bet in bets if bet >= 0)
                folded[lost, community.rank.value] += 1
            else:
                classes = pays.classes[across_hand.strength], pays.classes[down_hand.strength]
                made[*bets, play - LEAST, *classes, community.rank.value] += 1
    assert {place: int(n) for place, n in np.ndenumerate(counted[0]) if n} == folded
    assert {place: int(n) for place, n in np.ndenumerate(counted[1]) if n} == made
    assert folded or made


@pytest.mark.clause("cardroom-criss-cross", "Max Payout 1", "5 Card Bonus 4")
def test_criss_cross_with_its_bonus_under_the_payout_limit() -> None:
    terms = full_terms("cardroom-criss-cross")
    unlimited = Terms(replace(terms.rulebook, payout_limit=None), terms.submission)
    bonus = odds_of(question(terms), terms.wagers["five_card_bonus"])
    solved = main_game.solve(terms)
    free, limited = (round_result(each, TEN, {"five_card_bonus": TEN}) for each in (unlimited, terms))
    assert free.spread.total == limited.spread.total == 84_284_272_800
    assert free.limit is None
    assert free.spread.mean == 10 * (solved.ev + bonus.ev)
    assert free.wagered == limited.wagered == 10 * (solved.average_wager + 1)
    # Stakes always go back, and winnings end at $3,000.
    assert limited.spread.largest_win == 3000
    assert limited.limit == Amount(300_000)
    above = sum(count for net, count in free.spread.counts.items() if net > 3000)
    assert Fraction(above, free.spread.total) <= limited.limited < Fraction(1, 10_000)
    # A cut round wins $3,000 and loses less than $100 besides; all that ends lower is as it was.
    results = [{net: n for net, n in each.spread.counts.items() if net <= 2900} for each in (free, limited)]
    assert results[0] == results[1]


@pytest.mark.clause("ma-crazy-4", "10(b)(1)", "11(c)")
def test_crazy_four_with_queens_up_and_a_progressive() -> None:
    terms = full_terms("ma-crazy-4")
    stakes = {"queens_up": Amount(500), "five_card_progressive": Amount(100)}
    result = round_result(terms, TEN, stakes)
    asked = question(terms, stakes=stakes)
    sides = sum(odds_of(asked, terms.wagers[name]).ev * Fraction(stake.cents, 100) for name, stake in stakes.items())
    solved = main_game.solve(terms)
    assert result.spread.total == comb(52, 5) * comb(47, 5)
    assert result.spread.mean == 10 * solved.ev + sides
    assert result.wagered == 10 * solved.average_wager + 6
    # The worst: a pair of aces raised to three times the Ante and beaten, though Queens Up pays it 1 to 1.
    assert result.spread.largest_loss == -10 - 10 - 30 + 5 - 1
    assert result.limit is None


def test_the_main_game_alone_is_the_main_game_in_dollars() -> None:
    terms = terms_for("ma-crazy-4")
    alone = main_game.distribution(terms)
    assert round_result(terms, TEN).spread.counts == {10 * net: count for net, count in alone.counts.items()}


@pytest.mark.parametrize(
    ("rulebook", "wager", "allowed"),
    [
        ("ma-crazy-4", "cover_all", "queens_up"),
        ("ma-crazy-4", "five_card_hand_bonus_dealer", "queens_up"),
        ("ma-crazy-4", "five_card_hand_bonus_player", "queens_up"),
        ("cardroom-criss-cross", "six_card_bonus", "five_card_bonus"),
    ],
)
def test_wagers_that_cannot_be_counted_jointly_are_refused(rulebook: str, wager: str, allowed: str) -> None:
    with pytest.raises(Refused) as refused:
        round_result(full_terms(rulebook), stakes={wager: Amount(200)})
    assert f"with {wager}: Got a wager that cannot be counted jointly" in str(refused.value)
    assert allowed in str(refused.value)


def test_an_ante_outside_the_limits_is_refused() -> None:
    with pytest.raises(Refused, match=r"ante: Got \$11.00; expected \$2.00 to \$10.00"):
        round_result(full_terms("cardroom-criss-cross"), Amount(1100))
