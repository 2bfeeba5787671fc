"""Crazy 4 Poker by rules: raise from one hand up, play from another up, fold below; the best such hands, exactly."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.cards import RANKS, FourCardRank, four_card_values
from pitboss.cards.card import RANK_PLURALS
from pitboss.mathematics.crazy_four.kernels.main import FOLD, CrazyFourPays, CrazyFourSolution, Integers
from pitboss.mathematics.crazy_four.kernels.pairings import FULL_DECK, OutcomeCounts, outcome_counts
from pitboss.mathematics.kernels.batch_eval import Strengths


@dataclass(frozen=True)
class CrazyFourRules:
    """A strategy: the lowest strengths of the best four cards that raise and that play."""

    raises: int
    plays: int


def evaluate(game: CrazyFourPays, rules: CrazyFourRules, deck: int = FULL_DECK) -> CrazyFourSolution:
    """Play the rules over every pairing; the result's `ev` is exact."""
    counts = outcome_counts(deck, 0, game.qualifying)
    return CrazyFourSolution(game, counts, plays_of(game, rules, counts.hands.strengths))


def plays_of(game: CrazyFourPays, rules: CrazyFourRules, strengths: Strengths) -> npt.NDArray[np.int64]:
    """The Play Wagers that the rules make with hands of these strengths, in times their base; 0 folds."""
    most, least = game.most(strengths), game.sizes.ends[0]
    plays: npt.NDArray[np.int64] = np.where(strengths >= rules.plays, least, FOLD)
    return np.where((strengths >= rules.raises) & (most > least), most, plays)


def find(game: CrazyFourPays, deck: int = FULL_DECK) -> CrazyFourRules:
    """The two hands that are best to raise from and to play from, of all there are."""
    counts = outcome_counts(deck, 0, game.qualifying)
    most = game.most(counts.hands.strengths)
    least = np.full_like(most, game.sizes.ends[0])
    folded, played, raised = (_by_strength(game, counts, plays) for plays in (0 * most, least, most))
    return CrazyFourRules(_best_floor(raised - played), _best_floor(played - folded))


def _by_strength(game: CrazyFourPays, counts: OutcomeCounts, plays: npt.NDArray[np.int64]) -> Integers:
    """What these Play Wagers net, added up by strength of hand."""
    nets, pairings = CrazyFourSolution(game, counts, plays).outcomes()
    totals = (nets * pairings).sum(axis=0)
    sums = np.zeros(len(four_card_values()), totals.dtype)
    np.add.at(sums, counts.hands.strengths, totals)
    return sums


def _best_floor(gains: Integers) -> int:
    """From which strength upwards the gains add up to most; the lowest of equals, for some are never dealt."""
    from_here_up = np.cumsum(gains[::-1])[::-1]
    lowest = int(np.argmax(from_here_up))
    return lowest if from_here_up[lowest] > 0 else len(gains)


def floor_text(strength: int) -> str:
    """The hands from a strength up in words.

    >>> floor_text(704 + 12 * 66)
    'a pair of aces or better'
    >>> floor_text(459)
    'K-Q-8-4 or better'
    """
    values = four_card_values()
    if strength >= len(values):
        return "no hand"
    value = values[strength]
    below = values[strength - 1] if strength else None
    if value.rank is FourCardRank.HIGH_CARD:
        return f"{_letters(value.ranks)} or better" if below else "any hand"
    if value.rank is FourCardRank.PAIR:
        pair = f"a pair of {RANK_PLURALS[value.ranks[0]]}"
        lowest = below is None or (below.rank, below.ranks[0]) != (value.rank, value.ranks[0])
        return f"{pair} or better" if lowest else f"{pair} with {_letters(value.ranks[1:])} or better"
    return f"{value.describe()} or better"


def _letters(ranks: tuple[int, ...]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)
