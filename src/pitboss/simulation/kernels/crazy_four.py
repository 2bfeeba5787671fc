"""Whole arrays of Crazy 4 rounds: decisions from tables, the draws, settlement.

A row of `cards` is one round: the dealer's five cards, then five for each seat. `bets[i, s, 0]` is the Play Wager of
seat s in round i in times its base, 0 for a fold. `net[s, c, i]` is what column c of the settlement brings seat s in
round i, the stake deducted, in cents.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.jit import njit
from pitboss.simulation.kernels.columns import Nets, Strip, UInt16s, column_of, look_up
from pitboss.simulation.kernels.hands import Judge, Number, kinds_of, sum_keys
from pitboss.simulation.kernels.streams import CHANCE, UInt64s, below_each
from pitboss.simulation.kernels.sums import STRIP, add_strip, main_rows

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

COLUMNS = (
    "ante",
    "super_bonus",
    "play",
    "queens_up",
    "four_card_progressive",
    "five_card_progressive",
    "five_card_hand_bonus_player",
    "five_card_hand_bonus_dealer",
    "link_progressive",
    "cover_all",
    "four_card_envy_bonus",
    "five_card_envy_bonus",
    "link_envy_bonus",
    "magic_card",
    "magic_card",
    "lucky_bonus",
    "lucky_bonus",
)
ANTE, SUPER_BONUS, PLAY, QUEENS_UP, FOUR_CARD, FIVE_CARD, ON_PLAYER, ON_DEALER, LINK, COVER_ALL = range(10)
FOUR_ENVY, FIVE_ENVY, LINK_ENVY, MAGIC_PLAYER, MAGIC_DEALER, LUCKY_PLAYER, LUCKY_DEALER = range(10, 17)
RIDDEN = (FOUR_CARD, FIVE_CARD, LINK, ON_PLAYER, ON_DEALER, ON_PLAYER, ON_DEALER)
"""The wagers that columns from `FOUR_ENVY` on ride on."""
ENVIED = ((FOUR_CARD, FOUR_ENVY), (FIVE_CARD, FIVE_ENVY), (LINK, LINK_ENVY))
PARTS = 1_000_000
"""Shares of a meter are in millionths."""
LOWER = 2
"""The first of the three outcomes of a duel with a qualified dealer."""
LOOK = 255
"""In a plan: the decision is not the same for all hands of this strength."""
NOT_DRAWN = -1
MAGIC, LUCKY = 0, 1


class CrazyFourPlan(NamedTuple):
    """Decisions: Antes played by strength of the best four cards; where that says `LOOK`, by number of the hand."""

    by_strength: Bytes
    by_hand: Bytes
    choose: Int64s


class CrazyFour(NamedTuple):
    """Everything a settlement depends on, by seat and kind of hand, in cents.

    `four` gives strengths of the best four cards, which `four_kinds` sorts; `five` kinds of all five cards.
    `returned[c, s, k]` is what kind k sends back to seat s, stake included; where `shares[c, k]` is not 0 it is
    instead that many millionths of meter `meter_of[c, k]`. `duels[c, o, s]` is what Ante, Super Bonus where its table
    does not pay, and one time the base of the Play Wager net by the dealer's hand: not qualified, not qualified but
    outranking the seat's, qualified and lower, equal, higher. Of Cover All, kinds are lines of its table, from 1 for
    the lowest, and `cover_lines` says which line a kind of four cards reaches, 0 for none.
    """

    four: Judge
    five: Judge
    four_kinds: Bytes
    cover_lines: Bytes
    seats: int
    qualifying: int
    duels: Int64s
    folded_envy: bool
    envy_needs_wager: bool
    stakes: Int64s
    returned: Int64s
    super_bonus_paid: Bytes
    shares: Int64s
    meter_of: Int64s
    stands: Bytes
    draws: Int64s
    positions: int
    meters: Int64s
    resets: Int64s


@njit
def strengths_of(judge: Judge, hands: Bytes, strengths: UInt16s) -> None:
    """The strength of the best four cards of each row of five."""
    for start in range(0, len(hands), STRIP):
        size = min(STRIP, len(hands) - start)
        _strengths(judge, hands.T, start, np.empty(size, dtype=np.uint64), strengths[start : start + size])


@njit
def _strengths(judge: Judge, hand: Bytes, start: int, sums: UInt64s, strengths: UInt16s) -> None:
    """The same for a strip of rounds, card by card; the sums of keys are kept for other judges."""
    end = start + len(sums)
    a, b, c = hand[0][start:end], hand[1][start:end], hand[2][start:end]
    d, e = hand[3][start:end], hand[4][start:end]
    sum_keys(judge, a, b, c, d, e, sums)
    kinds_of(judge, sums, a, b, c, d, e, strengths)


@njit
def hand_number(choose: Int64s, hand: Bytes) -> int:
    """The place of five cards in colexicographic order; `choose[n, k]` is C(n, k)."""
    number = 0
    for i in range(5):
        lower = 0
        for j in range(5):
            lower += hand[j] < hand[i]
        number += choose[hand[i], lower + 1]
    return number


@njit
def decide(plan: CrazyFourPlan, judge: Judge, cards: Bytes, bets: Int8s) -> None:
    """Every seat decides by its own five cards."""
    sums, strengths = np.empty(STRIP, dtype=np.uint64), np.empty(STRIP, dtype=np.uint16)
    for start in range(0, len(cards), STRIP):
        size = min(STRIP, len(cards) - start)
        for s in range(bets.shape[1]):
            _strengths(judge, cards.T[5 + 5 * s : 10 + 5 * s], start, sums[:size], strengths)
            plays = bets.T[0, s][start : start + size]
            for i in range(size):
                plays[i] = plan.by_strength[strengths[i]]
            for i in range(size):
                if plays[i] < 0:  # `LOOK`, in a byte with a sign
                    plays[i] = plan.by_hand[hand_number(plan.choose, cards[start + i, 5 + 5 * s : 10 + 5 * s])]


@njit
def draw(game: CrazyFour, seed: np.uint64, first: np.uint64, drawn: Int8s) -> None:
    """The Magic Card and the lucky position of every round, 0 standing for the dealer; `NOT_DRAWN` where none is."""
    numbers, chosen = first + np.arange(len(drawn)).astype(np.uint64), np.empty(len(drawn), dtype=np.int64)
    for bonus in range(2):
        drawn[:, bonus] = NOT_DRAWN
        if game.draws[bonus] == 0:
            continue
        place, bound = np.uint64(2 * bonus), np.uint64(52 if bonus == MAGIC else game.positions)
        below_each(seed, numbers, np.uint64(CHANCE), place, np.uint64(game.draws[bonus]), chosen)
        rounds = np.flatnonzero(chosen == 0)
        found = np.empty(len(rounds), dtype=np.int64)
        below_each(seed, numbers[rounds], np.uint64(CHANCE), place + np.uint64(1), bound, found)
        for i in range(len(rounds)):
            drawn[rounds[i], bonus] = found[i]


class Hands(NamedTuple):
    """The hands of a strip of rounds, by hand and round, the dealer's first: strength and kind of the best four cards,
    kind of all five."""

    strengths: UInt16s
    fours: UInt16s
    fives: UInt16s


@njit
def settle(game: CrazyFour, cards: Bytes, bets: Int8s, drawn: Int8s, net: Int64s, meters_paid: Int64s) -> None:
    """Settle every round; what meters paid, and how often, is added to `meters_paid`."""
    places = np.arange(net.shape[1])
    for start in range(0, len(cards), STRIP):
        size = min(STRIP, len(cards) - start)
        _settle_strip(game, cards, bets, drawn, Strip(start, size, start, places), net, meters_paid)


@njit
def add_settled(
    game: CrazyFour,
    cards: Bytes,
    bets: Int8s,
    drawn: Int8s,
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
        _settle_strip(game, cards, bets, drawn, Strip(start, size, 0, rows), net, meters_paid)
        add_strip(net, size, of_main, totals)


@njit
def _settle_strip(
    game: CrazyFour, cards: Bytes, bets: Int8s, drawn: Int8s, strip: Strip, net: Nets, meters_paid: Int64s
) -> None:
    """Every wager of a seat goes through all rounds of the strip in a loop of its own: its pays, looked up by kind.

    What rides on a wager comes seldom and is added afterwards, to the column of the wager where that is its place. So
    are hands that a meter pays for.
    """
    hands = _judge(game, cards, strip)
    live = np.empty((3, strip.size), dtype=np.uint16)
    best = _cover_lines(game, bets, strip, hands)
    for s in range(game.seats):
        for riding in range(FOUR_ENVY, LUCKY_DEALER + 1):
            if game.stakes[s, RIDDEN[riding - FOUR_ENVY]]:
                column_of(strip, net, s, riding)[:] = 0
        _raise_folded(game, s, bets, strip, hands, live)
        _settle_duel(game, s, bets, strip, hands, net)
        for column in range(QUEENS_UP, LINK + 1):
            if game.stakes[s, column]:
                kinds = live[2 if column == ON_DEALER else 0 if column <= FOUR_CARD else 1]
                _look_up(game, s, column, kinds, strip, net)
        if game.stakes[s, COVER_ALL]:
            for i in range(strip.size):
                live[2, i] = best[i] + (live[2, i] >= game.returned.shape[2]) * game.returned.shape[2]
            _look_up(game, s, COVER_ALL, live[2], strip, net)
    if game.stakes[:, QUEENS_UP : LINK + 1].any():
        _settle_notable(game, bets, strip, hands, net, meters_paid)
    if game.draws.any():
        _settle_draws(game, cards, bets, drawn, strip, net)


@njit
def _judge(game: CrazyFour, cards: Bytes, strip: Strip) -> Hands:
    """The dealer's hand and each seat's. Both rankings have the same keys, so one sum serves for both."""
    end, four_kinds = strip.start + strip.size, game.four_kinds
    wants_fives = game.stakes[:, FIVE_CARD : LINK + 1].any()
    judged = np.zeros((3, game.seats + 1, strip.size), dtype=np.uint16)
    hands = Hands(judged[0], judged[1], judged[2])
    sums = np.empty(strip.size, dtype=np.uint64)
    for hand in range(game.seats + 1):
        own = cards.T[5 * hand : 5 * hand + 5]
        strengths, fours = hands.strengths[hand], hands.fours[hand]
        _strengths(game.four, own, strip.start, sums, strengths)
        for i in range(strip.size):
            fours[i] = four_kinds[strengths[i]]
        if wants_fives:
            a, b, c = own[0][strip.start : end], own[1][strip.start : end], own[2][strip.start : end]
            d, e = own[3][strip.start : end], own[4][strip.start : end]
            kinds_of(game.five, sums, a, b, c, d, e, hands.fives[hand])
    return hands


@njit
def _look_up(game: CrazyFour, s: int, column: int, kinds: UInt16s, strip: Strip, net: Nets) -> None:
    returned, stands = game.returned[column, s], np.int64(game.stands[column])
    look_up(game.stakes[s, column], returned, stands, kinds, column_of(strip, net, s, column))


@njit
def _raise_folded(game: CrazyFour, s: int, bets: Int8s, strip: Strip, hands: Hands, live: UInt16s) -> None:
    """The seat's four, its five and the dealer's five cards as kinds to be looked up."""
    plays, kinds = bets.T[0, s][strip.start : strip.start + strip.size], np.uint16(game.returned.shape[2])
    fours, fives, dealers = hands.fours[s + 1], hands.fives[s + 1], hands.fives[0]
    own_four, own_five, dealer_five = live[0], live[1], live[2]
    for i in range(strip.size):
        folded = np.uint16(plays[i] == 0) * kinds
        own_four[i] = fours[i] + folded
        own_five[i] = fives[i] + folded
        dealer_five[i] = dealers[i] + folded


@njit
def _settle_duel(game: CrazyFour, s: int, bets: Int8s, strip: Strip, hands: Hands, net: Nets) -> None:
    """Ante, Play and Super Bonus of a seat against the dealer's hand."""
    duels, kinds, folded = game.duels, game.returned.shape[2], game.duels.shape[1]
    antes, plays = np.empty(folded + 1, dtype=net.dtype), np.zeros(folded + 1, dtype=net.dtype)
    supers = np.full((folded + 1) * kinds, -game.stakes[s, SUPER_BONUS], dtype=net.dtype)
    antes[folded] = -game.stakes[s, ANTE]
    for outcome in range(folded):
        antes[outcome], plays[outcome] = duels[ANTE, outcome, s], duels[PLAY, outcome, s]
        for kind in range(len(game.super_bonus_paid)):
            if game.super_bonus_paid[kind]:
                supers[outcome * kinds + kind] += game.returned[SUPER_BONUS, s, kind]
            else:
                supers[outcome * kinds + kind] = duels[SUPER_BONUS, outcome, s]
    qualifying, bet = np.uint16(game.qualifying), bets.T[0, s][strip.start : strip.start + strip.size]
    dealers, own, fours = hands.strengths[0], hands.strengths[s + 1], hands.fours[s + 1]
    ante, super_bonus = column_of(strip, net, s, ANTE), column_of(strip, net, s, SUPER_BONUS)
    play = column_of(strip, net, s, PLAY)
    outcomes = np.empty(strip.size, dtype=np.uint8)
    for i in range(strip.size):
        qualified, beaten = np.uint8(dealers[i] >= qualifying), np.uint8(own[i] < dealers[i])
        fate = beaten + qualified * (np.uint8(LOWER) + np.uint8(own[i] <= dealers[i]))
        outcomes[i] = folded if bet[i] == 0 else fate
    for i in range(strip.size):
        ante[i] = antes[outcomes[i]]
        play[i] = bet[i] * plays[outcomes[i]]
        super_bonus[i] = supers[outcomes[i] * kinds + fours[i]]


