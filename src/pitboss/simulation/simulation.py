"""A simulation: a table, a strategy and a seed. Any range of its rounds can be played by anyone, with one result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.kernels.sizes import Sizes
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import CrazyFourShape, Other, Shape, shape_of
from pitboss.money import Amount
from pitboss.rulebooks import Terms, terms_for
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.crazy_four import CrazyFourTable
from pitboss.simulation.criss_cross import CrissCrossTable
from pitboss.simulation.kernels.sums import TOTALS
from pitboss.simulation.policy_table import Choices
from pitboss.simulation.seating import Seating, Stakes, seating
from pitboss.simulation.strategies import Decide, Strategy, strategy_for
from pitboss.simulation.table import ALL, MAIN, Deals, Int8s, Int64s, SimulatedTable
from pitboss.simulation.tally import Tally

BLOCK = 1 << 13
"""Rounds that are dealt, decided and settled at once: few enough for their arrays to stay in a core's cache."""
MOST_SEED = (1 << 64) - 1


class Options(TypedDict, total=False):
    """What a simulation may be told besides its rulebook; see `Simulation.of`."""

    seats: int
    stakes: Stakes | Sequence[Stakes] | None
    strategy: str | Strategy | Decide | Choices | CrissCrossRules
    meters: Mapping[str, Amount] | None
    submission: Mapping[str, Any] | None
    seed: int


@dataclass(frozen=True)
class Row:
    """A row of the result: a wager with what rides on it, a sum of them, or the cuts of the payout limit.

    `unit` is what the row is measured in, in cents a round, all seats together: the stakes, of a bet made in turn its
    base, and of sums the antes.
    """

    name: str
    title: str
    unit: int
    columns: tuple[int, ...]


@dataclass(frozen=True)
class Batch:
    """Rounds played: the deals, the choices by round, seat and decision, and net cents by seat, column and round."""

    deals: Deals
    bets: Int8s
    net: Int64s
    meters_paid: Int64s


@dataclass(frozen=True, eq=False)
class Simulation:
    """What is simulated. Two simulations alike in all of this have the same rounds."""

    table: SimulatedTable
    strategy: Strategy
    seed: int

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= MOST_SEED:
            raise refused(self.terms, "seed", str(self.seed), f"0 to {MOST_SEED}")

    @classmethod
    def of(
        cls,
        rulebook: "str | Path | Terms",
        *,
        seats: int = 1,
        stakes: Stakes | Sequence[Stakes] | None = None,
        strategy: "str | Strategy | Decide | Choices | CrissCrossRules" = "optimal",
        meters: Mapping[str, Amount] | None = None,
        submission: Mapping[str, Any] | None = None,
        seed: int = 1,
    ) -> "Simulation":
        """From a rulebook's id or folder, or terms; left out: the default submission, least stakes, meters at seed.

        `Refused` says what is not possible, and by which clause.
        """
        terms = rulebook if isinstance(rulebook, Terms) else terms_for(rulebook, dict(submission or {}))
        table = table_for(seating(terms, seats, stakes, meters))
        return cls(table, strategy_for(table, strategy), seed)

    @property
    def terms(self) -> Terms:
        """What the table is played by."""
        return self.table.terms

    def play(self, first: int, count: int) -> Batch:
        """The rounds from number `first` on, with everything that happened."""
        deals = self.table.deal(self.seed, first, count)
        bets = self.table.no_bets(count)
        self.strategy.decide(self.table, self.seed, deals, bets)
        net, paid = self.table.settle(deals, bets)
        return Batch(deals, bets, net, paid)

    def tally(self, first: int, count: int) -> Tally:
        """The sums of the rounds from number `first` on; memory does not grow with their number."""
        table = self.table
        totals = np.zeros((len(self.rows), TOTALS), np.int64)
        counts = table.no_counts()
        paid = np.zeros((max(1, len(table.meters)), 2), np.int64)
        net = np.zeros((table.seats, len(table.columns), min(BLOCK, count)), np.int64)
        bets = table.no_bets(min(BLOCK, count))
        rows, main = self._places
        for start, size in _blocks(first, count):
            if size != len(bets):
                net, bets = np.zeros((*net.shape[:2], size), np.int64), table.no_bets(size)
            deals = table.deal(self.seed, start, size)
            self.strategy.decide(table, self.seed, deals, bets)
            table.add_settled(deals, bets, net, rows, main, totals, paid)
            table.count(bets, counts)
        return Tally.of(count, totals, counts, paid[: len(table.meters)])

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the result: wagers in the rulebook's order, the payout limit, main game, all wagers."""
        table, terms = self.table, self.terms
        seats = range(table.seats)
        antes = sum(table.stake(seat, table.ante) for seat in seats)

        def columns(*wagers: str) -> tuple[int, ...]:
            return tuple(number for number, column in enumerate(table.columns) if column.wager in wagers)

        names = table.seating.wagers
        found = [
            Row(
                name,
                terms.wagers[name].title,
                sum(table.stake(seat, name) for seat in seats),
                columns(name),
            )
            for name in names
        ]
        if terms.payout_limit is not None:
            found.append(Row("payout_limit", "Payout limit", antes, columns("payout_limit")))
        everything = tuple(column for row in found for column in row.columns)
        main = Row(MAIN, "Main game", antes, columns(*table.main_wagers))
        return (*found, main, Row(ALL, "All wagers", antes, everything))

    @cached_property
    def _places(self) -> tuple[Int64s, Int64s]:
        """For each column its row, or -1, and whether it belongs to the main game."""
        rows = np.full(len(self.table.columns), -1, np.int64)
        for number, row in enumerate(self.rows[:-2]):
            rows[list(row.columns)] = number
        main = np.zeros(len(self.table.columns), np.int64)
        main[list(self.rows[-2].columns)] = 1
        return rows, main

    def description(self) -> dict[str, Any]:
        """What makes the result what it is, as plain data: two runs alike in this are alike."""
        stakes = [{name: str(amount) for name, amount in one.items()} for one in self.table.seating.stakes]
        return {
            "rulebook": self.terms.rulebook.id,
            "rulebook_hash": self.terms.rulebook.hash,
            "submission": self.terms.submission.as_file(),
            "seats": self.table.seats,
            "stakes": stakes,
            "meters": {name: str(amount) for name, amount in self.table.seating.meters.items()},
            "strategy": self.strategy.name,
            "seed": self.seed,
        }


def table_for(seated: Seating) -> SimulatedTable:
    """The table of the game that the terms are of: a fast one where the game has its shape and bets of every size."""
    shape = shape_of(seated.terms)
    if isinstance(shape, Other) or any(sizes.times != _every(sizes) for sizes in _sizes(shape)):
        return AnyGameTable(seated)
    return CrazyFourTable(seated) if isinstance(shape, CrazyFourShape) else CrissCrossTable(seated)


def _sizes(shape: Shape) -> tuple[Sizes, ...]:
    return (shape.sizes,) if isinstance(shape, CrazyFourShape) else shape.sizes


def _every(sizes: Sizes) -> tuple[int, ...]:
    return tuple(range(sizes.ends[0], sizes.ends[1] + 1))


def _blocks(first: int, count: int) -> Iterator[tuple[int, int]]:
    for start in range(first, first + count, BLOCK):
        yield start, min(BLOCK, first + count - start)
