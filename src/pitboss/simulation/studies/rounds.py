"""Main games dealt from cards and played by best play: the source of the studies' paths."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pitboss.money import Amount
from pitboss.rulebooks import Terms
from pitboss.simulation import Batch, Simulation, main_stakes

BLOCK = 1 << 15


def main_game(terms: Terms, ante: Amount | None, seed: int) -> Simulation:
    """One seat that makes no side wager and plays its best."""
    return Simulation.of(terms, stakes=main_stakes(terms, ante), seed=seed)


def batches(simulation: Simulation, rounds: int) -> Iterator[Batch]:
    """The first rounds of a simulation, a block at a time."""
    for first in range(0, rounds, BLOCK):
        yield simulation.play(first, min(BLOCK, rounds - first))


def main_nets(terms: Terms, ante: Amount | None, rounds: int, seed: int) -> npt.NDArray[np.int64]:
    """What each of so many rounds brings, in cents."""
    simulation = main_game(terms, ante, seed)
    return np.concatenate([batch.net[0].sum(axis=0) for batch in batches(simulation, rounds)])
