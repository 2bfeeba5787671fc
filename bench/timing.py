"""Timing, and how a result is shown."""

import time
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One measured thing beside its bound."""

    what: str
    seconds: float
    bound: str
    bound_seconds: float

    @property
    def ratio(self) -> float:
        """How many times the bound it costs."""
        return self.seconds / self.bound_seconds


def per_call(work: Callable[[], object], calls: int = 1, repeat: int = 5) -> float:
    """The best time of a few repeats, per call."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best / calls


def human(seconds: float) -> str:
    """A duration with a fitting unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if seconds >= scale or unit == "ns":
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds} s"
