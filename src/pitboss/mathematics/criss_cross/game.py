"""A Criss-Cross-shaped game, as the mathematics ask of every game."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod

import numpy as np

from pitboss.cards import Card
from pitboss.mathematics.answers import CardLine, MainGame, RoundResult, Shares, StrategyCard, WagerSums, shares
from pitboss.mathematics.criss_cross import card, round_results
from pitboss.mathematics.criss_cross.kernels import advice, solver
from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, Given, mask_of
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.played import JointCounts, main_counts
from pitboss.mathematics.criss_cross.opening import opening_chart
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import Player, Progress, Reader, Report
from pitboss.mathematics.kernels.kept import kept_answer
from pitboss.mathematics.known import Known, refuse_unnamed
from pitboss.mathematics.nets import criss_cross_pays
from pitboss.mathematics.opening_chart import Opening
from pitboss.mathematics.position import FOLD, Position, times_of
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import CrissCrossShape
from pitboss.mathematics.side_odds import Question
from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager


@dataclass(frozen=True, eq=False)
class CrissCrossGame:
    """Two antes on two hands of a cross, a bet on each and one on the better."""

    terms: Terms
    shape: CrissCrossShape

    @property
    def exposable(self) -> Mapping[str, int]:
        """The two lines of the cross and the card they share."""
        return self.shape.places

    @property
    def cards(self) -> int:
        """The hole and the cross."""
        return self.shape.cards

    @cached_property
    def pays(self) -> CrissCrossPays:
        """The tables, ready for the kernels."""
        return criss_cross_pays(self.terms)

    @property
    def effort(self) -> None:
        """Less than a second."""
        return None

    @property
    def method(self) -> str:
        """How the deals are counted."""
        return (
            "deals of hole pair, Across pair, Down pair and middle card are counted. Deals that differ only in the "
            "names of suits are counted once and weighted. The returns of each bet over the middle cards are summed "
            "in closed form, those of the Middle Bet by meeting sets of cards that lift the one hand and the other to "
            "a class."
        )

    @property
    def identity(self) -> Hashable:
        """The tables and sizes."""
        return self.pays

    @property
    def joinable(self) -> Sequence[str]:
        """Wagers on the community cards."""
        return round_results.joinable(self.terms)

    def solve(self, known: Known, progress: Progress | None) -> MainGame:
        """The main game under best play."""
        if known.places:
            seen = {name: known.places[name] for name in self.exposable}
            solution = solver.solve_exposed(self.pays, deck=known.deck, **seen)
        else:
            solution = solver.solve(self.pays, _given(known))
        streets = (solution.across, solution.down, solution.middle)
        actions = {
            name: shares(street.named(sizes))
            for name, street, sizes in zip(self.shape.bets, streets, self.shape.sizes, strict=True)
        }
        return MainGame(self.terms, solution.deals, solution.ev, solution.average_wager, actions)

    def distribution(self, known: Known) -> Distribution:
        """What a round nets, in antes; from the whole deck by the counts that the wagers one by one are read from."""
        refuse_unnamed(self.terms, known)
        if _given(known) == WHOLE_DECK:
            return Distribution(_nets(self.pays))
        return Distribution(dict(solver.distribution(self.pays, _given(known))))

    @property
    def deals(self) -> int:
        """All deals of hole, cross and middle card."""
        return self._solution.deals

    @cached_property
    def _solution(self) -> solver.CrissCrossSolution:
        return solver.solve(self.pays, WHOLE_DECK)

    def wager_sums(self) -> Mapping[str, WagerSums]:
        """What becomes of both antes and the three bets, by the classes of the hands."""
        pays, counts, solution = self.pays, _kept_counts(self.pays), self._solution
        names = (*self.shape.antes, *self.shape.bets)
        found: list[dict[Fraction | None, tuple[int, Fraction]]] = [{} for _ in names]
        for (a, d, m, k, other, _), count in np.ndenumerate(counts.made):
            if count:
                for sums, (stake, net) in zip(found, pays.wagers(pays.bets_at((a, d, m)), k, other), strict=True):
                    deals, staked = sums.get(net, (0, Fraction(0)))
                    sums[net] = deals + int(count), staked + stake * int(count)
        # What was made and is not settled was folded away: of the antes all deals, of a bet those that reached it.
        streets = (solution.across, solution.down, solution.middle)
        made = (solution.deals, solution.deals, *(street.least + street.most for street in streets))
        put_up = (solution.deals, solution.deals, *solution.staked)
        for sums, deals, staked_in_all in zip(found, made, put_up, strict=True):
            settled = sum(count for count, _ in sums.values())
            if deals > settled:
                sums[None] = deals - settled, staked_in_all - sum((amount for _, amount in sums.values()), Fraction(0))
        by_name = dict(zip(names, found, strict=True))
        return {name: by_name[name] for name in self.terms.wagers if name in by_name}

    def known(self, dead: tuple[Card, ...], early: Mapping[str, tuple[Card, ...]]) -> Known:
        """Places of the cross by the line they belong to."""
        lines: dict[str, tuple[Card, ...]] = {}
        for name, places in zip(self.exposable, self.shape.turned, strict=True):
            seen = tuple(card for place in places for card in early.get(place, ()))
            if seen:
                lines[name] = seen
        return Known(dead, lines)

    def options(self, position: Position) -> Shares:
        """What every option of the decision at hand is worth."""
        across, down = position.shown[:2], position.shown[2:4]
        for place, cards in (("across", across), ("down", down)):
            if cards and position.known.cards.get(place):
                raise refused(self.terms, "position", f"cards exposed {place} that are turned up", "each card once")
        given = _given(position.known)
        shown = tuple(tuple(sorted(card.index for card in pair)) for pair in (across, down))
        hole = tuple(sorted(card.index for card in position.cards))
        bets = tuple(map(times_of, position.choices))
        if given == WHOLE_DECK and not (bets or across or down):
            found = advice.openings(self.pays)[advice.hole_hand(hole)]
        else:
            found = _values(self.pays, hole, shown, bets, given)
        return {FOLD if size == 0 else f"{size}x": value for size, value in sorted(found.items())}

    def opening(self) -> Opening:
        """The Across decision."""
        return opening_chart(self.pays)

    def strategy_card(self, report: Report) -> StrategyCard:
        """A dozen lines at most, found by search."""
        return card.strategy_card(self.terms, self.pays, self.solve(Known(), None).ev, report)

    def card_player(self, report: Report) -> Player:
        """A player who goes by these lines."""
        reader = card.CardReader(self.pays, card.rules_of(self.pays, report))
        return lambda position: self.pays.sizes[position.stage].names[reader.action(position)]

    def card_reader(self, report: Report) -> Reader:
        """Which of these lines applies."""
        reader = card.CardReader(self.pays, card.rules_of(self.pays, report))

        def read(position: Position) -> CardLine:
            action, hands = reader.line(position)
            return CardLine(card.STREETS[position.stage], self.pays.sizes[position.stage].names[action], hands)

        return read

    def round_result(self, asked: Question, ante: Amount, sides: Sequence[Wager]) -> RoundResult:
        """A round's net result in dollars, cut by the payout limit."""
        return round_results.round_result(asked, self.shape, self.pays, ante, sides)


