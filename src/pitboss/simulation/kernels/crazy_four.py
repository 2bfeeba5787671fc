"""Whole arrays of Crazy 4 rounds: decisions from tables, the draws, settlement.

A row of `cards` is one round: the dealer's five cards, then five for each seat. `bets[i, s, 0]` is the Play Wager of
seat s in round i in Antes, 0 for a fold. `net[s, c, i]` is what column c of the settlement brings seat s in round i,
the stake deducted, in cents.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.jit import njit
from pitboss.simulation.kernels.hands import Judge, kind_of
from pitboss.simulation.kernels.streams import CHANCE, below

Bytes = npt.NDArray[np.uint8]
Int8s = npt.NDArray[np.int8]
Int64s = npt.NDArray[np.int64]

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
ENVIED = ((FOUR_CARD, FOUR_ENVY), (FIVE_CARD, FIVE_ENVY), (LINK, LINK_ENVY))
PARTS = 1_000_000
"""Shares of a meter are in millionths."""
LOOK = 255
"""In a plan: the decision is not the same for all hands of this strength."""
NOT_DRAWN = -1
MAGIC, LUCKY = 0, 1


class Plan(NamedTuple):
    """Decisions: Antes played by strength of the best four cards; where that says `LOOK`, by number of the hand."""

    by_strength: Bytes
    by_hand: Bytes
    choose: Int64s


class CrazyFour(NamedTuple):
    """Everything a settlement depends on, by seat and kind of hand, in cents.

    `four` gives strengths of the best four cards, which `four_kinds` sorts; `five` kinds of all five cards.
    `returned[c, s, k]` is what kind k sends back to seat s, stake included; where `shares[c, k]` is not 0 it is
    instead that many millionths of meter `meter_of[c, k]`. Of Cover All, kinds are lines of its table, from 1 for the
    lowest, and `cover_lines` says which line a kind of four cards reaches, 0 for none.
    """

    four: Judge
    five: Judge
    four_kinds: Bytes
    cover_lines: Bytes
    seats: int
    qualifying: int
    outranked_loses: bool
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
def strengths_of(judge: Judge, hands: Bytes, strengths: npt.NDArray[np.uint16]) -> None:
    """The strength of the best four cards of each row of five."""
    for i in range(len(hands)):
        hand = hands[i]
        strengths[i] = kind_of(
            judge, np.int64(hand[0]), np.int64(hand[1]), np.int64(hand[2]), np.int64(hand[3]), np.int64(hand[4])
        )


@njit
def _kind(judge: Judge, cards: Bytes, i: int, at: int) -> int:
    return kind_of(
        judge,
        np.int64(cards[i, at]),
        np.int64(cards[i, at + 1]),
        np.int64(cards[i, at + 2]),
        np.int64(cards[i, at + 3]),
        np.int64(cards[i, at + 4]),
    )


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
def decide(plan: Plan, judge: Judge, cards: Bytes, bets: Int8s) -> None:
    """Every seat decides by its own five cards."""
    for i in range(len(cards)):
        for s in range(bets.shape[1]):
            at = 5 + 5 * s
            size = plan.by_strength[_kind(judge, cards, i, at)]
            if size == LOOK:
                size = plan.by_hand[hand_number(plan.choose, cards[i, at : at + 5])]
            bets[i, s, 0] = size


@njit
def draw(game: CrazyFour, seed: np.uint64, first: np.uint64, drawn: Int8s) -> None:
    """The Magic Card and the lucky position of every round, 0 standing for the dealer; `NOT_DRAWN` where none is."""
    for i in range(len(drawn)):
        number = first + np.uint64(i)
        for bonus in range(2):
            drawn[i, bonus] = NOT_DRAWN
            rounds = game.draws[bonus]
            if rounds == 0:
                continue
            place = np.uint64(2 * bonus)
            if below(seed, number, np.uint64(CHANCE), place, np.uint64(rounds)) == 0:
                bound = np.uint64(52 if bonus == MAGIC else game.positions)
                drawn[i, bonus] = below(seed, number, np.uint64(CHANCE), place + np.uint64(1), bound)


@njit
def settle(game: CrazyFour, cards: Bytes, bets: Int8s, drawn: Int8s, net: Int64s, meters_paid: Int64s) -> None:
    """Settle every round; what meters paid, and how often, is added to `meters_paid`.

    Every group of wagers goes through all rounds in a loop of its own, over the hands judged before.
    """
    stakes = game.stakes
    strengths = np.empty((len(cards), game.seats + 1), dtype=np.uint16)
    _judge(game.four, cards, strengths)
    _settle_duels(game, strengths, bets, net)
    fives = np.zeros((len(cards), game.seats + 1), dtype=np.uint16)
    if stakes[:, FIVE_CARD : LINK + 1].any():
        _judge(game.five, cards, fives)
    if stakes[:, QUEENS_UP : LINK + 1].any():
        _settle_tables(game, strengths, fives, bets, net, meters_paid)
    if stakes[:, COVER_ALL].any():
        _settle_cover_all(game, strengths, bets, net)
    if game.draws.any():
        _settle_draws(game, cards, bets, drawn, net)
    if game.seats > 1 and stakes[:, FOUR_CARD : LINK + 1].any():
        _settle_envy(game, strengths, fives, bets, net)


@njit
def _judge(judge: Judge, cards: Bytes, kinds: npt.NDArray[np.uint16]) -> None:
    """The dealer's hand and each seat's."""
    for i in range(len(cards)):
        for hand in range(kinds.shape[1]):
            kinds[i, hand] = _kind(judge, cards, i, 5 * hand)


@njit
def _settle_duels(game: CrazyFour, strengths: npt.NDArray[np.uint16], bets: Int8s, net: Int64s) -> None:
    """Ante, Play and Super Bonus against the dealer's hand."""
    stakes, returned, kinds, super_bonus_paid = game.stakes, game.returned, game.four_kinds, game.super_bonus_paid
    qualifying, outranked_loses = game.qualifying, game.outranked_loses
    for i in range(len(strengths)):
        dealer = np.int64(strengths[i, 0])
        qualified = dealer >= qualifying
        for s in range(bets.shape[1]):
            own, play, ante = np.int64(strengths[i, s + 1]), np.int64(bets[i, s, 0]), stakes[s, ANTE]
            if play == 0:
                net[s, ANTE, i] = net[s, SUPER_BONUS, i] = -ante
                net[s, PLAY, i] = 0
                continue
            won, won_by_play = returned[ANTE, s, 0] - ante, returned[PLAY, s, 0] - ante
            beaten = qualified and own < dealer
            net[s, ANTE, i] = -ante if beaten else won if qualified and own > dealer else 0
            net[s, PLAY, i] = play * (-ante if beaten else 0 if qualified and own == dealer else won_by_play)
            loses = beaten or (not qualified and outranked_loses and own < dealer)
            kind = kinds[own]
            if super_bonus_paid[kind]:
                net[s, SUPER_BONUS, i] = returned[SUPER_BONUS, s, kind] - ante
            else:
                net[s, SUPER_BONUS, i] = -ante if loses else 0


