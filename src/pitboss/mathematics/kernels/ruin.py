"""The chance that a bankroll is lost within so many rounds, round by round.

Only non-negative numbers are added and multiplied, so no digit is ever cancelled: with n rounds of k different
results, the relative error of the answer is below n (k + 2) 2^-53.
"""

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit

Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]


@njit
def ruin_chance(nets: Int64s, chances: Floats, bankroll: int, safe: Int64s) -> float:
    """The chance that the bankroll is ever zero or less in `len(safe)` rounds.

    A bankroll above `safe[n]` with n rounds to go is taken never to be lost, and is followed no further.
    """
    rounds = len(safe)
    size = max(safe.max(), bankroll) + 1
    now, after = np.zeros(size), np.zeros(size)
    now[bankroll] = 1.0
    low, high = bankroll, bankroll
    ruined = 0.0
    for played in range(rounds):
        most = min(safe[rounds - played - 1], size - 1)
        after[: most + 1] = 0.0
        for place in range(len(nets)):
            net, chance = nets[place], chances[place]
            for held in range(low, min(high, -net) + 1):
                ruined += chance * now[held]
            first, last = max(low, 1 - net), min(high, most - net)
            if first > last:
                continue
            # Plain loops over slices become vector instructions.
            source, target = now[first : last + 1], after[first + net : last + net + 1]
            for held in range(len(source)):
                target[held] += chance * source[held]
        low, high = max(1, low + nets.min()), min(most, high + nets.max())
        now, after = after, now
    return ruined
