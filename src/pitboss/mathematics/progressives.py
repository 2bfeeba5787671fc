"""Progressive meters in the long run: what a wager costs when its meter has grown and been won many times.

Nothing is lost on a meter: what the wagers feed and what the house puts back at each reset is paid out sooner or
later. So a round pays on average what it feeds and, each time the meter is won whole, the reset, however the wins
fall; divided by the share of the meter that a round takes on average, that is what the meter shows on average when it
pays. Only wagers that share one meter and can win in the same round are told apart by an assumption: that it shows
the same on average to each. The seed, which a meter shows once, plays no part.
"""

import dataclasses
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.mathematics.side_odds import BreakEven, MeterRun, Question, SideOdds
from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.rulebooks import Terms
from pitboss.rulebooks.terms import MeterFigures

CENTS = 100


@dataclass(frozen=True)
class _Flow:
    """What the bettors of one wager do to a meter in a round: dollars fed, whole wins and shares taken on average."""

    fed: Fraction
    wins: Fraction
    drawn: Fraction


def with_long_run(asked: Question, odds: Sequence[SideOdds]) -> list[SideOdds]:
    """The odds of one table with what their meters come to in the long run, all players wagering in every round."""
    runs = {name: _run(asked, figures, odds) for name, figures in asked.terms.meters.items()}
    return [_told(asked, one, [run for run in runs.values() if run and one.wager in run.wagers]) for one in odds]


def _run(asked: Question, figures: MeterFigures, odds: Sequence[SideOdds]) -> MeterRun | None:
    """A meter by all wagers that feed it; None where one of them is not counted or where nothing is paid from it."""
    flows = [flow for one in odds if one.wager in figures.wagers if (flow := _flow(asked, figures, one))]
    offered = [name for name in figures.wagers if name in asked.terms.wagers]
    drawn = sum((flow.drawn for flow in flows), Fraction(0))
    if len(flows) < len(offered) or not drawn:
        return None
    return MeterRun(
        meter=figures.name,
        wagers=tuple(offered),
        players=asked.players,
        rate=str(figures.rate),
        reset=figures.reset,
        fed=sum((flow.fed for flow in flows), Fraction(0)),
        wins=sum((flow.wins for flow in flows), Fraction(0)),
        drawn=drawn,
    )


def _flow(asked: Question, figures: MeterFigures, odds: SideOdds) -> _Flow | None:
    """One wager's part; None where a divided jackpot hangs on who folds."""
    shares = [line for line in odds.lines if line.share is not None and line.share.meter == figures.name]
    divided = any(line.among > 1 for line in shares)
    if divided and not asked.terms.stands_on_fold(asked.terms.wagers[odds.wager]):
        return None
    bettors = asked.sharing if asked.terms.wagers[odds.wager].divided_clause else asked.players
    wins = drawn = Fraction(0)
    for line in shares:
        assert line.share is not None
        taken, often = line.share.percent.as_fraction, line.probability * bettors / line.among
        drawn += taken * often
        wins += often if taken == 1 else 0
    fed = Fraction(figures.rate.of(odds.stake) * bettors, MICROCENTS_PER_CENT * CENTS)
    return _Flow(fed, wins, drawn)


def _told(asked: Question, odds: SideOdds, runs: list[MeterRun]) -> SideOdds:
    if not runs:
        return odds
    found = dataclasses.replace(odds, long_run=tuple(runs))
    return dataclasses.replace(found, notes=(*odds.notes, *_words(asked.terms, found)))


def _words(terms: Terms, odds: SideOdds) -> Iterable[str]:
    edge = odds.long_run_edge
    assert edge is not None
    yield f"in the long run the house keeps {float(edge):.4%} of it"
    for run in odds.long_run:
        mean = terms.money(Amount(round(run.mean * CENTS)))
        fed = f"meter {run.meter}, fed with {run.rate} of each wager and reset to {terms.money(run.reset)}"
        won = f" is won whole once in {round(1 / run.wins):,} rounds and" if run.wins else ""
        shared = f" by {', '.join(run.wagers)} together" if len(run.wagers) > 1 else ""
        yield f"{fed},{won} shows {mean} on average when it pays{shared}"
        for point in odds.break_even:
            share = share_above(run, odds, point)
            if point.meter == run.meter and share is not None:
                yield f"it shows its break-even of {terms.money(point.amount)} or more in {share:.4%} of rounds"


def share_above(run: MeterRun, odds: SideOdds, point: BreakEven) -> float | None:
    """In which share of rounds a meter shows at least its break-even when the wager is settled.

    Told for one player whose wager alone feeds the meter and takes all of it or nothing: rounds since the last win are
    then geometric, and the k-th of them is settled at the reset and k contributions.
    """
    if run.players > 1 or len(run.wagers) > 1 or run.drawn != run.wins or not run.fed or point.meter != run.meter:
        return None
    rounds = max(1, math.ceil((Fraction(point.amount.cents - run.reset.cents, CENTS)) / run.fed))
    return math.exp((rounds - 1) * math.log1p(-float(run.wins)))
