"""The bookkeeping of many seats that decide at once: take their actions, show what they see, seat new rounds.

`stage[i]` counts the decisions row i has made. `shown[i]` are its cards in the order of an observation, of which the
first `opened[stage]` are seen. `allowed[i, s, a]` says whether action a is open to it at decision s.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit

Bytes = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]


class Actions(NamedTuple):
    """By decision and action: the table's number of the choice, what an observation shows of it, and whether it is
    a fold or ends the decisions."""

    numbers: Int8s
    shown: Int8s
    folds: Bools
    ends: Bools


@njit
def advance(
    known: Actions, actions: Int64s, allowed: Int8s, bets: Int8s, made: Int8s, stage: Int8s, over: Bools, refused: Bools
) -> None:
    """Take the actions that are open; say whose round is over, and whose action is refused."""
    stages, largest = allowed.shape[1], allowed.shape[2] - 1
    for i in range(len(actions)):
        action, at = actions[i], stage[i]
        refused[i] = action < 0 or action > largest or allowed[i, at, action] == 0
        over[i] = False
        if not refused[i]:
            bets[i, 0, at] = known.numbers[at, action]
            made[i, 0, at] = known.shown[at, action]
            if known.folds[at, action]:
                over[i] = True
            else:
                stage[i] = stages if known.ends[at, action] else at + 1
                over[i] = stage[i] == stages


@njit
def show(shown: Int8s, opened: Int64s, stage: Int8s, unseen: int, cards: Int8s) -> None:
    """The cards each row sees."""
    for i in range(len(shown)):
        seen = opened[stage[i]]
        for k in range(shown.shape[1]):
            cards[i, k] = shown[i, k] if k < seen else unseen


@njit
def masks(allowed: Int8s, stage: Int8s, mask: Int8s) -> None:
    """The actions open to each row."""
    for i in range(len(allowed)):
        for action in range(allowed.shape[2]):
            mask[i, action] = allowed[i, stage[i], action]


@njit
def seat(
    rows: Int64s, dealt: Bytes, columns: Int64s, cards: Bytes, shown: Int8s, bets: Int8s, made: Int8s, stage: Int8s
) -> None:
    """Put rounds dealt into their rows, with nothing decided yet."""
    for k in range(len(rows)):
        i = rows[k]
        for c in range(dealt.shape[1]):
            cards[i, c] = dealt[k, c]
        for c in range(len(columns)):
            shown[i, c] = dealt[k, columns[c]]
        for c in range(bets.shape[2]):
            bets[i, 0, c] = made[i, 0, c] = 0
        stage[i] = 0
