"""Best play of any game that the exact solver reaches: every seat chooses by what it sees and has staked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.any_game import Policy
from pitboss.mathematics.any_game.tree import Stakes, staked_after
from pitboss.mathematics.refusal import refused
from pitboss.program.compiler import compile_terms
from pitboss.program.program import Kind, Program
from pitboss.rulebooks import Terms
from pitboss.simulation.any_game import AnyGameTable
from pitboss.simulation.kernels.any_game import sets_of
from pitboss.simulation.table import MAIN, Deals, Int8s, Int64s, SimulatedTable


class Chooser(Protocol):
    """Whoever chooses by position and stakes."""

    @property
    def program(self) -> Program:
        """The main game with what a seat stakes on it before the deal."""

    def slots(self, street: int) -> Sequence[tuple[int, ...]]:
        """The slots whose cards make up each set of a position."""

    def choose(self, street: int, stakes: Stakes, sets: Int64s) -> npt.NDArray[np.int64]:
        """The places of what is chosen in positions of a street."""


@dataclass(frozen=True, eq=False)
class BestPlay:
    """The exact solver's choices, of the main game alone, for seats that stake on it what they do."""

    table: AnyGameTable
    name: str = "optimal"

    def __post_init__(self) -> None:
        """`Refused` where the solver does not reach."""
        _ = self.policies

    @cached_property
    def policies(self) -> tuple[Policy, ...]:
        """For each seat; those who stake in the same proportions have one together."""
        return _policies(self.table)

    @cached_property
    def exact(self) -> Mapping[str, Fraction]:
        """What the main game is worth, in antes of all seats."""
        seats = range(self.table.seats)
        units = [unit for _, unit in map(self.table.main_stakes, seats)]
        worth = sum((one.solution.ev * unit for one, unit in zip(self.policies, units, strict=True)), Fraction(0))
        return {MAIN: worth / sum(self.table.stake(seat, self.table.ante) for seat in seats)}

    @property
    def actions(self) -> Mapping[str, Mapping[str, Fraction]]:
        """By decision: the share of each choice, where all seats stake in the same proportions."""
        return self.policies[0].solution.actions if len(set(self.policies)) == 1 else {}

    def decide(self, table: SimulatedTable, seed: int, deals: Deals, bets: Int8s) -> None:
        """Every seat by what it sees."""
        if not isinstance(table, AnyGameTable):
            raise refused(table.terms, "strategy", f"{self.name} of another game", "a strategy made for these terms")
        for seat, policy in enumerate(self.policies if table is self.table else _policies(table)):
            choose_all(table, seat, policy, deals, bets)


def choose_all(table: AnyGameTable, seat: int, chooser: Chooser, deals: Deals, bets: Int8s) -> None:
    """Fill in the choices of a seat, street by street; rounds with as much staked are asked about together."""
    bets[:, seat] = 0
    program = chooser.program
    columns = table.slot_columns(program, seat)
    histories: dict[Stakes, list[Int64s]] = {program.antes: [np.arange(len(deals))]}
    for at, street in enumerate(program.streets):
        groups = chooser.slots(at)
        wide = max(map(len, groups))
        where = np.array([[*columns[list(slots)], *[-1] * (wide - len(slots))] for slots in groups], np.int64)
        folds = street.choices[0].kind is Kind.FOLD
        following: dict[Stakes, list[Int64s]] = {}
        for stakes, parts in histories.items():
            rows = np.concatenate(parts)
            sets = np.empty((len(rows), len(groups)), np.int64)
            sets_of(deals.cards, rows, where, sets)
            chosen = chooser.choose(at, stakes, sets)
            bets[rows, seat, at] = chosen + (not folds)
            for place in np.unique(chosen).tolist():
                choice = street.choices[place]
                after = staked_after(choice, stakes)
                assert after is not None, "what is chosen is open"
                if choice.kind is not Kind.FOLD and not choice.ends:
                    following.setdefault(after, []).append(rows[chosen == place])
        histories = following


def _policies(table: AnyGameTable) -> tuple[Policy, ...]:
    return tuple(_policy(table.terms, stakes) for stakes, _ in map(table.main_stakes, range(table.seats)))


@lru_cache(maxsize=8)
def _policy(terms: Terms, stakes: Stakes) -> Policy:
    return Policy(main_program(terms, stakes))


def main_program(terms: Terms, stakes: Stakes) -> Program:
    """The main game with so many units staked on each of its wagers before the deal."""
    names = (one.name for one in compile_terms(terms).stakes if not one.is_bonus)
    return compile_terms(terms, antes=dict(zip(names, stakes, strict=True)))
