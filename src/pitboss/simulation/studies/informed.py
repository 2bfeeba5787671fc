"""What one deal is worth to a player who knows more than the rules show, by exact count.

A deal is drawn at random; what best play with the knowledge and the usual best play without it are then worth is
counted over all cards to come. The difference is never negative and mostly 0, and usual play is worth the exact value
of the game on average: so the only noise left in a study is which deals were drawn.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from pitboss.cards import four_card_values
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays
from pitboss.mathematics.criss_cross.kernels.deals import DECK, Given, hole_of, mask_of, pair_of
from pitboss.mathematics.criss_cross.kernels.pays import ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.solver import play_hole
from pitboss.mathematics.kernels.batch_eval import best_four, four_card_tables
from pitboss.mathematics.nets import crazy_four_pays, criss_cross_pays
from pitboss.mathematics.shape import CrazyFourShape, fast_shape
from pitboss.rulebooks import Terms
from pitboss.simulation import crazy_four_plans
from pitboss.simulation import criss_cross_plans as plans
from pitboss.simulation.kernels.crazy_four import LOOK, hand_number
from pitboss.simulation.kernels.hands import judge_of
from pitboss.simulation.studies.counting import dealer_hands, planned_sum


@dataclass(frozen=True)
class InformedDeal:
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


Valuer = Callable[[InformedDeal], Worth]


def valuer(terms: Terms) -> tuple[Valuer, Fraction]:
    """The function that values deals, and the exact value of the game without extra knowledge."""
    shape = fast_shape(terms, "value of knowledge")
    return _crazy_four(crazy_four_pays(terms)) if isinstance(shape, CrazyFourShape) else _criss_cross(terms)


def _crazy_four(game: CrazyFourPays) -> tuple[Valuer, Fraction]:
    judge = judge_of(four_card_tables(), np.arange(len(four_card_values()), dtype=np.uint16))
    decisions = crazy_four_plans.optimal(game)
    plan = decisions.plan
    ante, play_nets = game.whole(game.ante).tolist(), game.whole(game.play).tolist()

    def value(deal: InformedDeal) -> Worth:
        hand = np.array(deal.own, np.uint8)
        strength = int(best_four(hand[np.newaxis])[0])
        seen = deal.seen.get("dealer", ())
        left = [card for card in range(52) if card not in (*deal.own, *deal.dead, *seen)]
        counts = dealer_hands(judge, np.array(seen, np.int64), np.array(left), strength, game.qualifying).tolist()
        held = np.array([strength], np.uint16)
        bonus = game.super_bonus_nets(held)[:, 0].tolist()
        hands = sum(counts)
        fixed = sum(count * (one + two) for count, one, two in zip(counts, bonus, ante, strict=True))
        each = game.sizes.base * sum(count * net for count, net in zip(counts, play_nets, strict=True))
        most = int(game.most(held)[0])
        worths = {size: fixed + size * each for size in game.plays if 0 < size <= most} | {0: -2 * game.unit * hands}
        play = int(plan.by_strength[strength])
        usual = int(plan.by_hand[hand_number(plan.choose, hand)]) if play == LOOK else play
        total = game.unit * hands
        return Worth(Fraction(max(worths.values()), total), Fraction(worths[usual], total))

    return value, decisions.ev


def _criss_cross(terms: Terms) -> tuple[Valuer, Fraction]:
    pays = criss_cross_pays(terms)
    game, decisions = ready_pays(pays), plans.optimal(pays)
    plan = decisions.plan
    antes = np.array([(0, *sizes.antes) for sizes in pays.sizes], np.int64)

    def value(deal: InformedDeal) -> Worth:
        seen = {place: mask_of(*cards) for place, cards in deal.seen.items()}
        given = Given(DECK & ~mask_of(*deal.dead), **seen)
        hole = hole_of(given, pair_of(*deal.own))
        tables = tables_of(game, given, hole)
        best = play_hole(game, given, hole, tables, across_seen=False).best
        pairs, downs, middles = given.counts()
        numbers = hole.across, hole.across_weights, hole.down
        usual = planned_sum(plan, hole.pair, numbers, tables, game.returns, antes, (downs, middles))
        deals = pairs * downs * middles * pays.unit
        return Worth(Fraction(best, deals) - 2, Fraction(usual, deals) - 2)

    return value, decisions.ev
