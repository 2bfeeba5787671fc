"""What the mathematics answer: plain values, the same whatever game they are about."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.html import html_table
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

    def _repr_html_(self) -> str:
        rows = [
            ("deals", f"{self.deals:,}"),
            ("house edge, of an ante", f"{float(self.house_edge):.4%}"),
            ("element of risk", f"{float(self.element_of_risk):.4%}"),
            ("average wager, antes", f"{float(self.average_wager):.6f}"),
        ]
        for decision, made in self.actions.items():
            rows.append((decision, ", ".join(f"{choice} {float(share):.2%}" for choice, share in made.items())))
        return html_table(
            f"{self.terms.rulebook.title}: best play", rows, notes=[f"value exactly {self.ev} of an ante"]
        )


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

    def _repr_html_(self) -> str:
        rows = [(name, f"{float(value):+.6f}", f"{float(self.cost(name)):.6f}") for name, value in self.options.items()]
        return html_table(f"{self.decision}: best is {self.best}", rows, ("option", "value, antes", "gives away"))


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

    def _repr_html_(self) -> str:
        rows = [(number, line.decision, line.action, line.hands) for number, line in enumerate(self.lines, 1)]
        cost = f"costs {float(self.cost):.5%} of an ante, exactly {self.cost}"
        return html_table(f"{self.terms.rulebook.title}: strategy card", rows, notes=[*self.notes, cost])


WagerSums = Mapping[Fraction | None, tuple[int, Fraction]]
"""By what a unit of a wager nets, None where it was folded away: in how many deals, and antes staked in all of them."""


@dataclass(frozen=True)
class WagerLine:
    """What becomes of a wager of the main game in `count` of `total` deals; `staked` on average, in antes."""

    title: str
    pays: str
    count: int
    total: int
    net: Fraction
    staked: Fraction

    @property
    def probability(self) -> Fraction:
        """The chance of the line."""
        return Fraction(self.count, self.total)

    @property
    def contribution(self) -> Fraction:
        """What the line adds to the game's value, in antes."""
        return self.net * self.staked


@dataclass(frozen=True)
class MainWager:
    """A wager of the main game, or a bonus on one, which has no stake of its own, under best play."""

    name: str
    title: str
    clause: str
    lines: tuple[WagerLine, ...]
    bonus: bool = False

    @property
    def staked(self) -> Fraction:
        """What is put up on average, in antes."""
        return sum((line.staked for line in self.lines), Fraction(0))

    @property
    def ev(self) -> Fraction:
        """What the player nets on average, in antes."""
        return sum((line.contribution for line in self.lines), Fraction(0))

    @property
    def hold(self) -> Fraction:
        """What the house keeps of all that is staked on it."""
        return -self.ev / self.staked if self.staked else Fraction(0)

    @property
    def hit_frequency(self) -> Fraction:
        """How often it is paid."""
        return sum((line.probability for line in self.lines if line.net > 0), Fraction(0))
