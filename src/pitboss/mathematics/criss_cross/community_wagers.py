"""Criss-Cross wagers on the community cards, and on hole and burns.

Where they outlive a fold they do not depend on how the main game is played, and every set of five or six cards is as
likely as any other. Where a fold forfeits a wager on the community cards, hands are folded as the main game's best play
folds them, and the deals are counted jointly.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from pitboss.cards import FiveCardValue
from pitboss.mathematics.criss_cross.kernels.played import joint_counts
from pitboss.mathematics.criss_cross.kernels.six_card import best_of_six_counts
from pitboss.mathematics.kernels.five_card_tables import STRENGTHS, strengths
from pitboss.mathematics.nets import criss_cross_pays, values_by_strength
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.shape import criss_cross_shape
from pitboss.mathematics.side_odds import Question, SideOdds, lost, paid_line, second_moment, value_of
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager


def five_card_bonus(asked: Question, wager: Wager) -> SideOdds:
    """The five community cards: all 2,598,960 sets, or all deals where a fold forfeits the wager."""
    if not asked.terms.stands_on_fold(wager):
        return _with_folds(asked, wager)
    counts = np.bincount(strengths(), minlength=STRENGTHS).tolist()
    return _side_odds(asked, wager, dict(zip(hand_values(asked.terms), counts, strict=True)))


def six_card_bonus(asked: Question, wager: Wager) -> SideOdds:
    """The best five of the hole cards and the four covered cards: all 20,358,520 sets of six."""
    if not asked.terms.stands_on_fold(wager):
        allowed = "a wager on the covered cards that outlives a fold"
        raise refused(asked.terms, f"odds of {wager.name}", "a wager that a fold forfeits", allowed, wager.clause)
    values = hand_values(asked.terms)
    order = sorted(range(STRENGTHS), key=lambda strength: values[strength])
    places = np.empty(STRENGTHS, np.int64)
    places[order] = np.arange(STRENGTHS)
    counts = best_of_six_counts(places).tolist()
    return _side_odds(asked, wager, {values[strength]: counts[place] for place, strength in enumerate(order)})


def hand_values(terms: Terms) -> Sequence[FiveCardValue]:
    """What each strength of the kernels is worth under the reading of the ace in force."""
    return values_by_strength(criss_cross_shape(terms, "odds").ace_low)


def _with_folds(asked: Question, wager: Wager) -> SideOdds:
    """Every deal of the main game, by the line that the community cards are paid by and whether it was folded."""
    values, table = hand_values(asked.terms), asked.terms.paytable(wager.name)
    assert table is not None
    lines = [table.line_for(value) for value in values]
    kinds = list(dict.fromkeys(lines))
    counts = joint_counts(criss_cross_pays(asked.terms), bytes(kinds.index(line) for line in lines))
    made = counts.made.sum(axis=tuple(range(5))).tolist()
    hands = {values[lines.index(kind)]: count for kind, count in zip(kinds, made, strict=True)}
    return _side_odds(asked, wager, hands, int(counts.folded.sum()))


def _side_odds(asked: Question, wager: Wager, hands: Mapping[FiveCardValue, int], folded: int = 0) -> SideOdds:
    table = asked.terms.paytable(wager.name)
    assert table is not None
    stake, total = asked.stake(wager), sum(hands.values()) + folded
    counts: Counter[str] = Counter()
    for value, count in hands.items():
        line = table.line_for(value)
        counts[line.key if line else ""] += count
    lines = (
        *(paid_line(line.title, line.pays, (counts[line.key], total), stake, asked.meters) for line in table.lines),
        lost(counts[""], total),
        *([lost(folded, total, "folded")] if folded else ()),
    )
    variance = second_moment(lines) - value_of(lines) ** 2
    return SideOdds(wager.name, wager.title, table.clause, table.variant, stake, asked.players, total, lines, variance)
