"""The part of the front door that a laboratory asks: a strategy card, the risk of a session and a table, a sweep."""

# ruff: noqa: PLC0415 the mathematics are loaded when they are first asked for

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.law import Law, Money, amounts_of, terms
from pitboss.money import Amount

if TYPE_CHECKING:
    from pitboss.mathematics.strategy import StrategyCard
    from pitboss.mathematics.sweeps import Sweep
    from pitboss.simulation.risk_report import RiskReport


def strategy(law: Law) -> "StrategyCard":
    """A card short enough to remember, found by search, with its exact cost.

    >>> from fractions import Fraction
    >>> card = strategy("ma-crazy-4")
    >>> [line.action for line in card.lines], card.cost < Fraction(1, 10_000)
    (['3x', '1x', 'fold'], True)
    """
    from pitboss.mathematics.strategy import strategy_card

    return strategy_card(terms(law))


def risk(
    law: Law,
    *,
    ante: Amount | str | None = None,
    sides: Money | None = None,
    rounds: int = 1000,
    bankroll: Amount | str | None = None,
    seats: int = 1,
    hours: int = 8,
    rounds_per_hour: int = 40,
) -> "RiskReport":
    """What a session of some rounds and a table's day may bring; `sides` are the side wagers made in every round.

    >>> from pitboss import solve
    >>> report = risk("ma-crazy-4", ante="5", rounds=500, bankroll="200")
    >>> report.result.spread.mean == 5 * -solve("ma-crazy-4").house_edge
    True
    """
    from pitboss.simulation.risk_report import risk_of

    given = amounts_of({name: one for name, one in (("ante", ante), ("bankroll", bankroll)) if one is not None})
    return risk_of(
        terms(law),
        given.get("ante"),
        given.get("bankroll"),
        stakes=amounts_of(sides or {}),
        rounds=rounds,
        seats=seats,
        hours=hours,
        rounds_per_hour=rounds_per_hour,
    )


def sweep(law: Law, lines: Mapping[str, str]) -> "Sweep":
    """The figures of every combination of what some lines may pay: "FROM:TO" or "FROM:TO:STEP" to 1.

    >>> one, two = sweep("ma-crazy-4", {"super_bonus.flush": "1:2"}).rows
    >>> one.odds, one.figures.main.house_edge > two.figures.main.house_edge
    ({'super_bonus.flush': '1 to 1'}, True)
    """
    from pitboss.mathematics.sweeps import sweep_of

    return sweep_of(terms(law), lines)
