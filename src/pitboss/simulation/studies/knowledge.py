"""What knowledge is worth on average, over deals drawn at random."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.engine.places import PLAYERS, dealt_to
from pitboss.program.jit import in_threads
from pitboss.rulebooks import Terms
from pitboss.simulation.kernels.dealing import deal
from pitboss.simulation.studies.informed import InformedDeal, Valuer

NORMAL = 1.96
LEAST_LARGEST, FEW = 1.0, 10
"""One ante: no less is held possible for the largest gain while fewer than so many have come up."""


@dataclass(frozen=True)
class Gain:
    """What knowledge adds to a round, in antes, between what bounds (95%), and the share of deals in which it does."""

    mean: float
    low: float
    high: float
    helped: float


def drawn(seed: int, deals: int, cards: int) -> npt.NDArray[np.uint8]:
    """So many deals of so many different cards, a row each."""
    rows = np.empty((deals, cards), np.uint8)
    deal(np.uint64(seed), np.uint64(0), np.arange(cards), rows)
    return rows


def dealt_cards(terms: Terms) -> tuple[int, int]:
    """How many cards a player holds, and how many of the table's lie face up from the deal on."""
    face_up = (step for step in terms.dealing.steps if step.face_up and PLAYERS not in step.to)
    shown = sum(step.times * (len(step.spread) or step.cards * len(step.to)) for step in face_up)
    return dealt_to(terms.dealing)[PLAYERS], shown


def gain_of(value: Valuer, deals: Sequence[InformedDeal]) -> Gain:
    """The mean gain over the deals."""
    gains = np.array([float(worth.gain) for worth in in_threads(value, deals)])
    return Gain(float(gains.mean()), *rare_bounds(gains), float((gains > 0).mean()))


def rare_bounds(gains: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Bounds of the mean of results that are mostly 0 and never less, with a confidence of at least 95%.

    A standard error knows nothing of gains that did not come up, and most deals bring none. The number of deals with a
    gain is taken as Poisson and its bounds are those of Fay and Feuer ("Confidence intervals for directly standardized
    rates", 1997): the upper allows for one more gain as large as the largest, or as `LEAST_LARGEST`
    where few have been seen.
    """
    deals = len(gains)
    mean, square = gains.sum() / deals, (gains**2).sum() / deals**2
    few = np.count_nonzero(gains) < FEW
    largest = max(float(gains.max()), LEAST_LARGEST if few else 0.0) / deals
    low = square / mean * _gamma(mean**2 / square, -NORMAL) if mean else 0.0
    more, wider = mean + largest, square + largest**2
    return low, wider / more * _gamma(more**2 / wider, NORMAL)


def _gamma(shape: float, normal: float) -> float:
    """The quantile of a gamma distribution that a standard normal has at `normal` (Wilson and Hilferty, 1931)."""
    return float(shape * max(0.0, 1 - 1 / (9 * shape) + normal / (3 * np.sqrt(shape))) ** 3)
