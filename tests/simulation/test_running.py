"""The same seed and rounds, the same result: whoever plays them, in one go or after being killed."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pitboss.rulebooks import Refused
from pitboss.simulation import Checkpoint, Simulation, SimulationResult, Threads, run

ROUNDS = 50_000

KILLED = """
import sys, pathlib
from pitboss.simulation import Checkpoint, Simulation, checkpoint, run
checkpoint.EVERY = 0.0
run(Simulation.of("ma-crazy-4", seed=3), 10**9, chunk=2048, checkpoint=Checkpoint(pathlib.Path(sys.argv[1])))
"""


@pytest.fixture(scope="module")
def simulation() -> Simulation:
    return Simulation.of("ma-crazy-4", seats=2, seed=3)


@pytest.mark.parametrize(("workers", "chunk"), [(2, 10_000), (3, 7_777), (1, 1 << 18)])
def test_workers_and_chunks_change_nothing(simulation: Simulation, workers: int, chunk: int) -> None:
    whole = simulation.tally(0, ROUNDS)
    assert run(simulation, ROUNDS, workers=workers, chunk=chunk).tally == whole
    assert run(simulation, ROUNDS, workers=Threads(workers), chunk=chunk).rounds == ROUNDS


def test_any_parts_add_up(simulation: Simulation) -> None:
    parts = simulation.tally(0, 1), simulation.tally(1, 9_999), simulation.tally(10_000, 8_192)
    assert parts[0] + parts[1] + parts[2] == simulation.tally(0, 18_192)


def test_another_seed_is_another_result(simulation: Simulation) -> None:
    other = Simulation(simulation.table, simulation.strategy, 4)
    assert other.tally(0, 1000) != simulation.tally(0, 1000)


def test_a_run_that_is_killed_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(file)])
    try:
        while not file.exists():
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.3)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = json.loads(file.read_text())["tally"]["rounds"]
    assert 0 < done < 10**9
    simulation = Simulation.of("ma-crazy-4", seed=3)
    rounds = done + 5_000
    resumed = run(simulation, rounds, chunk=2048, checkpoint=Checkpoint(file))
    straight = run(simulation, rounds, chunk=2048)
    assert (resumed.tally, resumed.points) == (straight.tally, straight.points)
    assert json.loads(file.read_text())["tally"]["rounds"] == rounds


def test_an_interrupted_run_writes_down_how_far_it_got(simulation: Simulation, tmp_path: Path) -> None:
    seen: list[int] = []

    def interrupt(result: SimulationResult) -> None:
        seen.append(result.rounds)
        if len(seen) == 3:
            raise KeyboardInterrupt

    kept = Checkpoint(tmp_path / "run.json")
    with pytest.raises(KeyboardInterrupt):
        run(simulation, ROUNDS, chunk=5_000, report=interrupt, checkpoint=kept)
    tally, points = kept.read(simulation)
    assert tally is not None
    assert tally.rounds == seen[-1] == 15_000
    assert [point.rounds for point in points] == [5_000, 10_000, 15_000]


def test_a_checkpoint_of_something_else_is_refused(simulation: Simulation, tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "run.json")
    run(simulation, 1000, checkpoint=kept)
    with pytest.raises(Refused, match=r"another simulation \(seed differ\)"):
        run(Simulation(simulation.table, simulation.strategy, 4), 2000, checkpoint=kept)
    kept.path.write_text("{}")
    with pytest.raises(Refused, match="no checkpoint"):
        run(simulation, 2000, checkpoint=kept)


def test_a_wanted_precision_ends_the_run_at_the_same_round_for_any_workers(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.simulation.runner.LEAST_FOR_PRECISION", 4_000)
    ends = {run(simulation, 10**9, precision=0.05, workers=workers, chunk=1_000).rounds for workers in (1, 2, 4)}
    assert len(ends) == 1
    (rounds,) = ends
    low, high = run(simulation, rounds).main.interval
    assert (high - low) / 2 <= 0.05
    low, high = run(simulation, rounds - 1_000).main.interval
    assert (high - low) / 2 > 0.05


def test_nothing_is_played_twice(simulation: Simulation, tmp_path: Path) -> None:
    kept = Checkpoint(tmp_path / "run.json")
    first = run(simulation, 3_000, checkpoint=kept)
    assert run(simulation, 3_000, checkpoint=kept).tally == first.tally
    assert run(simulation, 2_000, checkpoint=kept).rounds == 3_000
