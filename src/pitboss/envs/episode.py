"""One round from deal to settlement, driven from decision to decision; what the environments have in common."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.cards import DECK, Card, parse_cards
from pitboss.engine import Round, check, open_round, to_act
from pitboss.engine.actions import (
    Bet,
    Check,
    CloseBets,
    Draw,
    Fold,
    PlaceWager,
    PlayerChoice,
    RoundAction,
    Withdraw,
)
from pitboss.engine.autoplay import House, act, next_step
from pitboss.engine.decisions import current_decision
from pitboss.envs.actions import CHECK, FOLD, WITHDRAW, actions_of
from pitboss.envs.stakes import Wagers
from pitboss.money import Amount
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms, Violation

PASSIVE: dict[str, type[Fold] | type[Check] | type[Withdraw]] = {FOLD: Fold, CHECK: Check, WITHDRAW: Withdraw}


@dataclass
class Episode:
    """A round in play, and the house that deals it."""

    round: Round
    house: House

    @property
    def to_act(self) -> int | None:
        """The seat whose decision the round waits for; None when it is over."""
        return to_act(self.round)

    def step(self, action: RoundAction) -> Violation | None:
        """Do what a player decided and go on to the next decision; a refused action changes nothing."""
        refused = check(self.round, action)
        if refused is None:
            self._do(action)
            self.run()
        return refused

    def run(self) -> None:
        """The house's steps, until a player must decide or the round is over."""
        while (step := next_step(self.round, self.house)) is not None:
            self._do(step)

    def _do(self, action: RoundAction) -> None:
        self.round, _ = act(self.round, self.house, action)

    def action(self, seat: int, number: int) -> PlayerChoice:
        """The action an environment numbers so; a number that stands for none is a bet, for the round to refuse."""
        decision = current_decision(self.round)
        names = actions_of(decision)
        name = names[number] if 0 <= number < len(names) else ""
        if name in PASSIVE:
            return PASSIVE[name](seat)
        return Bet(seat, decision.base_of(self.round.seats[seat].wagers) * number)

    def staked(self, seat: int) -> Amount:
        """All that a seat has put up."""
        return sum(self.round.seats[seat].wagers.values(), Amount.ZERO)

    def net(self, seat: int) -> Amount:
        """What a seat has won or lost, once the round is settled."""
        returned = sum((line.returned for line in self.round.lines if line.seat == seat), Amount.ZERO)
        return returned - self.staked(seat)


def begin(
    terms: Terms,
    wagers: Mapping[int, Wagers],
    chance: np.random.Generator,
    deck: str | Iterable[int] | None = None,
    meters: Mapping[str, Amount] | None = None,
) -> Episode:
    """A round dealt up to its first decision; `Refused` where a wager is not lawful.

    The deck is shuffled by `chance`, unless one is given: cards in the order they are dealt.
    """
    house = House(
        cards=iter(_shuffled(chance) if deck is None else _cards(deck)),
        meters=open_meters(terms, dict(meters or {})),
        draw=lambda terms: _draw(terms, chance),
        stop=lambda terms: _stop(terms, chance),
    )
    episode = Episode(open_round(terms), house)
    for seat, amounts in sorted(wagers.items()):
        for name, amount in amounts.items():
            episode._do(PlaceWager(seat, name, amount))
    episode._do(CloseBets())
    episode.run()
    return episode


def _shuffled(chance: np.random.Generator) -> list[Card]:
    return [DECK[index] for index in chance.permutation(len(DECK))]


def _cards(deck: str | Iterable[int]) -> list[Card]:
    return list(parse_cards(deck)) if isinstance(deck, str) else [Card.of(int(index)) for index in deck]


def _draw(terms: Terms, chance: np.random.Generator) -> Draw:
    """A card and a position for the drawn bonuses, each as often as the submission says."""
    card: Card | None = None
    position: int | str | None = None
    for bonus in terms.rulebook.bonuses:
        if terms.offers(bonus.name) and int(chance.integers(terms.submission.draws[bonus.name])) == 0:
            if bonus.draws == "card":
                card = DECK[chance.integers(len(DECK))]
            else:
                position = int(chance.integers(terms.rulebook.seats + 1)) or "dealer"
    return Draw(card, position)


def _stop(terms: Terms, chance: np.random.Generator) -> int:
    wheel = terms.submission.wheel
    assert wheel is not None
    positions = sorted(wheel.weights)
    bounds = np.cumsum([wheel.weights[position] for position in positions])
    return positions[int(np.searchsorted(bounds, chance.integers(bounds[-1]), side="right"))]
