"""Crazy 4 wagers on one hand: Super Bonus, Queens Up, progressives with Envy, Five Card Hand Bonus with its draws.

A fold forfeits what the rulebook says it forfeits; hands are folded as the optimal play of the main game folds them.
No hand that any of these tables pays is among them, so a wager on the side gives no reason to play otherwise, but
for the draws that ride on the Five Card Hand Bonus.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import HandValue, five_card_values, four_card_values
from pitboss.mathematics.crazy_four import envy
from pitboss.mathematics.crazy_four.kernels import main as crazy_four_main
from pitboss.mathematics.crazy_four.kernels.main import FOLD, CrazyFourSolution, Pays, pairings_of
from pitboss.mathematics.crazy_four.kernels.pairings import sorted_hands
from pitboss.mathematics.crazy_four.kernels.sides import SideWager, draw_bonus_chances, side_counts
from pitboss.mathematics.kernels.batch_eval import five_card
from pitboss.mathematics.nets import Meters, crazy_four_pays
from pitboss.mathematics.shape import SideBasis, side_of
from pitboss.mathematics.side_odds import (
    OddsLine,
    Question,
    SideOdds,
    break_even,
    gain,
    lost,
    no_break_even,
    paid_line,
    second_moment,
    value_of,
)
from pitboss.money import Amount, MeterShare
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import EnvySchedule, Wager
from pitboss.rulebooks.paytable import Paytable, PaytableLine

DRAWN_ON = "five_card_hand_bonus"
"""The offer whose wagers the Magic Card and the Lucky Bonus are paid on."""


@lru_cache(maxsize=2)
def _solved(game: crazy_four_main.CrazyFourPays) -> CrazyFourSolution:
    return crazy_four_main.solve(game)


def main_solution(terms: Terms) -> CrazyFourSolution:
    """The main game's optimal play, by which hands are folded."""
    return _solved(crazy_four_pays(terms))


def super_bonus(asked: Question, wager: Wager) -> SideOdds:
    """The Super Bonus split out of the main game, over all pairings of a player's with a dealer's hand."""
    solution = main_solution(asked.terms)
    counts, game = solution.counts, solution.game
    table = _table(asked, wager)
    stake, total = asked.stake(wager), counts.pairings
    played = solution.plays != FOLD
    reached = _line_numbers(table)[counts.hands.strengths]
    lines = []
    for number, line in enumerate(table.lines):
        hands = int(counts.weights[played & (reached == number)].sum())
        pays = gain(line.pays, stake, {})
        lines.append(OddsLine(line.title, str(line.pays), hands * counts.dealer_hands, total, pays))
    unpaid = played & (reached < 0)
    beaten = sum(pairings for pairings, net in zip(pairings_of(counts), game.unpaid, strict=True) if net < 0)
    losing = int((counts.weights * beaten)[unpaid].sum())
    pushing = int(counts.weights[unpaid].sum()) * counts.dealer_hands - losing
    folding = int(counts.weights[~played].sum()) * counts.dealer_hands
    lines.append(OddsLine("below the table, hand not beaten", "push", pushing, total, Fraction(0)))
    lines += [lost(losing, total, "below the table, hand beaten"), lost(folding, total, "folded")]
    variance = second_moment(lines) - value_of(lines) ** 2
    return SideOdds(
        wager.name, wager.title, table.clause, None, stake, asked.players, total, tuple(lines), variance,
        notes=("part of the main game: the fold and the Play Wager are decided for all its wagers together",),
    )  # fmt: skip


def on_hand(asked: Question, wager: Wager) -> SideOdds:
    """A wager on the player's best four or all five cards, or on the dealer's five, with what rides on it."""
    odds = _HandOdds(asked, wager, _table(asked, wager), _hand_counts(asked, wager))
    lines = odds.lines_at(asked.meters)
    table = odds.table
    return SideOdds(
        wager=wager.name,
        title=wager.title,
        clause=table.clause,
        variant=table.variant,
        stake=odds.stake,
        players=asked.players,
        total=odds.counts.total,
        lines=lines,
        variance=odds.second_moment() - value_of(lines) ** 2,
        break_even=break_even(odds.lines_at, asked),
        notes=(*odds.notes(), *no_break_even(odds.lines_at, asked)),
    )


@dataclass(frozen=True)
class HandCounts:
    """How many of `total` cases each line of a table is paid in, and in how many a fold comes first."""

    paid: tuple[int, ...]
    folded: int
    total: int


