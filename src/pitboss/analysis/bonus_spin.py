"""The Bonus Spin of Criss-Cross: a pair in the hole turns the wheel, and some stops pay the other players too.

Where a fold forfeits the wager, it also gives up the community pay of the others' spins. Hands are then folded as
the main game's best play folds them; the others are taken never to fold a pair, which that play never does under
the paytables of the rulebooks.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from pitboss.analysis.kernels.criss_cross_played import live_deals
from pitboss.analysis.paying import Meters, criss_cross_pays, net
from pitboss.analysis.side_odds import OddsLine, Question, SideOdds, break_even, gain, value_of
from pitboss.money import Fixed, MeterShare
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager, Wheel


@dataclass(frozen=True)
class _Chances:
    """Of a live wager: that its own hand spins, that another player's does, both, and two other players'."""

    own: Fraction
    other: Fraction
    own_and_other: Fraction
    two_others: Fraction


def bonus_spin(asked: Question, wager: Wager) -> SideOdds:
    """The Bonus Spin at the submission's stop weights."""
    terms = asked.terms
    wheel, filed = terms.wheel, terms.submission.wheel
    assert wheel is not None
    assert filed is not None
    stake, others = wheel.stake, asked.players - 1
    forfeits = not terms.stands_on_fold(wager)
    chances = _chances_with_folds(terms) if forfeits else _chances_of_all()
    turns = sum(filed.weights.values())
    share = {stop.position: Fraction(filed.weights.get(stop.position, 0), turns) for stop in wheel.stops}

    def lines_at(meters: Meters) -> tuple[OddsLine, ...]:
        found = []
        for stop in wheel.stops:
            odds = terms.wheel_prize(stop)
            title = f"pair in the hole, wheel position {stop.position}"
            found.append(_line(title, str(odds), chances.own * share[stop.position], gain(odds, stake, meters)))
        found.append(_line("no spin", "lose", 1 - chances.own, Fraction(-1)))
        for stop in wheel.stops:
            if isinstance(stop.community, Fixed) and others:
                title = f"community pay, wheel position {stop.position}"
                often = others * chances.other * share[stop.position]
                found.append(_line(title, str(stop.community), often, net(stop.community, stake, {}) + 1, bonus=True))
        return tuple(found)

    lines = lines_at(asked.meters)
    prizes = [(share[stop.position], gain(terms.wheel_prize(stop), stake, asked.meters) + 1) for stop in wheel.stops]
    community = [
        (share[stop.position], net(stop.community, stake, {}) + 1) for stop in wheel.stops if stop.community is not None
    ]
    moment = _second_moment(chances, others, prizes, community)
    return SideOdds(
        wager=wager.name,
        title=wheel.title,
        clause=wheel.clause,
        variant=wheel.variant,
        stake=stake,
        players=asked.players,
        total=turns,
        lines=lines,
        variance=moment - value_of(lines) ** 2,
        break_even=break_even(lines_at, asked),
        notes=_notes(asked, wheel, forfeits, chances),
    )


def _line(title: str, pays: str, chance: Fraction, gains: Fraction, bonus: bool = False) -> OddsLine:
    return OddsLine(title, pays, chance.numerator, chance.denominator, gains, bonus)


def _second_moment(
    chances: _Chances, others: int, prizes: list[tuple[Fraction, Fraction]], community: list[tuple[Fraction, Fraction]]
) -> Fraction:
    """The mean square of prize and community pays together, the stake deducted; spins are independent."""
    prize, prize_square = _moments(prizes)
    pay, pay_square = _moments(community)
    own = chances.own * (prize_square - 2 * prize) + 1
    with_community = others * pay * (chances.own_and_other * prize - chances.other)
    among_community = others * chances.other * pay_square + others * (others - 1) * chances.two_others * pay**2
    return own + 2 * with_community + among_community


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


def _notes(asked: Question, wheel: Wheel, forfeits: bool, chances: _Chances) -> tuple[str, ...]:
    found = []
    if forfeits:
        kept = "best play of the main game never folds a pair"
        some = f"best play of the main game folds {float(1 - 17 * chances.own):.4%} of pairs"
        found.append(f"a fold forfeits it; {kept if chances.own * 17 == 1 else some}")
    if asked.players > 1:
        found.append("every player makes the wager and none folds a pair")
    if any(isinstance(asked.terms.wheel_prize(stop), MeterShare) for stop in wheel.stops):
        found.append("meters as they show when the wager is settled")
    return tuple(found)
