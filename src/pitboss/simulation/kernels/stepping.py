"""The bookkeeping of many seats that decide at once: take their actions, keep what they see, seat new rounds."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit

Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]


class StepTables(NamedTuple):
    """What does not change: by decision and action, the table's number of the choice, what an observation shows of
    it, and whether it is a fold or ends the decisions; the columns of the cards in the order of an observation, and
    how many of them are seen at each decision and after the last; what stands for a card that is not seen."""

    numbers: Int8s
    shown: Int8s
    folds: Bools
    ends: Bools
    columns: Int64s
    opened: Int64s
    unseen: int


class Seats(NamedTuple):
    """A row for each seat: its round, of which columns of `cards` and `bets` lie one after the other, and what it sees.

    `stage[i]` counts the decisions row i has made, `steps[i]` the actions tried. `allowed[i, s, a]` says whether action
    a is open to it at decision s. `seen`, `made`, `stage` and `mask` are the observation: they are kept up with every
    action and only copied.
    """

    cards: Bytes
    chance: Int8s
    bets: Int8s
    allowed: Int8s
    seen: Int8s
    made: Int8s
    stage: Int8s
    mask: Int8s
    steps: Int64s


@njit
def advance(known: StepTables, seats: Seats, actions: Int64s, over: Bools, refused: Bools) -> None:
    """Take the actions that are open; say whose round is over, and whose action is refused."""
    stages, largest = seats.allowed.shape[1], seats.allowed.shape[2] - 1
    for i in range(len(actions)):
        action, at = actions[i], seats.stage[i]
        refused[i] = action < 0 or action > largest or seats.allowed[i, at, action] == 0
        over[i] = False
        if refused[i]:
            continue
        seats.bets[i, 0, at] = known.numbers[at, action]
        seats.made[i, 0, at] = known.shown[at, action]
        if known.folds[at, action]:
            over[i] = True
            continue
        after = stages if known.ends[at, action] else at + 1
        seats.stage[i] = after
        over[i] = after == stages
        if not over[i]:
            for k in range(known.opened[at], known.opened[after]):
                seats.seen[i, k] = seats.cards[i, known.columns[k]]
            for one in range(largest + 1):
                seats.mask[i, one] = seats.allowed[i, after, one]


@njit
def open_up(known: StepTables, seats: Seats, rows: Int64s, stage: int, is_open: Bools) -> None:
    """Write which actions are open at a decision, by row and the table's number of the choice."""
    numbers = known.numbers[stage]
    for k in range(len(rows)):
        for action in range(len(numbers)):
            seats.allowed[rows[k], stage, action] = numbers[action] >= 0 and is_open[k, numbers[action]]


@njit
def seat(known: StepTables, seats: Seats, rows: Int64s, dealt: Bytes, chance: Int8s) -> None:
    """Put rounds dealt into their rows, with nothing decided yet; what is open to them has been written."""
    for c in range(dealt.shape[1]):
        column, cards = seats.cards.T[c], dealt.T[c]
        for k in range(len(rows)):
            column[rows[k]] = cards[k]
    for c in range(chance.shape[1]):
        for k in range(len(rows)):
            seats.chance[rows[k], c] = chance[k, c]
    for k in range(len(rows)):
        i = rows[k]
        for c in range(len(known.columns)):
            seats.seen[i, c] = dealt[k, known.columns[c]] if c < known.opened[0] else known.unseen
        for c in range(seats.bets.shape[2]):
            seats.bets[i, 0, c] = seats.made[i, 0, c] = 0
        for action in range(seats.mask.shape[1]):
            seats.mask[i, action] = seats.allowed[i, 0, action]
        seats.stage[i] = seats.steps[i] = 0


@njit
def turn_up(known: StepTables, seats: Seats, rows: Int64s, stage: Int8s, seen: Int8s) -> None:
    """Show all that is ever seen of those rounds that have come to their last stage."""
    last = len(known.opened) - 1
    for c in range(known.opened[0], len(known.columns)):
        cards = seats.cards.T[known.columns[c]]
        for i in rows:
            if stage[i, 0] == last:
                seen[i, c] = cards[i]
