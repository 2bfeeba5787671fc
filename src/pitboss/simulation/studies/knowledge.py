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
from pitboss.simulation.studies.report import mean_and_error


@dataclass(frozen=True)
class Gain:
    """What knowledge adds to a round, in antes, its standard error, and the share of deals in which it does."""

    mean: float
    error: float
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
    return Gain(*mean_and_error(gains), float((gains > 0).mean()))
