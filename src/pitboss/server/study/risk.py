"""Sessions and bankrolls as curves that can be drawn."""

from fractions import Fraction

import numpy as np

from pitboss.mathematics import risk, sessions
from pitboss.mathematics.combined import notes_on, round_result
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.powers import TooFine
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.server.study import answers
from pitboss.server.study.answers import Point
from pitboss.server.study.plain import exact
from pitboss.server.study.questions import Risk, not_negative
from pitboss.simulation.table_day import TableDay, table_day

STEPS = 60
CURVE_POINTS = 12
BANKROLL_ANTES = 100


def risks(terms: Terms, asked: Risk) -> answers.RiskAnswer:
    """What a session and a table's day may bring; `Refused` where results are too fine to be added up."""
    result = round_result(terms, asked.ante, asked.stakes, not_negative(asked.meters, "meter"))
    held = asked.bankroll if asked.bankroll is not None else result.ante * BANKROLL_ANTES
    not_negative({"bankroll": held}, "the")
    seats = terms.rulebook.seats if asked.seats is None else asked.seats
    if seats > terms.rulebook.seats:
        raise _refused("seats", str(seats), f"1 to {terms.rulebook.seats}")
    try:
        session = _session(result.spread, asked.rounds)
        ruin = _ruin(result.spread, Fraction(held.cents, 100), asked.rounds)
        day = table_day(
            terms,
            result,
            asked.stakes or {},
            asked.meters or {},
            seats=seats,
            hours=asked.hours,
            rounds_per_hour=asked.rounds_per_hour,
        )
    except TooFine as error:
        says = f"This is too fine to add up: {error}. Ask for fewer rounds, or rounder stakes and meters."
        raise _refused("rounds", str(error), "fewer rounds, or rounder stakes and meters", says) from error
    spread = result.spread
    return answers.RiskAnswer(
        ante=result.ante,
        ev=exact(spread.mean),
        standard_deviation=spread.standard_deviation,
        average_wager=exact(result.wagered),
        largest_win=exact(spread.largest_win),
        payout_limit=result.limit,
        limited=exact(result.limited),
        n0=exact(risk.rounds_to_one_deviation(spread)) if spread.mean else None,
        session=session,
        ruin=ruin,
        house=_house(day),
        notes=(*notes_on(terms, result), *((day.note,) if day.note else ())),
    )


def _session(spread: Distribution, rounds: int) -> answers.Session:
    sums = sessions.sums(spread, rounds)
    quantiles = tuple(answers.Quantile(float(share), float(sums.quantile(share))) for share in risk.PERCENTILES)
    low, high = sums.quantile(risk.PERCENTILES[0]), sums.quantile(risk.PERCENTILES[-1])
    width = max((high - low) / STEPS, sums.step)
    edges = [low + place * width for place in range(STEPS + 1)]
    # A bar has its lower edge and lacks its upper one.
    density = np.diff([sums.below(edge) for edge in edges])
    return answers.Session(
        rounds=rounds,
        ahead=sums.above(Fraction(0)),
        behind=sums.below(Fraction(0)),
        quantiles=quantiles,
        width=float(width),
        density=tuple(Point(float(edge), float(chance)) for edge, chance in zip(edges[:-1], density, strict=True)),
        error=sums.error,
    )


def _ruin(spread: Distribution, bankroll: Fraction, rounds: int) -> answers.RuinAnswer:
    found = risk.ruin(spread, bankroll, rounds)
    lengths = sorted({max(1, rounds * part // CURVE_POINTS) for part in range(1, CURVE_POINTS + 1)})
    return answers.RuinAnswer(
        bankroll=float(bankroll),
        chance=found.chance,
        error=found.error,
        eventually=found.eventually,
        curve=(Point(0, 0), *(Point(length, risk.ruin(spread, bankroll, length).chance) for length in lengths)),
    )


def _house(day: TableDay) -> answers.HouseDay:
    take = day.take
    return answers.HouseDay(
        hold_per_hour=exact(take.hold_per_hour),
        deviation_per_hour=take.deviation_per_hour,
        hours=day.hours,
        rounds=day.player_rounds,
        worst_in_thousand=float(take.worst_in_thousand),
        losing_day=take.loses,
        losing_day_margin=day.margins.loses,
        dealt=day.dealt,
        error=take.error,
    )


def _refused(where: str, tried: str, allowed: str, says: str = "") -> Refused:
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))
