"""The search for Criss-Cross rules that are few and good, for any paytable.

All deals are counted once, by what a person sees; what a list of rules is worth follows from these sums.
It works backwards: the Middle rules are found for the positions that the rules before reach, the Down rules for a
player who will follow the Middle rules, the Across rules for one who will follow both; then again, for other
positions are reached now, until nothing changes.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pitboss.mathematics.criss_cross.kernels.deals import WHOLE_DECK, Given, Hole
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.strategy import CELLS, FOLD, LEAST, CellSums, sums_by_cell
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules
from pitboss.mathematics.criss_cross.strategy_facts import Observer
from pitboss.mathematics.criss_cross.strategy_words import across_conditions, down_conditions, middle_conditions
from pitboss.mathematics.strategy_rules import Condition, Facts, Int8s, Rules, find_rules
from pitboss.program.jit import in_threads

Int64s = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Report = Callable[[str], None]
Look = tuple[Facts, CellSums]
"""What is seen of a hole with each Across pair, and what becomes of it by cell."""
Worths = tuple[Facts, Floats]
"""Situations, and what each action is worth in each: in floats, which are good enough to choose by."""

ROUNDS = 4
"""After so many rounds the search ends even if the lines still change."""
BURDEN = 5e-6
"""What each thing to bear in mind must be worth, in antes."""
ACROSS_LINES, DOWN_LINES, MIDDLE_LINES = 3, 3, 5
"""Besides the last word, which is as a rule the same at every decision: a dozen lines in all."""


def find(pays: CrissCrossPays, report: Report = lambda _: None, given: Given = WHOLE_DECK) -> CrissCrossRules:
    """Rules for a paytable; `report` is told how far the search has come."""
    observer = Observer(pays, given)
    report("counting every deal by what is seen")
    looks = in_threads(lambda hole: _look(observer, hole), observer.holes)
    bet_least = Rules((), LEAST)
    rules = CrissCrossRules(bet_least, bet_least, bet_least)
    answered: tuple[Rules, Rules] | None = None  # which question the Down and Across rules answer
    for number in range(1, ROUNDS + 1):
        report(f"round {number}: the Middle decision")
        rules = replace(rules, middle=_find_middle(observer, looks, rules))
        report(f"round {number}: the Down and the Across decision")
        if (rules.middle, rules.across) == answered:
            break
        answered = rules.middle, rules.across
        before, rules = rules, _find_across_and_down(observer, looks, rules)
        if rules == before:
            break
    return rules


def _look(observer: Observer, hole: Hole) -> Look:
    """Every deal of a hole by what is seen of it."""
    tables, seen = observer.look(hole)
    middles = observer.given.counts()[2]
    sums = sums_by_cell(tables, seen, observer.ranks, observer.game.returns, middles)
    return observer.across_facts(hole, seen[0]), sums


def _find_middle(observer: Observer, looks: Sequence[Look], rules: CrissCrossRules) -> Rules:
    """The Middle rules for the positions that the rules before them reach."""
    # A hole matters to the Middle rules only by what it adds to the counts of ranks.
    totals: dict[tuple[int, int], Floats] = {}
    for hole, look in zip(observer.holes, looks, strict=True):
        across = int(rules.across.actions(observer.hole_facts(hole))[0])
        if across != FOLD:
            own, found = observer.own_ranks(hole), _reached(observer, hole, look, across, rules.down)
            totals[own] = totals.get(own, np.zeros(found.shape)) + found.astype(np.float64) * _share(observer, hole)
    parts: list[Worths] = []
    for own, total in totals.items():
        reached = total[:, 0] > 0
        rest, on_middle = total[reached, 1], total[reached, 2]
        facts = {name: fact[reached] for name, fact in observer.middle_facts(own).items()}
        parts.append((facts, np.stack([0 * rest, *(rest + bet * on_middle for bet in observer.game.bets[2])])))
    return _find(parts, middle_conditions(observer.levels), MIDDLE_LINES)


def _reached(observer: Observer, hole: Hole, look: Look, across: int, down: Rules) -> Int64s:
    """By cell: the positions, what is returned before the Middle bet, and what one unit bet there nets."""
    (facts, sums), bets = look, observer.game.bets
    downs = down.actions(facts)
    pair = np.repeat(np.arange(len(downs)), np.diff(sums.first))
    weights = (hole.across_weights * (downs != FOLD))[pair]
    rest = sums.antes + bets[0, across - 1] * sums.across + bets[1, downs - 1][pair] * sums.down
    result = np.zeros((CELLS, 3), np.int64)
    for column, values in enumerate((sums.counts, rest, sums.middle)):
        np.add.at(result[:, column], sums.cell, weights * values)
    return result


def _find_across_and_down(observer: Observer, looks: Sequence[Look], rules: CrissCrossRules) -> CrissCrossRules:
    """Down rules for a player who follows the Middle rules, then Across rules for one who follows both."""
    pairs, downs, middles = observer.given.counts()
    across_stakes, down_stakes = observer.game.bets[:2] * (downs * middles * observer.game.pays.unit)

    def worths(hole: Hole, look: Look) -> tuple[Facts, Int64s]:
        """What the Down actions are worth, by Across pair, Across bet and action."""
        actions = rules.middle.actions(observer.middle_facts(observer.own_ranks(hole)))
        sums = _played(observer.game.bets, look[1], actions)
        folds = np.zeros((len(sums), 2, 1), np.int64)
        return look[0], np.concatenate([folds, sums - down_stakes], axis=2)

    found = [worths(hole, look) for hole, look in zip(observer.holes, looks, strict=True)]
    parts: list[Worths] = []
    for hole, (facts, values) in zip(observer.holes, found, strict=True):
        across = int(rules.across.actions(observer.hole_facts(hole))[0])
        if across != FOLD:
            parts.append((facts, values[:, across - 1].T * (hole.across_weights * _share(observer, hole))))
    down = _find(parts, down_conditions(observer.levels), DOWN_LINES)
    parts = []
    for hole, (facts, values) in zip(observer.holes, found, strict=True):
        actions = down.actions(facts)
        after = hole.across_weights @ values[np.arange(len(actions)), :, actions] - pairs * across_stakes
        parts.append((observer.hole_facts(hole), np.array([[0.0], *after[:, None]]) * _share(observer, hole)))
    across_rules = _find(parts, across_conditions(observer.levels), ACROSS_LINES)
    return CrissCrossRules(across_rules, down, rules.middle)


def _played(bets: Int64s, sums: CellSums, actions: Int8s) -> Int64s:
    """By Across pair, Across bet and Down bet: what returns less the Middle stakes, where cells are played so."""
    action = actions[sums.cell]
    stays = action != FOLD
    rest = (sums.antes + bets[2, action - 1] * sums.middle) * stays

    def by_pair(values: Int64s) -> Int64s:
        return np.diff(np.append(0, np.cumsum(values))[sums.first])[:, None, None]

    on_across, on_down = by_pair(sums.across * stays), by_pair(sums.down * stays)
    worths: Int64s = by_pair(rest) + bets[0][:, None] * on_across + bets[1] * on_down
    return worths


def _share(observer: Observer, hole: Hole) -> float:
    """What turns a sum over the deals of a hole into antes of the whole game's value."""
    return hole.weight / (observer.deals * observer.game.pays.unit)


def _find(parts: Sequence[Worths], conditions: list[Condition], most_lines: int) -> Rules:
    """Rules for all parts together; situations that look alike are taken as one."""
    names = list(parts[0][0])
    looks = np.concatenate([np.stack([facts[name] for name in names]) for facts, _ in parts], axis=1)
    worths = np.concatenate([values for _, values in parts], axis=1)
    alike, places = np.unique(looks, axis=1, return_inverse=True)
    summed = np.zeros((len(worths), alike.shape[1]))
    np.add.at(summed.T, places.ravel(), worths.T)
    return find_rules(dict(zip(names, alike, strict=True)), summed, conditions, most_lines, BURDEN)
