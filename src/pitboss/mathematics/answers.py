"""What the mathematics answer: plain values, the same whatever game they are about."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.mathematics.distribution import Distribution
from pitboss.money import Amount
from pitboss.rulebooks import Terms

Shares = Mapping[str, Fraction]


def shares(counts: Mapping[str, int]) -> Shares:
    """Each count as a share of all."""
    total = sum(counts.values())
    return {choice: Fraction(count, total) if total else Fraction(0) for choice, count in counts.items()}


@dataclass(frozen=True)
class MainGame:
    """What optimal play of the main game is worth, in units of one ante."""

    terms: Terms
    deals: int
    ev: Fraction
    average_wager: Fraction
    actions: Mapping[str, Shares]  # by decision: the share of each choice among the rounds that reach it
    antes: Fraction = Fraction(2)  # how many antes everyone puts up before the deal

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps, per one ante."""
        return -self.ev

    @property
    def house_edge_per_antes(self) -> Fraction:
        """What the house keeps of all antes together."""
        return self.house_edge / self.antes

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all that is wagered."""
        return self.house_edge / self.average_wager


@dataclass(frozen=True)
class Advice:
    """The options of one decision, what risks least first, and what each is worth with best play after it."""

    decision: str
    options: Shares

    @property
    def best(self) -> str:
        """The option worth most; of equal ones that which risks least."""
        return max(self.options, key=lambda option: self.options[option])

    @property
    def value(self) -> Fraction:
        """What the best option is worth."""
        return self.options[self.best]

    def cost(self, option: str) -> Fraction:
        """What an option gives away."""
        return self.value - self.options[option]


@dataclass(frozen=True)
class RoundResult:
    """A round's net result in dollars; `limited` is the chance that the payout limit cuts it, if there is a limit."""

    spread: Distribution
    ante: Amount
    wagered: Fraction
    limit: Amount | None = None
    limited: Fraction = Fraction(0)


@dataclass(frozen=True)
class CardLine:
    """One line: at which decision, what to do, and with what; of a decision's lines the first that fits counts."""

    decision: str
    action: str
    hands: str


@dataclass(frozen=True)
class StrategyCard:
    """The lines, how to count what they speak of, and what following them is worth, in antes."""

    terms: Terms
    lines: tuple[CardLine, ...]
    notes: tuple[str, ...]
    ev: Fraction
    best_ev: Fraction
    average_wager: Fraction

    @property
    def cost(self) -> Fraction:
        """What the card gives away against best play, per ante."""
        return self.best_ev - self.ev

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps from one who follows the card, per ante."""
        return -self.ev