@lru_cache(maxsize=4)
def _kept_counts(pays: CrissCrossPays) -> JointCounts:
    """Every deal by its bets and classes, counted once for a paytable on each machine."""

    def counted() -> bytes:
        counts = main_counts(pays)
        return counts.folded.tobytes() + counts.made.tobytes()

    shape = (2, 2, 2, pays.kinds, pays.kinds, 1)
    found = np.frombuffer(kept_answer("main-counts", repr(pays).encode(), counted), np.int64)
    made = prod(shape)
    return JointCounts(found[:-made].reshape(-1, 1), found[-made:].reshape(shape))


def _nets(pays: CrissCrossPays) -> dict[Fraction, int]:
    """What a round nets, in antes, ascending, and in how many deals."""
    counts = _kept_counts(pays)
    nets: Counter[Fraction] = Counter()
    for (lost, _), count in np.ndenumerate(counts.folded):
        nets[Fraction(-lost)] += int(count)
    for (a, d, m, k, other, _), count in np.ndenumerate(counts.made):
        if count:
            nets[pays.net(pays.bets_at((a, d, m)), k, other)] += int(count)
    return {net: nets[net] for net in sorted(nets) if nets[net]}


def _given(known: Known) -> Given:
    """What is known, for the kernels."""
    masks = (mask_of(*(card.index for card in known.cards.get(name, ()))) for name in CrissCrossShape.places)
    return Given(known.deck, *masks)


@lru_cache(maxsize=4096)
def _values(
    pays: CrissCrossPays,
    hole: tuple[int, ...],
    shown: tuple[tuple[int, ...], ...],
    bets: tuple[int, ...],
    given: Given,
) -> dict[int, Fraction]:
    return advice.advise(pays, hole, shown[0], shown[1], bets, given)
