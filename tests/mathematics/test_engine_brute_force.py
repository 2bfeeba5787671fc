"""The fast solvers against the round engine itself: every deal of a small deck played and settled by the rules.

A seat's settlement is linear in each bet: a line pays in proportion to its stake. So a deal is settled once, with bets
of one ante, and a bet of two or three nets two or three times as much. That is checked here as well.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards import DECK, Card, evaluate, parse_cards
from pitboss.engine import Round, bet_bounds, open_round, play
from pitboss.engine.actions import Bet, CloseBets, Deal, PlaceWager, Reveal, Settle
from pitboss.mathematics.crazy_four.kernels import main as crazy_four_main
from pitboss.mathematics.criss_cross.kernels import solver as criss_cross_solver
from pitboss.mathematics.criss_cross.kernels.deals import Given, mask_of
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.mathematics.whatif import changed
from pitboss.money import Amount
from pitboss.rulebooks import Terms, terms_for

ANTE = Amount.parse("10")
BETS = (1, 2, 3)


def _net(settled: Round, *wagers: str) -> Fraction:
    lines = [line for line in settled.lines if line.wager in wagers]
    return Fraction(sum(line.returned.cents - line.stake.cents for line in lines), ANTE.cents)


def _criss_cross(
    terms: Terms,
    hole: tuple[Card, ...],
    across: tuple[Card, ...],
    down: tuple[Card, ...],
    middle: Card,
    bets: list[int],
) -> Round:
    opened = play(open_round(terms), *(PlaceWager(1, name, ANTE) for name in ("ante_across", "ante_down")), CloseBets())
    order = (down[0], across[0], middle, across[1], down[1], *hole)
    steps = [step for size in bets for step in (Bet(1, ANTE * size), Reveal())]
    return play(opened, *(Deal((card,)) for card in order), *steps, Settle())


def _pairs_without(deck: tuple[Card, ...], *used: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    seen = {card for cards in used for card in cards}
    yield from combinations([card for card in deck if card not in seen], 2)


def _best_criss_cross(terms: Terms, deck: tuple[Card, ...]) -> tuple[Fraction, int]:
    """The sum of best play over all deals of the deck, and how many deals there are."""
    total, deals = Fraction(0), 0
    for hole in combinations(deck, 2):
        opening = dict.fromkeys(BETS, Fraction(0))
        below_hole = 0
        for across in _pairs_without(deck, hole):
            street = {(a, d): Fraction(0) for a in BETS for d in BETS}
            below = 0
            for down in _pairs_without(deck, hole, across):
                antes = on_across = on_down = on_middle = Fraction(0)
                middles = [card for card in deck if card not in (*hole, *across, *down)]
                for middle in middles:
                    settled = _criss_cross(terms, hole, across, down, middle, [1, 1, 1])
                    antes += _net(settled, "ante_across", "ante_down")
                    on_across += _net(settled, "across")
                    on_down += _net(settled, "down")
                    on_middle += _net(settled, "middle")
                below += len(middles)
                for a, d in street:
                    on = antes + a * on_across + d * on_down
                    fold = Fraction(-(2 + a + d) * len(middles))
                    street[a, d] += max(fold, *(on + m * on_middle for m in BETS))
            for a in BETS:
                opening[a] += max(Fraction(-(2 + a) * below), *(street[a, d] for d in BETS))
            below_hole += below
        total += max(Fraction(-2 * below_hole), *opening.values())
        deals += below_hole
    return total, deals


OTHER_PAYS = {"main.straight": "1", "main.pair_J": "3 to 2", "main.full_house": "30"}


@pytest.mark.parametrize("changes", [{}, OTHER_PAYS])
def test_criss_cross_is_worth_what_the_engine_pays(changes: dict[str, str]) -> None:
    deck = parse_cards("Ts Js Qs Ks Jd 6h 6d 9s")
    terms = changed(terms_for("ma-criss-cross"), changes)
    total, deals = _best_criss_cross(terms, deck)
    solution = _solved(terms, deck)
    assert solution.deals == deals
    assert solution.ev == total / deals


def _solved(terms: Terms, deck: tuple[Card, ...]) -> criss_cross_solver.CrissCrossSolution:
    return criss_cross_solver.solve(criss_cross_pays(terms), Given(mask_of(*(card.index for card in deck))))


Paid = tuple[int, int, int]
"""A hand's strength, and what an ante and a bet of 10.00 net on it, in cents."""


def _paid_by_the_engine(terms: Terms, deck: tuple[Card, ...]) -> dict[frozenset[Card], Paid]:
    """For every five cards of the deck what the engine pays when they are the Across Hand."""
    found = {}
    for hand in combinations(deck, 5):
        spare = [card for card in DECK if card not in hand][:2]
        settled = _criss_cross(terms, hand[:2], hand[2:4], (spare[0], spare[1]), hand[4], [1, 1, 1])
        nets = {line.wager: line.returned.cents - line.stake.cents for line in settled.lines}
        found[frozenset(hand)] = (evaluate(hand).strength, nets["ante_across"], nets["across"])
    return found


