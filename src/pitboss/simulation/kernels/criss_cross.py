"""Whole arrays of Criss-Cross rounds: decisions from tables, wheel stops, settlement.

A row of `cards` is one round: top, left, middle, right, bottom, the four covered cards where the rules have them, then
two hole cards for each seat. `bets[i, s, k]` is what seat s bets at decision k of round i, in times its base: 0 from
the fold on. `net[s, c, i]` is what column c of the settlement brings seat s in round i, the stake deducted, in cents.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.columns import Nets, Strip, UInt16s, column_of, look_up
from pitboss.simulation.kernels.hands import DECIDES, RANK_SUM, Judge, Number, kind_of, kinds_of, sum_keys
from pitboss.simulation.kernels.streams import CHANCE, below
from pitboss.simulation.kernels.sums import STRIP, add_strip, main_rows

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

ANTE_ACROSS, ANTE_DOWN, ACROSS, DOWN, MIDDLE, FIRST_SIDE = range(6)
"""The columns of the main game; then come wagers on the community cards, those on hole and covered cards, the wheel
with its community pay, and the cuts of the payout limit."""
PAIRS = 1326
PARTS = 1_000_000
"""Shares of a meter are in millionths."""
NO_SPIN = -1


class CrissCrossPlan(NamedTuple):
    """Decisions by what a seat sees: 0 folds, 1 bets the least, 2 the most; pairs are numbered as in the solver.

    `steps[hole, across]` packs a row number (from bit 7), a renaming of suits (5 bits) and the Down decision (2 bits);
    `middle` has two bits for each row and Down pair, the pair renamed. `bets[k, action]` is what that is at decision k,
    in times the base of the bet.
    """

    across: Bytes
    steps: npt.NDArray[np.uint32]
    renamed: npt.NDArray[np.uint16]
    middle: Bytes
    bets: Int8s


class CrissCross(NamedTuple):
    """Everything a settlement depends on, by seat and kind of hand, in cents.

    `stakes[s, c]` holds a zero for a wager not made; of the three bets it is the base they are multiples of.
    Columns up to `sixes` are of wagers on the community cards, those up to `wheel` of wagers on the covered ones.
    `returned[c, s, k]` is what kind k sends back, stake included, and `paid` what of it is winnings. For the wheel,
    kinds are its stops. `counts[c]` says whether winnings count toward the payout `limit`, negative where there
    is none; `stands[c]` whether a wager outlives a fold.
    """

    judge: Judge
    sixes: int
    wheel: int
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
def decide(plan: CrissCrossPlan, first_hole: int, cards: Bytes, bets: Int8s) -> None:
    """Every seat decides by its own hole cards and the community cards turned up, and by nothing else.

    The tables are larger than a core's cache. Look-ups in them come in loops of their own, in which the processor can
    have many under way at once; those for hands that have been folded are made for nothing.
    """
    across, down = np.empty(STRIP, dtype=np.int64), np.empty(STRIP, dtype=np.int64)
    holes, places = np.empty(STRIP, dtype=np.int64), np.empty(STRIP, dtype=np.int64)
    steps = plan.steps.reshape(-1)
    of_across, of_down, of_middle = plan.bets[0], plan.bets[1], plan.bets[2]
    for start in range(0, len(cards), STRIP):
        size = min(STRIP, len(cards) - start)
        _pair_numbers(cards, start, 1, 3, across[:size])
        _pair_numbers(cards, start, 0, 4, down[:size])
        for s in range(bets.shape[1]):
            _pair_numbers(cards, start, first_hole + 2 * s, first_hole + 2 * s + 1, holes[:size])
            on_across, on_down = bets.T[0, s][start : start + size], bets.T[1, s][start : start + size]
            on_middle = bets.T[2, s][start : start + size]
            for i in range(size):
                places[i] = steps[holes[i] * PAIRS + across[i]]
            for i in range(size):
                step = places[i]
                on_across[i] = of_across[plan.across[holes[i]]]
                on_down[i] = of_down[step & 3] * (on_across[i] > 0)
                places[i] = (step >> 7) * PAIRS + np.int64(plan.renamed[(step >> 2) & 31, down[i]])
            for i in range(size):
                holes[i] = plan.middle[places[i] >> 2]
            for i in range(size):
                on_middle[i] = of_middle[(holes[i] >> (2 * (places[i] & 3))) & 3] * (on_down[i] > 0)


@njit
def _pair_numbers(cards: Bytes, start: int, one: int, other: int, numbers: Int64s) -> None:
    """The numbers of the pairs in two columns of cards."""
    ones, others = cards.T[one][start : start + len(numbers)], cards.T[other][start : start + len(numbers)]
    for i in range(len(numbers)):
        numbers[i] = pair_number(np.int64(ones[i]), np.int64(others[i]))


@njit
def spin(game: CrissCross, seed: np.uint64, first: np.uint64, cards: Bytes, spins: Int8s) -> None:
    """Where the wheel stops for every seat with a pair in the hole: the place of the stop, else `NO_SPIN`."""
    total = np.uint64(game.stop_weights.sum())
    for i in range(len(cards)):
        for s in range(game.seats):
            at = game.first_hole + 2 * s
            spins[i, s] = NO_SPIN
            if game.stakes[s, game.wheel] and cards[i, at] >> 2 == cards[i, at + 1] >> 2:
                drawn = np.int64(below(seed, first + np.uint64(i), np.uint64(CHANCE), np.uint64(s), total))
                stop = 0
                while drawn >= game.stop_weights[stop]:
                    drawn -= game.stop_weights[stop]
                    stop += 1
                spins[i, s] = stop


@njit
def settle(game: CrissCross, cards: Bytes, bets: Int8s, spins: Int8s, net: Int64s, meters_paid: Int64s) -> None:
    """Settle every round; what meters paid, and how often, is added to `meters_paid`."""
    places = np.arange(net.shape[1])
    for start in range(0, len(cards), STRIP):
        size = min(STRIP, len(cards) - start)
        _settle_strip(game, cards, bets, spins, Strip(start, size, start, places), net, meters_paid)


@njit
def add_settled(
    game: CrissCross,
    cards: Bytes,
    bets: Int8s,
    spins: Int8s,
    rows: Int64s,
    main: Int64s,
    totals: Int64s,
    meters_paid: Int64s,
) -> None:
    """`settle` and `add_up` at once, of a strip of rounds at a time."""
    net = np.zeros((game.seats, len(totals) - 2, STRIP), dtype=np.int32)
    of_main = main_rows(rows, main, len(totals) - 2)
    for start in range(0, len(cards), STRIP):
        size = min(STRIP, len(cards) - start)
        _settle_strip(game, cards, bets, spins, Strip(start, size, 0, rows), net, meters_paid)
        add_strip(net, size, of_main, totals)


@njit
def _settle_strip(
    game: CrissCross, cards: Bytes, bets: Int8s, spins: Int8s, strip: Strip, net: Nets, meters_paid: Int64s
) -> None:
    """Every wager of a seat goes through all rounds of the strip in a loop of its own: its pays, looked up by kind."""
    start, end, judge, folded = strip.start, strip.start + strip.size, game.judge, game.returned.shape[2]
    top, left, middle = cards.T[0][start:end], cards.T[1][start:end], cards.T[2][start:end]
    right, bottom = cards.T[3][start:end], cards.T[4][start:end]
    sums, kinds = np.empty(strip.size, dtype=np.uint64), np.zeros((5, strip.size), dtype=np.uint16)
    across, down, best, community, six = kinds[0], kinds[1], kinds[2], kinds[3], kinds[4]
    won = np.zeros((game.seats, strip.size), dtype=np.int64)  # winnings that count toward the payout limit
    if game.sixes > FIRST_SIDE:
        sum_keys(judge, top, left, middle, right, bottom, sums)
        kinds_of(judge, sums, top, left, middle, right, bottom, community)
    for s in range(game.seats):
        at = game.first_hole + 2 * s
        one, other = cards.T[at][start:end], cards.T[at + 1][start:end]
        sum_keys(judge, one, other, left, middle, right, sums)
        kinds_of(judge, sums, one, other, left, middle, right, across)
        sum_keys(judge, one, other, top, middle, bottom, sums)
        kinds_of(judge, sums, one, other, top, middle, bottom, down)
        bet = bets.T[2, s][start:end]
        for i in range(strip.size):
            raised = folded * (bet[i] == 0)
            best[i] = max(across[i], down[i]) + raised
            across[i] += raised
            down[i] += raised
        _settle_column(game, s, ANTE_ACROSS, across, strip, net, won[s])
        _settle_column(game, s, ANTE_DOWN, down, strip, net, won[s])
        _settle_bet(game, s, ACROSS, across, bets.T[0, s][start:end], strip, net, won[s])
        _settle_bet(game, s, DOWN, down, bets.T[1, s][start:end], strip, net, won[s])
        _settle_bet(game, s, MIDDLE, best, bet, strip, net, won[s])
        if game.wheel > FIRST_SIDE:
            if game.stakes[s, game.sixes : game.wheel].any():
                _judge_six(judge, cards.T[5:9], one, other, start, six)
            live = community.copy()
            for c in range(FIRST_SIDE, game.wheel):
                if game.stakes[s, c]:
                    source = community if c < game.sixes else six
                    for i in range(strip.size):
                        live[i] = source[i] + folded * (bet[i] == 0)
                    _settle_column(game, s, c, live, strip, net, won[s])
    if len(game.stop_weights):
        _settle_wheel(game, bets, spins, strip, net, won, meters_paid)
    if game.limit >= 0:
        for s in range(game.seats):
            cut = column_of(strip, net, s, len(game.counts) - 1)
            for i in range(strip.size):
                cut[i] = min(0, game.limit - won[s, i])


@njit
def _settle_column(game: CrissCross, s: int, column: int, kinds: UInt16s, strip: Strip, net: Nets, won: Int64s) -> None:
    """A wager settled by kind, which is raised where the seat has folded; and what of it counts toward the limit."""
    stands = np.int64(game.stands[column])
    look_up(game.stakes[s, column], game.returned[column, s], stands, kinds, column_of(strip, net, s, column))
    if game.limit >= 0 and game.counts[column]:
        paid = np.empty(strip.size, dtype=np.int64)
        look_up(0, game.paid[column, s], stands, kinds, paid)
        for i in range(strip.size):
            won[i] += paid[i]


@njit
def _settle_bet(
    game: CrissCross, s: int, column: int, kinds: UInt16s, bet: Int8s, strip: Strip, net: Nets, won: Int64s
) -> None:
    """The same for a bet of so many times its base."""
    nets = column_of(strip, net, s, column)
    look_up(game.stakes[s, column], game.returned[column, s], 0, kinds, nets)
    for i in range(strip.size):
        nets[i] *= bet[i]
    if game.limit >= 0 and game.counts[column]:
        paid = np.empty(strip.size, dtype=np.int64)
        look_up(0, game.paid[column, s], 0, kinds, paid)
        for i in range(strip.size):
            won[i] += bet[i] * paid[i]


@njit
def _judge_six(judge: Judge, covered: Bytes, one: Bytes, other: Bytes, start: int, kinds: UInt16s) -> None:
    """The best five of two hole cards and the four covered cards: of six cards, one is left out.

    With fewer than five of one suit among all six, no five are of one suit either, and ranks alone decide.
    """
    keys, by_ranks = judge.keys, judge.by_ranks
    for i in range(len(kinds)):
        a, b, c, d = covered[0, start + i], covered[1, start + i], covered[2, start + i], covered[3, start + i]
        e, f = one[i], other[i]
        total = judge.bias + keys[a] + keys[b] + keys[c] + keys[d] + keys[e] + keys[f]
        if total & DECIDES == 0:
            best = max(by_ranks[(total - keys[a]) & RANK_SUM], by_ranks[(total - keys[b]) & RANK_SUM])
            best = max(best, by_ranks[(total - keys[c]) & RANK_SUM], by_ranks[(total - keys[d]) & RANK_SUM])
            best = max(best, by_ranks[(total - keys[e]) & RANK_SUM], by_ranks[(total - keys[f]) & RANK_SUM])
            kinds[i] = best
        else:
            found = max(kind_of(judge, b, c, d, e, f), kind_of(judge, a, c, d, e, f), kind_of(judge, a, b, d, e, f))
            found = max(found, kind_of(judge, a, b, c, e, f), kind_of(judge, a, b, c, d, f))
            kinds[i] = max(found, kind_of(judge, a, b, c, d, e))


@njit
def _settle_wheel(
    game: CrissCross, bets: Int8s, spins: Int8s, strip: Strip, net: Nets, won: Int64s, meters_paid: Int64s
) -> None:
    """The wheel's wager is lost but for the rounds in which some seat spins, and what rides on it comes only then."""
    spun = np.zeros(strip.size, dtype=np.bool_)
    for s in range(game.seats):
        if game.stakes[s, game.wheel]:
            column_of(strip, net, s, game.wheel + 1)[:] = 0
            column_of(strip, net, s, game.wheel)[:] = -game.stakes[s, game.wheel]
            stops = spins.T[s][strip.start : strip.start + strip.size]
            for i in range(strip.size):
                spun[i] |= stops[i] != NO_SPIN
    for i in range(strip.size):
        if spun[i]:
            _settle_spins(game, i, bets, spins, strip, net, won, meters_paid)


