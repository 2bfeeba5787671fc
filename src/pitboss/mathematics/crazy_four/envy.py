"""Envy Bonuses: what other players' hands bring to one who made a progressive wager."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import five_card_values, four_card_values
from pitboss.mathematics.crazy_four.kernels.pairings import SortedHands, sorted_hands
from pitboss.mathematics.kernels.batch_eval import five_card
from pitboss.mathematics.nets import net
from pitboss.mathematics.side_odds import OddsLine
from pitboss.money import Amount
from pitboss.rulebooks.parts import EnvySchedule
from pitboss.rulebooks.paytable import Paytable, PaytableLine

HANDS = comb(52, 5)
HANDS_BESIDE = comb(47, 5)


def lines(ranking: str, schedule: EnvySchedule, stake: Amount, players: int) -> list[OddsLine]:
    """How often the others' hands bring each bonus: every one of their hands is a hand like any other."""
    reached = _reached(schedule.lines, ranking, sorted_hands())
    return [
        OddsLine(
            title=f"{schedule.title}: {line.title}",
            pays=str(line.pays),
            count=(players - 1) * int(np.count_nonzero(reached == number)),
            total=HANDS,
            gain=net(line.pays, stake, {}) + 1,
            bonus=True,
        )
        for number, line in enumerate(schedule.lines)
        if players > 1
    ]


def added_moment(
    table: Paytable, own: Sequence[OddsLine], schedule: EnvySchedule, stake: Amount, players: int
) -> Fraction:
    """What Envy adds to the mean square of the net result.

    With X of one's own hand and E1, E2, ... of the n others', each distributed alike:

        (X + sum E)^2 - X^2  has the mean  n E[E1^2] + 2n E[X E1] + n(n-1) E[E1 E2].

    Products are not zero only where a paid hand meets one that brings Envy, and those are few enough to be
    paired one by one. A fold never comes into it: hands that pay are not folded.
    """
    others = players - 1
    hands = sorted_hands()
    envy = [net(line.pays, stake, {}) + 1 for line in schedule.lines]
    pays = [line.gain + 1 for line in own[: len(table.lines)]]
    envious = _reached(schedule.lines, table.ranking, hands)
    paid = _reached(table.lines, table.ranking, hands)
    counts = [int(np.count_nonzero(envious == number)) for number in range(len(envy))]
    mean = sum((value * count for value, count in zip(envy, counts, strict=True)), Fraction(0)) / HANDS
    square = sum((value**2 * count for value, count in zip(envy, counts, strict=True)), Fraction(0)) / HANDS
    own_and_envy = _mean_product(pays, paid, envy, envious, hands) - mean
    envy_and_envy = _mean_product(envy, envious, envy, envious, hands)
    return others * square + 2 * others * own_and_envy + others * (others - 1) * envy_and_envy


def _mean_product(
    first: Sequence[Fraction], first_line: NDArray[np.int64], second: Sequence[Fraction],
    second_line: NDArray[np.int64], hands: SortedHands,
) -> Fraction:  # fmt: skip
    """The mean over pairs of disjoint hands of the product of what two tables pay."""
    total = Fraction(0)
    paid = [hands.masks[first_line == number] for number in range(len(first))]
    for number, value in enumerate(second):
        for hand in hands.masks[second_line == number]:
            for masks, pays in zip(paid, first, strict=True):
                total += value * pays * int(np.count_nonzero(masks & hand == 0))
    return total / (HANDS * HANDS_BESIDE)


def _reached(table: Sequence[PaytableLine], ranking: str, hands: SortedHands) -> NDArray[np.int64]:
    """The number of the line that covers each hand, or -1."""
    four = ranking == "four_card"
    values = four_card_values() if four else five_card_values()
    strengths = hands.strengths if four else five_card(hands.cards)
    numbers = [next((n for n, line in enumerate(table) if line.covers(value)), -1) for value in values]
    return np.array(numbers)[strengths]