@dataclass(frozen=True)
class _HandOdds:
    """A wager on one hand, priced at whatever the meters show."""

    asked: Question
    wager: Wager
    table: Paytable
    counts: HandCounts

    @property
    def stake(self) -> Amount:
        return self.asked.stake(self.wager)

    def lines_at(self, meters: Meters) -> tuple[OddsLine, ...]:
        return (*self._own_lines(meters), *self._bonus_lines())

    def second_moment(self) -> Fraction:
        """The mean square of the net result: of the hand, and of what rides on it."""
        own = self._own_lines(self.asked.meters)
        schedule = self._schedule()
        if schedule is not None and self.asked.players > 1:
            return second_moment(own) + envy.added_moment(self.table, own, schedule, self.stake, self.asked.players)
        # Draws are independent of the hands and of each other, and paid unless the wager was folded away.
        live = 1 - Fraction(self.counts.folded, self.counts.total)
        value_if_live = value_of(own) + (1 - live)
        mean = sum((chance * pays for _, _, chance, pays in self._draws()), Fraction(0))
        spread = sum((chance * (1 - chance) * pays**2 for _, _, chance, pays in self._draws()), Fraction(0))
        return second_moment(own) + 2 * mean * value_if_live + live * (spread + mean**2)

    def notes(self) -> tuple[str, ...]:
        found = []
        if any(isinstance(line.pays, MeterShare) for line in self.table.lines):
            found.append("meters as they show when the wager is settled")
        if side_of(self.asked.terms, self.wager) is SideBasis.DEALER_FIVE_CARD and self.asked.sharing > 1:
            found.append(f"a jackpot on the dealer's hand is divided among {self.asked.sharing}")
        if self._schedule() is not None and self.asked.players > 1:
            found.append("Envy: every player makes the wager, and none folds a hand that brings Envy")
        if self._draws():
            found.append("draws: one of 52 cards and one of the positions, evenly, as often as the submission says")
        return tuple(found)

    def _own_lines(self, meters: Meters) -> tuple[OddsLine, ...]:
        among = self.asked.sharing if side_of(self.asked.terms, self.wager) is SideBasis.DEALER_FIVE_CARD else 1
        total = self.counts.total
        lines = [
            paid_line(line.title, line.pays, (count, total), self.stake, meters, among)
            for line, count in zip(self.table.lines, self.counts.paid, strict=True)
        ]
        folded = [lost(self.counts.folded, total, "folded")] if self.counts.folded else []
        return (*lines, lost(total - sum(self.counts.paid) - self.counts.folded, total), *folded)

    def _bonus_lines(self) -> list[OddsLine]:
        schedule = self._schedule()
        if schedule is not None:
            return envy.lines(self.table.ranking, schedule, self.stake, self.asked.players)
        live = 1 - Fraction(self.counts.folded, self.counts.total)
        found = []
        for title, text, chance, pays in self._draws():
            share = live * chance
            found.append(OddsLine(title, text, share.numerator, share.denominator, pays, bonus=True))
        return found

    def _schedule(self) -> EnvySchedule | None:
        return self.asked.terms.envy(self.wager.name, self.stake)

    def _draws(self) -> list[tuple[str, str, Fraction, Fraction]]:
        """Title, odds, chance and pay of the bonuses drawn for this wager."""
        terms = self.asked.terms
        if self.wager.offer != DRAWN_ON:
            return []
        magic, lucky = draw_bonus_chances(terms.rulebook.seats + 1)
        chances = {"magic_card": magic, "lucky_bonus": lucky}
        return [
            (
                bonus.title,
                str(bonus.pays),
                chances[bonus.name] / terms.submission.draws[bonus.name],
                gain(bonus.pays, self.stake, {}) + (0 if bonus.pays.returns_stake else 1),
            )
            for bonus in terms.rulebook.bonuses
            if terms.offers(bonus.name)
        ]


def _hand_counts(asked: Question, wager: Wager) -> HandCounts:
    solution = main_solution(asked.terms)
    table = _table(asked, wager)
    forfeits = not asked.terms.stands_on_fold(wager)
    if side_of(asked.terms, wager) is SideBasis.DEALER_FIVE_CARD:
        return _dealer_hand_counts(solution, table, forfeits)
    values = _values(table)
    counts = side_counts(solution, side_wager(asked, wager))
    paid: Counter[str] = Counter()
    for counted in counts.lines:
        line = table.line_for(values[counted.floor])
        if line is not None:
            paid[line.key] += counted.hands - (counted.folded if forfeits else 0)
    folded = int(solution.counts.weights[solution.plays == FOLD].sum()) if forfeits else 0
    return HandCounts(tuple(paid[line.key] for line in table.lines), folded, counts.hands)


def side_wager(asked: Question, wager: Wager) -> SideWager:
    """A wager on the player's hand as the kernels take it, its meters paid in whole cents."""
    table, stake = _table(asked, wager), asked.stake(wager)
    floors: list[tuple[int, Fraction]] = []
    last: PaytableLine | None = None
    for strength, value in enumerate(_values(table)):
        line = table.line_for(value)
        if line is not last:
            floors.append((strength, gain(line.pays, stake, asked.meters) if line else Fraction(-1)))
            last = line
    cards: Literal[4, 5] = 4 if table.ranking == "four_card" else 5
    return SideWager(Pays(tuple(floors)), cards, not asked.terms.stands_on_fold(wager))


def _dealer_hand_counts(solution: CrazyFourSolution, table: Paytable, forfeits: bool) -> HandCounts:
    """The dealer's hands by line; where a fold forfeits, over all pairings, less those against a folded hand."""
    dealer = sorted_hands()
    reached = _line_numbers(table)[five_card(dealer.cards)]
    by_line = [dealer.masks[reached == number] for number in range(len(table.lines))]
    if not forfeits:
        return HandCounts(tuple(map(len, by_line)), 0, len(dealer))
    counts = solution.counts
    folding = solution.plays == FOLD
    weights, masks = counts.weights[folding], counts.hands.masks[folding]
    paid = (
        len(hands) * counts.dealer_hands - sum(int(weights[masks & hand == 0].sum()) for hand in hands)
        for hands in by_line
    )
    return HandCounts(tuple(paid), int(weights.sum()) * counts.dealer_hands, counts.pairings)


def _line_numbers(table: Paytable) -> NDArray[np.int64]:
    """For each strength, the number of the line that pays it, or -1."""
    keys = [line.key for line in table.lines]
    found = (table.line_for(value) for value in _values(table))
    return np.array([keys.index(line.key) if line else -1 for line in found])


def _values(table: Paytable) -> Sequence[HandValue[Any]]:
    """Every value a hand of the table's kind can have, lowest first."""
    return four_card_values() if table.ranking == "four_card" else five_card_values()


def _table(asked: Question, wager: Wager) -> Paytable:
    table = asked.terms.paytable(wager.name)
    assert table is not None
    return table
