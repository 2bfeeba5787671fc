"""Sums of independent results on a lattice: powers of a polynomial, kept where they have any mass to speak of.

Probabilities are 64-bit floats; the error they may carry is bounded and stated.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Int64s = npt.NDArray[np.int64]

EPSILON = 2.0**-53
DIRECT = 1 << 11
"""Up to this length products of polynomials are multiplied out, above it they are transformed."""
LONGEST = 1 << 22
"""No polynomial may have more terms: some hundred megabytes."""
FAINT = 1e-20
"""What is surely less likely than this is left out."""


class TooFine(ValueError):
    """Results on so fine a lattice, over so many rounds, that they do not fit in memory."""


@dataclass(frozen=True)
class Sum:
    """`chances[k]` is the chance that so many rounds add up to `lowest + k`; `error` bounds what sums are off."""

    rounds: int
    lowest: int
    chances: Floats
    error: float


class Window:
    """Where the sums of rounds may lie that matter to their last sum up to `top`.

    Where M(t) is the mean of exp(t X), the sum of m rounds reaches y with a chance of at most exp(-t y) M(t)^m,
    whatever t > 0 (Chernoff), and so in the other direction. A sum of m rounds so high that what the other rounds
    bring all but surely leaves it above the top is left out as well: it would come back with a chance below `FAINT`.
    """

    def __init__(self, places: Int64s, chances: Floats, rounds: int, top: int) -> None:
        """For sums of no fewer than so many rounds; no place is negative."""
        self.rounds, self.top = rounds, top
        self._least, self._most = int(places.min()), int(places.max())
        self._mean = float(places @ chances)
        centred = places - self._mean
        deviation = math.sqrt(float(chances @ centred**2)) or 1.0
        self._tilts = np.geomspace(1e-4, 10, 240) / deviation
        with np.errstate(over="ignore"):
            up, down = (np.exp(sign * np.outer(self._tilts, centred)) @ chances for sign in (1, -1))
        self._up, self._down = np.log(up), np.log(down)

    def lowest(self, rounds: int) -> int:
        """So many rounds bring less than this with a chance below `FAINT`; never too high, at worst too low."""
        if not rounds:
            return 0
        depth = float(np.min((rounds * self._down - math.log(FAINT)) / self._tilts))
        return max(rounds * self._least, math.floor(rounds * self._mean - depth) - 1)

    def highest(self, rounds: int) -> int:
        """So many rounds bring more than this with a chance below `FAINT`, or cannot lead back below the top."""
        if not rounds:
            return 0
        height = float(np.min((rounds * self._up - math.log(FAINT)) / self._tilts))
        surely = min(rounds * self._most, math.ceil(rounds * self._mean + min(height, 2.0**60)) + 1)
        return max(self.lowest(rounds), min(surely, self.top - self.lowest(max(0, self.rounds - rounds))))

    def cut(self, found: Sum) -> Sum:
        """Without what does not matter."""
        low, high = self.lowest(found.rounds), self.highest(found.rounds)
        first = max(0, low - found.lowest)
        # A copy: what is cut is not held on to.
        kept = found.chances[first : max(first, high - found.lowest) + 1].copy()
        return Sum(found.rounds, found.lowest + first, kept, found.error + 3 * FAINT)


def once(places: Int64s, chances: Floats) -> Sum:
    """One round."""
    lowest = int(places.min())
    length = int(places.max()) - lowest + 1
    if length > LONGEST:
        raise TooFine(f"{length} results in one; {LONGEST} can be held")
    terms = np.zeros(length)
    terms[places - lowest] = chances
    return Sum(1, lowest, terms, len(places) * EPSILON)


def power(single: Sum, rounds: int, window: Window) -> Sum:
    """So many rounds."""
    result, square = Sum(0, 0, np.ones(1), 0.0), single
    while True:
        if rounds & 1:
            result = product(result, square, window)
        rounds >>= 1
        if not rounds:
            return result
        square = product(square, square, window)


def product(first: Sum, second: Sum, window: Window) -> Sum:
    """The sum of both, cut to the window.

    Both factors sum to at most 1, so errors of their sums add. Multiplied out, n non-negative terms lose at most
    n EPSILON of their sum. A transform of size n loses at most 7 EPSILON log2(n) of the Euclidean length of what is
    transformed (Higham, Accuracy and Stability of Numerical Algorithms, theorem 24.2). Three of them are made, and no
    transformed factor exceeds 1 anywhere, so the product is off by so much of the three lengths together; a sum of
    k terms, by Cauchy's inequality, by at most the root of k times that. 8 instead of 7 covers the multiplication.
    """
    left, right = first.chances, second.chances
    full = len(left) + len(right) - 1
    if full > 2 * LONGEST:
        raise TooFine(f"{full} results on the way; {LONGEST} can be held")
    if min(len(left), len(right)) <= DIRECT:
        terms = np.convolve(left, right)
        added = min(len(left), len(right)) * EPSILON
    else:
        size = 1 << (full - 1).bit_length()
        turned = np.fft.rfft(left, size)
        turned *= turned if right is left else np.fft.rfft(right, size)
        terms = np.fft.irfft(turned, size)[:full]
        np.maximum(terms, 0.0, out=terms)
        lengths = sum(math.sqrt(float(part @ part)) for part in (left, right, terms))
        added = 8 * EPSILON * math.log2(size) * lengths * math.sqrt(full)
    error = first.error + second.error + added
    return window.cut(Sum(first.rounds + second.rounds, first.lowest + second.lowest, terms, error))
