"""Criss-Cross wagers that outlive a fold: Five Card Bonus on the community cards, 6 Card Bonus on hole and burns.

Neither depends on how the main game is played, so every set of five or six cards is as likely as any other.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from pitboss.analysis.kernels.five_card_tables import STRENGTHS, strengths
from pitboss.analysis.kernels.six_card import best_of_six_counts
from pitboss.analysis.paying import values_by_strength
from pitboss.analysis.side_odds import OddsLine, Question, SideOdds, gain, lost, second_moment, value_of
from pitboss.cards import FiveCardValue
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager


def five_card_bonus(asked: Question, wager: Wager) -> SideOdds:
    """The five community cards: all 2,598,960 sets."""
    counts = np.bincount(strengths(), minlength=STRENGTHS).tolist()
    return _side_odds(asked, wager, dict(zip(hand_values(asked.terms), counts, strict=True)))


def six_card_bonus(asked: Question, wager: Wager) -> SideOdds:
    """The best five of the hole cards and the four covered cards: all 20,358,520 sets of six."""
    values = hand_values(asked.terms)
    order = sorted(range(STRENGTHS), key=lambda strength: values[strength])
    places = np.empty(STRENGTHS, np.int64)
    places[order] = np.arange(STRENGTHS)
    counts = best_of_six_counts(places).tolist()
    return _side_odds(asked, wager, {values[strength]: counts[place] for place, strength in enumerate(order)})


def hand_values(terms: Terms) -> list[FiveCardValue]:
    """What each strength of the kernels is worth under the reading of the ace in force."""
    return values_by_strength(ace_low=terms.reading("ace-low-straight") != "ace-high-only")


def _side_odds(asked: Question, wager: Wager, hands: Mapping[FiveCardValue, int]) -> SideOdds:
    table = asked.terms.paytable(wager.name)
    assert table is not None
    stake, total = asked.stake(wager), sum(hands.values())
    counts: Counter[str] = Counter()
    for value, count in hands.items():
        line = table.line_for(value)
        counts[line.key if line else ""] += count
    lines = (
        *(
            OddsLine(line.title, str(line.pays), counts[line.key], total, gain(line.pays, stake, asked.meters))
            for line in table.lines
        ),
        lost(counts[""], total),
    )
    variance = second_moment(lines) - value_of(lines) ** 2
    return SideOdds(wager.name, wager.title, table.clause, table.variant, stake, asked.players, total, lines, variance)
