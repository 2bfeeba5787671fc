"""Games of the shape of Crazy 4 Poker, as the studies ask of them: by the fast solver's own counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np

from pitboss.mathematics.crazy_four.kernels import main as crazy_four_main
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays, pairings_of
from pitboss.mathematics.kernels.batch_eval import best_four
from pitboss.mathematics.nets import crazy_four_pays
from pitboss.rulebooks import Terms
from pitboss.simulation import crazy_four_plans
from pitboss.simulation.crazy_four import four_card_judge
from pitboss.simulation.kernels.crazy_four import LOOK, hand_number
from pitboss.simulation.studies.counting import HIGHER, LOWER, dealer_hands
from pitboss.simulation.studies.informed import InformedDeal, Worth
from pitboss.simulation.studies.misreading import Dealer, SettledResults

REVERSED = {LOWER: HIGHER, HIGHER: LOWER}


@dataclass(frozen=True, eq=False)
class CrazyFourStudied:
    """Five cards of one's own against the dealer's five."""

    terms: Terms

    @cached_property
    def _pays(self) -> CrazyFourPays:
        return crazy_four_pays(self.terms)

    @cached_property
    def _decisions(self) -> crazy_four_plans.CrazyFourDecisions:
        return crazy_four_plans.optimal(self._pays)

    @property
    def ev(self) -> Fraction:
        """What the main game is worth."""
        return self._decisions.ev

    def value(self, deal: InformedDeal) -> Worth:
        """What a deal is worth with the knowledge and without."""
        game, plan, hand = self._pays, self._decisions.plan, np.array(deal.own, np.uint8)
        held = best_four(hand[np.newaxis])
        strength, seen = int(held[0]), deal.seen.get("dealer", ())
        left = [card for card in range(52) if card not in (*deal.own, *deal.dead, *seen)]
        counts = dealer_hands(
            four_card_judge(), np.array(seen, np.int64), np.array(left), strength, game.qualifying
        ).tolist()
        ante, play_nets = game.whole(game.ante).tolist(), game.whole(game.play).tolist()
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

    def misread(self, dealer: Dealer) -> SettledResults:
        """Rounds of best play as a dealer settles them."""
        return SettledResults.of(self._outcomes(dealer))

    def _outcomes(self, dealer: Dealer) -> Iterator[tuple[Fraction, Fraction, int]]:
        game, solution = self._pays, crazy_four_main.solve(self._pays)
        counts = solution.counts
        lines = game.super_bonus.reached(counts.hands.strengths)
        results = [game.super_bonus.results(unpaid) for unpaid in game.unpaid]
        kinds = len(results[0])
        for line, size in product(range(kinds), sorted(set(solution.plays.tolist()))):
            rows = (lines == line) & (solution.plays == size)
            staked = size * game.sizes.base
            for outcome, numbers in enumerate(pairings_of(counts)):
                count = int((numbers * counts.weights)[rows].sum())
                if size == 0:
                    yield Fraction(-2), Fraction(1), count
                    continue
                for read, chance in dealer.readings(line, kinds).items():
                    for judged, also in _compared(dealer, outcome).items():
                        net = results[judged][read] + game.ante[judged] + staked * game.play[judged]
                        yield net, chance * also, count


def _compared(dealer: Dealer, outcome: int) -> dict[int, Fraction]:
    """How a comparison is read: wrong with the chance of a mistake where that is in the favour given."""
    if outcome not in REVERSED:
        return {outcome: Fraction(1)}
    wrong = dealer.steps.get(1 if outcome == HIGHER else -1, Fraction(0))
    return {read: chance for read, chance in ((outcome, 1 - wrong), (REVERSED[outcome], wrong)) if chance}
