"""Criss-Cross by rules: a strategy's exact value, and the search for one that is short and good."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pitboss.analysis.kernels.criss_cross import Pairs
from pitboss.analysis.kernels.criss_cross_deals import PAIR_CARDS, WHOLE_DECK, Given, Hole, holes
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays, Game, game_of, tables_of
from pitboss.analysis.kernels.criss_cross_strategy import (
    CELL_SHAPE,
    FOLD,
    LEAST,
    Levels,
    Seen,
    cell_sums,
    levels_of,
    played_sums,
    seen_of,
)
from pitboss.analysis.kernels.jit import in_threads
from pitboss.analysis.strategy_rules import Condition, Facts, Rules, find_rules
from pitboss.analysis.strategy_words import HANDS, across_conditions, down_conditions, middle_conditions

Int64s = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Report = Callable[[str], None]

ROUNDS = 4
"""Rounds of refinement after which the search ends even if the lines still change."""
BURDEN = 5e-6
"""What each thing to bear in mind must be worth, in antes."""
MOST_LINES = {"across": 3, "down": 3, "middle": 5}
"""Besides the last word, which is as a rule the same on every street: a dozen lines in all."""


@dataclass(frozen=True)
class CrissCrossRules:
    """A strategy: what to do on each street. Actions are 0 to fold, 1 for the least bet, 2 for the most."""

    across: Rules
    down: Rules
    middle: Rules


@dataclass(frozen=True)
class Result:
    """What a strategy is worth, in antes, and how often it takes each action among the rounds that reach it."""

    ev: Fraction
    average_wager: Fraction
    actions: dict[str, tuple[int, int, int]]


def evaluate(pays: CrissCrossPays, rules: CrissCrossRules, given: Given = WHOLE_DECK) -> Result:
    """Play the rules over every deal and add up exactly."""
    table = _Table(pays, given)
    parts = in_threads(lambda hole: _evaluate_hole(table, rules, hole), table.holes)
    pairs, downs, middles = given.counts()
    weights = [hole.weight for hole in table.holes]
    deals = sum(weights) * pairs * downs * middles
    net = sum(part.net * weight for part, weight in zip(parts, weights, strict=True))
    bet = sum(part.bet * weight for part, weight in zip(parts, weights, strict=True))
    actions = {
        street: tuple(
            sum(part.counts[place][action] * weight for part, weight in zip(parts, weights, strict=True))
            for action in range(3)
        )
        for place, street in enumerate(("across", "down", "middle"))
    }
    return Result(Fraction(net, deals * pays.unit) - 2, 2 + Fraction(bet, deals), actions)


def find(pays: CrissCrossPays, report: Report = lambda _: None) -> CrissCrossRules:
    """Rules found for a paytable, worked backwards and again until they stay the same.

    The Middle rules are found for the positions that the rules before reach, the Down rules for a player who will
    follow the Middle rules, and the Across rules for one who will follow both.
    """
    table = _Table(pays, WHOLE_DECK)
    always_bet = Rules((), LEAST)
    rules = CrissCrossRules(always_bet, always_bet, always_bet)
    for number in range(ROUNDS):
        report(f"round {number + 1}: Middle")
        middle = _find_middle(table, rules)
        report(f"round {number + 1}: Down and Across")
        found = _find_before(table, CrissCrossRules(rules.across, rules.down, middle))
        settled = (found.across, found.down) == (rules.across, rules.down)
        rules = found
        if settled:
            break
    return rules


class _Table:
    """All that the search and the judgement of rules share under one paytable."""

    def __init__(self, pays: CrissCrossPays, given: Given) -> None:
        self.given = given
        self.game: Game = game_of(pays)
        self.levels: Levels = levels_of(pays)
        self.holes: list[Hole] = holes(given)
        self.ranks = (self.levels.winning, self.levels.pushing)

    @cached_property
    def deals(self) -> float:
        """All deals, in units of an ante, by which sums become values."""
        pairs, downs, middles = self.given.counts()
        return float(sum(hole.weight for hole in self.holes) * pairs * downs * middles * self.game.pays.unit)

    def look(self, hole: Hole) -> tuple[tuple[Pairs, Pairs], tuple[Seen, Seen]]:
        """The hole's tables, and what a person sees of them."""
        seen = seen_of(self.levels, self.given, hole, hole.across), seen_of(self.levels, self.given, hole, hole.down)
        return tables_of(self.game, self.given, hole), seen

    def own_ranks(self, hole: Hole) -> tuple[int, int]:
        """How many ranks of the hole win as a pair, and how many push."""
        own = {card >> 2 for card in hole.cards}
        winning, pushing = (sum(ranks >> rank & 1 for rank in own) for ranks in self.ranks)
        return winning, pushing

    def hole_facts(self, hole: Hole) -> dict[str, int]:
        """What is seen in the hole alone."""
        low, high = sorted(card >> 2 for card in hole.cards)
        suited = hole.cards[0] & 3 == hole.cards[1] & 3
        winning, pushing = self.own_ranks(hole)
        return {
            "hand": HANDS.index((high, low, suited)),
            "pair": int(high == low),
            "pair_rank": high + 1 if high == low else 0,
            "suited": int(suited),
            "winning": winning,
            "worthy": winning + pushing,
        }

    def across_facts(self, hole: Hole, seen: Seen) -> Facts:
        """What is seen in the hole and each Across pair."""
        cards = np.take(PAIR_CARDS, hole.across, axis=1).astype(np.int64)
        of_ranks = [np.isin(row >> 2, [card >> 2 for card in hole.cards]) for row in cards]
        suit, suited = hole.cards[0] & 3, hole.cards[0] & 3 == hole.cards[1] & 3
        winning, pushing = self.own_ranks(hole)
        points = 2 * (winning + _bits(seen.ranks & self.ranks[0])) + pushing + _bits(seen.ranks & self.ranks[1])
        facts = {name: np.full(len(hole.across), fact) for name, fact in self.hole_facts(hole).items()}
        return facts | {
            "shared": sum(row.astype(np.int64) for row in of_ranks),
            "suit": sum(((row & 3 == suit) & suited).astype(np.int64) for row in cards),
            "made": seen.made.astype(np.int64),
            "low_pairs": seen.low_pair.astype(np.int64),
            "strong": np.minimum(_bits(seen.strong), 8),
            "points": points,
        }

    def middle_facts(self, winning: int, pushing: int) -> Facts:
        """What is seen in every cell, with so many ranks of the hole that win and push."""
        made, low_pairs, strong, more_winning, more_pushing = np.indices(CELL_SHAPE).reshape(5, -1).astype(np.int64)
        points = 2 * (winning + more_winning) + pushing + more_pushing
        doubled = points + 2 * winning + pushing
        return {"made": made, "low_pairs": low_pairs, "strong": strong, "points": points, "doubled": doubled}


