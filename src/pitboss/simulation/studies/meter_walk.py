"""Meters as they move through the rounds of a study, exactly, from one win to the next."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from pitboss.engine.contributions import READING, WHEN_SETTLED
from pitboss.money import MeterShare
from pitboss.progressive import Meter, open_meters, pay
from pitboss.rulebooks import Terms
from pitboss.rulebooks.paytable import Paytable

POINTS = 400
"""So many points of the path are kept for picture and data."""


@dataclass(frozen=True)
class Hit:
    """A hand that won from a meter: when, where, and by which line of the table."""

    round: int
    table: int
    seat: int
    line: int


@dataclass
class Book:
    """The meters as they move, and the sums of what moved them."""

    meters: dict[str, Meter]
    paid: dict[str, int] = field(default_factory=dict)
    resets: dict[str, int] = field(default_factory=dict)
    fed: dict[str, int] = field(default_factory=dict)
    at_wins: dict[int, list[tuple[int, float]]] = field(default_factory=dict)

    def feed(self, microcents: dict[str, int], rounds: int) -> None:
        """The wagers of so many rounds."""
        for name, each in microcents.items():
            self.meters[name] = self.meters[name].plus(each * rounds)
            self.fed[name] = self.fed.get(name, 0) + each * rounds

    def win(self, hit: Hit, share: MeterShare) -> None:
        """A hand is paid its share of what its meter shows."""
        meter = self.meters[share.meter]
        amount = share.of(meter.shows)
        emptied = share.percent.as_fraction == 1
        self.at_wins.setdefault(hit.line, []).append((hit.round, meter.shows.cents / 100))
        self.meters[share.meter] = pay(meter, amount, emptied)
        self.paid[share.meter] = self.paid.get(share.meter, 0) + amount.cents
        if emptied:
            self.resets[share.meter] = self.resets.get(share.meter, 0) + meter.reset.cents


Path = dict[str, list[tuple[int, float]]]
"""By meter: what it showed after so many rounds."""


def walk(terms: Terms, table: Paytable, hits: list[Hit], each: dict[str, int], rounds: int) -> tuple[Book, Path]:
    """Move the meters through all rounds; the wins of a round are paid from what its own wagers have fed already.

    By the other reading of when contributions are made they are paid before.
    """
    ahead = terms.reading(READING) != WHEN_SETTLED
    meters = {name: meter for name, meter in open_meters(terms).items() if name in each}
    book = Book(meters)
    path: Path = {name: [] for name in each}
    stops = sorted({*range(0, rounds, max(1, rounds // POINTS)), rounds})
    waiting = list(reversed(hits))
    now = 0
    for stop in stops:
        while waiting and waiting[-1].round < stop:
            hit = waiting.pop()
            book.feed(each, hit.round + ahead - now)
            now = hit.round + ahead
            share = table.lines[hit.line].pays
            assert isinstance(share, MeterShare)
            _mark(path, book, now)
            book.win(hit, share)
            _mark(path, book, now)
        book.feed(each, stop - now)
        now = stop
        _mark(path, book, now)
    return book, path


def _mark(path: Path, book: Book, now: int) -> None:
    for name, points in path.items():
        points.append((now, book.meters[name].shows.cents / 100))


def time_above(at: npt.NDArray[np.float64], shown: npt.NDArray[np.float64], limit: float) -> tuple[float, float]:
    """The share of time a path of straight pieces is above a limit, and its mean while it is."""
    start, stop = shown[:-1], shown[1:]
    long = np.diff(at)
    rise = np.where(stop > start, stop - start, 1.0)
    part = np.clip((stop - limit) / rise, 0.0, 1.0) * (long > 0)
    part = np.where((stop <= start) & (long > 0), (stop > limit).astype(float), part)
    time = part * long
    if not time.sum():
        return 0.0, limit
    middle = (np.maximum(start, limit) + stop) / 2
    return float(time.sum() / long.sum()), float((time * middle).sum() / time.sum())