@njit
def _cover_lines(game: CrazyFour, bets: Int8s, strip: Strip, hands: Hands) -> UInt16s:
    """The line of Cover All that the highest hand reaches, of the dealer's and of those who play, by its own order."""
    best = np.zeros(strip.size, dtype=np.uint16)
    if game.stakes[:, COVER_ALL].any():
        lines = game.cover_lines
        for hand in range(game.seats + 1):
            fours, plays = hands.fours[hand], bets.T[0, max(hand - 1, 0)][strip.start : strip.start + strip.size]
            for i in range(strip.size):
                line = np.uint16(lines[fours[i]]) * np.uint16(hand == 0 or plays[i] != 0)
                best[i] = max(best[i], line)
    return best


@njit
def _settle_notable(game: CrazyFour, bets: Int8s, strip: Strip, hands: Hands, net: Nets, meters_paid: Int64s) -> None:
    """Rounds in which some hand is paid by a meter or brings an Envy bonus, or ranks above one that is."""
    count = game.returned.shape[2]
    fours, fives = np.zeros(count, dtype=np.bool_), np.zeros(count, dtype=np.bool_)
    for column in range(QUEENS_UP, LINK + 1):
        notable = fours if column <= FOUR_CARD else fives
        notable |= game.shares[column] > 0
    for wager, column in ENVIED:
        notable = fours if wager == FOUR_CARD else fives
        for s in range(game.seats):
            notable |= game.returned[column, s] > 0
    if not (fours.any() or fives.any()):
        return
    least_four, least_five = np.uint16(_first(fours)), np.uint16(_first(fives))
    found = np.zeros(strip.size, dtype=np.bool_)
    for hand in range(game.seats + 1):
        own_four, own_five = hands.fours[hand], hands.fives[hand]
        for i in range(strip.size):
            found[i] |= (own_four[i] >= least_four) | (own_five[i] >= least_five)
    meters = game.meters.copy()
    for i in range(strip.size):
        if found[i]:
            meters[:] = game.meters
            _settle_tables(game, i, bets, strip, hands, net, meters, meters_paid)
            _add_envy(game, i, bets, strip, hands, net)


