"""What a person sees in Criss-Cross at each decision, as facts for rules: the hole, the Across pair, both hands."""

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.deals import PAIR_CARDS, Given, Hole, holes
from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.strategy import CELL_SHAPE, MOST_OUTS, SeenPairs, levels_of, seen_of
from pitboss.mathematics.criss_cross.strategy_words import HANDS
from pitboss.mathematics.strategy_rules import Facts

Int64s = npt.NDArray[np.int64]


class Observer:
    """Sees every deal of the given cards as a person would who plays by one paytable."""

    def __init__(self, pays: CrissCrossPays, given: Given) -> None:
        self.given = given
        self.game = ready_pays(pays)
        self.levels = levels_of(pays)
        self.holes = holes(given)
        self.ranks = (self.levels.winning, self.levels.pushing)

    @property
    def deals(self) -> int:
        """How many deals there are."""
        pairs, downs, middles = self.given.counts()
        return sum(hole.weight for hole in self.holes) * pairs * downs * middles

    def look(self, hole: Hole) -> tuple[tuple[Pairs, Pairs], tuple[SeenPairs, SeenPairs]]:
        """The hole's Across and Down tables, and what a person sees of them."""
        seen = seen_of(self.levels, self.given, hole, hole.across), seen_of(self.levels, self.given, hole, hole.down)
        return tables_of(self.game, self.given, hole), seen

    def hole_facts(self, hole: Hole) -> Facts:
        """The hole alone. A pair's rank is counted from 1, and 0 stands for no pair."""
        low, high = sorted(card >> 2 for card in hole.cards)
        suited = hole.cards[0] & 3 == hole.cards[1] & 3
        winning, pushing = self.own_ranks(hole)
        facts = {
            "hand": HANDS.index((high, low, suited)),
            "pair": int(high == low),
            "pair_rank": high + 1 if high == low else 0,
            "suited": int(suited),
            "winning": winning,
            "worthy": winning + pushing,
        }
        return {name: np.array([fact]) for name, fact in facts.items()}

    def across_facts(self, hole: Hole, seen: SeenPairs) -> Facts:
        """The hole with each of its Across pairs: what they share, what they make together."""
        cards = np.take(PAIR_CARDS, hole.across, axis=1).astype(np.int64)
        own_ranks = [card >> 2 for card in hole.cards]
        suited = hole.cards[0] & 3 == hole.cards[1] & 3
        winning, pushing = self.own_ranks(hole)
        points = 2 * (winning + _bits(seen.ranks & self.ranks[0])) + pushing + _bits(seen.ranks & self.ranks[1])
        facts = {name: np.repeat(fact, len(hole.across)) for name, fact in self.hole_facts(hole).items()}
        return facts | {
            "shared": np.isin(cards >> 2, own_ranks).sum(axis=0),
            "suit": (cards & 3 == hole.cards[0] & 3).sum(axis=0) * suited,
            "made": seen.made.astype(np.int64),
            "low_pairs": seen.low_pair.astype(np.int64),
            "strong": np.minimum(_bits(seen.strong), MOST_OUTS),
            "points": points,
        }

    def middle_facts(self, own_ranks: tuple[int, int]) -> Facts:
        """Both hands in every cell of the kernels, for a hole with so many ranks that win and that push."""
        winning, pushing = own_ranks
        made, low_pairs, strong, more_winning, more_pushing = np.indices(CELL_SHAPE).reshape(5, -1).astype(np.int64)
        points = 2 * (winning + more_winning) + pushing + more_pushing
        doubled = points + 2 * winning + pushing
        return {"made": made, "low_pairs": low_pairs, "strong": strong, "points": points, "doubled": doubled}

    def own_ranks(self, hole: Hole) -> tuple[int, int]:
        """How many ranks of the hole win as a pair, and how many push."""
        own = {card >> 2 for card in hole.cards}
        winning, pushing = (sum(ranks >> rank & 1 for rank in own) for ranks in self.ranks)
        return winning, pushing


def _bits(masks: Int64s) -> Int64s:
    return np.bitwise_count(masks).astype(np.int64)
