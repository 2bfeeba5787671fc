"""Where a game in the terminal gets its chance: the operating system, or for repeatable play a seed."""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 1 << 256  # the numbers one digest can take


class TableChance:
    """Unbiased picks from a stream of 256-bit numbers."""

    def __init__(self, seed: int | None = None) -> None:
        self._numbers = _from_system() if seed is None else _from_seed(seed)

    def below(self, limit: int) -> int:
        """A whole number from 0 up to but not including the limit, each equally likely."""
        fair = _BLOCK - _BLOCK % limit  # numbers from here up would favour the low picks, and are passed over
        return next(number for number in self._numbers if number < fair) % limit

    def pick(self, items: Sequence[T]) -> T:
        """One of some items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order: each in turn changes places with one not yet placed (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def weighted(self, weights: dict[int, int]) -> int:
        """One of the keys, each as often as its weight says."""
        drawn = self.below(sum(weights.values()))
        bounds = zip(weights, accumulate(weights.values()), strict=True)
        return next(key for key, bound in bounds if drawn < bound)


def _from_system() -> Iterator[int]:
    while True:
        yield secrets.randbelow(_BLOCK)


def _from_seed(seed: int) -> Iterator[int]:
    for number in count():
        yield int.from_bytes(hashlib.sha256(f"pitboss {seed} {number}".encode()).digest())
