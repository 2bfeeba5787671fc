"""The same work on a Dask cluster: chunks of rounds, paytable sweeps and strategy searches as tasks.

A task is named by what it computes: the simulation, seed and range of rounds, or the terms. It has no side effect, so
a task lost with its worker is done again by another, and costs nothing but that. Sums are exact and added in the
order of the rounds, so results are those of one machine, to the last digit. Needs the extra `cluster`.
"""

import hashlib
import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeVar

import msgspec

from pitboss.mathematics import design, main_game
from pitboss.mathematics.answers import MainGame
from pitboss.mathematics.any_game.game import AnyGame
from pitboss.mathematics.any_game.reach import LIMIT, positions_in_reach, reach_of
from pitboss.mathematics.any_game.solver import OptionsPart, parts_of, solution_of, solve_part, whole_plan
from pitboss.mathematics.design import Figures, SideSetting, SweepRow
from pitboss.mathematics.game import Progress, game_of
from pitboss.mathematics.kernels.suit_classes import Classes
from pitboss.mathematics.known import Known
from pitboss.mathematics.strategy import StrategyCard, strategy_card
from pitboss.rulebooks import Refused, Terms, Violation
from pitboss.simulation.seating import Seating
from pitboss.simulation.simulation import Simulation, table_for
from pitboss.simulation.strategies import ANY_GAME, NAMES, Strategy, strategy_for
from pitboss.simulation.tally import Tally

T = TypeVar("T")
R = TypeVar("R")

RETRIES = 5
"""How often a task is taken up again when workers die under it."""
PATIENCE = 10.0
"""Seconds to wait for a scheduler."""
MOST_CHUNKS = 16
"""Chunks of one task: it then lasts about a second, and the scheduler has little to do."""
AHEAD = 3
"""Tasks under way for each thread of the cluster."""


