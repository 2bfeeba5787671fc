"""Monte Carlo by array kernels: millions of rounds a second, on one machine or a cluster, the same result on either."""

from pathlib import Path
from typing import Unpack

from pitboss.rulebooks import Terms
from pitboss.simulation.checkpoint import Checkpoint
from pitboss.simulation.result import Estimate, SimulationResult
from pitboss.simulation.runner import Report, Threads, Workers, run
from pitboss.simulation.seating import Seating, least_stakes, main_stakes, seating
from pitboss.simulation.simulation import Batch, Options, Simulation
from pitboss.simulation.strategies import Decide, Seen, Strategy, strategy_for
from pitboss.simulation.table import Deals, SimulatedTable
from pitboss.simulation.tally import Tally

__all__ = [
    "Batch",
    "Checkpoint",
    "Deals",
    "Decide",
    "Estimate",
    "Options",
    "Seating",
    "Seen",
    "SimulatedTable",
    "Simulation",
    "SimulationResult",
    "Strategy",
    "Tally",
    "Threads",
    "Workers",
    "least_stakes",
    "main_stakes",
    "run",
    "seating",
    "simulate",
    "strategy_for",
]


def simulate(
    rulebook: str | Path | Terms,
    rounds: int = 1_000_000,
    *,
    precision: float | None = None,
    workers: Workers | int | None = None,
    report: Report | None = None,
    checkpoint: Checkpoint | None = None,
    **options: Unpack[Options],
) -> SimulationResult:
    """Play so many rounds of a rulebook and say what every wager returned; options are those of `Simulation.of`.

    >>> result = simulate("ma-crazy-4", 100_000, seats=2)
    >>> abs(result["main game"].z) < 4
    True
    """
    simulation = Simulation.of(rulebook, **options)
    return run(simulation, rounds, workers=workers, precision=precision, report=report, checkpoint=checkpoint)
