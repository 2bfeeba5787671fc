"""Crazy 4 Poker: for every hand of the player, how the dealer's possible hands stand against it.

All dealer hands are laid in order of strength. How many of the first so many share no card with a player's
hand is found without looking at them one by one: as the dealer's hands are passed in order, a table keeps for
every set of up to four cards how many hands passed contain it. By inclusion and exclusion, the hands passed
that avoid the player's cards are

    passed - sum over one card + sum over pairs - sum over threes + sum over fours - (the same five cards),

the sums being over the sets of the player's own cards: 31 look-ups instead of 1,533,939 comparisons.

Cards are numbers 0..51 and sets of cards are bit masks. Suits that are alike in every way are exchangeable,
so one hand stands for up to 24: its weight.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from pitboss.mathematics.kernels.batch_eval import Cards, FourCard, Strengths, all_hands, best_four
from pitboss.program.jit import njit

FULL_DECK = (1 << 52) - 1
ONE_SUIT = sum(1 << 4 * rank for rank in range(13))  # the clubs; shifted, the other suits

Masks = NDArray[np.int64]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class SortedHands:
    """Hands of five in ascending order of their best four cards."""

    cards: Cards
    masks: Masks
    strengths: Strengths

    def __len__(self) -> int:
        return len(self.masks)

    def only(self, kept: NDArray[np.bool_]) -> "SortedHands":
        """The hands marked in `kept`, in the same order."""
        return SortedHands(self.cards[kept], self.masks[kept], self.strengths[kept])


@dataclass(frozen=True)
class OutcomeCounts:
    """For each kind of player hand, how many equally likely dealer hands bring each outcome.

    A row stands for `weights` hands of the player that differ only in suits that do not matter. The four
    counts `not_qualified`, `lower`, `equal` and `higher` of a row add up to `dealer_hands`; the last three are
    of qualifying dealer hands. `outranking` counts the dealer hands within `not_qualified` that are higher
    than the player's all the same.
    """

    hands: SortedHands
    weights: Counts
    not_qualified: Counts
    lower: Counts
    equal: Counts
    higher: Counts
    outranking: Counts
    dealer_hands: int

    @property
    def pairings(self) -> int:
        """All pairings of a player's hand with a dealer's hand."""
        return int(self.weights.sum()) * self.dealer_hands


def mask_of(cards: Iterable[int]) -> int:
    """The set of these card numbers as a bit mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


@cache
def sorted_hands() -> SortedHands:
    """All 2,598,960 hands of the full deck in ascending order of strength."""
    cards = all_hands()
    strengths = best_four(cards)
    order = np.argsort(strengths, kind="stable")
    cards = cards[order]
    masks = np.zeros(len(cards), np.int64)
    for place in range(5):
        masks |= np.left_shift(1, cards[:, place], dtype=np.int64)
    return SortedHands(cards, masks, strengths[order])


@lru_cache(maxsize=4)
def outcome_counts(deck: int = FULL_DECK, exposed: int = 0, qualifying: int = FourCard.KING_HIGH) -> OutcomeCounts:
    """Outcome counts of every player hand from `deck`.

    `deck` holds the cards in play, so dead cards are those left out of it. `exposed` are cards of the deck
    known to be the dealer's. `qualifying` is the lowest strength that qualifies the dealer.
    """
    dealer = _dealer_hands(deck, exposed)
    player, weights = _player_hands(deck & ~exposed, [deck, exposed])
    prefixes = _prefixes(dealer, player, qualifying)
    counts = _avoiding(dealer, player, prefixes)
    if not exposed:
        upto_own = prefixes[1]
        counts -= prefixes >= upto_own  # the player's own five cards, where they had been passed
    unseen = (deck & ~exposed).bit_count() - 5
    return _outcomes(player, weights, counts, comb(unseen, 5 - exposed.bit_count()), qualifying)


def outcome_counts_of(
    hand: int, deck: int = FULL_DECK, exposed: int = 0, qualifying: int = FourCard.KING_HIGH
) -> OutcomeCounts:
    """Outcome counts of a single player hand, found by looking at every dealer hand."""
    if hand.bit_count() != 5 or hand & (exposed | ~deck):
        raise ValueError("the player's hand must be five cards of the deck that the dealer does not hold")
    _check(deck, exposed)
    dealer = sorted_hands()
    possible = (dealer.masks & (FULL_DECK & ~deck | hand | exposed)) == exposed
    cards = np.array([[card for card in range(52) if hand >> card & 1]], np.uint8)
    player = SortedHands(cards, np.array([hand]), best_four(cards))
    prefixes = _prefixes(dealer, player, qualifying)
    counts = np.array([[np.count_nonzero(possible[:end]) for end in row] for row in prefixes])
    return _outcomes(player, np.ones(1, np.int64), counts, int(np.count_nonzero(possible)), qualifying)


def _prefixes(dealer: SortedHands, player: SortedHands, qualifying: int) -> NDArray[np.int64]:
    """How many dealer hands, overlapping or not, are below each player hand, up to it, and unqualified."""
    below = np.searchsorted(dealer.strengths, player.strengths, "left")
    upto = np.searchsorted(dealer.strengths, player.strengths, "right")
    unqualified = np.searchsorted(dealer.strengths, qualifying, "left")
    return np.stack([below, upto, np.full(len(player), unqualified)])


