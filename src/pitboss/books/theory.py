"""What a wager must return on average, exactly, and how far from it chance may carry it.

Side wagers are taken without what meters pay, in theory and in fact alike: a meter's amount at each win was its own.
The main game is compared with its best play, the most a player can expect of it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt

import msgspec

from pitboss.mathematics.kernels.kept import kept_answer
from pitboss.mathematics.main_game import distribution, solve
from pitboss.mathematics.shape import SideBasis, side_of
from pitboss.mathematics.side_odds import SideOdds, question
from pitboss.mathematics.side_wagers import odds_of, side_wagers
from pitboss.money import Amount, MeterShare
from pitboss.rulebooks import Refused, Terms
from pitboss.rulebooks.parts import Wager

SIGMAS = 3
COCHRAN = 28  # a sum of n results is near enough to normal when n exceeds this times the squared skewness


@dataclass(frozen=True)
class Theory:
    """One unit staked: the mean and variance of its net result, how lopsided that is, and its least and most.

    `outcomes` is the exact distribution, each result with its chance; () where bonuses for other hands come on top.
    """

    mean: Fraction
    variance: Fraction
    skewness: float
    least: Fraction = Fraction(-1)
    most: Fraction = Fraction(1)
    outcomes: tuple[tuple[Fraction, Fraction], ...] = ()


@dataclass(frozen=True)
class Verdict:
    """Results against theory: `z` is how many standard errors they lie above it; `enough` results to tell by."""

    expected: Fraction  # what goes back, in cents
    deviation: float  # its standard deviation, in cents
    z: float
    enough: bool


def judge(theory: Theory, bets: int, units: int, squares: int, staked: int, returned: int) -> Verdict:
    """Holds results against a theory. All money is in cents; `units` is the sum of what the theory counts as units.

    `squares` is the sum over rounds of the squared units of a round: the seats of a round share cards, so they are
    taken to win and lose together, which is exact for one seat and cautious for several.

    >>> fair = Theory(Fraction(-1, 10), Fraction(4), 0.0)
    >>> judge(fair, 10_000, 1_000_000, 100_000_000, 1_000_000, 970_000).z
    3.5
    """
    expected = staked + theory.mean * units
    deviation = sqrt(theory.variance * squares)
    z = float(returned - expected) / deviation if deviation else 0.0
    return Verdict(expected, deviation, z, bets > COCHRAN * theory.skewness**2)


def offered(terms: Terms) -> list[Wager]:
    """The side wagers on offer whose odds are counted."""
    return [wager for wager in side_wagers(terms) if wager.offer and _counts(terms, wager)]


def _counts(terms: Terms, wager: Wager) -> bool:
    """Whether the odds of a side wager can be counted: those of a shape are, those of one hand where its pays are."""
    side = side_of(terms, wager)
    if side is not SideBasis.ALONE:
        return side is not SideBasis.DEALS
    try:
        side_theory(terms, wager.name, 1, min(terms.amounts(wager), default=None))
    except Refused:
        return False
    return True


@lru_cache(maxsize=32)
def main_counts(terms: Terms) -> bool:
    """Whether the main game can be solved exactly."""
    try:
        main_theory(terms)
    except Refused:
        return False
    return True


def apart(terms: Terms) -> set[str]:
    """The wagers that are no part of the main game, whether their odds are counted or not."""
    return {wager.name for wager in terms.wagers.values() if wager.offer}


def meters_paying(terms: Terms, wager: Wager) -> list[str]:
    """The meters that a wager is paid from."""
    wheel = terms.wheel
    if wheel is not None and wheel.wager == wager.name:
        prizes = [terms.wheel_prize(stop) for stop in wheel.stops]
    else:
        table = terms.paytable(wager.name)
        prizes = [line.pays for line in table.lines] if table else []
    return list(dict.fromkeys(prize.meter for prize in prizes if isinstance(prize, MeterShare)))


def counts_wagerers(terms: Terms, wager: Wager) -> bool:
    """Whether a wager's odds depend on how many made it, rather than on how many play: the wheel pays the others."""
    return terms.wheel is not None and terms.wheel.wager == wager.name


def varies_with_stake(terms: Terms, wager: Wager) -> bool:
    """Whether a wager has fixed amounts, each with odds of its own."""
    return bool(terms.amounts(wager))


@lru_cache(maxsize=512)
def side_theory(terms: Terms, name: str, players: int, stake: Amount | None) -> Theory:
    """A side wager without what meters pay."""

    def count() -> tuple[Theory, Fraction]:
        odds = side_odds(terms, name, players, stake, dict.fromkeys(terms.meters, Amount.ZERO))
        gains = [line.gain for line in odds.lines if not line.bonus]
        return Theory(odds.ev, odds.variance, _skewness(odds), min(gains), max(gains), _outcomes(odds)), Fraction(0)

    return _counted_once(terms, [name, players, stake], count)[0]


def side_odds(terms: Terms, name: str, players: int, stake: Amount | None, meters: Mapping[str, Amount]) -> SideOdds:
    """The exact odds of a side wager with the meters as given."""
    stakes = {} if stake is None else {name: stake}
    return odds_of(question(terms, players, dict(meters), stakes), terms.wagers[name])


@lru_cache(maxsize=32)
def main_theory(terms: Terms) -> tuple[Theory, Fraction]:
    """The main game under best play, for one ante, and what is wagered for it on average."""

    def count() -> tuple[Theory, Fraction]:
        solved, spread = solve(terms), distribution(terms)
        # Who does not play best may lose more than best play ever does, but not twice as much.
        least = 2 * spread.largest_loss
        return Theory(solved.ev, spread.variance, spread.skewness, least, spread.largest_win), solved.average_wager

    return _counted_once(terms, ["main"], count)


def _counted_once(
    terms: Terms, what: list[object], count: Callable[[], tuple[Theory, Fraction]]
) -> tuple[Theory, Fraction]:
    """A theory and what goes with it, kept on disk by the law and the submission it follows from."""

    def write() -> bytes:
        theory, besides = count()
        exact = [str(value) for value in (theory.mean, theory.variance, besides, theory.least, theory.most)]
        outcomes = [(str(net), str(chance)) for net, chance in theory.outcomes]
        return msgspec.json.encode([*exact, theory.skewness, outcomes])

    law = ["with outcomes", terms.rulebook.hash, terms.submission.as_file(), what]
    asked = msgspec.json.encode(law, enc_hook=str, order="deterministic")
    *exact, skewness, outcomes = msgspec.json.decode(
        kept_answer("theory", asked, write), type=tuple[str, str, str, str, str, float, list[tuple[str, str]]]
    )
    mean, variance, besides, least, most = map(Fraction, exact)
    told = tuple((Fraction(net), Fraction(chance)) for net, chance in outcomes)
    return Theory(mean, variance, skewness, least, most, told), besides


def _outcomes(odds: SideOdds) -> tuple[tuple[Fraction, Fraction], ...]:
    """The distribution of a wager whose lines exclude each other; what is not listed loses the stake."""
    if any(line.bonus for line in odds.lines):
        return ()
    chances: dict[Fraction, Fraction] = {}
    for line in odds.lines:
        chances[line.gain] = chances.get(line.gain, Fraction(0)) + line.probability
    return tuple(sorted(chances.items())) if sum(chances.values()) == 1 else ()


def _skewness(odds: SideOdds) -> float:
    """The third standardised moment of the lines of a wager."""
    if not odds.variance:
        return 0.0
    third = sum((line.probability * (line.gain - odds.ev) ** 3 for line in odds.lines if not line.bonus), Fraction(0))
    return float(third) / sqrt(odds.variance) ** 3
