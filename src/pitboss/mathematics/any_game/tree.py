"""The lines of play of a program: every history of choices with what is staked by then, and the moves open to it.

Of bets that differ only in their size the least and the most are enough, but at the first street, where every option
is valued. For with all later choices fixed, whatever they hang on, a round's result is an affine function of the size;
best play is the most of such functions, so it is convex, and no size between is better than both ends. Where options
are worth the same, the first is taken, which risks less.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.mathematics.any_game.board import columns_of
from pitboss.mathematics.kernels.enumeration import StreetTree
from pitboss.program.program import Choice, Kind, Program, Strong

Stakes = tuple[int, ...]
"""What is staked on each stake of the program; a bonus has none of its own."""


@dataclass(frozen=True)
class Move:
    """One choice of one history; a child at the next street, or the row of stakes with which it ends."""

    choice: int
    needs: Strong | None
    child: int = -1
    row: int = -1


@dataclass(frozen=True)
class Lines:
    """By street, by history: the moves open to it. `rows` are the stakes on every column, what is certain, and all."""

    streets: tuple[tuple[tuple[Move, ...], ...], ...]
    histories: tuple[tuple[Stakes, ...], ...]
    rows: tuple[Stakes, ...]
    choices: tuple[tuple[int, int], ...]  # the street and the place of every choice, as they are counted


def lines_of(program: Program, street: int, stakes: Stakes) -> Lines:
    """Every line of play from a street on, with what is staked by then."""
    streets = program.streets[street:]
    choices = tuple((at, place) for at, one in enumerate(streets) for place in range(len(one.choices)))
    rows = _Rows(program)
    if not streets:
        rows.end(stakes, folded=False)
    histories: list[tuple[Stakes, ...]] = [(stakes,)]
    found = []
    for at, one in enumerate(streets):
        following: dict[Stakes, int] = {}
        moves_at = []
        for held in histories[at]:
            moves = []
            for place in _worth_looking_at(one.choices, whole=at == 0):
                choice = one.choices[place]
                after = staked_after(choice, held)
                if after is None:
                    continue
                number = choices.index((at, place))
                if choice.kind is Kind.FOLD or choice.ends or at == len(streets) - 1:
                    row = rows.end(after, folded=choice.kind is Kind.FOLD)
                    moves.append(Move(number, choice.needs, row=row))
                else:
                    moves.append(Move(number, choice.needs, child=following.setdefault(after, len(following))))
            moves_at.append(tuple(moves))
        found.append(tuple(moves_at))
        histories.append(tuple(following))
    return Lines(tuple(found), tuple(histories[: len(streets)]), tuple(rows.rows), choices)


class _Rows:
    """The ends of lines, each row once: what lies on every column, what is lost for certain, what is staked in all."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.columns, self.of_stake = columns_of(program)
        self.rows: dict[Stakes, int] = {}

    def end(self, stakes: Stakes, folded: bool) -> int:
        on, certain = [0] * len(self.columns), 0
        for stake, staked, column in zip(self.program.stakes, stakes, self.of_stake, strict=True):
            if folded and not stake.stands_on_fold:
                certain -= staked * self.program.unit
            else:
                on[column] += staked if stake.on is None else stakes[stake.on]
        return self.rows.setdefault((*on, certain, sum(stakes)), len(self.rows))


def staked_after(choice: Choice, stakes: Stakes) -> Stakes | None:
    """What is staked after a choice; None where it is not open, as to withdraw what is not staked."""
    if choice.kind is Kind.BET:
        size = choice.times * sum(stakes[base] for base in choice.bases)
        return _with(stakes, choice.stake, stakes[choice.stake] + size)
    if choice.kind is Kind.WITHDRAW:
        return _with(stakes, choice.stake, 0) if stakes[choice.stake] else None
    return stakes


def _with(stakes: Stakes, place: int, amount: int) -> Stakes:
    return (*stakes[:place], amount, *stakes[place + 1 :])


def _worth_looking_at(choices: Sequence[Choice], whole: bool) -> Iterator[int]:
    """The places of all choices, or of bets alike only the least and the most."""
    ends: dict[object, set[int]] = {}
    for choice in choices:
        if choice.kind is Kind.BET:
            alike = ends.setdefault(_alike(choice), {choice.times})
            ends[_alike(choice)] = {min(*alike, choice.times), max(*alike, choice.times)}
    for place, choice in enumerate(choices):
        if whole or choice.kind is not Kind.BET or choice.times in ends[_alike(choice)]:
            yield place


def _alike(choice: Choice) -> object:
    return choice.stake, choice.bases, choice.needs, choice.ends


def tree_of(lines: Lines, depths: Sequence[int]) -> StreetTree:
    """The same for the kernels, with the depth of every street."""
    moves = [move for street in lines.streets for history in street for move in history]
    counts = [len(history) for street in lines.streets for history in street]
    return StreetTree(
        depths=np.array(depths, dtype=np.int64),
        first=np.cumsum([0, *(len(street) for street in lines.streets)], dtype=np.int64),
        moves=np.cumsum([0, *counts], dtype=np.int64),
        child=np.array([move.child for move in moves], dtype=np.int64),
        row=np.array([move.row for move in moves], dtype=np.int64),
        choice=np.array([move.choice for move in moves], dtype=np.int64),
        needs=np.array(
            [(move.needs.hand, move.needs.least) if move.needs else (-1, 0) for move in moves], dtype=np.int64
        ).reshape(-1, 2),
        stakes=np.array(lines.rows, dtype=np.int64),
    )