def _best_of_sixteen(paid: dict[frozenset[Card], Paid], deck: tuple[Card, ...]) -> tuple[int, int]:
    """The same best play as above, in cents, over a deck large enough to hold every kind of hand.

    Sums over all middle cards and Down pairs at once; a middle card that is one of the others counts for nothing.
    """
    ante, total, deals = ANTE.cents, 0, 0
    sizes = np.array(BETS)
    for hole in combinations(deck, 2):
        pairs = list(_pairs_without(deck, hole))
        hands = [[paid.get(frozenset((*hole, *pair, middle)), (0, 0, 0)) for middle in deck] for pair in pairs]
        strength, on_ante, on_bet = np.moveaxis(np.array(hands, np.int64), 2, 0)
        used = np.array([[card in (*hole, *pair) for card in deck] for pair in pairs])
        opening, below_hole = np.zeros(3, np.int64), 0
        for first, across in enumerate(pairs):
            downs = [place for place, down in enumerate(pairs) if not {*across} & {*down}]
            free = ~(used[first] | used[downs])
            antes = ((on_ante[first] + on_ante[downs]) * free).sum(1)
            on_across = (on_bet[first] * free).sum(1)
            on_down = (on_bet[downs] * free).sum(1)
            better = np.where(strength[downs] > strength[first], on_bet[downs], on_bet[first])
            on_middle, middles = (better * free).sum(1), free.sum(1)
            a, d = sizes[:, None, None], sizes[None, :, None]
            on = antes + a * on_across + d * on_down + (sizes * on_middle[:, None]).max(1)
            street = np.maximum(on, -(2 + a + d) * ante * middles).sum(2)
            below = int(middles.sum())
            opening += np.maximum(street.max(1), -(2 + sizes) * ante * below)
            below_hole += below
        total += max(-2 * ante * below_hole, int(opening.max()))
        deals += below_hole
    return total, deals


@pytest.mark.parametrize("changes", [{}, OTHER_PAYS])
def test_criss_cross_on_sixteen_cards(changes: dict[str, str]) -> None:
    deck = parse_cards("Ts Js Qs Ks As Jd Jh 6c 6d 6h 6s 9s 9d 8c 7h 3d")
    terms = changed(terms_for("ma-criss-cross"), changes)
    total, deals = _best_of_sixteen(_paid_by_the_engine(terms, deck), deck)
    solution = _solved(terms, deck)
    assert solution.deals == deals == 7_207_200  # C(16,2) C(14,2) C(12,2) 10
    assert solution.ev == Fraction(total, deals * ANTE.cents)


def test_a_settlement_is_linear_in_each_bet() -> None:
    terms = terms_for("ma-criss-cross")
    cards = parse_cards("Jc Jd 8h 2s 9c 9d Jh")
    names = ("across", "down", "middle")
    once = _criss_cross(terms, cards[:2], cards[2:4], cards[4:6], cards[6], [1, 1, 1])
    for bets in ([2, 1, 3], [3, 3, 2]):
        more = _criss_cross(terms, cards[:2], cards[2:4], cards[4:6], cards[6], bets)
        for name, size in zip(names, bets, strict=True):
            assert _net(more, name) == size * _net(once, name)
        assert _net(more, "ante_across", "ante_down") == _net(once, "ante_across", "ante_down")


def _crazy_four(terms: Terms, player: tuple[Card, ...], dealer: tuple[Card, ...]) -> tuple[Round, int]:
    """A round played with one ante, and the most the hand may play, in antes."""
    opened = play(open_round(terms), *(PlaceWager(1, name, ANTE) for name in ("ante", "super_bonus")), CloseBets())
    order = [card for pair in zip(player, dealer, strict=True) for card in pair]
    dealt = play(opened, *(Deal((card,)) for card in order))
    most = bet_bounds(dealt, dealt.seats[1])[1].cents // ANTE.cents
    return play(dealt, Bet(1, ANTE), Reveal(), Settle()), most


def _best_crazy_four(terms: Terms, deck: tuple[Card, ...]) -> tuple[Fraction, int]:
    total, pairings = Fraction(0), 0
    for player in combinations(deck, 5):
        fixed = on_play = Fraction(0)
        dealers = list(combinations([card for card in deck if card not in player], 5))
        most = 1
        for dealer in dealers:
            settled, most = _crazy_four(terms, player, dealer)
            fixed += _net(settled, "ante", "super_bonus")
            on_play += _net(settled, "play")
        total += max(Fraction(-2 * len(dealers)), *(fixed + size * on_play for size in range(1, most + 1)))
        pairings += len(dealers)
    return total, pairings


@pytest.mark.parametrize("changes", [{}, {"super_bonus.flush": "5 to 2", "super_bonus.three_of_a_kind": "9"}])
def test_crazy_four_is_worth_what_the_engine_pays(changes: dict[str, str]) -> None:
    deck = parse_cards("As Ah Ks Qs Js Kd 9c 9d 2h 7h 4c")
    terms = changed(terms_for("ma-crazy-4"), changes)
    total, pairings = _best_crazy_four(terms, deck)
    solution = crazy_four_main.solve(crazy_four_pays(terms), sum(1 << card.index for card in deck))
    assert solution.counts.pairings == pairings
    assert solution.ev == total / pairings