@njit
def _settle_tables(
    game: CrazyFour,
    strengths: npt.NDArray[np.uint16],
    fives: npt.NDArray[np.uint16],
    bets: Int8s,
    net: Int64s,
    meters_paid: Int64s,
) -> None:
    """Wagers on one's own hand or the dealer's, paid by a table or from a meter.

    Meters begin every round as given. A jackpot on the dealer's hand is taken first, by all who bet on it in equal
    shares; then seats are paid from the dealer's right, each from what the meter then shows.
    """
    stakes, returned, shares, meter_of = game.stakes, game.returned, game.shares, game.meter_of
    stands, four_kinds, resets = game.stands, game.four_kinds, game.resets
    shown, meters = game.meters, game.meters.copy()
    for i in range(len(strengths)):
        touched = False
        dealer_kind = np.int64(fives[i, 0])
        share = 0
        if shares[ON_DEALER, dealer_kind]:
            bettors = _bettors_on_dealer(i, bets, stakes, stands)
            if bettors:
                touched = True
                meter = meter_of[ON_DEALER, dealer_kind]
                share = _take(meter, shares[ON_DEALER, dealer_kind], bettors, meters, resets, meters_paid)
        for s in range(bets.shape[1] - 1, -1, -1):
            plays = bets[i, s, 0] > 0
            for column in range(QUEENS_UP, LINK + 1):
                stake = stakes[s, column]
                if stake == 0:
                    continue
                back = 0
                if plays or stands[column]:
                    kind = np.int64(fives[i, s + 1])
                    if column <= FOUR_CARD:
                        kind = np.int64(four_kinds[strengths[i, s + 1]])
                    elif column == ON_DEALER:
                        kind = dealer_kind
                    back = returned[column, s, kind]
                    if shares[column, kind]:
                        touched = True
                        back = share
                        if column != ON_DEALER:
                            meter = meter_of[column, kind]
                            back = _take(meter, shares[column, kind], 1, meters, resets, meters_paid)
                net[s, column, i] = back - stake
        if touched:
            meters[:] = shown


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
def _settle_cover_all(game: CrazyFour, strengths: npt.NDArray[np.uint16], bets: Int8s, net: Int64s) -> None:
    """The highest hand of the dealer and of those who play, by the order of the table's own lines."""
    stakes, returned, stands = game.stakes, game.returned, game.stands[COVER_ALL]
    lines = game.cover_lines[game.four_kinds]
    for i in range(len(strengths)):
        best = lines[strengths[i, 0]]
        for s in range(bets.shape[1]):
            if bets[i, s, 0]:
                best = max(best, lines[strengths[i, s + 1]])
        for s in range(bets.shape[1]):
            if stakes[s, COVER_ALL]:
                live = bets[i, s, 0] > 0 or stands > 0
                net[s, COVER_ALL, i] = (returned[COVER_ALL, s, best] if live else 0) - stakes[s, COVER_ALL]


