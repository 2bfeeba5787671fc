"""The strategy card of a Criss-Cross-shaped game: found by search, valued over every deal, and one who goes by it."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np
from msgspec import json

from pitboss.mathematics.answers import CardLine, StrategyCard
from pitboss.mathematics.criss_cross import strategy_search, strategy_words
from pitboss.mathematics.criss_cross.kernels.deals import PAIR_MASKS, WHOLE_DECK, Hole, pair_of
from pitboss.mathematics.criss_cross.kernels.pays import CrissCrossPays
from pitboss.mathematics.criss_cross.kernels.strategy import MOST_OUTS, levels_of, seen_of
from pitboss.mathematics.criss_cross.strategy import CrissCrossRules, evaluate
from pitboss.mathematics.criss_cross.strategy_facts import Observer
from pitboss.mathematics.kernels.kept import kept_answer
from pitboss.mathematics.position import Position
from pitboss.mathematics.strategy_rules import EVERYTHING_ELSE, Facts, Line, Rules
from pitboss.rulebooks import Terms

EVERY_DECISION = "every decision"
STREETS = ("Across", "Down", "Middle")


def rules_of(pays: CrissCrossPays, report: Callable[[str], None] = lambda _: None) -> CrissCrossRules:
    """The rules behind the card, searched for once on each machine: they depend on nothing but the paytable."""
    levels = levels_of(pays)
    words = strategy_words.across_conditions, strategy_words.down_conditions, strategy_words.middle_conditions
    by_text = [{condition.text: condition for condition in conditions(levels)} for conditions in words]

    def search() -> bytes:
        found = strategy_search.find(pays, report)
        streets = (found.across, found.down, found.middle)
        written = [(rules.otherwise, [(line.action, line.condition.text) for line in rules.lines]) for rules in streets]
        return json.encode(written)

    kept = json.decode(kept_answer("rules", repr(pays).encode(), search), type=list[tuple[int, list[tuple[int, str]]]])
    streets = [
        Rules(tuple(Line(action, known[text]) for action, text in lines), otherwise)
        for known, (otherwise, lines) in zip(by_text, kept, strict=True)
    ]
    return CrissCrossRules(*streets)


def strategy_card(terms: Terms, pays: CrissCrossPays, best_ev: Fraction, report: Callable[[str], None]) -> StrategyCard:
    """The card for these tables; `report` is told how far the search has come."""
    rules = rules_of(pays, report)
    report("playing the card over every deal")

    def played() -> bytes:
        result = evaluate(pays, rules)
        return json.encode([str(result.ev), str(result.average_wager)])

    kept = kept_answer("card", repr(pays).encode() + repr(rules).encode(), played)
    ev, wagered = map(Fraction, json.decode(kept, type=list[str]))
    names = dict(zip(STREETS, (sizes.names for sizes in pays.sizes), strict=True))
    lines = _lines(dict(zip(STREETS, (rules.across, rules.down, rules.middle), strict=True)), names)
    used = " ".join(line.hands for line in lines)
    notes = tuple(note for name, note in strategy_words.notes(levels_of(pays)).items() if name in used)
    return StrategyCard(terms, lines, notes, ev, best_ev, wagered)


def _lines(streets: dict[str, Rules], names: Mapping[str, Sequence[str]]) -> tuple[CardLine, ...]:
    """All lines; where every decision ends in the same last word, it is said once."""
    together = len({names[street][rules.otherwise] for street, rules in streets.items()}) == 1
    lines = []
    for street, rules in streets.items():
        lines += [CardLine(street, names[street][line.action], line.condition.text) for line in rules.lines]
        if not together:
            lines.append(CardLine(street, names[street][rules.otherwise], EVERYTHING_ELSE))
    if together:
        lines.append(CardLine(EVERY_DECISION, names["Across"][streets["Across"].otherwise], EVERYTHING_ELSE))
    return tuple(lines)


class CardReader:
    """Reads the lines of a card for one position at a time."""

    def __init__(self, pays: CrissCrossPays, rules: CrissCrossRules) -> None:
        self._rules = rules
        self._observer = Observer(pays, WHOLE_DECK)

    def action(self, position: Position) -> int:
        """0 to fold, 1 for the least bet, 2 for the most."""
        rules, facts = self._read(position)
        return int(rules.actions(facts)[0])

    def line(self, position: Position) -> tuple[int, str]:
        """The action with the words of the line that says so."""
        rules, facts = self._read(position)
        place = rules.place(facts)
        if place == len(rules.lines):
            return rules.otherwise, EVERYTHING_ELSE
        return rules.lines[place].action, rules.lines[place].condition.text

    def _read(self, position: Position) -> tuple[Rules, Facts]:
        """The rules of the decision at hand, and what they ask about."""
        hole = _hole(position)
        if not position.shown:
            return self._rules.across, self._observer.hole_facts(hole)
        if len(position.shown) == 2:
            seen = seen_of(self._observer.levels, WHOLE_DECK, hole, hole.across)
            return self._rules.down, self._observer.across_facts(hole, seen)
        return self._rules.middle, self._middle_facts(hole)

    def _middle_facts(self, hole: Hole) -> Facts:
        """What both hands show together, as the search counted it."""
        levels = self._observer.levels
        across, down = (seen_of(levels, WHOLE_DECK, hole, pair) for pair in (hole.across, hole.down))
        shown = int(PAIR_MASKS[hole.across[0]] | PAIR_MASKS[hole.down[0]])
        outs = (int(across.strong[0] | down.strong[0]) & ~shown).bit_count()
        ranks = int(across.ranks[0] | down.ranks[0])
        winning, pushing = self._observer.own_ranks(hole)
        more = ((ranks & levels.winning).bit_count(), (ranks & levels.pushing).bit_count())
        points = 2 * (winning + more[0]) + pushing + more[1]
        facts = {
            "made": max(int(across.made[0]), int(down.made[0])),
            "low_pairs": int(across.low_pair[0]) + int(down.low_pair[0]),
            "strong": min(outs, MOST_OUTS),
            "points": points,
            "doubled": points + 2 * winning + pushing,
        }
        return {name: np.array([fact]) for name, fact in facts.items()}


def _hole(position: Position) -> Hole:
    """The hole with the community pairs that lie open, as the search knows them."""
    across, down = (
        np.array([pair_of(*(card.index for card in pair))] if pair else [], np.int64)
        for pair in (position.shown[:2], position.shown[2:4])
    )
    own = pair_of(*(card.index for card in position.cards))
    return Hole(own, 1, across, np.ones(len(across), np.int64), down)
