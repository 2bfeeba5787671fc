"""What stakes net on dealt cards, row by row, to the cent."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.program.evaluation import BITS, Evaluator, strength
from pitboss.program.jit import njit
from pitboss.program.program import Contest, Event, Program
from pitboss.rulebooks.violation import Refused, Violation

UInt8s = npt.NDArray[np.uint8]
Int16s = npt.NDArray[np.int16]
Int64s = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class _Tables(NamedTuple):
    weights: Int64s
    by_ranks: Int16s
    by_suit: Int16s
    exact: Bools


@njit
def _strengths(cards: UInt8s, slots: Int64s, start: int, tables: _Tables, bits: Int64s, found: Int16s) -> None:
    """Write the strength of the hand in these slots, row by row."""
    weights, by_ranks, by_suit, exact = tables
    for row in range(len(cards)):
        weight, of_suits = start, 0
        for slot in slots:
            card = cards[row, slot]
            weight += weights[card]
            of_suits += bits[card]
        found[row] = strength(weight, of_suits, by_ranks, by_suit, 0, exact)


def strengths(program: Program, hand: int, cards: UInt8s) -> Int16s:
    """How strong a hand of the program is in every row of cards."""
    made = program.hands[hand]
    tables: Evaluator = made.evaluator
    found = np.empty(len(cards), dtype=np.int16)
    exact = np.array([tables.exact])
    arrays = _Tables(tables.weights, tables.by_ranks, tables.by_suit[None], exact)
    _strengths(cards, np.array(made.slots, dtype=np.int64), tables.start, arrays, BITS, found)
    return found


def events(contest: Contest, own: Int16s, other: Int16s) -> Int64s:
    """How a contest ends in every row, by the strengths of its hands."""
    found = np.where(own > other, Event.HIGHER, np.where(own == other, Event.TIE, Event.LOWER)).astype(np.int64)
    found[other < contest.qualifier] += Event.HIGHER_UNQUALIFIED
    return found


def settle_arrays(program: Program, cards: UInt8s, stakes: Int64s, folded: Bools | None = None) -> Int64s:
    """What every stake nets, in cents, in every row of dealt cards.

    `cards` has a column for each slot. `stakes` has one for each stake, in cents: nothing where it was not made or was
    withdrawn; what a bonus is paid on is taken from its wager. Where the player has `folded`, a wager that does not
    outlive the fold is lost. `Refused` where a payment does not come to whole cents.
    """
    gone = np.zeros(len(cards), dtype=np.bool_) if folded is None else folded
    stakes = np.broadcast_to(stakes, (len(cards), len(program.stakes)))

    @cache
    def strong(hand: int) -> Int16s:
        return strengths(program, hand, cards)

    nets = np.zeros((len(cards), len(program.stakes)), dtype=np.int64)
    for place, stake in enumerate(program.stakes):
        best = np.maximum.reduce([strong(hand) for hand in stake.hands])
        contest = None if stake.contest is None else program.contests[stake.contest]
        rows = events(contest, strong(contest.hand), strong(contest.against)) if contest else 0
        staked = stakes[:, place if stake.on is None else stake.on]
        net = staked * program.nets[place][rows, best]
        lost = gone & (not stake.stands_on_fold)
        net[lost] = 0 if stake.is_bonus else -staked[lost] * program.unit
        _refuse_fractions(program, stake.name, net, staked)
        nets[:, place] = net // program.unit
    return nets


def _refuse_fractions(program: Program, name: str, net: Int64s, staked: Int64s) -> None:
    rest = np.flatnonzero(net % program.unit)
    if len(rest):
        cents = int(staked[rest[0]])
        tried, allowed = f"{name} of {cents // 100}.{cents % 100:02d}", f"multiples of {program.unit} cents"
        says = f"A stake on {tried} does not pay in whole cents; use {allowed}."
        where = "settlement"
        raise Refused(Violation(rulebook=program.name, clause="", where=where, tried=tried, allowed=allowed, says=says))
