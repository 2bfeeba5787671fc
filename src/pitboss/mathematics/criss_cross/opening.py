"""The Across decision with each of the 169 hole hands."""

import numpy as np

from pitboss.mathematics.criss_cross.kernels import solver
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.strategy_words import hand_name
from pitboss.mathematics.opening_chart import OpeningChart, place_of


def opening_chart(pays: CrissCrossPays) -> OpeningChart:
    """The chart for these tables, from the exact solution."""
    actions = np.zeros((13, 13), np.int8)
    values = np.zeros((13, 13, 3))
    hands = {}
    for hole in solver.solve(pays).holes:
        low, high = sorted(card >> 2 for card in hole.cards)
        suited = hole.cards[0] & 3 == hole.cards[1] & 3
        options = (hole.fold, hole.least, hole.most)
        place = place_of(high, low, suited)
        actions[place] = max(range(3), key=lambda option: options[option])
        values[place] = [float(option) for option in options]
        hands[hand_name(high, low, suited)] = hole
    return OpeningChart((0, *pays.sizes[0].ends), actions, values, hands)