@njit
def _settle_draws(game: CrazyFour, cards: Bytes, bets: Int8s, drawn: Int8s, net: Int64s) -> None:
    """Magic Card and Lucky Bonus on the Five Card Hand Bonus wagers that stand; position 0 is the dealer's."""
    stakes, returned, stands = game.stakes, game.returned, game.stands
    for wager, magic, lucky in ((ON_PLAYER, MAGIC_PLAYER, LUCKY_PLAYER), (ON_DEALER, MAGIC_DEALER, LUCKY_DEALER)):
        for s in range(bets.shape[1]):
            if stakes[s, wager] == 0:
                continue
            position = s + 1 if wager == ON_PLAYER else 0
            for i in range(len(cards)):
                net[s, magic, i] = net[s, lucky, i] = 0
                if bets[i, s, 0] == 0 and not stands[wager]:
                    continue
                for k in range(5 * position, 5 * position + 5):
                    if np.int64(cards[i, k]) == np.int64(drawn[i, MAGIC]):
                        net[s, magic, i] = returned[magic, s, 0]
                if drawn[i, LUCKY] == position:
                    net[s, lucky, i] = returned[lucky, s, 0]


@njit
def _settle_envy(
    game: CrazyFour,
    strengths: npt.NDArray[np.uint16],
    fives: npt.NDArray[np.uint16],
    bets: Int8s,
    net: Int64s,
) -> None:
    """What each hand brings to the other seats that made a progressive wager, folded seats too."""
    stakes, returned, four_kinds = game.stakes, game.returned, game.four_kinds
    for wager, column in ENVIED:
        for s in range(bets.shape[1]):
            if stakes[s, wager] == 0:
                continue
            for i in range(len(bets)):
                brought = 0
                for holder in range(bets.shape[1]):
                    if holder == s or (bets[i, holder, 0] == 0 and not game.folded_envy):
                        continue
                    if game.envy_needs_wager and stakes[holder, wager] == 0:
                        continue
                    kind = np.int64(fives[i, holder + 1])
                    if wager == FOUR_CARD:
                        kind = np.int64(four_kinds[strengths[i, holder + 1]])
                    brought += returned[column, s, kind]
                net[s, column, i] = brought
