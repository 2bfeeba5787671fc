"""Whole arrays of Criss-Cross rounds: decisions from tables, wheel stops, settlement.

A row of `cards` is one round: top, left, middle, right, bottom, the four covered cards where the rules have them, then
two hole cards for each seat. `bets[i, s, k]` is what seat s bets at decision k of round i, in times its base: 0 from
the fold on. `net[s, c, i]` is what column c of the settlement brings seat s in round i, the stake deducted, in cents.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.columns import Nets, Strip, UInt16s, column_of, look_up
from pitboss.simulation.kernels.hands import DECIDES, RANK_SUM, Judge, keys_of, kind_of, kinds_of, sum_of
from pitboss.simulation.kernels.streams import CHANCE, UInt64s, below
from pitboss.simulation.kernels.sums import STRIP, add_strip, main_rows

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

ANTE_ACROSS, ANTE_DOWN, ACROSS, DOWN, MIDDLE, FIRST_SIDE = range(6)
"""The columns of the main game; then come wagers on the community cards, those on hole and covered cards, the wheel
with its community pay, and the cuts of the payout limit."""
PARTS = 1_000_000
"""Shares of a meter are in millionths."""
NO_SPIN = -1


class CrissCrossPlan(NamedTuple):
    """Decisions by what a seat sees.

    The two hole cards say where their kind's stretches of `rows` and `columns` begin, and which suit counts. By rank
    and by whether they are of that suit, cards have codes, and two codes are the `types` of a pair. The row of the
    Across pair and the column of the Down pair lead to a number in `actions`, and `bets[k, number]` is what is bet at
    decision k, in times the base of the bet: 0 from the fold on.
    """

    starts: UInt16s
    suits: Bytes
    types: UInt16s
    rows: npt.NDArray[Any]
    columns: npt.NDArray[Any]
    actions: Bytes
    bets: Int8s


CODES: Bytes = np.array([[card >> 2 | (card & 3 == suit) << 4 for card in range(52)] for suit in range(5)], np.uint8)
"""By suit that counts, the code of each card: its rank, and 16 more where it is of that suit."""
NO_SUIT = 4
TYPES = 26 * 27 // 2


def pair_types() -> UInt16s:
    """By two codes, the type of a pair: those without a card of the suit that counts come first."""
    found = np.zeros((32, 32), np.uint16)
    codes = [code for code in range(32) if code & 15 < 13]
    for number, (low, high) in enumerate((low, high) for high in codes for low in codes if low <= high):
        found[low, high] = found[high, low] = number
    return found


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
def decide(plan: CrissCrossPlan, first_hole: int, cards: Bytes, bets: Int8s) -> None:
    """Every seat decides by its own hole cards and the community cards turned up, and by nothing else.

    The action of a row and a column is what is done at all three decisions. Rows are of one Across and one Down
    decision each, so neither hangs on cards that are turned up later. Look-ups come in loops of their own, in which
    the processor can have many under way at once.
    """
    codes, types, rows, columns, width = CODES, plan.types, plan.rows, plan.columns, np.uint64(plan.actions.shape[1])
    actions, of_across, of_down, of_middle = plan.actions.reshape(-1), plan.bets[0], plan.bets[1], plan.bets[2]
    across, down = np.empty(STRIP, dtype=np.uint32), np.empty(STRIP, dtype=np.uint32)
    for start in range(0, len(cards), STRIP):
        size = min(STRIP, len(cards) - start)
        top, left, right, bottom = cards.T[0][start:], cards.T[1][start:], cards.T[3][start:], cards.T[4][start:]
        for s in range(bets.shape[1]):
            ones, others = cards.T[first_hole + 2 * s][start:], cards.T[first_hole + 2 * s + 1][start:]
            on_across, on_down, on_middle = bets.T[0, s][start:], bets.T[1, s][start:], bets.T[2, s][start:]
            for i in range(size):
                kind, suit = plan.starts[ones[i], others[i]], plan.suits[ones[i], others[i]]
                across[i] = kind + types[codes[suit, left[i]], codes[suit, right[i]]]
                down[i] = kind + types[codes[suit, top[i]], codes[suit, bottom[i]]]
            for i in range(size):
                across[i] = actions[rows[across[i]] * width + columns[down[i]]]
            for i in range(size):
                on_across[i], on_down[i] = of_across[across[i]], of_down[across[i]]
                on_middle[i] = of_middle[across[i]]


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
    start, end, judge, folded = strip.start, strip.start + strip.size, game.judge, np.uint16(game.returned.shape[2])
    top, left, middle = cards.T[0][start:end], cards.T[1][start:end], cards.T[2][start:end]
    right, bottom = cards.T[3][start:end], cards.T[4][start:end]
    sums, kinds = np.empty(strip.size, dtype=np.uint64), np.zeros((5, strip.size), dtype=np.uint16)
    across, down, best, community, six = kinds[0], kinds[1], kinds[2], kinds[3], kinds[4]
    won = np.zeros((game.seats, strip.size), dtype=np.int64)  # winnings that count toward the payout limit
    keys = _table_keys(judge, cards, start, end)
    if game.sixes > FIRST_SIDE:
        sum_of(keys[0], keys[1], keys[2], keys[3], keys[4], sums)
        kinds_of(judge, sums, top, left, middle, right, bottom, community)
    for s in range(game.seats):
        at = game.first_hole + 2 * s
        one, other = cards.T[at][start:end], cards.T[at + 1][start:end]
        keys_of(judge, one, keys[5])
        keys_of(judge, other, keys[6])
        sum_of(keys[5], keys[6], keys[1], keys[2], keys[3], sums)
        kinds_of(judge, sums, one, other, left, middle, right, across)
        sum_of(keys[5], keys[6], keys[0], keys[2], keys[4], sums)
        kinds_of(judge, sums, one, other, top, middle, bottom, down)
        bet = bets.T[2, s][start:end]
        for i in range(strip.size):
            raised = folded * np.uint16(bet[i] == 0)
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
                        live[i] = source[i] + folded * np.uint16(bet[i] == 0)
                    _settle_column(game, s, c, live, strip, net, won[s])
    if len(game.stop_weights):
        _settle_wheel(game, bets, spins, strip, net, won, meters_paid)
    if game.limit >= 0:
        for s in range(game.seats):
            cut = column_of(strip, net, s, len(game.counts) - 1)
            for i in range(strip.size):
                cut[i] = min(0, game.limit - won[s, i])


@njit
def _table_keys(judge: Judge, cards: Bytes, start: int, end: int) -> UInt64s:
    """The keys of the cross, which belong to hands of every seat, and room for two hole cards."""
    keys = np.empty((7, end - start), dtype=np.uint64)
    for place in range(5):
        keys_of(judge, cards.T[place][start:end], keys[place])
    return keys


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