@njit
def _first(marked: Bools) -> int:
    """The first kind that is marked, or one that no hand has."""
    for kind in range(len(marked)):
        if marked[kind]:
            return kind
    return len(marked)


@njit
def _settle_tables(
    game: CrazyFour, i: int, bets: Int8s, strip: Strip, hands: Hands, net: Nets, meters: Int64s, meters_paid: Int64s
) -> None:
    """Wagers of one round on one's own hand or the dealer's that a meter may pay.

    Meters begin every round as given. A jackpot on the dealer's hand is taken first, by all who bet on it in equal
    shares; then seats are paid from the dealer's right, each from what the meter then shows.
    """
    stakes, shares, meter_of, resets = game.stakes, game.shares, game.meter_of, game.resets
    row, dealer_kind = strip.start + i, np.int64(hands.fives[0, i])
    share = 0
    if shares[ON_DEALER, dealer_kind]:
        bettors = _bettors_on_dealer(row, bets, stakes, game.stands)
        if bettors:
            meter = meter_of[ON_DEALER, dealer_kind]
            share = _take(meter, shares[ON_DEALER, dealer_kind], bettors, meters, resets, meters_paid)
    for s in range(game.seats - 1, -1, -1):
        for column in range(QUEENS_UP, LINK + 1):
            if stakes[s, column] == 0 or not (bets[row, s, 0] or game.stands[column]):
                continue
            kind = np.int64(hands.fours[s + 1, i] if column <= FOUR_CARD else hands.fives[s + 1, i])
            if column == ON_DEALER:
                kind = dealer_kind
            if shares[column, kind]:
                back = share
                if column != ON_DEALER:
                    meter = meter_of[column, kind]
                    back = _take(meter, shares[column, kind], 1, meters, resets, meters_paid)
                net[s, strip.places[column], strip.at + i] = back - stakes[s, column]


