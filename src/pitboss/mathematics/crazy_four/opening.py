"""The Play decision by kind of best four cards."""

from fractions import Fraction

import numpy as np

from pitboss.cards import RANKS, FourCardRank, FourCardValue, four_card_values
from pitboss.cards.card import RANK_NAMES, RANK_PLURALS
from pitboss.mathematics.crazy_four.kernels import main
from pitboss.mathematics.opening_chart import HandKind


def hand_kinds(game: main.CrazyFourPays) -> tuple[HandKind, ...]:
    """The Play decision by kind of best four cards, the highest first."""
    solution, least = main.solve(game), game.sizes.ends[0]
    counts = solution.counts
    nets, pairings = solution.outcomes()
    totals = (nets * pairings).sum(axis=0)
    kind_of = np.array([_kind(value) for value in four_card_values()])[counts.hands.strengths]
    found = []
    for kind in dict.fromkeys(_kind(value) for value in reversed(four_card_values())):
        rows = kind_of == kind
        weights, plays = counts.weights[rows], solution.plays[rows]
        hands = int(weights.sum())
        folded, played, raised = (int(weights[rule].sum()) for rule in (plays == 0, plays == least, plays > least))
        value = Fraction(int(totals[rows].sum()), hands * counts.dealer_hands * game.unit)
        choices = {"fold": folded, f"{least}x": played, f"{game.largest_play}x": raised}
        found.append(HandKind(kind, hands, choices, value))
    return tuple(found)


def _kind(value: FourCardValue) -> str:
    if value.rank is FourCardRank.PAIR:
        return f"pair of {RANK_PLURALS[value.ranks[0]]}"
    if value.rank is not FourCardRank.HIGH_CARD:
        return value.rank.name.lower().replace("_", " ")
    if value.ranks[0] < RANKS.index("Q"):
        return "jack high or lower"
    return f"{RANK_NAMES[value.ranks[0]]} high"
