"""The Bonus Spin of Criss-Cross: a pair in the hole turns the wheel, and some stops pay the other players too.

Where a fold forfeits the wager, it also gives up the community pay of the others' spins. Hands are then folded as
the main game's best play folds them; the others are taken never to fold a pair, which that play never does under
the paytables of the rulebooks.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from pitboss.mathematics.criss_cross.kernels.played import live_deals
from pitboss.mathematics.nets import Meters, criss_cross_pays, net
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.side_odds import (
    OddsLine,
    Question,
    SideOdds,
    break_even,
    gain,
    lost,
    no_break_even,
    paid_line,
    value_of,
)
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager, Wheel, WheelStop


@dataclass(frozen=True)
class _Chances:
    """Of a live wager: that its own hand spins, that another player's does, both, and two other players'."""

    own: Fraction
    other: Fraction
    own_and_other: Fraction
    two_others: Fraction


def bonus_spin(asked: Question, wager: Wager) -> SideOdds:
    """The Bonus Spin at the submission's stop weights."""
    wheel = asked.terms.wheel
    assert wheel is not None
    if asked.terms.submission.wheel is None:
        says = "Nothing says how often its wheel stops where; a submission that offers it names the weights."
        tried, allowed = "a wheel without weights", "weights in the submission"
        raise refused(asked.terms, f"odds of {wager.name}", tried, allowed, wheel.clause, says)
    forfeits = not asked.terms.stands_on_fold(wager)
    spin = _Spin(asked, wheel, _chances_with_folds(asked.terms) if forfeits else _chances_of_all())
    lines = spin.lines_at(asked.meters)
    return SideOdds(
        wager=wager.name,
        title=wheel.title,
        clause=wheel.clause,
        variant=wheel.variant,
        stake=wheel.stake,
        players=asked.players,
        total=lines[0].total,
        lines=lines,
        variance=spin.second_moment() - value_of(lines) ** 2,
        break_even=break_even(spin.lines_at, asked),
        notes=(*spin.notes(forfeits), *no_break_even(spin.lines_at, asked)),
    )


@dataclass(frozen=True)
class _Spin:
    """The wager at one table, priced at whatever its meter shows."""

    asked: Question
    wheel: Wheel
    chances: _Chances

    @property
    def others(self) -> int:
        return self.asked.players - 1

    def share(self, stop: WheelStop) -> Fraction:
        """How often the wheel stops there."""
        filed = self.asked.terms.submission.wheel
        assert filed is not None
        return Fraction(filed.weights.get(stop.position, 0), sum(filed.weights.values()))

    def prize(self, stop: WheelStop, meters: Meters) -> Fraction:
        """What a stop pays the player who spun, per unit staked; the wager itself does not come back."""
        return gain(self.asked.terms.wheel_prize(stop), self.wheel.stake, meters) + 1

    def community(self, stop: WheelStop) -> Fraction:
        """What a stop pays each of the others."""
        return net(stop.community, self.wheel.stake, {}) + 1 if stop.community is not None else Fraction(0)

    def lines_at(self, meters: Meters) -> tuple[OddsLine, ...]:
        stops, own = self.wheel.stops, self.chances.own
        total = lcm(own.denominator, *((own * self.share(stop)).denominator for stop in stops))
        lines = []
        for stop in stops:
            title = f"pair in the hole, wheel position {stop.position}"
            pays, count = self.asked.terms.wheel_prize(stop), int(own * self.share(stop) * total)
            lines.append(paid_line(title, pays, (count, total), self.wheel.stake, meters))
        lines.append(lost(int((1 - own) * total), total, "no spin"))
        for stop in stops:
            if stop.community is not None and self.others:
                title = f"community pay, wheel position {stop.position}"
                often = self.others * self.chances.other * self.share(stop)
                counts = often.numerator, often.denominator
                lines.append(OddsLine(title, str(stop.community), *counts, self.community(stop), bonus=True))
        return tuple(lines)

    def second_moment(self) -> Fraction:
        """The mean square of prize and community pays together, the stake deducted; spins are independent."""
        stops = [(self.share(stop), stop) for stop in self.wheel.stops]
        prize, prize_square = _moments([(share, self.prize(stop, self.asked.meters)) for share, stop in stops])
        pay, pay_square = _moments([(share, self.community(stop)) for share, stop in stops])
        chances, others = self.chances, self.others
        own = chances.own * (prize_square - 2 * prize) + 1
        with_community = others * pay * (chances.own_and_other * prize - chances.other)
        among_community = others * chances.other * pay_square + others * (others - 1) * chances.two_others * pay**2
        return own + 2 * with_community + among_community

    def notes(self, forfeits: bool) -> tuple[str, ...]:
        found = []
        if forfeits:
            kept = "best play of the main game never folds a pair"
            some = f"best play of the main game folds {float(1 - 17 * self.chances.own):.4%} of pairs"
            found.append(f"a fold forfeits it; {kept if self.chances.own * 17 == 1 else some}")
        if self.others:
            found.append("every player makes the wager and none folds a pair")
        if self.wheel.top_prize == "progressive":
            found.append("meters as they show when the wager is settled")
        return tuple(found)


def _moments(pays: list[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    mean = sum((chance * pay for chance, pay in pays), Fraction(0))
    return mean, sum((chance * pay**2 for chance, pay in pays), Fraction(0))


def _chances_of_all() -> _Chances:
    """Where a fold forfeits nothing, only the hole cards matter.

    Beside a pair, 73 of the 1,225 hole pairs left are of one rank, beside two ranks 72; ordered choices of two
    such pairs are all, less those that would take a card twice.
    """
    seconds, thirds = comb(50, 2), comb(48, 2)
    paired, beside_pair, beside_ranks = Fraction(1, 17), 6 * 12 + 1, 6 * 11 + 3 * 2
    doubles_beside_pair = beside_pair**2 - 12 * (6 * 6 - 6) - 1
    doubles_beside_ranks = beside_ranks**2 - 11 * (6 * 6 - 6) - 2 * 3 * 3
    two_others = (paired * doubles_beside_pair + (1 - paired) * doubles_beside_ranks) / (seconds * thirds)
    return _Chances(paired, Fraction(1, 17), paired * beside_pair / seconds, two_others)


def _chances_with_folds(terms: Terms) -> _Chances:
    """Where it does, the deals that are not folded are counted, with the pairs of rank they leave to the others."""
    counted = live_deals(criss_cross_pays(terms))
    one, two = counted.deals * comb(46, 2), counted.deals * comb(46, 2) * comb(44, 2)
    return _Chances(
        own=Fraction(counted.live[True], counted.deals),
        other=Fraction(counted.pairs[True] + counted.pairs[False], one),
        own_and_other=Fraction(counted.pairs[True], one),
        two_others=Fraction(counted.doubles[True] + counted.doubles[False], two),
    )
