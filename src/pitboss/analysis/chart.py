"""The opening charts: what to do with each starting hand, as arrays and by name."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels import crazy_four_main, criss_cross_solver
from pitboss.analysis.kernels.criss_cross_solver import HoleValue
from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.analysis.strategy_words import hand_name
from pitboss.cards import RANKS, FourCardRank, FourCardValue, four_card_values
from pitboss.cards.card import RANK_NAMES, RANK_PLURALS
from pitboss.rulebooks import Terms

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OpeningChart:
    """The Across decision with each of the 169 hole hands of Criss-Cross.

    Rows and columns run from the ace down to the deuce; suited hands lie above the diagonal, pairs on it.
    `actions` holds places in `bets`, of which 0 is a fold; `values` what each of these is worth, in antes;
    `hands` the same exactly, by name.
    """

    bets: tuple[int, ...]
    actions: npt.NDArray[np.int8]
    values: Floats
    hands: dict[str, HoleValue]

    @property
    def best_values(self) -> Floats:
        """What the best action is worth."""
        best: Floats = self.values.max(axis=-1)
        return best

    @property
    def margins(self) -> Floats:
        """By how much the best action beats the next."""
        ranked = np.sort(self.values, axis=-1)
        margins: Floats = ranked[..., -1] - ranked[..., -2]
        return margins

    def letters(self) -> list[list[str]]:
        """The actions as letters: F for a fold, else the bet in antes."""
        return [["F" if place == 0 else str(self.bets[place]) for place in row] for row in self.actions.tolist()]


def place_of(high: int, low: int, suited: bool) -> tuple[int, int]:
    """Row and column of a hole hand.

    >>> place_of(12, 11, True), place_of(12, 11, False)
    ((0, 1), (1, 0))
    """
    upper, lower = 12 - high, 12 - low
    return (upper, lower) if suited else (lower, upper)


def opening_chart(terms: Terms) -> OpeningChart:
    """The chart under these terms, from the exact solution."""
    pays = criss_cross_pays(terms)
    actions = np.zeros((13, 13), np.int8)
    values = np.zeros((13, 13, 3))
    hands = {}
    for hole in criss_cross_solver.solve(pays).holes:
        low, high = sorted(card >> 2 for card in hole.cards)
        suited = hole.cards[0] & 3 == hole.cards[1] & 3
        options = (hole.fold, hole.least, hole.most)
        place = place_of(high, low, suited)
        actions[place] = max(range(3), key=lambda option: options[option])
        values[place] = [float(option) for option in options]
        hands[hand_name(high, low, suited)] = hole
    return OpeningChart((0, pays.least, pays.most), actions, values, hands)


@dataclass(frozen=True)
class HandKind:
    """A kind of Crazy 4 hand: of its `hands` so many fold, play one ante and raise; `value` is their mean, in antes."""

    name: str
    hands: int
    folds: int
    plays: int
    raises: int
    value: Fraction


def hand_kinds(terms: Terms) -> tuple[HandKind, ...]:
    """The Play decision by kind of best four cards, the highest first."""
    game = crazy_four_game(terms)
    solution = crazy_four_main.solve(game)
    counts = solution.counts
    nets, pairings = solution.outcomes()
    totals = (nets * pairings).sum(axis=0)
    kind_of = np.array([_kind(value) for value in four_card_values()])[counts.hands.strengths]
    found = []
    for kind in dict.fromkeys(_kind(value) for value in reversed(four_card_values())):
        rows = kind_of == kind
        weights, plays = counts.weights[rows], solution.plays[rows]
        hands = int(weights.sum())
        folded, played, raised = (int(weights[plays == size].sum()) for size in (0, 1, game.largest_play))
        value = Fraction(int(totals[rows].sum()), hands * counts.dealer_hands * game.super_bonus.unit)
        found.append(HandKind(kind, hands, folded, played, raised, value))
    return tuple(found)


def _kind(value: FourCardValue) -> str:
    if value.rank is FourCardRank.PAIR:
        return f"pair of {RANK_PLURALS[value.ranks[0]]}"
    if value.rank is not FourCardRank.HIGH_CARD:
        return value.rank.name.lower().replace("_", " ")
    if value.ranks[0] < RANKS.index("Q"):
        return "jack high or lower"
    return f"{RANK_NAMES[value.ranks[0]]} high"
