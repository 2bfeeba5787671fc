"""How many hands of a dealer, with some cards known and others gone, are weaker than a strength.

The dealer's cards are any of the deck but those that are known to lie elsewhere. By inclusion and exclusion the hands
that hold none of some cards are counted by those that hold sets of them: with every other sign, the hands that hold
none, one, two and so on. So what is needed is, for every set of cards, the strengths of all hands that hold it, in
order; how many of them are weaker is found by halving.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.evaluation import BITS, Evaluator, strength
from pitboss.program.jit import njit, popcount

Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class HandLists(NamedTuple):
    """For every set of cards of a deck, the strengths of the hands that hold it, ascending.

    Cards are numbered by their place in the deck, sets by `choose`, ascending cards c1, c2, .. as C(c1, 1) + C(c2, 2)
    + ..; the lists of sets of one size are equally long and stand one after the other from `starts` on.
    """

    places: Int64s  # by card of the whole deck: its place in this one, or -1
    choose: Int64s
    starts: Int64s  # by size of set
    lengths: Int64s  # by size of set
    strengths: Int16s


def binomials(most: int) -> Int64s:
    """`binomials(most)[n, k]` is C(n, k)."""
    table = np.zeros((most + 1, most + 1), dtype=np.int64)
    table[:, 0] = 1
    for n in range(1, most + 1):
        table[n, 1:] = table[n - 1, 1:] + table[n - 1, :-1]
    return table


@njit
def _number(cards: int, choose: Int64s) -> int:
    """The number of a set of cards among those of its size."""
    number: int = 0
    count = 0
    while cards:
        low = cards & -cards
        count += 1
        number += choose[popcount(low - 1), count]
        cards ^= low
    return number


@njit
def _all_hands(size: int, cards: int, masks: Int64s) -> None:
    """Every hand of so many cards of a deck, as bits by place in the deck."""
    picks = np.arange(size)
    for hand in range(len(masks)):
        mask = 0
        for place in range(size):
            mask |= 1 << picks[place]
        masks[hand] = mask
        place = size - 1
        while place >= 0 and picks[place] == cards - size + place:
            place -= 1
        if place >= 0:
            picks[place] += 1
            for later in range(place + 1, size):
                picks[later] = picks[later - 1] + 1


@njit
def _evaluate(
    masks: Int64s,
    start: int,
    weights: Int64s,
    bits: Int64s,
    by_ranks: Int16s,
    by_suit: Int16s,
    exact: Bools,
    strengths: Int16s,
) -> None:
    """The strength of every hand; weights and bits are by place in the deck."""
    for hand in range(len(masks)):
        weight, of_suits, left = start, 0, masks[hand]
        while left:
            low = left & -left
            weight += weights[popcount(low - 1)]
            of_suits += bits[popcount(low - 1)]
            left ^= low
        strengths[hand] = strength(weight, of_suits, by_ranks, by_suit, 0, exact)


@njit
def _list_hands(
    masks: Int64s, sorted_strengths: Int16s, choose: Int64s, starts: Int64s, lengths: Int64s, lists: Int16s
) -> None:
    """Write every hand, the weakest first, into the lists of all the sets it holds."""
    firsts = np.zeros(len(lengths) + 1, dtype=np.int64)  # by size of set: where its sets start among all
    for size in range(len(lengths)):
        firsts[size + 1] = firsts[size] + (starts[size + 1] - starts[size]) // lengths[size]
    filled = np.zeros(firsts[-1], dtype=np.int32)
    for hand in range(len(masks)):
        held = masks[hand]
        part = held
        while part >= 0:
            size = popcount(part)
            number = _number(part, choose)
            place = firsts[size] + number
            lists[starts[size] + number * lengths[size] + filled[place]] = sorted_strengths[hand]
            filled[place] += 1
            part = (part - 1) & held if part else -1


def hand_lists(tables: Evaluator, size: int, deck: int) -> HandLists:
    """The lists for hands that are the best of `size` cards of a deck."""
    cards = np.array([card for card in range(52) if deck >> card & 1], dtype=np.int64)
    places = np.full(52, -1, dtype=np.int64)
    places[cards] = np.arange(len(cards))
    choose = binomials(52)
    count = len(cards)
    masks = np.zeros(int(choose[count, size]), dtype=np.int64)
    strengths = np.zeros(len(masks), dtype=np.int16)
    _all_hands(size, count, masks)
    exact = np.array([tables.exact])
    _evaluate(
        masks, tables.start, tables.weights[cards], BITS[cards], tables.by_ranks, tables.by_suit[None], exact, strengths
    )
    order = np.argsort(strengths, kind="stable")
    lengths = np.array([choose[count - held, size - held] for held in range(size + 1)], dtype=np.int64)
    sets = np.array([choose[count, held] for held in range(size + 1)], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sets * lengths)]).astype(np.int64)
    lists = np.zeros(int(starts[-1]), dtype=np.int16)
    _list_hands(masks[order], strengths[order], choose, starts, lengths, lists)
    return HandLists(places, choose, starts, lengths, lists)


@njit
def _weaker(lists: HandLists, held: int, limit: int) -> int:
    """How many of the hands that hold some cards are weaker than a strength."""
    size = popcount(held)
    first = lists.starts[size] + _number(held, lists.choose) * lists.lengths[size]
    low, high = 0, lists.lengths[size]
    while low < high:
        middle = (low + high) >> 1
        if lists.strengths[first + middle] < limit:
            low = middle + 1
        else:
            high = middle
    return low


@njit
def _weaker_without(lists: HandLists, held: int, gone: int, room: int, limits: Int64s, found: Int64s) -> None:
    """How many hands that hold some cards and none of those gone are weaker than each of some strengths."""
    found[:] = 0
    part = gone
    while part >= 0:
        if popcount(part) <= room:
            sign = 1 - 2 * (popcount(part) & 1)
            for place in range(len(limits)):
                found[place] += sign * _weaker(lists, held | part, limits[place])
        part = (part - 1) & gone if part else -1


@njit
def _placed(cards: int, places: Int64s) -> int:
    found = 0
    for card in range(52):
        if cards >> card & 1:
            found |= 1 << places[card]
    return found


@njit
def count_events(
    lists: HandLists, items: Int64s, known: Bools, own: Int64s, qualifier: int, hidden: int, counts: Int64s
) -> None:
    """For each item, in how many deals a contest ends in each event.

    `known` are the sets of an item that lie with the dealer, `own` the strengths of the player's hands, and `hidden`
    says how many of the dealer's cards are not known.
    """
    limits, weaker = np.zeros(3, dtype=np.int64), np.zeros(3, dtype=np.int64)
    cards = 0
    for place in lists.places:
        cards += place >= 0
    for item in range(len(items)):
        held, gone = 0, 0
        for place in range(items.shape[1]):
            if known[place]:
                held |= _placed(items[item, place], lists.places)
            else:
                gone |= _placed(items[item, place], lists.places)
        limits[0], limits[1], limits[2] = own[item], own[item] + 1, qualifier
        _weaker_without(lists, held, gone, hidden, limits, weaker)
        below: int = weaker[0]
        up_to: int = weaker[1]
        unqualified: int = weaker[2]
        every = lists.choose[cards - popcount(held | gone), hidden]
        counts[item, 0] = max(below - unqualified, 0)
        counts[item, 1] = max(up_to, unqualified) - max(below, unqualified)
        counts[item, 2] = every - max(up_to, unqualified)
        counts[item, 3] = min(below, unqualified)
        counts[item, 4] = min(up_to, unqualified) - min(below, unqualified)
        counts[item, 5] = max(unqualified - up_to, 0)