def _outcomes(
    player: SortedHands, weights: Counts, counts: Counts, dealer_hands: int, qualifying: int
) -> OutcomeCounts:
    """Turn counts of dealer hands below, up to and unqualified into outcomes.

    A player's hand too weak to qualify itself is outranked by every dealer hand that does qualify.
    """
    below, upto, not_qualified = counts
    strong = player.strengths >= qualifying
    return OutcomeCounts(
        hands=player,
        weights=weights,
        not_qualified=not_qualified,
        lower=np.where(strong, below - not_qualified, 0),
        equal=np.where(strong, upto - below, 0),
        higher=dealer_hands - np.where(strong, upto, not_qualified),
        outranking=np.where(strong, 0, not_qualified - upto),
        dealer_hands=dealer_hands,
    )


def _dealer_hands(deck: int, exposed: int) -> SortedHands:
    """The dealer hands possible from `deck` that hold every card of `exposed`."""
    _check(deck, exposed)
    hands = sorted_hands()
    if deck == FULL_DECK and not exposed:
        return hands
    return hands.only((hands.masks & (FULL_DECK & ~deck | exposed)) == exposed)


def _check(deck: int, exposed: int) -> None:
    if deck & ~FULL_DECK or deck.bit_count() < 10:
        raise ValueError(f"player and dealer need ten cards of the deck, and {deck.bit_count()} are in play")
    if exposed & ~deck or exposed.bit_count() > 4:
        raise ValueError("the dealer's exposed cards must be at most four of the cards in play")


def _player_hands(deck: int, marks: list[int]) -> tuple[SortedHands, Counts]:
    """One player hand of each kind and the number of hands of its kind.

    Suits in which all the sets in `marks` look alike may be exchanged. Of hands that such an exchange turns
    into each other, the one kept has the sets of its cards by suit in descending order within alike suits.
    """
    hands = sorted_hands()
    alike: dict[tuple[int, ...], list[int]] = {}
    for suit in range(4):
        alike.setdefault(tuple(mark >> suit & ONE_SUIT for mark in marks), []).append(suit)
    kept = (hands.masks & ~np.int64(deck)) == 0
    for suits in alike.values():
        for first, second in pairwise(suits):
            kept &= _in_suit(hands.masks, first) >= _in_suit(hands.masks, second)
    hands = hands.only(kept)
    weights = np.ones(len(hands), np.int64)
    for suits in alike.values():
        weights *= factorial(len(suits))
        run = np.ones(len(hands), np.int64)  # how many suits before this one hold the same ranks
        for first, second in pairwise(suits):
            run = np.where(_in_suit(hands.masks, first) == _in_suit(hands.masks, second), run + 1, 1)
            weights //= run
    return hands, weights


def _in_suit(masks: Masks, suit: int) -> Masks:
    return masks >> suit & ONE_SUIT


def _avoiding(dealer: SortedHands, player: SortedHands, prefixes: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of the first `prefixes[k, i]` dealer hands avoid the cards of player hand i, for all k and i.

    A dealer hand of the very same five cards is counted as well: the tables end at sets of four.
    """
    counts = np.empty(prefixes.shape, np.int64)
    order = np.argsort(prefixes, axis=None, kind="stable")
    _sweep(dealer.cards, player.cards, prefixes.ravel(), order, _combinations_below(), counts.ravel())
    return counts


@cache
def _combinations_below() -> NDArray[np.int64]:
    """`[k, c]` is C(c, k): with it, sets of k cards in ascending order are numbered from 0 without gaps."""
    return np.array([[comb(card, size) for card in range(52)] for size in range(5)], np.int64)


@njit
def _sweep(
    dealer: Cards,
    player: Cards,
    prefixes: NDArray[np.int64],
    order: NDArray[np.int64],
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Answer the questions in `order` of their prefix; question q is about player hand q modulo their number."""
    ones = np.zeros(52, np.int32)
    twos = np.zeros(1326, np.int32)
    threes = np.zeros(22_100, np.int32)
    fours = np.zeros(270_725, np.int32)
    passed = 0
    for question in order:
        while passed < prefixes[question]:
            for i in range(5):
                one = np.int64(dealer[passed, i])
                ones[one] += 1
                for j in range(i + 1, 5):
                    two = one + choose[2, dealer[passed, j]]
                    twos[two] += 1
                    for k in range(j + 1, 5):
                        three = two + choose[3, dealer[passed, k]]
                        threes[three] += 1
                        for m in range(k + 1, 5):
                            fours[three + choose[4, dealer[passed, m]]] += 1
            passed += 1
        hand = player[question % len(player)]
        avoiding = passed
        for i in range(5):
            one = np.int64(hand[i])
            avoiding -= ones[one]
            for j in range(i + 1, 5):
                two = one + choose[2, hand[j]]
                avoiding += twos[two]
                for k in range(j + 1, 5):
                    three = two + choose[3, hand[k]]
                    avoiding -= threes[three]
                    for m in range(k + 1, 5):
                        avoiding += fours[three + choose[4, hand[m]]]
        counts[question] = avoiding