@njit
def _settle_spins(
    game: CrissCross, i: int, bets: Int8s, spins: Int8s, strip: Strip, net: Nets, won: Int64s, meters_paid: Int64s
) -> None:
    """The wheel, from the dealer's right; a jackpot won twice pays the second winner what the meter then shows."""
    wheel, community, row, at = game.wheel, game.wheel + 1, strip.start + i, strip.at + i
    shown = game.meters[0] if len(game.meters) else np.int64(0)
    for s in range(game.seats - 1, -1, -1):
        stop = spins[row, s]
        if game.stakes[s, wheel] == 0 or stop == NO_SPIN or not (bets[row, s, 2] or game.stands[wheel]):
            continue
        share = game.stop_share[stop]
        if share:
            amount = shown * share // PARTS
            shown += (game.resets[0] if share == PARTS else 0) - amount
            meters_paid[0, 0] += amount
            meters_paid[0, 1] += 1
            net[s, strip.places[wheel], at] += amount
        else:
            net[s, strip.places[wheel], at] += game.returned[wheel, s, stop]
            won[s, i] += game.stop_counts[stop] * game.counts[wheel] * game.paid[wheel, s, stop]
        for t in range(game.seats):
            if t != s and game.stakes[t, wheel] and (bets[row, t, 2] or game.stands[wheel]):
                net[t, strip.places[community], at] += game.returned[community, t, stop]
                won[t, i] += game.counts[wheel] * game.paid[community, t, stop]
