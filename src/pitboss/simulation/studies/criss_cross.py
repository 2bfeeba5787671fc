"""Games of the shape of Criss-Cross Poker, as the studies ask of them: by the fast solver's own counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from pitboss.mathematics.criss_cross.kernels.deals import DECK, Given, hole_of, mask_of, pair_of
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.played import main_counts
from pitboss.mathematics.criss_cross.kernels.solver import play_hole
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.rulebooks import Terms
from pitboss.simulation import criss_cross_plans as plans
from pitboss.simulation.studies.counting import planned_sum
from pitboss.simulation.studies.informed import InformedDeal, Worth
from pitboss.simulation.studies.misreading import Dealer, SettledResults

# Rounds are settled again and again, by dealers of different care.
_counted = lru_cache(maxsize=2)(main_counts)


@dataclass(frozen=True, eq=False)
class CrissCrossStudied:
    """Two hands that share the hole and the middle card."""

    terms: Terms

    @cached_property
    def _pays(self) -> CrissCrossPays:
        return criss_cross_pays(self.terms)

    @cached_property
    def _decisions(self) -> plans.Decisions:
        return plans.optimal(self._pays)

    @property
    def ev(self) -> Fraction:
        """What the main game is worth."""
        return self._decisions.ev

    def value(self, deal: InformedDeal) -> Worth:
        """What a deal is worth with the knowledge and without."""
        pays, game = self._pays, ready_pays(self._pays)
        antes = plans.by_action(sizes.antes for sizes in pays.sizes)
        seen = {place: mask_of(*cards) for place, cards in deal.seen.items()}
        given = Given(DECK & ~mask_of(*deal.dead), **seen)
        hole = hole_of(given, pair_of(*deal.own))
        tables = tables_of(game, given, hole)
        best = play_hole(game, given, hole, tables, across_seen=False).best
        pairs, downs, middles = given.counts()
        actions = self._decisions.of_hole(hole)
        usual = planned_sum(actions, hole.across_weights, tables, game.returns, antes, (downs, middles))
        deals = pairs * downs * middles * pays.unit
        return Worth(Fraction(best, deals) - 2, Fraction(usual, deals) - 2)

    def misread(self, dealer: Dealer) -> SettledResults:
        """Rounds of best play as a dealer settles them."""
        return SettledResults.of(self._outcomes(dealer))

    def _outcomes(self, dealer: Dealer) -> Iterator[tuple[Fraction, Fraction, int]]:
        pays = self._pays
        counts = _counted(pays)
        readings = [dealer.readings(kind, pays.kinds) for kind in range(pays.kinds)]
        for lost, count in enumerate(counts.folded[:, 0].tolist()):
            yield Fraction(-lost), Fraction(1), count
        for (a, d, m, k, other), count in np.ndenumerate(counts.made[..., 0]):
            if count:
                for (first, chance), (second, also) in product(readings[k].items(), readings[other].items()):
                    net = pays.net(pays.bets_at((a, d, m)), first, second)
                    yield net, chance * also, int(count)
