"""Dealers who misread hands: what it costs, whom, and how soon the return of the table shows it.

The return is watched as a return report does: after every shift the hold of all rounds so far is compared with what is
expected of them, and an alarm is raised where it is more than three standard deviations off.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.mathematics import main_game, sessions
from pitboss.mathematics.drawing import INK, LOSS, WIN
from pitboss.rulebooks import Terms
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.seating import main_stakes, seating
from pitboss.simulation.strategies import strategy_for
from pitboss.simulation.studies.games import studied
from pitboss.simulation.studies.misreading import Dealer, Favour, Readings, SettledResults
from pitboss.simulation.studies.picture import Picture, percent, thousands
from pitboss.simulation.studies.report import (
    Agreement,
    Cell,
    Column,
    ColumnKind,
    Report,
    mean_and_error,
    refuse,
    within,
)
from pitboss.simulation.studies.rounds import BLOCK

Floats = npt.NDArray[np.float64]

COLUMNS = (Column("what", ColumnKind.TEXT), Column("with mistakes"), Column("without"))
SIGMAS = 3.0
MOST_ROUNDS, MOST_SHIFTS, MOST_PATHS = 100_000, 2_000, 20_000


@dataclass(frozen=True)
class Watch:
    """For each table watched, the shift of its first alarm, counted from 1; 0 where there was none."""

    alarms: npt.NDArray[np.int64]
    shifts: int

    def share_by(self, shift: int) -> float:
        """The share of tables with an alarm in so many shifts."""
        return float(((self.alarms > 0) & (self.alarms <= shift)).mean())

    @property
    def median(self) -> int | None:
        """The shift by which half of the tables have had one, if they have."""
        return next((shift for shift in range(1, self.shifts + 1) if self.share_by(shift) >= 0.5), None)


def errors(
    terms: Terms,
    rate: Fraction = Fraction(1, 50),
    favour: Favour = Favour.NEITHER,
    shift: int = 10_000,
    shifts: int = 300,
    tables: int = 200,
    simulated: int = 1_000_000,
    seed: int = 1,
) -> Report:
    """The main game dealt by one who misreads a hand with the chance `rate`, watched over shifts of so many rounds."""
    if not 0 <= rate <= 1:
        raise refuse("--rate", str(rate), "a chance between 0 and 1", terms)
    within("--shift", shift, 1, MOST_ROUNDS)
    within("--shifts", shifts, 1, MOST_SHIFTS)
    within("--tables", tables, 10, MOST_PATHS)
    within("--rounds", simulated, 1_000, 1_000_000_000)
    dealer = Dealer(rate, favour)
    game = studied(terms)
    right, wrong = game.misread(Dealer(Fraction(0))), game.misread(dealer)
    chance = np.random.default_rng(seed)
    watches = [_watch(result, right, shift, shifts, tables, chance) for result in (wrong, right)]
    nets = _by_cards(terms, dealer, simulated, seed, chance)
    cost = wrong.mean - right.mean
    return Report(
        study="errors",
        title=f"{terms.rulebook.title}: hands misread with a chance of {float(rate):.3%}, per ante",
        terms=terms,
        settings={
            "rate": str(rate),
            "favour": str(favour),
            "shift": shift,
            "shifts": shifts,
            "tables": tables,
            "simulated": simulated,
            "seed": seed,
        },
        columns=COLUMNS,
        rows=tuple(_rows(wrong, right, watches, shift)),
        checks=(
            Agreement("without mistakes the house has the exact edge", -right.mean, -game.ev),
            Agreement(
                "house edge, dealt and misread hand by hand",
                -mean_and_error(nets)[0],
                -wrong.mean,
                mean_and_error(nets)[1],
            ),
            _alarm_check(terms, watches[1], shift),
        ),
        picture=_picture(terms, watches, shift),
        data={
            "table": np.arange(tables),
            "first_alarm_with_mistakes": watches[0].alarms,
            "first_alarm_without": watches[1].alarms,
        },
        notes=_notes(cost, right, shift),
    )


def _rows(wrong: SettledResults, right: SettledResults, watches: list[Watch], shift: int) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = [
        ("house edge, antes", float(-wrong.mean), float(-right.mean)),
        ("cost to the house of a round, antes", float(wrong.mean - right.mean), 0.0),
        ("standard deviation of a round, antes", _deviation(wrong), _deviation(right)),
    ]
    shifts = watches[0].shifts
    for number in sorted({max(1, shifts // 20), max(1, shifts // 4), max(1, shifts // 2), shifts}):
        what = f"alarm within {number * shift:,} rounds, share of tables"
        rows.append((what, *(watch.share_by(number) for watch in watches)))
    medians = [watch.median * shift if watch.median else None for watch in watches]
    rows.append(("half of the tables have had an alarm after, rounds", *medians))
    return rows


def _deviation(result: SettledResults) -> float:
    nets, chances = result.arrays()
    mean = nets @ chances
    return math.sqrt(float((nets - mean) ** 2 @ chances))


def _notes(cost: Fraction, right: SettledResults, shift: int) -> tuple[str, ...]:
    if not cost:
        return ("alarms without mistakes are false ones: the limits are passed again and again, shift after shift",)
    needed = (SIGMAS * _deviation(right) / float(cost)) ** 2
    who = "players" if cost < 0 else "the house"
    return (
        f"mistakes cost {who} {abs(float(cost)):.6f} of an ante a round",
        f"the mean passes the limit of three deviations after about {needed:,.0f} rounds",
    )


def _watch(
    actual: SettledResults, expected: SettledResults, shift: int, shifts: int, tables: int, chance: np.random.Generator
) -> Watch:
    """Sums of whole shifts are drawn as counts of each result, which is exact and quick."""
    nets, chances = actual.arrays()
    mean, deviation = float(expected.mean), _deviation(expected)
    total, alarms = np.zeros(tables), np.zeros(tables, np.int64)
    for number in range(1, shifts + 1):
        total += chance.multinomial(shift, chances, size=tables) @ nets
        rounds = number * shift
        off = np.abs(total - mean * rounds) > SIGMAS * deviation * math.sqrt(rounds)
        alarms[off & (alarms == 0)] = number
    return Watch(alarms, shifts)


def _alarm_check(terms: Terms, watch: Watch, shift: int) -> Agreement:
    """After the first shift a table that deals right raises an alarm as often as the convolution of rounds says."""
    spread = main_game.distribution(terms)
    sums = sessions.sums(spread, shift)
    limit = Fraction(SIGMAS * spread.standard_deviation * math.sqrt(shift))
    mean = spread.mean * shift
    expected = sums.below(mean - limit) + sums.above(mean + limit)
    error = math.sqrt(expected * (1 - expected) / len(watch.alarms))
    return Agreement("false alarms in the first shift", watch.share_by(1), expected, error)


def _by_cards(terms: Terms, dealer: Dealer, rounds: int, seed: int, chance: np.random.Generator) -> Floats:
    """Rounds of best play dealt from cards and settled by the dealer, in antes."""
    table = AnyGameTable(seating(terms, stakes=main_stakes(terms)))
    strategy, readings = strategy_for(table), Readings(table.program)
    parts = []
    for first in range(0, rounds, BLOCK):
        deals = table.deal(seed, first, min(BLOCK, rounds - first))
        bets = table.no_bets(len(deals))
        strategy.decide(table, seed, deals, bets)
        parts.append(readings.settle(table, deals, bets, dealer, chance))
    nets: Floats = np.concatenate(parts) / (table.program.unit * table.stake(0, table.ante))
    return nets


def _picture(terms: Terms, watches: list[Watch], shift: int) -> str:
    shifts = watches[0].shifts
    title = f"Tables with an alarm at three deviations: {terms.rulebook.title}"
    picture = Picture(title, (0, shifts * shift), (0, 1), "rounds watched", thousands, percent)
    at = [0, *(number * shift for number in range(1, shifts + 1))]
    for watch, colour, word in zip(watches, (LOSS, WIN), ("with mistakes", "without"), strict=True):
        shares = [0.0, *(watch.share_by(number) for number in range(1, shifts + 1))]
        picture.steps(at, shares, colour)
        picture.label(at[-1] * 0.8, shares[int(len(shares) * 0.8)], word, colour)
    picture.level(0.5, INK, "half of them")
    return picture.svg()
