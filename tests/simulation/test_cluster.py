"""On a cluster the result is that of one machine, and a lost worker costs only its task."""

import os
import signal
import threading
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.mathematics import design, main_game
from pitboss.mathematics.known import Known
from pitboss.rulebooks import Refused, full_terms, terms_for
from pitboss.simulation import Simulation, SimulationResult, run
from pitboss.simulation.cluster import Cluster, connect
from simulation.holdem import EXAMPLES

THREE_CARD = Path(__file__).parents[2] / "examples" / "rulebooks" / "three-card-poker"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with connect("local:2") as connected:
        yield connected


def test_a_killed_worker_costs_only_its_task(cluster: Cluster) -> None:
    simulation = Simulation.of("ma-crazy-4", seats=2, seed=6)
    rounds, chunk = 120_000, 4_000
    killed = threading.Event()

    def kill_once(_: SimulationResult) -> None:
        if not killed.is_set():
            pids = cluster.client.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
            killed.set()

    spread = run(simulation, rounds, workers=cluster, chunk=chunk, report=kill_once)
    alone = run(simulation, rounds, chunk=chunk)
    assert killed.is_set()
    assert (spread.tally, spread.points) == (alone.tally, alone.points)


@pytest.mark.parametrize("strategy", ["optimal", "sampled", "always:withdraw"])
def test_any_game_is_sent_to_workers_as_well(cluster: Cluster, strategy: str) -> None:
    simulation = Simulation.of(EXAMPLES / "let-it-ride", seats=2, strategy=strategy, seed=6)
    assert run(simulation, 9_000, workers=cluster, chunk=4_000).tally == run(simulation, 9_000).tally


def test_a_paytable_sweep_is_that_of_one_machine(cluster: Cluster) -> None:
    before = design.figures(terms_for("ma-crazy-4"))
    grid = [{"super_bonus.flush": "1"}, {"super_bonus.flush": "2"}, {"queens_up.flush": "5"}]
    assert cluster.sweep(before, grid) == list(design.sweep(before, grid))


def test_a_game_of_any_shape_is_solved_part_by_part(cluster: Cluster) -> None:
    told: list[tuple[int, int]] = []
    found = cluster.solve(full_terms(THREE_CARD), Known(), lambda done, of: told.append((done, of)))
    assert found.ev == Fraction(-13733780, 407170400)
    assert found == main_game.solve(full_terms(THREE_CARD))
    assert told[-1] == (1755, 1755)  # hands of three cards, up to suits


def test_strategy_searches_are_mapped(cluster: Cluster) -> None:
    cards = cluster.cards([terms_for("ma-crazy-4"), terms_for("ma-crazy-4", {"queens_up": "B"})])
    assert [card.lines[0].hands for card in cards] == ["a pair of aces or better"] * 2


@pytest.mark.parametrize("address", ["local:0", "local:two", "tcp://127.0.0.1:1"])
def test_an_address_that_is_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.cluster.PATIENCE", 0.2)
    with pytest.raises(Refused, match="--cluster"):
        connect(address)
