"""A Crazy-4-shaped game, as the mathematics ask of every game."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.cards import Card
from pitboss.mathematics.answers import MainGame, RoundResult, Shares, StrategyCard, WagerSums, shares
from pitboss.mathematics.crazy_four import card, round_results
from pitboss.mathematics.crazy_four.hand_wagers import main_solution
from pitboss.mathematics.crazy_four.kernels import main
from pitboss.mathematics.crazy_four.kernels.main import CrazyFourPays, pairings_of
from pitboss.mathematics.crazy_four.opening import hand_kinds
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import Player, Progress, Reader, Report
from pitboss.mathematics.known import Known, refuse_unnamed
from pitboss.mathematics.nets import crazy_four_pays
from pitboss.mathematics.opening_chart import Opening
from pitboss.mathematics.position import FOLD, Position
from pitboss.mathematics.shape import CrazyFourShape
from pitboss.mathematics.side_odds import Question
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager

DEALER = "dealer"


@dataclass(frozen=True, eq=False)
class CrazyFourGame:
    """An Ante, a Super Bonus and a Play Wager, the best four of five cards against the dealer's."""

    terms: Terms
    shape: CrazyFourShape

    @property
    def exposable(self) -> Mapping[str, int]:
        """The dealer's cards."""
        return self.shape.places

    @property
    def cards(self) -> int:
        """The player's and the dealer's."""
        return self.shape.cards

    @cached_property
    def pays(self) -> CrazyFourPays:
        """The tables, sizes and odds, ready for the kernels."""
        return crazy_four_pays(self.terms)

    @property
    def effort(self) -> None:
        """Less than a second."""
        return None

    @property
    def method(self) -> str:
        """How the pairings are counted."""
        return (
            "pairings of a player's with a dealer's hand are counted. The dealer's hands are swept once in order of "
            "rank; how many of those passed share no card with a given hand follows by inclusion and exclusion over "
            "its subsets."
        )

    @property
    def identity(self) -> Hashable:
        """The tables, sizes and odds."""
        return self.pays

    @property
    def joinable(self) -> Sequence[str]:
        """Wagers on the player's own hand."""
        return round_results.joinable(self.terms)

    def solve(self, known: Known, progress: Progress | None) -> MainGame:
        """One case for each set of dealer's cards that may be seen, weighted by how many sets are like it."""
        unseen = known.places[DEALER]
        cases = main.exposed_kinds(unseen, known.deck) if unseen else Counter({_dealer_cards(known): 1})
        pairings, ev, wagered = 0, Fraction(0), Fraction(0)
        counts: Counter[str] = Counter()
        for exposed, weight in cases.items():
            solution = main.solve(self.pays, known.deck, exposed)
            deals = solution.counts.pairings * weight
            pairings += deals
            ev += solution.ev * deals
            wagered += solution.average_wager * deals
            for size, hands in solution.hands_by_play.items():
                counts[_named(size)] += hands * weight
        return MainGame(self.terms, pairings, ev / pairings, wagered / pairings, {self.shape.play: shares(counts)})

    def distribution(self, known: Known) -> Distribution:
        """What a round nets, in antes."""
        refuse_unnamed(self.terms, known)
        return Distribution(dict(main.solve(self.pays, known.deck, _dealer_cards(known)).distribution()))

    @property
    def deals(self) -> int:
        """All pairings of a player's with a dealer's hand."""
        return main_solution(self.terms).counts.pairings

    def wager_sums(self) -> Mapping[str, WagerSums]:
        """What becomes of Ante, Super Bonus and Play, by the dealer's hand."""
        solution = main_solution(self.terms)
        game, counts = solution.game, solution.counts
        made = solution.plays != main.FOLD
        pairings = pairings_of(counts) * counts.weights * made
        nets = {
            self.shape.ante: np.broadcast_to(game.whole(game.ante)[:, None], pairings.shape),
            self.shape.super_bonus: game.super_bonus_nets(counts.hands.strengths),
            self.shape.play: np.broadcast_to(game.whole(game.play)[:, None], pairings.shape),
        }
        folded = int(counts.weights[~made].sum()) * counts.dealer_hands
        found = {}
        for name, wager_nets in nets.items():
            stakes = solution.plays * game.sizes.base if name == self.shape.play else np.ones_like(solution.plays)
            sums: dict[Fraction | None, tuple[int, Fraction]] = {}
            for net in np.unique(wager_nets):
                deals = np.where(wager_nets == net, pairings, 0).sum(axis=0)
                if deals.any():
                    sums[Fraction(int(net), game.unit)] = int(deals.sum()), Fraction(int((deals * stakes).sum()))
            if folded and name != self.shape.play:
                sums[None] = folded, Fraction(folded)
            found[name] = sums
        return {name: found[name] for name in self.terms.wagers if name in found}

    def known(self, dead: tuple[Card, ...], early: Mapping[str, tuple[Card, ...]]) -> Known:
        """The dealer's cards that lie open."""
        return Known(dead, {place: cards for place, cards in early.items() if place == DEALER})

    def options(self, position: Position) -> Shares:
        """What every option is worth."""
        known, sizes = position.known, self.pays.sizes
        hand = _mask(position.cards)
        ends = main.advise(self.pays, hand, known.deck, _dealer_cards(known)).values
        # A Play Wager's value is linear in its size: those between lie on the line between the ends.
        least, most = sizes.times[0], max(ends)
        step = (ends[most] - ends[least]) / max(most - least, 1)
        times = [*sizes.times, *range(sizes.times[-1] + 1, most + 1)]
        return {FOLD: ends[0]} | {_named(size): ends[least] + (size - least) * step for size in times}

    def opening(self) -> Opening:
        """The Play decision by kind of hand."""
        return hand_kinds(self.pays)

    def strategy_card(self, report: Report) -> StrategyCard:
        """Three lines, found by search."""
        return card.strategy_card(self.terms, self.pays, self.solve(Known(), None).ev)

    def card_player(self, report: Report) -> Player:
        """A player who goes by these lines."""
        play = card.reader(self.pays)
        return lambda position: _named(play(position))

    def card_reader(self, report: Report) -> Reader:
        """Which of these lines applies."""
        return card.line_reader(self.pays)

    def round_result(self, asked: Question, ante: Amount, sides: Sequence[Wager]) -> RoundResult:
        """A round's net result in dollars."""
        return round_results.round_result(asked, ante, sides)


def _named(size: int) -> str:
    return FOLD if size == 0 else f"{size}x"


def _dealer_cards(known: Known) -> int:
    return _mask(known.cards.get(DEALER, ()))


def _mask(cards: Sequence[Card]) -> int:
    return sum(1 << card.index for card in cards)
