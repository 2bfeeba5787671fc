"""The exact covariance of two seats of Criss-Cross, who share the community cards and hold what the other cannot.

Everything that the two have in common is fixed: an Across pair, a Down pair and a middle card, up to suits. Of all
holes left it is then known how each is played and what it nets, and the products of two that share no card add up in
closed form (`kernels/shared_cards.py`). That is 93,769 pairs of pairs, 48 middle cards and 1,081 holes: every deal of
two seats, some 83 million million, in a third of a minute of processor time; it is kept on disk by the paytable.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
from msgspec import json

from pitboss.mathematics.criss_cross.kernels.deals import DECK, PAIR_CARDS, PAIR_MASKS, PAIRS, WHOLE_DECK, Hole, holes
from pitboss.mathematics.criss_cross.kernels.pair_tables import pair_tables
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, hand_returns, ready_pays
from pitboss.mathematics.kernels.five_card_tables import binomials
from pitboss.mathematics.kernels.kept import kept_answer
from pitboss.program.jit import in_threads
from pitboss.simulation import criss_cross_plans as plans
from pitboss.simulation.kernels import criss_cross as kernels
from pitboss.simulation.kernels.columns import UInt16s
from pitboss.simulation.kernels.shared_cards import HALF, NET, PRODUCTS_HIGH, PRODUCTS_LOW, SQUARES, Int32s, shared_sums
from pitboss.simulation.table import Bytes, Int8s, Int64s

ACTIONS = 3
"""At each decision a fold, the least or the most."""
LARGEST = 1 << 15
"""The most that a round may bring, in units, for sums to fit: their squares over all holes of a few deals below 2⁶³."""


@dataclass(frozen=True)
class TwoSeats:
    """Moments of what two seats net in a round of best play, in antes: of one, of its square, of both multiplied."""

    mean: Fraction
    square: Fraction
    together: Fraction

    @property
    def variance(self) -> Fraction:
        """Of one seat."""
        return self.square - self.mean**2

    @property
    def covariance(self) -> Fraction:
        """Of two."""
        return self.together - self.mean**2


def two_seats(pays: CrissCrossPays) -> TwoSeats | None:
    """Counted once for a paytable on each machine; None where its results are too large to be multiplied out."""
    if pays.largest > LARGEST:
        return None
    depends_on = Path(__file__).read_bytes() + repr(pays).encode()
    kept = kept_answer("two-seats", depends_on, lambda: json.encode([str(one) for one in _counted(pays)]))
    return TwoSeats(*map(Fraction, json.decode(kept, type=list[str])))


def _counted(pays: CrissCrossPays) -> tuple[Fraction, Fraction, Fraction]:
    made = np.stack(in_threads(lambda pair: _classes(pays, pair), range(len(PAIRS))))
    plan, values = plans.optimal(pays).plan, _values(pays)
    parts = in_threads(lambda pair: _sums(plan, made, values, pair), holes(WHOLE_DECK))
    sums = [int(one) for one in np.sum(parts, axis=0)]
    communities = 1326 * 1225 * 48
    holes_left, holes_then = 47 * 46 // 2, 45 * 44 // 2
    products = (sums[PRODUCTS_HIGH] << HALF) + sums[PRODUCTS_LOW]
    return (
        Fraction(sums[NET], communities * holes_left * pays.unit),
        Fraction(sums[SQUARES], communities * holes_left * pays.unit**2),
        Fraction(products, communities * holes_left * holes_then * pays.unit**2),
    )


def _classes(pays: CrissCrossPays, pair: int) -> Bytes:
    """By middle card and hole: the class made with a community pair; the last where they share a card."""
    found = np.full((52, len(PAIRS)), pays.kinds, np.uint8)
    apart = np.flatnonzero((PAIR_MASKS & PAIR_MASKS[pair]) == 0)
    free = DECK & ~int(PAIR_MASKS[pair])
    game = ready_pays(pays)
    made = pair_tables(
        *PAIRS[pair], PAIR_CARDS[:, apart], free, game.hand_classes, binomials(), hand_returns(pays.kinds)
    )
    found[:, apart] = made.classes
    return found


def _sums(plan: kernels.CrissCrossPlan, made: Bytes, values: Int32s, across: Hole) -> Int64s:
    """The sums over one Across pair, for all that equal it but for suits, and its Down pairs up to suits."""
    downs, sums, wide = across.across, np.zeros(4, np.int64), values.shape[1]
    cards = np.zeros((len(downs), len(PAIRS), 7), np.uint8)
    cards[:, :, [1, 3]] = across.cards
    cards[:, :, [0, 4]] = PAIR_CARDS[:, downs].T[:, None]
    cards[:, :, 5:] = PAIR_CARDS.T
    masks = PAIR_MASKS[across.pair] | PAIR_MASKS[downs]
    for start in range(0, len(downs), 32):
        part = slice(start, start + 32)
        rows = np.asfortranarray(cards[part].reshape(-1, 7))
        bets = np.zeros((len(rows), 1, 3), np.int8, "F")
        kernels.decide(plan, 5, rows, bets)
        codes = _codes(plan, bets[:, 0]).reshape(-1, len(PAIRS))
        codes[(masks[part, None] & PAIR_MASKS) != 0] = 0
        places = (codes * np.uint16(wide**2), made[across.pair] * np.uint16(wide), made[downs[part]])
        weights = across.across_weights[part] * across.weight
        shared_sums(*places, masks[part], weights, values.reshape(-1), sums)
    return sums


def _codes(plan: kernels.CrissCrossPlan, bets: Int8s) -> UInt16s:
    """The number of what is done at the three decisions, from 1."""
    code = np.zeros(len(bets), np.int64)
    for decision in range(3):
        sizes = sorted({0, *plan.bets[decision].tolist()})
        code = code * ACTIONS + np.searchsorted(sizes, bets[:, decision])
    found: UInt16s = (code + 1).astype(np.uint16)
    return found


def _values(pays: CrissCrossPays) -> Int32s:
    """What a round nets in units, by code and the classes of both hands."""
    kinds = pays.kinds
    values = np.zeros((ACTIONS**3 + 1, kinds + 1, kinds + 1), np.int32)
    for code, actions in enumerate(product(range(ACTIONS), repeat=3), 1):
        bets = [0 if not one else sizes.antes[one - 1] for one, sizes in zip(actions, pays.sizes, strict=True)]
        if not all(actions):
            values[code, :kinds, :kinds] = -(2 + bets[0] + bets[1]) * pays.unit
            continue
        for k, other in product(range(kinds), repeat=2):
            values[code, k, other] = int(pays.net((bets[0], bets[1], bets[2]), k, other) * pays.unit)
    return values