def _bits(masks: Int64s) -> Int64s:
    return np.bitwise_count(masks).astype(np.int64)


@dataclass(frozen=True)
class _Part:
    """One hole's deals: what rules net relative to an Across fold, what they bet, and their actions by street."""

    net: int
    bet: int
    counts: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _single(facts: dict[str, int]) -> Facts:
    return {name: np.array([fact]) for name, fact in facts.items()}


def _evaluate_hole(table: _Table, rules: CrissCrossRules, hole: Hole) -> _Part:
    pairs, downs, middles = table.given.counts()
    action = int(rules.across.actions(_single(table.hole_facts(hole)))[0])
    across = tuple(pairs * downs * middles * (action == choice) for choice in range(3))
    if action == FOLD:
        return _Part(0, 0, (across, (0, 0, 0), (0, 0, 0)))
    tables, seen = table.look(hole)
    actions = rules.middle.actions(table.middle_facts(*table.own_ranks(hole)))
    game = table.game
    worths, counts = played_sums(tables, seen, table.ranks, game.returns, middles, game.bets, actions)
    down_actions = rules.down.actions(table.across_facts(hole, seen[0]))
    stays = down_actions != FOLD
    weights = hole.across_weights
    down_bets = np.where(stays, game.bets[down_actions - 1], 0)
    got = np.where(stays, worths[np.arange(len(weights)), action - 1, down_actions - 1], 0)
    down = tuple(int(weights[down_actions == choice].sum()) * downs * middles for choice in range(3))
    middle = tuple((weights[stays] @ counts[stays] * middles).tolist())
    staked = int(game.bets[action - 1]) * pairs * downs * middles + int(weights @ down_bets) * downs * middles
    bet = staked + sum(int(size) * count for size, count in zip(game.bets, middle[1:], strict=True))
    return _Part(int(weights @ got) - staked * game.pays.unit, bet, (across, down, middle))


