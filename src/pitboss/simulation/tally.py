"""What a range of rounds came to: exact sums that can be added in any order, written down and read again."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.simulation.kernels.sums import SEAT_SQUARES, SQUARES, SUM, WON

Int64s = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Sums:
    """Of one row, in cents: the net, the squares of the table's net by round and of each seat's, and the wins."""

    net: int = 0
    squares: int = 0
    seat_squares: int = 0
    won: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.net + other.net,
            self.squares + other.squares,
            self.seat_squares + other.seat_squares,
            self.won + other.won,
        )


@dataclass(frozen=True)
class Tally:
    """Sums by row, bets counted by seat, decision and size, and cents and payments by meter."""

    rounds: int
    rows: tuple[Sums, ...]
    bets: tuple[tuple[tuple[int, ...], ...], ...]
    meters: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, rounds: int, totals: Int64s, bets: Int64s, meters: Int64s) -> "Tally":
        """From the arrays of the kernels; squares come in two halves of 32 bits."""
        rows = tuple(
            Sums(
                net=row[SUM],
                squares=row[SQUARES] + (row[SQUARES + 1] << 32),
                seat_squares=row[SEAT_SQUARES] + (row[SEAT_SQUARES + 1] << 32),
                won=row[WON],
            )
            for row in totals.tolist()
        )
        counted = tuple(tuple(map(tuple, seat)) for seat in bets.tolist())
        return cls(rounds, rows, counted, tuple((paid, often) for paid, often in meters.tolist()))

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.rounds + other.rounds,
            tuple(one + two for one, two in zip(self.rows, other.rows, strict=True)),
            tuple(
                tuple(tuple(map(sum, zip(one, two, strict=True))) for one, two in zip(*seats, strict=True))
                for seats in zip(self.bets, other.bets, strict=True)
            ),
            tuple((a + c, b + d) for (a, b), (c, d) in zip(self.meters, other.meters, strict=True)),
        )

    def plain(self) -> dict[str, Any]:
        """As plain data; numbers beyond 64 bits are text."""
        return {
            "rounds": self.rounds,
            "rows": [[str(one) for one in (row.net, row.squares, row.seat_squares, row.won)] for row in self.rows],
            "bets": [[list(sizes) for sizes in seat] for seat in self.bets],
            "meters": [list(meter) for meter in self.meters],
        }

    @classmethod
    def read(cls, data: dict[str, Any]) -> "Tally":
        """The tally that `plain` wrote down."""
        return cls(
            data["rounds"],
            tuple(Sums(*map(int, row)) for row in data["rows"]),
            tuple(tuple(map(tuple, seat)) for seat in data["bets"]),
            tuple((paid, often) for paid, often in data["meters"]),
        )
