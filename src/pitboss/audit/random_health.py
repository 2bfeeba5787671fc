"""Health tests of a source of random bytes, after NIST SP 800-90B: repetition count and adaptive proportion.

Both look for what a broken source does: it repeats one byte, or favours one. They are not tests of fairness, which
follows from the shuffle. A byte is taken to hold at least six bits of entropy, which any source in order has to spare;
a sound source fails one of them with a chance below 2 to the -40th at each byte, which over years is never.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import ceil, comb

ENTROPY = 6  # bits that a byte holds at least
DOUBT = 40  # a sound source fails with a chance below 2 ** -40
WINDOW = 512
STARTUP = 4096  # bytes that are looked at before the source is used at all

MOST_REPEATED = 1 + ceil(DOUBT / ENTROPY)


@cache
def most_of_window() -> int:
    """How often the first byte of a window may come up in it: beyond it, the binomial tail is below 2 ** -40."""
    chance, tail = Fraction(1, 2**ENTROPY), Fraction(0)
    for often in range(WINDOW, -1, -1):
        tail += comb(WINDOW, often) * chance**often * (1 - chance) ** (WINDOW - often)
        if tail > Fraction(1, 2**DOUBT):
            return often + 1
    raise AssertionError("the tail is everything in the end")


class RandomHealth:
    """Both tests over all bytes that a source has given so far."""

    def __init__(self) -> None:
        self.looked_at = 0
        self._last = -1
        self._repeated = 0
        self._first = -1
        self._seen = 0
        self._of_first = 0

    def look(self, data: Iterable[int]) -> str | None:
        """Takes in more bytes; what is wrong with the source, if anything is."""
        for byte in data:
            fault = self._repetition(byte) or self._proportion(byte)
            self.looked_at += 1
            if fault:
                return fault
        return None

    def _repetition(self, byte: int) -> str | None:
        self._repeated = self._repeated + 1 if byte == self._last else 1
        self._last = byte
        return f"the byte {byte} came {self._repeated} times in a row" if self._repeated >= MOST_REPEATED else None

    def _proportion(self, byte: int) -> str | None:
        if self._seen in (0, WINDOW):
            self._first, self._seen, self._of_first = byte, 1, 1
            return None
        self._seen += 1
        self._of_first += byte == self._first
        if self._of_first >= most_of_window():
            return f"the byte {byte} came {self._of_first} times among {self._seen}"
        return None
