"""The odds of one side wager: lines with exact counts, and what follows from them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.mathematics.html import html_table
from pitboss.mathematics.nets import Meters, net
from pitboss.mathematics.refusal import refused
from pitboss.money import Amount, MeterShare, Odds
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager


@dataclass(frozen=True)
class OddsLine:
    """One thing that can happen to a wager, in `count` of `total` equally likely cases.

    `gain` is what it brings to one unit staked, the stake deducted. A bonus is paid on top, for another player's
    hand, a wheel or a draw: its gain is all it pays, and `count` of `total` may be a mean number instead of a chance.
    """

    title: str
    pays: str
    count: int
    total: int
    gain: Fraction
    bonus: bool = False
    share: MeterShare | None = None  # what it takes of a meter,
    among: int = 1  # divided among so many

    @property
    def probability(self) -> Fraction:
        """The chance of the line, or how often it comes on average."""
        return Fraction(self.count, self.total)

    @property
    def contribution(self) -> Fraction:
        """What the line adds to the wager's value."""
        return self.probability * self.gain


@dataclass(frozen=True)
class BreakEven:
    """The meter amount at which a wager is worth nothing to either side, the other meters as they stand.

    `exact` is in dollars and does not round shares of the meter; `amount` is the least whole number of cents at
    which the wager, settled in whole cents, is no longer to the player's disadvantage.
    """

    meter: str
    exact: Fraction
    amount: Amount


@dataclass(frozen=True)
class MeterRun:
    """A meter in the long run, a round of so many players on average: dollars `fed` to it, how often it is won whole,
    and the share of it that is `drawn`."""

    meter: str
    wagers: tuple[str, ...]
    players: int
    rate: str
    reset: Amount
    fed: Fraction
    wins: Fraction
    drawn: Fraction

    @property
    def put_back(self) -> Fraction:
        """What the house puts back at resets, in dollars a round."""
        return self.wins * self.reset.cents / 100

    @property
    def paid(self) -> Fraction:
        """What it pays, in dollars a round: all that is fed and put back."""
        return self.fed + self.put_back

    @property
    def mean(self) -> Fraction:
        """What it shows on average when it pays, in dollars, each time counted by the share that is paid."""
        return self.paid / self.drawn


@dataclass(frozen=True)
class SideOdds:
    """A side wager's exact value, per unit staked. `total` is the number of equally likely hands or deals counted."""

    wager: str
    title: str
    clause: str
    variant: str | None
    stake: Amount
    players: int
    total: int
    lines: tuple[OddsLine, ...]
    variance: Fraction
    break_even: tuple[BreakEven, ...] = ()
    notes: tuple[str, ...] = ()
    long_run: tuple[MeterRun, ...] = ()  # the meters that pay it

    @property
    def long_run_edge(self) -> Fraction | None:
        """What the house keeps in the long run; None where no meter pays, or how one runs is not known."""
        means = {run.meter: run.mean for run in self.long_run}
        if not means or not {line.share.meter for line in self.lines if line.share} <= means.keys():
            return None
        return -sum((line.probability * self._long_run_gain(line, means) for line in self.lines), Fraction(0))

    def _repr_html_(self) -> str:
        rows = [(line.title, f"{float(line.probability):.6%}", f"{float(line.gain):+.2f}") for line in self.lines]
        heading = f"{self.title}: house edge {float(self.house_edge):.4%}"
        return html_table(heading, rows, ("line", "probability", "nets, a unit"), self.notes)

    def _long_run_gain(self, line: OddsLine, means: Mapping[str, Fraction]) -> Fraction:
        if line.share is None:
            return line.gain
        return line.share.percent.as_fraction * means[line.share.meter] * 100 / line.among / self.stake.cents - 1

    @property
    def ev(self) -> Fraction:
        """The player's expected net result."""
        return value_of(self.lines)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps."""
        return -self.ev

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that the wager itself is paid; bonuses for others' hands, wheels and draws are not counted."""
        return sum((line.probability for line in self.lines if line.gain > 0 and not line.bonus), Fraction(0))

    @property
    def standard_deviation(self) -> float:
        """The square root of the variance."""
        return math.sqrt(self.variance)


@dataclass(frozen=True)
class Question:
    """What odds are asked for: so many players, meters as they show when the wager is settled, stakes where chosen.

    `sharing` is how many players bet on the dealer's hand and would divide its jackpot.
    """

    terms: Terms
    players: int = 1
    meters: Meters = field(default_factory=dict)
    stakes: Mapping[str, Amount] = field(default_factory=dict)
    sharing: int = 1

    def stake(self, wager: Wager) -> Amount:
        """What is staked: as chosen, else the least the wager may be."""
        amounts = self.terms.amounts(wager)
        limits = self.terms.limits(wager)
        least = min(amounts) if amounts else limits.minimum if limits else Amount(100)
        return self.stakes.get(wager.name, least)


