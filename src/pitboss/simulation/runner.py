"""Runs a simulation on all processors: exact running sums in the order of the rounds, to a number or to a precision.

The rounds are cut into chunks, which workers take as they come free. Their sums are added in the order of the chunks,
and whether a wanted precision is reached is asked only at the ends of chunks: neither the number of workers nor the
time they take can change a result.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from pitboss.simulation.checkpoint import Checkpoint
from pitboss.simulation.result import Point, SimulationResult
from pitboss.simulation.sampled_play import SampledPlay
from pitboss.simulation.simulation import Simulation
from pitboss.simulation.tally import Tally

CHUNK = 1 << 18
"""Rounds of one task."""
FEWER = 1 << 13
"""The same where every round takes long to decide."""
LEAST_FOR_PRECISION = 4 * CHUNK
"""Before so many rounds an interval is not trusted to end a run."""
POINTS_PER_DOUBLING = 16

Report = Callable[[SimulationResult], None]


class Workers(Protocol):
    """Whoever plays chunks: threads here, or a cluster."""

    def tallies(self, simulation: Simulation, chunks: Iterable[range]) -> Iterator[Tally]:
        """The sums of each chunk, in order."""


@dataclass(frozen=True)
class Threads:
    """Threads of this process; the kernels leave the interpreter lock free."""

    number: int | None = None

    def tallies(self, simulation: Simulation, chunks: Iterable[range]) -> Iterator[Tally]:
        """A few chunks are under way at a time, so memory does not grow with the number of rounds."""
        number = self.number or os.cpu_count() or 1
        with ThreadPoolExecutor(number) as pool:
            waiting: deque[Future[Tally]] = deque()
            try:
                for chunk in chunks:
                    waiting.append(pool.submit(simulation.tally, chunk.start, len(chunk)))
                    if len(waiting) > 2 * number:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                for one in waiting:
                    one.cancel()


def run(
    simulation: Simulation,
    rounds: int,
    *,
    workers: Workers | int | None = None,
    precision: float | None = None,
    report: Report | None = None,
    checkpoint: Checkpoint | None = None,
    chunk: int | None = None,
) -> SimulationResult:
    """Play so many rounds, or fewer where the main game's interval gets as narrow as `precision`, in antes, each way.

    `report` is told the result so far after every chunk. With a checkpoint the run begins where an earlier one ended.
    """
    chunk = chunk or (FEWER if isinstance(simulation.strategy, SampledPlay) else CHUNK)
    done, points = checkpoint.read(simulation) if checkpoint else (None, ())
    result = SimulationResult(simulation, done or _nothing(simulation), points)
    crew = workers if workers is not None and not isinstance(workers, int) else Threads(workers)
    with _kept(checkpoint) as keep:
        if _precise(result, precision):
            return result
        for tally in crew.tallies(simulation, _chunks(result.rounds, rounds, chunk)):
            result = _added(result, tally, chunk)
            keep(result)
            if report:
                report(result)
            if _precise(result, precision):
                break
    return result


def _nothing(simulation: Simulation) -> Tally:
    return simulation.tally(0, 0)


def _chunks(done: int, rounds: int, chunk: int) -> Iterator[range]:
    """Chunks end at multiples of their size, wherever an earlier run ended."""
    while done < rounds:
        end = min(rounds, (done // chunk + 1) * chunk)
        yield range(done, end)
        done = end


def _added(result: SimulationResult, tally: Tally, chunk: int) -> SimulationResult:
    result = replace(result, tally=result.tally + tally)
    number = -(-result.rounds // chunk)
    step = 1 << max(0, number.bit_length() - POINTS_PER_DOUBLING.bit_length())
    if number % step:
        return result
    point = Point(result.rounds, result.main.mean, result.main.standard_error)
    return replace(result, points=(*result.points, point))


def _precise(result: SimulationResult, precision: float | None) -> bool:
    if precision is None or result.rounds < LEAST_FOR_PRECISION:
        return False
    low, high = result.main.interval
    return (high - low) / 2 <= precision


@contextmanager
def _kept(checkpoint: Checkpoint | None) -> Iterator[Callable[[SimulationResult], None]]:
    """What is reached is written down now and then, and at the end whatever ends the run."""
    last: list[SimulationResult] = []

    def keep(result: SimulationResult) -> None:
        last[:] = [result]
        if checkpoint:
            checkpoint.write(result, force=False)

    try:
        yield keep
    finally:
        if checkpoint and last:
            checkpoint.write(last[0], force=True)