@njit
def _bettors_on_dealer(i: int, bets: Int8s, stakes: Int64s, stands: Bytes) -> int:
    """How many seats' bets on the dealer's hand stand, and share what it wins."""
    bettors = 0
    for s in range(bets.shape[1]):
        bettors += stakes[s, ON_DEALER] > 0 and (bets[i, s, 0] > 0 or stands[ON_DEALER] > 0)
    return bettors


@njit
def _take(meter: int, share: int, among: int, meters: Int64s, resets: Int64s, meters_paid: Int64s) -> int:
    """One of `among` equal shares of what a meter pays; odd cents stay on it."""
    each = meters[meter] * share // PARTS // among
    paid = each * among
    meters[meter] += (resets[meter] if share == PARTS else 0) - paid
    meters_paid[meter, 0] += paid
    meters_paid[meter, 1] += 1
    return int(each)


@njit
def _add_envy(game: CrazyFour, i: int, bets: Int8s, strip: Strip, hands: Hands, net: Nets) -> None:
    """What each hand of one round brings to the other seats that made a progressive wager, folded seats too."""
    stakes = game.stakes
    for holder in range(game.seats):
        if bets[strip.start + i, holder, 0] == 0 and not game.folded_envy:
            continue
        for wager, column in ENVIED:
            if game.envy_needs_wager and stakes[holder, wager] == 0:
                continue
            kind = hands.fours[holder + 1, i] if wager == FOUR_CARD else hands.fives[holder + 1, i]
            for s in range(game.seats):
                if s != holder and stakes[s, wager]:
                    net[s, strip.places[column], strip.at + i] += game.returned[column, s, kind]


