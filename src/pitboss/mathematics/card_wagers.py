"""A wager on one hand alone, of any places and any ranking: every set of so many cards is as likely as any other."""

from collections import Counter

import numpy as np

from pitboss.mathematics.deal_wagers import notes_of, under_best_play
from pitboss.mathematics.kernels import suit_classes
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.side_odds import Question, SideOdds, lost, paid_line, second_moment, value_of
from pitboss.program.compiler import compile_wager
from pitboss.program.settlement import UInt8s, strengths
from pitboss.rulebooks.parts import Wager

MOST_CARDS = 7


def on_cards(asked: Question, wager: Wager) -> SideOdds:
    """The hand by every set of cards that may lie at its places, sets counted once for all that equal them in suits."""
    if (folding := under_best_play(asked, wager)) is not None:
        return folding
    table = asked.terms.paytable(wager.name)
    assert table is not None
    program = compile_wager(asked.terms, wager.name)
    (hand,) = program.stakes[0].hands
    size = len(program.hands[hand].slots)
    if size > MOST_CARDS:
        raise refused(asked.terms, f"odds of {wager.name}", f"a hand of {size} cards", f"at most {MOST_CARDS} cards")
    sets = suit_classes.chosen(suit_classes.given(suit_classes.WHOLE_DECK), suit_classes.WHOLE_DECK, size)
    cards = np.zeros((len(sets), program.slots), dtype=np.uint8)
    cards[:, program.hands[hand].slots] = _cards(sets.sets[:, -1], size)
    found = strengths(program, hand, cards)
    values = program.hands[hand].ranking.values
    counts: Counter[str] = Counter()
    for strength, count in enumerate(np.bincount(found, weights=sets.weights, minlength=len(values)).astype(np.int64)):
        line = table.line_for(values[strength])
        counts[line.key if line else ""] += int(count)
    stake, total = asked.stake(wager), int(sets.weights.sum())
    lines = (
        *(paid_line(line.title, line.pays, (counts[line.key], total), stake, asked.meters) for line in table.lines),
        lost(counts[""], total),
    )
    variance = second_moment(lines) - value_of(lines) ** 2
    return SideOdds(
        wager.name,
        wager.title,
        table.clause,
        table.variant,
        stake,
        asked.players,
        total,
        lines,
        variance,
        notes=notes_of(asked, wager),
    )


def _cards(masks: np.ndarray[tuple[int], np.dtype[np.int64]], size: int) -> UInt8s:
    """The cards of sets of bits, a row each."""
    rest, found = masks.copy(), np.empty((len(masks), size), dtype=np.uint8)
    for column in range(size):
        lowest = rest & -rest
        found[:, column] = np.log2(lowest.astype(np.float64)).astype(np.uint8)  # a power of two, so exact
        rest ^= lowest
    return found