@dataclass
class Cluster:
    """A connection to a scheduler. As a context it is closed, with the processes it started, at the end."""

    client: Any

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the scheduler, and end what was started for this connection."""
        cluster = self.client.cluster
        self.client.close()
        if cluster is not None:
            cluster.close()

    @property
    def threads(self) -> int:
        """How many tasks the workers can do at once."""
        return sum(self.client.nthreads().values()) or 1

    def tallies(self, simulation: Simulation, chunks: Iterable[range]) -> Iterator[Tally]:
        """The sums of each chunk, in order: what `pitboss.simulation.run` asks of its workers."""
        order = Order.of(simulation)

        def submit(task: list[range]) -> Any:
            key = f"rounds-{order.key}-{task[0].start}-{task[-1].stop}-{len(task)}"
            return self.client.submit(play_chunks, order, task, key=key, retries=RETRIES)

        for played in self._in_order(submit, _tasks(chunks, self.threads)):
            yield from played

    def sweep(self, before: Figures, grid: list[dict[str, str]], setting: SideSetting | None = None) -> list[SweepRow]:
        """`pitboss.mathematics.design.sweep`, a task for each combination."""
        return self.map(sweep_point, [(before, lines, setting) for lines in grid])

    def cards(self, terms: Sequence[Terms]) -> list[StrategyCard]:
        """The search for a strategy card, a task for each of the terms."""
        return self.map(strategy_card, terms)

    def solve(self, terms: Terms, known: Known, progress: Progress | None = None) -> MainGame:
        """`pitboss.mathematics.main_game.solve`, a task for each part of the positions; fast solvers stay at home."""
        game = game_of(terms)
        if not isinstance(game, AnyGame):
            return main_game.solve(terms, known, progress)
        plan = whole_plan(game.program, known.deck)
        positions = positions_in_reach(plan, LIMIT)
        reach_of(plan, positions, LIMIT)
        tasks = [(terms, known.deck, part) for part in parts_of(positions)]
        found: list[OptionsPart] = []
        for done in self._in_order(lambda task: self.client.submit(solve_task, task, retries=RETRIES), tasks):
            found.append(done)
            if progress is not None:
                progress(sum(len(part.worths) for part in found), len(positions))
        return game.answer(solution_of(plan, positions, found))

    def map(self, work: Callable[[T], R], items: Sequence[T]) -> list[R]:
        """`[work(item) for item in items]`, spread over the cluster; items are tasks that may be done again."""

        def submit(item: T) -> Any:
            return self.client.submit(work, item, pure=False, retries=RETRIES)

        return list(self._in_order(submit, items))

    def _in_order(self, submit: Callable[[T], Any], items: Iterable[T]) -> Iterator[Any]:
        """Results in the order of the items, only so many tasks ahead: memory does not grow with their number."""
        waiting: deque[Any] = deque()
        try:
            for item in items:
                waiting.append(submit(item))
                if len(waiting) > AHEAD * self.threads:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def connect(address: str) -> Cluster:
    """A scheduler's address, or `local` or `local:N` for as many processes on this machine.

    `Refused` where the address cannot be reached or Dask is not installed.
    """
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError as error:
        allowed, says = "pip install 'pitboss[cluster]'", "Dask is not installed; run pip install 'pitboss[cluster]'."
        raise _refused(address, "Dask, which is not installed", allowed, says) from error
    word, _, number = address.partition(":")
    if word != "local":
        try:
            return Cluster(distributed.Client(address, timeout=PATIENCE))
        except (OSError, ValueError) as error:
            tried = f"no answer from a scheduler ({type(error).__name__})"
            raise _refused(address, tried, "the address of a Dask scheduler, local or local:N") from error
    if number and not (number.isdecimal() and int(number)):
        raise _refused(address, f"'{number}' processes", "local:N with N from 1")
    local = distributed.LocalCluster(
        n_workers=int(number) if number else None,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )
    return Cluster(distributed.Client(local))


@dataclass(frozen=True)
class Order:
    """A simulation as it is sent to workers: equal where `key`, a digest of all it depends on, is.

    Decision tables are not sent: a worker makes those of a strategy it knows by name, or finds them in its cache.
    """

    key: str
    seated: Seating = field(compare=False)
    strategy: str | Strategy = field(compare=False)
    seed: int = field(compare=False)

    @classmethod
    def of(cls, simulation: Simulation) -> "Order":
        """The order for a simulation."""
        key = hashlib.sha256(msgspec.json.encode(simulation.description())).hexdigest()[:16]
        strategy = simulation.strategy
        known = strategy.name in (*NAMES, *ANY_GAME)
        return cls(key, simulation.table.seating, strategy.name if known else strategy, simulation.seed)


def play_chunks(order: Order, chunks: list[range]) -> list[Tally]:
    """A task: the sums of each of some ranges of rounds."""
    simulation = _simulation(order)
    return [simulation.tally(chunk.start, len(chunk)) for chunk in chunks]


def _tasks(chunks: Iterable[range], threads: int) -> Iterator[list[range]]:
    """Chunks put together into tasks: single ones at first, so that all workers begin, then more and more."""
    task: list[range] = []
    size, made = 1, 0
    for chunk in chunks:
        task.append(chunk)
        if len(task) == size:
            yield task
            task, made = [], made + 1
            if made % (2 * threads) == 0:
                size = min(2 * size, MOST_CHUNKS)
    if task:
        yield task


@lru_cache(maxsize=4)
def _simulation(order: Order) -> Simulation:
    """A worker keeps what it has made ready, for its next task is likely of the same simulation."""
    table = table_for(order.seated)
    return Simulation(table, strategy_for(table, order.strategy), order.seed)


def solve_task(task: tuple[Terms, int, Classes]) -> OptionsPart:
    """A task: some positions of a game. A worker compiles the game once."""
    terms, deck, part = task
    game = game_of(terms)
    assert isinstance(game, AnyGame)  # as where the task was made
    return solve_part(whole_plan(game.program, deck), part)


def sweep_point(point: tuple[Figures, dict[str, str], SideSetting | None]) -> SweepRow:
    """A task: the figures under one set of changed lines."""
    before, lines, setting = point
    return next(design.sweep(before, [lines], setting))


def _refused(address: str, tried: str, allowed: str, says: str = "") -> Refused:
    where = f"--cluster {address}"
    return Refused(Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says))
