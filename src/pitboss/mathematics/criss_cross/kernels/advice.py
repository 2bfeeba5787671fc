"""What each option is worth in any Criss-Cross position, exactly."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise

import numpy as np

from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, Given, Hole, hole_of, holes, mask_of, pair_of
from pitboss.mathematics.criss_cross.kernels.pair_tables import Pairs
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays, ReadyPays, ready_pays, tables_of
from pitboss.mathematics.criss_cross.kernels.solver import Int64s, down_options
from pitboss.mathematics.criss_cross.kernels.sums import opening_sums, round_sums
from pitboss.mathematics.kernels.kept import kept_answer
from pitboss.mathematics.kernels.sizes import Sizes
from pitboss.program.jit import in_threads

Cards = Sequence[int]
HoleHand = tuple[int, int, bool]
FOLD = 0
PARTS = 4
"""In which the opening is counted side by side."""


def advise(
    pays: CrissCrossPays,
    hole: Cards,
    across: Cards = (),
    down: Cards = (),
    bets: Sequence[int] = (),
    given: Given = WHOLE_DECK,
) -> dict[int, Fraction]:
    """The value in antes, over the whole round, of folding (0) and of each bet, with best play after it.

    Bets are in times their base. `bets` are those already made, Across then Down: none asks for the Across decision,
    one for the Down decision, which sees the `across` pair, two for the Middle decision, which sees both pairs.
    `given` holds dead and exposed cards; cards turned up in the round need not be repeated in it.
    """
    if len(bets) > 2 or not all(bet in sizes.times for bet, sizes in zip(bets, pays.sizes, strict=False)):
        allowed = " and ".join(", ".join(map(str, sizes.times)) for sizes in pays.sizes[:2])
        raise ValueError(f"bets of {tuple(bets)} times their base: up to two come first, of {allowed}")
    if (len(hole), len(across), len(down)) != (2, 2 * (len(bets) > 0), 2 * (len(bets) > 1)):
        raise ValueError("a decision takes two hole cards, and two community cards for each bet made")
    if len({*hole, *across, *down}) != len(hole) + len(across) + len(down):
        raise ValueError("a card lies in two places")
    known = replace(given, across=given.across | mask_of(*across), down=given.down | mask_of(*down))
    if mask_of(*hole) & (known.exposed | ~known.deck):
        raise ValueError("a hole card is dead or lies among the community cards")
    held = hole_of(known, pair_of(*hole))
    made = [bet * sizes.base for bet, sizes in zip(bets, pays.sizes, strict=False)]
    worths = (_across_worths, _down_worths, _middle_worths)[len(bets)](ready_pays(pays), known, held, *made)
    pairs, downs, middles = known.counts()
    lost, base = 2 + sum(made), pays.sizes[len(bets)].base
    deals = pairs * downs * middles * pays.unit
    return {antes // base: Fraction(worth, deals) - lost for antes, worth in worths.items()}


def _bets(sizes: Sizes) -> list[int]:
    """All bets in antes."""
    return [size * sizes.base for size in sizes.times]


def _by_twos(sizes: Sizes) -> list[Int64s]:
    """All bets in antes, two at a time as the kernels take them."""
    bets = _bets(sizes)
    return [np.array([*bets[place : place + 2], bets[-1]][:2]) for place in range(0, len(bets), 2)]


def _across_worths(game: ReadyPays, given: Given, hole: Hole) -> dict[int, int]:
    """What the Across bets are worth against a fold, summed over the deals of the hole."""
    sizes, tables = game.pays.sizes[0], tables_of(game, given, hole)
    pairs, downs, middles = given.counts()
    if given.middle:
        worths = {FOLD: 0}
        for bets in _by_twos(sizes):
            options = down_options(game, given, tables, bets, game.bets[1])[..., 0]
            best = hole.across_weights @ np.maximum(options.max(axis=-1), 0)
            worths |= dict(zip(bets.tolist(), best.tolist(), strict=True))
    else:
        ends = np.linspace(0, len(hole.across), PARTS + 1).astype(int).tolist()
        parts = in_threads(partial(_opening_worths, game, given, hole, tables), pairwise(ends))
        worths = {FOLD: 0} | dict(zip(_bets(sizes), np.sum(parts, axis=0).tolist(), strict=True))
    deals = pairs * downs * middles * game.pays.unit
    return {bet: worth - bet * deals for bet, worth in worths.items()}


def _opening_worths(
    game: ReadyPays, given: Given, hole: Hole, tables: tuple[Pairs, Pairs], places: tuple[int, int]
) -> Int64s:
    """The returns of each Across bet less later stakes, summed over the Across pairs from place to place."""
    _, downs, middles = given.counts()
    bets, stakes = np.array(_bets(game.pays.sizes[0])), game.bets[1] * (downs * middles * game.returns.stake)
    options = opening_sums(tables[0], places, tables[1], game.returns, middles, bets, game.bets) - stakes
    worths: Int64s = hole.across_weights[slice(*places)] @ np.maximum(options.max(axis=-1), 0)
    return worths


@lru_cache(maxsize=8)
def openings(pays: CrissCrossPays) -> dict[HoleHand, dict[int, Fraction]]:
    """What `advise` says of the Across decision, for all 169 hole hands; counted once for each paytable, then kept."""
    game, every = ready_pays(pays), holes(WHOLE_DECK)

    def counted(hole: Hole) -> Int64s:
        return _opening_worths(game, WHOLE_DECK, hole, tables_of(game, WHOLE_DECK, hole), (0, len(hole.across)))

    sizes = pays.sizes[0]
    kept = kept_answer("openings", repr(pays).encode(), lambda: np.stack(in_threads(counted, every)).tobytes())
    worths = np.frombuffer(kept, np.int64).reshape(len(every), len(sizes.times))
    pairs, downs, middles = WHOLE_DECK.counts()
    deals = pairs * downs * middles * pays.unit
    return {
        hole_hand(hole.cards): {FOLD: Fraction(-2)}
        | {size: Fraction(worth, deals) - size * sizes.base - 2 for size, worth in zip(sizes.times, row, strict=True)}
        for hole, row in zip(every, worths.tolist(), strict=True)
    }


def hole_hand(hole: Cards) -> HoleHand:
    """What two hole cards are but for the names of suits: the ranks, and whether they are of one suit."""
    low, high = sorted(card >> 2 for card in hole)
    return low, high, hole[0] & 3 == hole[1] & 3


def _down_worths(game: ReadyPays, given: Given, hole: Hole, across_bet: int) -> dict[int, int]:
    """What the Down bets are worth against a fold, summed over the deals left."""
    tables = tables_of(game, given, hole)
    worths = {FOLD: 0}
    for bets in _by_twos(game.pays.sizes[1]):
        values = down_options(game, given, tables, np.array([across_bet, across_bet]), bets)[0, 0, :, 0]
        worths |= dict(zip(bets.tolist(), values.tolist(), strict=True))
    return worths


def _middle_worths(game: ReadyPays, given: Given, hole: Hole, across_bet: int, down_bet: int) -> dict[int, int]:
    """What the Middle bets are worth against a fold, summed over the middle cards left."""
    across, down = tables_of(game, given, hole)
    sums = np.empty((4, 1), dtype=np.int64)
    round_sums(across, 0, down, game.returns, given.counts()[2], sums)
    antes, on_across, on_down, on_middle = sums[:, 0].tolist()
    rest = antes + across_bet * on_across + down_bet * on_down
    sizes = game.pays.sizes[2]
    return {FOLD: 0} | {size * sizes.base: rest + size * sizes.base * on_middle for size in sizes.times}
