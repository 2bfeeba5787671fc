"""What a simulated round costs: both games beside a plain C loop, more seats, every wager, threads and a cluster."""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.timing import Row
from pitboss.rulebooks import Terms, full_terms, terms_for
from pitboss.simulation import Simulation, Workers, run
from pitboss.simulation.cluster import connect

PEER = Path(__file__).with_name("simulation.c")
ROUNDS = 20_000_000
FEW = 2_000_000
MANY = 50_000_000


def rows() -> Iterator[Row]:
    """Every measurement of the simulator, per round."""
    peer = _peer(ROUNDS)
    cross = terms_for("ma-criss-cross", {"five_card_bonus": True})
    crazy, full = terms_for("ma-crazy-4"), full_terms("ma-crazy-4")
    measured = {
        "Criss-Cross, main game and bonus, all cores": _seconds(cross, ROUNDS),
        "Criss-Cross, main game and bonus, one core": _seconds(cross, ROUNDS // 2, workers=1),
        "Crazy 4, main game and Queens Up, all cores": _seconds(crazy, ROUNDS),
        "Crazy 4, main game and Queens Up, one core": _seconds(crazy, ROUNDS // 2, workers=1),
        "Criss-Cross of New Jersey, every wager": _seconds(full_terms("nj-criss-cross"), FEW),
        "Crazy 4, every wager": _seconds(full, FEW),
        "Crazy 4, every wager, six seats": _seconds(full, FEW, 6),
    }
    for what, seconds in measured.items():
        yield Row(f"{what}: {_rate(seconds)}", seconds, "plain C loop on one core, no decisions", peer)
    yield from _cluster(cross)


def _cluster(terms: Terms) -> Iterator[Row]:
    """Two worker processes against two threads, on the same rounds and in turn, for machines have better moments."""
    simulation = Simulation.of(terms)
    with connect("local:2") as cluster:
        run(simulation, ROUNDS, workers=cluster)  # each process makes its decision tables once
        together = [(_once(simulation, MANY, 2), _once(simulation, MANY, cluster)) for _ in range(3)]
    threads, spread = map(min, zip(*together, strict=True))
    yield Row(f"Criss-Cross on two Dask workers: {_rate(spread)}", spread, "two threads", threads)


def _rate(seconds: float) -> str:
    return f"{1e-6 / seconds:.1f} million rounds/s"


def _seconds(terms: Terms, rounds: int, seats: int = 1, workers: int | None = None) -> float:
    """Seconds a round, the best of two runs after one that warms up."""
    simulation = Simulation.of(terms, seats=seats)
    run(simulation, rounds // 10, workers=workers)
    return min(_once(simulation, rounds, workers) for _ in range(2))


def _once(simulation: Simulation, rounds: int, workers: Workers | int | None) -> float:
    start = time.perf_counter()
    run(simulation, rounds, workers=workers)
    return (time.perf_counter() - start) / rounds


def _peer(rounds: int) -> float:
    """Seconds a round of the C loop, compiled here and now."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/simulation"
        subprocess.run(["gcc", "-O2", "-march=native", "-o", program, str(PEER)], check=True)
        runs = [subprocess.run([program, str(rounds)], check=True, capture_output=True, text=True) for _ in range(2)]
    return min(1 / float(done.stdout.split()[0]) for done in runs)