@njit
def _settle_draws(game: CrazyFour, cards: Bytes, bets: Int8s, drawn: Int8s, strip: Strip, net: Nets) -> None:
    """Magic Card and Lucky Bonus on the Five Card Hand Bonus wagers that stand; position 0 is the dealer's."""
    for i in range(strip.size):
        row = strip.start + i
        if drawn[row, MAGIC] != NOT_DRAWN:
            for slot in range(cards.shape[1]):
                if np.int64(cards[row, slot]) == np.int64(drawn[row, MAGIC]):
                    _add_draw(game, i, slot // 5, MAGIC_PLAYER, MAGIC_DEALER, bets, strip, net)
        if drawn[row, LUCKY] != NOT_DRAWN:
            _add_draw(game, i, np.int64(drawn[row, LUCKY]), LUCKY_PLAYER, LUCKY_DEALER, bets, strip, net)


@njit
def _add_draw(
    game: CrazyFour, i: int, position: Number, of_player: int, of_dealer: int, bets: Int8s, strip: Strip, net: Nets
) -> None:
    """A position drawn pays the seat that has bet on its own hand there, or all that have bet on the dealer's."""
    wager, column = (ON_DEALER, of_dealer) if position == 0 else (ON_PLAYER, of_player)
    first, last = (0, game.seats) if position == 0 else (position - 1, min(position, game.seats))
    for s in range(first, last):
        if game.stakes[s, wager] and (bets[strip.start + i, s, 0] or game.stands[wager]):
            net[s, strip.places[column], strip.at + i] += game.returned[column, s, 0]
