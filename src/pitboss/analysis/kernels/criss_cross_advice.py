"""What each option is worth in any Criss-Cross position, exactly."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from pitboss.analysis.kernels.criss_cross import round_sums
from pitboss.analysis.kernels.criss_cross_deals import WHOLE_DECK, Given, Hole, hole_of, mask_of, pair_of
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays, Game, game_of, tables_of
from pitboss.analysis.kernels.criss_cross_solver import Int64s, down_options
from pitboss.analysis.kernels.jit import in_threads

Cards = Sequence[int]
FOLD = 0


def advise(
    pays: CrissCrossPays,
    hole: Cards,
    across: Cards = (),
    down: Cards = (),
    bets: Sequence[int] = (),
    given: Given = WHOLE_DECK,
) -> dict[int, Fraction]:
    """The value in antes, over the whole round, of folding (0) and of each bet, with best play after it.

    `bets` are those already made, Across then Down, in antes: none asks for the Across decision, one for
    the Down decision, which sees the `across` pair, two for the Middle decision, which sees both pairs.
    `given` holds dead and exposed cards; cards turned up in the round need not be repeated in it.
    """
    if len(bets) > 2 or not all(pays.least <= bet <= pays.most for bet in bets):
        raise ValueError(f"bets of {tuple(bets)} antes: up to two of {pays.least} to {pays.most} come first")
    if (len(hole), len(across), len(down)) != (2, 2 * (len(bets) > 0), 2 * (len(bets) > 1)):
        raise ValueError("a decision takes two hole cards, and two community cards for each bet made")
    if len({*hole, *across, *down}) != len(hole) + len(across) + len(down):
        raise ValueError("a card lies in two places")
    known = replace(given, across=given.across | mask_of(*across), down=given.down | mask_of(*down))
    if mask_of(*hole) & (known.exposed | ~known.deck):
        raise ValueError("a hole card is dead or lies among the community cards")
    held = hole_of(known, pair_of(*hole))
    worths = (_across_worths, _down_worths, _middle_worths)[len(bets)](game_of(pays), known, held, *bets)
    pairs, downs, middles = known.counts()
    lost = 2 + sum(bets)
    return {bet: Fraction(worth, pairs * downs * middles * pays.unit) - lost for bet, worth in worths.items()}


def _by_twos(pays: CrissCrossPays) -> list[Int64s]:
    """All bets in whole antes, two at a time as the kernels take them."""
    bets = [*range(pays.least, pays.most + 1)]
    return [np.array([bet, min(bet + 1, pays.most)]) for bet in bets[::2]]


def _across_worths(game: Game, given: Given, hole: Hole) -> dict[int, int]:
    """What the Across bets are worth against a fold, summed over the deals of the hole."""
    tables = tables_of(game, given, hole)
    pairs, downs, middles = given.counts()

    def worth(bets: Int64s) -> Int64s:
        sums = down_options(game, given, tables, bets, game.bets)[..., 0]
        best: Int64s = hole.across_weights @ np.maximum(sums.max(axis=-1), 0)
        return best - bets * (pairs * downs * middles * game.pays.unit)

    worths = {FOLD: 0}
    twos = _by_twos(game.pays)
    for bets, values in zip(twos, in_threads(worth, twos), strict=True):
        worths |= dict(zip(bets.tolist(), values.tolist(), strict=True))
    return worths


def _down_worths(game: Game, given: Given, hole: Hole, across_bet: int) -> dict[int, int]:
    """What the Down bets are worth against a fold, summed over the deals left."""
    tables = tables_of(game, given, hole)
    worths = {FOLD: 0}
    for bets in _by_twos(game.pays):
        values = down_options(game, given, tables, np.array([across_bet, across_bet]), bets)[0, 0, :, 0]
        worths |= dict(zip(bets.tolist(), values.tolist(), strict=True))
    return worths


def _middle_worths(game: Game, given: Given, hole: Hole, across_bet: int, down_bet: int) -> dict[int, int]:
    """What the Middle bets are worth against a fold, summed over the middle cards left."""
    across, down = tables_of(game, given, hole)
    sums = np.empty((4, 1), dtype=np.int64)
    round_sums(across, 0, down, game.returns, given.counts()[2], sums)
    antes, on_across, on_down, on_middle = sums[:, 0].tolist()
    rest = antes + across_bet * on_across + down_bet * on_down
    return {FOLD: 0} | {bet: rest + bet * on_middle for bet in range(game.pays.least, game.pays.most + 1)}
