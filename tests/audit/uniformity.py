"""Counts over many shuffles, and how far they are from what a fair shuffle gives."""

from math import sqrt

import numpy as np
import numpy.typing as npt

from pitboss.audit import PlayerSeed, RoundChance

Counts = npt.NDArray[np.int64]


def orders(count: int, server_seed: bytes) -> Counts:
    """The card at each position of so many decks, one row for each."""
    players = [PlayerSeed("ann", "tea")]
    decks = (RoundChance(f"table/1/{number}", server_seed, players).deck() for number in range(count))
    return np.array([[card.index for card in deck] for deck in decks], dtype=np.int64)


def places(decks: Counts) -> Counts:
    """How often each card lay at each position."""
    cells = decks * 52 + np.arange(52)
    return np.bincount(cells.ravel(), minlength=52 * 52)


def neighbours(decks: Counts) -> Counts:
    """How often each card lay right on top of each other one, at the top of the deck and in the middle."""
    cells = np.concatenate([decks[:, at] * 52 + decks[:, at + 1] for at in (0, 25)])
    counts = np.bincount(cells, minlength=52 * 52).reshape(52, 52)
    return counts[~np.eye(52, dtype=bool)]


def places_deviation(counts: Counts) -> float:
    """Standard deviations of the chi-square from its mean.

    Each deck puts each card somewhere and something everywhere, so the statistic times 51/52 has 51 x 51 degrees.
    """
    return _deviation(counts, 51 * 51, 51 / 52)


def neighbours_deviation(counts: Counts) -> float:
    """The same for pairs, of which there are 52 x 51."""
    return _deviation(counts, 52 * 51 - 1, 1.0)


def _deviation(counts: Counts, degrees: int, scale: float) -> float:
    expected = counts.sum() / counts.size
    statistic = float((((counts - expected) ** 2) / expected).sum()) * scale
    return (statistic - degrees) / sqrt(2 * degrees)
