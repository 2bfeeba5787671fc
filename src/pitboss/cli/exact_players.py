"""Bots that play by the mathematics: by exact count, or by the strategy card that was searched for their paytable."""

from collections.abc import Callable, Sequence

import numpy as np

from pitboss.analysis.advice import Position, advise, best_action, in_antes, position_seen
from pitboss.analysis.kernels.crazy_four_main import MainGame
from pitboss.analysis.kernels.criss_cross_deals import PAIR_MASKS, WHOLE_DECK, Hole, pair_of
from pitboss.analysis.kernels.criss_cross_pays import CrissCrossPays
from pitboss.analysis.kernels.criss_cross_strategy import MOST_OUTS, seen_of
from pitboss.analysis.paying import crazy_four_game, criss_cross_pays
from pitboss.analysis.strategy import criss_cross_rules
from pitboss.analysis.strategy_crazy_four import CrazyFourRules, find
from pitboss.analysis.strategy_criss_cross import CrissCrossRules
from pitboss.analysis.strategy_facts import Observer
from pitboss.analysis.strategy_rules import Facts
from pitboss.cards import best_four, four_card_values, parse_cards
from pitboss.games import RoundView
from pitboss.games.actions import Bet, Fold
from pitboss.rulebooks import Terms

Decide = Callable[[RoundView, Terms], Bet | Fold]
Report = Callable[[str], None]

_POSITIONS = {
    True: [Position(parse_cards("9c 9d 3h 4h 5s"))],
    False: [
        Position(parse_cards("9c 9d")),
        Position(parse_cards("9c 9d"), parse_cards("2h 3h"), (), (1,)),
        Position(parse_cards("9c 9d"), parse_cards("2h 3h"), parse_cards("Kh Ks"), (1, 1)),
    ],
}
"""A position of each decision, by whether the game is a duel with the dealer."""


def optimal(terms: Sequence[Terms], report: Report) -> Decide:
    """The option worth most by exact count; what must be compiled for it is compiled now."""
    for one in {item.rulebook.id: item for item in terms}.values():
        report(f"counting for {one.rulebook.id}")
        for position in _POSITIONS[one.rulebook.duel is not None]:
            advise(one, position)
    return lambda view, terms: best_action(terms, view)


def card(terms: Sequence[Terms], report: Report) -> Decide:
    """The lines of the strategy card; the search for them, which takes a while, is done now."""
    crazy_four: dict[MainGame, CrazyFourRules] = {}
    criss_cross: dict[CrissCrossPays, CrissCrossReader] = {}
    for one in terms:
        if one.rulebook.duel is not None:
            game = crazy_four_game(one)
            crazy_four[game] = crazy_four.get(game) or find(game)
        else:
            pays = criss_cross_pays(one)
            report(f"searching the card of {one.rulebook.id}")
            criss_cross[pays] = CrissCrossReader(pays, criss_cross_rules(pays, report))

    def decide(view: RoundView, terms: Terms) -> Bet | Fold:
        position = position_seen(terms, view)
        if terms.rulebook.duel is None:
            pays = criss_cross_pays(terms)
            return in_antes(terms, view, (0, pays.least, pays.most)[criss_cross[pays].action(position)])
        game = crazy_four_game(terms)
        strength = four_card_values().index(best_four(position.cards).value)
        raises = strength >= max(crazy_four[game].raises, game.raising)
        return in_antes(terms, view, game.largest_play if raises else int(strength >= crazy_four[game].plays))

    return decide


class CrissCrossReader:
    """Reads the lines of a Criss-Cross card for one position at a time."""

    def __init__(self, pays: CrissCrossPays, rules: CrissCrossRules) -> None:
        self._rules = rules
        self._observer = Observer(pays, WHOLE_DECK)

    def action(self, position: Position) -> int:
        """0 to fold, 1 for the least bet, 2 for the most."""
        hole = _hole(position)
        if not position.across:
            return int(self._rules.across.actions(self._observer.hole_facts(hole))[0])
        if not position.down:
            seen = seen_of(self._observer.levels, WHOLE_DECK, hole, hole.across)
            return int(self._rules.down.actions(self._observer.across_facts(hole, seen))[0])
        return int(self._rules.middle.actions(self._middle_facts(hole))[0])

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
        for pair in (position.across, position.down)
    )
    own = pair_of(*(card.index for card in position.cards))
    return Hole(own, 1, across, np.ones(len(across), np.int64), down)
