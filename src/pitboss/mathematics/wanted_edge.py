"""The odds of one line that give a wanted house edge.

The value of best play is a maximum of strategies' values, each of which rises in a straight line with what a line
pays: so it is convex and never falls. Convexity makes the search short and its answer sure: a chord lies above the
curve, its continuation below, and where the middle of a chord touches the curve, all of the chord is the curve. A
side wager's value is one straight line and answered by the first chord.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.mathematics.design import SideSetting, VariedLine, line_of, touched
from pitboss.mathematics.main_game import solve
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.side_odds import question
from pitboss.mathematics.side_wagers import odds_of
from pitboss.mathematics.whatif import changed, tables_in_force
from pitboss.rulebooks import Terms

MAIN = "main"
WHOLE = Fraction(1)
FINE = Fraction(1, 1000)
LARGEST = Fraction(1_000_000)

Curve = Callable[[Fraction], Fraction]


@dataclass(frozen=True)
class EdgePoint:
    """Odds of the line, and the house edge they give."""

    value: Fraction
    odds: str
    edge: Fraction


@dataclass(frozen=True)
class Wanted:
    """The answer: whole-numbered odds on both sides of the wanted edge, the same where they give it exactly.

    `crossing` is the value that gives the edge: exactly where `exact`, that is where no decision changes near it,
    else between two values at most a thousandth apart.
    """

    line: VariedLine
    of: str
    edge: Fraction
    now: EdgePoint
    below: EdgePoint
    above: EdgePoint
    crossing: Fraction
    exact: bool
    counted: int

    @property
    def nearest(self) -> EdgePoint:
        """The whole-numbered odds whose edge is nearest."""
        return min(self.below, self.above, key=lambda point: abs(point.edge - self.edge))


def wanted_odds(
    terms: Terms, name: str, edge: Fraction, of: str | None = None, setting: SideSetting | None = None
) -> Wanted:
    """The odds of a line that give the main game, or the side wager it pays, a house edge; `Refused` if none do."""
    _refuse_not_offered(terms, name)
    line = line_of(terms, name)
    wager = _wager(terms, name, of)
    known: dict[Fraction, Fraction] = {}

    def value(at: Fraction) -> Fraction:
        if at not in known:
            known[at] = _value(changed(terms, {name: line.at(at)}), wager, setting or SideSetting())
        return known[at]

    def point(at: Fraction) -> EdgePoint:
        return EdgePoint(at, line.at(at), -value(at))

    now = EdgePoint(line.value, str(line.odds), -value(line.value))
    low, high = _bracket(terms, line, value, -edge)
    below, above = _narrowed(value, -edge, low, high, WHOLE)
    low, high = below, above
    if not _straight(value, low, high):
        low, high = _narrowed(value, -edge, low, high, FINE)
    crossing, exact = _crossing(value, -edge, low, high), _straight(value, low, high)
    return Wanted(line, wager, edge, now, point(below), point(above), crossing, exact, len(known))


def _refuse_not_offered(terms: Terms, name: str) -> None:
    """A line of a table that is the rulebook's and whose wagers the submission does not offer."""
    table_id = name.partition(".")[0]
    tables = [table for table in terms.rulebook.paytables if table.id == table_id]
    wagers = [wager for table in tables for wager in map(terms.rulebook.wager, table.wagers) if wager]
    if wagers and all(wager.name not in terms.wagers for wager in wagers):
        allowed = f"{wagers[0].offer} = true in a submission, or a line of a wager that is offered"
        raise refused(terms, name, f"{wagers[0].title}, which is not offered", allowed)


def _wager(terms: Terms, name: str, of: str | None) -> str:
    """Whose edge is meant: the main game's for its lines, else the wager's that the line pays."""
    moved = touched(terms, {name: ""})
    table_id = name.partition(".")[0]
    paid = {wager for table in tables_in_force(terms) if table.id == table_id for wager in table.wagers}
    choices = ([MAIN] if moved.main else []) + [side for side in moved.sides if side in paid]
    if of is None and choices:
        return choices[0]
    if of not in choices:
        raise refused(
            terms,
            f"edge of {of}",
            f"{name}, which does not pay it",
            f"one of {', '.join(choices)}" if choices else "a line that pays a wager",
        )
    return of


def _value(terms: Terms, wager: str, setting: SideSetting) -> Fraction:
    if wager == MAIN:
        return solve(terms).ev
    return odds_of(question(terms, setting.players, setting.meters), terms.wagers[wager]).ev


def _bracket(terms: Terms, line: VariedLine, value: Curve, wanted: Fraction) -> tuple[Fraction, Fraction]:
    """Two whole numbers between which the wanted value is reached."""
    least, low = Fraction(line.least), Fraction(max(line.least, math.floor(line.value)))
    if value(least) > wanted:
        allowed = f"an edge of at most {_percent(-value(least))}, that of {line.at(least)}"
        raise refused(terms, line.name, f"an edge of {_percent(-wanted)}", allowed)
    if value(low) > wanted:
        return least, low
    rise = value(low + 1) - value(low)
    # The curve is not below its chord's continuation, so it has reached the value where that has.
    high = Fraction(math.ceil(low + (wanted - value(low)) / rise)) if rise else LARGEST
    high = min(max(high, low + 1), LARGEST)
    if value(high) < wanted:
        allowed = f"an edge of at least {_percent(-value(high))}, that of {line.at(high)}"
        raise refused(terms, line.name, f"an edge of {_percent(-wanted)}", allowed)
    return low, high


def _narrowed(
    value: Curve, wanted: Fraction, low: Fraction, high: Fraction, step: Fraction
) -> tuple[Fraction, Fraction]:
    """The two neighbours on a grid between which the value is reached, or the point of the grid at which it is."""
    while high - low > step:
        # Where the chord reaches the value the curve has not passed it.
        below = max(low, _crossing(value, wanted, low, high) // step * step)
        above = min(below + step, high)
        if value(above) >= wanted:
            low, high = below, above
            break
        low = above
        middle = (low + high) / 2 // step * step
        low, high = (low, middle) if value(middle) > wanted else (middle, high)
    if value(low) == wanted:
        return low, low
    return (high, high) if value(high) == wanted else (low, high)


def _crossing(value: Curve, wanted: Fraction, low: Fraction, high: Fraction) -> Fraction:
    """Where the chord reaches the value."""
    rise = value(high) - value(low)
    return low + (high - low) * (wanted - value(low)) / rise if rise else low


def _straight(value: Curve, low: Fraction, high: Fraction) -> bool:
    """Whether the curve is its chord."""
    return 2 * value((low + high) / 2) == value(low) + value(high)


def _percent(edge: Fraction) -> str:
    return f"{float(edge):.4%}"
