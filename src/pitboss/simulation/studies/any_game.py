"""Any game that can be solved, as the studies ask of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.cards import DECK
from pitboss.mathematics.any_game import Policy, StakedPosition, advise, distribution, from_position
from pitboss.mathematics.any_game.game import AnyGame
from pitboss.mathematics.kernels.suit_classes import WHOLE_DECK
from pitboss.rulebooks import Terms
from pitboss.simulation.studies.informed import InformedDeal, Worth
from pitboss.simulation.studies.misreading import Dealer, Readings, SettledResults


@dataclass(frozen=True, eq=False)
class AnyStudied:
    """Best play is the solver's policy; what it nets is counted over all cards to come."""

    terms: Terms

    @cached_property
    def game(self) -> AnyGame:
        """The game, compiled."""
        return AnyGame(self.terms, "")

    @cached_property
    def policy(self) -> Policy:
        """Usual best play."""
        return Policy(self.game.program)

    @property
    def ev(self) -> Fraction:
        """What the main game is worth."""
        return self.policy.solution.ev

    def value(self, deal: InformedDeal) -> Worth:
        """What a deal is worth with the knowledge and without."""
        usual, early = self.game.program, {place: len(cards) for place, cards in deal.seen.items()}
        own, program = usual.places[0].slots, self.game.seeing(early)
        seen = dict(zip(usual.opening, (*deal.own, *deal.shown), strict=True))
        for place in usual.places:
            seen |= dict(zip(usual.hidden(place), deal.seen.get(place.name, ()), strict=False))
        cards = {slot: DECK[card] for slot, card in seen.items()}
        places = {
            place.name: tuple(cards[slot] for slot in place.slots if slot in cards) for place in program.places[1:]
        }
        hand, dead = tuple(cards[slot] for slot in own), tuple(DECK[card] for card in deal.dead)
        best = advise(program, StakedPosition(hand, places, street=program.streets[0].name, dead=dead)).value
        deck = WHOLE_DECK & ~sum(1 << card for card in deal.dead)
        return Worth(best, from_position(program, deck, seen, self.policy.play).mean)

    def misread(self, dealer: Dealer) -> SettledResults:
        """Rounds of best play as a dealer settles them: a game of its own for every set of mistakes."""
        return SettledResults.of(self._outcomes(dealer))

    def _outcomes(self, dealer: Dealer) -> Iterator[tuple[Fraction, Fraction, int]]:
        for program, chance in Readings(self.game.program).games(dealer):
            for net, count in distribution(program, player=self.policy.play).counts.items():
                yield net, chance, count