def question(
    terms: Terms,
    players: int = 1,
    meters: Meters | None = None,
    stakes: Mapping[str, Amount] | None = None,
    sharing: int = 1,
) -> Question:
    """A question checked: meters left out stand at their seeds; `Refused` names what cannot be asked."""
    seats = terms.rulebook.seats
    seeds = {name: figures.seed for name, figures in terms.meters.items()}
    asked, staked = dict(meters or {}), dict(stakes or {})
    for where, number in (("players", players), ("players who share", sharing)):
        if not 1 <= number <= seats:
            raise refused(terms, where, str(number), f"1 to {seats}", terms.rulebook.seats_clause)
    for name in asked.keys() - seeds.keys():
        allowed = f"one of {', '.join(seeds)}" if seeds else "none: no meter is in play under this submission"
        raise refused(terms, f"meter {name}", "an unknown meter", allowed)
    for name, amount in staked.items():
        _check_stake(terms, name, amount)
    return Question(terms, players, seeds | asked, staked, sharing)


def _check_stake(terms: Terms, name: str, amount: Amount) -> None:
    wager = terms.wagers.get(name)
    offered = [other.name for other in terms.wagers.values() if other.offer]
    if wager is None or wager.name not in offered:
        allowed = f"one of {', '.join(offered)}" if offered else "none: no side wager is offered"
        raise refused(terms, f"stake on {name}", "a wager that is not offered", allowed)
    lawful = terms.amounts(wager)
    if amount <= Amount.ZERO or (lawful and amount not in lawful):
        text = terms.rulebook.currency.text
        allowed = " or ".join(map(text, lawful)) or f"an amount above {text(Amount.ZERO)}"
        raise refused(terms, f"stake on {name}", text(amount), allowed, wager.clause)


def gain(odds: Odds, stake: Amount, meters: Meters, among: int = 1) -> Fraction:
    """What one unit staked gains as it is settled: a meter's share, divided if shared, is paid in whole cents."""
    if isinstance(odds, MeterShare):
        return Fraction(odds.of(meters[odds.meter]).cents // among, stake.cents) - 1
    return net(odds, stake, {})


def paid_line(
    title: str, pays: Odds, cases: tuple[int, int], stake: Amount, meters: Meters, among: int = 1
) -> OddsLine:
    """The line of what is paid in so many of all cases."""
    share = pays if isinstance(pays, MeterShare) else None
    return OddsLine(title, str(pays), *cases, gain(pays, stake, meters, among), share=share, among=among)


def lost(count: int, total: int, title: str = "nothing that pays") -> OddsLine:
    """The line of what loses the stake."""
    return OddsLine(title, "lose", count, total, Fraction(-1))


def value_of(lines: Sequence[OddsLine]) -> Fraction:
    """The expected net result of one unit staked."""
    return sum((line.contribution for line in lines), Fraction(0))


def second_moment(lines: Sequence[OddsLine]) -> Fraction:
    """The mean square of the net result, where the lines exclude each other."""
    return sum((line.probability * line.gain**2 for line in lines), Fraction(0))


def break_even(lines_at: Callable[[Meters], Sequence[OddsLine]], asked: Question) -> tuple[BreakEven, ...]:
    """The break-even point of every meter that the lines depend on, and that has one.

    The value is linear in each meter, so two amounts that divide without a rest tell all of it.
    """
    divisible = Amount(1_000_000 * asked.sharing)
    found = []
    for name in asked.meters:

        def value(amount: Amount, name: str = name) -> Fraction:
            return value_of(lines_at({**asked.meters, name: amount}))

        at_zero = value(Amount.ZERO)
        slope = (value(divisible) - at_zero) / divisible.cents
        if slope and at_zero < 0:
            exact = -at_zero / slope
            cents = math.ceil(exact)
            while value(Amount(cents)) < 0:
                cents += 1
            found.append(BreakEven(name, exact / 100, Amount(cents)))
    return tuple(found)


def no_break_even(lines_at: Callable[[Meters], Sequence[OddsLine]], asked: Question) -> tuple[str, ...]:
    """Words on each meter that never stands so low that the wager is bad for the player."""
    at_zero = ((name, lines_at({**asked.meters, name: Amount.ZERO})) for name in asked.meters)
    good = [name for name, lines in at_zero if value_of(lines) >= 0 and lines != lines_at(asked.meters)]
    return tuple(f"good for the player even at an empty meter {name}: there is no break-even" for name in good)
