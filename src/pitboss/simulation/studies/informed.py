"""What one deal is worth to a player who knows more than the rules show, by exact count.

A deal is drawn at random; what best play with the knowledge and the usual best play without it are then worth is
counted over all cards to come. The difference is never negative and mostly 0, and usual play is worth the exact value
of the game on average: so the only noise left in a study is which deals were drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from pitboss.analysis.kernels.batch_eval import best_four, four_card_tables
from pitboss.analysis.kernels.crazy_four_main import MainGame
from pitboss.analysis.kernels.criss_cross_deals import DECK, Given, hole_of, mask_of, pair_of
from pitboss.analysis.kernels.criss_cross_pays import game_of, tables_of
from pitboss.analysis.kernels.criss_cross_solver import play_hole
from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.cards import four_card_values
from pitboss.rulebooks import Terms
from pitboss.simulation import crazy_four_plans, plans
from pitboss.simulation.kernels.crazy_four import LOOK, hand_number
from pitboss.simulation.kernels.hands import judge_of
from pitboss.simulation.studies.counting import EQUAL, HIGHER, LOWER, OUTRANKING, dealer_hands, planned_sum


@dataclass(frozen=True)
class Deal:
    """Own cards, cards known to be out of play, and cards seen at a place, by number."""

    own: tuple[int, ...]
    dead: tuple[int, ...] = ()
    seen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Worth:
    """What a deal is worth, in antes: to best play with the knowledge, and to the usual best play without it."""

    best: Fraction
    usual: Fraction

    @property
    def gain(self) -> Fraction:
        """What the knowledge adds."""
        return self.best - self.usual


Valuer = Callable[[Deal], Worth]


def valuer(terms: Terms) -> tuple[Valuer, Fraction]:
    """The function that values deals, and the exact value of the game without extra knowledge."""
    return _crazy_four(crazy_four_game(terms)) if terms.rulebook.duel is not None else _criss_cross(terms)


def _crazy_four(game: MainGame) -> tuple[Valuer, Fraction]:
    judge = judge_of(four_card_tables(), np.arange(len(four_card_values()), dtype=np.uint16))
    decisions = crazy_four_plans.optimal(game)
    plan = decisions.plan
    unit = game.super_bonus.unit

    def value(deal: Deal) -> Worth:
        hand = np.array(deal.own, np.uint8)
        strength = int(best_four(hand[np.newaxis])[0])
        seen = deal.seen.get("dealer", ())
        left = [card for card in range(52) if card not in (*deal.own, *deal.dead, *seen)]
        counts = dealer_hands(judge, np.array(seen, np.int64), np.array(left), strength, game.qualifying).tolist()
        kept, lost = (int(game.super_bonus.nets(np.array([strength], np.uint16), unpaid)[0]) for unpaid in (0, -1))
        hands = sum(counts)
        losing = counts[HIGHER] + (counts[OUTRANKING] if game.outranked_super_bonus_loses else 0)
        fixed = kept * (hands - losing) + lost * losing + unit * (counts[LOWER] - counts[HIGHER])
        each = unit * (hands - counts[EQUAL] - 2 * counts[HIGHER])
        largest = game.largest_play if strength >= game.raising else 1
        worths = {0: -2 * unit * hands, 1: fixed + each, largest: fixed + largest * each}
        play = int(plan.by_strength[strength])
        usual = int(plan.by_hand[hand_number(plan.choose, hand)]) if play == LOOK else play
        return Worth(Fraction(max(worths.values()), unit * hands), Fraction(worths[usual], unit * hands))

    return value, decisions.ev


def _criss_cross(terms: Terms) -> tuple[Valuer, Fraction]:
    pays = criss_cross_pays(terms)
    game, decisions = game_of(pays), plans.optimal(pays)
    plan = decisions.plan

    def value(deal: Deal) -> Worth:
        seen = {place: mask_of(*cards) for place, cards in deal.seen.items()}
        given = Given(DECK & ~mask_of(*deal.dead), **seen)
        hole = hole_of(given, pair_of(*deal.own))
        tables = tables_of(game, given, hole)
        best = play_hole(game, given, hole, tables, across_seen=False).best
        pairs, downs, middles = given.counts()
        numbers = hole.across, hole.across_weights, hole.down
        usual = planned_sum(plan, hole.pair, numbers, tables, game.returns, middles, downs)
        deals = pairs * downs * middles * pays.unit
        return Worth(Fraction(best, deals) - 2, Fraction(usual, deals) - 2)

    return value, decisions.ev