def _find_middle(table: _Table, rules: CrissCrossRules) -> Rules:
    """The Middle rules for the positions that the rules before them reach."""
    game, middles = table.game, table.given.counts()[2]

    def sums(hole: Hole) -> Int64s | None:
        across = int(rules.across.actions(_single(table.hole_facts(hole)))[0])
        if across == FOLD:
            return None
        tables, seen = table.look(hole)
        downs = rules.down.actions(table.across_facts(hole, seen[0]))
        stakes = np.stack([np.full(len(downs), game.bets[across - 1]), game.bets[downs - 1]], axis=1)
        stakes[downs == FOLD] = -1
        return cell_sums(tables, seen, table.ranks, game.returns, middles, hole.across_weights, stakes)

    # By what the hole adds to the counts; in floats, which are enough to choose by.
    totals: dict[tuple[int, int], Floats] = {}
    for hole, found in zip(table.holes, in_threads(sums, table.holes), strict=True):
        if found is not None:
            own = table.own_ranks(hole)
            totals[own] = totals.get(own, np.zeros(found.shape)) + found * (hole.weight / table.deals)
    parts = []
    for (winning, pushing), total in totals.items():
        reached = total[:, 0] > 0
        _, rest, on_middle = total[reached].T
        facts = {name: fact[reached] for name, fact in table.middle_facts(winning, pushing).items()}
        parts.append((facts, np.stack([0 * rest, *(rest + bet * on_middle for bet in game.bets)])))
    return _find(parts, middle_conditions(table.levels), MOST_LINES["middle"])


def _find_before(table: _Table, rules: CrissCrossRules) -> CrissCrossRules:
    """Down rules for a player who follows the Middle rules, then Across rules for one who follows both."""
    game = table.game
    pairs, downs, middles = table.given.counts()
    stake = downs * middles * game.pays.unit

    def worths(hole: Hole) -> tuple[Facts, Int64s]:
        """What the Down actions are worth after each Across bet: by Across pair, Across bet and action."""
        tables, seen = table.look(hole)
        actions = rules.middle.actions(table.middle_facts(*table.own_ranks(hole)))
        sums, _ = played_sums(tables, seen, table.ranks, game.returns, middles, game.bets, actions)
        folds = np.zeros((len(sums), 2, 1), np.int64)
        return table.across_facts(hole, seen[0]), np.concatenate([folds, sums - game.bets * stake], axis=2)

    found = in_threads(worths, table.holes)
    parts = []
    for hole, (facts, values) in zip(table.holes, found, strict=True):
        across = int(rules.across.actions(_single(table.hole_facts(hole)))[0])
        if across != FOLD:
            weights = hole.across_weights * (hole.weight / table.deals)
            parts.append((facts, values[:, across - 1].T * weights))
    down = _find(parts, down_conditions(table.levels), MOST_LINES["down"])
    openings = []
    for hole, (facts, values) in zip(table.holes, found, strict=True):
        actions = down.actions(facts)
        after = hole.across_weights @ values[np.arange(len(actions)), :, actions] - game.bets * (pairs * stake)
        openings.append(
            (_single(table.hole_facts(hole)), np.array([[0.0], *after[:, None]]) * (hole.weight / table.deals))
        )
    across_rules = _find(openings, across_conditions(table.levels), MOST_LINES["across"])
    return CrissCrossRules(across_rules, down, rules.middle)


def _find(parts: list[tuple[Facts, Floats]], conditions: list[Condition], most_lines: int) -> Rules:
    """Rules for all parts together; situations that look alike are taken as one."""
    names = list(parts[0][0])
    looks = np.concatenate([np.stack([facts[name] for name in names]) for facts, _ in parts], axis=1)
    worths = np.concatenate([values for _, values in parts], axis=1)
    alike, places = np.unique(looks, axis=1, return_inverse=True)
    summed = np.stack([np.bincount(places.ravel(), weights=row, minlength=alike.shape[1]) for row in worths])
    return find_rules(dict(zip(names, alike, strict=True)), summed, conditions, most_lines, BURDEN)
