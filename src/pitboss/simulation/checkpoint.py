"""A run's file: what was simulated and how far it got, so that a killed run goes on where it was."""

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pitboss.mathematics.refusal import refused
from pitboss.simulation.result import Point, SimulationResult
from pitboss.simulation.simulation import Simulation
from pitboss.simulation.tally import Tally

EVERY = 5.0
"""Seconds between two writings."""


@dataclass
class Checkpoint:
    """The file of one run. It is replaced as a whole, so that it is never half written."""

    path: Path
    written: float = field(default=0.0, init=False)

    def read(self, simulation: Simulation) -> tuple[Tally | None, tuple[Point, ...]]:
        """How far an earlier run got; `Refused` where the file is of another simulation."""
        try:
            data: dict[str, Any] = msgspec.json.decode(self.path.read_bytes())
            description, tally = data["simulation"], Tally.read(data["tally"])
            points = tuple(Point(*point) for point in data["points"])
        except FileNotFoundError:
            return None, ()
        except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError) as error:
            tried = "a file that is no checkpoint"
            raise refused(simulation.terms, str(self.path), tried, "a file written by --checkpoint, or none") from error
        expected = msgspec.json.decode(msgspec.json.encode(simulation.description()))
        if description != expected:
            differing = sorted(key for key in expected if description.get(key) != expected[key])
            tried = f"a checkpoint of another simulation ({', '.join(differing)} differ)"
            raise refused(simulation.terms, str(self.path), tried, "the same simulation, or another file")
        return tally, points

    def write(self, result: SimulationResult, force: bool) -> None:
        """Write down how far the run got, if some time has passed or `force` says so."""
        if not force and time.monotonic() - self.written < EVERY:
            return
        data = {
            "simulation": result.simulation.description(),
            "tally": result.tally.plain(),
            "points": [list(point) for point in result.points],
        }
        partial = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        partial.write_bytes(msgspec.json.format(msgspec.json.encode(data)))
        partial.replace(self.path)
        self.written = time.monotonic()
