"""Whole arrays of Criss-Cross rounds: decisions from tables, wheel stops, settlement.

A row of `cards` is one round: top, left, middle, right, bottom, the four covered cards where the rules have them, then
two hole cards for each seat. `bets[i, s, k]` is what seat s bets at decision k of round i, in antes: 0 from the fold
on. `net[s, c, i]` is what column c of the settlement brings seat s in round i, the stake deducted, in cents.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.jit import njit
from pitboss.simulation.kernels.hands import Judge, Number, kind_of
from pitboss.simulation.kernels.streams import CHANCE, below

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

COLUMNS = (
    "ante_across",
    "ante_down",
    "across",
    "down",
    "middle",
    "five_card_bonus",
    "six_card_bonus",
    "bonus_spin",
    "bonus_spin_community",
    "payout_limit",
)
ANTE_ACROSS, ANTE_DOWN, ACROSS, DOWN, MIDDLE, FIVE_CARD, SIX_CARD, SPIN, COMMUNITY, LIMIT = range(10)
PAIRS = 1326
PARTS = 1_000_000
"""Shares of a meter are in millionths."""
NO_SPIN = -1


class Plan(NamedTuple):
    """Decisions by what a seat sees, bets in antes; pairs of cards are numbered as in the solver.

    `steps[hole, across]` packs a row number (from bit 7), a renaming of suits (5 bits) and the Down bet (2 bits);
    `middle` has two bits for each row and Down pair, the pair renamed.
    """

    across: Bytes
    steps: npt.NDArray[np.uint32]
    renamed: npt.NDArray[np.uint16]
    middle: Bytes


class CrissCross(NamedTuple):
    """Everything a settlement depends on, by seat and kind of hand, in cents.

    `stakes[s, c]` holds a zero for a wager not made; of the three bets it is the ante they are multiples of.
    `returned[c, s, k]` is what kind k sends back, stake included, and `paid` what of it is winnings. For the wheel,
    kinds are its stops. `counts[c]` says whether winnings count toward the payout `limit`, negative where there
    is none; `stands[c]` whether a wager outlives a fold.
    """

    judge: Judge
    seats: int
    first_hole: int
    stakes: Int64s
    returned: Int64s
    paid: Int64s
    stands: Bytes
    counts: Bytes
    limit: int
    stop_weights: Int64s
    stop_counts: Bytes
    stop_share: Int64s
    meters: Int64s
    resets: Int64s


@njit
def pair_number(one: Number, other: Number) -> int:
    """The number of a pair of cards."""
    low, high = min(one, other), max(one, other)
    return int(high * (high - 1) // 2 + low)


@njit
def decide(plan: Plan, first_hole: int, cards: Bytes, bets: Int8s) -> None:
    """Every seat decides by its own hole cards and the community cards turned up, and by nothing else.

    The tables are larger than a core's cache. Look-ups in them come in loops of their own, in which the processor can
    have many under way at once; those for hands that have been folded are made for nothing.
    """
    holes, places = np.empty(len(cards), dtype=np.int64), np.empty(len(cards), dtype=np.int64)
    steps = plan.steps.reshape(-1)
    for s in range(bets.shape[1]):
        at = first_hole + 2 * s
        for i in range(len(cards)):
            holes[i] = pair_number(np.int64(cards[i, at]), np.int64(cards[i, at + 1]))
            places[i] = holes[i] * PAIRS + pair_number(np.int64(cards[i, 1]), np.int64(cards[i, 3]))
        for i in range(len(cards)):
            places[i] = steps[places[i]]
        for i in range(len(cards)):
            step, down = places[i], pair_number(np.int64(cards[i, 0]), np.int64(cards[i, 4]))
            bets[i, s, 0] = plan.across[holes[i]]
            bets[i, s, 1] = (step & 3) * (bets[i, s, 0] > 0)
            places[i] = (step >> 7) * PAIRS + np.int64(plan.renamed[(step >> 2) & 31, down])
        for i in range(len(cards)):
            holes[i] = plan.middle[places[i] >> 2]
        for i in range(len(cards)):
            bets[i, s, 2] = ((holes[i] >> (2 * (places[i] & 3))) & 3) * (bets[i, s, 1] > 0)


@njit
def spin(game: CrissCross, seed: np.uint64, first: np.uint64, cards: Bytes, spins: Int8s) -> None:
    """Where the wheel stops for every seat with a pair in the hole: the place of the stop, else `NO_SPIN`."""
    total = np.uint64(game.stop_weights.sum())
    for i in range(len(cards)):
        for s in range(game.seats):
            at = game.first_hole + 2 * s
            spins[i, s] = NO_SPIN
            if game.stakes[s, SPIN] and cards[i, at] >> 2 == cards[i, at + 1] >> 2:
                drawn = np.int64(below(seed, first + np.uint64(i), np.uint64(CHANCE), np.uint64(s), total))
                stop = 0
                while drawn >= game.stop_weights[stop]:
                    drawn -= game.stop_weights[stop]
                    stop += 1
                spins[i, s] = stop


@njit
def settle(game: CrissCross, cards: Bytes, bets: Int8s, spins: Int8s, net: Int64s, meters_paid: Int64s) -> None:
    """Settle every round; what meters paid, and how often, is added to `meters_paid`."""
    stakes, returned, paid = game.stakes, game.returned, game.paid
    judge = game.judge
    won = np.zeros(game.seats, dtype=np.int64)  # winnings that count toward the payout limit
    for i in range(len(cards)):
        top, left, middle = np.int64(cards[i, 0]), np.int64(cards[i, 1]), np.int64(cards[i, 2])
        right, bottom = np.int64(cards[i, 3]), np.int64(cards[i, 4])
        bonus = kind_of(judge, top, left, middle, right, bottom)
        for s in range(game.seats):
            ante = stakes[s, ANTE_ACROSS]
            one, other = np.int64(cards[i, game.first_hole + 2 * s]), np.int64(cards[i, game.first_hole + 2 * s + 1])
            on_across, on_down, on_middle = np.int64(bets[i, s, 0]), np.int64(bets[i, s, 1]), np.int64(bets[i, s, 2])
            won[s] = 0
            if on_middle:
                across = kind_of(judge, one, other, left, middle, right)
                down = kind_of(judge, one, other, top, middle, bottom)
                best = max(across, down)
                net[s, ANTE_ACROSS, i] = returned[ANTE_ACROSS, s, across] - ante
                net[s, ANTE_DOWN, i] = returned[ANTE_DOWN, s, down] - ante
                net[s, ACROSS, i] = on_across * (returned[ACROSS, s, across] - ante)
                net[s, DOWN, i] = on_down * (returned[DOWN, s, down] - ante)
                net[s, MIDDLE, i] = on_middle * (returned[MIDDLE, s, best] - ante)
                won[s] += game.counts[ANTE_ACROSS] * paid[ANTE_ACROSS, s, across]
                won[s] += game.counts[ANTE_DOWN] * paid[ANTE_DOWN, s, down]
                won[s] += game.counts[ACROSS] * on_across * paid[ACROSS, s, across]
                won[s] += game.counts[DOWN] * on_down * paid[DOWN, s, down]
                won[s] += game.counts[MIDDLE] * on_middle * paid[MIDDLE, s, best]
            else:
                net[s, ANTE_ACROSS, i] = net[s, ANTE_DOWN, i] = -ante
                net[s, ACROSS, i], net[s, DOWN, i], net[s, MIDDLE, i] = -on_across * ante, -on_down * ante, 0
            if stakes[s, FIVE_CARD]:
                live = on_middle > 0 or game.stands[FIVE_CARD]
                net[s, FIVE_CARD, i] = (returned[FIVE_CARD, s, bonus] if live else 0) - stakes[s, FIVE_CARD]
                won[s] += game.counts[FIVE_CARD] * paid[FIVE_CARD, s, bonus] if live else 0
            if stakes[s, SIX_CARD]:
                live = on_middle > 0 or game.stands[SIX_CARD]
                kind = _best_of_six(judge, one, other, cards[i]) if live else 0
                net[s, SIX_CARD, i] = (returned[SIX_CARD, s, kind] if live else 0) - stakes[s, SIX_CARD]
                won[s] += game.counts[SIX_CARD] * paid[SIX_CARD, s, kind] if live else 0
        if len(game.stop_weights):
            _settle_spins(game, i, bets, spins, net, won, meters_paid)
        if game.limit >= 0:
            for s in range(game.seats):
                net[s, LIMIT, i] = min(0, game.limit - won[s])


@njit
def _best_of_six(judge: Judge, one: Number, other: Number, row: Bytes) -> int:
    """The best five of two hole cards and the four covered cards: the hole with three of them, or with one less."""
    a, b, c, d = np.int64(row[5]), np.int64(row[6]), np.int64(row[7]), np.int64(row[8])
    best = max(kind_of(judge, one, a, b, c, d), kind_of(judge, other, a, b, c, d))
    best = max(best, kind_of(judge, one, other, a, b, c), kind_of(judge, one, other, a, b, d))
    return max(best, kind_of(judge, one, other, a, c, d), kind_of(judge, one, other, b, c, d))


@njit
def _settle_spins(
    game: CrissCross, i: int, bets: Int8s, spins: Int8s, net: Int64s, won: Int64s, meters_paid: Int64s
) -> None:
    """The wheel, from the dealer's right; a jackpot won twice pays the second winner what the meter then shows."""
    shown = game.meters[0] if len(game.meters) else np.int64(0)
    for s in range(game.seats):
        net[s, COMMUNITY, i] = 0
    for s in range(game.seats - 1, -1, -1):
        stake, stop = game.stakes[s, SPIN], spins[i, s]
        if stake == 0:
            continue
        net[s, SPIN, i] = -stake
        if stop == NO_SPIN or not (bets[i, s, 2] or game.stands[SPIN]):
            continue
        share = game.stop_share[stop]
        if share:
            amount = shown * share // PARTS
            shown += (game.resets[0] if share == PARTS else 0) - amount
            meters_paid[0, 0] += amount
            meters_paid[0, 1] += 1
            net[s, SPIN, i] += amount
        else:
            net[s, SPIN, i] += game.returned[SPIN, s, stop]
            won[s] += game.stop_counts[stop] * game.counts[SPIN] * game.paid[SPIN, s, stop]
        for t in range(game.seats):
            if t != s and game.stakes[t, SPIN] and (bets[i, t, 2] or game.stands[SPIN]):
                net[t, COMMUNITY, i] += game.returned[COMMUNITY, t, stop]
                won[t] += game.counts[SPIN] * game.paid[COMMUNITY, t, stop]
