"""The strategy card of a game: a dozen lines at most, found by search, with their exact cost against best play."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis import main_game, strategy_crazy_four, strategy_criss_cross, strategy_search, strategy_words
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays
from pitboss.analysis.kernels.criss_cross_strategy import levels_of
from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.analysis.strategy_criss_cross import CrissCrossRules
from pitboss.analysis.strategy_rules import Rules
from pitboss.rulebooks import Terms

EVERY_DECISION = "every decision"
EVERYTHING_ELSE = "everything else"


@dataclass(frozen=True)
class CardLine:
    """One line: at which decision, what to do, and with what; of a decision's lines the first that fits counts."""

    decision: str
    action: str
    hands: str


@dataclass(frozen=True)
class StrategyCard:
    """The lines, how to count what they speak of, and what following them is worth, in antes."""

    terms: Terms
    lines: tuple[CardLine, ...]
    notes: tuple[str, ...]
    ev: Fraction
    best_ev: Fraction
    average_wager: Fraction

    @property
    def cost(self) -> Fraction:
        """What the card gives away against best play, per ante."""
        return self.best_ev - self.ev

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps from one who follows the card, per ante."""
        return -self.ev


def strategy_card(terms: Terms, report: Callable[[str], None] = lambda _: None) -> StrategyCard:
    """Find the card for these terms; `report` is told how far the search has come."""
    return _crazy_four(terms) if terms.rulebook.duel is not None else _criss_cross(terms, report)


# Searches done, for a card is asked for again and again and depends on nothing but the paytable.
_found: dict[CrissCrossPays, CrissCrossRules] = {}


def criss_cross_rules(pays: CrissCrossPays, report: Callable[[str], None] = lambda _: None) -> CrissCrossRules:
    """The rules behind the Criss-Cross card, searched for once."""
    if pays not in _found:
        _found[pays] = strategy_search.find(pays, report)
    return _found[pays]


def _criss_cross(terms: Terms, report: Callable[[str], None]) -> StrategyCard:
    pays = criss_cross_pays(terms)
    rules = criss_cross_rules(pays, report)
    report("playing the card over every deal")
    result = strategy_criss_cross.evaluate(pays, rules)
    names = ("fold", f"{pays.least}x", f"{pays.most}x")
    streets = {"Across": rules.across, "Down": rules.down, "Middle": rules.middle}
    lines = _criss_cross_lines(streets, names)
    used = " ".join(line.hands for line in lines)
    notes = tuple(note for name, note in strategy_words.notes(levels_of(pays)).items() if name in used)
    best = main_game.solve(terms)
    return StrategyCard(terms, lines, notes, result.ev, best.ev, result.average_wager)


def _criss_cross_lines(streets: dict[str, Rules], names: tuple[str, ...]) -> tuple[CardLine, ...]:
    """All lines; where every decision ends in the same last word, it is said once."""
    together = len({rules.otherwise for rules in streets.values()}) == 1
    lines = []
    for street, rules in streets.items():
        lines += [CardLine(street, names[line.action], line.condition.text) for line in rules.lines]
        if not together:
            lines.append(CardLine(street, names[rules.otherwise], EVERYTHING_ELSE))
    if together:
        lines.append(CardLine(EVERY_DECISION, names[streets["Across"].otherwise], EVERYTHING_ELSE))
    return tuple(lines)


def _crazy_four(terms: Terms) -> StrategyCard:
    game = crazy_four_game(terms)
    rules = strategy_crazy_four.find(game)
    result = strategy_crazy_four.evaluate(game, rules)
    lines = (
        CardLine("Play", f"{game.largest_play}x", strategy_crazy_four.floor_text(max(rules.raises, game.raising))),
        CardLine("Play", "1x", strategy_crazy_four.floor_text(rules.plays)),
        CardLine("Play", "fold", EVERYTHING_ELSE),
    )
    best = main_game.solve(terms)
    return StrategyCard(terms, lines, (), result.ev, best.ev, result.average_wager)
