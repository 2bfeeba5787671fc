"""What a simulation found: every wager's mean return, how sure it is, and what it should be."""

import html
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import Any, NamedTuple

from pitboss.money import MICROCENTS_PER_CENT, Amount
from pitboss.simulation.arrow import result_table
from pitboss.simulation.exact import exact_actions, exact_values
from pitboss.simulation.sampled_play import SampledPlay
from pitboss.simulation.simulation import Row, Simulation
from pitboss.simulation.table import ALL, MAIN
from pitboss.simulation.tally import Sums, Tally

CONFIDENCE = 0.95
FAR = 6
"""No mean lies so many of its true standard errors off: the error of the sample is not the true one."""
UNSEEN = "wins too rare for so few rounds came up less or more often than they should, so the interval does not hold"
HEADINGS = ("wager", "staked", "net", "mean return", "std. error", "interval", "exact", "z")


class Point(NamedTuple):
    """The main game's estimate after so many rounds."""

    rounds: int
    mean: float
    standard_error: float


@dataclass(frozen=True)
class Estimate:
    """One row: the mean return of a unit staked; of a bet made in turn that is its base, of a sum one ante.

    Rounds are independent and seats of a round are not, so the error comes from the table's result by round.
    """

    row: Row
    rounds: int
    seats: int
    sums: Sums
    staked: Amount
    exact: Fraction | None

    @property
    def net(self) -> Amount:
        """What the player won or lost in all."""
        return Amount(self.sums.net)

    @property
    def mean(self) -> float:
        """The mean return."""
        return self.sums.net / (self.rounds * self.row.unit) if self.rounds else math.nan

    @property
    def standard_error(self) -> float:
        """The standard error of the mean return."""
        if self.rounds < 2:
            return math.nan
        # Exact until the root: n squares - sum^2 is a whole number.
        spread = self.rounds * self.sums.squares - self.sums.net**2
        variance = Fraction(spread, self.rounds * (self.rounds - 1))
        return math.sqrt(variance / self.rounds) / self.row.unit

    @property
    def standard_deviation(self) -> float:
        """Of one seat's result in one round, in units."""
        played = self.rounds * self.seats
        if played < 2:
            return math.nan
        unit = Fraction(self.row.unit, self.seats)
        variance = Fraction(played * self.sums.seat_squares - self.sums.net**2, played * (played - 1))
        return math.sqrt(variance / unit**2)

    @property
    def won(self) -> float:
        """The share of seats played that won money."""
        return self.sums.won / (self.rounds * self.seats) if self.rounds else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean lies with 95% confidence, if what is rare came up as often as it should."""
        reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * self.standard_error
        return self.mean - reach, self.mean + reach

    @property
    def z(self) -> float | None:
        """How many standard errors the mean lies from the exact value."""
        error = self.standard_error
        return None if self.exact is None or not error else (self.mean - float(self.exact)) / error

    @property
    def is_far(self) -> bool:
        """Whether the exact value lies further off than any sample's, so that the error itself must be wrong."""
        if self.exact is None or self.rounds < 2:
            return False
        return abs(self.mean - float(self.exact)) > FAR * self.standard_error + 1e-9


