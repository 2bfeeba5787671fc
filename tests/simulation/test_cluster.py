"""On a cluster the result is that of one machine, and a lost worker costs only its task."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from pitboss.analysis import design
from pitboss.rulebooks import Refused, terms_for
from pitboss.simulation import Result, Simulation, run
from pitboss.simulation.cluster import Cluster, connect


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with connect("local:2") as connected:
        yield connected


def test_a_killed_worker_costs_only_its_task(cluster: Cluster) -> None:
    simulation = Simulation.of("ma-crazy-4", seats=2, seed=6)
    rounds, chunk = 120_000, 4_000
    killed = threading.Event()

    def kill_once(_: Result) -> None:
        if not killed.is_set():
            pids = cluster.client.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
            killed.set()

    spread = run(simulation, rounds, workers=cluster, chunk=chunk, report=kill_once)
    alone = run(simulation, rounds, chunk=chunk)
    assert killed.is_set()
    assert (spread.tally, spread.points) == (alone.tally, alone.points)


def test_a_paytable_sweep_is_that_of_one_machine(cluster: Cluster) -> None:
    before = design.figures(terms_for("ma-crazy-4"))
    grid = [{"super_bonus.flush": "1"}, {"super_bonus.flush": "2"}, {"queens_up.flush": "5"}]
    assert cluster.sweep(before, grid) == list(design.sweep(before, grid))


def test_strategy_searches_are_mapped(cluster: Cluster) -> None:
    cards = cluster.cards([terms_for("ma-crazy-4"), terms_for("ma-crazy-4", {"queens_up": "B"})])
    assert [card.lines[0].hands for card in cards] == ["a pair of aces or better"] * 2


@pytest.mark.parametrize("address", ["local:0", "local:two", "tcp://127.0.0.1:1"])
def test_an_address_that_is_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.cluster.PATIENCE", 0.2)
    with pytest.raises(Refused, match="--cluster"):
        connect(address)