@dataclass(frozen=True)
class SimulationResult:
    """The sums of a run and what follows from them. Shown in a notebook it is a table."""

    simulation: Simulation
    tally: Tally
    points: tuple[Point, ...] = field(default=(), repr=False)

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.tally.rounds

    @property
    def main(self) -> Estimate:
        """The main game's estimate, without its exact value."""
        return self._estimate(len(self.simulation.rows) - 2, None)

    @cached_property
    def estimates(self) -> Mapping[str, Estimate]:
        """Every row by name: wagers in the rulebook's order, payout limit, `main game`, `all wagers`."""
        exact = exact_values(self.simulation)
        rows = enumerate(self.simulation.rows)
        return {row.name: self._estimate(number, exact.get(row.name)) for number, row in rows}

    def __getitem__(self, name: str) -> Estimate:
        return self.estimates[name]

    @property
    def actions(self) -> dict[str, dict[str, float]]:
        """For each decision, the share of each choice among those who reached it, all seats together."""
        found = {}
        table = self.simulation.table
        reached = self.rounds * table.seats
        for at, decision in enumerate(table.decisions):
            sums = [sum(counts) for counts in zip(*(seat[at] for seat in self.tally.bets), strict=True)]
            names, goes_on = table.choices[at], table.goes_on(at)
            folds = {names[0]: reached - sum(sums[1 : len(names)])} if names[0] else {}
            counted = folds | {name: often for name, often in zip(names[1:], sums[1:], strict=False) if often}
            found[decision] = {choice: often / reached if reached else 0.0 for choice, often in counted.items()}
            reached = sum(often for often, on in zip(sums, goes_on, strict=False) if on)
        return found

    @property
    def exact_actions(self) -> Mapping[str, Mapping[str, Fraction]]:
        """The same of best play, exactly; nothing where other strategies are played."""
        return exact_actions(self.simulation)

    @property
    def meters(self) -> dict[str, dict[str, Any]]:
        """For each meter: what it showed in every round, what its wagers contributed, what it paid and how often."""
        table = self.simulation.table
        found = {}
        for name, (paid, often) in zip(table.meters, self.tally.meters, strict=True):
            figures = table.terms.meters[name]
            stakes = (one[wager] for one in table.seating.stakes for wager in figures.wagers if wager in one)
            microcents = sum(figures.rate.of(stake) for stake in stakes) * self.rounds
            found[name] = {
                "shown": str(table.seating.meters[name]),
                "contributed": str(Fraction(microcents, 100 * MICROCENTS_PER_CENT)),
                "paid": str(Amount(paid)),
                "payments": often,
            }
        return found

    def _estimate(self, number: int, exact: Fraction | None) -> Estimate:
        row = self.simulation.rows[number]
        table = self.simulation.table
        return Estimate(row, self.rounds, table.seats, self.tally.rows[number], self._staked(row), exact)

    def _staked(self, row: Row) -> Amount:
        """What was put up on the wagers of a row."""
        table = self.simulation.table
        if row.name in (MAIN, ALL):
            names = table.main_wagers if row.name == MAIN else table.seating.wagers
            return sum((self._put_up(name) for name in names), Amount.ZERO)
        return self._put_up(row.name) if row.name in table.terms.wagers else Amount.ZERO

    def _put_up(self, wager: str) -> Amount:
        return Amount(self.simulation.table.staked(wager, self.rounds, self.tally.bets))

    @property
    def remark(self) -> str | None:
        """What must be known of the strategy, and of wins too rare to be seen, to read the estimates."""
        words = [SampledPlay.remark] if isinstance(self.simulation.strategy, SampledPlay) else []
        far = [one.row.title for one in self.estimates.values() if one.is_far]
        if far:
            words.append(f"{', '.join(far)}: {UNSEEN}")
        return "; ".join(words) or None

    # How a result leaves

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            **self.simulation.description(),
            "rounds": self.rounds,
            "confidence": CONFIDENCE,
            "remark": self.remark,
            "wagers": {name: _plain(estimate) for name, estimate in self.estimates.items()},
            "actions": self.actions,
            "exact_actions": {
                decision: {choice: _exact(share) for choice, share in shares.items()}
                for decision, shares in self.exact_actions.items()
            },
            "meters": self.meters,
        }

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` of one line for each row, with what was simulated in the metadata: ready for Parquet."""
        return result_table(self)

    def __str__(self) -> str:
        rows = [HEADINGS, *self.text_rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for name, *cells in rows:
            aligned = (cell.rjust(wide) for cell, wide in zip(cells, widths[1:], strict=True))
            lines.append("  ".join([name.ljust(widths[0]), *aligned]))
        return "\n".join([self.heading, *lines, *([self.remark] if self.remark else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        cells = "".join(f"<th>{html.escape(heading)}</th>" for heading in HEADINGS)
        body = "".join(
            f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in self.text_rows()
        )
        return f"<table><caption>{html.escape(self.heading)}</caption><tr>{cells}</tr>{body}</table>"

    @property
    def heading(self) -> str:
        """What was simulated, in one line."""
        table = self.simulation.table
        seats = f"{table.seats} seat{'s' if table.seats > 1 else ''}"
        how = f"strategy {self.simulation.strategy.name}, seed {self.simulation.seed}"
        return f"{table.terms.rulebook.title}: {self.rounds:,} rounds, {seats}, {how}"

    def text_rows(self) -> list[tuple[str, ...]]:
        """The rows as text, under `HEADINGS`."""
        money = self.simulation.table.terms.money
        return [_text(estimate, money) for estimate in self.estimates.values()]


def _text(one: Estimate, money: Callable[[Amount], str]) -> tuple[str, ...]:
    low, high = one.interval
    return (
        one.row.title,
        money(one.staked),
        money(one.net),
        f"{one.mean:+.6f}",
        f"{one.standard_error:.6f}",
        f"{low:+.6f} to {high:+.6f}",
        "" if one.exact is None else f"{float(one.exact):+.6f}",
        "" if one.z is None else f"{one.z:+.2f}",
    )


def _exact(value: Fraction) -> dict[str, Any]:
    """An exact figure as every command tells it: text that loses nothing, and a number for convenience."""
    return {"exact": str(value), "value": float(value)}


def _plain(one: Estimate) -> dict[str, Any]:
    return {
        "title": one.row.title,
        "unit": str(Amount(one.row.unit)),
        "staked": str(one.staked),
        "net": str(one.net),
        "mean": one.mean,
        "standard_error": one.standard_error,
        "interval": list(one.interval),
        "standard_deviation": one.standard_deviation,
        "won": one.won,
        "exact": None if one.exact is None else _exact(one.exact),
        "z": one.z,
    }
